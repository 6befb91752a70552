//! Turns tried out by playing on, with the luck of the dice taken out.
//!
//! A trial follows one game for some turns, everybody making the turn that the counsel values most. On the way it adds up by how much the counsel values each position
//! less or more than what, by the exact chances, follows from it one turn later. That sum has the same mean as the value
//! where the trial ends, and hardly any of its variance: dice that fall well for one side do not count for it
//! (FFI/RAPPORT-2000/04403, section 3.3 and chapter 9). It is what the value has overlooked.

use super::{Counsel, Proposer};
use crate::{Game, Payoff, Rng, Seat, Stream, Turn, Value};

impl<G: Game, P: Proposer<G>, V: Value<G>> Counsel<G, P, V> {
    /// Corrects the values of the best turns by trials: all are tried alike, then the better half of them, until one is left. Everybody meets the
    /// same draws, so what is chosen depends on the position alone.
    pub(super) fn try_out(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        turns: &[P::Turn],
        ranked: &mut [(f64, u32)],
    ) {
        let rounds = ranked.len().ilog2().max(1);
        let mut tried: Vec<Tried> =
            ranked.iter().map(|&(value, turn)| Tried { value, turn, sum: 0.0, count: 0 }).collect();
        let (mut left, end) = (tried.len(), game.turns(state) + 1);
        for _ in 0..rounds {
            let each = (self.choosing.trials / rounds).div_ceil(left as u32);
            for arm in &mut tried[..left] {
                let after = self.proposer.after(game, state, &turns[arm.turn as usize]);
                for _ in 0..each {
                    let mut rng = Rng::new(0, arm.count.into(), Stream::World);
                    arm.sum += self.overlooked(game, &after, (seat, end), &mut rng);
                    arm.count += 1;
                }
            }
            tried[..left].sort_by(|a, b| b.mean().total_cmp(&a.mean()).then(a.turn.cmp(&b.turn)));
            left = left.div_ceil(2);
        }
        ranked.iter_mut().zip(&tried).for_each(|(entry, arm)| *entry = (arm.mean(), arm.turn));
    }

    /// What the value of a turn that ends before `end` misses for a seat, in one trial: the sum, over the turns that follow, of what comes of a position by the exact chances less its value.
    fn overlooked(&mut self, game: &G, after: &G::State, (seat, end): (Seat, u32), rng: &mut Rng) -> f64 {
        let (_, mut state) = self.on(game, after, end, rng);
        let mut sum = 0.0;
        for _ in 0..self.choosing.ahead {
            if game.turn(&state) == Turn::Over {
                break;
            }
            let value = self.value.value(game, &state).values()[seat];
            let (worth, next) = self.on(game, &state, game.turns(&state) + 1, rng);
            sum += worth.values()[seat] - value;
            state = next;
        }
        sum
    }

    /// Plays on to the beginning of turn `end`, each with its best proposal: what that is worth by the exact chances, and where one draw of them leads.
    fn on(&mut self, game: &G, state: &G::State, end: u32, rng: &mut Rng) -> (Payoff, G::State) {
        match game.turn(state) {
            Turn::Over => (game.payoff(state), state.clone()),
            _ if game.turns(state) >= end => (self.value.value(game, state), state.clone()),
            Turn::Chance => {
                let mut outcomes = Vec::new();
                game.outcomes(state, &mut outcomes);
                if outcomes.is_empty() {
                    return (self.value.value(game, state), state.clone());
                }
                let all: f64 = outcomes.iter().map(|(_, p)| p).sum();
                let mut draw = rng.unit() * all;
                let mut sum = Payoff::zero(game.info().seats.len());
                let mut came = None;
                for (chance, p) in outcomes {
                    let mut next = state.clone();
                    game.resolve(&mut next, chance);
                    let (worth, reached) = self.on(game, &next, end, rng);
                    sum.values_mut().iter_mut().zip(worth.values()).for_each(|(sum, v)| *sum += p / all * v);
                    draw -= p;
                    if came.is_none() || draw + p >= 0.0 && draw < 0.0 {
                        came = Some(reached);
                    }
                }
                (sum, came.expect("there are outcomes"))
            }
            Turn::Player(_) => {
                let (after, _) = self.best(game, state, end);
                self.on(game, &after, end, rng)
            }
        }
    }
}

/// A turn that is tried out.
struct Tried {
    value: f64,
    turn: u32,
    sum: f64,
    count: u32,
}

impl Tried {
    /// Its value, corrected.
    fn mean(&self) -> f64 {
        self.value + self.sum / f64::from(self.count.max(1))
    }
}
