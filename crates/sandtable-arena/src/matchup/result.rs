//! What a match came to.

use serde::{Deserialize, Serialize};

use crate::episode::Mishap;
use crate::luck::{Estimate, Method};
use crate::sprt::Verdict;
use crate::stats::{Turns, tidy};

/// What came out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchResult {
    /// The game's spec.
    pub game: String,
    /// The agents' specs.
    pub seats: Vec<String>,
    /// Games played.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// Whether each deal was played from every seat.
    pub swap: bool,
    /// Deals played: games with other dice, and the observations of all estimates.
    pub deals: u64,
    /// Games in which the agent had the best payoff, and not all had the same.
    pub wins: Vec<u64>,
    /// Games in which all had the same payoff.
    pub draws: u64,
    /// The share of the games that each agent won.
    pub share: Shares,
    /// The payoff per game, of each agent.
    pub score: Estimate,
    /// The same, corrected for luck.
    pub luck: Corrected,
    /// The sequential test, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Verdict>,
    /// The game's own statistics, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statistics: Option<Statistics>,
    /// The statistics of every game, all of the first seat's, then of the next, if they were asked for.
    #[serde(skip)]
    pub each_game: Vec<Vec<f64>>,
    /// What went wrong with each agent; nothing if all was well.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mishaps: Vec<Mishaps>,
    /// The lengths of the games.
    pub turns: Turns,
    /// How long it took.
    pub seconds: f64,
    /// How fast it was.
    pub games_per_second: f64,
}

/// What a game counts, summed over a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Statistics {
    /// The names.
    pub names: Vec<&'static str>,
    /// The sums over all games, for each agent.
    pub totals: Vec<Vec<f64>>,
}

/// What went wrong with an agent in a match: a random legal step was taken for it each time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mishaps {
    /// How often.
    pub count: u64,
    /// What it was the first time.
    pub first: Option<String>,
}

impl Mishaps {
    /// Those of each seat in a game; nothing if all was well.
    pub fn by_seat(seats: usize, mishaps: Vec<Mishap>) -> Vec<Mishaps> {
        let mut all = vec![Mishaps::default(); if mishaps.is_empty() { 0 } else { seats }];
        mishaps.into_iter().for_each(|Mishap { seat, what }| all[seat].add(1, Some(what.0)));
        all
    }

    /// In words, for the agent that had them.
    pub fn text(&self, agent: &str) -> String {
        let times = if self.count == 1 { "once".into() } else { format!("{} times", self.count) };
        let first = self.first.as_deref().unwrap_or_default();
        format!("{agent} failed {times}, and a random step was taken for it; first: {first}")
    }

    pub(crate) fn add(&mut self, count: u64, first: Option<String>) {
        self.count += count;
        if self.first.is_none() {
            self.first = first;
        }
    }
}

/// The share of games that each agent won, with an interval of 95 % over deals.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shares {
    /// The shares.
    pub mean: Vec<f64>,
    /// The lower ends of their intervals.
    pub low: Vec<f64>,
    /// The upper ends.
    pub high: Vec<f64>,
}

/// An estimate that has been corrected for luck.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Corrected {
    /// How.
    pub method: Method,
    /// The corrected means, with their errors.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// How many times more games the plain means would need for the same standard errors.
    pub factor: Option<f64>,
    /// Draws that could not be listed, whose luck is still in the means.
    #[serde(skip_serializing_if = "is_zero")]
    pub unlisted: u64,
    /// What is wrong with the correction, if something is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

impl Corrected {
    /// The corrected estimate beside the plain one.
    pub(super) fn new(method: Method, estimate: Estimate, raw: &Estimate, unlisted: u64) -> Self {
        let factor = estimate.factor_over(raw).map(tidy);
        let warning = factor.filter(|f| *f < 1.0).map(|f| {
            format!(
                "the luck correction hurts: its standard errors are larger, as if {:.0} % of the games had been played",
                100.0 * f
            )
        });
        Corrected { method, estimate, factor, unlisted, warning }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correction_that_hurts_says_so() {
        let known = |stderr| {
            let ends = [Some(1.0), Some(-1.0)].to_vec();
            Estimate { mean: vec![1.0, -1.0], stderr: vec![Some(stderr); 2], low: ends.clone(), high: ends }
        };
        let against_raw = |stderr| Corrected::new(Method::Expanded, known(stderr), &known(0.1), 0);
        let hurts = against_raw(0.2);
        assert_eq!(hurts.factor, Some(0.25));
        assert!(
            hurts.warning.as_ref().is_some_and(|w| w.contains("hurts") && w.contains("25 %")),
            "{hurts:?}"
        );
        assert_eq!(against_raw(0.05).warning, None);
    }
}
