//! What a seat believes and what positions are exactly worth: told to those who may know, from what they may know.

use std::process::Command;

use serde_json::{Value, json};

use super::client::{Client, Game, Server, settled};

/// A made game between agents, played to its end.
fn ended(client: &mut Client, game: &str, seats: [&str; 2]) -> Game {
    let made = client.make(&json!({ "game": game, "seats": seats, "seed": 1 }));
    client.posted(&made.watched("/control"), &json!({ "running": true, "speed": 0 }));
    client.wait(&made.watched(""), over);
    made
}

fn over(table: &Value) -> bool {
    table["turn"] == "over"
}

fn sum(values: &Value) -> f64 {
    values.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).sum()
}

#[test]
fn what_is_believed_comes_from_what_the_seat_has_seen() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let mut answers: Vec<Value> = Vec::new();
    for red in ["A5", "E5"] {
        let state = format!("turns 9; goal 0; blue C1=2 C2=1; red {red}=2; move blue");
        let order = json!({ "game": "opaque", "seats": ["human", "human"], "state": state, "seed": 1 });
        let game = client.make(&order);
        answers.push(client.got(&game.at("/belief", 0)));
        assert_eq!(client.get(&game.watched("/belief")).status, 403, "people play");
        let other = format!("{}&seat=1", game.at("/belief", 0));
        assert_eq!(client.get(&other).status, 403, "that is the other's");
        assert_eq!(client.get(&format!("{}&seat=7", game.at("/belief", 0))).status, 400);
        assert_eq!(client.get(&format!("{}&at=7", game.at("/belief", 0))).status, 400);
    }
    assert_eq!(answers[0], answers[1], "nothing else goes into it");
    let believed = &answers[0];
    assert_eq!(believed["seat"], 0);
    let means = believed["heat"].as_array().unwrap().iter().find(|h| h["name"] == "red pieces on average");
    assert!((sum(&means.unwrap()["values"]) - 2.0).abs() < 1e-9, "two pieces are somewhere: {believed}");
    let first = &believed["pieces"][0];
    assert!(first["truth"].is_null() && first["chance"].as_f64().unwrap() > 0.0, "{first}");
}

#[test]
fn beliefs_are_held_against_the_truth_by_those_who_may_know_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let game = ended(&mut client, "opaque:3x3", ["simple-blue", "axes-exp-red"]);
    let mut unsure = 0;
    for at in 0..12 {
        for seat in 0..2 {
            let path = format!("{}&seat={seat}&at={at}", game.watched("/belief"));
            let believed = client.got(&path);
            assert_eq!(believed["seat"], seat);
            let figure = |name: &str| {
                let all = believed["figures"].as_array().unwrap();
                all.iter().find(|f| f["name"] == name).and_then(|f| f["value"].as_f64())
            };
            let right = figure("chance given to the truth").unwrap();
            assert!(right > 0.0 && right < 1.0 + 1e-9, "{believed}");
            unsure += u32::from(right < 0.999);
            for guess in believed["pieces"].as_array().unwrap() {
                assert!(guess["truth"].is_number(), "{guess}");
            }
            assert_eq!(client.got(&path), believed, "it is the same whenever it is asked for");
        }
    }
    assert!(unsure > 0, "something was out of sight");
}

#[test]
fn small_games_tell_what_they_are_exactly_worth() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let game = client.make(&json!({ "game": "lucid:2x3", "seats": ["human", "human"], "seed": 1 }));
    let table = client.wait(&game.at("", 0), settled);
    assert_eq!(table["exact"], true);
    let before = client.got(&format!("{}&at=0", game.at("/exact", 0)));
    assert!((before["value"][0].as_f64().unwrap() - 0.796_875).abs() < 1e-9, "{before}");
    assert!(sum(&before["value"]).abs() < 1e-9);
    let drawn: f64 = before["draws"]
        .as_array()
        .unwrap()
        .iter()
        .map(|d| d["chance"].as_f64().unwrap() * d["value"][0].as_f64().unwrap())
        .sum();
    assert!((drawn - 0.796_875).abs() < 1e-9, "{before}");
    let now = client.got(&game.at("/exact", 0));
    let mover = table["turn"]["player"].as_u64().unwrap() as usize;
    let steps = now["steps"].as_array().unwrap();
    assert_eq!(steps[0]["value"], now["value"][mover], "the best step keeps the value");
    assert!(steps.len() as u64 == now["of"].as_u64().unwrap() && steps.len() > 1, "{now}");
    assert_eq!(client.get(&game.at("/belief", 0)).status, 409, "nothing is hidden");
    let large = client.make(&json!({ "game": "lucid", "seats": ["human", "human"], "seed": 1 }));
    assert_eq!(client.got(&large.at("", 0))["exact"], false);
    assert_eq!(client.get(&large.at("/exact", 0)).status, 409);
    let hidden = client.make(&json!({ "game": "opaque:2x3", "seats": ["human", "human"], "seed": 1 }));
    assert_eq!(client.get(&hidden.at("/exact", 0)).status, 409);
}

/// A table of an end game of the full board, given to the server.
#[test]
fn a_table_gives_a_large_board_its_exact_values() {
    let folder = tempfile::tempdir().unwrap();
    let (state, table) = (folder.path().join("end.state"), folder.path().join("end.table"));
    let text = "turns 12; goal 0; blue C3=1; red C5=1; toss";
    std::fs::write(&state, text).unwrap();
    let program = || Command::new(env!("CARGO_BIN_EXE_sandtable"));
    let solved =
        program().args(["solve", "lucid", "--json", "--state"]).arg(&state).arg("--out").arg(&table).output();
    let solved: Value = serde_json::from_slice(&solved.unwrap().stdout).unwrap();
    let server = Server::start_with(folder.path(), &["--table".as_ref(), table.as_os_str()]);
    let mut client = server.client();
    let game =
        client.make(&json!({ "game": "lucid", "seats": ["exact", "exact"], "state": text, "seed": 1 }));
    assert_eq!(client.got(&game.watched(""))["exact"], true);
    let told = client.got(&format!("{}&at=0", game.watched("/exact")));
    assert_eq!(told["value"][0], solved["value"]);
    client.posted(&game.watched("/control"), &json!({ "running": true, "speed": 0 }));
    assert!(client.wait(&game.watched(""), over)["error"].is_null());
    // Where the table has nothing it says so, and `exact` asks whom it was told to.
    let whole =
        client.make(&json!({ "game": "lucid", "seats": ["exact:else=simple-blue", "human"], "seed": 2 }));
    assert!(client.got(&whole.at("/exact", 1)).is_null());
    let other = client.make(&json!({ "game": "lucid:4x4", "seats": ["human", "human"], "seed": 1 }));
    assert_eq!(client.got(&other.at("", 0))["exact"], false, "the table is of another board");
    let refused = program()
        .args(["serve", "--port", "0", "--data"])
        .arg(folder.path())
        .arg("--table")
        .arg(&state)
        .output();
    let refused = refused.unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("end.state: line 1: expected"));
}
