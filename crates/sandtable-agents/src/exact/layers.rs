//! Positions between two turns, turn by turn; what happens within a turn is worked out when it is needed.

use std::collections::BTreeMap;

use indexmap::IndexSet;
use rayon::prelude::*;
use rustc_hash::{FxBuildHasher, FxHashSet};
use sandtable_core::{Game, Turn};

use super::fingerprint::Fingerprint;
use super::look::{Look, Worths};
use super::rules::{Rules, bytes_of, pool};
use super::table::Table;
use super::{Limits, Unsolved};

/// How many positions one thread takes at a time: their number must not depend on the threads.
const CHUNK: usize = 256;
/// Steps and draws that are looked at between two looks at the limits.
const REPORTED: usize = 65_536;
/// What a position takes beyond its place in the list: its value, and its place in the table.
const VALUED: usize = 64;

/// All positions between two turns that can come up, by the number of turns played.
pub struct Layers<G: Game> {
    by_turn: BTreeMap<u32, Layer<G>>,
}

struct Layer<G: Game> {
    states: IndexSet<G::State, FxBuildHasher>,
    /// The first seat's, in the order of the states; empty until they are known.
    values: Vec<f64>,
}

impl<G: Game> Default for Layer<G> {
    fn default() -> Self {
        Layer { states: IndexSet::default(), values: Vec::new() }
    }
}

impl<G: Game> Layers<G> {
    /// Lists positions and values them; nothing if some turn leads back to an earlier one or goes round in circles.
    pub fn find(rules: Rules<G>, root: &G::State, limits: &Limits) -> Result<Option<Table>, Unsolved> {
        let Some(mut layers) = Layers::list(rules, root, limits)? else { return Ok(None) };
        Ok(layers.value(rules, limits)?.then(|| layers.table()))
    }

    /// The values without the positions.
    fn table(self) -> Table {
        let mut table =
            Table { index: IndexSet::default(), layers: vec![Vec::new()], clock: None, knows_all: false };
        for layer in self.by_turn.into_values() {
            table.index.extend(layer.states.iter().map(Fingerprint::of));
            table.layers[0].extend(layer.values);
        }
        table
    }

    /// Lists positions from the start on; nothing if some turn leads back to an earlier one.
    fn list(rules: Rules<G>, root: &G::State, limits: &Limits) -> Result<Option<Self>, Unsolved> {
        let (game, pool) = (rules.game, pool(limits)?);
        let mut start = root.clone();
        rules.standing(&mut start);
        let first = game.turns(&start);
        let mut layers = Layers { by_turn: BTreeMap::new() };
        layers.by_turn.entry(first).or_default().states.insert(start.clone());
        let bytes = bytes_of(&start) + VALUED;
        let mut turn = first;
        loop {
            let layer = &layers.by_turn[&turn].states;
            let chunks = layer.len().div_ceil(CHUNK);
            let mut next: BTreeMap<u32, Layer<G>> = BTreeMap::new();
            // As many chunks at a time as keep the threads busy, so that the limit is noticed before memory is full.
            let stride = 64 * pool.current_num_threads();
            for begin in (0..chunks).step_by(stride) {
                let found: Vec<Result<Option<Vec<G::State>>, Unsolved>> = pool.install(|| {
                    let list = |chunk: usize| {
                        let states = (chunk * CHUNK..layer.len().min((chunk + 1) * CHUNK)).map(|i| &layer[i]);
                        after_turns(rules, states, turn, limits)
                    };
                    (begin..chunks.min(begin + stride)).into_par_iter().map(list).collect()
                });
                for after in found {
                    let Some(after) = after? else { return Ok(None) };
                    for state in after {
                        next.entry(game.turns(&state)).or_default().states.insert(state);
                    }
                }
                let fresh: usize = next.values().map(|layer| layer.states.len()).sum();
                let positions = layers.positions() + fresh as u64;
                if positions as usize > limits.bytes / bytes {
                    return Err(Unsolved::TooLarge { positions, bytes, turn });
                }
                if !(limits.progress)((stride.min(chunks - begin) * CHUNK) as u64) {
                    return Err(Unsolved::Stopped);
                }
            }
            for (later, layer) in next {
                layers.by_turn.entry(later).or_default().states.extend(layer.states);
            }
            match layers.by_turn.range(turn + 1..).next() {
                Some((later, _)) => turn = *later,
                None => return Ok(Some(layers)),
            }
        }
    }

