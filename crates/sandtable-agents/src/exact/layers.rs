//! Positions between two turns, turn by turn; what happens within a turn is worked out when it is needed.

use std::collections::BTreeMap;
use std::sync::Arc;

use indexmap::IndexSet;
use rayon::prelude::*;
use rustc_hash::{FxBuildHasher, FxHashSet};
use sandtable_core::{Game, Turn};

use super::fingerprint::Fingerprint;
use super::look::{Look, Memory, REMEMBERED, Worths};
use super::rules::{Rules, bytes_of, pool};
use super::table::Table;
use super::{Limits, Unsolved};

/// How many positions one thread takes at a time: their number must not depend on the threads.
const CHUNK: usize = 256;
/// How many chunks are under way for each thread, so that the limits are noticed before memory is full.
const AHEAD: usize = 64;
/// Parts of a memory that threads share.
const PARTS: usize = 256;
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
        let bytes = bytes_of(&start);
        let mut turn = first;
        loop {
            let mut next: BTreeMap<u32, IndexSet<G::State, FxBuildHasher>> = BTreeMap::new();
            // Positions within the turn are met from many positions before it: each is looked at once.
            let mut within: FxHashSet<Fingerprint> = FxHashSet::default();
            let mut open: Vec<G::State> = layers.by_turn[&turn].states.iter().cloned().collect();
            while !open.is_empty() {
                let some = open.len().min(AHEAD * CHUNK * pool.current_num_threads());
                let states = open.split_off(open.len() - some);
                let found: Vec<Result<Option<Following<G>>, Unsolved>> = pool.install(|| {
                    let list = |chunk: &[G::State]| Following::list(rules, chunk, turn, &within);
                    states.par_chunks(CHUNK).map(list).collect()
                });
                for following in found {
                    let Some(following) = following? else { return Ok(None) };
                    let fresh = following.within.into_iter().filter(|(print, _)| within.insert(*print));
                    open.extend(fresh.map(|(_, state)| state));
                    for state in following.after {
                        next.entry(game.turns(&state)).or_default().insert(state);
                    }
                }
                let fresh: usize = next.values().map(IndexSet::len).sum();
                let positions = layers.positions() + fresh as u64;
                let kept = positions as usize * (bytes + VALUED) + within.len() * REMEMBERED;
                if kept + open.len() * bytes > limits.bytes {
                    let bytes = (kept + open.len() * bytes) / positions as usize;
                    return Err(Unsolved::TooLarge { positions, bytes, turn });
                }
                if !(limits.progress)(some as u64) {
                    return Err(Unsolved::Stopped);
                }
            }
            for (later, states) in next {
                layers.by_turn.entry(later).or_default().states.extend(states);
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
        let bytes = self.by_turn[&turns[0]].states.first().map_or(0, bytes_of) + VALUED;
        let room = limits.bytes.saturating_sub(self.positions() as usize * bytes);
        for turn in turns {
            let memory = Arc::new(Memory::new(PARTS, room));
            let mut values = Vec::with_capacity(self.by_turn[&turn].states.len());
            let states = &self.by_turn[&turn].states;
            let chunks = states.len().div_ceil(CHUNK);
            let stride = AHEAD * pool.current_num_threads();
            for begin in (0..chunks).step_by(stride) {
                let valued: Option<Vec<Vec<f64>>> = pool.install(|| {
                    let value = |look: &mut Look<G, Self>, chunk: usize| {
                        let states = chunk * CHUNK..states.len().min((chunk + 1) * CHUNK);
                        states.map(|i| look.value(&self.by_turn[&turn].states[i])).collect()
                    };
                    (begin..chunks.min(begin + stride))
                        .into_par_iter()
                        .map_init(|| Look::sharing(rules, self, turn, memory.clone()), value)
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

/// What follows some positions of a turn, each once.
struct Following<G: Game> {
    /// Positions of the same turn that have not been met before.
    within: Vec<(Fingerprint, G::State)>,
    /// Positions between turns, as those that stand for them.
    after: IndexSet<G::State, FxBuildHasher>,
}

impl<G: Game> Following<G> {
    /// Looks at all steps or draws of some positions; nothing if one leads back to an earlier turn.
    fn list(
        rules: Rules<G>,
        states: &[G::State],
        turn: u32,
        known: &FxHashSet<Fingerprint>,
    ) -> Result<Option<Self>, Unsolved> {
        let game = rules.game;
        let mut following = Following { within: Vec::new(), after: IndexSet::default() };
        let (mut met, mut actions, mut outcomes) = (FxHashSet::default(), Vec::new(), Vec::new());
        for state in states {
            let mut visit = |mut next: G::State| {
                if game.turn(&next) == Turn::Over {
                    return rules.end(&next).map(|_| true);
                }
                if game.turns(&next) == turn {
                    let print = Fingerprint::of(&next);
                    if !known.contains(&print) && met.insert(print) {
                        following.within.push((print, next));
                    }
                    return Ok(true);
                }
                rules.standing(&mut next);
                let forward = game.turns(&next) > turn;
                following.after.insert(next);
                Ok(forward)
            };
            let mut forward = true;
            match game.turn(state) {
                Turn::Over => {
                    rules.end(state)?;
                }
                Turn::Chance => {
                    outcomes.clear();
                    rules.outcomes(state, &mut outcomes)?;
                    for &(chance, _) in &outcomes {
                        let mut next = state.clone();
                        game.resolve(&mut next, chance);
                        forward &= visit(next)?;
                    }
                }
                Turn::Player(_) => {
                    actions.clear();
                    game.actions(state, &mut actions);
                    for &action in &actions {
                        let mut next = state.clone();
                        game.apply(&mut next, action);
                        forward &= visit(next)?;
                    }
                }
            }
            if !forward {
                return Ok(None);
            }
        }
        Ok(Some(following))
    }
}
