//! Battles too large for the table: a normal law, fitted to the table's edge.
//!
//! While both sides throw all their dice, three against two, a roll kills two armies, and the defender's share of them
//! has a known mean, variance and skewness. After as many rolls as there are pairs of armies, a battle that could go on
//! below zero would have no armies in sum: the attacker wins if the defender has lost more than he had. So along a line
//! of equal totals `t = a + d` the win chance, as a function of the defenders, is the upper tail of a number of losses
//! with `t / 2` times the mean, variance and third moment of one roll. The last rolls, thrown with fewer dice, shift
//! each of the three by a constant that depends only on whether `t` is odd. The constants are *measured* on the table,
//! by summing the exact tails of its two longest lines: the approximation is right in these moments by construction.
//!
//! For the armies left, think of one side as inexhaustible: the number of rolls until the other is gone has, by renewal
//! theory, mean, variance and third cumulant proportional to the other's armies. Cutting the resulting law off at zero
//! gives the mean; a constant, again measured, stands for the last rolls.

use super::ROLLS;

/// A side this small is gone long before a table's edge of the other: what it costs is read there exactly.
const FEW: u32 = 32;

/// Mean, variance and third central moment of the defender's losses in a full roll.
fn full_roll() -> [f64; 3] {
    let chances = ROLLS[3][2];
    let mean = chances[1] + 2.0 * chances[2];
    let moment = |power| (0..3).map(|lost| chances[lost] * (lost as f64 - mean).powi(power)).sum();
    [mean, moment(2), moment(3)]
}

/// The fitted law.
pub struct Normal {
    size: u32,
    roll: [f64; 3],
    /// What the last rolls add to the three moments, for even and odd totals.
    ends: [[f64; 3]; 2],
    /// What they add to the attackers left, and to the defenders left.
    remains: [f64; 2],
}

impl Normal {
    /// Fits the law to a table's edge.
    pub fn fit(
        size: usize,
        win: impl Fn(usize, usize) -> f64,
        left: impl Fn(usize, usize) -> (f64, f64),
    ) -> Normal {
        let roll = full_roll();
        let mut ends = [[0.0; 3]; 2];
        for total in [size, size + 1] {
            // For losses T with P(T >= d) = w(d), the raw moments are sums of (d^k - (d-1)^k) w(d).
            let raw = |power| -> f64 {
                let step = |d: usize| (d as f64).powi(power) - (d as f64 - 1.0).powi(power);
                (1..total).map(|d| step(d) * win(total - d, d)).sum()
            };
            let (one, two, three) = (raw(1), raw(2), raw(3));
            let central = [one, two - one * one, three - 3.0 * one * two + 2.0 * one * one * one];
            let rolls = total as f64 / 2.0;
            ends[total % 2] = std::array::from_fn(|i| central[i] - rolls * roll[i]);
        }
        let mut normal = Normal { size: size as u32, roll, ends, remains: [0.0; 2] };
        let few = (FEW as usize).min(size);
        normal.remains = [
            left(size, few).0 - normal.survivors(0, size as f64, few as f64).0,
            left(few, size).1 - normal.survivors(1, size as f64, few as f64).0,
        ];
        normal
    }

    /// The chance that the attacker wins.
    pub fn win(&self, attackers: u32, defenders: u32) -> f64 {
        let (a, d) = (f64::from(attackers), f64::from(defenders));
        let ends = self.ends[((attackers ^ defenders) & 1) as usize];
        let [mean, variance, third] = std::array::from_fn(|i| (a + d) / 2.0 * self.roll[i] + ends[i]);
        let deviation = variance.sqrt();
        // Half an army for continuity: the losses are whole numbers.
        let z = (mean - d + 0.5) / deviation;
        let skewness = third / (variance * deviation);
        (cumulative(z) + skewness / 6.0 * (z * z - 1.0) * density(z)).clamp(0.0, 1.0)
    }

    /// The expected armies left of both sides; `table` knows the exact ones up to the table's edge.
    pub fn left(
        &self,
        attackers: u32,
        defenders: u32,
        table: impl Fn(usize, usize) -> (f64, f64),
    ) -> (f64, f64) {
        let few = FEW.min(self.size);
        let edge = self.size as usize;
        if defenders <= few {
            let (a, d) = table(edge, defenders as usize);
            return (a + f64::from(attackers - self.size), d);
        }
        if attackers <= few {
            let (a, d) = table(attackers as usize, edge);
            return (a, d + f64::from(defenders - self.size));
        }
        let (a, d) = (f64::from(attackers), f64::from(defenders));
        (self.mean_above_zero(0, a, d), self.mean_above_zero(1, d, a))
    }

    /// The mean, deviation and skewness of `own` armies less what it takes to kill all of `other`, below zero too; the
    /// side is 0 for the attacker.
    fn survivors(&self, side: usize, own: f64, other: f64) -> (f64, f64, f64) {
        let [mean, variance, third] = self.roll;
        // What the other side loses in a roll: the defender's share, or the rest of the two.
        let (mean, third) = if side == 0 { (mean, third) } else { (2.0 - mean, -third) };
        let rolls = other / mean;
        let scatter = other * variance / mean.powi(3);
        let lean = other * (3.0 * variance * variance - mean * third) / mean.powi(5);
        let left = own + other - 2.0 * rolls + self.remains[side];
        (left, 2.0 * scatter.sqrt(), -lean / scatter.powf(1.5))
    }

    fn mean_above_zero(&self, side: usize, own: f64, other: f64) -> f64 {
        let (mean, deviation, skewness) = self.survivors(side, own, other);
        let z = mean / deviation;
        (mean * cumulative(z) + deviation * density(z) * (1.0 - skewness / 6.0 * z)).clamp(0.0, own)
    }
}

/// The normal density.
fn density(z: f64) -> f64 {
    (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// The normal distribution function, to 1e-7 (Abramowitz and Stegun 26.2.17).
fn cumulative(z: f64) -> f64 {
    const TERMS: [f64; 5] = [0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
    let t = 1.0 / (1.0 + 0.2316419 * z.abs());
    let tail = density(z) * TERMS.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    if z >= 0.0 { 1.0 - tail } else { tail }
}
