//! Battles: flak, bombs, rounds of fire with their exact chances, losses, and retreats.

use sandtable_core::Rng;

use super::battle::{Retreat, Setup};
use super::rules::Axis;
use super::scenario::Domain;
use super::state::{Action, Chance, MAX_COUNT, Moved, NOBODY, NOWHERE, Phase, State};

/// The faces of a die.
const FACES: u32 = 6;

/// How many dice hit with each number or less.
type Dice = [u16; FACES as usize + 1];

/// One more trial that succeeds with probability `p`.
fn one_more(chances: &mut Vec<f64>, p: f64) {
    chances.push(0.0);
    for i in (0..chances.len()).rev() {
        let from_below = if i > 0 { chances[i - 1] * p } else { 0.0 };
        chances[i] = chances[i] * (1.0 - p) + from_below;
    }
}

/// Chances of 0, 1, 2, … hits of some dice.
fn hit_chances(dice: &Dice) -> Vec<f64> {
    let mut chances = vec![1.0];
    for (strength, &count) in dice.iter().enumerate().skip(1) {
        (0..count).for_each(|_| one_more(&mut chances, strength as f64 / f64::from(FACES)));
    }
    chances
}

/// Chances of 0 to `n` successes in `n` trials.
fn binomial(n: u16, p: f64) -> Vec<f64> {
    let mut chances = vec![1.0];
    (0..n).for_each(|_| one_more(&mut chances, p));
    chances
}

