//! What a tournament came to.

use serde::Serialize;

use super::{Seating, Tournament};
use crate::duels::{Duel, Duels};
use crate::luck::{Estimate, Sums};
use crate::matchup::Mishaps;
use crate::rating::{self, Rating};
use crate::stats::{Turns, tidy};
use crate::store::StoredGame;

/// What came out so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// What was to be played.
    #[serde(flatten)]
    pub tournament: Tournament,
    /// Games played, over all tables.
    pub played: u64,
    /// The results table by table.
    pub tables: Vec<TableResult>,
    /// The agents, the strongest first among those that can be compared.
    pub ratings: Vec<Rating>,
    /// Whether Elo is from whole deals: the payoffs from both seats summed.
    pub summed: bool,
    /// Agents two by two.
    pub duels: Vec<Duel>,
    /// Agents of which each beats the next beyond noise, and the last one the first.
    pub circles: Vec<Vec<String>>,
    /// How many of the games were stored before this run.
    pub reused: u64,
    /// The file in which the games are stored.
    pub store: String,
    /// How long this run took.
    pub seconds: f64,
}

/// The results of one seating.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TableResult {
    /// The agents in the order of the seats.
    pub seats: Vec<String>,
    /// Games played.
    pub games: u64,
    /// Games in which the seat had the best payoff, and not all had the same.
    pub wins: Vec<u64>,
    /// Games in which all had the same payoff.
    pub draws: u64,
    /// The payoff per game of each seat.
    pub score: Estimate,
    /// The lengths of the games.
    pub turns: Turns,
    /// What went wrong with the agent in each seat; nothing if all was well.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mishaps: Vec<Mishaps>,
}

impl Standings {
    /// What went wrong with each agent over all tables; agents with whom nothing did are left out.
    pub fn mishaps(&self) -> Vec<(&str, Mishaps)> {
        let mut all: Vec<(&str, Mishaps)> = Vec::new();
        for table in &self.tables {
            for (agent, more) in table.seats.iter().zip(&table.mishaps).filter(|(_, m)| m.count > 0) {
                if !all.iter().any(|(known, _)| known == agent) {
                    all.push((agent, Mishaps::default()));
                }
                let known = all.iter_mut().find(|(known, _)| known == agent).expect("it is in the list");
                known.1.add(more.count, more.first.clone());
            }
        }
        all
    }
}

impl Tournament {
    /// The standings after games that are sorted by table and deal. `summed` is for agents that are made of several: see
    /// [`rating::rate`].
    pub(super) fn standings(&self, seatings: &[Seating], games: &[StoredGame], summed: bool) -> Standings {
        let (entrants, seated) = self.entrants(seatings);
        let duels = Duels::of(&entrants, &seated, games);
        let tables = by_table(seatings.len(), games).enumerate().map(|(table, games)| {
            let seats = self.specs(&seatings[table]).into_iter().map(String::from).collect();
            table_result(seats, games)
        });
        Standings {
            tables: tables.collect(),
            ratings: rating::rate(&entrants, &seated, games, &duels, summed),
            summed,
            duels: duels.told(),
            circles: duels.circles(),
            tournament: self.clone(),
            played: games.len() as u64,
            reused: 0,
            store: String::new(),
            seconds: 0.0,
        }
    }
}

impl Tournament {
    /// The agents, each once, and the tables with their numbers in that list: one that stands several times is rated once.
    fn entrants(&self, seatings: &[Seating]) -> (Vec<String>, Vec<Seating>) {
        let mut entrants: Vec<String> = Vec::new();
        for agent in &self.agents {
            if !entrants.contains(agent) {
                entrants.push(agent.clone());
            }
        }
        let entrant =
            |&agent: &usize| entrants.iter().position(|e| *e == self.agents[agent]).unwrap_or(agent);
        let seated = |s: &Seating| Seating { agents: s.agents.iter().map(entrant).collect(), ..s.clone() };
        let seatings = seatings.iter().map(seated).collect();
        (entrants, seatings)
    }
}

/// The games of each table, out of games that are sorted by table.
pub(crate) fn by_table(tables: usize, games: &[StoredGame]) -> impl Iterator<Item = &[StoredGame]> {
    let mut rest = games;
    (0..tables).map(move |table| {
        let (its, others) = rest.split_at(rest.partition_point(|g| g.table <= table));
        rest = others;
        its
    })
}

fn table_result(seats: Vec<String>, games: &[StoredGame]) -> TableResult {
    let (mut sums, mut wins) = (Sums::new(seats.len(), 0), vec![0; seats.len()]);
    let mut mishaps = vec![Mishaps::default(); seats.len()];
    let (mut count, mut draws, mut total, mut min, mut max) = (0u64, 0, 0u64, u32::MAX, 0);
    for game in games {
        let payoff = &game.finish.payoff;
        sums.add(payoff.values(), &[]);
        match payoff.best() {
            None => draws += 1,
            Some(best) => wins.iter_mut().zip(payoff.values()).for_each(|(w, v)| *w += u64::from(*v == best)),
        }
        mishaps.iter_mut().zip(&game.mishaps).for_each(|(sum, m)| sum.add(m.count, m.first.clone()));
        count += 1;
        total += u64::from(game.finish.turns);
        min = min.min(game.finish.turns);
        max = max.max(game.finish.turns);
    }
    let turns = Turns { mean: tidy(total as f64 / count.max(1) as f64), min, max };
    if mishaps.iter().all(|m| m.count == 0) {
        mishaps.clear();
    }
    TableResult { seats, games: count, wins, draws, score: sums.raw(), turns, mishaps }
}