    /// Values all positions, those of the last turn first; false if some turn goes round in circles.
    fn value(&mut self, rules: Rules<G>, limits: &Limits) -> Result<bool, Unsolved> {
        let pool = pool(limits)?;
        let turns: Vec<u32> = self.by_turn.keys().rev().copied().collect();
        for turn in turns {
            let mut values = Vec::with_capacity(self.by_turn[&turn].states.len());
            let states = &self.by_turn[&turn].states;
            let chunks = states.len().div_ceil(CHUNK);
            let stride = 64 * pool.current_num_threads();
            for begin in (0..chunks).step_by(stride) {
                let valued: Option<Vec<Vec<f64>>> = pool.install(|| {
                    let value = |look: &mut Look<G, Self>, chunk: usize| {
                        let states = chunk * CHUNK..states.len().min((chunk + 1) * CHUNK);
                        states.map(|i| look.value(&self.by_turn[&turn].states[i])).collect()
                    };
                    (begin..chunks.min(begin + stride))
                        .into_par_iter()
                        .map_init(|| Look::new(rules, self), value)
                        .collect()
                });
                let Some(valued) = valued else { return Ok(false) };
                values.extend(valued.into_iter().flatten());
                if !(limits.progress)((stride.min(chunks - begin) * CHUNK) as u64) {
                    return Err(Unsolved::Stopped);
                }
            }
            self.by_turn.get_mut(&turn).expect("a turn of the list").values = values;
        }
        Ok(true)
    }

    /// How many there are.
    pub fn positions(&self) -> u64 {
        self.by_turn.values().map(|layer| layer.states.len() as u64).sum()
    }
}

impl<G: Game> Worths<G> for Layers<G> {
    fn at(&self, rules: &Rules<G>, state: &G::State) -> Option<f64> {
        let mut state = state.clone();
        let beyond = rules.standing(&mut state);
        let layer = self.by_turn.get(&rules.game.turns(&state))?;
        Some(beyond + layer.values.get(layer.states.get_index_of(&state)?)?)
    }
}

/// The positions between turns that follow some, each once, as those that stand for them.
fn after_turns<'a, G: Game>(
    rules: Rules<G>,
    states: impl Iterator<Item = &'a G::State>,
    turn: u32,
    limits: &Limits,
) -> Result<Option<Vec<G::State>>, Unsolved> {
    let game = rules.game;
    let (mut after, mut within) = (FxHashSet::default(), FxHashSet::default());
    let (mut open, mut actions, mut outcomes) = (Vec::new(), Vec::new(), Vec::new());
    let (mut list, mut looked) = (Vec::new(), 0);
    for state in states {
        within.clear();
        open.push(state.clone());
        while let Some(state) = open.pop() {
            let mut visit = |mut next: G::State| {
                if game.turn(&next) == Turn::Over {
                    return rules.end(&next).map(|_| true);
                }
                if game.turns(&next) != turn {
                    rules.standing(&mut next);
                    if game.turns(&next) <= turn {
                        return Ok(false);
                    }
                    if after.insert(next.clone()) {
                        list.push(next);
                    }
                } else if within.insert(next.clone()) {
                    open.push(next);
                }
                Ok(true)
            };
            let forward = match game.turn(&state) {
                Turn::Over => rules.end(&state).map(|_| true)?,
                Turn::Chance => {
                    outcomes.clear();
                    rules.outcomes(&state, &mut outcomes)?;
                    let mut all = true;
                    for &(chance, _) in &outcomes {
                        let mut next = state.clone();
                        game.resolve(&mut next, chance);
                        all &= visit(next)?;
                    }
                    all
                }
                Turn::Player(_) => {
                    actions.clear();
                    game.actions(&state, &mut actions);
                    let mut all = true;
                    for &action in &actions {
                        let mut next = state.clone();
                        game.apply(&mut next, action);
                        all &= visit(next)?;
                    }
                    all
                }
            };
            if !forward {
                return Ok(None);
            }
            looked += 1;
            if looked % REPORTED == 0 {
                let (positions, bytes) = (list.len() + within.len(), bytes_of(&state));
                if positions > limits.bytes / bytes {
                    return Err(Unsolved::TooLarge { positions: positions as u64, bytes, turn });
                }
                if !(limits.progress)(0) {
                    return Err(Unsolved::Stopped);
                }
            }
        }
    }
    Ok(Some(list))
}
