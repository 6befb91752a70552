//! What is claimed of a number, and how a measurement of it is judged.
//!
//! The rule, for every cell of every table:
//!
//! - The *tolerance* is the greater of the one that the experiment states and so many combined standard errors (two, unless
//!   it states otherwise). Beyond it a number is better, worse or different.
//! - Within it a number is reproduced only if the games could have told otherwise. Had the truth lain a *clear difference*
//!   (a tenth of the cell's scale) beyond what endless games would tolerate, then these games would have had to find it with
//!   a chance of at least 80 %; else they were too few. What the published number itself leaves open is no fault of our
//!   games: a clear difference is never less than its standard error.
//! - A number that rests on fewer observations than the comparison needs says nothing either way.

use serde::{Deserialize, Serialize};

use super::{Cell, Experiment, Verdict};
use crate::stats::Z95;

/// The share of the scale that is a clear difference.
const CLEAR: f64 = 0.1;
/// The normal quantile of the chance with which a clear difference must be found: 80 %.
const POWER: f64 = 0.841_621;

/// Where the number beside a measured one comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It is printed.
    Published,
    /// It follows from what is printed: a sum, a bound that a figure shows, a table of other rules.
    Derived,
    /// Nobody printed it: theory says so.
    Theory,
}

impl Kind {
    /// In one word.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Published => "published",
            Kind::Derived => "derived",
            Kind::Theory => "theory",
        }
    }
}

/// A mean that was measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The mean.
    pub value: f64,
    /// Its standard error; 0 of what is exact.
    pub stderr: f64,
    /// The games behind it; none of what is exact.
    pub games: u64,
}

impl Measured {
    /// Without games or error.
    pub fn exact(value: f64) -> Measured {
        Measured { value, stderr: 0.0, games: 0 }
    }
}

/// A number that something should measure, and how close it must come.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    kind: Kind,
    value: f64,
    stderr: Option<f64>,
    errors: f64,
    tolerance: f64,
    scale: Option<f64>,
    whole: Option<f64>,
    higher: Option<bool>,
    bound: bool,
    enough: bool,
}

impl Claim {
    fn new(kind: Kind, value: f64) -> Claim {
        Claim {
            kind,
            value,
            stderr: None,
            errors: 2.0,
            tolerance: 0.0,
            scale: None,
            whole: None,
            higher: None,
            bound: false,
            enough: true,
        }
    }

    /// A number that is printed.
    pub fn published(value: f64) -> Claim {
        Claim::new(Kind::Published, value)
    }

    /// A number that follows from what is printed.
    pub fn derived(value: f64) -> Claim {
        Claim::new(Kind::Derived, value)
    }

    /// A number that theory gives.
    pub fn theory(value: f64) -> Claim {
        Claim::new(Kind::Theory, value)
    }

    /// Its own standard error, where one is printed or follows.
    pub fn give_or_take(self, stderr: f64) -> Claim {
        Claim { stderr: Some(stderr), ..self }
    }

    /// So many combined standard errors count as agreement, instead of two.
    pub fn errors(self, errors: f64) -> Claim {
        Claim { errors, ..self }
    }

    /// A difference that counts as agreement, however well both numbers are known.
    pub fn within(self, tolerance: f64) -> Claim {
        Claim { tolerance, ..self }
    }

    /// The number is a share of this whole, 100 in per cent: a clear difference is a tenth of it, and nothing lies outside.
    pub fn share_of(self, whole: f64) -> Claim {
        Claim { whole: Some(whole), ..self.scale(whole) }
    }

    /// What a clear difference is a tenth of, instead of the number itself.
    pub fn scale(self, scale: f64) -> Claim {
        Claim { scale: Some(scale), ..self }
    }

    /// Whether more is better, where one of the two is.
    pub fn better_if_higher(self, higher: impl Into<Option<bool>>) -> Claim {
        Claim { higher: higher.into(), ..self }
    }

    /// The number is the least that is claimed: whatever is above it agrees.
    pub fn at_least(self) -> Claim {
        Claim { bound: true, ..self }
    }

    /// Refuses to compare if there are fewer observations than that takes.
    pub fn needs(self, observations: u64, least: u64) -> Claim {
        Claim { enough: self.enough && observations >= least, ..self }
    }

