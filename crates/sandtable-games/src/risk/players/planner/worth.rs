//! What things are worth to the planner, in troops.

use super::super::super::options::Cards;
use super::super::super::rules::Risk;
use super::super::super::state::NEUTRAL;
use super::super::sense::Sense;

/// How many numbers there are to weigh with.
const WEIGHTS: usize = 16;

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
    /// A guard that leaves the border of a continent which is threatened, for each troop of the bonus.
    pub guard: f32,
    /// Another player's elimination, without cards.
    pub end: f32,
    /// Each card of that player.
    pub prize: f32,
    /// How much less an own troop counts for one who is far ahead.
    pub bold: f32,
    /// A neighbour of the territory that is the player's own.
    pub compact: f32,
}

/// The weights that play best.
const TUNED: [f32; WEIGHTS] =
    [0.6, 0.6, 0.1, 1.0, 1.0, 2.5, 2.5, 1.0, 2.0, 0.5, 0.3, 1.0, 4.0, 3.0, 0.5, 0.1];

impl Weights {
    pub fn tuned() -> Weights {
        let w = TUNED;
        Weights {
            land: w[0],
            loss: w[1],
            neutral: w[2],
            kill: w[3],
            fall: w[4],
            card: w[5],
            whole: w[6],
            part: w[7],
            broken: w[8],
            hindered: w[9],
            stranded: w[10],
            guard: w[11],
            end: w[12],
            prize: w[13],
            bold: w[14],
            compact: w[15],
        }
    }
}

/// A continent, with what each number of its territories is worth.
pub struct Region {
    pub members: u64,
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
    pub card: f32,
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
                bonus,
                mine: (0..=size).map(|n| worth(n, weights.part, weights.whole)).collect(),
                theirs: (0..=size).map(|n| -worth(n, weights.hindered, weights.broken)).collect(),
            }
        };
        Worth {
            regions: game.map.continents.iter().map(region).collect(),
            region: game.map.territories.iter().map(|t| t.continent).collect(),
            card: if game.options.cards == Cards::None { 0.0 } else { weights.card },
            weights,
        }
    }

    /// What it brings to take `to` when `own` has been taken already; `first` in this turn, it brings a card.
    pub fn gain(&self, sense: &Sense, to: usize, own: u64, first: bool) -> f32 {
        let w = &self.weights;
        let owner = usize::from(sense.state.owner[to]);
        let region = &self.regions[usize::from(self.region[to])];
        let held = (region.members & own).count_ones() as usize;
        let near = (sense.game.map.adjacent[to] & own).count_ones() as f32;
        let mut gain = w.land + region.mine[held + 1] - region.mine[held] + w.compact * near;
        if first {
            gain += self.card;
        }
        if owner < NEUTRAL {
            let left = sense.state.owned[owner] & !own;
            let theirs = (region.members & left).count_ones() as usize;
            gain += w.loss + region.theirs[theirs - 1] - region.theirs[theirs];
            if left & (left - 1) == 0 {
                let last = sense.others().nth(1).is_none();
                gain += if last { 1e3 } else { w.end + w.prize * f32::from(sense.held[owner]) };
            }
        }
        gain
    }
}
