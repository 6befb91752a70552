//! Throughput figures, and a signature that only changes of behaviour move.

use std::hash::Hasher;
use std::time::Instant;

use rustc_hash::FxHasher;
use sandtable_core::Game;
use sandtable_games::operation::{Generator, Operation, Side, Sight};
use serde::Serialize;

use crate::episode::Deal;
use crate::luck::Method;
use crate::matchup::Matchup;
use crate::work::Work;
use crate::{Failure, registry};

/// What `bench` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bench {
    /// The same for as long as all games and agents behave the same.
    pub signature: String,
    /// How fast things are.
    pub figures: Vec<Figure>,
}

/// How fast something is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// What was measured.
    pub name: String,
    /// How much.
    pub value: f64,
    /// Of what.
    pub unit: String,
}

/// Games a match: in full, and in the quick form. Slower pairings play a part of them.
const MATCH_GAMES: [u64; 2] = [400_000, 20_000];

/// How many games the matches of [`run`] play together.
pub fn games(quick: bool) -> u64 {
    (5 * MATCH_GAMES[usize::from(quick)]) + MATCH_GAMES[usize::from(quick)] * 7 / 20
}

/// Measures everything; about ten seconds, or two in the quick form.
pub fn run(quick: bool, work: &Work) -> Result<Bench, Failure> {
    let games = MATCH_GAMES[usize::from(quick)];
    let mut figures = Vec::new();
    let mut figure = |name: &str, value: f64, unit: &str| {
        figures.push(Figure { name: name.into(), value, unit: unit.into() });
    };
    let one_thread = Work { threads: 1, ..*work };
    let simple = ["one-axis-blue", "simple-red"];
    for (name, game, seats, luck, games, work) in [
        ("match lucid, one-axis-blue v simple-red", "lucid", simple, Method::None, games, work),
        ("the same on one thread", "lucid", simple, Method::None, games, &one_thread),
        ("the same, expanded luck model", "lucid", simple, Method::Expanded, games, work),
        ("the same, luck by value", "lucid", simple, Method::Value, games, work),
        (
            "match lucid, one-axis-blue v dist-exp-red",
            "lucid",
            ["one-axis-blue", "dist-exp-red"],
            Method::None,
            games,
            work,
        ),
        ("match lucid, random v random", "lucid", ["random", "random"], Method::None, games / 4, work),
        (
            "match grid, aiPlayer8 v aiPlayer9, one thread",
            "grid",
            ["aip:aiPlayer8", "aip:aiPlayer9"],
            Method::None,
            games / 20,
            &one_thread,
        ),
        (
            "match grid, aiPlayer0 v aiPlayer0, one thread",
            "grid",
            ["aip:aiPlayer0", "aip:aiPlayer0"],
            Method::None,
            games / 20,
            &one_thread,
        ),
    ] {
        let matchup = Matchup { luck, ..Matchup::plain(&seats, games) };
        let result = registry::open(game)?.run_match(&matchup, work, None)?;
        figure(name, result.games_per_second, "games/s");
    }
    let (seconds, positions) = generate(if quick { 10 } else { 100 });
    figure("generator, opening of lucid", positions / seconds, "positions/s");
    let perft = registry::open("lucid")?.perft(1)?;
    figure("perft lucid 1, both sides", perft.seconds, "s");
    Ok(Bench { signature: signature()?, figures })
}

/// Lists Blue's openings again and again.
fn generate(times: u32) -> (f64, f64) {
    let game = Operation::default_board(Sight::Lucid);
    let mut generator = Generator::default();
    let start = game.start();
    let began = Instant::now();
    let listed: usize = (0..times).map(|_| generator.positions(game.board(), &start, Side::Blue).len()).sum();
    (began.elapsed().as_secs_f64(), listed as f64)
}

/// A hash over what all games and agents do: an account of a random game on every ready-made variant, and the results of
/// a few games of every pair of agents on the default one.
pub fn signature() -> Result<String, Failure> {
    let mut hasher = FxHasher::default();
    for listed in registry::games() {
        for (variant, _) in listed.variants() {
            let game = registry::open(&format!("{}:{variant}", listed.name()))?;
            hasher.write(game.playthrough(1).as_bytes());
        }
        let game = registry::open(listed.name())?;
        let agents = game.agents();
        let seats = game.info().seats.len();
        let deals: Vec<Deal> = (0..10).map(|deal| Deal { seed: 1, deal, seating: 0 }).collect();
        for first in &agents {
            for other in &agents {
                let seated: Vec<&str> =
                    (0..seats).map(|s| if s == 0 { first.name } else { other.name }).collect();
                if (0..seats).all(|s| game.check_agent(seated[s], s).is_ok()) {
                    game.play_deals(&seated, &deals, &mut |_, finish| {
                        finish.payoff.values().iter().for_each(|v| hasher.write_u64(v.to_bits()));
                        hasher.write_u32(finish.turns);
                        true
                    })?;
                }
            }
        }
    }
    Ok(format!("{:016x}", hasher.finish()))
}
