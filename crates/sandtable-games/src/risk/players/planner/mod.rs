//! `planner`: weighs whole chains of battles by exact odds and what they bring: land, continents, cards, eliminations.

mod campaign;
mod worth;

use sandtable_core::{BadInput, Kit};

use super::super::rules::Risk;
use super::super::state::{Action, members};
use super::sense::{Sense, best};
use super::style::{Style, place_at};
use campaign::{Campaign, Staff};
pub use worth::Weights;
use worth::Worth;

/// Plans campaigns.
pub struct Planner {
    worth: Worth,
    /// Where the army stands that attacked last.
    army: Option<usize>,
}

impl Planner {
    pub fn new(kit: &Kit<Risk>) -> Result<Planner, BadInput> {
        Ok(Planner { worth: Worth::new(kit.game, Weights::tuned()), army: None })
    }

    /// The best campaign, with so many more troops for the army that goes on it.
    fn campaign(&self, sense: &Sense, more: u32) -> Option<Campaign> {
        let staff = Staff::new(sense, &self.worth);
        let mut found: Option<Campaign> = None;
        for t in members(sense.border).filter(|&t| sense.troops(t) + more > 1) {
            let campaign = staff.campaign(t, sense.troops(t) + more - 1);
            if campaign.to != t && found.is_none_or(|best| campaign.value > best.value) {
                found = Some(campaign);
            }
        }
        found
    }
}

impl Style for Planner {
    fn begin(&mut self) {
        self.army = None;
    }

    fn front(&mut self, sense: &Sense) -> usize {
        let need = |t: usize| f64::from(sense.threat(t)) + 0.5 * f64::from(sense.troops(t));
        best(members(sense.front()), need).expect("a territory")
    }

    fn place(&mut self, sense: &Sense, plan: &mut Vec<Action>) {
        self.army = None;
        let campaign = self.campaign(sense, u32::from(sense.state.hand)).filter(|c| c.value > 0.0);
        let to = campaign.map_or_else(|| self.front(sense), |c| c.from);
        place_at(sense, to, plan);
    }

    fn attack(&mut self, sense: &Sense) -> Option<(usize, usize)> {
        let army = self.army.filter(|&t| sense.border >> t & 1 == 1 && sense.troops(t) > 1);
        let going = army.map(|t| Staff::new(sense, &self.worth).campaign(t, sense.troops(t) - 1));
        let going = going.filter(|c| c.value > 0.0 && c.to != c.from);
        let campaign = going.or_else(|| self.campaign(sense, 0).filter(|c| c.value > 0.0))?;
        self.army = Some(campaign.to);
        Some((campaign.from, campaign.to))
    }

    fn enter(&mut self, sense: &Sense, from: usize, to: usize, least: u16, most: u16) -> u16 {
        let staff = Staff::new(sense, &self.worth);
        let onward = staff.campaign(to, u32::from(most) - 1).value;
        let back = staff.campaign(from, u32::from(most - least)).value;
        if onward > 0.0 && onward >= back {
            most
        } else if back > 0.0 {
            least
        } else {
            super::style::enter_where_needed(sense, from, to, least, most)
        }
    }
}
