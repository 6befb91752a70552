//! A battle without dice: each round costs both sides what the other hits on average. Cheap, and near what Hard finds with dice; TripleA has
//! nothing like it.

use crate::axis::Axis;
use crate::axis::scenario::Unit;

/// How far the margin of a battle varies, for one hit point: by this the chance to win follows from the margin.
const VARIATION: f64 = 0.65;
/// A battle that takes longer is broken off.
const LONGEST: u32 = 60;

/// What is left on average.
pub struct Course {
    /// The chance to win, from 0 to 1.
    pub win: f64,
    /// Attackers by kind, in fractions.
    pub attackers: Vec<f64>,
    /// Defenders by kind.
    pub defenders: Vec<f64>,
    /// Rounds.
    pub rounds: f64,
}

/// Fights battles by averages.
pub struct Attrition {
    units: Vec<Unit>,
    orders: [Vec<u8>; 2],
}

impl Attrition {
    /// Battles of the units of a map, with its order of losses.
    pub fn new(game: &Axis) -> Attrition {
        Attrition { units: game.scenario.units.clone(), orders: game.orders.clone() }
    }

    /// The course of a battle between forces that both have somebody to fight.
    pub fn fight(&self, attackers: &[u16], defenders: &[u16]) -> Course {
        let mut sides = [attackers, defenders].map(|force| {
            let fights = |(n, unit): (&u16, &Unit)| if unit.fights() { f64::from(*n) } else { 0.0 };
            force.iter().zip(&self.units).map(fights).collect::<Vec<f64>>()
        });
        let before = [0, 1].map(|side| self.stamina(&sides[side]));
        let mut rounds = 0.0;
        for _ in 0..LONGEST {
            let hits = [self.power(&sides[0], true), self.power(&sides[1], false)].map(|pips| pips / 6.0);
            let left = [0, 1].map(|side| self.stamina(&sides[side]));
            if left[0] < 0.01 || left[1] < 0.01 || hits[0] + hits[1] == 0.0 {
                break;
            }
            // The last round ends when somebody is gone.
            let part = [left[1] / hits[0], left[0] / hits[1], 1.0].into_iter().fold(1.0, f64::min);
            self.suffer(&mut sides[1], 1, part * hits[0]);
            self.suffer(&mut sides[0], 0, part * hits[1]);
            rounds += part;
        }
        let [ours, theirs] = [0, 1].map(|side| self.stamina(&sides[side]) / before[side].max(1.0));
        let z = (ours - theirs) * before[0].min(before[1]).sqrt() / VARIATION;
        let [attackers, defenders] = sides;
        Course { win: 1.0 / (1.0 + (-1.7 * z).exp()), attackers, defenders, rounds }
    }

    fn stamina(&self, force: &[f64]) -> f64 {
        force.iter().zip(&self.units).map(|(n, unit)| n * f64::from(unit.hits.max(1))).sum()
    }

    fn power(&self, force: &[f64], attack: bool) -> f64 {
        let (mut pips, mut supporting, mut supported) = (0.0, 0.0, 0.0);
        for (&n, unit) in force.iter().zip(&self.units) {
            pips += n * f64::from(if attack { unit.attack } else { unit.defence });
            supporting += n * f64::from(unit.supports);
            supported += if unit.supportable { n } else { 0.0 };
        }
        pips + if attack { supporting.min(supported) } else { 0.0 }
    }

    fn suffer(&self, force: &mut [f64], side: usize, mut hits: f64) {
        for &k in &self.orders[side] {
            let each = f64::from(self.units[usize::from(k)].hits.max(1));
            let lost = force[usize::from(k)].min(hits / each);
            force[usize::from(k)] -= lost;
            hits -= lost * each;
            if hits <= 0.0 {
                return;
            }
        }
    }
}
