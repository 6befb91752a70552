//! A rough estimate of how many pieces Blue will bring through.

use sandtable_core::{Eval, Payoff};

use super::Operation;
use super::state::State;

/// Counts.
pub struct Threat;

impl Eval<Operation> for Threat {
    fn eval(&mut self, _game: &Operation, state: &State) -> Payoff {
        Payoff::zero_sum(f64::from(state.goal))
    }
}
