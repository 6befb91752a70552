//! Who does how well against whom: agents two by two, over all tables at which both sat.
//!
//! The least that an agent gets against any of the others stands in for its global equity (FFI report, sections 3.1 and 7.2: play a
//! suite of opponents and take the worst). It is always the agent's *own* payoff: section 7.2 prints −inf E(B, R) for Red, where the
//! worst is −sup E(B, R). [`circles`] says where there is no order among agents, [`nash`] rates them in spite of it.

pub mod circles;
pub mod nash;

use serde::Serialize;

use crate::rating::{Interval, Played, each_deal, played};
use crate::stats::Moments;
use crate::store::StoredGame;
use crate::tournament::Seating;

/// Two agents over the deals in which they met.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Duel {
    /// The agents.
    pub agents: [String; 2],
    /// The deals.
    pub deals: u64,
    /// What each got per game.
    pub payoff: [Interval; 2],
    /// What the first got more than the second, per game; none unless both took the same seats equally often.
    pub lead: Option<Interval>,
}

/// The opponent against whom an agent does worst.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Worst {
    /// The opponent.
    pub opponent: String,
    /// The agent's own payoff per game against it.
    pub payoff: Interval,
}

/// All duels of a tournament.
#[derive(Clone, Debug)]
pub struct Duels {
    agents: Vec<String>,
    /// Those that met, by their numbers.
    met: Vec<Meeting>,
}

/// Two agents that met.
#[derive(Clone, Debug)]
struct Meeting {
    pair: [usize; 2],
    payoff: [Moments; 2],
    lead: Moments,
    /// Whether both took the same seats equally often.
    even: bool,
}

impl Duels {
    /// From games that are sorted by table and deal.
    pub fn of(agents: &[String], seatings: &[Seating], games: &[StoredGame]) -> Duels {
        let n = agents.len();
        let tables = played(seatings, games);
        let mut all: Vec<[Moments; 3]> = vec![Default::default(); n * n];
        let mut deal: Vec<(f64, f64, f64)> = vec![Default::default(); n * n];
        let mut touched = Vec::new();
        each_deal(&tables, |games| {
            for &(table, game) in games {
                let (seats, payoffs) = (tables[table].agents, game.finish.payoff);
                for (i, &a) in seats.iter().enumerate() {
                    for (j, &b) in seats.iter().enumerate().filter(|(_, b)| a < **b) {
                        let sums = &mut deal[a * n + b];
                        if sums.2 == 0.0 {
                            touched.push(a * n + b);
                        }
                        sums.0 += payoffs.values()[i];
                        sums.1 += payoffs.values()[j];
                        sums.2 += 1.0;
                    }
                }
            }
            for at in touched.drain(..) {
                let (first, second, games) = std::mem::take(&mut deal[at]);
                let means = [first / games, second / games, (first - second) / games];
                all[at].iter_mut().zip(means).for_each(|(moments, mean)| moments.add(mean));
            }
        });
        let even = even(n, &tables);
        let met = (0..n * n).filter(|&at| all[at][0].n > 0).map(|at| {
            let [first, second, lead] = all[at];
            Meeting { pair: [at / n, at % n], payoff: [first, second], lead, even: even[at] }
        });
        Duels { agents: agents.to_vec(), met: met.collect() }
    }

    /// The duels as they are told.
    pub fn told(&self) -> Vec<Duel> {
        let duel = |m: &Meeting| Duel {
            agents: m.pair.map(|a| self.agents[a].clone()),
            deals: m.lead.n,
            payoff: m.payoff.map(|p| interval(&p)),
            lead: m.even.then(|| interval(&m.lead)),
        };
        self.met.iter().map(duel).collect()
    }

    /// The worst opponent of an agent.
    pub fn worst(&self, agent: usize) -> Option<Worst> {
        let against = |m: &Meeting| {
            let side = m.pair.iter().position(|&a| a == agent)?;
            Some((m.pair[1 - side], m.payoff[side]))
        };
        let met = self.met.iter().filter_map(against);
        let (opponent, payoff) = met.min_by(|a, b| a.1.mean().total_cmp(&b.1.mean()))?;
        Some(Worst { opponent: self.agents[opponent].clone(), payoff: interval(&payoff) })
    }
}

