//! Games played on in thought, and how they are shared out: everybody is tried, the better half is tried again, until one is left.
//!
//! What luck brought is taken out of the results, as section 3.3 of the report does for whole matches: a regression on its six luck variables, whose
//! means are zero. A trial then tells as much as several without it.

use std::time::Instant;

use sandtable_core::{Game, Luck, Policy, Rng, Stream};

use super::course::Course;
use super::march::Subordinates;
use crate::operation::guide::Quick;
use crate::operation::luck::{TERMS, Variables};
use crate::operation::rules::Operation;
use crate::operation::state::{Action, Phase, Side, State};

/// A number for each luck variable.
type Terms = [f64; TERMS.len()];

/// Fewer trials than this say nothing about luck.
const FEW: u64 = 60;
/// Keeps the regression sound where a variable hardly varies: trials in which it would be one.
const RIDGE: f64 = 1.0;

/// What trials of one thing came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Which.
    pub arm: usize,
    /// How many trials.
    pub count: u64,
    /// The mean, without luck.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
    sum: f64,
    squares: f64,
    luck: Terms,
}

/// Plays games on; keeps its memory from one to the next.
#[derive(Default)]
pub struct Trials {
    other: Quick,
    plan: Vec<Action>,
}

impl Trials {
    /// Plays a game to its end: one side follows a course, the other plays quickly. Returns what the side gets, and what was luck. The dice depend on the
    /// seed and the number of the deal alone, so that everybody is tried with the same ones.
    pub fn play(
        &mut self,
        game: &Operation,
        start: &State,
        (side, course): (Side, Course),
        subordinates: &mut Subordinates,
        (seed, deal): (u64, u64),
    ) -> (f64, Terms) {
        let mut rng = Rng::new(seed, deal, Stream::World);
        let (mut state, mut luck) = (start.clone(), Terms::default());
        loop {
            match &state.phase {
                Phase::Over => return (game.payoff(&state).values()[side.seat()], luck),
                Phase::Toss | Phase::Combat { .. } => {
                    let chance = game.sample(&state, &mut rng);
                    Variables.add(game, &state, chance, &mut luck);
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

    /// Tries `arms` things in about `trials` games: all are tried alike, then the better half, and so on; half of the trials are for the `last` ones.
    /// Returns what came of each, the best first: those that were tried to the end before those that were dropped.
    pub fn narrow(
        &mut self,
        arms: usize,
        last: usize,
        trials: u64,
        deadline: Option<Instant>,
        mut play: impl FnMut(&mut Trials, usize, u64) -> (f64, Terms),
    ) -> Vec<Tally> {
        let mut tallies: Vec<Tally> = (0..arms).map(|arm| Tally { arm, ..Tally::default() }).collect();
        let mut slopes = Slopes::default();
        let last = last.min(arms);
        let rounds = (arms as f64 / last as f64).log2().ceil() as u64;
        let (mut alive, mut left) = (arms, trials);
        while arms > 1 && left > 0 {
            let share = if alive == last { left } else { trials / (2 * rounds) };
            for _ in 0..(share / alive as u64).max(1) {
                for tally in &mut tallies[..alive] {
                    let (value, luck) = play(self, tally.arm, tally.count);
                    tally.count += 1;
                    tally.sum += value;
                    tally.squares += value * value;
                    slopes.add(value, &luck);
                    tally.luck.iter_mut().zip(luck).for_each(|(sum, x)| *sum += x);
                }
                left = left.saturating_sub(alive as u64);
                if left == 0 || deadline.is_some_and(|end| Instant::now() >= end) {
                    left = 0;
                    break;
                }
            }
            slopes.correct(&mut tallies);
            tallies[..alive].sort_by(|a, b| b.mean.total_cmp(&a.mean));
            if alive == last {
                break;
            }
            alive = alive.div_ceil(2).max(last);
        }
        tallies
    }
}

/// How results depend on luck, from all trials together.
#[derive(Default)]
struct Slopes {
    products: [Terms; TERMS.len()],
    with_value: Terms,
}

impl Slopes {
    fn add(&mut self, value: f64, luck: &Terms) {
        for (row, x) in self.products.iter_mut().zip(luck) {
            row.iter_mut().zip(luck).for_each(|(sum, y)| *sum += x * y);
        }
        self.with_value.iter_mut().zip(luck).for_each(|(sum, x)| *sum += x * value);
    }

    /// Means and errors without luck.
    fn correct(&self, tallies: &mut [Tally]) {
        let (mut right, mut all, mut squares) = (self.with_value, 0, 0.0);
        for tally in tallies.iter_mut().filter(|tally| tally.count > 0) {
            tally.mean = tally.sum / tally.count as f64;
            all += tally.count;
            squares += tally.squares - tally.sum * tally.mean;
            right.iter_mut().zip(tally.luck).for_each(|(sum, x)| *sum -= x * tally.mean);
        }
        let slopes = if all < FEW { Terms::default() } else { solve(self.products, right) };
        let explained: f64 = slopes.iter().zip(right).map(|(slope, x)| slope * x).sum();
        let spread = ((squares - explained).max(0.0) / all.max(1) as f64).sqrt();
        for tally in tallies.iter_mut().filter(|tally| tally.count > 0) {
            let luck: f64 = slopes.iter().zip(tally.luck).map(|(slope, x)| slope * x).sum();
            tally.mean -= luck / tally.count as f64;
            tally.error = spread / (tally.count as f64).sqrt();
        }
    }
}

/// Solves the normal equations of a regression by elimination; the ridge makes them positive definite.
fn solve(mut products: [Terms; TERMS.len()], mut right: Terms) -> Terms {
    products.iter_mut().enumerate().for_each(|(i, row)| row[i] += RIDGE);
    for i in 0..TERMS.len() {
        let pivot = products[i];
        for j in i + 1..TERMS.len() {
            let part = products[j][i] / pivot[i];
            products[j].iter_mut().zip(pivot).for_each(|(x, y)| *x -= part * y);
            right[j] -= part * right[i];
        }
    }
    for i in (0..TERMS.len()).rev() {
        let known: f64 = (i + 1..TERMS.len()).map(|k| products[i][k] * right[k]).sum();
        right[i] = (right[i] - known) / products[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two things of which one is better by a tenth, behind luck ten times as large.
    #[test]
    fn what_was_luck_is_taken_out() {
        let mut rng = Rng::new(1, 0, Stream::World);
        let tallies = Trials::default().narrow(2, 2, 400, None, |_, arm, _| {
            let mut luck = Terms::default();
            luck.iter_mut().for_each(|x| *x = 2.0 * rng.unit() - 1.0);
            (0.1 * arm as f64 + 1.0 * luck[0] - 2.0 * luck[4], luck)
        });
        assert_eq!(tallies[0].arm, 1);
        let (better, worse) = (tallies[0].mean, tallies[1].mean);
        assert!((better - worse - 0.1).abs() < 0.01, "{better} and {worse}");
        assert!(tallies[0].error < 0.02, "{}", tallies[0].error);
    }

    #[test]
    fn the_better_half_is_tried_again_within_the_trials() {
        let tallies =
            Trials::default().narrow(16, 2, 1_000, None, |_, arm, _| (arm as f64, Terms::default()));
        assert_eq!(tallies[0].arm, 15);
        assert!(tallies[1].count > 4 * tallies[15].count, "{tallies:?}");
        let all: u64 = tallies.iter().map(|tally| tally.count).sum();
        assert!((900..=1_016).contains(&all), "{all}");
    }
}
