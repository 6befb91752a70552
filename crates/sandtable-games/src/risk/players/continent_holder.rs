//! `continent-holder`: takes the continent that is most worth taking, and keeps its borders.

use super::super::map::Continent;
use super::super::state::{Set, members};
use super::sense::{Sense, best};
use super::style::Style;

/// Below this chance it does not attack a territory of its continent.
const CHANCE: f64 = 0.6;
/// Elsewhere it asks for more.
const ELSEWHERE: f64 = 0.85;

/// Thinks in continents.
pub struct ContinentHolder;

/// What a continent is worth for what it takes: the bonus, by the share that is held, against enemies and borders.
fn worth(sense: &Sense, continent: &Continent) -> f64 {
    let map = &sense.game.map;
    let missing = continent.members & !sense.own;
    let size = f64::from(continent.members.count_ones());
    let near = missing & members(sense.own).fold(0, |all, t| all | map.adjacent[t]);
    if near == 0 {
        return f64::MIN;
    }
    let enemies: u32 = members(missing).map(|t| sense.troops(t)).sum();
    let friends: u32 = members(continent.members & sense.own).map(|t| sense.troops(t)).sum();
    let doors = members(continent.members).filter(|&t| map.adjacent[t] & !continent.members != 0).count();
    let share = f64::from((continent.members & sense.own).count_ones()) / size;
    let ease = f64::from(friends + 3) / f64::from(friends + 3 + 2 * enemies);
    f64::from(continent.bonus) * (0.3 + share) * ease / (1.0 + doors as f64)
}

/// The territories of the continent to take next; everything once all are held.
fn wanted(sense: &Sense) -> Set {
    let open = sense.game.map.continents.iter().filter(|c| c.members & !sense.own != 0);
    best(open, |c| worth(sense, c)).map_or(!0, |c| c.members)
}

/// Own territories that guard a continent which is held.
fn guards(sense: &Sense) -> Set {
    let held = sense.game.map.continents.iter().filter(|c| c.members & !sense.own == 0);
    held.fold(0, |all, c| all | c.members) & sense.line
}

impl Style for ContinentHolder {
    fn front(&mut self, sense: &Sense) -> usize {
        // A guard that is outnumbered comes first, then the attack on the continent.
        let exposed = members(guards(sense)).filter(|&t| sense.threat(t) > sense.troops(t));
        let weakest = best(exposed, |t| f64::from(sense.threat(t)) - f64::from(sense.troops(t)));
        if let Some(guard) = weakest.filter(|_| sense.boldness() < 1.0) {
            return guard;
        }
        let goal = wanted(sense) & !sense.own;
        let bases = members(sense.border).filter(|&t| sense.game.map.adjacent[t] & goal != 0);
        let strongest = best(bases, |t| f64::from(sense.troops(t)));
        strongest.unwrap_or_else(|| sense.front().trailing_zeros() as usize)
    }

    fn attack(&mut self, sense: &Sense) -> Option<(usize, usize)> {
        let goal = wanted(sense);
        let guards = guards(sense);
        let (demand, elsewhere) = (sense.demand(CHANCE), sense.demand(ELSEWHERE));
        let fair = |&(from, to): &(usize, usize)| {
            let inside = goal >> to & 1 == 1;
            // A guard leaves its post only for the goal or in force.
            let posted = guards >> from & 1 == 1 && !inside && sense.boldness() < 0.5;
            !posted && sense.win(from, to) >= if inside { demand } else { elsewhere }
        };
        best(sense.attacks().filter(fair), |(from, to)| {
            let inside = if goal >> to & 1 == 1 { 10.0 } else { 0.0 };
            inside + sense.win(from, to) - if sense.neutral(to) { 0.3 } else { 0.0 }
        })
    }
}
