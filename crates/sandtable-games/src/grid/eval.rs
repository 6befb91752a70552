//! What a position is worth to each side: men and squares, and what they will have become at the end.

use sandtable_core::{Payoff, Value};

use super::field::Grid;
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

/// How much the ratio of the points that both sides are heading for counts.
const POINTS: f64 = 2.0;
/// How much the ratio of their armies counts while many turns are left.
const ARMIES: f64 = 0.6;

/// The points that each side is heading for if nobody fights any more, and what its stacks can do until then: a stack counts by its square,
/// as the rules' battles do.
pub struct Prospects;

impl Value<Grid> for Prospects {
    fn value(&mut self, game: &Grid, state: &State) -> Payoff {
        let rules = game.rules();
        let left = f64::from(game.longest().saturating_sub(state.turns)).min(100.0);
        let (man, square) = if rules.scored {
            (f64::from(rules.man_points), f64::from(rules.square_points))
        } else {
            (1.0, 1.0)
        };
        let mut points = [1.0; 2];
        let mut armies = [1.0; 2];
        for &men in state.men[..game.squares()].iter().filter(|men| **men != 0) {
            let (side, men) = (usize::from(men < 0), men.unsigned_abs());
            points[side] += man * (f64::from(men) + left * f64::from(game.growth(men))) + square;
            armies[side] += f64::from(men).powi(2);
        }
        let late = left / (left + 10.0);
        let lead = POINTS * (points[0] / points[1]).ln() + ARMIES * late * (armies[0] / armies[1]).ln();
        Payoff::zero_sum(lead.tanh())
    }
}
