//! What several players need: distances over land, and where planes land.

use std::collections::VecDeque;

use crate::axis::scenario::Domain;
use crate::axis::{Action, Axis, State};

/// How far each province is from the nearest of some, over land, whoever owns it.
pub fn distances(game: &Axis, from: &[u16]) -> Vec<u16> {
    let mut far = vec![u16::MAX; game.provinces()];
    let mut queue: VecDeque<u16> = from.iter().copied().collect();
    from.iter().for_each(|&p| far[usize::from(p)] = 0);
    while let Some(p) = queue.pop_front() {
        for &q in game.land_ways(p) {
            if far[usize::from(q)] == u16::MAX {
                far[usize::from(q)] = far[usize::from(p)] + 1;
                queue.push_back(q);
            }
        }
    }
    far
}

/// Lands the next planes where most of the mover's land units stand, if some are in the air.
pub fn land_planes(game: &Axis, state: &State, plan: &mut Vec<Action>) -> bool {
    let Some((from, unit, left, count)) = game.airborne(state) else { return false };
    let cover = |at: u16| -> u32 {
        let counts = game.counts(state, at, state.mover).iter().zip(&game.scenario.units);
        let land = counts.filter(|(_, u)| u.fights() && u.domain == Domain::Land);
        land.map(|(&c, u)| u32::from(c) * u32::from(u.defence)).sum()
    };
    let places = (0..game.provinces() as u16)
        .filter(|&p| game.landable(state, p) && game.air_distance(from, p) <= left);
    let best = places.max_by_key(|&p| (cover(p), std::cmp::Reverse(p)));
    let to = best.expect("planes only fly where they can land");
    plan.push(Action::Move { unit, count, from, to });
    true
}
