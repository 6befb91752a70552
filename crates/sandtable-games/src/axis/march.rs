//! Land units: through provinces of their own side, into what they attack, and on from there if they blitz.
//!
//! Before the battles only what was on their side at the beginning of the turn lets units through; what is taken on the way is entered step
//! by step. So what one unit can do does not depend on what others have taken.

use super::rules::Axis;
use super::state::{MAX_COUNT, Moved, State};

/// What units march for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum March {
    /// Against the enemy.
    Attack,
    /// On from what they have just entered.
    Blitz,
    /// To a province of their side, after the battles.
    Redeploy,
}

impl Axis {
    /// Whether a province is on the mover's side and nobody fights there.
    pub fn friendly(&self, state: &State, at: u16) -> bool {
        self.allied(state.mover, state.owner[usize::from(at)]) && !self.contested(state, at)
    }

    /// Whether it has been so since before this turn.
    pub(super) fn home(&self, state: &State, at: u16) -> bool {
        !state.was_taken(at) && self.friendly(state, at)
    }

    /// Whether enemies of the mover that fight stand there.
    pub fn contested(&self, state: &State, at: u16) -> bool {
        (0..=self.nations()).any(|n| {
            !self.allied(state.mover, n as u8)
                && self
                    .counts(state, at, n as u8)
                    .iter()
                    .zip(&self.scenario.units)
                    .any(|(c, u)| *c > 0 && u.fights())
        })
    }

    /// Whether units that blitz must stop there.
    pub(super) fn stops(&self, state: &State, at: u16) -> bool {
        !self.scenario.rules.blitz_flak && (self.has_factory(state, at) || self.guns(state, at))
    }

    /// The land neighbours of a province.
    pub fn land_ways(&self, at: u16) -> &[u16] {
        &self.land_neighbours[usize::from(at)]
    }

    /// How many units of a kind have not moved.
    pub fn ready(&self, state: &State, at: u16, unit: u8) -> u16 {
        self.counts(state, at, state.mover)[usize::from(unit)].saturating_sub(state.moved_at(at, unit))
    }

    fn lets_through(&self, state: &State, at: u16, purpose: March) -> bool {
        match purpose {
            March::Attack | March::Blitz => self.home(state, at),
            March::Redeploy => self.friendly(state, at),
        }
    }

    fn is_goal(&self, state: &State, at: u16, purpose: March) -> bool {
        match purpose {
            March::Attack => !self.home(state, at),
            March::Blitz => true,
            March::Redeploy => self.friendly(state, at),
        }
    }

    /// Calls `visit` with each province that land units can march to from `from` in at most `range` steps, and its distance.
    pub(super) fn march(
        &self,
        state: &State,
        from: u16,
        range: u8,
        purpose: March,
        mut visit: impl FnMut(u16, u8),
    ) {
        if range == 1 {
            for &to in self.land_ways(from) {
                if self.is_goal(state, to, purpose) {
                    visit(to, 1);
                }
            }
            return;
        }
        self.spread(state, from, range, purpose, |to, distance| {
            if self.is_goal(state, to, purpose) {
                visit(to, distance);
            }
        });
    }

    /// Calls `visit` with all provinces in reach, whatever they are.
    fn spread(&self, state: &State, from: u16, range: u8, purpose: March, mut visit: impl FnMut(u16, u8)) {
        let mut seen = vec![false; self.provinces()];
        seen[usize::from(from)] = true;
        let mut front = vec![from];
        for distance in 1..=range {
            let mut next = Vec::new();
            for &p in &front {
                for &to in self.land_ways(p) {
                    if !std::mem::replace(&mut seen[usize::from(to)], true) {
                        visit(to, distance);
                        if self.lets_through(state, to, purpose) {
                            next.push(to);
                        }
                    }
                }
            }
            front = next;
        }
    }

    /// How far it is to march to a province, if units can.
    pub(super) fn way(&self, state: &State, from: u16, to: u16, range: u8, purpose: March) -> Option<u8> {
        let mut found = None;
        self.march(state, from, range, purpose, |p, distance| {
            if p == to {
                found = Some(distance);
            }
        });
        found
    }

