//! Battles fought with dice to the end, again and again: how Hard judges them.

use sandtable_core::{Rng, Stream};

use crate::axis::Axis;
use crate::axis::battle::support;
use crate::axis::scenario::{Domain, Unit};

/// A battle in which nobody hits any more is broken off after so many rounds.
const LONGEST: u32 = 200;

/// The means over some battles.
pub struct Sum {
    /// The share that was won.
    pub won: f64,
    /// What the attackers that are left have cost.
    pub attackers: f64,
    /// What the defenders that are left have cost.
    pub defenders: f64,
    /// Rounds.
    pub rounds: f64,
    /// The attackers left in the battle that came nearest to the mean number of them.
    pub typical: Vec<u16>,
}

/// Fights battles.
pub struct Skirmish {
    units: Vec<Unit>,
    orders: [Vec<u8>; 2],
    /// Whose dice they are.
    pub rng: Rng,
    sides: [Vec<u16>; 2],
    ends: Vec<Vec<u16>>,
}

impl Skirmish {
    /// Battles of the units of a map, with its order of losses.
    pub fn new(game: &Axis) -> Skirmish {
        Skirmish {
            units: game.scenario.units.clone(),
            orders: game.orders.clone(),
            rng: Rng::new(0, 0, Stream::World),
            sides: Default::default(),
            ends: Vec::new(),
        }
    }

    /// Fights so many battles.
    pub fn fight(&mut self, attackers: &[u16], defenders: &[u16], battles: u32) -> Sum {
        let mut sum = Sum { won: 0.0, attackers: 0.0, defenders: 0.0, rounds: 0.0, typical: Vec::new() };
        self.ends.resize(battles as usize, Vec::new());
        let mut count = 0;
        for battle in 0..battles as usize {
            self.sides[0].clear();
            self.sides[0].extend(attackers);
            self.sides[1].clear();
            self.sides[1].extend(defenders);
            sum.rounds += f64::from(self.one());
            let [ours, theirs] = [0, 1].map(|side| self.left(side));
            sum.won += if theirs.0 == 0 && ours.0 > 0 { 1.0 } else { 0.0 };
            sum.attackers += ours.1;
            sum.defenders += theirs.1;
            count += ours.0;
            self.ends[battle].clone_from(&self.sides[0]);
        }
        let all = f64::from(battles);
        for mean in [&mut sum.won, &mut sum.attackers, &mut sum.defenders, &mut sum.rounds] {
            *mean /= all;
        }
        let mean = f64::from(count) / all;
        let off = |end: &Vec<u16>| (end.iter().map(|&n| f64::from(n)).sum::<f64>() - mean).abs();
        let ends = self.ends[..battles as usize].iter();
        sum.typical = ends.min_by(|a, b| off(a).total_cmp(&off(b))).expect("at least one battle").clone();
        sum
    }

    /// One battle, and how many rounds it took.
    fn one(&mut self) -> u32 {
        let guns = self.units.iter().zip(&self.sides[1]).any(|(u, n)| u.flak && *n > 0);
        if guns {
            for (k, unit) in self.units.iter().enumerate().filter(|(_, u)| u.domain == Domain::Air) {
                let down = roll(&mut self.rng, self.sides[0][k].into(), 1);
                self.sides[0][k] -= (down as u16) * u16::from(unit.fights());
            }
        }
        let mut hurt = [0, 0];
        for round in 0..LONGEST {
            if self.left(0).0 == 0 || self.left(1).0 == 0 {
                return round;
            }
            let hits = [0, 1].map(|side| {
                let dice = self.dice(side);
                let rng = &mut self.rng;
                (1..7).map(|pips| roll(rng, dice[pips], pips as u32)).sum::<u32>()
            });
            self.lose(1, hits[0], &mut hurt[1]);
            self.lose(0, hits[1], &mut hurt[0]);
        }
        LONGEST
    }

    /// How many units of a side fight, and what they cost.
    fn left(&self, side: usize) -> (u32, f64) {
        let fighting = self.units.iter().zip(&self.sides[side]).filter(|(u, _)| u.fights());
        fighting.fold((0, 0.0), |(count, cost), (u, &n)| {
            (count + u32::from(n), cost + f64::from(n) * f64::from(u.cost))
        })
    }

    fn dice(&self, side: usize) -> [u32; 7] {
        let (mut dice, mut supportable, mut supporters) = ([0; 7], [0; 7], 0);
        for (unit, &n) in self.units.iter().zip(&self.sides[side]).filter(|(u, _)| u.fights()) {
            let n = u32::from(n);
            let pips = usize::from(if side == 0 { unit.attack } else { unit.defence }.min(6));
            dice[pips] += n;
            if side == 0 {
                supporters += n * u32::from(unit.supports);
                supportable[pips] += if unit.supportable { n } else { 0 };
            }
        }
        support(&mut dice, &supportable, supporters);
        dice
    }

    /// Takes hits off a side: first such as units survive.
    fn lose(&mut self, side: usize, mut hits: u32, hurt: &mut u32) {
        let counts = &mut self.sides[side];
        let spare: u32 = self
            .units
            .iter()
            .zip(counts.iter())
            .map(|(u, &n)| u32::from(n) * u32::from(u.hits.max(1) - 1))
            .sum();
        let absorbed = hits.min(spare - (*hurt).min(spare));
        *hurt += absorbed;
        hits -= absorbed;
        for &k in &self.orders[side] {
            let lost = u32::from(counts[usize::from(k)]).min(hits);
            counts[usize::from(k)] -= lost as u16;
            hits -= lost;
            *hurt -= (lost * u32::from(self.units[usize::from(k)].hits.max(1) - 1)).min(*hurt);
        }
    }
}

/// How many of some dice show a number or less.
fn roll(rng: &mut Rng, dice: u32, pips: u32) -> u32 {
    (0..dice).filter(|_| rng.below(6) < pips).count() as u32
}
