//! What a province is worth to be in (A3): how near it is to capitals and factories of the enemy, and to his other land.

use super::atlas::Atlas;
use crate::axis::{Axis, NOBODY, State};

/// Capitals and factories farther than this do not count.
const FAR: u8 = 9;

/// What is known about provinces while a turn is planned.
#[derive(Clone, Copy)]
pub struct Marks<'a> {
    /// Those that cannot be held.
    pub lost: &'a [bool],
    /// Those under attack.
    pub attacked: &'a [bool],
}

/// Half of something for each step.
fn fade(value: f64, steps: u8) -> f64 {
    value / f64::from(1u32 << steps.min(31))
}

/// What each province is worth to a nation.
pub fn values(game: &Axis, atlas: &Atlas, state: &State, me: u8, marks: Marks) -> Vec<f64> {
    let land = &atlas.land[..];
    let enemy = |p: u16| {
        let owner = state.owner[usize::from(p)];
        owner != NOBODY && !game.allied(me, owner)
    };
    let open = |p: u16| !marks.attacked[usize::from(p)];
    let goals = goals(game, atlas, state, land, &|p| enemy(p) && open(p), &enemy);
    let worth = |p: u16| f64::from(game.scenario.provinces[usize::from(p)].worth);
    let (mut values, mut near) = (vec![0.0; game.provinces()], Vec::new());
    for &at in land.iter().filter(|&&p| !marks.lost[usize::from(p)]) {
        near.clear();
        let in_reach = goals.iter().filter(|(p, _)| atlas.steps(at, *p) <= FAR);
        near.extend(in_reach.map(|&(p, value)| fade(value, atlas.steps(at, p))));
        near.sort_by(|a, b| b.total_cmp(a));
        let capitals: f64 = near.iter().zip(0..).map(|(&value, k)| fade(value, k)).sum();
        let hostile = |p: u16| (enemy(p) && open(p)) || marks.lost[usize::from(p)];
        let neighbours = atlas.near(at).iter().filter(|&&p| hostile(p));
        let others: f64 = neighbours.map(|&p| fade(worth(p), atlas.steps(at, p))).sum();
        let value = capitals + atlas.around(at) * others;
        values[usize::from(at)] = if game.has_factory(state, at) { 1.1 * value } else { value };
    }
    values
}

/// The enemies' capitals and factories, and what they are worth.
fn goals(
    game: &Axis,
    atlas: &Atlas,
    state: &State,
    land: &[u16],
    target: &dyn Fn(u16) -> bool,
    enemy: &dyn Fn(u16) -> bool,
) -> Vec<(u16, f64)> {
    let capital = |p: u16| game.scenario.provinces[usize::from(p)].capital.is_some();
    let works = |p: u16| game.has_factory(state, p);
    let held = land.iter().filter(|&&p| enemy(p)).count();
    let plain = land.iter().filter(|&&p| enemy(p) && works(p) && !capital(p)).count();
    let everywhere = 2 * plain >= held;
    let wanted = land.iter().copied().filter(|&p| target(p) && (capital(p) || (works(p) && !everywhere)));
    let value = |p: u16| {
        let province = &game.scenario.provinces[usize::from(p)];
        let made = if works(p) { f64::from(province.worth) } else { 0.0 };
        let owned = if capital(p) { production(game, state, state.owner[usize::from(p)]) } else { 0.0 };
        32.0 * (made + owned.sqrt()).sqrt() * atlas.around(p)
    };
    wanted.map(|p| (p, value(p))).collect()
}

/// What all provinces of a nation are worth.
pub fn production(game: &Axis, state: &State, nation: u8) -> f64 {
    let owned = game.scenario.provinces.iter().zip(&state.owner).filter(|(_, o)| **o == nation);
    owned.map(|(p, _)| f64::from(p.worth)).sum()
}
