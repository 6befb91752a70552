//! What things are worth to the planner, in troops.

use super::super::super::cards::progressive_value;
use super::super::super::options::Cards;
use super::super::super::rules::Risk;
use super::super::super::state::NEUTRAL;
use super::super::sense::Sense;

/// What a set brings at fixed values, about.
const FIXED: f32 = 8.0;

/// The worth of things, in own troops.
#[derive(Clone, Copy)]
pub struct Weights {
    /// A territory of the player's own.
    pub land: f32,
    /// A territory that another player loses.
    pub loss: f32,
    /// A neutral troop that falls.
    pub neutral: f32,
    /// A troop of another player that falls.
    pub kill: f32,
    /// An own troop that falls.
    pub fall: f32,
    /// The first territory of the turn, where it brings a card.
    pub card: f32,
    /// A whole continent, for each troop of its bonus.
    pub whole: f32,
    /// The way to a whole continent, likewise.
    pub part: f32,
    /// A whole continent that another player loses.
    pub broken: f32,
    /// The way of another player to a continent.
    pub hindered: f32,
    /// Troops that end where no other player is near, each.
    pub stranded: f32,
    /// A whole continent that will be held until the next turn, for each troop of its bonus.
    pub safe: f32,
    /// Another player's elimination, without cards.
    pub end: f32,
    /// Each card of that player.
    pub prize: f32,
    /// How much less an own troop counts for one who is far ahead.
    pub bold: f32,
    /// A neighbour of the territory that is the player's own.
    pub compact: f32,
}

/// The weights that play best against one other player, found by matches in `risk:duel`.
pub const DUEL: Weights = Weights {
    land: 0.4,
    loss: 0.83,
    neutral: 0.05,
    kill: 0.54,
    fall: 1.26,
    card: 2.5,
    whole: 1.18,
    part: 0.19,
    broken: 1.88,
    hindered: 0.87,
    stranded: 0.0,
    safe: 1.3,
    end: 5.65,
    prize: 2.49,
    bold: 0.45,
    compact: 0.07,
};

/// The weights that play best against several: land and harm count for less, continents for more.
pub const MANY: Weights = Weights {
    land: 0.05,
    loss: 0.34,
    neutral: 0.18,
    kill: 0.24,
    fall: 1.2,
    card: 2.14,
    whole: 2.78,
    part: 0.54,
    broken: 1.0,
    hindered: 0.35,
    stranded: 0.64,
    safe: 0.3,
    end: 4.91,
    prize: 2.62,
    bold: 0.42,
    compact: 0.0,
};

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

    /// What cards are worth, as a multiple of what they are worth at fixed values.
    pub fn dear(&self, sense: &Sense) -> f32 {
        match sense.game.options.cards {
            Cards::None => 0.0,
            Cards::Fixed => 1.0,
            Cards::Progressive => f32::from(progressive_value(sense.state.trades + 1)) / FIXED,
        }
    }

    /// What it brings to take `to` when `own` has been taken already; `first` in this turn, it brings a card.
    pub fn gain(&self, sense: &Sense, rivalry: f32, dear: f32, to: usize, own: u64, first: bool) -> f32 {
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
            gain += rivalry * (w.loss + region.theirs[theirs - 1] - region.theirs[theirs]);
            if left & (left - 1) == 0 {
                gain +=
                    if rivalry == 1.0 { 1e3 } else { w.end + dear * w.prize * f32::from(sense.held[owner]) };
            }
        }
        gain
    }
}
