//! `sandtable odds` as a user meets it: the contract, the page, and wrong input on purpose.

use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn odds(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.arg("odds").args(words).stdin(Stdio::null()).output().unwrap()
}

fn text(words: &[&str]) -> String {
    let out = odds(words);
    assert!(
        out.status.success() && out.stderr.is_empty(),
        "{words:?}: {}",
        String::from_utf8_lossy(&out.stderr)
    );
    String::from_utf8(out.stdout).unwrap()
}

fn json(words: &[&str]) -> Value {
    serde_json::from_str(&text(&[words, &["--json"]].concat())).unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"))
}

#[test]
fn a_battle_has_all_fields_of_the_contract() {
    let battle = json(&["risk", "5", "3"]);
    let keys: Vec<&String> = battle.as_object().unwrap().keys().collect();
    let mut expect =
        ["game", "attackers", "defenders", "stays", "win", "losses", "left", "distribution", "stopping"];
    expect.sort_unstable();
    assert_eq!(keys, expect);
    assert_eq!(
        (&battle["game"], &battle["attackers"], &battle["defenders"]),
        (&"risk".into(), &5.into(), &3.into())
    );
    assert!(battle["stopping"].is_null());
    let ends = battle["distribution"].as_array().unwrap();
    assert_eq!(ends.len(), 8);
    let sum = |f: &dyn Fn(&Value) -> f64| ends.iter().map(|e| number(&e["chance"]) * f(e)).sum::<f64>();
    assert!((sum(&|_| 1.0) - 1.0).abs() < 1e-12);
    assert!((sum(&|e| f64::from(e["attackers"] != 0)) - number(&battle["win"])).abs() < 1e-12);
    let (left, lost) = (sum(&|e| number(&e["attackers"])), number(&battle["losses"]["attacker"]));
    assert!((left + lost - 5.0).abs() < 1e-12);
    assert!((number(&battle["left"]["attacker_if_won"]) * number(&battle["win"]) - left).abs() < 1e-12);
    let held = sum(&|e| number(&e["defenders"]));
    assert!((held + number(&battle["losses"]["defender"]) - 3.0).abs() < 1e-12);
    assert!(
        (number(&battle["left"]["defender_if_lost"]) * (1.0 - number(&battle["win"])) - held).abs() < 1e-12
    );
    assert!((number(&json(&["risk", "10", "10"])["win"]) - 0.568).abs() < 5e-4);
}

#[test]
fn the_army_that_stays_may_be_counted() {
    let (mut extra, mut counted) = (json(&["risk", "5", "3"]), json(&["risk", "6", "3", "stays=counted"]));
    assert_eq!((extra["stays"].take(), counted["stays"].take()), ("extra".into(), "counted".into()));
    assert_eq!(extra, counted);
    assert!(text(&["risk", "6", "3", "stays=counted"]).contains("5 attackers (6 less the one that stays)"));
}

#[test]
fn stakes_say_when_to_break_off() {
    let stopping = &json(&["risk", "10", "8", "win=5", "own=1", "enemy=0.5"])["stopping"];
    assert_eq!((&stopping["attack"], number(&stopping["enemy"])), (&true.into(), 0.5));
    let rows = stopping["by_defenders"].as_array().unwrap();
    assert_eq!(rows.len(), 8);
    assert_eq!((&rows[7]["defenders"], &rows[7]["value"]), (&8.into(), &stopping["value"]));
    assert!(rows.iter().all(|row| number(&row["value"]) >= number(&row["to_the_end"])));
    let least: Vec<u64> = rows.iter().map(|row| row["least"].as_u64().unwrap()).collect();
    assert_eq!(least, [1, 2, 3, 3, 3, 4, 5, 6]);
    let hopeless = &json(&["risk", "3", "9", "win=1"])["stopping"];
    assert_eq!((&hopeless["attack"], number(&hopeless["value"])), (&false.into(), 0.0));
    assert!(hopeless["by_defenders"][8]["least"].is_null());
}

#[test]
fn long_lists_are_cut_and_say_so() {
    let long = text(&["risk", "60", "50"]);
    assert!(long.contains("ends below 0.1 % are left out, together 0."), "{long}");
    assert!(!text(&["risk", "10", "8"]).contains("left out"));
    assert_eq!(json(&["risk", "60", "50"])["distribution"].as_array().unwrap().len(), 110);
    assert!(number(&json(&["risk", "2000", "2000"])["win"]) > 0.9999);
}

#[test]
fn the_page_stands_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("odds.html");
    text(&["risk", "10", "8", "win=5", "--html", file.to_str().unwrap()]);
    let page = std::fs::read_to_string(&file).unwrap();
    assert!(page.contains("<svg") && page.contains("When to go on") && page.contains("72.40 %"));
    assert!(!page.contains("src=") && !page.contains("href="));
}

#[test]
fn without_a_game_it_teaches() {
    let list = text(&[]);
    for words in ["sandtable odds risk ATTACKERS DEFENDERS", "stays", "win=5 own=1 enemy=0.5"] {
        assert!(list.contains(words), "{list}");
    }
    assert_eq!(json(&[])[0]["game"], "risk");
}

#[test]
fn wrong_input_is_refused_in_one_line() {
    let refused = |words: &[&str], expect: &str| {
        let out = odds(words);
        let error = String::from_utf8(out.stderr).unwrap();
        assert_eq!(out.status.code(), Some(2), "{words:?}: {error}");
        assert_eq!(error.trim_end().lines().count(), 1, "{words:?}: {error}");
        assert!(error.contains(expect), "{words:?}: {error}");
        assert!(out.stdout.is_empty(), "{words:?}");
    };
    refused(&["rsik", "3", "3"], "unknown game with battle odds 'rsik': did you mean 'risk'?");
    refused(&["risk"], "expected two numbers, ATTACKERS DEFENDERS, but got 0");
    refused(&["risk", "3", "3", "3"], "but got 3");
    refused(&["risk", "0", "3"], "0 attackers: expected a whole number from 1 to 2000");
    refused(&["risk", "3", "2001"], "2001 defenders: expected a whole number from 1 to 2000");
    refused(&["risk", "3", "two"], "two defenders: expected a whole number");
    refused(&["risk", "1", "3", "stays=counted"], "1 attackers: expected a whole number from 2 to 2001");
    refused(&["risk", "3", "3", "stays=home"], "stays=home: expected extra or counted");
    refused(&["risk", "3", "3", "stay=counted"], "unknown item of odds risk 'stay': did you mean 'stays'?");
    refused(&["risk", "3", "3", "own=-1"], "own=-1: expected a number from 0 to 1e9");
    refused(&["risk", "3", "3", "own=much"], "own=much: expected a number from 0 to 1e9");
    refused(&["risk", "3", "3", "own=NaN"], "own=NaN: expected a number from 0 to 1e9");
    refused(&["risk", "3", "3", "win=1", "win=2"], "'win' is given twice");
    refused(&["risk", "3", "3", "--html", "/proc/nowhere.html"], "cannot write /proc/nowhere.html");
    refused(&["risk", "3", "-3"], "'-3'");
}
