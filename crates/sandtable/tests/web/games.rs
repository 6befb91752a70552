//! Games over HTTP: played to their ends, taken back, handed over, replayed, and back after `kill -9`.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use super::client::{Game, Numbers, PATIENCE, Server, mover, play, settled, step};

/// One of each kind of game, small enough to be played with random steps.
const GAMES: [(&str, usize); 6] = [
    ("lucid:3x3", 2),
    ("opaque:3x3", 2),
    ("grid", 2),
    ("risk:mini6", 2),
    ("risk:classic,players=3,rounds=2", 3),
    ("axis:la-1,rounds=2", 2),
];

#[test]
fn every_game_can_be_played_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let mut numbers = Numbers(1);
    for (spec, seats) in GAMES {
        let game = client.make(&json!({ "game": spec, "seats": vec!["human"; seats], "seed": 3 }));
        assert_eq!(game.keys.len(), seats, "{spec}");
        let table = play(&mut client, &game, &mut numbers, 20_000);
        assert_eq!(table["turn"], "over", "{spec}: {table}");
        assert_eq!(table["result"].as_array().unwrap().len(), seats, "{spec}");
        let record = client.got(&game.at("/record", 0));
        let again = client.make(&json!({ "record": record }));
        let copy = client.got(&again.at("", 0));
        assert_eq!((&copy["state"], &copy["result"]), (&table["state"], &table["result"]), "{spec}");
    }
    let games = client.got("/api/games");
    assert_eq!(games.as_array().unwrap().len(), 2 * GAMES.len());
    assert!(games.as_array().unwrap().iter().all(|g| g["over"] == true && g.get("keys").is_none()));
}

#[test]
fn agents_answer_people_and_play_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let game = client.make(&json!({ "game": "lucid:3x3", "seats": ["human", "mcts:sims=50"], "seed": 1 }));
    let table = play(&mut client, &game, &mut Numbers(5), 500);
    assert_eq!(table["turn"], "over");
    assert_eq!(table["thought"]["agent"], "mcts:sims=50");
    // Without people nothing happens until somebody starts it.
    let game = client.make(&json!({ "game": "lucid:3x3", "seats": ["simple-blue", "simple-red"] }));
    let table = client.got(&game.watched(""));
    assert_eq!(
        (&table["running"], &table["version"], &table["seat"]),
        (&json!(false), &json!(1), &Value::Null)
    );
    client.posted(&game.watched("/control"), &json!({ "step": true }));
    let table = client.wait(&game.watched(""), |t| t["version"].as_u64() >= Some(3));
    assert_eq!(table["log"].as_array().unwrap().len(), 1, "one event, then it stops again: {table}");
    client.posted(&game.watched("/control"), &json!({ "running": true, "speed": 0 }));
    let table = client.wait(&game.watched(""), |t| t["turn"] == "over");
    assert!(table["course"].as_array().unwrap().len() > 1);
    // At two events a second there are not many in the first.
    let game = client.make(&json!({ "game": "lucid:3x3", "seats": ["simple-blue", "simple-red"] }));
    client.posted(&game.watched("/control"), &json!({ "running": true, "speed": 2 }));
    std::thread::sleep(std::time::Duration::from_millis(1200));
    let version = client.got(&game.watched(""))["version"].as_u64().unwrap();
    assert!((2..=5).contains(&version), "{version}");
}

