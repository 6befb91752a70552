//! Small statistics: intervals and moments.

use serde::Serialize;

/// The normal quantile of a two-sided interval of 95 %.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Wilson's interval of 95 % for the probability behind `successes` out of `n` (which may be a half-integer sum).
pub fn wilson(successes: f64, n: u64) -> (f64, f64) {
    if n == 0 {
        return (0.0, 1.0);
    }
    let n = n as f64;
    let p = successes / n;
    let z2 = Z95 * Z95;
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

/// Count, mean and spread of a series of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    /// How many.
    pub n: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// Takes one more number in (Welford).
    pub fn add(&mut self, x: f64) {
        self.n += 1;
        let before = x - self.mean;
        self.mean += before / self.n as f64;
        self.squares += before * (x - self.mean);
    }

    /// The mean; 0 of nothing.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The variance of one number, unbiased.
    pub fn variance(&self) -> f64 {
        if self.n < 2 { 0.0 } else { self.squares / (self.n - 1) as f64 }
    }

    /// The standard error of the mean.
    pub fn stderr(&self) -> f64 {
        if self.n == 0 { 0.0 } else { (self.variance() / self.n as f64).sqrt() }
    }
}

/// The lengths of games, in turns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Turns {
    /// The mean.
    pub mean: f64,
    /// The shortest game.
    pub min: u32,
    /// The longest.
    pub max: u32,
}

/// Rounds so that JSON shows what is meant: 12 significant digits.
pub fn tidy(x: f64) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    format!("{x:.11e}").parse().unwrap_or(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_matches_published_values() {
        // Wilson 1927 as tabulated: 0 of 10 gives 0 to 0.2775, 5 of 10 gives 0.2366 to 0.7634.
        let (low, high) = wilson(0.0, 10);
        assert!(low.abs() < 1e-12 && (high - 0.2775).abs() < 1e-4);
        let (low, high) = wilson(5.0, 10);
        assert!((low - 0.2366).abs() < 1e-4 && (high - 0.7634).abs() < 1e-4);
    }

    #[test]
    fn moments_of_a_small_series() {
        let mut m = Moments::default();
        [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().for_each(|x| m.add(x));
        assert!((m.mean() - 5.0).abs() < 1e-12);
        assert!((m.variance() - 32.0 / 7.0).abs() < 1e-12);
    }
}
