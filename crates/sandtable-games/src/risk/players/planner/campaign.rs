//! Chains of battles: what an army can expect if it goes on from territory to territory as long as that pays.

use super::super::super::state::{MAX_PLAYERS, NEUTRAL, members};
use super::super::sense::Sense;
use super::weights::WIDEST;
use super::worth::Worth;

/// A chain of battles from one territory.
#[derive(Clone, Copy, Debug)]
pub struct Campaign {
    /// What the army is expected to be worth with it, in troops, beside the continents as they are.
    pub value: f32,
    /// What it brings over staying.
    pub gain: f32,
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
    fall: f32,
    /// What harm to each of the others counts.
    rivalry: [f32; MAX_PLAYERS],
    /// The troops that each of the others may bring up before it attacks.
    coming: [u32; MAX_PLAYERS],
    /// What cards are worth now, against those of fixed values.
    dear: f32,
    /// What the continents that are held are worth as they are.
    safe: f32,
}

impl<'a> Staff<'a> {
    pub fn new(sense: &'a Sense<'a>, worth: &'a Worth) -> Staff<'a> {
        let fall = worth.weights.fall * (1.0 - worth.weights.bold * sense.boldness() as f32);
        let rivalry = worth.rivalry(sense);
        let (coming, dear) = (worth.coming(sense), worth.dear(sense));
        let mut staff = Staff { sense, worth, fall, rivalry, coming, dear, safe: 0.0 };
        staff.safe = staff.safety(sense.own, usize::MAX, usize::MAX, 0);
        staff
    }

    /// The best campaign from `from` with so many attackers.
    pub fn campaign(&self, from: usize, attackers: u32) -> Campaign {
        let first = !self.sense.state.conquered;
        let (value, to) = self.pursue(from, from, attackers, self.sense.own, first, 0);
        let stay = self.stay(from, from, attackers, self.sense.own);
        Campaign { value: value - self.safe, gain: value - stay, from, to }
    }

    /// What the continents in `own` are worth if an army of `attackers` and one more, that set out from `from`, stays at `at`:
    /// each by the chance that every one of its doors would stand the strongest attack from next to it.
    fn safety(&self, own: u64, from: usize, at: usize, attackers: u32) -> f32 {
        let sense = self.sense;
        let mut worth = 0.0;
        for region in self.worth.regions.iter().filter(|region| region.members & !own == 0) {
            let mut hold = 1.0;
            for door in members(region.doors) {
                let rivals = sense.game.map.adjacent[door] & !own & !sense.state.owned[NEUTRAL];
                let strength = |t: usize| sense.troops(t) + self.coming[usize::from(sense.state.owner[t])];
                let threat = members(rivals).map(strength).max().unwrap_or(0);
                if threat < 2 {
                    continue;
                }
                let guards = if door == at {
                    attackers + 1
                } else if door == from || sense.own >> door & 1 == 0 {
                    1
                } else {
                    sense.troops(door)
                };
                hold *= 1.0 - sense.battles().win(threat + 2, guards) as f32;
            }
            worth += region.bonus * hold;
        }
        self.worth.weights.safe * worth
    }

    /// What it is worth that the army stays at `at`: where no other player is near, it is of little use.
    fn stay(&self, from: usize, at: usize, attackers: u32, own: u64) -> f32 {
        let rivals = self.sense.game.map.adjacent[at] & !own & !self.sense.state.owned[NEUTRAL];
        let idle = if rivals == 0 { self.worth.weights.stranded * attackers as f32 } else { 0.0 };
        self.safety(own, from, at, attackers) - idle
    }

    /// What an army at `at` can expect, and where it goes first.
    fn pursue(
        &self,
        from: usize,
        at: usize,
        attackers: u32,
        own: u64,
        first: bool,
        depth: usize,
    ) -> (f32, usize) {
        let sense = self.sense;
        let targets = sense.game.map.adjacent[at] & !own;
        let stay = self.stay(from, at, attackers, own);
        if attackers == 0 || targets == 0 || depth >= self.worth.weights.search.depth {
            return (stay, at);
        }
        let width = self.worth.weights.search.width.get(depth).copied().unwrap_or(1);
        let mut ways = [Way::NONE; WIDEST];
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
        let lost = self.safety(own, from, usize::MAX, 0);
        for way in ways[..width].iter().filter(|way| way.to != Way::NONE.to) {
            let own = own | 1 << way.to;
            let (more, _) = self.pursue(from, way.to, way.left, own, false, depth + 1);
            let value = way.value + way.chance * more + (1.0 - way.chance) * lost;
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
        let kill = match usize::from(sense.state.owner[to]) {
            NEUTRAL => weights.neutral,
            owner => weights.kill * self.rivalry[owner],
        };
        let value = chance as f32 * self.worth.gain(sense, &self.rivalry, self.dear, to, own, first)
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
