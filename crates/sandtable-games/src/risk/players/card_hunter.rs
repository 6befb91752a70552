//! `card-hunter`: takes a cheap territory every turn for the card, and eliminates who is weak and holds cards; else it
//! stays compact.

use super::super::options::Cards;
use super::super::state::{Set, members};
use super::sense::{Sense, best};
use super::style::Style;

/// Below this chance it does not attack, even for a card.
const CHANCE: f64 = 0.55;
/// Beyond the card, it takes only what is as good as given away.
const CHEAP: f64 = 0.95;
/// For a player's elimination, its attackers must outnumber that player's troops this much.
const FORCE: f64 = 1.3;

/// Collects cards.
pub struct CardHunter;

/// The land of the weakest player, if all of it can be taken from next to it: its cards make up for much.
fn prey(sense: &Sense) -> Set {
    let attackers = |p: usize| -> u32 {
        let near = members(sense.state.owned[p]).fold(0, |all, t| all | sense.game.map.adjacent[t]);
        members(sense.own & near).map(|t| sense.troops(t) - 1).sum()
    };
    let chance = |p: usize| {
        let cards =
            f64::from(sense.held[p]) * if sense.game.options.cards == Cards::None { 0.0 } else { 2.0 };
        f64::from(attackers(p)) + cards
            - FORCE * f64::from(sense.state.strength(p) + sense.state.owned[p].count_ones())
    };
    let weakest = best(sense.others(), chance).filter(|&p| chance(p) > 0.0);
    weakest.map_or(0, |p| sense.state.owned[p])
}

impl Style for CardHunter {
    fn front(&mut self, sense: &Sense) -> usize {
        let prey = prey(sense);
        let near = |&t: &usize| sense.game.map.adjacent[t] & prey != 0;
        let hunting = best(members(sense.border).filter(near), |t| f64::from(sense.troops(t)));
        let stack = || best(members(sense.front()), |t| f64::from(sense.troops(t)));
        hunting.or_else(stack).expect("a territory")
    }

    fn attack(&mut self, sense: &Sense) -> Option<(usize, usize)> {
        let prey = prey(sense);
        let boldness = sense.boldness();
        let demand = sense.demand(CHANCE);
        let fair = |&(from, to): &(usize, usize)| {
            let cheap = !sense.neutral(to) && sense.troops(to) <= 2 && sense.win(from, to) >= CHEAP;
            let wanted = prey >> to & 1 == 1 || !sense.state.conquered || boldness >= 0.5 || cheap;
            wanted && sense.win(from, to) >= demand
        };
        best(sense.attacks().filter(fair), |(from, to)| {
            let hunted = if prey >> to & 1 == 1 { 2.0 } else { 0.0 };
            let neutral = if sense.neutral(to) { 0.2 } else { 0.0 };
            hunted + sense.win(from, to) - neutral - 0.02 * f64::from(sense.troops(to))
        })
    }

    fn enter(&mut self, sense: &Sense, from: usize, to: usize, least: u16, most: u16) -> u16 {
        if sense.rivals(to) != 0 || sense.rivals(from) == 0 { most } else { least }
    }
}
