//! The dice of chance nodes: rolled, and with their exact chances.

use sandtable_core::{Dist, Rng};

use super::battle::support;
use super::rules::Axis;
use super::state::{Chance, NOBODY, Phase, State};

/// The faces of a die.
const FACES: u32 = 6;
/// Pairs of hits that are more than this are not listed.
const MOST_PAIRS: usize = 1 << 20;

/// How many dice hit with each number or less.
pub(super) type Dice = [u32; FACES as usize + 1];

/// One more trial that succeeds with probability `p`.
fn one_more(chances: &mut Vec<f64>, p: f64) {
    chances.push(0.0);
    for i in (0..chances.len()).rev() {
        let from_below = if i > 0 { chances[i - 1] * p } else { 0.0 };
        chances[i] = chances[i] * (1.0 - p) + from_below;
    }
}

/// Chances of 0, 1, 2, … hits of some dice; all beyond `most` count as that many.
fn hit_chances(dice: &Dice, most: u32) -> Vec<f64> {
    let mut chances = vec![1.0];
    for (strength, &count) in dice.iter().enumerate().skip(1) {
        (0..count).for_each(|_| one_more(&mut chances, strength as f64 / f64::from(FACES)));
    }
    let most = most as usize;
    if chances.len() > most + 1 {
        let beyond: f64 = chances.drain(most + 1..).sum();
        chances[most] += beyond;
    }
    chances
}

/// Chances of 0 to `n` successes in `n` trials.
fn binomial(n: u32, p: f64) -> Vec<f64> {
    let mut chances = vec![1.0];
    (0..n).for_each(|_| one_more(&mut chances, p));
    chances
}

/// Chances of each sum of so many dice; all beyond `most` count as that much.
fn sums(dice: u32, most: usize) -> Vec<f64> {
    let mut chances = vec![1.0];
    for _ in 0..dice {
        let mut next = vec![0.0; (chances.len() + FACES as usize).min(most + 1)];
        for (sum, p) in chances.iter().enumerate() {
            for face in 1..=FACES as usize {
                next[(sum + face).min(most)] += p / f64::from(FACES);
            }
        }
        chances = next;
    }
    chances
}

impl Axis {
    /// The dice of the attackers and of the defenders at a province.
    pub(super) fn dice(&self, state: &State, at: u16) -> (Dice, Dice) {
        let (mut attack, mut defence) = ([0; 7], [0; 7]);
        let (mut supporters, mut supportable) = (0, [0; 7]);
        for (k, unit) in self.scenario.units.iter().enumerate().filter(|(_, u)| u.fights()) {
            let count = self.counts(state, at, state.mover)[k];
            if count > 0 {
                let count = u32::from(count - state.raiders(at, k as u8));
                let strength = usize::from(unit.attack.min(6));
                supporters += count * u32::from(unit.supports);
                attack[strength] += count;
                supportable[strength] += if unit.supportable { count } else { 0 };
            }
            for nation in (0..=self.nations() as u8).filter(|&n| !self.allied(state.mover, n)) {
                defence[usize::from(unit.defence.min(6))] += u32::from(self.counts(state, at, nation)[k]);
            }
        }
        support(&mut attack, &supportable, supporters);
        (attack, defence)
    }

    pub(super) fn all_raiders(&self, state: &State, at: u16) -> u32 {
        state.moved.iter().filter(|m| m.at == at && m.raid).map(|m| u32::from(m.count)).sum()
    }

    /// The most that a raid can cost.
    fn raid_cap(&self, state: &State, at: u16) -> u32 {
        let owner = state.owner[usize::from(at)];
        let money = if owner == NOBODY { 0 } else { state.money[usize::from(owner)] };
        let worth = self.scenario.provinces[usize::from(at)].worth;
        if self.scenario.rules.raid_limit { money.min(worth).into() } else { money.into() }
    }

