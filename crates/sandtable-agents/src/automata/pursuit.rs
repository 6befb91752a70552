//! The pursuit automaton (Thathachar and Sastry): probabilities that go after the best estimate.

use sandtable_core::Rng;

use super::linear::draw;
use super::{Automaton, greatest};

/// Keeps the mean feedback of each option, and makes the one with the best mean likelier in every round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pursuit {
    /// How fast probabilities follow.
    pub rate: f64,
}

impl Default for Pursuit {
    fn default() -> Self {
        Pursuit { rate: 0.02 }
    }
}

/// Numbers for each option: its probability, how often it was chosen, its mean.
const EACH: usize = 3;

/// An option that was never tried is taken to be as good as can be, so that each is tried before one is pursued.
const HOPE: f64 = 1.0;

impl Automaton for Pursuit {
    fn room(&self, options: usize) -> usize {
        EACH * options
    }

    fn reset(&self, memory: &mut [f64], options: usize, _rng: &mut Rng) {
        for option in memory.chunks_exact_mut(EACH) {
            option.copy_from_slice(&[1.0 / options as f64, 0.0, HOPE]);
        }
    }

    fn choose(&self, memory: &mut [f64], rng: &mut Rng) -> usize {
        draw(memory.chunks_exact(EACH).map(|option| option[0]), rng)
    }

    fn reward(&self, memory: &mut [f64], choice: usize, feedback: f64, _toss: f64, _rng: &mut Rng) {
        let chosen = &mut memory[EACH * choice..][..EACH];
        chosen[1] += 1.0;
        chosen[2] += (feedback - chosen[2]) / chosen[1];
        let best = self.best(memory);
        memory.chunks_exact_mut(EACH).for_each(|option| option[0] *= 1.0 - self.rate);
        memory[EACH * best] += self.rate;
    }

    fn best(&self, memory: &[f64]) -> usize {
        greatest(memory.chunks_exact(EACH).map(|option| option[2]))
    }

    fn sure(&self, memory: &[f64]) -> f64 {
        memory.chunks_exact(EACH).map(|option| option[0]).fold(0.0, f64::max)
    }
}
