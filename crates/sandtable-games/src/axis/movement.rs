//! Who can go where: land units through friendly provinces, planes over land and water with a place to land in reach.

use super::rules::Axis;
use super::scenario::Domain;
use super::state::{Action, Key, NOBODY, NOWHERE, State};

/// Farther than anything goes.
pub(super) const FAR: u8 = u8::MAX;

/// A flight: how far, and how many provinces with enemy flak lie below its best way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Flight {
    pub passed: u8,
    pub length: u8,
}

/// Moves of one up to all of some units.
fn moves(unit: u8, most: u16, from: u16, to: u16) -> impl Iterator<Item = Action> {
    (1..=most).map(move |count| Action::Move { unit, count, from, to })
}

/// Whether a move comes after the last one in the order of moves.
fn comes_later(state: &State, key: Key) -> bool {
    state.after.is_none_or(|last| key > last)
}

impl Axis {
    /// Whether a province is on the mover's side and nobody fights there.
    pub fn friendly(&self, state: &State, at: u16) -> bool {
        self.allied(state.mover, state.owner[usize::from(at)]) && !self.contested(state, at)
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

    /// Whether planes of the mover may land there: on its side since before this turn.
    pub fn landable(&self, state: &State, at: u16) -> bool {
        self.land(at)
            && self.allied(state.mover, state.owner[usize::from(at)])
            && state.taken.binary_search(&at).is_err()
    }

    /// How far it is from a province to the nearest place where the mover's planes may land.
    pub fn to_land(&self, state: &State, at: u16) -> u8 {
        let all = 0..self.provinces() as u16;
        all.filter(|&p| self.landable(state, p)).map(|p| self.air_distance(at, p)).min().unwrap_or(FAR)
    }

    /// Whether enemy flak stands there.
    pub(super) fn enemy_flak(&self, state: &State, at: u16) -> bool {
        !self.flak.is_empty()
            && (0..=self.nations()).any(|n| {
                let counts = self.counts(state, at, n as u8);
                !self.allied(state.mover, n as u8) && self.flak.iter().any(|&k| counts[usize::from(k)] > 0)
            })
    }

    /// The best flight of at most `range` from `from` to `to`: over as little flak as possible, then as short as possible.
    pub(super) fn flight(&self, state: &State, from: u16, to: u16, range: u8) -> Option<Flight> {
        let direct = self.air_distance(from, to);
        if direct > range {
            return None;
        }
        let guarded = |p: u16| self.scenario.rules.overflight && self.enemy_flak(state, p);
        if !(0..self.provinces() as u16).any(|p| p != to && p != from && guarded(p)) {
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

    /// Whether moves before the battles (`hostile`), or after them, go there. What has just been taken can be strengthened at once.
    fn meant(&self, state: &State, to: u16, hostile: bool) -> bool {
        self.friendly(state, to) != hostile || (hostile && state.taken.binary_search(&to).is_ok())
    }

    /// Calls `visit` with each province that land units can reach from `from` through friendly provinces in at most `range`
    /// steps, its distance, and the province before it. With `hostile`, those that can be attacked; else friendly ones.
    pub(super) fn march(
        &self,
        state: &State,
        from: u16,
        range: u8,
        hostile: bool,
        mut visit: impl FnMut(u16, u8, u16),
    ) {
        if range == 1 {
            for &to in &self.land_neighbours[usize::from(from)] {
                if self.meant(state, to, hostile) {
                    visit(to, 1, from);
                }
            }
            return;
        }
        let mut seen = vec![false; self.provinces()];
        seen[usize::from(from)] = true;
        let mut front = vec![from];
        for distance in 1..=range {
            let mut next = Vec::new();
            for &p in &front {
                for &to in &self.land_neighbours[usize::from(p)] {
                    if !std::mem::replace(&mut seen[usize::from(to)], true) {
                        if self.meant(state, to, hostile) {
                            visit(to, distance, p);
                        }
                        if self.friendly(state, to) {
                            next.push(to);
                        }
                    }
                }
            }
            front = next;
        }
    }

    /// How many units of a kind have not moved.
    pub fn ready(&self, state: &State, at: u16, unit: u8) -> u16 {
        self.counts(state, at, state.mover)[usize::from(unit)].saturating_sub(state.moved_at(at, unit))
    }

    /// Appends the marches of some units before the battles (`hostile`) or after them, in the order of their targets.
    fn marches(
        &self,
        state: &State,
        (unit, count, from): (u8, u16, u16),
        hostile: bool,
        out: &mut Vec<Action>,
    ) {
        let first = out.len();
        self.march(state, from, self.scenario.units[usize::from(unit)].movement, hostile, |to, _, _| {
            if comes_later(state, (from, unit, to, false)) {
                out.extend(moves(unit, count, from, to));
            }
        });
        out[first..].sort_unstable_by_key(|a| match *a {
            Action::Move { to, count, .. } => (to, count),
            _ => (0, 0),
        });
    }

    /// All moves of the combat phase.
    pub(super) fn combat_moves(&self, state: &State, out: &mut Vec<Action>) {
        if let Some(b) = state.blitz {
            let mut go_on = |to: u16| {
                if to > b.after || b.after == NOWHERE {
                    out.extend(moves(b.unit, b.count, b.at, to));
                }
            };
            for &to in &self.land_neighbours[usize::from(b.at)] {
                go_on(to);
            }
        }
        let later = |key: Key| comes_later(state, key);
        for from in 0..self.provinces() as u16 {
            if state.after.is_some_and(|last| last.0 > from) {
                continue;
            }
            for (k, unit) in
                self.scenario.units.iter().enumerate().filter(|(_, u)| u.fights() && u.movement > 0)
            {
                let k = k as u8;
                let count = self.ready(state, from, k);
                if count == 0 {
                    continue;
                }
                match unit.domain {
                    Domain::Land => self.marches(state, (k, count, from), true, out),
                    Domain::Air => {
                        for to in 0..self.provinces() as u16 {
                            if self.can_strike(state, k, from, to) && later((from, k, to, false)) {
                                out.extend(moves(k, count, from, to));
                            }
                            if unit.bombs && self.can_raid(state, k, from, to) && later((from, k, to, true)) {
                                out.extend((1..=count).map(|count| Action::Raid {
                                    unit: k,
                                    count,
                                    from,
                                    to,
                                }));
                            }
                        }
                    }
                    Domain::Sea => {}
                }
            }
        }
        out.push(Action::Done);
    }

    /// The range that a plane has for the way to `to` if it must land after an attack there.
    pub(super) fn strike_range(&self, state: &State, unit: u8, to: u16) -> u8 {
        self.scenario.units[usize::from(unit)].movement.saturating_sub(self.to_land(state, to))
    }

    /// Whether planes of a kind can fly from `from` to fight at `to`.
    pub(super) fn can_strike(&self, state: &State, unit: u8, from: u16, to: u16) -> bool {
        self.land(to) && self.contested(state, to) && self.in_strike_range(state, unit, from, to)
    }

    /// Whether planes of a kind can fly from `from` to bomb `to`.
    pub(super) fn can_raid(&self, state: &State, unit: u8, from: u16, to: u16) -> bool {
        self.land(to)
            && !self.allied(state.mover, state.owner[usize::from(to)])
            && state.owner[usize::from(to)] != NOBODY
            && self.has_factory(state, to)
            && self.in_strike_range(state, unit, from, to)
    }

    fn in_strike_range(&self, state: &State, unit: u8, from: u16, to: u16) -> bool {
        let home = self.to_land(state, to);
        home != FAR
            && u16::from(self.air_distance(from, to)) + u16::from(home)
                <= u16::from(self.scenario.units[usize::from(unit)].movement)
    }

    /// The land neighbours of a province.
    pub fn land_ways(&self, at: u16) -> &[u16] {
        &self.land_neighbours[usize::from(at)]
    }

    /// Whether planes of a kind can fly from `from` to fight at `to`, and land afterwards.
    pub fn strikes(&self, state: &State, unit: u8, from: u16, to: u16) -> bool {
        self.flies(unit) && self.can_strike(state, unit, from, to)
    }

    /// Whether planes of a kind can bomb `to` without passing flak on the way.
    pub fn safe_raid(&self, state: &State, unit: u8, from: u16, to: u16) -> bool {
        self.can_raid(state, unit, from, to)
            && self.flight(state, from, to, self.strike_range(state, unit, to)).is_some_and(|f| f.passed == 0)
    }

    /// Whether enemies of the mover have guns against planes there.
    pub fn enemy_guns(&self, state: &State, at: u16) -> bool {
        self.enemy_flak(state, at)
    }

    /// Whether anybody has guns against planes there.
    pub fn guns(&self, state: &State, at: u16) -> bool {
        let here = |n: usize| self.counts(state, at, n as u8);
        (0..=self.nations()).any(|n| self.flak.iter().any(|&k| here(n)[usize::from(k)] > 0))
    }

    /// The next planes that have to land: place, kind, range and number.
    pub fn airborne(&self, state: &State) -> Option<(u16, u8, u8, u16)> {
        self.aloft(state)
    }

    /// The planes that still have to land, in order: place, kind, range and number.
    pub(super) fn aloft(&self, state: &State) -> Option<(u16, u8, u8, u16)> {
        let found = state.moved.iter().find(|m| {
            self.scenario.units[usize::from(m.unit)].domain == Domain::Air && !self.landable(state, m.at)
        });
        found.map(|m| (m.at, m.unit, m.left, m.count))
    }

    /// All moves after the battles.
    pub(super) fn redeployments(&self, state: &State, out: &mut Vec<Action>) {
        if let Some((from, unit, left, count)) = self.aloft(state) {
            for to in 0..self.provinces() as u16 {
                if self.landable(state, to) && self.air_distance(from, to) <= left {
                    out.extend(moves(unit, count, from, to));
                }
            }
            return;
        }
        let later = |key: Key| comes_later(state, key);
        for from in 0..self.provinces() as u16 {
            if state.after.is_some_and(|last| last.0 > from) {
                continue;
            }
            for (k, unit) in self.scenario.units.iter().enumerate().filter(|(_, u)| u.movement > 0) {
                let k = k as u8;
                let count = self.ready(state, from, k);
                if count == 0 {
                    continue;
                }
                match unit.domain {
                    Domain::Land => self.marches(state, (k, count, from), false, out),
                    Domain::Air => {
                        for to in
                            (0..self.provinces() as u16).filter(|&to| to != from && self.landable(state, to))
                        {
                            if self.air_distance(from, to) <= unit.movement && later((from, k, to, false)) {
                                out.extend(moves(k, count, from, to));
                            }
                        }
                    }
                    Domain::Sea => {}
                }
            }
        }
        out.push(Action::Done);
    }
}
