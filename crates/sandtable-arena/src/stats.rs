//! Small statistics: intervals and moments.

use serde::Serialize;

/// The normal quantile of a two-sided interval of 95 %.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Wilson's interval of 95 % for the probability behind `successes` out of `n` (which may be a half-integer sum).
pub fn wilson(successes: f64, n: u64) -> (f64, f64) {
    if n == 0 { (0.0, 1.0) } else { score_interval(successes / n as f64, n as f64) }
}

/// Wilson's interval around a share of `n` observations, of which there may be a fraction.
fn score_interval(share: f64, n: f64) -> (f64, f64) {
    let z2 = Z95 * Z95;
    let centre = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

/// Games won out of deals that are played several times with the same dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wins {
    /// Games won.
    pub games: u64,
    /// The sum over the deals of the square of the games won in each.
    pub squares: u64,
}

impl Wins {
    /// Takes a deal in, of which so many games were won.
    pub fn add(&mut self, won: u32) {
        self.games += u64::from(won);
        self.squares += u64::from(won) * u64::from(won);
    }

    /// Takes other deals in.
    pub fn merge(&mut self, other: Wins) {
        self.games += other.games;
        self.squares += other.squares;
    }

    /// The share of games won, with an interval of 95 %. The deal is the observation: games with the same dice are not
    /// independent.
    ///
    /// The interval is Wilson's, with as many observations as the spread among deals is worth: the variance of a deal's
    /// share is `ratio` times that of a coin. With one game a deal the ratio is 1. Two imagined deals of ratio 1 keep it
    /// above zero where all deals came out alike.
    pub fn share(self, deals: u64, each: u32) -> Share {
        if deals == 0 {
            return Share { mean: 0.0, low: 0.0, high: 1.0 };
        }
        const IMAGINED: f64 = 2.0 * 0.25;
        let (n, each) = (deals as f64, f64::from(each));
        let mean = self.games as f64 / (n * each);
        let spread = self.squares as f64 / (each * each) - n * mean * mean;
        let ratio = (spread.max(0.0) + IMAGINED) / (n * mean * (1.0 - mean) + IMAGINED);
        let (low, high) = score_interval(mean, n / ratio);
        Share { mean: tidy(mean), low: tidy(low), high: tidy(high) }
    }
}

/// A share with an interval of 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The share.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Student's quantile of a two-sided interval of 95 %; none without degrees of freedom.
///
/// By the expansion of Abramowitz and Stegun, 26.7.5: within a thousandth from three degrees on.
pub fn student95(freedom: u64) -> Option<f64> {
    let (z, n) = (Z95, freedom as f64);
    match freedom {
        0 => None,
        1 => Some(12.706_204_736),
        2 => Some(4.302_652_730),
        _ => {
            let terms = [
                (z.powi(3) + z) / 4.0,
                (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0,
                (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0,
                (79.0 * z.powi(9) + 776.0 * z.powi(7) + 1482.0 * z.powi(5) - 1920.0 * z.powi(3) - 945.0 * z)
                    / 92_160.0,
            ];
            Some(terms.iter().rev().fold(0.0, |sum, term| (sum + term) / n) + z)
        }
    }
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

    /// The sum of the squared distances from the mean.
    pub fn squares(&self) -> f64 {
        self.squares
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

    /// One game a deal: the deal is the game, and the interval Wilson's.
    #[test]
    fn shares_of_single_games_have_wilsons_interval() {
        let share = Wins { games: 37, squares: 37 }.share(120, 1);
        let (low, high) = wilson(37.0, 120);
        assert!((share.low - low).abs() < 1e-9 && (share.high - high).abs() < 1e-9, "{share:?}");
    }

    #[test]
    fn shares_are_known_as_well_as_deals_allow() {
        let width = |wins: Wins| {
            let share = wins.share(100, 2);
            share.high - share.low
        };
        let (low, high) = wilson(100.0, 200);
        // Whoever is dealt the better dice wins both games: 100 coins, not 200.
        let alike = width(Wins { games: 100, squares: 200 });
        let (fewer_low, fewer_high) = wilson(50.0, 100);
        assert!((alike - (fewer_high - fewer_low)).abs() < 1e-9, "{alike}");
        // The seat decides: each wins one of every pair, and the share is known much better.
        let opposed = width(Wins { games: 100, squares: 100 });
        assert!(opposed > 0.0 && opposed < (high - low) / 3.0, "{opposed}");
        // All won: no better than so many deals.
        let all = Wins { games: 200, squares: 400 }.share(100, 2);
        assert!((all.low - wilson(100.0, 100).0).abs() < 1e-9, "{all:?}");
    }

    #[test]
    fn students_quantiles() {
        assert_eq!(student95(0), None);
        for (freedom, known) in
            [(1, 12.7062), (2, 4.3027), (3, 3.1824), (5, 2.5706), (10, 2.2281), (100, 1.9840)]
        {
            let found = student95(freedom).unwrap();
            assert!((found / known - 1.0).abs() < 2e-3, "{freedom}: {found}");
        }
    }

    #[test]
    fn moments_of_a_small_series() {
        let mut m = Moments::default();
        [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().for_each(|x| m.add(x));
        assert!((m.mean() - 5.0).abs() < 1e-12);
        assert!((m.variance() - 32.0 / 7.0).abs() < 1e-12);
    }
}