/// Chances of each sum of so many dice.
fn sums(dice: u16) -> Vec<f64> {
    let mut chances = vec![1.0];
    for _ in 0..dice {
        let mut next = vec![0.0; chances.len() + FACES as usize];
        for (sum, p) in chances.iter().enumerate() {
            for face in 1..=FACES as usize {
                next[sum + face] += p / f64::from(FACES);
            }
        }
        chances = next;
    }
    chances
}

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
                out[k] += if self.scenario.units[k].fights() { *count } else { 0 };
            }
        }
    }

    /// The dice of the attackers and of the defenders at a province.
    fn dice(&self, state: &State, at: u16) -> (Dice, Dice) {
        let (mut attack, mut defence) = ([0; 7], [0; 7]);
        let (mut support, mut supportable) = (0, [0; 7]);
        for (k, unit) in self.scenario.units.iter().enumerate().filter(|(_, u)| u.fights()) {
            let count = self.counts(state, at, state.mover)[k];
            if count > 0 {
                let count = count - state.raiders(at, k as u8);
                support += count * u16::from(unit.supports);
                attack[usize::from(unit.attack.min(6))] += count;
                if unit.supportable && unit.attack < 6 {
                    supportable[usize::from(unit.attack)] += count;
                }
            }
            for nation in (0..=self.nations() as u8).filter(|&n| !self.allied(state.mover, n)) {
                defence[usize::from(unit.defence.min(6))] += self.counts(state, at, nation)[k];
            }
        }
        for strength in 0..6 {
            let raised = support.min(supportable[strength]);
            attack[strength] -= raised;
            attack[strength + 1] += raised;
            support -= raised;
        }
        (attack, defence)
    }

    /// Hits that attackers and defenders can take.
    fn endurance(&self, state: &State, at: u16) -> (u16, u16) {
        let (mut ours, mut theirs) = (0, 0);
        for (k, unit) in self.scenario.units.iter().enumerate().filter(|(_, u)| u.fights()) {
            let hits = u16::from(unit.hits);
            ours += hits * (self.counts(state, at, state.mover)[k] - state.raiders(at, k as u8));
            for nation in (0..=self.nations() as u8).filter(|&n| !self.allied(state.mover, n)) {
                theirs += hits * self.counts(state, at, nation)[k];
            }
        }
        (ours - state.hurt.0.min(ours), theirs - state.hurt.1.min(theirs))
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

    /// Attacking planes of a kind.
    fn planes(&self, state: &State, at: u16, unit: u8) -> u16 {
        self.counts(state, at, state.mover)[usize::from(unit)] - state.raiders(at, unit)
    }

    fn all_raiders(&self, state: &State, at: u16) -> u16 {
        state.moved.iter().filter(|m| m.at == at && m.raid).map(|m| m.count).sum()
    }

    /// The most that a raid can cost.
    fn raid_cap(&self, state: &State, at: u16) -> u16 {
        let owner = state.owner[usize::from(at)];
        let money = if owner == NOBODY { 0 } else { state.money[usize::from(owner)] };
        let worth = self.scenario.provinces[usize::from(at)].worth;
        if self.scenario.rules.raid_limit { money.min(worth) } else { money }
    }

    /// The dice of a chance node, rolled.
    pub(super) fn roll(&self, state: &State, rng: &mut Rng) -> Chance {
        let shot = |n: u16, hit: f64, rng: &mut Rng| (0..n).filter(|_| rng.unit() < hit).count() as u16;
        let one = 1.0 / f64::from(FACES);
        match state.phase {
            Phase::Overflight { count, passed, .. } => {
                Chance::Down(shot(count, 1.0 - (1.0 - one).powi(i32::from(passed)), rng))
            }
            Phase::RaidFlak { at } => Chance::Down(shot(self.all_raiders(state, at), one, rng)),
            Phase::Flak { at, unit } => Chance::Down(shot(self.planes(state, at, unit), one, rng)),
            Phase::Bombs { at } => {
                let sum: u32 = (0..self.all_raiders(state, at)).map(|_| rng.below(FACES) + 1).sum();
                Chance::Damage(sum.min(u32::from(self.raid_cap(state, at))) as u16)
            }
            Phase::Fire { at } => {
                let (attack, defence) = self.dice(state, at);
                let (ours, theirs) = self.endurance(state, at);
                let mut volley = |dice: &Dice| {
                    let mut hits = 0;
                    for (strength, &count) in dice.iter().enumerate().skip(1) {
                        hits += (0..count).filter(|_| rng.below(FACES) < strength as u32).count() as u16;
                    }
                    hits
                };
                let hits = volley(&attack);
                Chance::Hits(hits.min(theirs), volley(&defence).min(ours))
            }
            _ => Chance::Down(0),
        }
    }

    /// The exact chances of a chance node.
    pub(super) fn distribution(&self, state: &State, out: &mut Vec<(Chance, f64)>) {
        let one = 1.0 / f64::from(FACES);
        let mut down = |chances: Vec<f64>| {
            out.extend(chances.into_iter().enumerate().map(|(n, p)| (Chance::Down(n as u16), p)));
        };
        match state.phase {
            Phase::Overflight { count, passed, .. } => {
                down(binomial(count, 1.0 - (1.0 - one).powi(i32::from(passed))));
            }
            Phase::RaidFlak { at } => down(binomial(self.all_raiders(state, at), one)),
            Phase::Flak { at, unit } => down(binomial(self.planes(state, at, unit), one)),
            Phase::Bombs { at } => {
                let cap = usize::from(self.raid_cap(state, at));
                let chances = sums(self.all_raiders(state, at));
                let mut rest = 0.0;
                for (sum, p) in chances.into_iter().enumerate().filter(|(_, p)| *p > 0.0) {
                    if sum < cap {
                        out.push((Chance::Damage(sum as u16), p));
                    } else {
                        rest += p;
                    }
                }
                if rest > 0.0 {
                    out.push((Chance::Damage(cap as u16), rest));
                }
            }
            Phase::Fire { at } => {
                let (attack, defence) = self.dice(state, at);
                let (ours, theirs) = self.endurance(state, at);
                let capped = |dice: &Dice, most: u16| {
                    let mut chances = hit_chances(dice);
                    if chances.len() > usize::from(most) + 1 {
                        let beyond: f64 = chances.drain(usize::from(most) + 1..).sum();
                        chances[usize::from(most)] += beyond;
                    }
                    chances
                };
                let (a, d) = (capped(&attack, theirs), capped(&defence, ours));
                for (i, p) in a.iter().enumerate().filter(|(_, p)| **p > 0.0) {
                    for (j, q) in d.iter().enumerate().filter(|(_, q)| **q > 0.0) {
                        out.push((Chance::Hits(i as u16, j as u16), p * q));
                    }
                }
            }
            _ => {}
        }
    }

    /// What dice brought happens.
    pub(super) fn settle(&self, state: &mut State, chance: Chance) {
        let mover = state.mover;
        match (state.phase, chance) {
            (Phase::Overflight { at, unit, left, raid, combat, .. }, Chance::Down(n)) => {
                self.counts_mut(state, at, mover)[usize::from(unit)] -= n;
                if let Some(m) =
                    state.moved.iter_mut().find(|m| (m.at, m.unit, m.left, m.raid) == (at, unit, left, raid))
                {
                    m.count -= n;
                }
                state.moved.retain(|m| m.count > 0);
                self.drop_empty_raid(state, at);
                state.phase = if combat { Phase::Combat } else { Phase::Redeploy };
            }
            (Phase::RaidFlak { at }, Chance::Down(mut n)) => {
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
                    *money -= sum.min(*money);
                }
                state.raids.retain(|&p| p != at);
                self.next_battle(state);
            }
            (Phase::Flak { at, unit }, Chance::Down(n)) => {
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
                let counts = self.counts(state, at, mover).iter().zip(&self.scenario.units);
                let land = counts.clone().any(|(c, u)| *c > 0 && u.fights() && u.domain == Domain::Land);
                if defenders == 0 && land && !self.allied(mover, state.owner[usize::from(at)]) {
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
    fn lose(&self, state: &mut State, at: u16, mut hits: u16, attackers: bool) {
        let mover = state.mover;
        let own = |n: u8| if attackers { n == mover } else { !self.allied(mover, n) };
        let nations: [bool; 17] = std::array::from_fn(|n| n <= self.nations() && own(n as u8));
        let mut spare = 0;
        for (k, unit) in self.scenario.units.iter().enumerate().filter(|(_, u)| u.fights() && u.hits > 1) {
            for n in (0..=self.nations()).filter(|&n| nations[n]) {
                let raiders = if attackers { state.raiders(at, k as u8) } else { 0 };
                spare += (self.counts(state, at, n as u8)[k] - raiders) * u16::from(unit.hits - 1);
            }
        }
        let hurt = if attackers { &mut state.hurt.0 } else { &mut state.hurt.1 };
        let absorbed = hits.min(spare - (*hurt).min(spare));
        *hurt += absorbed;
        hits -= absorbed;
        for &k in &self.orders[usize::from(!attackers)] {
            let extra = u16::from(self.scenario.units[usize::from(k)].hits - 1);
            for n in (0..=self.nations()).filter(|&n| nations[n]) {
                let raiders = if attackers { state.raiders(at, k) } else { 0 };
                let there = &mut self.counts_mut(state, at, n as u8)[usize::from(k)];
                let lost = (*there - raiders).min(hits);
                if lost == 0 {
                    continue;
                }
                *there -= lost;
                hits -= lost;
                let hurt = if attackers { &mut state.hurt.0 } else { &mut state.hurt.1 };
                *hurt -= (lost * extra).min(*hurt);
                if attackers {
                    state.forget(at, k, lost, false);
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

    pub(super) fn decisions(&self, state: &State, at: u16, out: &mut Vec<Action>) {
        let (attack, defence) = self.dice(state, at);
        // Where nobody can hit any more, the attacker goes.
        if attack[1..].iter().chain(&defence[1..]).any(|&n| n > 0) {
            out.push(Action::Fight);
        }
        let land = self.counts(state, at, state.mover).iter().zip(&self.scenario.units);
        if land.clone().any(|(c, u)| *c > 0 && u.fights() && u.domain == Domain::Land) {
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
                if count > 0 {
                    let there = &mut self.counts_mut(state, to, mover)[usize::from(k)];
                    *there = (*there + count).min(MAX_COUNT);
                    state.forget(at, k, count, false);
                    state.note(Moved { at: to, unit: k, left: 0, raid: false, count });
                }
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
