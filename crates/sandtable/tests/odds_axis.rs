//! `sandtable odds axis` as a user meets it.

use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn odds(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.args(["odds", "axis"]).args(words).stdin(Stdio::null()).output().unwrap()
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
    let battle =
        json(&["infantry=2,artillery=2,armour=1", "infantry=3,artillery=1", "losses=cost", "land=10"]);
    let keys: Vec<&String> = battle.as_object().unwrap().keys().collect();
    let mut expect = [
        "game",
        "map",
        "attackers",
        "defenders",
        "losses",
        "retreat",
        "land",
        "win",
        "taken",
        "draw",
        "lose",
        "retreated",
        "loss",
        "swing",
        "gain",
        "left",
        "rounds",
        "missing",
        "distribution",
        "stopping",
    ];
    expect.sort_unstable();
    assert_eq!(keys, expect);
    assert_eq!(battle["attackers"], serde_json::json!({ "infantry": 2, "artillery": 2, "armour": 1 }));
    // Lie, *Playing Axis & Allies Revised Using Learning Automata*, scenario 3.
    assert_eq!(format!("{:.4}", number(&battle["taken"])), "0.8315");
    assert_eq!(format!("{:.2}", number(&battle["gain"])), "11.65");
    let ends = battle["distribution"].as_array().unwrap();
    let sum =
        |end: &str| -> f64 { ends.iter().filter(|e| e["end"] == end).map(|e| number(&e["chance"])).sum() };
    for (end, chance) in [("taken", "win"), ("drawn", "draw"), ("lost", "lose"), ("retreated", "retreated")] {
        assert!((sum(end) - number(&battle[chance])).abs() < 1e-12, "{end}");
    }
    assert!(battle["stopping"].is_null());
}

#[test]
fn flags_are_items() {
    let forces = ["infantry=4,fighter=1", "infantry=3,aa-gun=1"];
    let items = json(&[&forces[..], &["map=revised", "losses=cost", "retreat=after:2"]].concat());
    let flags =
        json(&[&["--map", "revised"], &forces[..], &["--losses", "cost", "--retreat", "after:2"]].concat());
    assert_eq!(items, flags);
    assert!(number(&items["retreated"]) > 0.0);
    let losses = serde_json::json!({ "attacker": "cost", "defender": "cost" });
    assert_eq!(items["losses"], losses);
}

#[test]
fn losses_go_in_the_order_given() {
    let forces = ["infantry=1,fighter=2", "infantry=3"];
    let planes_last = json(&[&forces[..], &["losses=power"]].concat());
    let planes_first = json(&[&forces[..], &["losses=fighter+infantry", "defence-losses=power"]].concat());
    assert_eq!(
        planes_first["losses"],
        serde_json::json!({ "attacker": "fighter+infantry", "defender": "power" })
    );
    assert!(number(&planes_first["taken"]) > number(&planes_last["taken"]));
    assert!(number(&planes_first["win"]) < number(&planes_last["win"]));
}

#[test]
fn the_best_retreat_comes_with_a_plan() {
    let forces = ["infantry=3,armour=2", "infantry=4"];
    let gain = |retreat: &str| number(&json(&[&forces[..], &["land=5", retreat]].concat())["gain"]);
    let best = gain("retreat=optimal");
    for other in ["retreat=never", "retreat=after:1", "retreat=below:0.5"] {
        assert!(gain(other) <= best, "{other}");
    }
    let plan = &json(&[&forces[..], &["land=5", "retreat=optimal"]].concat())["stopping"];
    assert_eq!(plan["by_defenders"].as_array().unwrap().len(), 4);
    assert!((number(&plan["advantage"]) - best).abs() < 1e-9);
    let shown = text(&[&forces[..], &["land=5", "retreat=optimal"]].concat());
    assert!(shown.contains("When to go on") && shown.contains("the attacker breaks off"), "{shown}");
}

#[test]
fn raids_are_told() {
    let raid = &json(&["bomber=3", "aa-gun=1,factory=1", "raid=10"])["raid"];
    assert_eq!((&raid["guns"], &raid["limit"]), (&true.into(), &10.into()));
    assert_eq!(raid["money_chances"].as_array().unwrap().len(), 11);
    assert!((number(&raid["shot_down"]) - 0.5).abs() < 1e-12);
    let free = &json(&["bomber=2", "factory=1", "raid=unlimited"])["raid"];
    assert!((number(&free["cost"]) - 7.0).abs() < 1e-12 && free["limit"].is_null());
}

#[test]
fn the_page_stands_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("odds.html");
    let words = ["infantry=3,armour=2,bomber=1", "infantry=4,aa-gun=1", "retreat=optimal", "--html"];
    text(&[&words[..], &[file.to_str().unwrap()]].concat());
    let page = std::fs::read_to_string(&file).unwrap();
    assert!(page.contains("<svg") && page.contains("When to go on") && page.contains("2 armour 1 bomber"));
    assert!(!page.contains("src=") && !page.contains("href="));
}

#[test]
fn the_largest_battles_are_answered() {
    let large = json(&["infantry=200,armour=200", "infantry=200,artillery=200"]);
    assert!(number(&large["win"]) > 0.9 && number(&large["missing"]) < 1e-10);
    let planes = json(&["infantry=15,fighter=10,bomber=5", "infantry=25,aa-gun=1", "retreat=optimal"]);
    assert!(number(&planes["missing"]) < 1e-9);
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
    let and = |word: &'static str| ["infantry=2", "infantry=1", word];
    refused(&[], "expected two forces, ATTACKERS DEFENDERS, but got 0");
    refused(&["infantry=3"], "but got 1");
    refused(&["infantri=3", "infantry=1"], "unknown unit 'infantri': did you mean 'infantry'?");
    refused(&["infantry", "infantry=1"], "'infantry': expected UNIT=COUNT");
    refused(&["infantry=2,", "infantry=1"], "'': expected UNIT=COUNT");
    refused(&["infantry=201", "infantry=1"], "infantry=201: expected a whole number from 0 to 200");
    refused(&["infantry=-1", "infantry=1"], "infantry=-1: expected a whole number");
    refused(&["infantry=1,infantry=2", "infantry=1"], "infantry is given twice");
    refused(&["infantry=0", "infantry=1"], "0 attackers: expected 1 to 400");
    refused(&["infantry=1", "infantry=200,armour=200,fighter=1"], "401 defenders: expected 0 to 400");
    refused(&["aa-gun=1", "infantry=1"], "aa-gun cannot attack");
    refused(&and("3"), "'3' after the two forces");
    refused(&and("armour=3"), "unknown item of odds axis 'armour'");
    refused(&and("map=mini"), "unknown map (or .axis file) 'mini': did you mean 'minimap'?");
    refused(&and("map=nowhere.axis"), "cannot read nowhere.axis");
    refused(&and("losses=best"), "unknown unit in losses 'best'");
    refused(&and("retreat=after:0"), "retreat=after:0: expected never, after:N");
    refused(&and("retreat=below:2"), "below:P (P from 0 to 1)");
    refused(&and("land=-1"), "land=-1: expected a number from 0 to 1e9");
    refused(&["infantry=2", "infantry=1", "losses=cost", "--losses", "power"], "'losses' is given twice");
    refused(&and("raid=5"), "raid: infantry cannot bomb factories");
    refused(&["bomber=1", "infantry=1", "raid=5"], "raid: infantry takes no part");
    refused(&["bomber=1", "factory=1", "raid=much"], "raid=much: expected a whole number");
    refused(&["fighter=200,bomber=200", "infantry=200,aa-gun=1"], "too many planes against guns");
}
