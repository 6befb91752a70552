//! The Tsetlin automaton (sections 2.3.1 and 3.2.1, algorithm 3): a choice and how deep it is.

use sandtable_core::Rng;

use super::{Automaton, greatest};

/// A reward takes the choice deeper, a penalty takes it up; a penalty at the top changes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tsetlin {
    /// The greatest depth; the paper has 4.
    pub depth: u8,
    /// How often a penalty is heeded. The paper finds 0.6 to 0.8 best.
    pub limiter: f64,
    /// Whether the best option is the one that did best on the mean while it was held; otherwise it is the one that is held now,
    /// as in the paper: a matter of the last throws.
    pub means: bool,
}

impl Default for Tsetlin {
    fn default() -> Self {
        Tsetlin { depth: 4, limiter: 0.7, means: true }
    }
}

/// Where the choice and the depth stand; then comes for each option how long it was held and what it brought.
const CHOICE: usize = 0;
const DEPTH: usize = 1;
const HELD: usize = 2;

impl Automaton for Tsetlin {
    fn room(&self, options: usize) -> usize {
        HELD + 2 * options
    }

    fn reset(&self, memory: &mut [f64], options: usize, rng: &mut Rng) {
        memory[CHOICE] = f64::from(rng.below(options as u32));
        memory[DEPTH] = 1.0;
        memory[HELD..].fill(0.0);
    }

    fn choose(&self, memory: &mut [f64], _rng: &mut Rng) -> usize {
        memory[CHOICE] as usize
    }

    /// Each automaton draws for itself, as in the paper.
    fn reward(&self, memory: &mut [f64], choice: usize, feedback: f64, _toss: f64, rng: &mut Rng) {
        debug_assert_eq!(choice, memory[CHOICE] as usize);
        memory[HELD + 2 * choice] += 1.0;
        memory[HELD + 2 * choice + 1] += feedback;
        if rng.unit() < feedback {
            memory[DEPTH] = (memory[DEPTH] + 1.0).min(f64::from(self.depth));
        } else if rng.unit() < self.limiter {
            if memory[DEPTH] > 1.0 {
                memory[DEPTH] -= 1.0;
            } else {
                memory[CHOICE] = f64::from(rng.below((memory.len() - HELD) as u32 / 2));
            }
        }
    }

    fn best(&self, memory: &[f64]) -> usize {
        if !self.means {
            return memory[CHOICE] as usize;
        }
        let mean = |held: &[f64]| if held[0] > 0.0 { held[1] / held[0] } else { f64::NEG_INFINITY };
        greatest(memory[HELD..].chunks_exact(2).map(mean))
    }

    /// It never converges: all it has to show is its depth.
    fn sure(&self, memory: &[f64]) -> f64 {
        memory[DEPTH] / f64::from(self.depth)
    }
}
