//! Two hundred games at once, played by people as fast as they can: how long a step takes.
//!
//! `cargo test --release -p sandtable --test web_load -- --ignored --nocapture`

#[path = "web/client.rs"]
#[allow(dead_code)]
mod client;

use std::sync::Barrier;
use std::time::{Duration, Instant};

use client::{Client, Game, Numbers, Server, mover, settled, step};
use serde_json::{Value, json};

/// Games at once, and the connections that play them.
const GAMES: usize = 200;
const CONNECTIONS: usize = 20;

/// Steps that are taken in each game, or until it is over.
const STEPS: usize = 20;

/// The slowest step of a hundred may take this long.
const BOUND: Duration = Duration::from_millis(100);

/// What the games are: people alone, people against an agent, hidden pieces, large boards.
const KINDS: [(&str, &[&str]); 5] = [
    ("lucid", &["human", "human"]),
    ("risk:duel", &["human", "human"]),
    ("opaque:4x4", &["human", "dist-exp-red"]),
    ("grid", &["human", "human"]),
    ("axis:minimap", &["human", "human"]),
];

fn order(number: usize) -> Value {
    let (game, seats) = KINDS[number % KINDS.len()];
    json!({ "game": game, "seats": seats, "seed": number })
}

/// Takes one step in a game; how long the request took, if a person could decide.
fn take_step(client: &mut Client, game: &Game, numbers: &mut Numbers) -> Option<Duration> {
    let table = client.wait(&format!("{}&log=1000000", game.at("", 0)), settled);
    let seat = mover(&table)?;
    let table = client.got(&format!("{}&log=1000000", game.at("", seat)));
    let choices = table["choices"].as_array().unwrap();
    let text = choices[numbers.below(choices.len())]["step"].as_str().unwrap();
    let begin = Instant::now();
    client.posted(&game.at("/steps", seat), &step(text, &table));
    Some(begin.elapsed())
}

#[test]
#[ignore = "a measurement: run it in release"]
fn a_step_takes_a_moment_with_200_games_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let ready = Barrier::new(CONNECTIONS);
    let begin = Instant::now();
    let play = |connection: usize| {
        let (mut client, mut numbers) = (server.client(), Numbers(connection as u64));
        let numbers_of_games = (connection..GAMES).step_by(CONNECTIONS);
        let games: Vec<Game> = numbers_of_games.map(|n| client.make(&order(n))).collect();
        ready.wait();
        let mut times = Vec::new();
        for _ in 0..STEPS {
            times.extend(games.iter().filter_map(|game| take_step(&mut client, game, &mut numbers)));
        }
        times
    };
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..CONNECTIONS)
            .map(|c| {
                scope.spawn({
                    let play = &play;
                    move || play(c)
                })
            })
            .collect();
        threads.into_iter().flat_map(|t| t.join().unwrap()).collect()
    });
    times.sort();
    let at = |share: f64| times[(share * (times.len() - 1) as f64) as usize].as_secs_f64() * 1e3;
    println!(
        "{GAMES} games, {} steps over {CONNECTIONS} connections in {:.1} s: median {:.2} ms, 99 % {:.2} ms, longest {:.2} ms",
        times.len(),
        begin.elapsed().as_secs_f64(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    assert!(at(0.99) < BOUND.as_secs_f64() * 1e3);
}
