//! `planner`: weighs whole chains of battles by exact odds and what they bring: land, continents, cards, eliminations.

mod campaign;
mod opening;
mod weights;
mod worth;

use sandtable_core::{Args, BadInput, Heat, Param};

use super::super::rules::Risk;
use super::super::state::{Action, members};
use super::sense::{Sense, best};
use super::style::{Style, claim, place_at};
use campaign::{Campaign, Staff};
use opening::{Claims, THREE, TWO, muster};
use weights::{DIRECT, DUEL, FEW, LONG, MANY, SHORT, Weights};
use worth::Worth;

/// What can be set.
pub const PARAMS: &[Param] = &[Param::new(
    "chains",
    "how far chains of battles are followed against several: far, or short (weaker, and many times as fast)",
    "far",
)];

/// Plans campaigns.
pub struct Planner {
    /// What things are worth against one other player.
    duel: Worth,
    /// And against two.
    few: Worth,
    /// And against more.
    many: Worth,
    /// And while land is free, with few players.
    claims: Option<Claims>,
}

impl Planner {
    /// One as its parameters say.
    pub fn build(game: &Risk, args: &Args) -> Result<Planner, BadInput> {
        let short = args.flag("chains", "short", "far")?;
        Ok(Planner::with(game, |weights| if short { Weights { search: SHORT, ..weights } } else { weights }))
    }

    /// The usual one.
    pub fn new(game: &Risk) -> Planner {
        Planner::with(game, |weights| weights)
    }

    fn with(game: &Risk, change: impl Fn(Weights) -> Weights) -> Planner {
        let mut duel = if game.options.neutral { DUEL } else { DIRECT };
        if game.options.players > 2 {
            // Whoever is left last has much land by then, and all of it may be one chain.
            duel.search = LONG;
        }
        let claims = match game.options.players {
            2 => Some(TWO),
            3 => Some(THREE),
            // Where each has little, somebody else spoils a continent.
            _ => None,
        };
        let [duel, few, many] = [duel, FEW, MANY].map(|weights| Worth::new(game, change(weights)));
        Planner { duel, few, many, claims }
    }

    fn staff<'a>(&'a self, sense: &'a Sense) -> Staff<'a> {
        let worth = match sense.others().count() {
            0 | 1 => &self.duel,
            2 => &self.few,
            _ => &self.many,
        };
        Staff::new(sense, worth)
    }

    /// The best campaign that begins now, if any is worth it.
    fn attacks(&self, sense: &Sense) -> Option<Campaign> {
        let staff = self.staff(sense);
        let able = members(sense.border).filter(|&t| sense.troops(t) > 1);
        let mut found: Option<Campaign> = None;
        for t in able {
            let campaign = staff.campaign(t, sense.troops(t) - 1);
            if campaign.gain > found.map_or(0.0, |best| best.gain) {
                found = Some(campaign);
            }
        }
        found
    }

    /// The best campaign, with so many more troops for the army that goes on it.
    fn campaign(&self, sense: &Sense, more: u32) -> Option<Campaign> {
        let staff = self.staff(sense);
        let mut found: Option<Campaign> = None;
        for t in members(sense.border).filter(|&t| sense.troops(t) + more > 1) {
            let campaign = staff.campaign(t, sense.troops(t) + more - 1);
            if found.is_none_or(|best| campaign.value > best.value) {
                found = Some(campaign);
            }
        }
        found
    }
}

impl Style for Planner {
    fn front(&mut self, sense: &Sense) -> usize {
        let need = |t: usize| f64::from(sense.threat(t)) + 0.5 * f64::from(sense.troops(t));
        best(members(sense.front()), need).expect("a territory")
    }

    fn claim(&mut self, sense: &Sense) -> usize {
        self.claims.map_or_else(|| claim(sense), |claims| claims.claim(sense))
    }

    fn muster(&mut self, sense: &Sense) -> usize {
        muster(sense, &self.staff(sense))
    }

    fn place(&mut self, sense: &Sense, plan: &mut Vec<Action>) {
        let campaign = self.campaign(sense, u32::from(sense.state.hand)).filter(|c| c.value > 0.0);
        let to = campaign.map_or_else(|| self.front(sense), |c| c.from);
        place_at(sense, to, plan);
    }

    fn attack(&mut self, sense: &Sense) -> Option<(usize, usize)> {
        self.attacks(sense).map(|campaign| (campaign.from, campaign.to))
    }

    fn heat(&self, sense: &Sense) -> Vec<Heat> {
        let staff = self.staff(sense);
        let mut gain = vec![0.0; sense.game.map.len()];
        for t in members(sense.border).filter(|&t| sense.troops(t) > 1) {
            let campaign = staff.campaign(t, sense.troops(t) - 1);
            gain[campaign.to] = f64::from(campaign.gain).max(gain[campaign.to]);
        }
        vec![Heat { name: "gain from a campaign that begins there".into(), values: gain }]
    }

    fn enter(&mut self, sense: &Sense, from: usize, to: usize, least: u16, most: u16) -> u16 {
        let staff = self.staff(sense);
        let onward = staff.campaign(to, u32::from(most) - 1).gain;
        let back = staff.campaign(from, u32::from(most - least)).gain;
        if onward > 0.0 && onward >= back {
            most
        } else if back > 0.0 {
            least
        } else {
            super::style::enter_where_needed(sense, from, to, least, most)
        }
    }
}
