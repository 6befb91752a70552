//! Ideas against each other: all meet the same luck, the worse half is dropped again and again, and what is left is done only if it is better than
//! the first by more than the trials may be off (sequential halving: Karnin, Koren and Somekh 2013).

use sandtable_core::Candidate;

use super::Trials;
use super::ideas::Idea;
use crate::axis::{Action, Axis, State};

/// How much the leads of single trials vary, squared, as far as nothing is known, and how many trials that is worth: a few trials may be alike by
/// accident. They were found to vary by 0.06 where purchases are compared, 0.07 for moves and 0.12 for attacks.
const SPREAD: f64 = 0.01;
const BEFORE: f64 = 2.0;
/// How often each idea is tried at least before half of them are dropped; where that costs too much, fewer are tried.
const FEWEST: usize = 3;
/// The part of what they may cost that goes to looking which ideas come first.
const LOOKS: f64 = 0.3;

/// What came of an idea: by how much it is better than the first, and how far off that may be.
#[derive(Clone, Copy, Default)]
pub struct Lead {
    sum: f64,
    squares: f64,
    /// How many trials it took.
    pub trials: u64,
}

impl Lead {
    fn add(&mut self, more: f64) {
        self.sum += more;
        self.squares += more * more;
        self.trials += 1;
    }

    /// By how much it is better.
    pub fn mean(&self) -> f64 {
        self.sum / self.trials.max(1) as f64
    }

    /// How far off that may be.
    pub fn stderr(&self) -> f64 {
        let n = self.trials.max(1) as f64;
        let squares = (self.squares - n * self.mean().powi(2)).max(0.0) + BEFORE * SPREAD;
        (squares / (n - 1.0 + BEFORE) / n).sqrt()
    }
}

/// How often so many ideas are halved until one is left.
fn halvings(ideas: usize) -> u32 {
    (ideas + 1).next_power_of_two().trailing_zeros()
}

impl Trials {
    /// What came of each idea, and the number of the one to carry out: the first, unless another is better by more than the trials may be off.
    /// Of more ideas than can be paid for, those that come last are not tried. `used` says how much of what it may cost is gone.
    pub(super) fn contest(
        &mut self,
        game: &Axis,
        state: &State,
        ideas: &[Idea],
        seed: u64,
        used: impl Fn(&Self) -> f64,
    ) -> (usize, Vec<(f64, Lead)>) {
        let mut leads = vec![Lead::default(); ideas.len()];
        let ahead = self.options.ahead;
        let start = used(self);
        let mut usual = self.trial.run(game, (state, &ideas[0].steps), ahead, (seed, 0));
        let each = (used(self) - start).max(1e-9);
        let mut alive: Vec<usize> = (1..ideas.len()).collect();
        let trials = ((1.0 - used(self)) / each) as usize;
        let fits = |n: &usize| FEWEST * n * halvings(*n) as usize <= trials;
        let most = (1..=alive.len()).rev().find(fits).unwrap_or(0);
        alive.truncate(most);
        let (rounds, start) = (halvings(alive.len()), used(self));
        let (mut number, mut now) = (0, usual);
        for round in 1..=rounds {
            let most = start + (1.0 - start) * f64::from(round) / f64::from(rounds);
            loop {
                for &i in &alive {
                    let value = self.trial.run(game, (state, &ideas[i].steps), ahead, (seed, number));
                    leads[i].add(value - now);
                }
                number += 1;
                if used(self) + each * (1 + alive.len()) as f64 > most {
                    break;
                }
                now = self.trial.run(game, (state, &ideas[0].steps), ahead, (seed, number));
                usual += now;
            }
            alive.sort_by(|&a, &b| leads[b].mean().total_cmp(&leads[a].mean()).then(a.cmp(&b)));
            if round < rounds {
                alive.truncate(alive.len().div_ceil(2));
            }
            alive.retain(|&i| leads[i].mean() + self.options.doubt * leads[i].stderr() > 0.0);
            if alive.is_empty() {
                break;
            }
            if round < rounds {
                now = self.trial.run(game, (state, &ideas[0].steps), ahead, (seed, number));
                usual += now;
            }
        }
        let surely = |i: usize| leads[i].mean() - self.options.doubt * leads[i].stderr();
        let best = alive.into_iter().max_by(|&a, &b| surely(a).total_cmp(&surely(b)));
        let usual = usual / f64::from(number.max(1));
        let found = leads.iter().map(|lead| (usual + lead.mean(), *lead)).collect();
        (best.filter(|&i| surely(i) > 0.0).unwrap_or(0), found)
    }

    /// Puts the ideas behind the first in an order: those that look best at the end of the turn come first. Where looking costs too much, the rest
    /// stays behind unseen.
    pub(super) fn screen(
        &mut self,
        game: &Axis,
        state: &State,
        ideas: &mut [Idea],
        seed: u64,
        used: impl Fn(&Self) -> f64,
    ) {
        for idea in &mut ideas[1..] {
            if used(self) >= LOOKS {
                break;
            }
            idea.look = self.trial.look(game, (state, &idea.steps), seed);
        }
        ideas[1..].sort_by(|a, b| b.look.total_cmp(&a.look));
    }
}

/// An idea and what came of it, for who wants to know.
pub fn candidate(idea: &Idea, (value, lead): (f64, Lead)) -> Candidate<Action> {
    Candidate {
        idea: sandtable_core::Idea::Turn(idea.words.clone()),
        visits: lead.trials,
        value: value.clamp(0.0, 1.0),
        stderr: lead.stderr(),
    }
}
