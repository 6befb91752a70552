//! Upper confidence bounds (Auer, Cesa-Bianchi and Fischer, UCB1-Tuned): optimism that shrinks with trials.

use sandtable_core::Rng;

use super::{Automaton, greatest};

/// Chooses the option with the greatest upper bound, from its mean and its variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ucb {
    /// The weight of the bound.
    pub width: f64,
}

impl Default for Ucb {
    fn default() -> Self {
        Ucb { width: 1.0 }
    }
}

/// Numbers for each option: how often it was chosen, its mean, the sum of squares about it.
const EACH: usize = 3;

impl Automaton for Ucb {
    fn room(&self, options: usize) -> usize {
        EACH * options
    }

    fn reset(&self, memory: &mut [f64], _options: usize, _rng: &mut Rng) {
        memory.fill(0.0);
    }

    fn choose(&self, memory: &mut [f64], rng: &mut Rng) -> usize {
        let all: f64 = memory.chunks_exact(EACH).map(|option| option[0]).sum();
        let log = all.max(1.0).ln();
        let bound = |option: &[f64]| match option[0] {
            n if n > 0.0 => {
                let variance = option[2] / n + (2.0 * log / n).sqrt();
                option[1] + self.width * (log / n * variance.min(0.25)).sqrt()
            }
            _ => f64::INFINITY,
        };
        // Where several are equal any of them is taken: automata that learn together must not move in step.
        let (mut best, mut equal, mut choice) = (f64::NEG_INFINITY, 0, 0);
        for (i, value) in memory.chunks_exact(EACH).map(bound).enumerate() {
            if value > best {
                (best, equal, choice) = (value, 1, i);
            } else if value == best {
                equal += 1;
                choice = if rng.below(equal) == 0 { i } else { choice };
            }
        }
        choice
    }

    fn reward(&self, memory: &mut [f64], choice: usize, feedback: f64, _toss: f64, _rng: &mut Rng) {
        let option = &mut memory[EACH * choice..][..EACH];
        option[0] += 1.0;
        let before = feedback - option[1];
        option[1] += before / option[0];
        option[2] += before * (feedback - option[1]);
    }

    /// What it chose most often: means of options that others spoilt recover late.
    fn best(&self, memory: &[f64]) -> usize {
        greatest(memory.chunks_exact(EACH).map(|option| option[0]))
    }

    fn sure(&self, memory: &[f64]) -> f64 {
        let all: f64 = memory.chunks_exact(EACH).map(|option| option[0]).sum();
        let most = memory.chunks_exact(EACH).map(|option| option[0]).fold(0.0, f64::max);
        if all > 0.0 { most / all } else { 0.0 }
    }
}
