//! What deals came to so far, and what follows from it.

use sandtable_core::Notation;

use super::result::{Corrected, MatchResult, Mishaps, Shares, Statistics};
use super::{Session, agent_in};
use crate::episode::{Finish, Mishap};
use crate::luck::others::Rows;
use crate::luck::{Estimate, Sums};
use crate::sprt::Verdict;
use crate::stats::{Share, Turns, Wins, tidy};

/// What a stretch of deals came to.
#[derive(Clone, Debug)]
pub struct Tally {
    pub sums: Sums,
    /// The deals one by one, where each is corrected by the others.
    pub rows: Rows,
    wins: Vec<Wins>,
    /// How many games of the present deal each agent has won.
    won: Vec<u32>,
    deals: u64,
    draws: u64,
    games: u64,
    turns: u64,
    shortest: u32,
    longest: u32,
    statistics: Vec<f64>,
    pub each_game: Vec<Vec<f64>>,
    pub pair_scores: Vec<f64>,
    pub records: String,
    pub unlisted: u64,
    mishaps: Vec<Mishaps>,
}

impl Tally {
    /// For a number of agents, of luck variables and of the game's statistics.
    pub fn new(agents: usize, variables: usize, statistics: usize) -> Self {
        Tally {
            sums: Sums::new(agents, variables),
            rows: Rows::default(),
            wins: vec![Wins::default(); agents],
            won: vec![0; agents],
            deals: 0,
            draws: 0,
            games: 0,
            turns: 0,
            shortest: u32::MAX,
            longest: 0,
            statistics: vec![0.0; statistics * agents],
            each_game: Vec::new(),
            pair_scores: Vec::new(),
            records: String::new(),
            unlisted: 0,
            mishaps: vec![Mishaps::default(); agents],
        }
    }

    /// Counts what went wrong with agents.
    pub fn note(&mut self, seating: u32, mishaps: Vec<Mishap>) {
        let players = self.mishaps.len();
        for Mishap { seat, what } in mishaps {
            self.mishaps[agent_in(seat, seating, players)].add(1, Some(what.0));
        }
    }

    /// Counts a game and returns the first agent's score in it: 1, ½ or 0.
    pub fn count(&mut self, seating: u32, finish: &Finish) -> f64 {
        self.games += 1;
        self.turns += u64::from(finish.turns);
        self.shortest = self.shortest.min(finish.turns);
        self.longest = self.longest.max(finish.turns);
        let players = self.wins.len();
        let Some(best) = finish.payoff.best() else {
            self.draws += 1;
            return 0.5;
        };
        let mut score = 0.0;
        for (seat, _) in finish.payoff.values().iter().enumerate().filter(|(_, v)| **v == best) {
            let agent = agent_in(seat, seating, players);
            self.won[agent] += 1;
            if agent == 0 {
                score = 1.0;
            }
        }
        score
    }

    /// Takes a deal in whose games have all been counted.
    pub fn add_deal(&mut self, payoffs: &[f64], luck: &[f64]) {
        self.deals += 1;
        self.sums.add(payoffs, luck);
        self.wins.iter_mut().zip(&mut self.won).for_each(|(wins, won)| wins.add(std::mem::take(won)));
    }

    pub fn add_statistics(&mut self, seating: u32, players: usize, sums: &[f64]) {
        let each = sums.len() / players;
        for (i, sum) in sums.iter().enumerate() {
            self.statistics[agent_in(i / each, seating, players) * each + i % each] += sum;
        }
    }

    pub fn merge(&mut self, other: &Tally) {
        self.sums.merge(&other.sums);
        self.rows.merge(&other.rows);
        self.wins.iter_mut().zip(&other.wins).for_each(|(a, b)| a.merge(*b));
        self.deals += other.deals;
        self.unlisted += other.unlisted;
        self.draws += other.draws;
        self.statistics.iter_mut().zip(&other.statistics).for_each(|(a, b)| *a += b);
        self.each_game.extend_from_slice(&other.each_game);
        self.games += other.games;
        self.turns += other.turns;
        self.shortest = self.shortest.min(other.shortest);
        self.longest = self.longest.max(other.longest);
        for (sum, more) in self.mishaps.iter_mut().zip(&other.mishaps) {
            sum.add(more.count, more.first.clone());
        }
    }

    fn statistics(&self, names: &[&'static str]) -> Statistics {
        let totals = self.statistics.chunks(names.len().max(1)).map(<[f64]>::to_vec).collect();
        Statistics { names: names.to_vec(), totals }
    }

    pub fn result<G: Notation>(
        &self,
        session: &Session<G>,
        corrected: Estimate,
        sprt: Option<Verdict>,
        seconds: f64,
    ) -> MatchResult {
        let method = session.matchup.luck;
        let score = self.sums.raw();
        let shares: Vec<Share> = self.wins.iter().map(|w| w.share(self.deals, session.seatings)).collect();
        let share = |pick: fn(&Share) -> f64| shares.iter().map(pick).collect();
        MatchResult {
            game: session.hosted.spec.to_string(),
            seats: session.matchup.agents.clone(),
            games: self.games,
            seed: session.matchup.seed,
            swap: session.matchup.swap,
            deals: self.deals,
            wins: self.wins.iter().map(|w| w.games).collect(),
            draws: self.draws,
            share: Shares { mean: share(|s| s.mean), low: share(|s| s.low), high: share(|s| s.high) },
            luck: Corrected::new(method, corrected, &score, self.unlisted),
            score,
            sprt,
            statistics: session
                .matchup
                .statistics
                .then(|| self.statistics(session.hosted.knowledge.counted())),
            each_game: self.each_game.clone(),
            mishaps: match self.mishaps.iter().all(|m| m.count == 0) {
                true => Vec::new(),
                false => self.mishaps.clone(),
            },
            turns: Turns {
                mean: tidy(self.turns as f64 / self.games as f64),
                min: self.shortest,
                max: self.longest,
            },
            seconds,
            games_per_second: self.games as f64 / seconds.max(1e-9),
        }
    }
}
