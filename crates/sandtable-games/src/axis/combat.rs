//! Battles: what dice bring, losses, and retreats.

use super::battle::{Retreat, Setup};
use super::rules::Axis;
use super::scenario::Domain;
use super::state::{Action, Chance, Moved, NOWHERE, Phase, State};

impl Axis {
    /// The mover's units that fight at a province, added to `out` by kind.
    pub fn attackers(&self, state: &State, at: u16, out: &mut Vec<u16>) {
        out.clear();
        out.extend(self.counts(state, at, state.mover));
        for (k, unit) in self.scenario.units.iter().enumerate() {
            out[k] = if unit.fights() { out[k] - state.raiders(at, k as u8) } else { 0 };
        }
    }

    /// All enemies of the mover that fight at a province, by kind.
    pub fn defenders(&self, state: &State, at: u16, out: &mut Vec<u16>) {
        out.clear();
        out.resize(self.kinds(), 0);
        for nation in (0..=self.nations() as u8).filter(|&n| !self.allied(state.mover, n)) {
            for (k, count) in self.counts(state, at, nation).iter().enumerate() {
                let fighting = if self.scenario.units[k].fights() { *count } else { 0 };
                out[k] = out[k].saturating_add(fighting);
            }
        }
    }

    /// How often units of one side are hit before all are gone, and how many of those hits kill nobody.
    fn stamina(&self, state: &State, at: u16, attackers: bool) -> (u32, u32) {
        let (mut all, mut spare) = (0, 0);
        for (k, unit) in self.scenario.units.iter().enumerate().filter(|(_, u)| u.fights()) {
            let count: u32 = match attackers {
                true => self.planes(state, at, k as u8).into(),
                false => (0..=self.nations() as u8)
                    .filter(|&n| !self.allied(state.mover, n))
                    .map(|n| u32::from(self.counts(state, at, n)[k]))
                    .sum(),
            };
            all += count * u32::from(unit.hits);
            spare += count * u32::from(unit.hits - 1);
        }
        (all, spare)
    }

    /// Hits that attackers and defenders can take.
    pub(super) fn endurance(&self, state: &State, at: u16) -> (u32, u32) {
        let (ours, theirs) = (self.stamina(state, at, true).0, self.stamina(state, at, false).0);
        (ours - state.hurt.0.min(ours), theirs - state.hurt.1.min(theirs))
    }

    /// The most hits that attackers and defenders can have taken without losing a unit.
    pub(super) fn spare(&self, state: &State, at: u16) -> (u32, u32) {
        (self.stamina(state, at, true).1, self.stamina(state, at, false).1)
    }

    /// Goes on to the next raid or battle, or to the moves after them.
    pub(super) fn next_battle(&self, state: &mut State) {
        state.hurt = (0, 0);
        if let Some(&at) = state.raids.first() {
            state.phase = match self.enemy_flak(state, at) {
                true => Phase::RaidFlak { at },
                false => Phase::Bombs { at },
            };
            return;
        }
        self.occupy(state);
        for at in (0..self.provinces() as u16).filter(|&at| self.land(at)) {
            if self.endurance(state, at).0 > 0 && self.contested(state, at) {
                let plane = if self.enemy_flak(state, at) { self.next_plane(state, at, 0) } else { None };
                state.phase = match plane {
                    Some(unit) => Phase::Flak { at, unit },
                    None => Phase::Fire { at },
                };
                return;
            }
        }
        state.came.clear();
        state.phase = Phase::Redeploy;
    }

    /// The first kind of attacking planes from `first` on.
    fn next_plane(&self, state: &State, at: u16, first: u8) -> Option<u8> {
        (first..self.kinds() as u8).find(|&k| self.flies(k) && self.planes(state, at, k) > 0)
    }

    /// Attacking units of a kind; raiders are not among them.
    pub(super) fn planes(&self, state: &State, at: u16, unit: u8) -> u16 {
        self.counts(state, at, state.mover)[usize::from(unit)] - state.raiders(at, unit)
    }

