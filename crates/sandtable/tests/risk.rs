//! Risk on the command line: advice, and what is refused, each with the place and the reason.

use std::process::{Command, Output};

fn sandtable(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable")).args(args).output().unwrap()
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

const STATE: &str = "\
# a position that a person may write
blue to place
red: larch-pass=3 heron-ford=2
blue: millbrook=4 lantern-quay=1   # the quay
blue: gull-rock=2 thyme-hill=1
";

#[test]
fn advice_is_given_on_a_position_that_a_person_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my.state");
    std::fs::write(&file, STATE).unwrap();
    let file = file.to_str().unwrap();
    let output = sandtable(&["advise", "risk:mini6", "--state", file, "--agent", "mcts:sims=200", "--json"]);
    assert!(output.status.success(), "{output:?}");
    let advice: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(advice["seat"], "blue");
    assert!(advice["state"].as_str().unwrap().starts_with("blue to place 4; red: larch-pass=3"), "{advice}");
    let considered = advice["considered"].as_array().unwrap();
    let visits: u64 = considered.iter().map(|c| c["visits"].as_u64().unwrap()).sum();
    assert!((190..=200).contains(&visits), "{visits}");
    assert!(considered.iter().all(|c| (0.0..=1.0).contains(&c["value"].as_f64().unwrap())));
    assert!(!advice["steps"].as_array().unwrap().is_empty());
    let planned = sandtable(&["advise", "risk:mini6", "--state", file, "--agent", "planner"]);
    assert!(String::from_utf8(planned.stdout).unwrap().contains("planner advises blue:"));
    let timed = sandtable(&["advise", "risk:mini6", "--state", file, "--budget", "50ms"]);
    assert!(timed.status.success(), "{timed:?}");
}

#[test]
fn an_example_position_reads_back() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["risk", "risk:duel", "risk:mini12", "lucid", "grid"] {
        let shown = sandtable(&["advise", game, "--show"]).stdout;
        let text = String::from_utf8(shown).unwrap();
        let file = folder.path().join("example.state");
        std::fs::write(&file, text.trim_end()).unwrap();
        let output = sandtable(&["advise", game, "--state", file.to_str().unwrap(), "--agent", "random"]);
        assert!(output.status.success(), "{game}: {text}\n{output:?}");
    }
}

#[test]
fn impossible_positions_are_refused_with_line_and_reason() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my.state");
    let path = file.to_str().unwrap();
    for (from, to, expect) in [
        ("millbrook=4", "milbrook=4", "line 4: unknown territory 'milbrook': did you mean 'millbrook'?"),
        ("millbrook=4", "larch-pass=4", "line 4: larch-pass stands twice"),
        ("millbrook=4", "millbrook=10000", "line 4: '10000': expected a number of troops, 1 to 9999"),
        ("millbrook=4", "millbrook=70000", "line 4: '70000': expected a number of troops, 1 to 9999"),
        (
            "millbrook=4",
            "millbrook=0",
            "line 5: millbrook: only a territory that is being entered is without troops",
        ),
        (
            "millbrook=4",
            "millbrook",
            "line 4: 'millbrook': expected a territory with its troops, like alaska=3",
        ),
        ("millbrook=4 ", "", "line 5: millbrook has no owner"),
        ("red:", "green:", "line 3: 'green': expected a player, one of red, blue"),
        ("red:", "neutral:", "line 3: 'neutral': expected a player, one of red, blue"),
        ("red:", "blue:", "line 5: the game is over: blue is alone"),
        (
            "blue to place",
            "blue to dance",
            "line 2: 'dance': expected trade, place, attack, fortify or the like",
        ),
        ("blue to place", "", "line 5: expected what is to be done, like: red to place 5"),
        ("blue to place", "blue to place; cards red: 2", "line 2: this game has no cards"),
        ("blue to place", "blue to battle gull-rock>larch-pass", "line 5: the battle is not possible"),
        (
            "blue to place",
            "blue to place; turns: 99999",
            "line 2: '99999': expected a number of turns, at most 60000",
        ),
        ("blue to place", "blue to place; turns: 60", "line 5: the game is over after 30 rounds"),
        ("blue to place", "blue to draw", "line 5: blue draws no card"),
        ("blue to place", "blue ended", "line 5: the game is not over: several players are left"),
    ] {
        std::fs::write(&file, STATE.replace(from, to)).unwrap();
        let error = refused(&["advise", "risk:mini6", "--state", path]);
        assert_eq!(error.strip_prefix(&format!("{path}: ")), Some(expect), "{error}");
    }
    std::fs::write(&file, "deal").unwrap();
    let error = refused(&["advise", "risk:mini6", "--state", path]);
    assert!(error.ends_with("nobody is to decide in this position"), "{error}");
}

#[test]
fn options_maps_and_seats_that_do_not_fit_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let map = |text: &str| {
        let file = folder.path().join("my.map");
        std::fs::write(&file, text).unwrap();
        format!("risk:{}", file.display())
    };
    let play = |game: &str, agents: &[&str]| {
        let mut args = vec!["match", game, "--seats"];
        args.extend(agents);
        refused(&args)
    };
    let two = ["quick", "quick"];
    for (game, expect) in [
        ("risk:players=7", "players=7: expected a whole number from 2 to 6"),
        ("risk:neutral=yes", "neutral=yes: only two players have a neutral, not 3"),
        ("risk:armies=3", "classic: armies=3: expected at least 14, one for each territory of an owner"),
        ("risk:cards=gold", "cards=gold: expected none or fixed or progressive"),
        ("risk:fortify=far", "fortify=far: expected adjacent or connected or unlimited"),
        ("risk:mini6,rounds=0", "rounds=0: expected a whole number from 1 to 10000"),
    ] {
        assert_eq!(play(game, &two), expect);
    }
    assert_eq!(play("risk", &two), "risk: 3 seats (red, blue, green), but 2 agents");
    assert!(play("risk:atlantis", &two).contains("expected a .map file, or one of classic, duel"));
    let one_way = "map X\ncontinent a 1\nb: c\nc: b d\nd:\n";
    assert!(play(&map(one_way), &two).contains("my.map:4"), "a one-way edge is named with its line");
    let unknown = "map X\ncontinent a 1\nb: c\nc: b e\n";
    assert!(play(&map(unknown), &two).contains("unknown territory 'e'"));
    let overlap = "map X\ncontinent a 1\nb: c\nc: b\ncontinent d 2\nb: c\n";
    assert!(play(&map(overlap), &two).contains("my.map:6"), "a territory stands in two continents");
    let small = "map X\ncontinent a 1\nb: c\nc: b\n";
    assert!(play(&map(small), &["quick"; 3]).contains("2 territories do not suffice for 3 owners"));
}

/// The map of the docs and the command beneath it.
#[test]
fn the_map_of_the_docs_is_played_as_the_docs_say() {
    let docs = include_str!("../../../docs/risk.md");
    let blocks: Vec<&str> = docs.split("```").skip(1).step_by(2).map(str::trim).collect();
    let map = blocks.iter().find(|b| b.starts_with("map ")).expect("a map");
    let command =
        blocks.iter().find(|b| b.starts_with("sandtable match risk:shores.map")).expect("its command");
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("shores.map"), map).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(command.split_whitespace().skip(1))
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
}
