//! One file per subcommand, and what they share.

use std::io::Read;

use sandtable_arena::report::Origin;
use sandtable_arena::{AnyGame, Failure};
use sandtable_core::catalog::read_file;

pub mod advise;
pub mod agents;
pub mod bench;
pub mod games;
pub mod import;
pub mod ladder;
pub mod matches;
pub mod odds;
pub mod perft;
pub mod play;
pub mod replay;
pub mod reproduce;
pub mod serve;
pub mod solve;
pub mod statistics;
pub mod tournament;
pub mod train;

/// A number of games, runs or rounds.
fn count(text: &str) -> Result<u64, String> {
    text.parse().ok().filter(|n| *n > 0).ok_or_else(|| "expected a whole number from 1 on".into())
}

/// A seed, or another number that may be 0.
fn whole(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "expected a whole number from 0 on".into())
}

/// A number of threads; 0 for one per core.
fn threads(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "expected a whole number, 0 for one per core".into())
}

/// Who plays: as asked for, or those whom the game's files name.
fn seated(game: &dyn AnyGame, asked: &[String]) -> Result<Vec<String>, Failure> {
    let usual = game.usual();
    match (asked.is_empty(), usual.is_empty()) {
        (false, _) => Ok(asked.to_vec()),
        (true, false) => Ok(usual),
        (true, true) => {
            let seats = game.info().seats.iter().map(|s| s.name.to_uppercase()).collect::<Vec<_>>().join(" ");
            Err(Failure::BadInput(format!("{} names no players: expected --seats {seats}", game.spec())))
        }
    }
}

/// Refuses people where games are played without being watched.
fn without_people(agents: &[String]) -> Result<(), Failure> {
    match agents.iter().any(|agent| agent == "human") {
        true => Err(Failure::BadInput(
            "human: a person plays in `sandtable play` or on the page, expected agents here".into(),
        )),
        false => Ok(()),
    }
}

/// Where the pages of this run come from.
pub fn origin() -> Origin {
    Origin::here(env!("CARGO_PKG_VERSION"))
}

/// The most bytes of a position on standard input.
const MOST_INPUT: u64 = 1 << 20;

/// The position in a file, or on standard input for `-`.
fn position(file: &str) -> Result<String, Failure> {
    match file {
        "-" => standard_input(),
        file => Ok(read_file(file, "expected a file with a position, or - for standard input")?),
    }
}

/// The position on standard input; no more of it than a file may have.
fn standard_input() -> Result<String, Failure> {
    let mut text = String::new();
    let read = std::io::stdin().lock().take(MOST_INPUT + 1).read_to_string(&mut text);
    read.map_err(|e| Failure::BadInput(format!("standard input: {e}")))?;
    match text.len() as u64 > MOST_INPUT {
        true => Err(Failure::BadInput(format!("standard input: more than {} MB", MOST_INPUT >> 20))),
        false => Ok(text),
    }
}
