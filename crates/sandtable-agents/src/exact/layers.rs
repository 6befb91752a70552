//! Positions between two turns, turn by turn; what happens within a turn is worked out when it is needed.

use std::collections::BTreeMap;

use indexmap::IndexSet;
use rayon::prelude::*;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use sandtable_core::{Dist, Game, Turn};

use super::sides::Sides;
use super::{Limits, Unsolved};

/// How many positions one thread takes at a time: their number must not depend on the threads.
const CHUNK: usize = 256;
/// Steps and draws that are looked at between two looks at the limits.
const REPORTED: usize = 65_536;

type Essence<G> = Option<fn(&G, &mut <G as Game>::State) -> f64>;

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
    pub fn find(
        game: &G,
        sides: &Sides,
        essence: Essence<G>,
        limits: &Limits,
    ) -> Result<Option<Self>, Unsolved> {
        let Some(mut layers) = Layers::list(game, sides, essence, limits)? else { return Ok(None) };
        Ok(layers.value(game, sides, essence, limits)?.then_some(layers))
    }

    /// Lists positions from the start on; nothing if some turn leads back to an earlier one.
    fn list(game: &G, sides: &Sides, essence: Essence<G>, limits: &Limits) -> Result<Option<Self>, Unsolved> {
        let pool = pool(limits)?;
        let mut start = game.start();
        standing(game, essence, &mut start);
        let first = game.turns(&start);
        let mut layers = Layers { by_turn: BTreeMap::new() };
        layers.by_turn.entry(first).or_default().states.insert(start.clone());
        let bytes = bytes_of(&start);
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
                        after_turns(game, sides, essence, states, turn, limits)
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
    fn value(
        &mut self,
        game: &G,
        sides: &Sides,
        essence: Essence<G>,
        limits: &Limits,
    ) -> Result<bool, Unsolved> {
        let pool = pool(limits)?;
        let turns: Vec<u32> = self.by_turn.keys().rev().copied().collect();
        for turn in turns {
            let mut values = Vec::with_capacity(self.by_turn[&turn].states.len());
            let states = &self.by_turn[&turn].states;
            let chunks = states.len().div_ceil(CHUNK);
            let stride = 64 * pool.current_num_threads();
            for begin in (0..chunks).step_by(stride) {
                let valued: Option<Vec<Vec<f64>>> = pool.install(|| {
                    let value = |look: &mut Look<G>, chunk: usize| {
                        let states = chunk * CHUNK..states.len().min((chunk + 1) * CHUNK);
                        states.map(|i| look.value(&self.by_turn[&turn].states[i])).collect()
                    };
                    (begin..chunks.min(begin + stride))
                        .into_par_iter()
                        .map_init(|| self.look(game, sides, essence), value)
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

    /// Somebody who looks values up.
    pub fn look<'a>(&'a self, game: &'a G, sides: &'a Sides, essence: Essence<G>) -> Look<'a, G> {
        Look {
            game,
            sides,
            essence,
            layers: self,
            turn: 0,
            known: FxHashMap::default(),
            actions: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    fn at(&self, turn: u32, state: &G::State) -> Option<f64> {
        let layer = self.by_turn.get(&turn)?;
        layer.values.get(layer.states.get_index_of(state)?).copied()
    }
}

/// Turns a position between two turns into the one that stands for it; what the first seat gets beyond that one's worth.
pub fn standing<G: Game>(game: &G, essence: Essence<G>, state: &mut G::State) -> f64 {
    essence.map_or(0.0, |essence| essence(game, state))
}

pub fn pool(limits: &Limits) -> Result<rayon::ThreadPool, Unsolved> {
    let built = rayon::ThreadPoolBuilder::new().num_threads(limits.threads).build();
    built.map_err(|e| Unsolved::Unfit(format!("cannot start {} threads: {e}", limits.threads)))
}

/// About what a position takes in a list with its value; what it owns elsewhere is about as much as its account in letters.
pub fn bytes_of<S: std::fmt::Debug>(state: &S) -> usize {
    let owned = if std::mem::needs_drop::<S>() { format!("{state:?}").len() } else { 0 };
    size_of::<S>() + owned + 32
}

/// The positions between turns that follow some, each once, as those that stand for them.
fn after_turns<'a, G: Game>(
    game: &G,
    sides: &Sides,
    essence: Essence<G>,
    states: impl Iterator<Item = &'a G::State>,
    turn: u32,
    limits: &Limits,
) -> Result<Option<Vec<G::State>>, Unsolved> {
    let (mut after, mut within) = (FxHashSet::default(), FxHashSet::default());
    let (mut open, mut actions, mut outcomes) = (Vec::new(), Vec::new(), Vec::new());
    let (mut list, mut looked) = (Vec::new(), 0);
    for state in states {
        within.clear();
        open.push(state.clone());
        while let Some(state) = open.pop() {
            let mut visit = |mut next: G::State| {
                if game.turn(&next) == Turn::Over {
                    return sides.end(game, &next).map(|_| true).ok_or_else(Sides::uneven);
                }
                if game.turns(&next) != turn {
                    standing(game, essence, &mut next);
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
                Turn::Over => sides.end(game, &state).map(|_| true).ok_or_else(Sides::uneven)?,
                Turn::Chance => {
                    outcomes.clear();
                    if game.outcomes(&state, &mut outcomes) != Dist::Exact {
                        return Err(Unsolved::Unfit("it has draws that cannot be listed".into()));
                    }
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

/// Looks values up, and works out what happens within a turn. Keeps its memory from one question to the next.
pub struct Look<'a, G: Game> {
    game: &'a G,
    sides: &'a Sides,
    essence: Essence<G>,
    layers: &'a Layers<G>,
    /// The turn at hand.
    turn: u32,
    known: FxHashMap<G::State, f64>,
    actions: Vec<G::Action>,
    outcomes: Vec<(G::Chance, f64)>,
}

impl<G: Game> Look<'_, G> {
    /// The worth of any position; nothing if it cannot come up, or if its turn goes round in circles.
    pub fn value(&mut self, state: &G::State) -> Option<f64> {
        self.turn = self.game.turns(state);
        self.known.clear();
        self.of(state)
    }

    /// The worth of a position in the turn at hand, or of one that follows it.
    pub fn of(&mut self, state: &G::State) -> Option<f64> {
        if self.game.turn(state) == Turn::Over {
            return self.sides.end(self.game, state);
        }
        if self.game.turns(state) != self.turn {
            let mut next = state.clone();
            let beyond = standing(self.game, self.essence, &mut next);
            return Some(beyond + self.layers.at(self.game.turns(&next), &next)?);
        }
        if let Some(value) = self.known.get(state) {
            return (!value.is_nan()).then_some(*value);
        }
        // Not known yet: whoever comes back to it has gone round in a circle.
        self.known.insert(state.clone(), f64::NAN);
        let value = match self.game.turn(state) {
            Turn::Player(seat) => {
                let begin = self.actions.len();
                self.game.actions(state, &mut self.actions);
                let mut best = None;
                for i in begin..self.actions.len() {
                    let mut next = state.clone();
                    self.game.apply(&mut next, self.actions[i]);
                    let value = self.of(&next)?;
                    best = Some(best.map_or(value, |best| self.sides.better(seat, best, value)));
                }
                self.actions.truncate(begin);
                best?
            }
            _ => {
                let begin = self.outcomes.len();
                self.game.outcomes(state, &mut self.outcomes);
                let mut sum = 0.0;
                for i in begin..self.outcomes.len() {
                    let (chance, p) = self.outcomes[i];
                    let mut next = state.clone();
                    self.game.resolve(&mut next, chance);
                    sum += p * self.of(&next)?;
                }
                self.outcomes.truncate(begin);
                sum
            }
        };
        self.known.insert(state.clone(), value);
        Some(value)
    }
}