#[test]
fn old_versions_and_wrong_keys_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let game = client.make(&json!({ "game": "lucid:3x3", "seats": ["human", "human"], "seed": 1 }));
    let other = client.make(&json!({ "game": "lucid:3x3", "seats": ["human", "human"], "seed": 1 }));
    let table = client.wait(&game.at("", 0), settled);
    let seat = mover(&table).unwrap();
    let table = client.got(&game.at("", seat));
    let text = table["choices"][0]["step"].as_str().unwrap().to_string();
    let next = client.posted(&game.at("/steps", seat), &step(&text, &table));
    let why = client.refused(&game.at("/steps", seat), &step(&text, &table), 409);
    assert!(why.contains("version"), "{why}");
    client.refused(&game.at("/steps", 1 - seat), &step(&text, &next), 403);
    client.refused(&game.watched("/steps"), &step(&text, &next), 403);
    client.refused(&format!("/api/games/{}/steps", game.id), &step(&text, &next), 403);
    let stranger = format!("/api/games/{}/steps?key={}", game.id, other.keys[seat]);
    client.refused(&stranger, &step(&text, &next), 403);
    client.refused(&format!("/api/games/0/steps?key={}", game.keys[0]), &step(&text, &next), 404);
    let why = client.refused(&game.at("/steps", seat), &step("Z9-Z8", &next), 400);
    assert!(why.contains("Z9"), "{why}");
    for (part, body) in [
        ("/control", json!({ "running": false })),
        ("/undo", json!({})),
        ("/seat", json!({ "seat": 0, "player": "human" })),
    ] {
        client.refused(&game.watched(part), &body, 403);
    }
    client.refused(&game.at("/seat", 0), &json!({ "seat": 1, "player": "human" }), 403);
    assert_eq!(client.send("DELETE", &game.watched(""), &[], b"").status, 403);
    assert_eq!(client.got(&game.at("", seat))["version"], next["version"], "nothing has changed");
    assert_eq!(client.send("DELETE", &game.at("", 0), &[], b"").status, 200);
    assert_eq!(client.get(&game.at("", 0)).status, 404);
}

#[test]
fn steps_are_taken_back_seats_handed_over_and_games_looked_back_at() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let game = client.make(&json!({ "game": "lucid:3x3", "seats": ["human", "human"], "seed": 1 }));
    let table = client.wait(&game.at("", 0), settled);
    assert_eq!(table["undo"], false);
    client.refused(&game.at("/undo", 0), &json!({}), 409);
    let seat = mover(&table).unwrap();
    let table = client.got(&format!("{}&layout=1", game.at("", seat)));
    assert_eq!(
        table["layout"]["spaces"].as_array().unwrap().len(),
        table["scene"]["places"].as_array().unwrap().len()
    );
    let text = table["choices"][0]["step"].as_str().unwrap();
    let next = client.posted(&game.at("/steps", seat), &step(text, &table));
    assert_eq!(next["undo"], true);
    let back = client.posted(&game.at("/undo", seat), &json!({}));
    assert_eq!((&back["state"], &back["log"]), (&table["state"], &table["log"]));
    assert!(back["version"].as_u64() > next["version"].as_u64());
    let path = game.at("/seat", seat);
    let given = client.posted(&path, &json!({ "seat": seat, "player": "random" }));
    assert_eq!(given["seats"][seat]["player"], "random");
    let why = client.refused(&path, &json!({ "seat": seat, "player": "randon" }), 400);
    assert!(why.contains("did you mean 'random'"), "{why}");
    let moved = client.wait(&game.at("", seat), |t| t["log"].as_array().unwrap().len() > 1);
    client.posted(&path, &json!({ "seat": seat, "player": "human" }));
    let whole = client.wait(&game.at("/replay", seat), |t| t["events"].as_u64() > Some(1));
    assert!(moved["log"].as_array().unwrap().len() as u64 <= whole["events"].as_u64().unwrap());
    let start = client.got(&format!("{}&at=1", game.at("/replay", seat)));
    assert_eq!((&start["state"], &start["at"]), (&table["state"], &json!(1)));
    let beyond = client.get(&format!("{}&at=1000", game.at("/replay", seat)));
    assert_eq!(beyond.status, 400);
}

