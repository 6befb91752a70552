//! The course of a turn: buying, moving, taking provinces, placing, income, and the end of a round.

use sandtable_core::Illegal;

use super::movement::FAR;
use super::rules::Axis;
use super::scenario::Domain;
use super::state::{Action, Blitz, MAX_COUNT, MAX_MONEY, Moved, NOBODY, NOWHERE, Phase, State};

impl Axis {
    /// How many units a nation can place at a province in this turn, beside those already placed.
    pub fn room(&self, state: &State, at: u16) -> u16 {
        let works = state.owner[usize::from(at)] == state.mover
            && state.taken.binary_search(&at).is_err()
            && self.factories(state, at, state.mover) > 0;
        if !works {
            return 0;
        }
        let placed = state.placed.iter().find(|(p, _)| *p == at).map_or(0, |(_, n)| *n);
        self.scenario.provinces[usize::from(at)].worth.saturating_sub(placed)
    }

    /// Whether a new factory can be placed there.
    fn site(&self, state: &State, at: u16) -> bool {
        self.land(at)
            && state.owner[usize::from(at)] == state.mover
            && state.taken.binary_search(&at).is_err()
            && self.factories(state, at, state.mover) < u16::from(self.scenario.rules.factories)
    }

    /// Where units of a kind can be placed, and how many.
    pub(super) fn space(&self, state: &State, unit: u8, at: u16) -> u16 {
        match self.scenario.units[usize::from(unit)].factory {
            true => u16::from(self.site(state, at)),
            false => self.room(state, at),
        }
    }

    /// How many more units of a kind can be bought: as far as they can be placed.
    fn demand(&self, state: &State, unit: u8) -> u16 {
        let factory = self.scenario.units[usize::from(unit)].factory;
        let same = |k: usize| self.scenario.units[k].factory == factory;
        let bought: u16 = state.bought.iter().enumerate().filter(|(k, _)| same(*k)).map(|(_, c)| c).sum();
        let space: u32 = (0..self.provinces() as u16).map(|at| u32::from(self.space(state, unit, at))).sum();
        (space.min(u32::from(MAX_COUNT)) as u16).saturating_sub(bought)
    }

    /// The most units of an entry of the mover's list that can be bought now.
    pub fn affordable(&self, state: &State, entry: usize) -> u16 {
        let (unit, price) = self.scenario.nations[usize::from(state.mover)].buys[entry];
        if self.scenario.units[usize::from(unit)].domain == Domain::Sea {
            return 0;
        }
        let money = state.money[usize::from(state.mover)];
        let most = money.checked_div(price).unwrap_or(MAX_COUNT);
        most.min(self.demand(state, unit))
    }

    pub(super) fn purchases(&self, state: &State, next: u8, out: &mut Vec<Action>) {
        for (i, &(unit, _)) in self.scenario.nations[usize::from(state.mover)].buys.iter().enumerate() {
            if i >= usize::from(next) {
                out.extend((1..=self.affordable(state, i)).map(|count| Action::Buy { unit, count }));
            }
        }
        out.push(Action::Done);
    }

    pub(super) fn buy(&self, state: &mut State, unit: u8, count: u16) {
        let buys = &self.scenario.nations[usize::from(state.mover)].buys;
        let entry = buys.iter().position(|(k, _)| *k == unit).expect("a legal purchase is on the list");
        state.money[usize::from(state.mover)] -= count * buys[entry].1;
        state.bought[usize::from(unit)] += count;
        state.phase = Phase::Purchase { next: entry as u8 + 1 };
    }

    /// Moves units in combat or after it.
    pub(super) fn step(&self, state: &mut State, unit: u8, count: u16, from: u16, to: u16, raid: bool) {
        let combat = state.phase == Phase::Combat;
        let kind = &self.scenario.units[usize::from(unit)];
        let mover = state.mover;
        let k = usize::from(unit);
        if kind.domain == Domain::Air {
            return self.fly(state, unit, count, from, to, raid);
        }
        let going_on = state.blitz.filter(|b| combat && b.at == from && b.unit == unit);
        let (mut distance, mut before) = (1, from);
        if going_on.is_none() {
            self.march(state, from, kind.movement, combat, |p, d, b| {
                if p == to {
                    (distance, before) = (d, b);
                }
            });
        }
        self.counts_mut(state, from, mover)[k] -= count;
        let there = &mut self.counts_mut(state, to, mover)[k];
        *there = (*there + count).min(MAX_COUNT);
        if let Some(b) = going_on {
            state.forget(from, unit, count, false);
            state.blitz = Some(Blitz { count: b.count - count, after: to, ..b }).filter(|b| b.count > 0);
        } else {
            state.after = Some((from, unit, to, false));
            state.blitz = None;
        }
        state.note(Moved { at: to, unit, left: 0, raid: false, count });
        if !combat {
            return;
        }
        if self.contested(state, to) {
            if let Err(i) = state.came.binary_search(&(to, before)) {
                state.came.insert(i, (to, before));
            }
        } else if !self.allied(mover, state.owner[usize::from(to)]) {
            let guarded = self.has_factory(state, to) || self.enemy_flak(state, to);
            self.capture(state, to);
            let left = kind.movement - distance;
            if kind.blitz && going_on.is_none() && left > 0 && (!guarded || self.scenario.rules.blitz_flak) {
                state.blitz = Some(Blitz { at: to, unit, count, left, after: NOWHERE });
            }
        }
    }

