//! When to break a battle off, by dynamic programming over all that may still happen, and where to go back to.

use sandtable_core::Game;

use crate::axis::battle::{Retreat, Setup, Solver};
use crate::axis::{Action, Axis, NOWHERE, State};

/// Armies decide whether to go on as if they had at most so many units.
const MOST_FIGHTING: u16 = 100;
/// What a capital is worth beside its income.
const CAPITAL: f64 = 60.0;

/// Who knows when to stop.
pub struct BattleSense {
    /// What a province is worth in battle, as a multiple of its income.
    land: f64,
    /// Whether it breaks battles off at all.
    retreats: bool,
    pub solver: Solver,
    steps: Vec<Action>,
}

impl BattleSense {
    /// One to whom land is worth so many turns of its income.
    pub fn new(land: f64, retreats: bool) -> BattleSense {
        BattleSense { land, retreats, solver: Solver::new(), steps: Vec::new() }
    }

    /// A battle as the calculator takes it.
    pub fn setup<'a>(
        &self,
        game: &'a Axis,
        at: u16,
        attackers: &'a [u16],
        defenders: &'a [u16],
    ) -> Setup<'a> {
        let province = &game.scenario.provinces[usize::from(at)];
        let capital = if province.capital.is_some() { CAPITAL } else { 0.0 };
        let retreat = match self.retreats {
            true => Retreat::Optimal { land: f64::from(province.worth) * self.land + capital },
            false => Retreat::Never,
        };
        Setup { retreat, ..game.setup(attackers, defenders) }
    }

    /// Goes on as long as it is worth it, and goes back to where most friends are.
    pub fn decide(&mut self, game: &Axis, state: &State, at: u16, plan: &mut Vec<Action>) {
        self.steps.clear();
        game.actions(state, &mut self.steps);
        let mut sides = [Vec::new(), Vec::new()];
        game.attackers(state, at, &mut sides[0]);
        game.defenders(state, at, &mut sides[1]);
        shrink(&mut sides, MOST_FIGHTING);
        let setup = self.setup(game, at, &sides[0], &sides[1]);
        if self.steps[0] == Action::Fight && !self.solver.should_retreat(&setup) {
            plan.push(Action::Fight);
            return;
        }
        let friends = |to: u16| -> u32 {
            let counts = game.counts(state, to, state.mover).iter().zip(&game.scenario.units);
            counts.filter(|(_, u)| u.fights()).map(|(&c, u)| u32::from(c) * u32::from(u.defence)).sum()
        };
        plan.extend(self.steps.iter().max_by_key(|a| match **a {
            Action::Retreat(NOWHERE) => 1,
            Action::Retreat(to) => 1 + friends(to),
            _ => 0,
        }));
    }
}

/// The same battle in a smaller scale, if a side has more than `most` units. A battle costs time with the third power of either side, and
/// games between equals may gather hundreds.
pub fn shrink(sides: &mut [Vec<u16>; 2], most: u16) {
    let count = |side: &Vec<u16>| side.iter().map(|&n| u32::from(n)).sum::<u32>();
    let larger = count(&sides[0]).max(count(&sides[1]));
    if larger > u32::from(most) {
        let smaller = |n: &mut u16| *n = (u32::from(*n) * u32::from(most)).div_ceil(larger) as u16;
        sides.iter_mut().flatten().for_each(smaller);
    }
}

#[cfg(test)]
mod tests {
    use super::shrink;

    #[test]
    fn large_armies_shrink_alike_and_lose_no_kind() {
        let mut sides = [vec![300, 0, 99, 1], vec![200, 0, 0, 1]];
        shrink(&mut sides, 40);
        assert_eq!(sides, [[30, 0, 10, 1], [20, 0, 0, 1]]);
        let small = sides.clone();
        shrink(&mut sides, 41);
        assert_eq!(sides, small);
    }
}
