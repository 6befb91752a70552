//! Statistics of the same match in two files, side by side: how far apart they are, in standard errors.

use serde::Serialize;

use super::{MatchStatistics, StatisticsFile};

/// A match that two files have.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Its players, in the order of the seats.
    pub players: [String; 2],
    /// How many games each file has of it.
    pub games: [usize; 2],
    /// Wins and statistics, those of Red, then of Blue.
    pub differences: Vec<Difference>,
}

/// A statistic of one seat in two files.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The seat's number.
    pub seat: usize,
    /// What is counted.
    pub name: String,
    /// The mean over the games, in each file.
    pub means: [f64; 2],
    /// By how many standard errors the second is above the first; nothing if too few games are there to tell.
    pub errors: Option<f64>,
}

/// What two files have in common: the matches of the same players, in their order; one that stands several times is met as often.
pub fn compare(one: &StatisticsFile, other: &StatisticsFile) -> Vec<Comparison> {
    let mut used = vec![false; other.matches.len()];
    let mut all = Vec::new();
    for first in &one.matches {
        let fits = |i: &usize| !used[*i] && other.matches[*i].players == first.players;
        if let Some(i) = (0..other.matches.len()).find(fits) {
            used[i] = true;
            all.push(compared(first, &other.matches[i]));
        }
    }
    all
}

fn compared(first: &MatchStatistics, second: &MatchStatistics) -> Comparison {
    let mut differences = Vec::new();
    for seat in 0..2 {
        let shares = [first, second].map(|m| m.wins[seat] as f64 / m.games.len() as f64);
        let spread = |i: usize, m: &MatchStatistics| shares[i] * (1.0 - shares[i]) / m.games.len() as f64;
        differences.push(difference(seat, "wins", shares, spread(0, first) + spread(1, second)));
        for (i, name) in first.names.iter().enumerate() {
            let Some(j) = second.names.iter().position(|n| n == name) else { continue };
            let (a, b) = (first.moments(i, seat), second.moments(j, seat));
            let variance = if a.n.min(b.n) < 2 { f64::NAN } else { a.stderr().powi(2) + b.stderr().powi(2) };
            differences.push(difference(seat, name, [a.mean(), b.mean()], variance));
        }
    }
    let games = [first.games.len(), second.games.len()];
    Comparison { players: first.players.clone(), games, differences }
}

fn difference(seat: usize, name: &str, means: [f64; 2], variance: f64) -> Difference {
    let errors = (means[1] - means[0]) / variance.sqrt();
    Difference { seat, name: name.into(), means, errors: Some(errors).filter(|e| e.is_finite()) }
}
