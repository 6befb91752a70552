//! The command line as a user meets it: the contract, wrong input on purpose, and `kill -9`.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

pub fn sandtable(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable")).args(args).stdin(Stdio::null()).output().unwrap()
}

pub fn json(args: &[&str]) -> Value {
    let out = sandtable(args);
    assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    assert!(
        out.stderr.is_empty(),
        "{args:?} prints on standard error: {}",
        String::from_utf8_lossy(&out.stderr)
    );
    serde_json::from_slice(&out.stdout).unwrap()
}

/// Bad input: exit code 2, one line on standard error that contains `expect`, nothing on standard output.
pub fn refused(args: &[&str], expect: &str) {
    let out = sandtable(args);
    let error = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(2), "{args:?}: {error}");
    assert_eq!(error.trim_end().lines().count(), 1, "{args:?}: {error}");
    assert!(error.contains(expect), "{args:?}: {error}");
    assert!(out.stdout.is_empty(), "{args:?}");
}

#[test]
fn help_names_every_command_and_what_to_try() {
    let text = String::from_utf8(sandtable(&["--help"]).stdout).unwrap();
    for word in ["serve", "tournament", "http://127.0.0.1:7878", "sandtable play", "sandtable reproduce"] {
        assert!(text.contains(word), "{text}");
    }
}

#[test]
fn lists_are_json_for_programs() {
    let games = json(&["games", "--json"]);
    let opaque = games.as_array().unwrap().iter().find(|g| g["name"] == "opaque").unwrap();
    assert_eq!(opaque["hidden"], true);
    let agents = json(&["agents", "lucid", "--json"]);
    let names: Vec<&str> = agents.as_array().unwrap().iter().map(|a| a["name"].as_str().unwrap()).collect();
    let outside = json(&["agents", "axis:minimap", "--json"]);
    let titled = outside.as_array().unwrap().iter().find(|a| a["name"] == "triplea").unwrap();
    assert_eq!(titled["titles"][2]["title"], "TripleA: Hard AI");
    for name in ["simple-blue", "one-axis-blue", "simple-red", "dist-exp-red", "random", "mcts", "automata"] {
        assert!(names.contains(&name), "{name} is missing in {names:?}");
    }
    let axis = &agents[names.iter().position(|n| *n == "one-axis-blue").unwrap()];
    assert_eq!(axis["params"][0]["name"], "axis");
    assert_eq!(axis["seats"], serde_json::json!(["blue"]));
}

#[test]
fn perft_counts_the_openings() {
    let perft = json(&["perft", "lucid", "1", "--json"]);
    assert_eq!(perft["positions"]["blue"], 60_112);
    assert!(perft["positions"]["red"].as_u64().unwrap() > 1000);
    assert!(perft["seconds"].as_f64().unwrap() < 5.0);
}

#[test]
fn a_match_has_all_fields_of_the_contract_and_repeats() {
    let args =
        ["match", "lucid", "--seats", "one-axis-blue", "simple-red", "--games", "500", "--luck", "expanded"];
    let run = |more: &[&str]| {
        let mut result = json(&[&args[..], more, &["--json"]].concat());
        for key in ["seconds", "games_per_second"] {
            assert!(result[key].take().as_f64().unwrap() > 0.0);
        }
        result
    };
    let one = run(&["--threads", "1", "--seed", "7"]);
    for key in [
        "game", "seats", "games", "seed", "swap", "deals", "wins", "draws", "share", "score", "luck", "turns",
    ] {
        assert!(!one[key].is_null(), "{key}");
    }
    for key in ["method", "mean", "stderr", "low", "high", "factor"] {
        assert!(!one["luck"][key].is_null(), "{key}");
    }
    for (part, keys) in
        [("score", &["mean", "stderr", "low", "high"][..]), ("share", &["mean", "low", "high"])]
    {
        for key in keys {
            assert!(one[part][key][1].is_number(), "{part} {key}");
        }
    }
    for key in ["mean", "min", "max"] {
        assert!(!one["turns"][key].is_null(), "{key}");
    }
    assert_eq!(one, run(&["--threads", "2", "--seed", "7"]));
    assert_ne!(one, run(&["--threads", "2", "--seed", "8"]));
}

