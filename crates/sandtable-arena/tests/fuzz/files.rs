//! Files of every kind, read as the commands read them: from the disk, by the spec that names them.

use std::path::Path;

use sandtable_arena::episode::Deal;
use sandtable_arena::matchup::Matchup;
use sandtable_arena::recorded::recorded;
use sandtable_arena::spec::Spec;
use sandtable_arena::statistics_file::StatisticsFile;
use sandtable_arena::tournament::Tournament;
use sandtable_arena::work::Work;
use sandtable_arena::{AnyGame, registry};
use sandtable_core::Args;
use sandtable_core::plan::carry_out;
use sandtable_core::train::Decision;
use sandtable_games::axis::scenario;
use sandtable_games::operation::{self, fuzzy::RuleBase};
use sandtable_games::risk::{Map, Shapes};

use super::fuzz;

/// The files of a folder of `data` with this extension.
fn shipped(folder: &str, extension: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(folder);
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == extension));
    paths.sort();
    assert!(!paths.is_empty(), "no {extension} files");
    paths.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// Puts changed files to a reader that gets their path; an error of it names the file.
fn files(sound: &[String], extension: &str, read: impl Fn(&str) -> Result<(), String>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("x.{extension}"));
    let name = path.to_str().unwrap();
    fuzz(sound, |text| {
        std::fs::write(&path, text).unwrap();
        let outcome = read(name);
        assert!(
            outcome.as_ref().err().is_none_or(|line| line.contains("x.")),
            "without the file: {outcome:?}"
        );
        outcome
    });
}

/// The game behind a spec in which the file's path takes the place of `{}`; if it opens, it can be played.
fn opens(spec: &str, path: &str) -> Result<(), String> {
    let game = registry::open(&spec.replace("{}", path)).map_err(|e| e.0)?;
    play(&*game);
    Ok(())
}

fn play(game: &dyn AnyGame) {
    for seed in 0..2 {
        game.hold_text(&game.example_state(seed), 20, seed).unwrap();
    }
}

#[test]
fn boards() {
    files(&shipped("boards", "board"), "board", |path| opens("opaque:{}", path));
}

#[test]
fn maps() {
    files(&shipped("maps", "map"), "map", |path| opens("risk:{},players=2", path));
}

#[test]
fn shapes() {
    let map = Map::parse("classic.map", include_str!("../../../../data/maps/classic.map")).unwrap();
    files(&shipped("maps", "shapes"), "shapes", |path| {
        Shapes::parse("x.shapes", &std::fs::read_to_string(path).unwrap(), &map).map(drop).map_err(|e| e.0)
    });
}

#[test]
fn scenarios() {
    files(&shipped("scenarios", "axis"), "axis", |path| opens("axis:{}", path));
}

#[test]
fn games_of_triplea() {
    files(&[include_str!("../../../sandtable-games/tests/axis_maps/two-hills.xml").into()], "xml", |path| {
        // What is brought over also reads back as the scenario that `import` writes.
        if let Ok(game) =
            sandtable_games::axis::triplea::import("x.xml", &std::fs::read_to_string(path).unwrap())
        {
            let again = scenario::Scenario::parse("x.axis", &game.scenario.write()).unwrap();
            assert_eq!(again, game.scenario);
        }
        opens("axis:{}", path)
    });
}

#[test]
fn weights_of_dls() {
    let sound =
        "# weights of dls, the best of 160 games on Minimap\ncash 0.4\nincome 12.5\nslots 3\n".to_string();
    files(&[sound], "dls", |path| {
        let game = registry::open("axis:minimap").map_err(|e| e.0)?;
        game.check_agent(&format!("dls:weights={path}"), 0).map_err(|e| e.0)
    });
}

#[test]
fn rules_of_grid_risk() {
    files(&shipped("rules", "rg"), "rg", |path| {
        opens("grid:{},pos=standard", path).or_else(|_| opens("grid:{}", path))
    });
}

#[test]
fn positions_of_grid_risk() {
    files(&shipped("positions", "pos"), "pos", |path| {
        // What does not go with the rules is said of both.
        opens("grid:p1vp2,pos={}", path).map_err(|line| line.replace("p1vp2: positions", "x.pos"))
    });
}

