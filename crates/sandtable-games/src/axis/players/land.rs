//! What several players need: distances over land, and where planes land.

use std::collections::VecDeque;

use sandtable_core::Game;

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
    if game.airborne(state).is_none() {
        return false;
    }
    let cover = |at: u16| -> u32 {
        let counts = game.counts(state, at, state.mover).iter().zip(&game.scenario.units);
        let land = counts.filter(|(_, u)| u.fights() && u.domain == Domain::Land);
        land.map(|(&c, u)| u32::from(c) * u32::from(u.defence)).sum()
    };
    let mut steps = Vec::new();
    game.actions(state, &mut steps);
    plan.extend(steps.into_iter().max_by_key(|step| match *step {
        Action::Move { to, count, .. } => (cover(to), std::cmp::Reverse(to), count),
        _ => (0, std::cmp::Reverse(0), 0),
    }));
    true
}
