//! Axis & Allies on the command line: play, advice, counts, records, and what is refused, each with its reason.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn sandtable(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable")).args(args).output().unwrap()
}

fn said(args: &[&str]) -> String {
    let output = sandtable(args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The one line on standard error, with exit code 2 and nothing on standard output.
fn refused(args: &[&str]) -> String {
    let output = sandtable(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text.trim_start_matches("sandtable: ").trim_end().to_string()
}

/// What a game in the terminal says to some lines of input.
fn typed(args: &[&str], lines: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

fn written(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_string()
}

const THREE: &str = "\
scenario Three
alliance one
alliance two
unit infantry land attack 1 defence 2 move 1 cost 3
nation reds of one money 9 buys infantry
nation greens of one money 9 buys infantry
nation blues of two money 9 buys infantry
province west worth 3 capital reds owner reds: middle
province middle worth 3 capital greens owner greens: west east
province east worth 3 capital blues owner blues: middle
stack west reds infantry 2
stack east blues infantry 2
";

const STATE: &str = "\
# a position that a person may write
round 3: russians to attack
money: russians=24 italians=31
red-capital russians: infantry=4 armour=2 factory=1 aa-gun=1
red-north-2 russians: infantry=6 artillery=2
blue-north-2 italians: infantry=2
blue-capital italians: infantry=5 fighter=1 factory=1
";

#[test]
fn a_person_plays_in_the_terminal() {
    let lines = "?\nbuy:3*infnatry\nbuy:8*infantry done:buy\nattack:2*infantry:red-north-2>blue-nord-2\n\
        attack:9*infantry:red-north-2>blue-north-2\ndone:attack\nundo\nquit\n";
    let said = typed(&["play", "axis:minimap", "--seats", "human", "ez-fodder", "--seed", "1"], lines);
    for expect in [
        "red-capital       10 russians   7 infantry, 3 artillery",
        "Round 1: russians to buy",
        "buy:1*infantry",
        "unknown unit 'infnatry'; did you mean 'infantry'?",
        "bought: 8 infantry",
        "unknown province 'blue-nord-2'; did you mean 'blue-north-2'?",
        "not that many units there can still move",
        "Round 1: russians to redeploy",
    ] {
        assert!(said.contains(expect), "'{expect}' is missing in:\n{said}");
    }
}

#[test]
fn a_watched_game_ends_with_a_winner() {
    let said = said(&["play", "axis:minimap", "--seats", "dls:depth=1", "ez-fodder", "--seed", "1"]);
    assert!(said.contains("dice: hits"), "{said}");
    assert!(said.lines().last().unwrap().starts_with("italians: "), "{said}");
}

#[test]
fn advice_is_given_on_a_position_that_a_person_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path(), "my.state", STATE);
    let question = ["advise", "axis:minimap", "--state", &file, "--agent", "dls:depth=2"];
    let advice: serde_json::Value =
        serde_json::from_str(&said(&[&question[..], &["--json"]].concat())).unwrap();
    assert_eq!(advice["seat"], "russians");
    assert!(!advice["steps"].as_array().unwrap().is_empty(), "{advice}");
    let value = advice["considered"][0]["value"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&value), "{advice}");
    assert!(said(&question).contains("dls:depth=2 advises russians"));
    let shown = said(&["advise", "axis:minimap", "--show"]);
    let example = written(folder.path(), "example.state", shown.trim_end());
    said(&["advise", "axis:minimap", "--state", &example, "--agent", "ez-fodder"]);
}

#[test]
fn impossible_positions_are_refused_with_line_and_reason() {
    let folder = tempfile::tempdir().unwrap();
    for (from, to, expect) in [
        ("infantry=4", "infnatry=4", "line 4: unknown unit 'infnatry'; did you mean 'infantry'?"),
        (
            "blue-north-2 ital",
            "blu-north-2 ital",
            "line 6: unknown province 'blu-north-2'; did you mean 'blue-north-2'?",
        ),
        ("blue-north-2 italians:", "blue-north-2 french:", "line 6: unknown nation 'french'"),
        ("blue-north-2 italians: ", "sea-zone-1 italians: ", "line 6: infantry cannot be at sea-zone-1"),
        (
            "blue-north-2 italians: infantry=2",
            "blue-north-2 italians: infantry=2 | russians infantry=1",
            "russians units at blue-north-2 stand on land that is not theirs",
        ),
        ("infantry=4", "infantry=10000", "line 4: '10000': expected a whole number up to 9999"),
        (
            "to attack",
            "to dance",
            "line 2: 'russians to dance': expected who is to do what, like 'russians to buy'",
        ),
        ("round 3: russians to attack", "", "expected a statement like 'round 3: russians to buy'"),
    ] {
        let file = written(folder.path(), "my.state", &STATE.replacen(from, to, 1));
        let error = refused(&["advise", "axis:minimap", "--state", &file, "--agent", "ez-fodder"]);
        assert!(error.ends_with(expect), "{to}: {error}");
    }
}

#[test]
fn what_cannot_be_played_is_refused_with_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    let three = written(folder.path(), "three.axis", THREE);
    let game = format!("axis:{three}");
    let error = refused(&["match", &game, "--seats", "dls", "dls", "dls", "--games", "1"]);
    assert!(error.contains("two nations"), "{error}");
    said(&["match", &game, "--seats", "ez-fodder", "ez-fodder", "random", "--games", "2"]);
    let sea = THREE.replace("nation reds", "unplayable ships: transport\nnation reds");
    let sea = format!("axis:{}", written(folder.path(), "sea.axis", &sea));
    let error = refused(&["match", &sea, "--seats", "random", "random", "random", "--games", "1"]);
    assert!(error.ends_with("sea.axis: this map cannot be played yet: ships: transport"), "{error}");
    let pair =
        |game: &str, agent: &str| refused(&["match", game, "--seats", agent, "ez-fodder", "--games", "1"]);
    for depth in ["0", "9", "two"] {
        let error = pair("axis:minimap", &format!("dls:depth={depth}"));
        assert_eq!(error, format!("dls: depth={depth}: expected a whole number from 1 to 8"));
    }
    let error = pair("axis:minimpa", "dls");
    assert!(error.contains("minimap"), "{error}");
    let error = pair("axis:minimap,money=none", "dls");
    assert_eq!(error, "money=none: expected file, equal, or a whole number up to 60000");
}

