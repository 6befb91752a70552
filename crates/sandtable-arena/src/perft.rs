//! Counting positions: how many there are after a number of turns.

use std::collections::BTreeMap;
use std::time::Instant;

use rustc_hash::FxHashSet;
use sandtable_core::{Dist, Game, Turn};
use serde::Serialize;

use crate::Failure;

/// More positions than this at once are not counted.
const LIMIT: usize = 8_000_000;
/// Nor are positions that would take more bytes than this together.
const MEMORY: usize = 2 << 30;
/// A game that is dealt in more ways than this is not counted.
const MOST_OPENINGS: usize = 200_000;

/// Distinct positions after some turns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Perft {
    /// How many turns.
    pub depth: u32,
    /// By the name of the seat that has the first move.
    pub positions: BTreeMap<String, u64>,
    /// How long it took.
    pub seconds: f64,
}

/// Counts the distinct positions after `depth` turns, for each seat that may have the first move.
pub fn count<G: Game>(game: &G, depth: u32) -> Result<Perft, Failure> {
    let began = Instant::now();
    let mut openings: BTreeMap<String, FxHashSet<G::State>> = BTreeMap::new();
    let mut waiting = FxHashSet::from_iter([game.start()]);
    while !waiting.is_empty() {
        let mut next = FxHashSet::default();
        for state in waiting {
            match game.turn(&state) {
                Turn::Chance => expand(game, &state, |after| {
                    next.insert(after);
                })?,
                Turn::Player(seat) => {
                    openings.entry(game.info().seats[seat].name.clone()).or_default().insert(state);
                }
                Turn::Over => {}
            }
            if next.len() > MOST_OPENINGS {
                let line = format!("more than {MOST_OPENINGS} ways to deal: choose a game with fewer");
                return Err(Failure::BadInput(line));
            }
        }
        waiting = next;
    }
    let limit = limit(&game.start());
    let mut positions = BTreeMap::new();
    for (seat, mut states) in openings {
        for turn in 0..depth {
            states = after_turn(game, states, turn, limit)?;
        }
        positions.insert(seat, states.len() as u64);
    }
    Ok(Perft { depth, positions, seconds: began.elapsed().as_secs_f64() })
}

/// How many positions like this one are counted at most. What a position owns beside itself is about as much
/// as its account in letters.
fn limit<S: std::fmt::Debug>(state: &S) -> usize {
    let owned = if std::mem::needs_drop::<S>() { format!("{state:?}").len() } else { 0 };
    LIMIT.min(MEMORY / (size_of::<S>() + owned))
}

/// The positions that follow when turn number `turn` has been completed; finished games stay.
fn after_turn<G: Game>(
    game: &G,
    mut open: FxHashSet<G::State>,
    turn: u32,
    limit: usize,
) -> Result<FxHashSet<G::State>, Failure> {
    let mut done = FxHashSet::default();
    while !open.is_empty() {
        let mut next = FxHashSet::default();
        for state in open {
            if game.turns(&state) > turn || game.turn(&state) == Turn::Over {
                done.insert(state);
            } else {
                expand(game, &state, |after| {
                    next.insert(after);
                })?;
            }
            if next.len() + done.len() > limit {
                let line = format!("more than {limit} positions: choose a smaller depth or a smaller game");
                return Err(Failure::BadInput(line));
            }
        }
        open = next;
    }
    Ok(done)
}

fn expand<G: Game>(game: &G, state: &G::State, mut visit: impl FnMut(G::State)) -> Result<(), Failure> {
    if game.turn(state) == Turn::Chance {
        let mut outcomes = Vec::new();
        if game.outcomes(state, &mut outcomes) != Dist::Exact {
            return Err(Failure::BadInput("the game has draws that cannot be listed".into()));
        }
        for (chance, _) in outcomes {
            let mut next = state.clone();
            game.resolve(&mut next, chance);
            visit(next);
        }
    } else {
        let mut actions = Vec::new();
        game.actions(state, &mut actions);
        for action in actions {
            let mut next = state.clone();
            game.apply(&mut next, action);
            visit(next);
        }
    }
    Ok(())
}
