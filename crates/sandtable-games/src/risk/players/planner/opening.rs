//! The planner's set-up: which free land to take, and where the first troops stand.
//!
//! Land is taken to gather a continent and to deny one to others: whoever holds a single territory of it spoils it, so a foothold on every
//! continent comes first, and a rival's last missing territory before anything else. That is for two or three players; with more, others
//! see to it, and the common rule of the styles does better. The first troops make one army, where it and the
//! first income bring most: an army that takes or breaks a continent in its first turn beats an even line, whose small parts fall one by one.

use super::super::super::state::{MAX_PLAYERS, members};
use super::super::sense::{Sense, best};
use super::campaign::Staff;

/// What free land is worth. All but the last three count by how easily the continent is held for its bonus.
#[derive(Clone, Copy)]
pub struct Claims {
    /// A whole continent of one's own; a part of it counts by its square.
    pub gather: f32,
    /// What is left of that for each territory there that others hold.
    pub spoiled: f32,
    /// A whole continent denied to the only one who is there; a part counts by its square.
    pub deny: f32,
    /// The first territory on a continent where at most one other player is.
    pub foothold: f32,
    /// A neighbour that is the player's own.
    pub near: f32,
    /// A neighbour that is another's.
    pub foes: f32,
    /// A neighbour at all.
    pub open: f32,
}

/// The claims that do best against one other player.
pub const TWO: Claims =
    Claims { gather: 1.72, spoiled: 0.28, deny: 1.67, foothold: 0.53, near: 0.15, foes: 0.06, open: 0.05 };

/// And against two.
pub const THREE: Claims =
    Claims { gather: 2.0, spoiled: 0.5, deny: 2.0, foothold: 1.0, near: 0.15, foes: 0.0, open: 0.05 };

/// What it is worth to take the last territory that a rival lacks: more than anything else.
const LAST: f32 = 100.0;

impl Claims {
    /// The free territory to take.
    pub fn claim(&self, sense: &Sense) -> usize {
        let free = sense.game.placeable(sense.state);
        best(members(free), |t| f64::from(self.worth(sense, free, t))).expect("a free territory")
    }

    fn worth(&self, sense: &Sense, free: u64, t: usize) -> f32 {
        let map = &sense.game.map;
        let continent = &map.continents[usize::from(map.territories[t].continent)];
        let count = |set: u64| (continent.members & set).count_ones() as f32;
        let (size, doors) = (count(u64::MAX), count(sense.game.border(continent.members)));
        let ease = f32::from(continent.bonus + 1) / (doors + 0.5 * size);
        let (own, taken) = (count(sense.own), count(!sense.own & !free));
        let rivals = (0..MAX_PLAYERS).filter(|&p| p != sense.me).map(|p| count(sense.state.owned[p]));
        let rival = rivals.fold(0.0, f32::max);
        let square = |part: f32| (part / size).powi(2);
        let mut worth = self.gather * square(own + 1.0) * self.spoiled.powf(taken);
        if own == 0.0 && taken == rival {
            worth += self.deny * square(rival + 1.0) + self.foothold;
        }
        if rival + 1.0 == size {
            worth += LAST;
        }
        let around = |set: u64| (map.adjacent[t] & set).count_ones() as f32;
        ease * worth + self.near * around(sense.own)
            - self.foes * around(!sense.own & !free)
            - self.open * around(u64::MAX)
    }
}

/// Where the next of the first troops goes: to the army that brings most with all of them and the first income.
pub fn muster(sense: &Sense, staff: &Staff) -> usize {
    let (state, me) = (sense.state, sense.me);
    let more = u32::from(state.reserve[me]) + u32::from(sense.game.income(state, me));
    let places = if sense.border != 0 { sense.border } else { sense.own };
    let value = |t: usize| f64::from(staff.campaign(t, sense.troops(t) + more - 1).value);
    best(members(places), value).expect("a territory")
}