#[test]
fn agents_and_games_are_listed() {
    let agents = said(&["agents", "axis"]);
    assert!(agents.contains("ez-fodder") && agents.contains("dls"), "{agents}");
    let games = said(&["games"]);
    assert!(games.contains("axis") && games.contains("la-3"), "{games}");
}

#[test]
fn formulas_count_what_cannot_be_listed() {
    let perft: serde_json::Value =
        serde_json::from_str(&said(&["perft", "axis:minimap", "1", "--formula", "--json"])).unwrap();
    let values: Vec<f64> =
        perft["formulas"].as_object().unwrap().values().map(|v| v.as_f64().unwrap()).collect();
    assert!((values[0] / 2.66e16 - 1.0).abs() < 0.005 && (values[1] / 9.3e15 - 1.0).abs() < 0.005, "{perft}");
    assert!(said(&["perft", "axis", "1", "--formula"]).contains("2.663e16"));
    assert_eq!(
        refused(&["perft", "lucid", "1", "--formula"]),
        "--formula: lucid has no formula, leave it out to count"
    );
    let error = refused(&["perft", "axis", "2", "--formula"]);
    assert_eq!(error, "--formula: formulas are for the first turn, expected the depth 1");
}

#[test]
fn records_of_games_replay() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    let path = games.to_str().unwrap();
    said(&["match", "axis:minimap", "--seats", "ez-fodder", "dls:depth=1", "--games", "2", "--record", path]);
    said(&["replay", games.join("games.jsonl").to_str().unwrap(), "--rerun"]);
}

#[test]
fn small_scenarios_are_solved_and_learned() {
    let agent = "automata:tiers=bayes+tsetlin,rounds=600+200+100";
    let all = ["solve", "axis:la-2", "--agent", agent, "--runs", "20"];
    let solved: serde_json::Value = serde_json::from_str(&said(&[&all[..], &["--json"]].concat())).unwrap();
    assert!((solved["gain"].as_f64().unwrap() + 4.821).abs() < 0.001, "{solved}");
    assert_eq!((&solved["learned"]["best"], &solved["moves"][0]["chosen"]), (&20.into(), &20.into()));
    assert!(said(&all).contains("20 of 20 runs choose a best first move"));
    assert!(!said(&["solve", "axis:la-1"]).contains("chosen"));
}