    /// Puts what was measured beside it.
    pub fn cell(self, experiment: &Experiment, cell: impl Into<String>, measured: Measured) -> Cell {
        let reach = Z95 * measured.stderr;
        let (least, most) = self.whole.map_or((f64::MIN, f64::MAX), |whole| (0.0, whole));
        Cell {
            id: experiment.id.into(),
            cell: cell.into(),
            kind: self.kind,
            published: self.value,
            published_stderr: self.stderr,
            measured: measured.value,
            stderr: measured.stderr,
            interval: [measured.value - reach, measured.value + reach].map(|end| end.clamp(least, most)),
            games: measured.games,
            verdict: self.judge(measured),
            explanation: None,
        }
    }

    fn judge(&self, measured: Measured) -> Verdict {
        if !self.enough {
            return Verdict::TooFew;
        }
        let theirs = self.stderr.unwrap_or(0.0);
        let tolerance = |ours: f64| self.tolerance.max(self.errors * ours.hypot(theirs));
        let difference = measured.value - self.value;
        let agrees = difference.abs() <= tolerance(measured.stderr) || (self.bound && difference >= 0.0);
        if !agrees {
            return match self.higher {
                None => Verdict::Differs,
                Some(higher) if (difference > 0.0) == higher => Verdict::Better,
                Some(_) => Verdict::Worse,
            };
        }
        let clear = theirs.max(CLEAR * self.scale.unwrap_or(self.value).abs());
        let found = tolerance(0.0) + clear - tolerance(measured.stderr);
        if found >= POWER * measured.stderr { Verdict::Reproduced } else { Verdict::TooFew }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::*;

    fn judge(claim: Claim, value: f64, stderr: f64) -> Verdict {
        claim.judge(Measured { value, stderr, games: 100 })
    }

    #[test]
    fn beyond_the_tolerance_numbers_are_different() {
        let claim = Claim::published(50.0).share_of(100.0);
        assert_eq!(judge(claim, 52.1, 1.0), Differs);
        assert_eq!(judge(claim, 52.1, 1.1), Reproduced);
        assert_eq!(judge(claim.better_if_higher(true), 52.1, 1.0), Better);
        assert_eq!(judge(claim.better_if_higher(false), 52.1, 1.0), Worse);
        assert_eq!(judge(claim.within(3.0), 52.1, 1.0), Reproduced);
        assert_eq!(judge(claim.errors(3.0), 52.9, 1.0), Reproduced);
        assert_eq!(judge(claim.give_or_take(2.0), 54.0, 1.0), Reproduced);
        assert_eq!(judge(claim.at_least(), 99.0, 1.0), Reproduced);
        assert_eq!(judge(claim.at_least(), 47.0, 1.0), Differs);
    }

    /// A share is known well enough when ten points are 2.84 of its standard errors: 80 % of what is measured 2.84 errors away
    /// lies more than two errors away.
    #[test]
    fn agreement_needs_games_that_could_have_told_otherwise() {
        let claim = Claim::published(50.0).share_of(100.0);
        assert_eq!(judge(claim, 50.0, 3.51), Reproduced);
        assert_eq!(judge(claim, 50.0, 3.53), TooFew);
        // Eight games of a player that wins nearly always, against 100 published ones.
        let wins = Claim::published(99.0).give_or_take(1.4).share_of(100.0);
        assert_eq!(judge(wins, 100.0, 10.6), TooFew);
        assert_eq!(judge(wins, 99.8, 0.4), Reproduced);
        // What was published is known to 20 only; with twice the games ours are known to 14, with five times to 9.
        let rough = Claim::published(40.0).give_or_take(20.0);
        assert_eq!(judge(rough, 45.0, 14.1), TooFew);
        assert_eq!(judge(rough, 45.0, 9.0), Reproduced);
        assert_eq!(claim.judge(Measured::exact(50.0)), Reproduced);
    }

    #[test]
    fn too_few_observations_say_nothing_either_way() {
        let claim = Claim::published(15.0).needs(9, 10);
        assert_eq!(judge(claim, 40.0, 1.0), TooFew);
        assert_eq!(judge(Claim::published(15.0).needs(10, 10), 40.0, 1.0), Differs);
    }
}
