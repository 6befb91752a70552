//! Whole turns in one request: orders in any order, split or joined, and refusals order by order.

use std::sync::Arc;

use sandtable_arena::episode::Deal;
use sandtable_arena::{AnyGame, registry};
use serde_json::{Value, json};

use super::client::{Client, Game, Numbers, Server, mover, settled, step};

/// Some of each kind of game, with the people that they take.
const GAMES: [(&str, usize); 9] = [
    ("lucid", 2),
    ("opaque", 2),
    ("grid", 2),
    ("grid:chosen", 2),
    ("risk:duel", 2),
    ("risk:classic,players=3", 3),
    ("risk:mini12,fortify=unlimited", 2),
    ("axis:la-4", 2),
    ("axis:minimap", 2),
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

/// The first position of a game in which somebody is to decide, whatever is hidden in it.
fn opening(game: &Arc<dyn AnyGame>, seats: usize, seed: usize) -> String {
    let deal = Deal { seed: seed as u64, deal: 0, seating: 0 };
    let mut live = game.clone().live(&vec![None; seats], deal).unwrap();
    while live.advance().unwrap().is_some() {}
    live.state_text()
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
    let mut otherwise = 0;
    for (spec, seats) in GAMES {
        let rules: Arc<dyn AnyGame> = registry::open(spec).unwrap().into();
        for seed in 0..6 {
            let ([one, other], seat) = twins(&mut client, spec, seats, seed);
            let (steps, after) = part_of_turn(&mut client, &one, seat, &mut numbers);
            let orders = rules.disorder(&opening(&rules, seats, seed), &steps, seed as u64).unwrap();
            otherwise += usize::from(orders != steps);
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
    assert!(otherwise > 20, "only {otherwise} turns were given in another way");
}

#[test]
fn orders_that_cannot_be_carried_out_are_refused_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    for (spec, seats) in GAMES {
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
