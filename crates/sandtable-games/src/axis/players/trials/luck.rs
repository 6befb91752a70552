//! The dice of trials. All plans that are compared meet the same luck: what falls depends on the number of the trial, the turn, the place and the
//! round of the battle, not on what was rolled elsewhere, and whoever brings more units never hits less for it. So the difference between two plans
//! is not hidden by battles that both of them fight.
//!
//! Over many trials the luck of each volley is spread evenly: its numbers are van der Corput's, scrambled as Owen proposed (Owen 1995, by the hashes
//! of Laine and Karras 2011).

use sandtable_core::{Game, Rng, Stream};

use crate::axis::{Axis, Chance, Phase, State};

/// More dice than this are rolled by their mean and their spread.
const MANY: u32 = 40;

/// The luck of one trial.
pub struct Luck {
    seed: u64,
    number: u32,
    turn: u32,
    /// How often dice have been thrown in this turn, for each province.
    throws: Vec<u32>,
    /// The chances of 0, 1, 2, … hits.
    chances: Vec<f64>,
}

impl Luck {
    /// For maps with so many provinces.
    pub fn new(provinces: usize) -> Luck {
        Luck { seed: 0, number: 0, turn: 0, throws: vec![0; provinces], chances: Vec::new() }
    }

    /// A trial begins.
    pub fn begin(&mut self, seed: u64, number: u32) {
        (self.seed, self.number, self.turn) = (seed, number, u32::MAX);
    }

    /// Random numbers for what else is decided by chance in a turn.
    pub fn rng(&self, turn: u32) -> Rng {
        Rng::new(self.seed.wrapping_add(u64::from(turn)), self.number.into(), Stream::World)
    }

    /// What dice bring: as they fall, or as they fall on average, with one die for the remainder. Where guns fire or bombs fall they are thrown.
    pub fn throw(&mut self, game: &Axis, state: &State, turn: u32, risky: bool) -> Chance {
        if turn != self.turn {
            self.turn = turn;
            self.throws.fill(0);
        }
        let (Phase::Fire { at }
        | Phase::Flak { at, .. }
        | Phase::Overflight { at, .. }
        | Phase::RaidFlak { at }
        | Phase::Bombs { at }) = state.phase
        else {
            return game.sample(state, &mut self.rng(turn));
        };
        let throw = self.throws[usize::from(at)];
        self.throws[usize::from(at)] += 1;
        let place = u64::from(turn) << 40 | u64::from(at) << 20 | u64::from(throw);
        let Phase::Fire { .. } = state.phase else {
            let seed = self.seed ^ place.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            return game.sample(state, &mut Rng::new(seed, self.number.into(), Stream::World));
        };
        let (attack, defence) = game.dice(state, at);
        let (ours, theirs) = game.endurance(state, at);
        let [first, second] = [0, 1].map(|side| unit(hash(self.seed ^ hash(2 * place + side)), self.number));
        let (hits, losses) = (self.hits(&attack, first, risky), self.hits(&defence, second, risky));
        Chance::Hits(hits.min(theirs), losses.min(ours))
    }