    /// What dice brought happens.
    pub(super) fn settle(&self, state: &mut State, chance: Chance) {
        let mover = state.mover;
        match (state.phase, chance) {
            (Phase::Overflight { at, unit, left, raid, combat, .. }, Chance::Down(n)) => {
                let n = n as u16;
                self.counts_mut(state, at, mover)[usize::from(unit)] -= n;
                self.take(state, Moved { at, unit, left, raid, count: n });
                self.drop_empty_raid(state, at);
                self.take_off(state, combat);
            }
            (Phase::RaidFlak { at }, Chance::Down(n)) => {
                let mut n = n as u16;
                for k in 0..self.kinds() as u8 {
                    let lost = state.raiders(at, k).min(n);
                    if lost > 0 {
                        state.forget(at, k, lost, true);
                        self.counts_mut(state, at, mover)[usize::from(k)] -= lost;
                        n -= lost;
                    }
                }
                self.drop_empty_raid(state, at);
                match state.raids.first() {
                    Some(&first) if first == at => state.phase = Phase::Bombs { at },
                    _ => self.next_battle(state),
                }
            }
            (Phase::Bombs { at }, Chance::Damage(sum)) => {
                let owner = state.owner[usize::from(at)];
                if let Some(money) = state.money.get_mut(usize::from(owner)) {
                    *money -= (sum as u16).min(*money);
                }
                state.raids.retain(|&p| p != at);
                self.next_battle(state);
            }
            (Phase::Flak { at, unit }, Chance::Down(n)) => {
                let n = n as u16;
                self.counts_mut(state, at, mover)[usize::from(unit)] -= n;
                state.forget(at, unit, n, false);
                match self.next_plane(state, at, unit + 1) {
                    Some(unit) => state.phase = Phase::Flak { at, unit },
                    None if self.endurance(state, at).0 == 0 => self.next_battle(state),
                    None => state.phase = Phase::Fire { at },
                }
            }
            (Phase::Fire { at }, Chance::Hits(theirs, ours)) => {
                self.lose(state, at, theirs, false);
                self.lose(state, at, ours, true);
                let (attackers, defenders) = self.endurance(state, at);
                if attackers > 0 && defenders > 0 {
                    state.phase = Phase::Decide { at };
                    return;
                }
                let hostile = !self.allied(mover, state.owner[usize::from(at)]);
                if defenders == 0 && hostile && self.ground(state, at) {
                    self.capture(state, at);
                }
                self.next_battle(state);
            }
            _ => {}
        }
    }

    fn drop_empty_raid(&self, state: &mut State, at: u16) {
        if self.all_raiders(state, at) == 0 {
            state.raids.retain(|&p| p != at);
        }
    }

    /// Takes hits off one side: first such as units survive, then by the order of losses.
    fn lose(&self, state: &mut State, at: u16, mut hits: u32, attackers: bool) {
        let mover = state.mover;
        let own = |n: u8| if attackers { n == mover } else { !self.allied(mover, n) };
        let nations: [bool; 17] = std::array::from_fn(|n| n <= self.nations() && own(n as u8));
        let (_, spare) = self.stamina(state, at, attackers);
        let hurt = if attackers { &mut state.hurt.0 } else { &mut state.hurt.1 };
        let absorbed = hits.min(spare - (*hurt).min(spare));
        *hurt += absorbed;
        hits -= absorbed;
        for &k in &self.orders[usize::from(!attackers)] {
            let extra = u32::from(self.scenario.units[usize::from(k)].hits - 1);
            for n in (0..=self.nations()).filter(|&n| nations[n]) {
                let raiders = if attackers { state.raiders(at, k) } else { 0 };
                let there = &mut self.counts_mut(state, at, n as u8)[usize::from(k)];
                let lost = u32::from(*there - raiders).min(hits);
                if lost == 0 {
                    continue;
                }
                *there -= lost as u16;
                hits -= lost;
                let hurt = if attackers { &mut state.hurt.0 } else { &mut state.hurt.1 };
                *hurt -= (lost * extra).min(*hurt);
                if attackers {
                    state.forget(at, k, lost as u16, false);
                }
            }
        }
    }

    /// A battle as the exact calculator takes it, fought to the end.
    pub fn setup<'a>(&'a self, attackers: &'a [u16], defenders: &'a [u16]) -> Setup<'a> {
        Setup {
            units: &self.scenario.units,
            attackers,
            defenders,
            attack_losses: &self.losses,
            defence_losses: &self.losses,
            retreat: Retreat::Never,
        }
    }

    /// Whether somebody can still hit somebody: where nobody can, the attacker goes.
    pub(super) fn goes_on(&self, state: &State, at: u16) -> bool {
        let (attack, defence) = self.dice(state, at);
        attack[1..].iter().chain(&defence[1..]).any(|&n| n > 0)
    }

    pub(super) fn decisions(&self, state: &State, at: u16, out: &mut Vec<Action>) {
        if self.goes_on(state, at) {
            out.push(Action::Fight);
        }
        if self.ground(state, at) {
            out.extend(state.came.iter().filter(|(b, _)| *b == at).map(|(_, from)| Action::Retreat(*from)));
        } else {
            out.push(Action::Retreat(NOWHERE));
        }
    }

    pub(super) fn retreat(&self, state: &mut State, to: u16) {
        let Phase::Decide { at } = state.phase else { return };
        let mover = state.mover;
        for k in 0..self.kinds() as u8 {
            let unit = &self.scenario.units[usize::from(k)];
            if unit.domain == Domain::Air {
                self.call_off(state, at, k);
            } else if unit.fights() && to != NOWHERE {
                let count = std::mem::take(&mut self.counts_mut(state, at, mover)[usize::from(k)]);
                state.forget(at, k, count, false);
                let count = self.arrive(state, to, k, count);
                state.note(Moved { at: to, unit: k, left: 0, raid: false, count });
            }
        }
        self.next_battle(state);
    }

    /// Planes that break off stay in the air, and out of the battle, until they land.
    fn call_off(&self, state: &mut State, at: u16, unit: u8) {
        let mut i = 0;
        while i < state.moved.len() {
            let m = state.moved[i];
            if m.at == at && m.unit == unit && !m.raid {
                state.moved.remove(i);
                state.note(Moved { raid: true, ..m });
                i = 0;
            } else {
                i += 1;
            }
        }
    }
}
