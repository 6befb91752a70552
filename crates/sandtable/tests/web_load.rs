//! Two hundred games at once, each with a step every half second: how long a step takes.
//!
//! `cargo test -p sandtable --test it web_load -- --ignored --nocapture`

use std::sync::Barrier;
use std::time::{Duration, Instant};

use super::web::client::{Client, Game, Numbers, Server, mover, settled, step};
use serde_json::{Value, json};

/// Games at once, each over a connection of its own.
const GAMES: usize = 200;

/// Steps that are taken in each game, or until it is over.
const STEPS: usize = 20;

/// The longest time between two steps of a game, in milliseconds; the mean is half of it.
const PAUSE: usize = 1000;

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
    let ready = Barrier::new(GAMES);
    let play = |number: usize| {
        let (mut client, mut numbers) = (server.client(), Numbers(number as u64));
        let game = client.make(&order(number));
        ready.wait();
        let mut times = Vec::new();
        for _ in 0..STEPS {
            std::thread::sleep(Duration::from_millis(numbers.below(PAUSE) as u64));
            times.extend(take_step(&mut client, &game, &mut numbers));
        }
        times
    };
    let begin = Instant::now();
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let play = &play;
        let threads: Vec<_> = (0..GAMES).map(|number| scope.spawn(move || play(number))).collect();
        threads.into_iter().flat_map(|t| t.join().unwrap()).collect()
    });
    times.sort();
    let at = |share: f64| times[(share * (times.len() - 1) as f64) as usize].as_secs_f64() * 1e3;
    println!(
        "{GAMES} games at once, {} steps in {:.1} s: median {:.2} ms, 99 % {:.2} ms, longest {:.2} ms",
        times.len(),
        begin.elapsed().as_secs_f64(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    assert!(at(0.99) < BOUND.as_secs_f64() * 1e3);
}
