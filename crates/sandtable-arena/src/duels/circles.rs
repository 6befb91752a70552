//! Circles: A beats B, B beats C, and C beats A, each beyond noise. Where there are some, no list of strengths tells the whole
//! story.

use std::collections::{BTreeSet, VecDeque};

use super::{Duels, Meeting};

/// With fewer deals a victory says nothing.
const LEAST_DEALS: u64 = 10;

/// Of equals, one tournament in so many may show a victory beyond noise.
const ONE_IN: f64 = 20.0;

impl Duels {
    /// For every victory beyond noise, the shortest circle that it closes; each circle once, the shorter first. Each agent beats
    /// the next, and the last one the first.
    pub fn circles(&self) -> Vec<Vec<String>> {
        let beaten = self.beaten();
        let mut found: BTreeSet<(usize, Vec<usize>)> = BTreeSet::new();
        for (winner, losers) in beaten.iter().enumerate() {
            for &loser in losers {
                if let Some(way) = shortest(&beaten, loser, winner) {
                    found.insert((way.len(), turned(way)));
                }
            }
        }
        let named = |circle: Vec<usize>| circle.into_iter().map(|a| self.agents[a].clone()).collect();
        found.into_iter().map(|(_, circle)| named(circle)).collect()
    }

    /// Whom each agent beats.
    fn beaten(&self) -> Vec<Vec<usize>> {
        let pairs = self.met.iter().filter(|m| m.even).count().max(1) as f64;
        // The tail of a normal variable beyond ±z is less than exp(−z²/2), so that all pairs together stay below one in ONE_IN.
        let z = (2.0 * (pairs * ONE_IN).ln()).sqrt();
        let mut beaten = vec![Vec::new(); self.agents.len()];
        for Meeting { pair: [a, b], lead, .. } in self.met.iter().filter(|m| m.even) {
            let (mean, error) = (lead.mean(), lead.stderr());
            if lead.n < LEAST_DEALS || mean == 0.0 || mean.abs() < z * error {
                continue;
            }
            let (winner, loser) = if mean > 0.0 { (*a, *b) } else { (*b, *a) };
            beaten[winner].push(loser);
        }
        beaten
    }
}

/// The shortest way from one agent to another, each beating the next.
fn shortest(beaten: &[Vec<usize>], from: usize, to: usize) -> Option<Vec<usize>> {
    let mut before: Vec<Option<usize>> = vec![None; beaten.len()];
    let mut next = VecDeque::from([from]);
    while let Some(agent) = next.pop_front() {
        if agent == to {
            let back = std::iter::successors(Some(to), |a| (*a != from).then(|| before[*a]).flatten());
            let mut way: Vec<usize> = back.collect();
            way.reverse();
            return Some(way);
        }
        for &loser in &beaten[agent] {
            if loser != from && before[loser].is_none() {
                before[loser] = Some(agent);
                next.push_back(loser);
            }
        }
    }
    None
}

/// A circle from its lowest number on.
fn turned(mut circle: Vec<usize>) -> Vec<usize> {
    let least = (0..circle.len()).min_by_key(|&i| circle[i]).unwrap_or(0);
    circle.rotate_left(least);
    circle
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Moments;
    use sandtable_core::{Rng, Stream};

    /// Duels over 100 deals, in which `wins` of the first agent's games are won.
    fn duels(agents: usize, wins: &[(usize, usize, u64)]) -> Duels {
        let met = wins.iter().map(|&(a, b, wins)| {
            let mut lead = Moments::default();
            (0..100).for_each(|deal| lead.add(if deal < wins { 1.0 } else { -1.0 }));
            Meeting { pair: [a, b], payoff: [lead; 2], lead, even: true }
        });
        Duels { agents: (0..agents).map(|a| a.to_string()).collect(), met: met.collect() }
    }

    #[test]
    fn rock_paper_scissors_is_a_circle_and_an_order_is_none() {
        let circle = duels(4, &[(0, 1, 80), (1, 2, 80), (0, 2, 20), (0, 3, 90), (1, 3, 90), (2, 3, 90)]);
        assert_eq!(circle.circles(), [["0", "1", "2"]]);
        assert!(duels(3, &[(0, 1, 80), (1, 2, 80), (0, 2, 95)]).circles().is_empty());
        // The third victory is within noise.
        assert!(duels(3, &[(0, 1, 80), (1, 2, 80), (0, 2, 45)]).circles().is_empty());
        // Four in a ring, and nothing else is known.
        let ring = duels(4, &[(0, 1, 80), (1, 2, 80), (2, 3, 80), (0, 3, 20)]);
        assert_eq!(ring.circles(), [["0", "1", "2", "3"]]);
    }

    #[test]
    fn equals_make_no_circles() {
        let mut circles = 0;
        for run in 0..200 {
            let mut rng = Rng::new(run, 0, Stream::World);
            let pairs: Vec<(usize, usize)> = (0..6).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
            let wins: Vec<(usize, usize, u64)> = pairs
                .into_iter()
                .map(|(a, b)| (a, b, (0..100).filter(|_| rng.below(2) == 0).count() as u64))
                .collect();
            circles += duels(6, &wins).circles().len();
        }
        assert_eq!(circles, 0);
    }
}
