//! Hidden pieces stay hidden: what a seat's key shows does not depend on what the seat must not know.

use serde_json::{Value, json};

use crate::client::{Numbers, Server, mover, play, settled, step};

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
    for blue in ["alaska brazil", "egypt china"] {
        let state = position(&example, "alberta ontario", blue);
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