    /// Calls `visit` with the provinces from which the last step to `to` is taken, on all ways of this length.
    fn gates(&self, state: &State, (from, to): (u16, u16), length: u8, mut visit: impl FnMut(u16)) {
        if length <= 1 {
            return visit(from);
        }
        self.spread(state, from, length - 1, March::Blitz, |p, distance| {
            if distance == length - 1 && self.home(state, p) && self.land_ways(p).contains(&to) {
                visit(p);
            }
        });
    }

    /// The farthest that units of a kind can still blitz from a province.
    pub(super) fn dash(&self, state: &State, from: u16, unit: u8) -> u8 {
        let here = state.moved.iter().filter(|m| m.at == from && m.unit == unit);
        here.map(|m| m.left).max().unwrap_or(0)
    }

    /// Units arrive in a province; how many of them stay, since what comes beyond the most that can stand there is lost.
    pub(super) fn arrive(&self, state: &mut State, at: u16, unit: u8, count: u16) -> u16 {
        let mover = state.mover;
        let there = &mut self.counts_mut(state, at, mover)[usize::from(unit)];
        let stay = count.min(MAX_COUNT - *there);
        *there += stay;
        stay
    }

    /// Takes units that have moved and can go at least so far out of a province's list, those that can go least first, and calls `each` with
    /// how far they could go and how many they are.
    pub(super) fn pick(
        &self,
        state: &mut State,
        (at, unit, far): (u16, u8, u8),
        mut count: u16,
        mut each: impl FnMut(&mut State, u8, u16),
    ) {
        while count > 0 {
            let able = |m: &Moved| m.at == at && m.unit == unit && m.left >= far;
            let i = state.moved.iter().position(able).expect("so many units can go on");
            let gone = count.min(state.moved[i].count);
            let left = state.moved[i].left;
            state.moved[i].count -= gone;
            if state.moved[i].count == 0 {
                state.moved.remove(i);
            }
            count -= gone;
            each(state, left, gone);
        }
    }

    /// Land units attack, walk in, or go on.
    pub(super) fn advance(&self, state: &mut State, unit: u8, count: u16, from: u16, to: u16) {
        let kind = &self.scenario.units[usize::from(unit)];
        let first = self.home(state, from);
        let (range, purpose) = match first {
            true => (kind.movement, March::Attack),
            false => (self.dash(state, from, unit), March::Blitz),
        };
        let length = self.way(state, from, to, range, purpose).expect("a legal march gets there");
        let fight = self.contested(state, to);
        if fight {
            let mut gates = Vec::new();
            self.gates(state, (from, to), length, |gate| gates.push(gate));
            for gate in gates {
                if let Err(i) = state.came.binary_search(&(to, gate)) {
                    state.came.insert(i, (to, gate));
                }
            }
        }
        let raided = state.raids.binary_search(&to).is_ok();
        let goes_on = kind.blitz && !fight && !raided && !self.home(state, to) && !self.stops(state, to);
        let mover = state.mover;
        self.counts_mut(state, from, mover)[usize::from(unit)] -= count;
        let land = |state: &mut State, range: u8, count: u16| {
            let count = self.arrive(state, to, unit, count);
            let left = if goes_on { range - length } else { 0 };
            state.note(Moved { at: to, unit, left, raid: false, count });
        };
        match first {
            true => land(state, range, count),
            false => self.pick(state, (from, unit, length), count, land),
        }
        let enemy = !self.allied(mover, state.owner[usize::from(to)]);
        if enemy && !fight && !raided {
            self.capture(state, to);
        }
    }

    /// Land units go to a province of their side, after the battles.
    pub(super) fn shift(&self, state: &mut State, unit: u8, count: u16, from: u16, to: u16) {
        let mover = state.mover;
        self.counts_mut(state, from, mover)[usize::from(unit)] -= count;
        let count = self.arrive(state, to, unit, count);
        state.note(Moved { at: to, unit, left: 0, raid: false, count });
    }
}
