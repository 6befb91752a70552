//! The resource evaluation of KTH, section 4.2.2: troops plus the income of the next turn, as a share of all players'.
//!
//! Troops that are still to be placed count: a position is often valued just when a turn has begun.

use sandtable_core::{Eval, Payoff};

use super::rules::Risk;
use super::state::State;

/// Each player's share of the troops and of the income on the board.
pub struct Resources;

impl Eval<Risk> for Resources {
    fn eval(&mut self, game: &Risk, state: &State) -> Payoff {
        let players = game.options.players;
        let mut payoff = Payoff::zero(players);
        let mut all = 0.0;
        for (p, value) in payoff.values_mut().iter_mut().enumerate() {
            if state.owned[p] != 0 {
                let hand = if p == state.mover() { state.hand } else { 0 };
                *value = f64::from(state.strength(p)) + f64::from(hand + game.income(state, p));
                all += *value;
            }
        }
        for value in payoff.values_mut() {
            // Before anything is dealt, all are equal.
            *value = if all > 0.0 { *value / all } else { 1.0 / players as f64 };
        }
        payoff
    }
}
