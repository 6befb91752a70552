//! Whole turns in one request: orders in any order, split or joined, and refusals order by order.

use serde_json::{Value, json};

use super::client::{Client, Game, Numbers, Server, mover, settled, step};

/// One of each kind of game, with the people that it takes, and whether its orders may come in any order: where they may
/// not yet, they come in that of the rules.
const GAMES: [(&str, usize, bool); 7] = [
    ("lucid", 2, false),
    ("opaque", 2, false),
    ("grid", 2, false),
    ("risk:duel", 2, false),
    ("risk:classic,players=3", 3, false),
    ("axis:la-4", 2, false),
    ("axis:minimap", 2, false),
];

/// The most steps of a turn that are tried.
const MOST: usize = 12;

/// Two games that are the same, with the seat that is to decide.
fn twins(client: &mut Client, spec: &str, seats: usize, seed: usize) -> ([Game; 2], usize) {
    let order = json!({ "game": spec, "seats": vec!["human"; seats], "seed": seed });
    let games = [(); 2].map(|()| client.make(&order));
    let tables = [0, 1].map(|i| client.wait(&games[i].at("", 0), settled));
    assert_eq!(tables[0]["turn"], tables[1]["turn"]);
    (games, mover(&tables[0]).unwrap())
}

/// Plays a part of a turn at random, step by step; the steps, and the table after them.
fn part_of_turn(
    client: &mut Client,
    game: &Game,
    seat: usize,
    numbers: &mut Numbers,
) -> (Vec<String>, Value) {
    let mut steps = Vec::new();
    let mut table = client.got(&game.at("", seat));
    let turns = table["turns"].clone();
    while steps.len() < MOST && mover(&table) == Some(seat) && table["turns"] == turns {
        let choices = table["choices"].as_array().unwrap();
        let text = choices[numbers.below(choices.len())]["step"].as_str().unwrap().to_string();
        table = client.posted(&game.at("/steps", seat), &step(&text, &table));
        steps.push(text);
    }
    (steps, table)
}

#[test]
fn a_turn_in_one_request_is_the_turn_step_by_step() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let mut numbers = Numbers(4);
    for (spec, seats, shuffled) in GAMES {
        for seed in 0..6 {
            let ([one, other], seat) = twins(&mut client, spec, seats, seed);
            let (mut orders, after) = part_of_turn(&mut client, &one, seat, &mut numbers);
            for i in (1..orders.len()).rev().filter(|_| shuffled) {
                orders.swap(i, numbers.below(i + 1));
            }
            let before = client.got(&other.at("", seat));
            let turn = json!({ "orders": orders, "version": before["version"] });
            let answer = client.posted(&other.at("/turn", seat), &turn);
            assert_eq!(answer["refused"], json!([]), "{spec} {seed}: {orders:?}");
            assert_eq!(answer["left"], json!([]), "{spec} {seed}: {orders:?}");
            assert_eq!(answer["scene"], after["scene"], "{spec} {seed}: {orders:?}");
            assert_eq!(answer["state"], after["state"], "{spec} {seed}: {orders:?}");
            let log = |table: &Value| table["log"].as_array().unwrap().len();
            assert!(log(&answer) >= log(&before), "{spec} {seed}");
        }
    }
}

#[test]
fn orders_that_cannot_be_carried_out_are_refused_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    for (spec, seats, _) in GAMES {
        let ([game, _], seat) = twins(&mut client, spec, seats, 7);
        let table = client.got(&game.at("", seat));
        let good = table["choices"][0]["step"].as_str().unwrap();
        let ask = |orders: &[&str], partial: bool| json!({ "orders": orders, "version": table["version"], "partial": partial });
        let path = game.at("/turn", seat);
        let answer = client.posted(&path, &ask(&["nonsense-!", good], false));
        assert_eq!(answer["played"], json!([]), "{spec}");
        assert_eq!(answer["version"], table["version"], "{spec}: nothing has happened");
        let refused = answer["refused"].as_array().unwrap();
        assert_eq!(refused.len(), 1, "{spec}: {refused:?}");
        assert_eq!((&refused[0]["order"], &refused[0]["text"]), (&json!(0), &json!("nonsense-!")), "{spec}");
        assert!(refused[0]["why"].as_str().unwrap().contains(' '), "{spec}: {refused:?}");
        client.refused(&path, &ask(&[], false), 400);
        client.refused(&path, &json!({ "orders": "end", "version": 1 }), 400);
        client.refused(&game.watched("/turn"), &ask(&[good], false), 403);
        let old = json!({ "orders": [good], "version": 0 });
        client.refused(&path, &old, 409);
        let answer = client.posted(&path, &ask(&["nonsense-!", good], true));
        assert_eq!(answer["played"], json!([good]), "{spec}");
        assert_eq!(answer["refused"].as_array().unwrap().len(), 1, "{spec}");
        assert!(answer["version"].as_u64() > table["version"].as_u64(), "{spec}");
    }
}