#[test]
fn records_are_written_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    let file = format!("{dir}/games.jsonl");
    json(&["match", "opaque:3x3", "--seats", "random", "random", "--games", "20", "--record", dir, "--json"]);
    assert_eq!(json(&["replay", &file, "--rerun", "--json"]).as_array().unwrap().len(), 20);
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("\"result\":[0", "\"result\":[1")).unwrap();
    let out = sandtable(&["replay", &file]);
    assert_eq!(out.status.code(), Some(1));
    assert!(String::from_utf8(out.stderr).unwrap().contains("games.jsonl:"));
    std::fs::write(&file, "{\"sandtable\":1}\n").unwrap();
    refused(&["replay", &file], "games.jsonl:1: not a record");
    refused(&["replay", "nowhere.jsonl"], "nowhere.jsonl: ");
}

#[test]
fn what_a_seat_has_seen_of_a_recorded_game_can_be_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    let file = format!("{dir}/games.jsonl");
    json(&["match", "opaque", "--seats", "random", "random", "--games", "2", "--record", dir, "--json"]);
    let common = ["advise", "opaque", "--record", &file, "--seat", "Red"];
    let start = json(&[&common[..], &["--turn", "0", "--ask", "{({A1},3)}", "--json"]].concat());
    assert_eq!((&start["verdict"], &start["areas"][0]["most"]), (&"certain".into(), &3.into()));
    let known = sandtable(&[&common[..], &["--line", "2", "--turn", "9", "--ask", ""]].concat());
    assert!(String::from_utf8(known.stdout).unwrap().contains("enemies at most: "));
    refused(&[&common[..], &["--ask", "{({A9},1)}"]].concat(), "--ask: 1:4: expected a node");
    refused(&[&common[..], &["--line", "3", "--ask", ""]].concat(), "games.jsonl:3: no such line");
    refused(&[&common[..], &["--turn", "99", "--ask", ""]].concat(), "--turn: expected at most");
    refused(&["advise", "lucid", "--record", &file, "--seat", "red", "--ask", ""], "a game of opaque");
    refused(&["advise", "opaque", "--record", &file, "--seat", "grey", "--ask", ""], "expected one of");
}

