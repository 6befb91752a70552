//! Planes: over land and water, over as little flak as possible, with a place to land in reach.

use super::rules::Axis;
use super::scenario::Domain;
use super::state::{Moved, NOBODY, Phase, Sortie, State};

/// Farther than anything goes.
pub(super) const FAR: u8 = u8::MAX;

/// A flight: how far, and how many provinces with enemy flak lie below its best way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Flight {
    pub passed: u8,
    pub length: u8,
}

impl Axis {
    /// Whether planes of the mover may land there: on its side since before this turn.
    pub fn landable(&self, state: &State, at: u16) -> bool {
        self.land(at) && self.allied(state.mover, state.owner[usize::from(at)]) && !state.was_taken(at)
    }

    /// How far it is from a province to the nearest place where the mover's planes may land.
    pub fn to_land(&self, state: &State, at: u16) -> u8 {
        let all = 0..self.provinces() as u16;
        all.filter(|&p| self.landable(state, p)).map(|p| self.air_distance(at, p)).min().unwrap_or(FAR)
    }

    /// Whether enemies of the mover have guns against planes there.
    pub fn enemy_flak(&self, state: &State, at: u16) -> bool {
        !self.flak.is_empty()
            && (0..=self.nations()).any(|n| {
                let counts = self.counts(state, at, n as u8);
                !self.allied(state.mover, n as u8) && self.flak.iter().any(|&k| counts[usize::from(k)] > 0)
            })
    }

    /// Whether anybody has guns against planes there.
    pub fn guns(&self, state: &State, at: u16) -> bool {
        let here = |n: usize| self.counts(state, at, n as u8);
        (0..=self.nations()).any(|n| self.flak.iter().any(|&k| here(n)[usize::from(k)] > 0))
    }

    /// The best flight of at most `range` from `from` to `to`: over as little flak as possible, then as short as possible.
    pub(super) fn flight(&self, state: &State, from: u16, to: u16, range: u8) -> Option<Flight> {
        let direct = self.air_distance(from, to);
        if direct > range {
            return None;
        }
        let guarded = |p: u16| self.scenario.rules.overflight && self.enemy_flak(state, p);
        // Flak that is not below the shortest ways does not matter.
        let below = |p: u16| {
            let way = u16::from(self.air_distance(from, p)) + u16::from(self.air_distance(p, to));
            p != to && p != from && way == u16::from(direct)
        };
        if !(0..self.provinces() as u16).any(|p| below(p) && guarded(p)) {
            return Some(Flight { passed: 0, length: direct });
        }
        // The least flak passed to each province by flights of exactly so many steps.
        let n = self.provinces();
        let mut least = vec![FAR; n];
        least[usize::from(from)] = 0;
        let mut best: Option<Flight> = None;
        for length in 0..=range {
            let here = least[usize::from(to)];
            if here < FAR {
                let flight = Flight { passed: here, length };
                best = Some(best.map_or(flight, |b| b.min(flight)));
            }
            let mut next = vec![FAR; n];
            for (p, &flak) in least.iter().enumerate() {
                if flak == FAR || p == usize::from(to) {
                    continue;
                }
                for &q in &self.scenario.provinces[p].neighbours {
                    if self.flyable(q) {
                        let cost = flak + u8::from(q != to && guarded(q));
                        let slot = &mut next[usize::from(q)];
                        *slot = (*slot).min(cost);
                    }
                }
            }
            least = next;
        }
        best
    }

    /// The range that a plane has for the way to `to` if it must land after an attack there.
    pub(super) fn strike_range(&self, state: &State, unit: u8, to: u16) -> u8 {
        self.scenario.units[usize::from(unit)].movement.saturating_sub(self.to_land(state, to))
    }

    /// Whether planes of a kind can fly from `from` to fight at `to`, and land afterwards.
    pub fn strikes(&self, state: &State, unit: u8, from: u16, to: u16) -> bool {
        self.flies(unit)
            && self.land(to)
            && self.contested(state, to)
            && self.in_strike_range(state, unit, from, to)
    }

    /// Whether planes of a kind can fly from `from` to bomb `to`.
    pub(super) fn can_raid(&self, state: &State, unit: u8, from: u16, to: u16) -> bool {
        self.scenario.units[usize::from(unit)].bombs
            && self.raidable(state, to)
            && self.in_strike_range(state, unit, from, to)
    }

    /// Whether there is an enemy's factory.
    pub(super) fn raidable(&self, state: &State, at: u16) -> bool {
        let owner = state.owner[usize::from(at)];
        self.land(at) && !self.allied(state.mover, owner) && owner != NOBODY && self.has_factory(state, at)
    }

