//! The sequential probability ratio test over pairs: stop as soon as the games have decided.
//!
//! Generalised for scores with unknown variance, as fishtest uses it: pairs of games with the same dice and swapped
//! seats are the observations, their mean score is compared with the scores that two Elo differences predict.

use sandtable_core::BadInput;
use serde::Serialize;

use crate::stats::{Moments, tidy};

/// The chance of accepting the wrong hypothesis, either way.
pub const ERROR: f64 = 0.05;

/// How many imagined pairs go into the variance, and the variance of each: the largest that scores from 0 to 1 can have.
const IMAGINED: f64 = 2.0;
const WIDEST: f64 = 0.25;

/// Two hypotheses about how much stronger the first agent is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The smaller Elo difference.
    pub low: f64,
    /// The larger one.
    pub high: f64,
}

/// What the test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// The logarithm of the likelihood ratio; positive speaks for the larger difference.
    pub llr: f64,
    /// Which hypothesis is accepted.
    pub accepted: Accepted,
}

/// Which hypothesis is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Accepted {
    /// The games have not decided.
    Undecided,
    /// The smaller difference.
    Low,
    /// The larger difference.
    High,
}

impl Sprt {
    /// Reads `LOW,HIGH`.
    pub fn parse(text: &str) -> Result<Sprt, BadInput> {
        let parts: Vec<Option<f64>> = text.split(',').map(|p| p.trim().parse().ok()).collect();
        match parts[..] {
            [Some(low), Some(high)] if low < high => Ok(Sprt { low, high }),
            _ => Err(BadInput::new(format!(
                "sequential test '{text}': expected two Elo differences, LOW,HIGH"
            ))),
        }
    }

    /// Judges the scores of the pairs so far, each between 0 and 1.
    pub fn judge(&self, scores: &Moments) -> Verdict {
        let (low, high) = (expected(self.low), expected(self.high));
        // Pairs that all come out alike do not mean that no other can: the spread is taken with two imagined pairs as
        // wide apart as pairs can be.
        let n = scores.n as f64;
        let variance = (scores.squares() + IMAGINED * WIDEST) / (n - 1.0 + IMAGINED);
        let llr = n * (high - low) * (2.0 * scores.mean() - low - high) / (2.0 * variance);
        let bound = ((1.0 - ERROR) / ERROR).ln();
        let accepted = match llr {
            l if l >= bound => Accepted::High,
            l if l <= -bound => Accepted::Low,
            _ => Accepted::Undecided,
        };
        Verdict { llr: tidy(llr), accepted }
    }
}

/// The score that an Elo difference predicts.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_core::{Rng, Stream};

    /// How often the larger difference is accepted when games are won with probability `p`.
    fn accepts_high(p: f64) -> u32 {
        let test = Sprt { low: 0.0, high: 30.0 };
        let run = |deal| {
            let (mut rng, mut scores) = (Rng::new(11, deal, Stream::World), Moments::default());
            loop {
                let wins = u32::from(rng.unit() < p) + u32::from(rng.unit() < p);
                scores.add(f64::from(wins) / 2.0);
                match test.judge(&scores).accepted {
                    Accepted::Undecided => {}
                    accepted => return accepted == Accepted::High,
                }
            }
        };
        (0..400).map(|deal| u32::from(run(deal))).sum()
    }

    /// After how many pairs of one and the same score the test decides, and how.
    fn decided(test: Sprt, score: f64) -> (u64, Accepted) {
        let mut scores = Moments::default();
        loop {
            scores.add(score);
            match test.judge(&scores).accepted {
                Accepted::Undecided => assert!(scores.n < 1000, "{test:?} never ends with {score}"),
                accepted => return (scores.n, accepted),
            }
        }
    }

    #[test]
    fn pairs_that_all_come_out_alike_decide() {
        for test in
            [Sprt { low: 0.0, high: 5.0 }, Sprt { low: -10.0, high: 10.0 }, Sprt { low: 0.0, high: 200.0 }]
        {
            let (pairs, accepted) = decided(test, 1.0);
            assert_eq!(accepted, Accepted::High);
            // Equals win four pairs in a row once in 256 times; three would not be enough.
            assert!((4..=30).contains(&pairs), "{test:?}: {pairs}");
            assert_eq!(decided(test, 0.0).1, Accepted::Low);
        }
        assert_eq!(decided(Sprt { low: 0.0, high: 5.0 }, 0.5).1, Accepted::Low);
    }

    #[test]
    fn errs_about_as_often_as_promised() {
        // 5 % of 400 is 20, with a standard deviation of 4.4; the first few pairs make it a little worse.
        assert!(accepts_high(0.5) <= 40, "{}", accepts_high(0.5));
        assert!(accepts_high(expected(30.0)) >= 360, "{}", accepts_high(expected(30.0)));
    }
}