    fn fly(&self, state: &mut State, unit: u8, count: u16, from: u16, to: u16, raid: bool) {
        let combat = state.phase == Phase::Combat;
        let k = usize::from(unit);
        let full = self.scenario.units[k].movement;
        let aloft = if combat { None } else { self.aloft(state) };
        let (range, left) = match aloft {
            Some((_, _, left, _)) => (left, left),
            None if combat => (self.strike_range(state, unit, to), full),
            None => (full, full),
        };
        let flight = self.flight(state, from, to, range).expect("a legal flight is in range");
        match aloft {
            Some((_, _, left, _)) => {
                let slot = state.moved.iter_mut().find(|m| m.at == from && m.unit == unit && m.left == left);
                slot.expect("planes in the air have moved").count -= count;
                state.moved.retain(|m| m.count > 0);
            }
            None => {
                state.after = Some((from, unit, to, raid));
                state.blitz = None;
            }
        }
        let mover = state.mover;
        self.counts_mut(state, from, mover)[k] -= count;
        let there = &mut self.counts_mut(state, to, mover)[k];
        *there = (*there + count).min(MAX_COUNT);
        let left = if combat { left - flight.length } else { 0 };
        state.note(Moved { at: to, unit, left, raid, count });
        if raid && let Err(i) = state.raids.binary_search(&to) {
            state.raids.insert(i, to);
        }
        if flight.passed > 0 {
            let passed = flight.passed;
            state.phase = Phase::Overflight { at: to, unit, count, passed, left, raid, combat };
        }
    }

    /// The mover takes a province that nobody defends.
    pub(super) fn capture(&self, state: &mut State, at: u16) {
        let p = usize::from(at);
        let (mover, before) = (state.mover, state.owner[p]);
        let home = self.scenario.provinces[p].owner;
        // A province that was an ally's at the start goes back to it, as long as it has its capital.
        let liberated = home.filter(|&h| h != mover && self.allied(mover, h) && self.solvent(state, h));
        let owner = liberated.unwrap_or(mover);
        state.owner[p] = owner;
        if let Err(i) = state.taken.binary_search(&at) {
            state.taken.insert(i, at);
        }
        for nation in (0..=self.nations() as u8).filter(|&n| !self.allied(mover, n)) {
            for k in 0..self.kinds() {
                let captured = std::mem::take(&mut self.counts_mut(state, at, nation)[k]);
                if captured > 0 {
                    self.counts_mut(state, at, owner)[k] += captured;
                    if owner == mover {
                        state.note(Moved { at, unit: k as u8, left: 0, raid: false, count: captured });
                    }
                }
            }
        }
        if self.scenario.provinces[p].capital == Some(before) && before != NOBODY {
            let loot = std::mem::take(&mut state.money[usize::from(before)]);
            let purse = &mut state.money[usize::from(mover)];
            *purse = purse.saturating_add(loot).min(MAX_MONEY);
        }
    }

    /// Whether a nation has its capital, or never had one.
    pub fn solvent(&self, state: &State, nation: u8) -> bool {
        let capitals = self.scenario.provinces.iter().zip(&state.owner);
        capitals.filter(|(p, _)| p.capital == Some(nation)).all(|(_, &o)| self.allied(o, nation))
    }

    /// What a nation collects at the end of its turn.
    pub fn income(&self, state: &State, nation: u8) -> u16 {
        if !self.scenario.rules.economy || !self.solvent(state, nation) {
            return 0;
        }
        let owned = self.scenario.provinces.iter().zip(&state.owner).filter(|(_, o)| **o == nation);
        owned.map(|(p, _)| p.worth).sum()
    }

    pub(super) fn begin_turn(&self, state: &mut State) {
        state.moved.clear();
        state.taken.clear();
        state.came.clear();
        state.raids.clear();
        state.placed.clear();
        (state.after, state.blitz, state.hurt) = (None, None, (0, 0));
        let list = 0..self.scenario.nations[usize::from(state.mover)].buys.len();
        let buys = self.scenario.rules.economy
            && self.solvent(state, state.mover)
            && list.into_iter().any(|i| self.affordable(state, i) > 0);
        state.phase = if buys { Phase::Purchase { next: 0 } } else { Phase::Combat };
    }

    pub(super) fn begin_placing(&self, state: &mut State) {
        state.after = None;
        state.phase = Phase::Place { after: NOWHERE };
        if state.bought.iter().all(|&c| c == 0) {
            self.end_turn(state);
        }
    }

