//! What a position is worth to each side, by men and squares.

use sandtable_core::{Payoff, Value};

use super::rules::Grid;
use super::state::{Side, State};

/// How many men a square is worth: about what it grows in the turns that are left to matter.
const SQUARE: f64 = 4.0;

/// The difference of the squares of both sides' strengths, as a share of their sum: twice the men win four times out of five.
pub struct Strength;

impl Value<Grid> for Strength {
    fn value(&mut self, _: &Grid, state: &State) -> Payoff {
        let [red, blue] = Side::BOTH.map(|side| {
            let (men, squares) = state.totals(side);
            (f64::from(men) + SQUARE * f64::from(squares)).powi(2)
        });
        Payoff::zero_sum(if red + blue > 0.0 { (red - blue) / (red + blue) } else { 0.0 })
    }
}
