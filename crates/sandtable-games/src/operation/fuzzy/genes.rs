//! A rule base as the numbers that a learner changes: midpoints, each as a share of the range that it may lie in.
//!
//! The report tunes "membership function parameters" and does not say which. Here the sets that mean nothing at all stay at zero, and strength is
//! symmetric about its balance: left and right are the same to both sides. That leaves 28 numbers. Rules, limits and readings are not learned.

use sandtable_core::Rng;

use super::file::APART;
use super::{PARTITIONS, RuleBase};

/// How many numbers there are.
pub const GENES: usize = 28;

/// Where the midpoints of each partition may lie, from 0 up: rates may correct too much, and forces count Blue on a whole axis.
const RANGES: [f64; PARTITIONS.len()] = [1.0, 1.0, 2.0, 6.0, 1.0, 1.0, 1.0];

/// Partitions whose first set stays at zero.
const FROM_ZERO: [&str; 2] = ["rate", "force"];

/// The midpoints of strength: mirror images about ½.
const STRENGTH: &str = "strength";

impl RuleBase {
    /// Its numbers.
    pub fn genes(&self) -> Vec<f64> {
        let mut genes = Vec::with_capacity(GENES);
        for (((name, _), midpoints), range) in PARTITIONS.iter().zip(self.midpoints()).zip(RANGES) {
            match *name {
                STRENGTH => genes.push(2.0 * midpoints[2] - 1.0),
                name => genes.extend(midpoints[free(name)..].iter().map(|x| x / range)),
            }
        }
        genes
    }

    /// The same rules with other numbers, which may lie in any order: midpoints are sorted, kept apart, and rounded for people.
    pub fn with_genes(&self, genes: &[f64]) -> RuleBase {
        let mut base = self.clone();
        let mut genes = genes.iter().copied();
        for (((name, _), midpoints), range) in PARTITIONS.iter().zip(base.midpoints_mut()).zip(RANGES) {
            if *name == STRENGTH {
                let half = (genes.next().unwrap_or(0.0) / 2.0).clamp(APART, 0.5);
                midpoints.copy_from_slice(&[0.5 - half, 0.5, 0.5 + half]);
            } else {
                let (fixed, learned) = midpoints.split_at_mut(free(name));
                fixed.fill(0.0);
                learned.iter_mut().for_each(|x| *x = genes.next().unwrap_or(0.0));
                arrange(midpoints);
            }
            midpoints.iter_mut().for_each(|x| *x = (1e4 * *x * range).round() / 1e4);
        }
        base
    }

    /// The same rules with numbers at random.
    pub fn at_random(&self, rng: &mut Rng) -> RuleBase {
        let genes: Vec<f64> = (0..GENES).map(|_| rng.unit()).collect();
        self.with_genes(&genes)
    }
}

/// The first midpoint that is learned.
fn free(name: &str) -> usize {
    usize::from(FROM_ZERO.contains(&name))
}

/// Sorts numbers and keeps them apart, between 0 and 1.
fn arrange(numbers: &mut [f64]) {
    numbers.sort_by(f64::total_cmp);
    let count = numbers.len();
    let mut least = 0.0;
    for (i, x) in numbers.iter_mut().enumerate() {
        *x = x.min(1.0 - APART * (count - 1 - i) as f64).max(least);
        least = *x + APART;
    }
}