fn interval(moments: &Moments) -> Interval {
    Interval::new(moments.mean(), moments.stderr().powi(2), moments.n)
}

/// For each pair whether both took the same seats equally often at the tables where both sat.
fn even(n: usize, tables: &[Played]) -> Vec<bool> {
    let seats = tables.first().map_or(0, |t| t.agents.len());
    // How many more games the first of a pair had in each seat than the second.
    let mut more = vec![0i64; n * n * seats];
    for table in tables {
        let games = table.games.len() as i64;
        for (i, &a) in table.agents.iter().enumerate() {
            for (j, &b) in table.agents.iter().enumerate().filter(|(_, b)| a < **b) {
                more[(a * n + b) * seats + i] += games;
                more[(a * n + b) * seats + j] -= games;
            }
        }
    }
    more.chunks(seats.max(1)).map(|seats| seats.iter().all(|m| *m == 0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::episode::Finish;
    use sandtable_core::Payoff;

    /// Two Blues and two Reds; Blue's payoff by table and deal.
    fn blues_and_reds() -> Duels {
        let agents = ["b1", "b2", "r1", "r2"].map(String::from);
        let table =
            |agents: [usize; 2]| Seating { agents: agents.to_vec(), number: 0, deals: 2, first_deal: 0 };
        let seatings = [table([0, 2]), table([0, 3]), table([1, 2]), table([1, 3])];
        let results = [[4.0, 6.0], [1.0, 3.0], [3.0, 3.0], [2.0, 4.0]];
        let mut games = Vec::new();
        for (table, results) in results.iter().enumerate() {
            for (deal, blue) in (0..).zip(results) {
                let finish = Finish { payoff: Payoff::zero_sum(*blue), turns: 1 };
                games.push(StoredGame { table, deal, finish, mishaps: Vec::new() });
            }
        }
        Duels::of(&agents, &seatings, &games)
    }

    /// E(b1, r1) = 5, E(b1, r2) = 2, E(b2, r1) = 3, E(b2, r2) = 3: Blue's worst is the least E, Red's the largest.
    #[test]
    fn the_worst_opponent_is_the_one_against_whom_the_own_payoff_is_least() {
        let duels = blues_and_reds();
        let worst = |agent| duels.worst(agent).map(|w| (w.opponent, w.payoff.value)).unwrap();
        assert_eq!(worst(0), ("r2".into(), 2.0));
        assert_eq!(worst(1), ("r1".into(), 3.0));
        assert_eq!(worst(2), ("b1".into(), -5.0));
        assert_eq!(worst(3), ("b2".into(), -3.0));
        assert!(duels.told().iter().all(|d| d.lead.is_none() && d.deals == 2));
    }

    #[test]
    fn games_of_a_deal_are_one_observation_and_seats_must_be_shared() {
        let agents = ["a", "b"].map(String::from);
        let table =
            |agents: [usize; 2], number| Seating { agents: agents.to_vec(), number, deals: 2, first_deal: 0 };
        let seatings = [table([0, 1], 0), table([1, 0], 1)];
        // The first seat wins 3, then 5, whoever sits there; b gets one more from there in the second deal.
        let mut games = Vec::new();
        for (table, first) in [[3.0, 5.0], [3.0, 6.0]].iter().enumerate() {
            for (deal, first) in (0..).zip(first) {
                let finish = Finish { payoff: Payoff::zero_sum(*first), turns: 1 };
                games.push(StoredGame { table, deal, finish, mishaps: Vec::new() });
            }
        }
        let duels = Duels::of(&agents, &seatings, &games).told();
        let lead = duels[0].lead.unwrap();
        assert_eq!((duels[0].payoff[0].value, lead.value), (-0.25, -0.5));
        // The leads of the deals are 0 and −1: a standard error of 1/2 with one degree of freedom.
        assert!((lead.high.unwrap() - lead.value - 12.706 / 2.0).abs() < 0.01, "{lead:?}");
    }
}