#[test]
fn wrong_input_is_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let board = folder.path().join("my.board");
    std::fs::write(&board, "columns 3\nrows three\n").unwrap();
    let spec = format!("lucid:{}", board.display());
    let seats = ["--seats", "simple-blue", "simple-red"];
    let play = |game: &str, more: &[&str], expect: &str| {
        refused(&[&["match", game][..], &seats, more].concat(), expect)
    };
    play("lucit", &[], "unknown game 'lucit': did you mean 'lucid'?");
    play("lucid:bord=3x3", &[], "unknown parameter of lucid 'bord': did you mean 'board'?");
    play("lucid:9x9", &[], "9x9: ");
    play(&spec, &[], "my.board:2: 'rows' is 'three': expected a whole number from 1 to 16");
    for games in ["0", "-3", "many", "1e3", "99999999999999999999"] {
        let line =
            format!("invalid value '{games}' for '--games <GAMES>': expected a whole number from 1 on");
        play("lucid", &["--games", games], &line);
    }
    play(
        "lucid",
        &["--seed", "-1"],
        "invalid value '-1' for '--seed <SEED>': expected a whole number from 0 on",
    );
    play(
        "lucid",
        &["--games", "7", "--luck", "expanded"],
        "not enough games: luck correction by 6 terms needs at least 8",
    );
    play("lucid", &["--luck", "expandet"], "unknown luck correction 'expandet': did you mean 'expanded'?");
    play("lucid", &["--swap"], "swapped seats: simple-red plays red only, not blue");
    play("lucid", &["--sprt", "5"], "'5': expected two Elo differences");
    play("lucid", &["--record", "/proc/nowhere"], "cannot write /proc/nowhere");
    play("lucid", &["--gams", "3"], "'--gams'");
    refused(&["match", "lucid", "--seats", "simple-bleu", "simple-red"], "did you mean 'simple-blue'?");
    refused(&["match", "lucid", "--seats", "simple-blue"], "2 seats (blue, red), but 1 agents");
    refused(&["tournament", "lucid", "--agents", "random", "simple-red", "--data", "/proc/x"], "/proc/x");
    refused(&["tournament", "lucid", "--agents", "simple-blue", "one-axis-blue"], "can sit at one table");
    let pair = |text| ["tournament", "lucid", "--agents", text, "random"];
    refused(&pair("simple-blue+simpel-red"), "'simpel-red': did you mean 'simple-red'?");
    refused(&pair("simple-blue+one-axis-blue"), "simple-blue and one-axis-blue both play blue");
    refused(&pair("simple-blue+"), "expected a name");
    refused(&pair("simple-blue+simple-red+random"), "no seat is left for random");
    let three = ["match", "risk:classic,players=3", "--seats", "random+planner", "random", "random"];
    refused(&three, "2 agents for 3 (");
    refused(
        &["match", "lucid", "--seats", "one-axis-blue:axis=C+dist-exp-rad", "random"],
        "did you mean 'dist-exp-red'?",
    );
    refused(
        &["match", "lucid", "--seats", "random", "random", "--leave-one-out"],
        "expected luck correction by simple",
    );
    refused(&["tournament", "nowhere.toml"], "nowhere.toml");
    refused(&["perft", "lucid", "0"], "0 is not in 1..=100");
    refused(&["perft", "lucid", "9"], "more than");
    refused(&["reproduce", "lucid-3.3"], "did you mean 'lucid-3.");
    refused(&["reproduce", "foo"], "unknown experiment 'foo': expected one of lucid-3.1, lucid-3.2, ");
    refused(&["agents"], "agents of which game? expected one of lucid, ");
    refused(
        &["match", "lucid", "--seats", "human", "simple-red"],
        "human: a person plays in `sandtable play`",
    );
    refused(
        &["tournament", "lucid", "--agents", "human", "random"],
        "human: a person plays in `sandtable play`",
    );
    refused(
        &["solve", "opaque:2x3", "--agent", "random"],
        "where something is hidden, agents are not measured",
    );
    refused(&["solve", "lucid", "--table", "nothing.table"], "expected a file that `solve --out` wrote");
    refused(&["solve", "lucid", "--bound"], "--agent");
    let crowd: Vec<String> = (1..=64).map(|i| format!("mcts:sims={i}")).collect();
    let crowd: Vec<&str> = crowd.iter().map(String::as_str).collect();
    refused(
        &[&["tournament", "risk:classic,players=6", "--agents"][..], &crowd].concat(),
        "64 agents in 6 seats: more than 100000 tables",
    );
    refused(&["bench", "--accept"], "--accept: data/bench-signature.txt is not here");
    refused(&["play", "lucid", "--seats", "human"], "2 seats, but 1 players");
    refused(&["nonsense"], "unrecognized subcommand 'nonsense'");
}

#[test]
fn reproductions_carry_their_verdicts() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let cells = json(&["reproduce", "lucid-3.1", "--quick", "--json", "--data", data]);
    for key in ["id", "cell", "published", "published_stderr", "measured", "stderr", "games", "verdict"] {
        assert!(!cells[0][key].is_null(), "{key}");
    }
    assert_eq!(cells[0]["kind"], "published");
    let (low, high) = (cells[0]["interval"][0].as_f64().unwrap(), cells[0]["interval"][1].as_f64().unwrap());
    assert!(low < high, "{low} {high}");
    // Eight games a cell.
    let cells = json(&["reproduce", "axis-1", "--quick", "--json", "--data", data]);
    let wins = cells.as_array().unwrap().iter().find(|c| c["cell"].as_str().unwrap().ends_with("wins, %"));
    assert_eq!(wins.unwrap()["verdict"], "too few games");
}

/// What is printed on standard output, line by line.
fn lines(args: &[&str]) -> Vec<String> {
    let out = sandtable(args);
    assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).unwrap().lines().map(String::from).collect()
}

