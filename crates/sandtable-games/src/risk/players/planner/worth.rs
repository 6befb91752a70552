//! What things are worth to the planner, in troops.

use super::super::super::cards::progressive_value;
use super::super::super::options::Cards;
use super::super::super::rules::Risk;
use super::super::super::state::{MAX_PLAYERS, NEUTRAL};
use super::super::sense::Sense;
use super::weights::Weights;

/// What a set brings at fixed values, about.
const FIXED: f32 = 8.0;

/// A continent, with what each number of its territories is worth.
pub struct Region {
    pub members: u64,
    /// Those that have neighbours elsewhere.
    pub doors: u64,
    pub bonus: f32,
    /// To the player that holds so many.
    pub mine: Vec<f32>,
    /// To the player when another one holds so many: negative.
    pub theirs: Vec<f32>,
}

/// Everything about the worth of territories that does not change in a game.
pub struct Worth {
    pub weights: Weights,
    pub regions: Vec<Region>,
    /// The continent of each territory.
    pub region: Vec<u8>,
}

impl Worth {
    pub fn new(game: &Risk, weights: Weights) -> Worth {
        let region = |c: &super::super::super::map::Continent| {
            let size = c.members.count_ones() as usize;
            let bonus = f32::from(c.bonus);
            let worth = |held: usize, part: f32, whole: f32| {
                let share = held as f32 / size as f32;
                bonus * (part * share * share + if held == size { whole } else { 0.0 })
            };
            Region {
                members: c.members,
                doors: game.border(c.members),
                bonus,
                mine: (0..=size).map(|n| worth(n, weights.part, weights.whole)).collect(),
                theirs: (0..=size).map(|n| -worth(n, weights.hindered, weights.broken)).collect(),
            }
        };
        Worth {
            regions: game.map.continents.iter().map(region).collect(),
            region: game.map.territories.iter().map(|t| t.continent).collect(),
            weights,
        }
    }

    /// The troops that each of the others is expected to bring up before it attacks.
    pub fn coming(&self, sense: &Sense) -> [u32; MAX_PLAYERS] {
        let mut coming = [0; MAX_PLAYERS];
        for p in sense.others() {
            coming[p] = (self.weights.coming * f32::from(sense.game.income(sense.state, p))) as u32;
        }
        coming
    }

    /// What harm to each of the others counts: several share what one of them loses, and who is strong is the one to harm.
    pub fn rivalry(&self, sense: &Sense) -> [f32; MAX_PLAYERS] {
        let count = sense.others().count().max(1) as f32;
        let mut rivalry = [1.0 / count; MAX_PLAYERS];
        if count > 1.0 && self.weights.lead > 0.0 {
            let strength = |p: usize| sense.state.strength(p) as f32;
            let mean = sense.others().map(strength).sum::<f32>() / count;
            for p in sense.others() {
                rivalry[p] *= (strength(p) / mean).powf(self.weights.lead);
            }
        }
        rivalry
    }

    /// What cards are worth, as a multiple of what they are worth at fixed values.
    pub fn dear(&self, sense: &Sense) -> f32 {
        match sense.game.options.cards {
            Cards::None => 0.0,
            Cards::Fixed => 1.0,
            Cards::Progressive => f32::from(progressive_value(sense.state.trades + 1)) / FIXED,
        }
    }

    /// What it brings to take `to` when `own` has been taken already; `first` in this turn, it brings a card.
    pub fn gain(
        &self,
        sense: &Sense,
        rivalry: &[f32; MAX_PLAYERS],
        dear: f32,
        to: usize,
        own: u64,
        first: bool,
    ) -> f32 {
        let w = &self.weights;
        let owner = usize::from(sense.state.owner[to]);
        let region = &self.regions[usize::from(self.region[to])];
        let held = (region.members & own).count_ones() as usize;
        let near = (sense.game.map.adjacent[to] & own).count_ones() as f32;
        let mut gain = w.land + region.mine[held + 1] - region.mine[held] + w.compact * near;
        if first {
            gain += dear * w.card;
        }
        if owner < NEUTRAL {
            let left = sense.state.owned[owner] & !own;
            let theirs = (region.members & left).count_ones() as usize;
            gain += rivalry[owner] * (w.loss + region.theirs[theirs - 1] - region.theirs[theirs]);
            if left & (left - 1) == 0 {
                let last = sense.others().nth(1).is_none();
                gain += if last { 1e3 } else { w.end + dear * w.prize * f32::from(sense.held[owner]) };
            }
        }
        gain
    }
}