    pub(super) fn placements(&self, state: &State, after: u16, out: &mut Vec<Action>) {
        let Some(unit) = state.bought.iter().position(|&c| c > 0) else { return };
        let wanted = state.bought[unit];
        let unit = unit as u8;
        let open = |at: u16| after == NOWHERE || at > after;
        let mut later: u32 = (0..self.provinces() as u16)
            .filter(|&p| open(p))
            .map(|p| u32::from(self.space(state, unit, p)))
            .sum();
        for at in (0..self.provinces() as u16).filter(|&p| open(p)) {
            let space = self.space(state, unit, at);
            later -= u32::from(space);
            // What is left must find room in later provinces.
            let least = u32::from(wanted).saturating_sub(later).max(1) as u16;
            out.extend((least..=space.min(wanted)).map(|count| Action::Place { unit, count, at }));
        }
    }

    pub(super) fn place(&self, state: &mut State, unit: u8, count: u16, at: u16) {
        let k = usize::from(unit);
        let mover = state.mover;
        state.bought[k] -= count;
        let there = &mut self.counts_mut(state, at, mover)[k];
        *there = (*there + count).min(MAX_COUNT);
        if !self.scenario.units[k].factory {
            match state.placed.binary_search_by_key(&at, |(p, _)| *p) {
                Ok(i) => state.placed[i].1 += count,
                Err(i) => state.placed.insert(i, (at, count)),
            }
        }
        state.phase = Phase::Place { after: if state.bought[k] > 0 { at } else { NOWHERE } };
        if state.bought.iter().all(|&c| c == 0) {
            self.end_turn(state);
        }
    }

    fn end_turn(&self, state: &mut State) {
        let mover = usize::from(state.mover);
        let income = self.income(state, state.mover);
        state.money[mover] = state.money[mover].saturating_add(income).min(MAX_MONEY);
        loop {
            state.mover += 1;
            if usize::from(state.mover) == self.nations() {
                state.mover = 0;
                state.round += 1;
                if self.winner(state).is_some() || state.round > self.scenario.rules.rounds {
                    self.begin_turn(state);
                    state.phase = Phase::Over;
                    return;
                }
            }
            if self.alive(state, state.mover) {
                break;
            }
        }
        self.begin_turn(state);
    }

    /// Whether a nation has anything left.
    pub fn alive(&self, state: &State, nation: u8) -> bool {
        state.owner.contains(&nation)
            || (0..self.provinces() as u16).any(|at| self.counts(state, at, nation).iter().any(|&c| c > 0))
    }

    /// Why a step cannot be taken, if it cannot.
    pub(super) fn why_not(&self, state: &State, action: Action) -> Result<(), Illegal> {
        let known = match action {
            Action::Buy { unit, .. } => usize::from(unit) < self.kinds(),
            Action::Move { unit, from, to, .. } | Action::Raid { unit, from, to, .. } => {
                usize::from(unit) < self.kinds() && usize::from(from.max(to)) < self.provinces()
            }
            Action::Place { unit, at, .. } => {
                usize::from(unit) < self.kinds() && usize::from(at) < self.provinces()
            }
            _ => true,
        };
        let mut all = Vec::new();
        if known {
            sandtable_core::Game::actions(self, state, &mut all);
            if all.contains(&action) {
                return Ok(());
            }
        }
        Err(Illegal::because(self.reason(state, action)))
    }

    fn reason(&self, state: &State, action: Action) -> &'static str {
        match (state.phase, action) {
            (Phase::Purchase { .. }, Action::Buy { .. }) => {
                "it is not on the list, out of order, too expensive, or there is no room for it"
            }
            (Phase::Combat, Action::Move { unit, .. })
                if self.scenario.units.get(usize::from(unit)).is_some_and(|u| !u.fights()) =>
            {
                "guns and factories do not move before the battles"
            }
            (
                Phase::Combat,
                Action::Move { from, to, count, unit } | Action::Raid { from, to, count, unit },
            ) => {
                if usize::from(from.max(to)) >= self.provinces() || usize::from(unit) >= self.kinds() {
                    "there is no such place or unit"
                } else if self.ready(state, from, unit) < count {
                    "there are not so many units that have not moved"
                } else if self.friendly(state, to) {
                    "before the battles units move against the enemy only"
                } else if self.flies(unit) && self.to_land(state, to) == FAR {
                    "there is nowhere to land"
                } else {
                    "it is out of reach, cannot land afterwards, or comes before a move that has been made"
                }
            }
            (Phase::Redeploy, Action::Done) => "some planes have not landed",
            (Phase::Redeploy, Action::Move { .. }) => {
                "planes that fought land first; others go to friendly places in reach, in order, if they have not moved"
            }
            (Phase::Decide { .. }, Action::Retreat(_)) => {
                "land units retreat to where some of them came from"
            }
            (Phase::Place { .. }, Action::Place { .. }) => {
                "units are placed in order, where a factory has room"
            }
            (Phase::Place { .. }, Action::Done) => "all new units must be placed",
            _ => "it is not the time for that",
        }
    }
}
