//! `cluster-grower`: holds its largest connected group and grows it outward from its border.

use super::super::state::{Set, members};
use super::sense::{Sense, best};
use super::style::Style;

/// Below this chance it does not attack.
const CHANCE: f64 = 0.7;

/// Lives in its largest group.
pub struct ClusterGrower;

/// How well `to` would round off the group: who has many of the group next to it and few others is inside already.
fn fit(sense: &Sense, group: Set, to: usize) -> f64 {
    let around = sense.game.map.adjacent[to];
    let inside = f64::from((around & group).count_ones());
    let joins = f64::from((around & sense.own & !group).count_ones());
    let outside = f64::from((around & !sense.own).count_ones());
    let neutral = if sense.neutral(to) { 0.5 } else { 0.0 };
    inside + joins - 0.5 * outside - neutral - 0.5 * f64::from(sense.troops(to))
}

impl Style for ClusterGrower {
    fn front(&mut self, sense: &Sense) -> usize {
        let group = sense.largest_group(sense.own);
        let pairs = members(group).flat_map(|t| members(sense.around(t)).map(move |to| (t, to)));
        let wanted = best(pairs, |(from, to)| fit(sense, group, to) + 0.5 * f64::from(sense.troops(from)));
        wanted.map_or_else(|| sense.front().trailing_zeros() as usize, |(from, _)| from)
    }

    fn attack(&mut self, sense: &Sense) -> Option<(usize, usize)> {
        let group = sense.largest_group(sense.own);
        let demand = sense.demand(CHANCE);
        let fair = |&(from, to): &(usize, usize)| group >> from & 1 == 1 && sense.win(from, to) >= demand;
        best(sense.attacks().filter(fair), |(_, to)| fit(sense, group, to))
    }
}
