//! Counting positions: how many there are after a number of turns.

use std::collections::BTreeMap;
use std::time::Instant;

use rustc_hash::FxHashSet;
use sandtable_core::{Dist, Game, Turn};
use serde::Serialize;

use crate::Failure;
use crate::work::Work;

/// More positions than this at once are not counted.
const LIMIT: usize = 8_000_000;
/// Nor are positions that would take more bytes than this together.
const MEMORY: usize = 2 << 30;
/// Progress is reported each time that so many more have been found.
const REPORTED: usize = 10_000;
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

/// Counts the distinct positions after `depth` turns, for each seat that may have the first move. Progress is in positions.
pub fn count<G: Game>(game: &G, depth: u32, work: &Work) -> Result<Perft, Failure> {
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
            states = after_turn(game, states, turn, limit, work)?;
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
///
/// What has been seen in the turn is not looked at again, and counts towards the limit: there are turns that can go on for ever.
fn after_turn<G: Game>(
    game: &G,
    open: FxHashSet<G::State>,
    turn: u32,
    limit: usize,
    work: &Work,
) -> Result<FxHashSet<G::State>, Failure> {
    let ended = |state: &G::State| game.turns(state) > turn || game.turn(state) == Turn::Over;
    let (over, mut open): (Vec<_>, Vec<_>) = open.into_iter().partition(&ended);
    let (mut done, mut seen, mut reported) = (FxHashSet::from_iter(over), FxHashSet::default(), 0);
    while let Some(state) = open.pop() {
        expand(game, &state, |after| {
            if ended(&after) {
                done.insert(after);
            } else if seen.insert(after.clone()) {
                open.push(after);
            }
        })?;
        let found = done.len() + seen.len();
        if found > limit {
            let line = format!("more than {limit} positions: choose a smaller depth or a smaller game");
            return Err(Failure::BadInput(line));
        }
        if found - reported >= REPORTED {
            (work.progress)((found - reported) as u64);
            reported = found;
            if work.stopped() {
                return Err(Failure::Interrupted("the count was stopped before its end".into()));
            }
        }
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