#[test]
fn errors_are_printed_only_where_they_are_known() {
    let one = lines(&["match", "lucid:2x3", "--seats", "random", "random", "--games", "1"]);
    assert!(one.iter().all(|line| !line.contains("0.0000 ± 0.0000") && !line.contains("±0.000")), "{one:#?}");
    assert!(one.last().unwrap().ends_with("not enough games to say how well payoffs are known."), "{one:#?}");
    let seats = ["match", "lucid:2x3", "--seats", "random", "random", "--games", "400", "--luck", "value"];
    let hurt = lines(&seats);
    assert!(hurt.iter().any(|line| line.starts_with("Warning: the luck correction hurts")), "{hurt:#?}");
    let last = hurt.last().unwrap();
    assert!(
        last.contains("; payoffs are known to ±0.0") && last.contains(", corrected payoffs are known to ±"),
        "{last}"
    );
    let json = json(&[&seats[..], &["--json"]].concat());
    assert!(json["luck"]["warning"].as_str().is_some_and(|w| w.contains("hurts")), "{json}");
}

/// The first Ctrl-C is answered at once, whatever is being thought.
#[test]
fn an_interruption_is_answered() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(["match", "risk:duel", "--seats", "mcts:ms=2000", "random", "--games", "1"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let interrupt = |child: &std::process::Child| {
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    };
    interrupt(&child);
    std::thread::sleep(Duration::from_millis(200));
    interrupt(&child);
    let out = child.wait().unwrap();
    assert_eq!(out.code(), Some(1));
    let mut said = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said).unwrap();
    assert!(said.contains("stopping when what is under way is finished"), "{said}");
}

/// One run compares with the signature that is kept, on one thread; the README's compares on all.
#[test]
fn a_person_plays_undoes_and_leaves() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.jsonl");
    let args = ["play", "lucid:2x3", "--seats", "human", "simple-red", "--seed", "4", "--record"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(args)
        .arg(&record)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = String::from("?\nA1-B3\nA1-A2x3\nB1-B2 end\nundo\nboard\n");
    // North with everybody, whoever is left: what is not possible is refused and asked for again.
    for _ in 0..8 {
        input += "B3-goal end\nB2-B3 end\nB1-B2 end\nend\n";
    }
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let out = child.wait_with_output().unwrap();
    let text = String::from_utf8(out.stdout).unwrap();
    assert_eq!(out.status.code(), Some(0), "{text}");
    for expect in ["A1-A2 ", "no edge joins these nodes", "there are not that many pieces", "blue: ", "red: "]
    {
        assert!(text.contains(expect), "'{expect}' is missing in:\n{text}");
    }
    let replayed = json(&["replay", record.to_str().unwrap(), "--json"]);
    assert!(replayed[0]["result"].is_array());
    let left = sandtable(&args[..7]);
    assert_eq!(left.status.code(), Some(1), "leaving is an interruption");
}

#[test]
fn the_fog_holds_in_the_terminal() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(["play", "opaque", "--seats", "human", "axes-exp-red", "--seed", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(&b"end\n".repeat(40)).unwrap();
    let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(text.contains("red: has moved") && text.contains('?'), "{text}");
    assert!(!text.contains("A5-") && !text.contains("r2"), "Red cannot be seen from the first row:\n{text}");
}

#[test]
fn the_commands_of_the_readme_work() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut count = 0;
    for line in readme.lines().filter_map(|l| l.strip_prefix("cargo run --release --")) {
        let words: Vec<&str> = line.split('#').next().unwrap().split_whitespace().collect();
        if ["reproduce", "bench"].contains(&words[0]) {
            continue;
        }
        let out = Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args(&words)
            .current_dir(folder.path())
            .env("SANDTABLE_DATA", folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        // A person who types nothing leaves the game.
        let expected = if words.contains(&"human") { 1 } else { 0 };
        assert_eq!(out.status.code(), Some(expected), "{line}: {}", String::from_utf8_lossy(&out.stderr));
        count += 1;
    }
    assert!(count >= 8, "only {count} commands found");
}