/// What a form says of a file, by the readers of its kind: a value is a sound file or an error that names it.
#[test]
fn forms_of_grid_risk() {
    let games = registry::games();
    let kinds = games.iter().find(|g| g.name() == "grid").unwrap().files();
    for kind in kinds {
        let sound: Vec<String> = (kind.shipped)().iter().map(|(_, text)| text.to_string()).collect();
        fuzz(&sound, |text| {
            let values = (kind.read)("x.form", text).map_err(|e| e.0)?;
            let given: Vec<(String, String)> =
                values.iter().map(|(k, v)| (k.to_string(), v.clone())).collect();
            let again = kind.fill("x.form", &given).unwrap();
            assert_eq!((kind.read)("x.form", &again).unwrap(), values);
            Ok(())
        });
    }
}

#[test]
fn players_of_grid_risk() {
    let game = registry::open("grid:chosen").unwrap();
    files(&shipped("players", "aip"), "aip", |path| {
        let agent = format!("aip:{path}");
        game.check_agent(&agent, 0).map_err(|e| e.0)?;
        game.play_deals(&[&agent, "random"], &[Deal { seed: 1, deal: 0, seating: 0 }], &mut |_, _, _| true)
            .unwrap();
        Ok(())
    });
}

#[test]
fn tournaments() {
    let toml = "game = \"lucid:3x3\"\nagents = [\"random\", \"simple-blue\", \"simple-red\"]\ngames = 10\nseed = 3\n\
                first_versus = true\none_way = false\n";
    files(&[toml.into()], "toml", |path| {
        let tournament = Tournament::read(path).map_err(|e| e.0)?;
        if let Ok(game) = registry::open(&tournament.game) {
            let _ = tournament.seatings(&*game);
        }
        Ok(())
    });
    files(&shipped("tournaments", "trn"), "trn", |path| {
        Tournament::read_trn(path, None, 10).map(drop).map_err(|e| e.0)
    });
}

#[test]
fn statistics() {
    fuzz(&shipped("statistics", "txt"), |text| {
        let file = StatisticsFile::parse("x.txt", text).map_err(|e| e.0)?;
        let again = StatisticsFile::parse("x.txt", &file.text()).unwrap();
        assert_eq!(format!("{again:?}"), format!("{file:?}"));
        Ok(())
    });
}

/// Weights: what is accepted values positions and plays.
#[test]
fn nets_of_operation() {
    let sound: Vec<String> =
        shipped("nets", "net").into_iter().filter(|text| text.contains("blue A5")).collect();
    let game = registry::open("lucid").unwrap();
    files(&sound, "net", |path| game.check_agent(&format!("net:{path}"), 0).map_err(|e| e.0));
}

/// Fuzzy rules: what is accepted reads back from its own text, and plays.
#[test]
fn rules_of_fuzzy() {
    let game = registry::open("lucid:3x3").unwrap();
    files(&shipped("fuzzy", "fuzzy"), "fuzzy", |path| {
        let base = RuleBase::parse(path, &std::fs::read_to_string(path).unwrap()).map_err(|e| e.0)?;
        assert_eq!(RuleBase::parse("x.fuzzy", &base.text()).unwrap(), base);
        let agent = format!("fuzzy:{path}");
        game.play_deals(&[&agent, &agent], &[Deal { seed: 1, deal: 0, seating: 0 }], &mut |_, _, _| true)
            .unwrap();
        Ok(())
    });
}

#[test]
fn imitators_of_operation() {
    let game = registry::open("lucid").unwrap();
    files(&shipped("nets", "imitator"), "imitator", |path| {
        game.check_agent(&format!("imitator:{path}"), 0).map_err(|e| e.0)
    });
}

/// Records as those who learn read them.
#[test]
fn records_to_learn_from() {
    let (game, spec) = (registry::open("lucid:3x3").unwrap(), Spec::parse("lucid:3x3").unwrap());
    let mut lines = Vec::new();
    let matchup = Matchup::plain(&["random", "random"], 2);
    Work::quietly(|work| game.run_match(&matchup, work, Some(&mut lines))).unwrap();
    let mut args = Args::defaults(operation::lucid().params);
    args.set("board", "3x3");
    let rules = (operation::lucid().build)(&args).unwrap();
    files(&[String::from_utf8(lines).unwrap()], "jsonl", |path| {
        for game in recorded(&rules, &spec, &[path.into()]).map_err(|e| e.to_string())? {
            // Every decision can be taken where it was recorded.
            for Decision { mut state, plan, .. } in game.decisions {
                let (taken, refused) = carry_out(&rules, &mut state, &plan, |_, _| ());
                assert!(taken == plan.len() && refused.is_none());
            }
        }
        Ok(())
    });
}
