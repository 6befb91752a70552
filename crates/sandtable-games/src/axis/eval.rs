//! What a position is worth to each nation: its alliance's chance to win, by armies and incomes.

use sandtable_core::{Payoff, Value};

use super::rules::Axis;
use super::state::State;

/// The power of an alliance's army, its money included.
const ARMY: f64 = 5.7;
/// The power of an alliance's income.
const INCOME: f64 = 1.2;
/// Added to both, so that a last unit does not decide everything.
const SOME: f64 = 5.0;

/// Each alliance's strength, a product of powers with `staff`'s weights, as a share of all alliances'.
pub struct Strength;

impl Value<Axis> for Strength {
    fn value(&mut self, game: &Axis, state: &State) -> Payoff {
        let mut payoff = Payoff::zero(game.nations());
        let mut all = 0.0;
        for alliance in 0..game.scenario.alliances.len() as u8 {
            let (mut army, mut income) = (SOME, SOME);
            for nation in (0..game.nations() as u8)
                .filter(|&n| game.scenario.nations[usize::from(n)].alliance == alliance)
            {
                army += f64::from(state.money[usize::from(nation)]) + army_of(game, state, nation);
                income += f64::from(game.income(state, nation));
            }
            let strength = army.powf(ARMY) * income.powf(INCOME);
            all += strength;
            for (value, nation) in payoff.values_mut().iter_mut().zip(&game.scenario.nations) {
                if nation.alliance == alliance {
                    *value = strength;
                }
            }
        }
        payoff.values_mut().iter_mut().for_each(|v| *v /= all);
        payoff
    }
}

/// The cost of all units that fight, and of those that are still to be placed by the nation that is to move.
fn army_of(game: &Axis, state: &State, nation: u8) -> f64 {
    let cost = |counts: &[u16]| -> f64 {
        let units = counts.iter().zip(&game.scenario.units).filter(|(_, unit)| unit.fights());
        units.map(|(&count, unit)| f64::from(count) * f64::from(unit.cost)).sum()
    };
    let placed: f64 = (0..game.provinces() as u16).map(|at| cost(game.counts(state, at, nation))).sum();
    placed + if state.mover == nation { cost(&state.bought) } else { 0.0 }
}
