//! Who meets whom, and in which seats.

use std::collections::HashMap;

use sandtable_core::BadInput;

use super::Tournament;
use crate::{AnyGame, Failure};

/// A tournament has at most this many tables: seatings of groups of agents.
pub const MOST_TABLES: u64 = 100_000;

/// A tournament has at most this many games.
pub const MOST_GAMES: u64 = 100_000_000;

/// One seating of a group of agents.
#[derive(Clone, Debug, PartialEq)]
pub struct Seating {
    /// Indices of agents, in the order of the seats.
    pub agents: Vec<usize>,
    /// Which of the group's seatings this is.
    pub number: u32,
    /// How many deals it plays.
    pub deals: u64,
    /// The first of them: groups that meet again go on where they were.
    pub first_deal: u64,
}

impl Tournament {
    /// The seatings of all groups of agents that can meet: at most [`MOST_TABLES`], with at most [`MOST_GAMES`] games.
    pub fn seatings(&self, game: &dyn AnyGame) -> Result<Vec<Seating>, Failure> {
        let seats = game.info().seats.len();
        let bad = |line: String| Err(Failure::BadInput(line));
        if self.games == 0 {
            return bad("0 games: expected at least 1".into());
        }
        if self.agents.len() < seats {
            return bad(format!("{} agents: {} needs at least {seats}", self.agents.len(), game.spec()));
        }
        let all = match self.first_versus {
            true => ways(self.agents.len() - 1, seats - 1),
            false => ways(self.agents.len(), seats),
        };
        let turns = if self.one_way { 1 } else { seats as u64 };
        // Before anything is made of them: 64 agents have 75 million ways to fill six seats.
        let all = all.and_then(|all| all.checked_mul(turns)).filter(|all| *all <= MOST_TABLES);
        if all.is_none() {
            let line = format!(
                "{} agents in {seats} seats: more than {MOST_TABLES} tables, expected fewer agents",
                self.agents.len()
            );
            return bad(line);
        }
        let sits = self.places(game, seats)?;
        // An agent that stands several times is one agent, known by the first of its places.
        let first = |agent: usize| self.agents.iter().position(|a| *a == self.agents[agent]).unwrap_or(agent);
        let one: Vec<usize> = (0..self.agents.len()).map(first).collect();
        let mut met: HashMap<Vec<usize>, u64> = HashMap::new();
        let mut all = Vec::new();
        let mut total = Some(0u64);
        for group in groups(self.agents.len(), seats) {
            if self.first_versus && group[0] != 0 {
                break;
            }
            let group: Vec<usize> = group.into_iter().map(|agent| one[agent]).collect();
            let alone = |i: usize| !group[..i].contains(&group[i]);
            if !(0..seats).all(alone) {
                continue;
            }
            let mut pair = group.clone();
            pair.sort_unstable();
            let before = met.entry(pair).or_default();
            let fits = |order: &Vec<usize>| order.iter().enumerate().all(|(seat, &a)| sits[a][seat]);
            let turned = (0..seats).map(|by| (0..seats).map(|s| group[(s + seats - by) % seats]).collect());
            let mut possible: Vec<(u32, Vec<usize>)> = (0..).zip(turned).filter(|(_, o)| fits(o)).collect();
            if self.one_way {
                possible = possible.pop().into_iter().collect();
            }
            let deals = self.games.div_ceil(possible.len().max(1) as u64);
            let games = deals.checked_mul(possible.len() as u64);
            total = total.zip(games).and_then(|(a, b)| a.checked_add(b)).filter(|n| *n <= MOST_GAMES);
            if total.is_none() {
                return bad(format!("more than {MOST_GAMES} games in all: expected fewer games or agents"));
            }
            let first_deal = *before;
            *before += deals;
            all.extend(possible.into_iter().map(|(number, agents)| Seating {
                agents,
                number,
                deals,
                first_deal,
            }));
        }
        if all.is_empty() {
            return bad(format!("no {seats} of these agents can sit at one table of {}", game.spec()));
        }
        Ok(all)
    }