    fn in_strike_range(&self, state: &State, unit: u8, from: u16, to: u16) -> bool {
        let home = self.to_land(state, to);
        home != FAR
            && u16::from(self.air_distance(from, to)) + u16::from(home)
                <= u16::from(self.scenario.units[usize::from(unit)].movement)
    }

    /// Whether planes of a kind can bomb `to` without passing flak on the way, as things stand.
    pub fn safe_raid(&self, state: &State, unit: u8, from: u16, to: u16) -> bool {
        self.can_raid(state, unit, from, to)
            && self.flight(state, from, to, self.strike_range(state, unit, to)).is_some_and(|f| f.passed == 0)
    }

    /// The next planes that have to land: where they are, and their kind.
    pub fn airborne(&self, state: &State) -> Option<(u16, u8)> {
        let aloft = |m: &&Moved| {
            self.scenario.units[usize::from(m.unit)].domain == Domain::Air && !self.landable(state, m.at)
        };
        state.moved.iter().find(aloft).map(|m| (m.at, m.unit))
    }

    /// How many planes of those that must land next, at least and at most, may land there: the others must find a place that comes later in
    /// the list of provinces.
    pub(super) fn landing(&self, state: &State, (from, unit): (u16, u8), to: u16) -> Option<(u16, u16)> {
        let far = self.air_distance(from, to);
        let most = state.able(from, unit, far);
        if most == 0 || !self.landable(state, to) {
            return None;
        }
        let later = (to + 1..self.provinces() as u16).filter(|&p| self.landable(state, p));
        let next = later.map(|p| self.air_distance(from, p)).min().unwrap_or(FAR);
        let stranded = state.able(from, unit, 0) - state.able(from, unit, next);
        let hopeless = state.able(from, unit, 0) - state.able(from, unit, next.min(far));
        (hopeless == 0).then_some((stranded.max(1), most))
    }

    /// Planes are sent to fight or to bomb.
    pub(super) fn strike(&self, state: &mut State, unit: u8, count: u16, (from, to): (u16, u16), raid: bool) {
        let range = self.strike_range(state, unit, to);
        let mover = state.mover;
        self.counts_mut(state, from, mover)[usize::from(unit)] -= count;
        let count = self.arrive(state, to, unit, count);
        if count == 0 {
            return;
        }
        let left = self.scenario.units[usize::from(unit)].movement;
        state.note(Moved { at: to, unit, left, raid, count });
        state.send(Sortie { from, unit, to, raid, range, count });
        if raid && let Err(i) = state.raids.binary_search(&to) {
            state.raids.insert(i, to);
        }
    }

    /// Planes land, or go elsewhere, after the battles.
    pub(super) fn relocate(&self, state: &mut State, unit: u8, count: u16, from: u16, to: u16) {
        let mover = state.mover;
        self.counts_mut(state, from, mover)[usize::from(unit)] -= count;
        let land = |state: &mut State, range: u8, count: u16| {
            let count = self.arrive(state, to, unit, count);
            let flight = self.flight(state, from, to, range).expect("a legal flight is in range");
            if count > 0 {
                state.note(Moved { at: to, unit, left: 0, raid: false, count });
                if flight.passed > 0 {
                    state.send(Sortie { from, unit, to, raid: false, range, count });
                }
            }
        };
        match self.landable(state, from) {
            true => land(state, self.scenario.units[usize::from(unit)].movement, count),
            false => self.pick(state, (from, unit, self.air_distance(from, to)), count, land),
        }
    }

    /// All planes take their ways; flak below fires. Goes on after the orders of the phase when nobody is left on the way.
    pub(super) fn take_off(&self, state: &mut State, combat: bool) {
        while !state.sorties.is_empty() {
            let Sortie { from, unit, to, raid, range, count } = state.sorties.remove(0);
            let flight = self.flight(state, from, to, range).expect("a legal flight is in range");
            let mut left = 0;
            if combat {
                let full = self.scenario.units[usize::from(unit)].movement;
                left = full - flight.length;
                self.take(state, Moved { at: to, unit, left: full, raid, count });
                state.note(Moved { at: to, unit, left, raid, count });
            }
            if flight.passed > 0 {
                let passed = flight.passed;
                state.phase = Phase::Overflight { at: to, unit, count, passed, left, raid, combat };
                return;
            }
        }
        match combat {
            true => self.next_battle(state),
            false => self.begin_placing(state),
        }
    }

    /// Takes units out of the list of those that have moved.
    pub(super) fn take(&self, state: &mut State, gone: Moved) {
        let same = |m: &Moved| (m.at, m.unit, m.left, m.raid) == (gone.at, gone.unit, gone.left, gone.raid);
        if let Some(i) = state.moved.iter().position(same) {
            state.moved[i].count -= gone.count.min(state.moved[i].count);
            if state.moved[i].count == 0 {
                state.moved.remove(i);
            }
        }
    }
}
