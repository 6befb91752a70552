//! The worth of any position, from those between two turns that are known: what happens within a turn is worked out.

use rustc_hash::FxHashMap;
use sandtable_core::{Game, Turn};

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

/// Looks values up, and works out what happens within a turn. Keeps its memory from one question to the next.
pub struct Look<'a, G: Game, W: Worths<G>> {
    rules: Rules<'a, G>,
    worths: &'a W,
    /// The turn at hand.
    turn: u32,
    known: FxHashMap<G::State, f64>,
    actions: Vec<G::Action>,
    outcomes: Vec<(G::Chance, f64)>,
}

impl<'a, G: Game, W: Worths<G>> Look<'a, G, W> {
    /// Somebody who asks `worths`.
    pub fn new(rules: Rules<'a, G>, worths: &'a W) -> Self {
        Look {
            rules,
            worths,
            turn: 0,
            known: FxHashMap::default(),
            actions: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// The worth of any position; nothing if it is not known, or if its turn goes round in circles.
    pub fn value(&mut self, state: &G::State) -> Option<f64> {
        self.turn = self.rules.game.turns(state);
        self.known.clear();
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
        if let Some(value) = self.known.get(state) {
            return (!value.is_nan()).then_some(*value);
        }
        // Not known yet: whoever comes back to it has gone round in a circle.
        self.known.insert(state.clone(), f64::NAN);
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
        self.known.insert(state.clone(), value);
        Some(value)
    }
}
