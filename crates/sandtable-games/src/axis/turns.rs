//! The course of a turn: provinces that are taken, the beginning and the end.

use super::rules::Axis;
use super::scenario::{Domain, Victory};
use super::state::{MAX_COUNT, Moved, NOBODY, Phase, State};

impl Axis {
    /// The mover takes a province that nobody defends.
    pub(super) fn capture(&self, state: &mut State, at: u16) {
        let p = usize::from(at);
        let (mover, before) = (state.mover, state.owner[p]);
        let province = &self.scenario.provinces[p];
        // A province that was an ally's at the start goes back to it, if it has its capital or this is it.
        let liberated = province.owner.filter(|&home| {
            home != mover
                && self.allied(mover, home)
                && (province.capital == Some(home) || self.solvent(state, home))
        });
        let owner = liberated.unwrap_or(mover);
        state.owner[p] = owner;
        if let Err(i) = state.taken.binary_search(&at) {
            state.taken.insert(i, at);
        }
        for nation in (0..=self.nations() as u8).filter(|&n| !self.allied(mover, n)) {
            self.hand_over(state, at, nation, owner);
        }
        state.held &= province.capital.is_none();
        if province.capital == Some(before) && before != NOBODY {
            let loot = std::mem::take(&mut state.money[usize::from(before)]);
            self.earn(state, mover, loot.into());
        }
        if province.capital == Some(owner) {
            self.restore(state, owner);
        }
    }

    /// The guns and factories of a nation in a province go to another.
    fn hand_over(&self, state: &mut State, at: u16, from: u8, to: u8) {
        for k in 0..self.kinds() {
            if self.scenario.units[k].fights() {
                continue;
            }
            let count = std::mem::take(&mut self.counts_mut(state, at, from)[k]);
            let there = &mut self.counts_mut(state, at, to)[k];
            let kept = count.min(MAX_COUNT - *there);
            *there += kept;
            if from == state.mover {
                let moved = state.moved_at(at, k as u8);
                state.forget(at, k as u8, moved, false);
            } else if to == state.mover {
                state.note(Moved { at, unit: k as u8, left: 0, raid: false, count: kept });
            }
        }
    }

    /// A nation that has its capital again gets back what allies hold of its provinces, and the guns and factories there.
    fn restore(&self, state: &mut State, nation: u8) {
        for at in 0..self.provinces() as u16 {
            let holder = state.owner[usize::from(at)];
            let home = self.scenario.provinces[usize::from(at)].owner == Some(nation);
            if home && holder != nation && self.allied(holder, nation) {
                state.owner[usize::from(at)] = nation;
                self.hand_over(state, at, holder, nation);
            }
        }
    }

    /// Takes the provinces in which units had to wait for a raid.
    pub(super) fn occupy(&self, state: &mut State) {
        for at in 0..self.provinces() as u16 {
            let hostile = self.land(at) && !self.allied(state.mover, state.owner[usize::from(at)]);
            if hostile && self.ground(state, at) && !self.contested(state, at) {
                self.capture(state, at);
            }
        }
    }

    /// Whether the mover has land units that fight there.
    pub(super) fn ground(&self, state: &State, at: u16) -> bool {
        let counts = self.counts(state, at, state.mover).iter().zip(&self.scenario.units);
        counts.into_iter().any(|(c, u)| *c > 0 && u.fights() && u.domain == Domain::Land)
    }

    pub(super) fn begin_turn(&self, state: &mut State) {
        state.moved.clear();
        state.sorties.clear();
        state.taken.clear();
        state.came.clear();
        state.raids.clear();
        state.placed.clear();
        (state.after, state.hurt) = (None, (0, 0));
        state.phase = if self.buys(state) { Phase::Purchase { next: 0 } } else { Phase::Combat };
    }

    /// Whether the mover can buy something.
    fn buys(&self, state: &State) -> bool {
        let list = 0..self.scenario.nations[usize::from(state.mover)].buys.len();
        self.scenario.rules.economy
            && self.solvent(state, state.mover)
            && list.into_iter().any(|i| self.affordable(state, i) > 0)
    }

    pub(super) fn end_turn(&self, state: &mut State) {
        let income = self.income(state, state.mover);
        self.earn(state, state.mover, income.into());
        loop {
            state.mover += 1;
            if usize::from(state.mover) == self.nations() {
                state.mover = 0;
                state.round += 1;
                if self.round_wins(state) || state.round > self.scenario.rules.rounds {
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

    /// Whether somebody has won with the end of a round.
    fn round_wins(&self, state: &mut State) -> bool {
        let holder = self.winner(state).is_some();
        match self.scenario.rules.victory {
            Victory::Held => std::mem::replace(&mut state.held, holder) && holder,
            _ => holder,
        }
    }

    /// Whether a nation has anything left.
    pub fn alive(&self, state: &State, nation: u8) -> bool {
        state.owner.contains(&nation)
            || (0..self.provinces() as u16).any(|at| self.counts(state, at, nation).iter().any(|&c| c > 0))
    }
}
