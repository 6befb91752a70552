//! The paper's reinforcement learning (sections 5.2 and 5.3), and its extension to other heuristics (section 6.3.2).

use sandtable_core::Failure;

use super::Ring;
use crate::grid::{Heuristics, STATISTICS};

/// Which heuristics change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// `MINIMUM_ATTACK` alone.
    MinimumAttack,
    /// All real-valued ones that section 6.3.2 names.
    All,
}

/// The learner.
pub struct Reinforcement {
    /// What changes.
    pub which: Which,
    /// Games a match; 20 in the paper.
    pub games: u64,
    /// Fixes all games.
    pub seed: u64,
}

impl Reinforcement {
    /// Whom a round is played against. As in the paper's tournaments, each opponent is met as Red and then as Blue, before the next
    /// one's turn.
    pub fn opponent<'a, T>(&self, opponents: &'a [T], round: u32) -> &'a T {
        &opponents[round as usize / 2 % opponents.len()]
    }

    /// Whether the learner is Red in a round.
    pub fn plays_red(&self, round: u32) -> bool {
        round.is_multiple_of(2)
    }

    /// The seed of a round's deals.
    pub fn seed_of(&self, round: u32) -> u64 {
        self.seed.wrapping_add(u64::from(round) << 32)
    }

    /// Plays one match and returns the next set of heuristics.
    pub fn round(
        &self,
        ring: Ring,
        sets: &[Heuristics],
        opponents: &[Heuristics],
        round: u32,
    ) -> Result<Heuristics, Failure> {
        let players = [&sets[0], self.opponent(opponents, round)];
        let score = ring.play(players, self.plays_red(round), self.seed_of(round), self.games)?;
        let n = self.games as f64;
        let lost = (n - score.won[0]) / n;
        let already: f64 = sets.iter().map(|s| f64::from(s.games_played)).sum();
        // How far a statistic of the learner is above its opponent's.
        let above = |name: &str| {
            let i = STATISTICS.iter().position(|s| *s == name).expect("the game counts it");
            score.statistics[0][i] - score.statistics[1][i]
        };
        let adjust = |value: f64, up: bool| {
            let sign = if up { 1.0 } else { -1.0 };
            value * (already + n * (1.0 + sign * lost)) / (already + n)
        };
        // More battles begun than won: attack with more men, and only when stronger on the whole.
        let rash = above("battles_init") > above("battles_won");
        let mut next = Heuristics { games_played: self.games as u32, ..sets[0].clone() };
        next.minimum_attack = adjust(next.minimum_attack, rash);
        if self.which == Which::All {
            next.attack_decimal = adjust(next.attack_decimal, rash).min(1.0);
            // The paper's proposal: who loses more men than the enemy commits more of them at once.
            next.maximum_attack = adjust(next.maximum_attack, above("men_lost") > 0.0).min(1.0);
            // Who starts fewer battles than the enemy gathers more men for them.
            next.reinforce_ratio = adjust(next.reinforce_ratio, above("battles_init") < 0.0).min(1.0);
        }
        Ok(next)
    }
}
