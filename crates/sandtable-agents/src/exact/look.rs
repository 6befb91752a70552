//! The worth of any position, from those between two turns that are known: what happens within a turn is worked out.

use std::sync::{Arc, Mutex, MutexGuard};

use rustc_hash::{FxHashMap, FxHashSet};
use sandtable_core::{Game, Turn};

use super::fingerprint::Fingerprint;
use super::rules::Rules;

/// Somebody who knows the worth of positions between two turns.
pub trait Worths<G: Game> {
    /// What a position is worth to the first seat, if it is known.
    fn at(&self, rules: &Rules<G>, state: &G::State) -> Option<f64>;
    /// Whether positions within a turn are known as well.
    fn knows_all(&self) -> bool {
        false
    }
}

/// What positions within a turn are worth, for all who look at that turn side by side. What finds no room is worked out again.
pub struct Memory {
    parts: Vec<Mutex<FxHashMap<Fingerprint, f64>>>,
    /// How many positions a part may hold.
    room: usize,
}

/// What a position takes in a memory that grows: it is for a moment there twice.
pub const REMEMBERED: usize = 48;

impl Memory {
    /// One in so many parts, which may be written to side by side; it may take so many bytes.
    pub fn new(parts: usize, bytes: usize) -> Self {
        let room = (bytes / REMEMBERED / parts).max(1);
        Memory { parts: (0..parts).map(|_| Mutex::default()).collect(), room }
    }

    fn part(&self, print: Fingerprint) -> MutexGuard<'_, FxHashMap<Fingerprint, f64>> {
        let part = &self.parts[print.0 as usize % self.parts.len()];
        part.lock().expect("nobody panics while holding it")
    }

    fn get(&self, print: Fingerprint) -> Option<f64> {
        self.part(print).get(&print).copied()
    }

    fn keep(&self, print: Fingerprint, value: f64) {
        let mut part = self.part(print);
        if part.len() < self.room {
            part.insert(print, value);
        }
    }

    fn clear(&self) {
        self.parts.iter().for_each(|part| part.lock().expect("nobody panics while holding it").clear());
    }
}

/// Looks values up, and works out what happens within a turn. Keeps its memory from one question about a turn to the next.
pub struct Look<'a, G: Game, W: Worths<G>> {
    rules: Rules<'a, G>,
    worths: &'a W,
    /// The turn at hand.
    turn: u32,
    memory: Arc<Memory>,
    /// Positions that are being worked out: whoever comes back to one has gone round in a circle.
    open: FxHashSet<Fingerprint>,
    actions: Vec<G::Action>,
    outcomes: Vec<(G::Chance, f64)>,
}

/// What somebody who looks alone may remember.
const ALONE: usize = 1 << 30;

impl<'a, G: Game, W: Worths<G>> Look<'a, G, W> {
    /// Somebody who asks `worths`.
    pub fn new(rules: Rules<'a, G>, worths: &'a W) -> Self {
        Look::sharing(rules, worths, u32::MAX, Arc::new(Memory::new(1, ALONE)))
    }

    /// Somebody who asks `worths` about one turn, and shares what is found out about it with others.
    pub fn sharing(rules: Rules<'a, G>, worths: &'a W, turn: u32, memory: Arc<Memory>) -> Self {
        Look {
            rules,
            worths,
            turn,
            memory,
            open: FxHashSet::default(),
            actions: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// The worth of any position; nothing if it is not known, or if its turn goes round in circles.
    pub fn value(&mut self, state: &G::State) -> Option<f64> {
        let turn = self.rules.game.turns(state);
        if turn != std::mem::replace(&mut self.turn, turn) {
            self.memory.clear();
        }
        self.open.clear();
        self.of(state)
    }

    /// The worth of a position in the turn at hand, or of one that follows it.
    pub fn of(&mut self, state: &G::State) -> Option<f64> {
        let Rules { game, sides, .. } = self.rules;
        if game.turn(state) == Turn::Over {
            return sides.end(game, state);
        }
        if self.worths.knows_all() || game.turns(state) != self.turn {
            return self.worths.at(&self.rules, state);
        }
        let print = Fingerprint::of(state);
        let known = self.memory.get(print);
        if known.is_some() {
            return known;
        }
        if !self.open.insert(print) {
            return None;
        }
        let value = match game.turn(state) {
            Turn::Player(seat) => {
                let begin = self.actions.len();
                game.actions(state, &mut self.actions);
                let mut best = None;
                for i in begin..self.actions.len() {
                    let mut next = state.clone();
                    game.apply(&mut next, self.actions[i]);
                    let value = self.of(&next);
                    if value.is_none() {
                        self.actions.truncate(begin);
                    }
                    let value = value?;
                    best = Some(best.map_or(value, |best| sides.better(seat, best, value)));
                }
                self.actions.truncate(begin);
                best?
            }
            _ => {
                let begin = self.outcomes.len();
                game.outcomes(state, &mut self.outcomes);
                let mut sum = Some(0.0);
                for i in begin..self.outcomes.len() {
                    let (chance, p) = self.outcomes[i];
                    let mut next = state.clone();
                    game.resolve(&mut next, chance);
                    sum = self.of(&next).and_then(|value| sum.map(|sum| sum + p * value));
                    if sum.is_none() {
                        break;
                    }
                }
                self.outcomes.truncate(begin);
                sum?
            }
        };
        self.open.remove(&print);
        self.memory.keep(print, value);
        Some(value)
    }
}