#[test]
fn games_begin_in_any_position() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    for game in ["lucid:3x3", "grid", "risk:duel", "axis:minimap"] {
        let shown = client.posted("/api/position", &json!({ "game": game }));
        let example = client.posted("/api/position", &json!({ "game": game, "state": shown["example"] }));
        let seats: Vec<&str> = shown["seats"].as_array().unwrap().iter().map(|_| "human").collect();
        let order = json!({ "game": game, "seats": seats, "state": shown["example"] });
        let made = client.make(&order);
        let table = client.got(&made.at("", mover(&example).unwrap()));
        assert_eq!((&table["state"], &table["choices"]), (&example["state"], &example["choices"]), "{game}");
    }
    let why = client.refused("/api/position", &json!({ "game": "lucid:3x3", "state": "nonsense" }), 400);
    assert!(why.contains("nonsense"), "{why}");
    let position = client.posted("/api/position", &json!({ "game": "risk:duel" }));
    let question =
        json!({ "game": "risk:duel", "state": position["example"], "agent": "mcts", "seconds": 0.1 });
    let advice = client.posted("/api/advise", &question);
    let words = advice["steps"][0]["words"].as_str().unwrap();
    assert!(words.contains(' '), "{words}");
    assert!(advice["considered"].as_array().unwrap().len() > 1);
}

#[test]
fn listeners_hear_of_every_change() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let game = client.make(&json!({ "game": "lucid:3x3", "seats": ["human", "human"], "seed": 1 }));
    let table = client.wait(&game.at("", 0), settled);
    let mut stream = TcpStream::connect(&server.address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let head = format!("GET {} HTTP/1.1\r\nhost: localhost\r\n\r\n", game.at("/events", 0));
    stream.write_all(head.as_bytes()).unwrap();
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    let mut next = move || {
        let line = lines.find(|l| l.starts_with("data:")).unwrap();
        serde_json::from_str::<Value>(&line[5..]).unwrap()
    };
    assert_eq!(next()["version"], table["version"]);
    let seat = mover(&table).unwrap();
    let table = client.got(&game.at("", seat));
    let text = table["choices"][0]["step"].as_str().unwrap();
    let after = client.posted(&game.at("/steps", seat), &step(text, &table));
    assert_eq!(next(), json!({ "version": after["version"], "thinking": false }));
}

#[test]
fn games_go_on_after_kill_9() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let mut numbers = Numbers(7);
    let mut before: Vec<(Game, usize, Value)> = Vec::new();
    for (spec, seats) in GAMES {
        let game = client.make(&json!({ "game": spec, "seats": vec!["human"; seats] }));
        let table = play(&mut client, &game, &mut numbers, 25);
        let seat = mover(&table).unwrap_or(0);
        let table = client.got(&game.at("", seat));
        before.push((game, seat, table));
    }
    let watched = client.make(&json!({ "game": "risk:duel", "seats": ["quick", "quick"] }));
    client.posted(&watched.watched("/control"), &json!({ "running": true, "speed": 0 }));
    client.wait(&watched.watched(""), |t| t["log"].as_array().unwrap().len() > 3);
    server.kill();
    let server = Server::start(folder.path());
    let mut client = server.client();
    for (game, seat, table) in &before {
        let again = client.got(&game.at("", *seat));
        assert_eq!(again, *table, "{}", table["game"]);
    }
    client.wait(&watched.watched(""), |t| t["turn"] == "over");
    for (game, ..) in &before {
        let table = play(&mut client, game, &mut numbers, 5);
        assert!(table["version"].as_u64() > Some(1));
    }
    #[cfg(unix)]
    assert_eq!(server.end(), Some(0), "a signal ends it cleanly");
}

#[test]
fn there_are_a_thousand_live_games_at_most() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let order = json!({ "game": "grid", "seats": ["human", "human"] });
    let first = client.make(&order);
    for _ in 1..1000 {
        client.make(&order);
    }
    let why = client.refused("/api/games", &order, 429);
    assert!(why.contains("1000 games"), "{why}");
    assert_eq!(client.send("DELETE", &first.at("", 0), &[], b"").status, 200);
    client.make(&order);
}
