//! Games played on in thought, and how they are shared out: everybody is tried, the better half is tried again, until one is left.

use std::time::Instant;

use sandtable_core::{Game, Policy, Rng, Stream};

use super::course::Course;
use super::march::Subordinates;
use crate::operation::guide::Quick;
use crate::operation::rules::Operation;
use crate::operation::state::{Action, Phase, Side, State};

/// What trials of one thing came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Which.
    pub arm: usize,
    /// How many trials.
    pub count: u64,
    sum: f64,
    squares: f64,
}

impl Tally {
    /// The mean.
    pub fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }

    /// Its standard error.
    pub fn error(&self) -> f64 {
        let count = self.count.max(2) as f64;
        let variance = (self.squares / count - self.mean().powi(2)).max(0.0);
        (variance / (count - 1.0)).sqrt()
    }

    fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }
}

/// Plays games on; keeps its memory from one to the next.
#[derive(Default)]
pub struct Trials {
    /// Games that have been played on so far.
    pub played: u64,
    other: Quick,
    plan: Vec<Action>,
}

impl Trials {
    /// Plays a game to its end: one side follows a course, the other plays quickly. Returns what the side gets. The dice depend on the seed and the
    /// number of the deal alone, so that everybody is tried with the same luck.
    pub fn play(
        &mut self,
        game: &Operation,
        start: &State,
        (side, course): (Side, Course),
        subordinates: &mut Subordinates,
        (seed, deal): (u64, u64),
    ) -> f64 {
        self.played += 1;
        let mut rng = Rng::new(seed, deal, Stream::World);
        let mut state = start.clone();
        loop {
            match &state.phase {
                Phase::Over => return game.payoff(&state).values()[side.seat()],
                Phase::Toss | Phase::Combat { .. } => {
                    let chance = game.sample(&state, &mut rng);
                    game.resolve(&mut state, chance);
                }
                Phase::Move(orders) if orders.side == side => {
                    subordinates.march(game.board(), &state, side, course).carry_out(game, &mut state);
                }
                Phase::Move(_) => {
                    self.plan.clear();
                    self.other.choose(game, &state, &mut rng, &mut self.plan);
                    self.plan.iter().for_each(|&step| game.apply(&mut state, step));
                }
            }
        }
    }

    /// Tries `arms` things in about `trials` games by halving: all get as many, the better half as many together once more, and so on. Where no
    /// more than `last` are left, they share what remains. Returns what came of each, the best first, by how long it was tried and then by its mean.
    pub fn narrow(
        &mut self,
        arms: usize,
        last: usize,
        trials: u64,
        deadline: Option<Instant>,
        mut play: impl FnMut(&mut Trials, usize, u64) -> f64,
    ) -> Vec<Tally> {
        let mut tallies: Vec<Tally> = (0..arms).map(|arm| Tally { arm, ..Tally::default() }).collect();
        let (mut alive, mut left) = (arms, trials);
        let rounds = |alive: usize| (alive as f64 / last as f64).log2().ceil().max(0.0) as u64 + 1;
        while alive > 1 && left > 0 {
            // Half of everything for the last round.
            let share = if alive <= last { left } else { left / (2 * rounds(alive)).max(2) };
            let each = (share / alive as u64).max(1);
            for _ in 0..each {
                for tally in &mut tallies[..alive] {
                    let value = play(self, tally.arm, tally.count);
                    tally.add(value);
                }
                left = left.saturating_sub(alive as u64);
                if left == 0 || deadline.is_some_and(|end| Instant::now() >= end) {
                    left = 0;
                    break;
                }
            }
            tallies[..alive].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
            if alive <= last {
                break;
            }
            alive = alive.div_ceil(2).max(last);
        }
        tallies
    }
}