    /// How many planes flak fires at, and the chance with which it hits each of them.
    fn shots(&self, state: &State) -> Option<(u32, f64)> {
        let one = 1.0 / f64::from(FACES);
        match state.phase {
            Phase::Overflight { count, passed, .. } => {
                Some((count.into(), 1.0 - (1.0 - one).powi(i32::from(passed))))
            }
            Phase::RaidFlak { at } => Some((self.all_raiders(state, at), one)),
            Phase::Flak { at, unit } => Some((self.planes(state, at, unit).into(), one)),
            _ => None,
        }
    }

    /// The dice of a chance node, rolled.
    pub(super) fn roll(&self, state: &State, rng: &mut Rng) -> Chance {
        if let Some((planes, hit)) = self.shots(state) {
            return Chance::Down((0..planes).filter(|_| rng.unit() < hit).count() as u32);
        }
        match state.phase {
            Phase::Bombs { at } => {
                let sum: u32 = (0..self.all_raiders(state, at)).map(|_| rng.below(FACES) + 1).sum();
                Chance::Damage(sum.min(self.raid_cap(state, at)))
            }
            Phase::Fire { at } => {
                let (attack, defence) = self.dice(state, at);
                let (ours, theirs) = self.endurance(state, at);
                let mut volley = |dice: &Dice| {
                    let mut hits = 0;
                    for (strength, &count) in dice.iter().enumerate().skip(1) {
                        hits += (0..count).filter(|_| rng.below(FACES) < strength as u32).count() as u32;
                    }
                    hits
                };
                let hits = volley(&attack);
                Chance::Hits(hits.min(theirs), volley(&defence).min(ours))
            }
            _ => Chance::Down(0),
        }
    }

    /// The chances of 0, 1, 2, … hits by attackers and by defenders.
    fn volleys(&self, state: &State, at: u16) -> (Vec<f64>, Vec<f64>) {
        let (attack, defence) = self.dice(state, at);
        let (ours, theirs) = self.endurance(state, at);
        (hit_chances(&attack, theirs), hit_chances(&defence, ours))
    }

    /// The exact chances of a chance node.
    pub(super) fn distribution(&self, state: &State, out: &mut Vec<(Chance, f64)>) -> Dist {
        let first = out.len();
        if let Some((planes, hit)) = self.shots(state) {
            let chances = binomial(planes, hit).into_iter().zip(0..);
            out.extend(chances.map(|(p, n)| (Chance::Down(n), p)));
        }
        match state.phase {
            Phase::Bombs { at } => {
                let chances = sums(self.all_raiders(state, at), self.raid_cap(state, at) as usize);
                out.extend(chances.into_iter().zip(0..).map(|(p, sum)| (Chance::Damage(sum), p)));
            }
            Phase::Fire { at } => {
                let (a, d) = self.volleys(state, at);
                if a.len().saturating_mul(d.len()) > MOST_PAIRS {
                    return Dist::SampleOnly;
                }
                for (&p, i) in a.iter().zip(0..) {
                    out.extend(d.iter().zip(0..).map(|(q, j)| (Chance::Hits(i, j), p * q)));
                }
            }
            _ => {}
        }
        // What is impossible, or too unlikely for a number, is not listed.
        let mut kept = first;
        for i in first..out.len() {
            if out[i].1 > 0.0 {
                out.swap(kept, i);
                kept += 1;
            }
        }
        out.truncate(kept);
        Dist::Exact
    }

    /// Whether dice can bring this.
    pub(super) fn can_happen(&self, state: &State, chance: Chance) -> bool {
        let likely = |chances: &[f64], n: u32| chances.get(n as usize).is_some_and(|p| *p > 0.0);
        if let (Phase::Fire { at }, Chance::Hits(theirs, ours)) = (state.phase, chance) {
            let (a, d) = self.volleys(state, at);
            return likely(&a, theirs) && likely(&d, ours);
        }
        let mut all = Vec::new();
        self.distribution(state, &mut all);
        all.iter().any(|(c, _)| *c == chance)
    }
}
