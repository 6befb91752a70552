//! Hidden pieces stay hidden: what a seat's key shows does not depend on what the seat must not know.

use serde_json::{Value, json};

use super::client::{Client, Game, Numbers, Server, mover, play, settled, step};

const RISK: &str = "risk:duel,hands=hidden,cards=progressive,trade=choice";

/// A position with cards in both hands; those of blue are put in.
fn position(example: &str, red: &str, blue: &str) -> String {
    let kept = example.lines().filter(|l| !l.starts_with("cards"));
    let kept: Vec<&str> = kept.collect();
    format!("{}\ncards red: {red}\ncards blue: {blue}", kept.join("\n"))
}

/// A table without what differs from game to game.
fn anonymous(mut table: Value) -> Value {
    table["id"] = Value::Null;
    table
}

#[test]
fn a_seat_sees_the_same_whatever_the_others_hold() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let shown = client.posted("/api/position", &json!({ "game": RISK }));
    let example = shown["example"].as_str().unwrap().to_string();
    let mut tables: Vec<Value> = Vec::new();
    for blue in ["infantry cavalry", "artillery cavalry"] {
        let state = position(&example, "infantry artillery", blue);
        let order = json!({ "game": RISK, "seats": ["human", "human"], "state": state, "seed": 9 });
        let game = client.make(&order);
        let own = client.got(&game.at("", 1)).to_string().to_lowercase();
        assert!(blue.split(' ').all(|card| own.contains(card)), "blue sees its own cards: {own}");
        let first = client.got(&format!("{}&layout=1", game.at("", 0)));
        // A few steps later, too, with the same dice.
        let mut table = client.wait(&game.at("", 0), settled);
        for _ in 0..6 {
            let Some(seat) = mover(&table) else { break };
            let own = client.got(&game.at("", seat));
            let text = own["choices"].as_array().unwrap().last().unwrap()["step"].as_str().unwrap();
            client.posted(&game.at("/steps", seat), &step(text, &own));
            table = client.wait(&game.at("", 0), settled);
        }
        for table in [first, table, client.got(&format!("{}&at=2", game.at("/replay", 0)))] {
            tables.push(anonymous(table));
        }
        assert_eq!(client.get(&game.watched("")).status, 403, "people play: those who watch must wait");
        assert_eq!(client.get(&game.at("/record", 0)).status, 403);
    }
    let half = tables.len() / 2;
    for i in 0..half {
        assert_eq!(tables[i], tables[half + i], "table {i}");
    }
}

#[test]
fn those_who_watch_agents_see_all_and_everybody_does_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let game = client.make(&json!({ "game": "opaque:3x3", "seats": ["random", "random"] }));
    let all = client.got(&game.watched(""));
    let one = client.got(&game.at("", 0));
    assert!(all["state"].is_string() && one["state"].is_null());
    assert!(one["course"].as_array().unwrap().is_empty(), "what all is worth would tell what is hidden");
    assert_eq!(client.get(&game.watched("/record")).status, 200);
    let game = client.make(&json!({ "game": "opaque:3x3", "seats": ["human", "random"] }));
    assert_eq!(client.get(&game.watched("")).status, 403);
    let table = play(&mut client, &game, &mut Numbers(2), 500);
    assert_eq!(table["turn"], "over");
    assert!(table["state"].is_string());
    assert_eq!(client.get(&game.watched("")).status, 200);
    assert_eq!(client.get(&game.at("/record", 0)).status, 200);
    client.refused(&game.at("/undo", 0), &json!({}), 403);
}

/// Two people at a large board: the seat that is to move first, with its table.
fn begun(client: &mut Client) -> (Game, usize, Value) {
    let game = client.make(&json!({ "game": "opaque", "seats": ["human", "human"], "seed": 5 }));
    let table = client.wait(&game.at("", 0), settled);
    let seat = mover(&table).unwrap();
    let table = client.got(&game.at("", seat));
    (game, seat, table)
}

#[test]
fn nobody_takes_back_what_was_seen_since() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let (game, seat, start) = begun(&mut client);
    // One's own orders move nothing yet: they can be taken back.
    let text = start["choices"][0]["step"].as_str().unwrap();
    let after = client.posted(&game.at("/steps", seat), &step(text, &start));
    assert_eq!(after["undo"], true);
    let back = client.posted(&game.at("/undo", seat), &json!({}));
    assert_eq!(
        (&back["scene"], &back["log"], &back["undo"]),
        (&start["scene"], &start["log"], &json!(false))
    );
    // A turn later they cannot, by nobody and in no way.
    let after = client.posted(&game.at("/steps", seat), &step(&format!("{text} end"), &back));
    assert_eq!(after["undo"], false);
    for _ in 0..4 {
        let table = client.wait(&game.at("", 0), settled);
        let mover = mover(&table).unwrap();
        let own = client.got(&game.at("", mover));
        client.posted(&game.at("/steps", mover), &step("end", &own));
    }
    client.wait(&game.at("", 0), settled);
    client.posted(&game.at("/control", seat), &json!({ "running": false }));
    for player in ["human", "random"] {
        client.posted(&game.at("/seat", seat), &json!({ "seat": seat, "player": player }));
        assert_eq!(client.got(&game.at("", seat))["undo"], false, "{player}");
        for who in [seat, 1 - seat] {
            let reply = client.post(&game.at("/undo", who), &json!({}));
            assert!([403, 409].contains(&reply.status), "{player}: {}", reply.text());
        }
    }
}

#[test]
fn against_an_agent_nothing_is_taken_back_that_it_answered() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let game = client.make(&json!({ "game": "opaque", "seats": ["human", "random"], "seed": 5 }));
    for _ in 0..3 {
        let table = client.wait(&game.at("", 0), settled);
        client.posted(&game.at("/steps", 0), &step("end", &table));
    }
    client.wait(&game.at("", 0), settled);
    client.refused(&game.at("/undo", 0), &json!({}), 409);
}

/// All that a seat can look at: the table, and every moment of the replay.
fn all_seen(client: &mut Client, game: &Game, seat: usize) -> Vec<Value> {
    let whole = client.got(&game.at("/replay", seat));
    let events = whole["events"].as_u64().unwrap();
    let at = |at: u64| format!("{}&at={at}", game.at("/replay", seat));
    let mut seen: Vec<Value> = (0..=events).map(|n| client.got(&at(n))).collect();
    assert_eq!(client.get(&at(events + 1)).status, 400);
    seen.extend([whole, client.got(&game.at("", seat))]);
    seen.into_iter().map(anonymous).collect()
}

#[test]
fn how_often_the_other_side_moved_out_of_sight_stays_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let mut seen: Vec<Vec<Value>> = Vec::new();
    for moves in [0, 1, 3] {
        let (game, seat, mut table) = begun(&mut client);
        let other = 1 - seat;
        let before = client.got(&game.at("", other));
        for _ in 0..moves {
            // A move within the row, far from the enemy; it is in order to the east.
            let choices = table["choices"].as_array().unwrap();
            let text = choices.iter().map(|c| c["step"].as_str().unwrap()).find(|s| *s != "end").unwrap();
            table = client.posted(&game.at("/steps", seat), &step(text, &table));
            assert_eq!(client.got(&game.at("", other)), before, "orders are secret");
        }
        if moves == 3 {
            let back = client.posted(&game.at("/undo", seat), &json!({}));
            assert!(back["version"].as_u64() > table["version"].as_u64());
            assert_eq!(client.got(&game.at("", other)), before, "so are those taken back");
        }
        seen.push(all_seen(&mut client, &game, other));
    }
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0], seen[2]);
}
