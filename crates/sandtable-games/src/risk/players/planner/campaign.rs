//! Chains of battles: what an army can expect if it goes on from territory to territory as long as that pays.

use super::super::super::state::{NEUTRAL, members};
use super::super::sense::Sense;
use super::worth::Worth;

/// How many targets are followed up at each step of a chain; beyond, one.
const WIDTH: [usize; 3] = [3, 2, 2];
/// The longest chain.
const DEPTH: usize = 8;

/// A chain of battles from one territory.
#[derive(Clone, Copy, Debug)]
pub struct Campaign {
    /// What it is expected to bring, in troops: nothing if the army stays.
    pub value: f32,
    /// From where.
    pub from: usize,
    /// What is attacked first.
    pub to: usize,
}

/// Looks for campaigns in one position.
pub struct Staff<'a> {
    pub sense: &'a Sense<'a>,
    pub worth: &'a Worth,
    /// What an own troop that falls costs.
    pub fall: f32,
}

impl<'a> Staff<'a> {
    pub fn new(sense: &'a Sense<'a>, worth: &'a Worth) -> Staff<'a> {
        let fall = worth.weights.fall * (1.0 - worth.weights.bold * sense.boldness() as f32);
        Staff { sense, worth, fall }
    }

    /// The best campaign from `from` with so many attackers.
    pub fn campaign(&self, from: usize, attackers: u32) -> Campaign {
        let (value, to) = self.pursue(from, attackers, self.sense.own, !self.sense.state.conquered, 0);
        let value = if value > 0.0 { value - self.post(from) } else { value };
        Campaign { value, from, to }
    }

    /// What it costs to leave `from`, if a continent depends on it.
    fn post(&self, from: usize) -> f32 {
        let sense = self.sense;
        let region = &self.worth.regions[usize::from(self.worth.region[from])];
        if region.members & !sense.own != 0 || members(sense.rivals(from)).nth(1).is_none() {
            return 0.0;
        }
        self.worth.weights.guard * region.bonus
    }

    /// What an army at `at` can expect, and where it goes first.
    fn pursue(&self, at: usize, attackers: u32, own: u64, first: bool, depth: usize) -> (f32, usize) {
        let sense = self.sense;
        let targets = sense.game.map.adjacent[at] & !own;
        let rivals = targets & !sense.state.owned[NEUTRAL];
        let stay =
            if depth > 0 && rivals == 0 { -self.worth.weights.stranded * attackers as f32 } else { 0.0 };
        if attackers == 0 || targets == 0 || depth >= DEPTH {
            return (stay, at);
        }
        let width = WIDTH.get(depth).copied().unwrap_or(1);
        let mut ways = [Way::NONE; 3];
        for to in members(targets) {
            let way = self.battle(attackers, to, own, first);
            // The best ways so far, in their order.
            if let Some(mut place) = ways[..width].iter().position(|other| way.value > other.value) {
                let mut moved = way;
                while place < width {
                    std::mem::swap(&mut ways[place], &mut moved);
                    place += 1;
                }
            }
        }
        let mut found = (stay, at);
        for way in ways[..width].iter().filter(|way| way.to != Way::NONE.to) {
            let own = own | 1 << way.to;
            let (more, _) = self.pursue(way.to, way.left, own, false, depth + 1);
            let value = way.value + way.chance * more;
            if value > found.0 {
                found = (value, way.to);
            }
        }
        found
    }

    /// What a battle to the end for `to` is expected to bring, without what may follow.
    fn battle(&self, attackers: u32, to: usize, own: u64, first: bool) -> Way {
        let sense = self.sense;
        let defenders = sense.troops(to);
        let chance = sense.battles().win(attackers, defenders);
        let (left, standing) = sense.battles().left(attackers, defenders);
        let weights = &self.worth.weights;
        let kill = if sense.neutral(to) { weights.neutral } else { weights.kill };
        let value = chance as f32 * self.worth.gain(sense, to, own, first)
            + kill * (f64::from(defenders) - standing) as f32
            - self.fall * (f64::from(attackers) - left) as f32;
        let left = if chance > 1e-6 { (left / chance + 0.5) as u32 } else { 1 };
        Way { to, value, chance: chance as f32, left: left.saturating_sub(1) }
    }
}

/// One battle of a chain.
#[derive(Clone, Copy)]
struct Way {
    to: usize,
    value: f32,
    chance: f32,
    /// Attackers for the next battle, if this one is won.
    left: u32,
}

impl Way {
    const NONE: Way = Way { to: usize::MAX, value: f32::MIN, chance: 0.0, left: 0 };
}