    /// How many of some dice hit, with luck from 0 to 1.
    fn hits(&mut self, dice: &[u32; 7], luck: f64, risky: bool) -> u32 {
        let pips: u32 = dice.iter().zip(0..).map(|(n, pips)| n * pips).sum();
        if !risky {
            return pips / 6 + u32::from(luck * 6.0 < f64::from(pips % 6));
        }
        let all: u32 = dice.iter().sum();
        if all > MANY {
            let spread: u32 = dice.iter().zip(0..).map(|(n, pips)| n * pips * (6 - pips)).sum();
            // Tukey's lambda, near the normal distribution's quantiles.
            let luck = luck.clamp(1e-6, 1.0 - 1e-6);
            let z = (luck.powf(0.135) - (1.0 - luck).powf(0.135)) / 0.1975;
            let hits = f64::from(pips) / 6.0 + z * f64::from(spread).sqrt() / 6.0;
            return (hits.round().max(0.0) as u32).min(all);
        }
        self.chances.clear();
        self.chances.push(1.0);
        for (&count, pips) in dice.iter().zip(0..) {
            let hit = f64::from(pips) / 6.0;
            for _ in 0..if pips > 0 { count } else { 0 } {
                self.chances.push(0.0);
                for n in (1..self.chances.len()).rev() {
                    self.chances[n] = self.chances[n] * (1.0 - hit) + self.chances[n - 1] * hit;
                }
                self.chances[0] *= 1.0 - hit;
            }
        }
        let mut above = luck;
        let hits = self.chances.iter().position(|chance| {
            above -= chance;
            above < 0.0
        });
        hits.map_or(all, |hits| hits as u32)
    }
}

/// SplitMix64's scrambling.
fn hash(x: u64) -> u64 {
    let z = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The number of a trial as luck from 0 to 1: spread evenly over any power of two of trials, and independent of the same for another key.
fn unit(key: u64, number: u32) -> f64 {
    let index = scramble(number, key as u32);
    (f64::from(scramble(index.reverse_bits(), (key >> 32) as u32)) + 0.5) / 4_294_967_296.0
}

/// Owen's scrambling of 32 binary digits: each is turned over or not depending on those before it.
fn scramble(x: u32, key: u32) -> u32 {
    let mut x = x.reverse_bits().wrapping_add(key);
    for even in [0x6c50_b47c_u32, 0xb82f_1e52, 0xc7af_e638, 0x8d22_f6e6] {
        x ^= x.wrapping_mul(even);
    }
    x.reverse_bits()
}

#[cfg(test)]
mod tests {
    use super::{Luck, MANY, unit};

    /// How many dice there are of each strength: none of strength 0.
    fn dice(infantry: u32, armour: u32) -> [u32; 7] {
        [0, infantry, 0, armour, 0, 0, 0]
    }

    #[test]
    fn luck_is_spread_evenly_over_trials_and_apart_for_other_places() {
        for key in [1, 77 << 33, u64::MAX / 3] {
            for first in [0, 16, 48] {
                let mut slots: Vec<u32> = (first..first + 16).map(|n| (unit(key, n) * 16.0) as u32).collect();
                slots.sort_unstable();
                assert_eq!(slots, (0..16).collect::<Vec<u32>>(), "key {key} from trial {first}");
            }
        }
        let both = |n| (unit(5 << 32 | 9, n) < 0.5, unit(8 << 32 | 3, n) < 0.5);
        let alike = (0..1024).filter(|&n| both(n).0 == both(n).1).count();
        assert!((400..624).contains(&alike), "{alike} of 1024 trials are lucky, or not, in both places");
    }

    #[test]
    fn hits_are_what_dice_bring_on_average_and_more_units_never_hit_less() {
        let mut luck = Luck::new(0);
        for (infantry, armour) in [(1, 0), (3, 2), (10, 10), (MANY, 30)] {
            for risky in [false, true] {
                let mean = |luck: &mut Luck, dice: &[u32; 7]| {
                    let all = (0..1024).map(|n| luck.hits(dice, unit(7, n), risky));
                    f64::from(all.sum::<u32>()) / 1024.0
                };
                let expected = f64::from(infantry + 3 * armour) / 6.0;
                let found = mean(&mut luck, &dice(infantry, armour));
                assert!((found - expected).abs() < 0.02, "{infantry} and {armour}: {found} for {expected}");
            }
            for n in 0..64 {
                let fewer = luck.hits(&dice(infantry, armour), unit(7, n), true);
                assert!(luck.hits(&dice(infantry, armour + 1), unit(7, n), true) >= fewer);
                assert!(luck.hits(&dice(infantry + 2, armour), unit(7, n), true) >= fewer);
            }
        }
    }
}