#[test]
fn automata_that_cannot_be_are_refused() {
    let learn = |agent: &str| refused(&["solve", "axis:la-3", "--agent", &format!("automata:{agent}")]);
    for (agent, reason) in [
        ("tiers=bays", "'bays': expected a kind of automaton"),
        ("rounds=600+200+100", "3 tiers: expected at most 2, the turns of the scenario"),
        ("tiers=lri+tsetlin,rounds=500", "2 kinds and 1 numbers of rounds"),
        ("tiers=lri,rate=1", "rate=1: expected a number between 0 and 1"),
        ("tiers=lri,rise=0", "rise=0: expected a number above 0"),
        ("limiter=2", "limiter=2: expected a number between 0 and 1"),
        ("sure=1", "how sure automata must be: expected a number between 0 and 1"),
        ("lessons=0", "exact feedback: expected at least one lesson"),
        ("feedback=none", "feedback=none: expected exact or dice"),
        ("opponent=me", "opponent=me: expected tiers or turn"),
        ("speed=9", "speed"),
    ] {
        let error = learn(agent);
        assert!(error.contains(reason), "{agent}: {error}");
    }
    assert!(refused(&["solve", "axis:la-3", "--agent", "dls"]).contains("automata"));
    assert!(
        refused(&["solve", "axis:la-3", "--agent", "automata", "--runs", "0"]).contains("'0' for '--runs")
    );
    assert!(refused(&["solve", "axis:minimap"]).contains("economy off"));
    let seat = |agent: &str| refused(&["match", "axis:la-3", "--seats", agent, "random", "--games", "1"]);
    assert!(seat("automata:tiers=bayse").contains("expected a kind of automaton"));
    assert!(seat("automata:reply=dsl").contains("reply=dsl"));
    assert!(seat("automata:seconds=-1").contains("seconds=-1"));
    let folder = tempfile::tempdir().unwrap();
    let stuck = "scenario Stuck\nvictory balance\nrounds 1\neconomy off\nalliance a\nalliance b\n\
        unit infantry land attack 1 defence 2 move 1 cost 3\nnation a of a money 0\nnation b of b money 0\n\
        province p worth 1 owner a:\nprovince q worth 1 owner b:\nstack p a infantry 1\nstack q b infantry 1\n";
    let stuck = format!("axis:{}", written(folder.path(), "stuck.axis", stuck));
    assert!(refused(&["solve", &stuck]).contains("'infantry' in 'p' has nowhere to go"));
}

fn case(file: &str) -> String {
    format!("axis:{}/../sandtable-games/tests/axis_cases/maps/{file}", env!("CARGO_MANIFEST_DIR"))
}

/// Maps on which planes fly over flak, and one with a unit that never moves.
#[test]
fn players_keep_to_the_rules_where_flak_is_flown_over() {
    for (map, agent, games) in [
        ("replan.axis", "staff:by=tactics,depth=1,starts=1", "40"),
        ("over.axis", "automata:seconds=0.002", "4"),
        ("over2.axis", "dls:depth=1", "10"),
        ("movable-factory.axis", "dls:depth=1", "4"),
        ("movable-factory.axis", "staff:by=tactics,depth=1,starts=1", "4"),
        ("replan.axis", "triplea:fast", "10"),
        ("over2.axis", "triplea:hard", "4"),
        ("movable-factory.axis", "staff:nodes=20", "4"),
    ] {
        said(&["match", &case(map), "--seats", agent, "ez-fodder", "--games", games]);
    }
}

/// Four nations in two alliances on a ring of 24 provinces, with nine kinds of units that fight.
fn ring() -> String {
    let mut text =
        String::from("scenario Ring\n\nvictory capitals\nrounds 3\neconomy on\n\nalliance a\nalliance b\n\n");
    let kinds: Vec<String> = (1..=9).map(|k| format!("kind-{k}")).collect();
    for (k, kind) in kinds.iter().enumerate() {
        let (attack, cost) = (1 + k / 2, 3 + k);
        text += &format!("unit {kind} land attack {attack} defence 2 move 1 cost {cost}\n");
    }
    text += "unit factory land cost 15 factory\n\n";
    for n in 0..4 {
        let alliance = if n % 2 == 0 { "a" } else { "b" };
        text += &format!("nation n{n} of {alliance} money 20 buys {}\n", kinds.join(" "));
    }
    for p in 0..24 {
        let (owner, capital) =
            (p / 6, if p % 6 == 3 { format!(" capital n{}", p / 6) } else { String::new() });
        let (x, y) = (100 + 20 * p, 100 + 40 * (p % 2));
        let (before, after) = ((p + 23) % 24, (p + 1) % 24);
        text += &format!("province p{p} worth 4{capital} owner n{owner} at {x} {y}: p{before} p{after}\n");
    }
    for p in 0..24 {
        let factory = if p % 6 == 3 { " factory 1" } else { "" };
        text += &format!("stack p{p} n{} {} 3 {} 1{factory}\n", p / 6, kinds[p % 9], kinds[(p + 1) % 9]);
    }
    text
}

#[test]
fn staff_plays_maps_with_several_nations_and_many_provinces_and_kinds() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("ring.axis"), ring()).unwrap();
    let run = |agent: &str| {
        Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args([
                "match",
                "axis:ring.axis",
                "--seats",
                agent,
                "triplea",
                agent,
                "triplea",
                "--games",
                "2",
                "--json",
            ])
            .current_dir(folder.path())
            .output()
            .unwrap()
    };
    let out = run("staff:nodes=20");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    assert!(!String::from_utf8_lossy(&out.stdout).contains("panicked"));
    std::fs::write(folder.path().join("bad.net"), "{\"signs\":[\"moon\"],\"marks\":[],\"weights\":[0,0]}")
        .unwrap();
    let error = String::from_utf8(run("staff:nodes=1,file=bad.net").stderr).unwrap();
    assert!(error.contains("bad.net: expected a net for the signs") && error.contains("moon"), "{error}");
}
