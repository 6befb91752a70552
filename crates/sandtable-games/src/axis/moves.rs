//! The moves that are offered before and after the battles, and the order in which a turn spells them.
//!
//! Before the battles planes are sent first, so that a takeover can wait for a raid; then land units leave the provinces where they stood,
//! and at last those that blitz go on. Within a stage the province, the kind and the target rise. Units that go more than two steps
//! may go on in any order, since each step makes the next one possible. After the battles planes land first.

use super::march::March;
use super::rules::Axis;
use super::scenario::Domain;
use super::state::{Action, Key, Part, Phase, State};

/// Planes are sent, or land.
const PLANES: u8 = 0;
/// Units leave the provinces where they stood.
const UNITS: u8 = 1;
/// Those that go far go on.
const FAR_BLITZ: u8 = 2;
/// Others go on.
const BLITZ: u8 = 3;

/// Moves of at least and at most so many units, before or after the battles.
fn moves(
    combat: bool,
    unit: u8,
    (least, most): (u16, u16),
    (from, to): (u16, u16),
) -> impl Iterator<Item = Action> {
    (least..=most).map(move |count| match combat {
        true => Action::Attack { unit, count, from, to },
        false => Action::Move { unit, count, from, to },
    })
}

/// Whether a move comes after the last one.
pub(super) fn comes_later(state: &State, key: Key) -> bool {
    state.after.is_none_or(|last| key > last || (key == last && key.0 == FAR_BLITZ))
}

impl Axis {
    /// What orders a move among those of its phase: before the battles if `combat`.
    pub(super) fn key(
        &self,
        state: &State,
        combat: bool,
        unit: u8,
        (from, to): (u16, u16),
        raid: bool,
    ) -> Key {
        let kind = &self.scenario.units[usize::from(unit)];
        let stage = match combat {
            true if kind.domain == Domain::Air => PLANES,
            true if self.home(state, from) => UNITS,
            true if kind.movement > 2 => return (FAR_BLITZ, 0, 0, 0, false),
            true => BLITZ,
            false if kind.domain == Domain::Air && !self.landable(state, from) => PLANES,
            false => UNITS,
        };
        (stage, from, unit, to, raid)
    }

    fn is_later(&self, state: &State, unit: u8, way: (u16, u16), raid: bool) -> bool {
        comes_later(state, self.key(state, state.phase == Phase::Combat, unit, way, raid))
    }

    /// All moves of the combat phase.
    pub(super) fn combat_moves(&self, state: &State, out: &mut Vec<Action>) {
        for from in 0..self.provinces() as u16 {
            for (k, unit) in
                self.scenario.units.iter().enumerate().filter(|(_, u)| u.fights() && u.movement > 0)
            {
                let k = k as u8;
                let count = self.ready(state, from, k);
                match unit.domain {
                    Domain::Land if count > 0 && self.home(state, from) => {
                        self.marches(state, (k, from), March::Attack, out);
                    }
                    Domain::Land if self.dash(state, from, k) > 0 => {
                        self.marches(state, (k, from), March::Blitz, out);
                    }
                    Domain::Air if count > 0 => self.strikes_from(state, (k, count, from), out),
                    _ => {}
                }
            }
        }
        out.push(Action::Done(Part::Attacks));
    }

    /// Appends the marches of units of a kind that stand in a province, in the order of their targets.
    fn marches(&self, state: &State, (unit, from): (u8, u16), purpose: March, out: &mut Vec<Action>) {
        let first = out.len();
        let range = match purpose {
            March::Blitz => self.dash(state, from, unit),
            _ => self.scenario.units[usize::from(unit)].movement,
        };
        self.march(state, from, range, purpose, |to, distance| {
            let count = match purpose {
                March::Blitz => state.able(from, unit, distance),
                _ => self.ready(state, from, unit),
            };
            if self.is_later(state, unit, (from, to), false) {
                out.extend(moves(purpose != March::Redeploy, unit, (1, count), (from, to)));
            }
        });
        out[first..].sort_unstable_by_key(|a| match *a {
            Action::Attack { to, count, .. } | Action::Move { to, count, .. } => (to, count),
            _ => (0, 0),
        });
    }

    fn strikes_from(&self, state: &State, (unit, count, from): (u8, u16, u16), out: &mut Vec<Action>) {
        for to in 0..self.provinces() as u16 {
            if self.strikes(state, unit, from, to) && self.is_later(state, unit, (from, to), false) {
                out.extend(moves(true, unit, (1, count), (from, to)));
            }
            if self.can_raid(state, unit, from, to) && self.is_later(state, unit, (from, to), true) {
                out.extend((1..=count).map(|count| Action::Raid { unit, count, from, to }));
            }
        }
    }

    /// All moves after the battles.
    pub(super) fn redeployments(&self, state: &State, out: &mut Vec<Action>) {
        let provinces = 0..self.provinces() as u16;
        if let Some((from, unit)) = self.airborne(state) {
            for to in provinces.filter(|&to| self.is_later(state, unit, (from, to), false)) {
                if let Some(span) = self.landing(state, (from, unit), to) {
                    out.extend(moves(false, unit, span, (from, to)));
                }
            }
            return;
        }
        for from in provinces.clone() {
            for (k, unit) in
                self.scenario.units.iter().enumerate().filter(|(_, u)| u.movement > 0 && !u.factory)
            {
                let k = k as u8;
                let count = self.ready(state, from, k);
                if count == 0 {
                    continue;
                }
                match unit.domain {
                    Domain::Land => self.marches(state, (k, from), March::Redeploy, out),
                    Domain::Air => {
                        for to in provinces.clone().filter(|&to| to != from && self.landable(state, to)) {
                            if self.air_distance(from, to) <= unit.movement
                                && self.is_later(state, k, (from, to), false)
                            {
                                out.extend(moves(false, k, (1, count), (from, to)));
                            }
                        }
                    }
                    Domain::Sea => {}
                }
            }
        }
        out.push(Action::Done(Part::Moves));
    }

    /// Moves units in combat or after it.
    pub(super) fn step(&self, state: &mut State, unit: u8, count: u16, (from, to): (u16, u16), raid: bool) {
        let combat = state.phase == Phase::Combat;
        let key = self.key(state, combat, unit, (from, to), raid);
        match (combat, self.flies(unit)) {
            (true, true) => self.strike(state, unit, count, (from, to), raid),
            (true, false) => self.advance(state, unit, count, from, to),
            (false, true) => self.relocate(state, unit, count, from, to),
            (false, false) => self.shift(state, unit, count, from, to),
        }
        state.after = Some(key);
    }

    /// The orders before the battles are complete.
    pub(super) fn end_orders(&self, state: &mut State) {
        state.after = None;
        // Units that might have gone on stay where they are.
        for i in 0..state.moved.len() {
            if !self.flies(state.moved[i].unit) {
                state.moved[i].left = 0;
            }
        }
        state.moved.sort_unstable();
        state.moved.dedup_by(|b, a| {
            let same = (a.at, a.unit, a.left, a.raid) == (b.at, b.unit, b.left, b.raid);
            a.count += if same { b.count } else { 0 };
            same
        });
        self.take_off(state, true);
    }
}