    /// Which seats each agent can take. Refuses those that can take none.
    fn places(&self, game: &dyn AnyGame, seats: usize) -> Result<Vec<Vec<bool>>, Failure> {
        let mut all: Vec<Vec<bool>> = Vec::new();
        for (i, agent) in self.agents.iter().enumerate() {
            if let Some(known) = self.agents[..i].iter().position(|a| a == agent) {
                all.push(all[known].clone());
                continue;
            }
            let checked: Vec<Result<(), BadInput>> =
                (0..seats).map(|seat| game.check_agent(agent, seat)).collect();
            if let (true, Some(Err(why))) = (checked.iter().all(Result::is_err), checked.first()) {
                return Err(why.clone().into());
            }
            all.push(checked.iter().map(Result::is_ok).collect());
        }
        Ok(all)
    }
}

/// In how many ways `size` of `n` can be chosen, if that is a number.
fn ways(n: usize, size: usize) -> Option<u64> {
    let mut all = 1u64;
    for i in 0..size {
        // The product of i + 1 successive numbers is divisible by as many factors.
        all = all.checked_mul((n - i) as u64)? / (i as u64 + 1);
    }
    Some(all)
}

/// All ways to choose `size` of `n`, each in increasing order; those with the first come first.
fn groups(n: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
    let first: Vec<usize> = (0..size).collect();
    std::iter::successors((size <= n).then_some(first), move |group| {
        // The last member that can still move on, with all behind it close up.
        let place = (0..size).rev().find(|&i| group[i] < n - size + i)?;
        let next = group[place] + 1;
        let tail = (0..size - place).map(|i| next + i);
        Some(group[..place].iter().copied().chain(tail).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;

    #[test]
    fn groups_are_combinations() {
        let all: Vec<Vec<usize>> = groups(4, 2).collect();
        assert_eq!(all, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(groups(3, 3).collect::<Vec<_>>(), [[0, 1, 2]]);
        assert_eq!(groups(2, 3).count(), 0);
        for (n, size) in [(5, 1), (9, 4), (12, 6)] {
            assert_eq!(ways(n, size), Some(groups(n, size).count() as u64));
        }
        assert_eq!(ways(64, 6), Some(74_974_368));
        assert_eq!(ways(1000, 20), None);
    }

    fn refused(game: &str, agents: usize, games: u64, expect: &str) {
        let agents = (0..agents).map(|i| format!("mcts:sims={}", i + 1)).collect();
        let (seed, first_versus, one_way) = (1, false, false);
        let tournament = Tournament { game: game.into(), agents, games, seed, first_versus, one_way };
        let opened = registry::open(game).unwrap();
        let error = tournament.seatings(&*opened).unwrap_err().to_string();
        assert!(error.contains(expect), "{error}");
    }

    #[test]
    fn too_many_tables_or_games_are_refused_before_they_are_made() {
        refused("risk:classic,players=6", 64, 1, "64 agents in 6 seats: more than 100000 tables");
        // Three times this is one more than the largest number: the sum used to come out as 2.
        refused("lucid:2x3", 3, 6_148_914_691_236_517_206, "more than 100000000 games in all");
        refused("lucid:2x3", 2, u64::MAX, "more than 100000000 games in all");
    }

    #[test]
    fn agents_meet_where_they_can_sit() {
        let game = registry::open("lucid:2x3").unwrap();
        let agents = ["random", "simple-blue", "simple-red", "one-axis-blue"].map(String::from).to_vec();
        let tournament = Tournament {
            game: "lucid:2x3".into(),
            agents,
            games: 9,
            seed: 1,
            first_versus: false,
            one_way: false,
        };
        let seatings: Vec<(Vec<usize>, u64)> =
            tournament.seatings(&*game).unwrap().into_iter().map(|s| (s.agents, s.deals)).collect();
        // Blue players sit in seat 0; two of them never meet, and nobody plays itself.
        assert_eq!(
            seatings,
            [(vec![1, 0], 9), (vec![0, 2], 9), (vec![3, 0], 9), (vec![1, 2], 9), (vec![3, 2], 9)]
        );
    }
}
