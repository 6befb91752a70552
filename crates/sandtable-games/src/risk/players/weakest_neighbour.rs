//! `weakest-neighbour`: attacks the weakest enemy neighbour that it can beat, wherever it is.

use super::super::state::members;
use super::sense::{Sense, best};
use super::style::Style;

/// Below this chance it does not attack.
const CHANCE: f64 = 0.6;

/// Looks for the weakest neighbour.
pub struct WeakestNeighbour;

/// The fewer troops the better; among equals players before the neutral, then the stronger attacker.
fn ease(sense: &Sense, from: usize, to: usize) -> f64 {
    let neutral = if sense.neutral(to) { 0.5 } else { 0.0 };
    -f64::from(sense.troops(to)) - neutral + f64::from(sense.troops(from)) * 1e-5
}

impl Style for WeakestNeighbour {
    fn front(&mut self, sense: &Sense) -> usize {
        let pairs = members(sense.border).flat_map(|t| members(sense.around(t)).map(move |to| (t, to)));
        let weakest = best(pairs, |(from, to)| ease(sense, from, to));
        weakest.map_or_else(|| sense.own.trailing_zeros() as usize, |(from, _)| from)
    }

    fn attack(&mut self, sense: &Sense) -> Option<(usize, usize)> {
        let demand = sense.demand(CHANCE);
        let fair = sense.attacks().filter(|&(from, to)| sense.win(from, to) >= demand);
        best(fair, |(from, to)| ease(sense, from, to))
    }

    fn enter(&mut self, _: &Sense, _: usize, _: usize, _: u16, most: u16) -> u16 {
        most
    }
}
