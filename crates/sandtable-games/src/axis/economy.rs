//! Buying, placing, and income.

use super::rules::Axis;
use super::scenario::Domain;
use super::state::{Action, MAX_COUNT, MAX_MONEY, NOWHERE, Part, Phase, State};

impl Axis {
    /// How many units a nation can place at a province in this turn, beside those already placed.
    pub fn room(&self, state: &State, at: u16) -> u16 {
        let works = state.owner[usize::from(at)] == state.mover
            && !state.was_taken(at)
            && self.factories(state, at, state.mover) > 0;
        if !works {
            return 0;
        }
        let placed = state.placed.iter().find(|(p, _)| *p == at).map_or(0, |(_, n)| *n);
        self.scenario.provinces[usize::from(at)].worth.saturating_sub(placed)
    }

    /// How many new factories can be placed there.
    fn sites(&self, state: &State, at: u16) -> u16 {
        match self.land(at) && state.owner[usize::from(at)] == state.mover && !state.was_taken(at) {
            true => u16::from(self.scenario.rules.factories).saturating_sub(self.factories(
                state,
                at,
                state.mover,
            )),
            false => 0,
        }
    }

    /// How many units of a kind can be placed there.
    pub(super) fn space(&self, state: &State, unit: u8, at: u16) -> u16 {
        match self.scenario.units[usize::from(unit)].factory {
            true => self.sites(state, at),
            false => self.room(state, at),
        }
    }

    /// How many units can be placed anywhere: factories, or others.
    pub(super) fn capacity(&self, state: &State, factory: bool) -> u32 {
        let all = 0..self.provinces() as u16;
        let here = |at| if factory { self.sites(state, at) } else { self.room(state, at) };
        all.map(|at| u32::from(here(at))).sum()
    }

    /// How many units have been bought: factories, or others.
    pub(super) fn bought(&self, state: &State, factory: bool) -> u32 {
        let kinds = state.bought.iter().zip(&self.scenario.units);
        kinds.filter(|(_, u)| u.factory == factory).map(|(&c, _)| u32::from(c)).sum()
    }

    /// How many more units of a kind can be bought: as far as they can be placed.
    fn demand(&self, state: &State, unit: u8) -> u16 {
        let factory = self.scenario.units[usize::from(unit)].factory;
        let open = self.capacity(state, factory).saturating_sub(self.bought(state, factory));
        let more = MAX_COUNT.saturating_sub(state.bought[usize::from(unit)]);
        open.min(u32::from(more)) as u16
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

    /// Where a kind stands on the mover's list.
    pub(super) fn entry(&self, state: &State, unit: u8) -> Option<usize> {
        self.scenario.nations[usize::from(state.mover)].buys.iter().position(|(k, _)| *k == unit)
    }

    pub(super) fn purchases(&self, state: &State, next: u8, out: &mut Vec<Action>) {
        for (i, &(unit, _)) in self.scenario.nations[usize::from(state.mover)].buys.iter().enumerate() {
            if i >= usize::from(next) {
                out.extend((1..=self.affordable(state, i)).map(|count| Action::Buy { unit, count }));
            }
        }
        out.push(Action::Done(Part::Purchase));
    }

    pub(super) fn buy(&self, state: &mut State, unit: u8, count: u16) {
        let entry = self.entry(state, unit).expect("a legal purchase is on the list");
        let price = self.scenario.nations[usize::from(state.mover)].buys[entry].1;
        state.money[usize::from(state.mover)] -= count * price;
        state.bought[usize::from(unit)] += count;
        state.phase = Phase::Purchase { next: entry as u8 + 1 };
    }

    pub(super) fn begin_placing(&self, state: &mut State) {
        state.after = None;
        self.pay_back(state, false);
        self.pay_back(state, true);
        state.phase = Phase::Place { after: NOWHERE };
        if state.bought.iter().all(|&c| c == 0) {
            self.end_turn(state);
        }
    }

    /// Factories that went back to an ally make nothing for those who held them; what has no place any more is paid back.
    fn pay_back(&self, state: &mut State, factory: bool) {
        let mut beyond = self.bought(state, factory).saturating_sub(self.capacity(state, factory));
        for unit in (0..self.kinds()).rev().filter(|&k| self.scenario.units[k].factory == factory) {
            let back = u32::from(state.bought[unit]).min(beyond);
            if back > 0 {
                state.bought[unit] -= back as u16;
                beyond -= back;
                let entry = self.entry(state, unit as u8).expect("what was bought is on the list");
                let price = self.scenario.nations[usize::from(state.mover)].buys[entry].1;
                self.earn(state, state.mover, back * u32::from(price));
            }
        }
    }

    /// A nation gets money, as far as it can keep it.
    pub(super) fn earn(&self, state: &mut State, nation: u8, money: u32) {
        let purse = &mut state.money[usize::from(nation)];
        *purse = (u32::from(*purse) + money).min(u32::from(MAX_MONEY)) as u16;
    }

    /// The kind that is placed next. Factories come last: what is new makes nothing yet.
    pub(super) fn next_kind(&self, state: &State) -> Option<u8> {
        let kind = |factory: bool| {
            let kinds = state.bought.iter().zip(&self.scenario.units);
            kinds.map(|(&c, u)| c > 0 && u.factory == factory).position(|wanted| wanted)
        };
        kind(false).or_else(|| kind(true)).map(|k| k as u8)
    }

    /// How many units of the kind that comes next, at least and at most, may be placed there: the rest must find room in later provinces.
    pub(super) fn placement(&self, state: &State, unit: u8, at: u16) -> Option<(u16, u16)> {
        let Phase::Place { after } = state.phase else { return None };
        let wanted = state.bought[usize::from(unit)];
        let space = self.space(state, unit, at).min(wanted);
        if space == 0 || (after != NOWHERE && at <= after) {
            return None;
        }
        let later = (at + 1..self.provinces() as u16).map(|p| u32::from(self.space(state, unit, p)));
        let least = u32::from(wanted).saturating_sub(later.sum()).max(1);
        (least <= u32::from(space)).then_some((least as u16, space))
    }

    pub(super) fn placements(&self, state: &State, out: &mut Vec<Action>) {
        let Some(unit) = self.next_kind(state) else { return };
        for at in 0..self.provinces() as u16 {
            if let Some((least, most)) = self.placement(state, unit, at) {
                out.extend((least..=most).map(|count| Action::Place { unit, count, at }));
            }
        }
    }

    pub(super) fn place(&self, state: &mut State, unit: u8, count: u16, at: u16) {
        let k = usize::from(unit);
        state.bought[k] -= count;
        self.arrive(state, at, unit, count);
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

    /// Whether a nation has its capital, or never had one.
    pub fn solvent(&self, state: &State, nation: u8) -> bool {
        let capitals = self.scenario.provinces.iter().zip(&state.owner);
        capitals.filter(|(p, _)| p.capital == Some(nation)).all(|(_, &o)| o == nation)
    }

    /// What a nation collects at the end of its turn.
    pub fn income(&self, state: &State, nation: u8) -> u16 {
        if !self.scenario.rules.economy || !self.solvent(state, nation) {
            return 0;
        }
        let owned = self.scenario.provinces.iter().zip(&state.owner).filter(|(_, o)| **o == nation);
        owned.map(|(p, _)| u32::from(p.worth)).sum::<u32>().min(u32::from(MAX_MONEY)) as u16
    }
}
