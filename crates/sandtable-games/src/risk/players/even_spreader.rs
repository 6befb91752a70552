//! `even-spreader`: spreads its troops evenly along its border and attacks only with clear superiority.

use super::super::map::MAX_TERRITORIES;
use super::super::state::{Action, members};
use super::sense::{Sense, best};
use super::style::Style;

/// Below this chance it does not attack.
const CHANCE: f64 = 0.85;

/// Keeps its border even.
pub struct EvenSpreader;

impl Style for EvenSpreader {
    fn front(&mut self, sense: &Sense) -> usize {
        let room = members(sense.front()).filter(|&t| sense.room(t) > 0);
        let thinnest = best(room, |t| -f64::from(sense.troops(t)));
        thinnest.unwrap_or_else(|| sense.own.trailing_zeros() as usize)
    }

    fn attack(&mut self, sense: &Sense) -> Option<(usize, usize)> {
        let demand = sense.demand(CHANCE);
        let fair = sense.attacks().filter(|&(from, to)| sense.win(from, to) >= demand);
        best(fair, |(from, to)| sense.win(from, to) - if sense.neutral(to) { 0.1 } else { 0.0 })
    }

    fn place(&mut self, sense: &Sense, plan: &mut Vec<Action>) {
        // The water finds its level: each troop goes where fewest are, counting those before it.
        let mut added = [0u16; MAX_TERRITORIES];
        let mut places = sense.front();
        if members(places).all(|t| sense.room(t) == 0) {
            places = sense.own;
        }
        for _ in 0..sense.state.hand {
            let room = members(places).filter(|&t| sense.room(t) > added[t]);
            let Some(thinnest) = best(room, |t| -f64::from(sense.state.troops[t] + added[t])) else { break };
            added[thinnest] += 1;
        }
        let steps = members(places).filter(|&t| added[t] > 0);
        plan.extend(steps.map(|t| Action::Place { to: t as u8, troops: added[t] }));
    }

    fn enter(&mut self, sense: &Sense, from: usize, to: usize, least: u16, most: u16) -> u16 {
        match (sense.around(from), sense.around(to)) {
            (0, _) => most,
            (_, 0) => least,
            _ => most.div_ceil(2).clamp(least, most),
        }
    }
}
