//! What is learned from: positions with what was found there and what came of them.

use sandtable_core::{Game, Rng};

/// A position that somebody thought about, or played through.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample<G: Game> {
    /// The position.
    pub state: G::State,
    /// What could be done.
    pub steps: Vec<G::Action>,
    /// How good each of that was found to be: shares of one, or nothing where nobody looked.
    pub shares: Vec<f32>,
    /// What became of each seat, as shares of what there was to win.
    pub chances: Vec<f32>,
    /// What became of each place some turns on, or nothing where nobody looked.
    pub kept: Vec<u8>,
}

/// Payoffs as shares of what there was to win.
pub fn shares_of(range: (f64, f64), payoffs: &[f64]) -> Vec<f32> {
    let (low, high) = range;
    payoffs.iter().map(|payoff| ((payoff - low) / (high - low)) as f32).collect()
}

/// Puts things into an order of the generator's.
pub fn shuffle<T>(things: &mut [T], rng: &mut Rng) {
    for i in (1..things.len()).rev() {
        things.swap(i, rng.below(i as u32 + 1) as usize);
    }
}
