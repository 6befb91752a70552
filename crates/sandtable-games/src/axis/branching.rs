//! How many ways there are to move all units in one turn, by the two formulas of St-Pierre, Winands and Watt
//! (section III).
//!
//! Equation 1 multiplies, over kinds and provinces, the ways to spread `u` units over the `r` provinces that
//! they reach, their own included: C(r − 1 + u, u). Read so, it gives the published 2.6·10^16 for the opening
//! of the minimap (2.663·10^16): land units go through own land and may enter what lies next to it, planes
//! reach all land within their movement, guns move, factories do not.
//!
//! Equation 2 takes off boards that come twice because two adjacent provinces exchange units. Its terms for
//! all kinds and all numbers add up to more than equation 1 itself (2.84·10^16), so it cannot have been
//! applied as it is printed. The paper's example, one infantry each way, gives the published 9.3·10^15
//! (9.291·10^15): the terms with i = 1 for the kind that most provinces have.
//! Both readings were chosen, out of several, because they give the published numbers.

use super::march::March;
use super::rules::Axis;
use super::scenario::Domain;
use super::state::State;

/// C(n, k), as a float: the products are estimates far beyond what is ever counted.
fn binomial(n: u32, k: u32) -> f64 {
    (1..=k).map(|i| f64::from(n - k + i) / f64::from(i)).product()
}

/// The mover's units of a kind in a province, and how many provinces they reach.
#[derive(Clone, Copy)]
struct Group {
    units: u32,
    reach: u32,
}

impl Group {
    /// The ways to spread all its units.
    fn ways(self) -> f64 {
        binomial(self.reach - 1 + self.units, self.units)
    }

    /// The ways to spread them if one goes to a certain neighbour and no other does.
    fn ways_with_one_gone(self) -> f64 {
        binomial(self.reach - 2 + self.units - 1, self.units - 1)
    }
}

impl Axis {
    /// How many provinces a unit reaches in a turn, its own included.
    fn reach(&self, state: &State, from: u16, kind: usize) -> u32 {
        let unit = &self.scenario.units[kind];
        match unit.domain {
            Domain::Air => (0..self.provinces() as u16)
                .filter(|&to| self.land(to) && self.air_distance(from, to) <= unit.movement)
                .count() as u32,
            Domain::Land if unit.movement > 0 => {
                let mut seen = vec![from];
                for purpose in [March::Redeploy, March::Attack] {
                    self.march(state, from, unit.movement, purpose, |to, _| {
                        if !seen.contains(&to) {
                            seen.push(to);
                        }
                    });
                }
                seen.len() as u32
            }
            Domain::Land | Domain::Sea => 1,
        }
    }

    fn group(&self, state: &State, at: u16, kind: usize) -> Group {
        let units = u32::from(self.counts(state, at, state.mover)[kind]);
        Group { units, reach: if units > 0 { self.reach(state, at, kind) } else { 1 } }
    }

    /// Equations 1 and 2 for the mover.
    pub(super) fn formulas(&self, state: &State) -> Vec<(&'static str, f64)> {
        let places = 0..self.provinces() as u16;
        let groups: Vec<Vec<Group>> = (0..self.kinds())
            .map(|kind| places.clone().map(|at| self.group(state, at, kind)).collect())
            .collect();
        let all: f64 = groups.iter().flatten().map(|g| g.ways()).product();
        let spread = |kind: &&Vec<Group>| kind.iter().filter(|g| g.units > 0 && g.reach > 1).count();
        // Of equals the first: the list of units begins with the commonest.
        let Some(common) = groups.iter().rev().max_by_key(spread) else { return Vec::new() };
        let mut twice = 0.0;
        for at in places {
            for &next in self.land_ways(at).iter().filter(|&&next| next > at) {
                let pair = [at, next].map(|p| common[usize::from(p)]);
                if pair.iter().all(|g| g.units > 0 && g.reach > 1) {
                    twice += pair.iter().map(|g| g.ways_with_one_gone() / g.ways()).product::<f64>();
                }
            }
        }
        vec![
            ("equation 1: all moves of all units", all),
            ("equation 2: without exchanges between neighbours", all * (1.0 - twice).max(0.0)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use sandtable_core::{Args, Game, Notation};

    use crate::axis::axis;

    #[test]
    fn the_opening_of_the_minimap_has_as_many_moves_as_published() {
        let def = axis();
        let game = (def.build)(&Args::defaults(def.params)).unwrap();
        let formulas = game.branching(&game.start());
        assert_eq!(formulas[0].1, 26_629_005_312_000_000.0, "published: 2.6e16");
        assert!((formulas[1].1 / 9.3e15 - 1.0).abs() < 0.002, "{formulas:?}");
    }
}
