//! Linear reward-inaction (sections 2.3.2 and 3.2.2, algorithms 4 and 5) and two relatives.

use sandtable_core::Rng;

use super::{Automaton, greatest};

/// How far probabilities move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// After a reward, by the rate (the paper).
    Reward,
    /// Always, by the rate times the feedback: the mean of [`Step::Reward`] over its toss, so the same drift with less
    /// noise (the literature's S-model).
    Strength,
    /// After a reward, each other option by the rate over the number of options, down to zero: probabilities are
    /// multiples of one step, and the last steps do not take for ever (Oommen and Christensen's discretised kind).
    Discrete,
}

/// A probability for each option; a reward makes the chosen one likelier, a penalty changes nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Linear {
    /// The learning rate. The paper has 0.02 to 0.05 in the first tier, and more in later ones.
    pub rate: f64,
    /// How far probabilities move.
    pub step: Step,
}

impl Linear {
    /// With the usual rate.
    pub fn new(step: Step) -> Self {
        Linear { rate: 0.03, step }
    }
}

impl Automaton for Linear {
    fn room(&self, options: usize) -> usize {
        options
    }

    fn reset(&self, memory: &mut [f64], options: usize, _rng: &mut Rng) {
        memory.fill(1.0 / options as f64);
    }

    fn choose(&self, memory: &mut [f64], rng: &mut Rng) -> usize {
        draw(memory.iter().copied(), rng)
    }

    fn reward(&self, memory: &mut [f64], choice: usize, feedback: f64, toss: f64, _rng: &mut Rng) {
        let rewarded = toss < feedback;
        match self.step {
            Step::Reward if rewarded => shift(memory, choice, self.rate),
            Step::Strength => shift(memory, choice, self.rate * feedback),
            Step::Discrete if rewarded => {
                let step = self.rate / memory.len() as f64;
                let mut rest = 1.0;
                for (_, p) in memory.iter_mut().enumerate().filter(|(option, _)| *option != choice) {
                    *p = (*p - step).max(0.0);
                    rest -= *p;
                }
                memory[choice] = rest;
            }
            Step::Reward | Step::Discrete => {}
        }
    }

    fn best(&self, memory: &[f64]) -> usize {
        greatest(memory.iter().copied())
    }

    fn sure(&self, memory: &[f64]) -> f64 {
        memory.iter().copied().fold(0.0, f64::max)
    }
}

/// Moves probabilities towards one option.
fn shift(memory: &mut [f64], choice: usize, rate: f64) {
    memory.iter_mut().for_each(|p| *p *= 1.0 - rate);
    memory[choice] += rate;
}

/// An index with the chance that stands there; rounding goes to the last one that has any.
pub(super) fn draw(chances: impl Iterator<Item = f64>, rng: &mut Rng) -> usize {
    let (mut left, mut last) = (rng.unit(), 0);
    for (i, p) in chances.enumerate() {
        if p > 0.0 {
            last = i;
            left -= p;
            if left < 0.0 {
                break;
            }
        }
    }
    last
}
