//! Ratings: how strong agents are, from all tables at once.
//!
//! *Strength* is in the game's own points: a seat's payoff is the seat's mean, plus the strength of whoever sits there,
//! less the mean strength of the others (least squares; intervals from the spread of the games themselves). *Elo* comes
//! from wins and draws at two-seat tables (Bradley and Terry, by maximum likelihood with a seat advantage). Agents that
//! never take a common seat, and are not linked by others that do, are not compared: each such group has mean zero.

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use crate::stats::{Z95, tidy};
use crate::store::StoredGame;
use crate::tournament::Seating;

/// How strong an agent is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Its spec.
    pub agent: String,
    /// Games it played.
    pub games: u64,
    /// Points per game above the mean of its group.
    pub strength: Interval,
    /// Elo above the mean of its group; at two-seat tables only.
    pub elo: Option<Interval>,
    /// Agents with the same number can be compared: they took common seats, or are linked by others that did.
    pub group: usize,
}

/// An estimate with an interval of 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    fn new(value: f64, variance: f64) -> Self {
        let half = Z95 * variance.max(0.0).sqrt();
        Interval { value: tidy(value), low: tidy(value - half), high: tidy(value + half) }
    }
}

/// Rates the agents of a tournament; the strongest first within each group.
pub fn rate(agents: &[String], seatings: &[Seating], games: &[StoredGame]) -> Vec<Rating> {
    let seats = seatings.first().map_or(0, |s| s.agents.len());
    let groups = groups(agents.len(), seats, seatings);
    let tables: Vec<TableSums> = seatings
        .iter()
        .enumerate()
        .map(|(table, seating)| TableSums::new(seating, games.iter().filter(|g| g.table == table)))
        .filter(|t| t.games > 0.0)
        .collect();
    let (strength, strength_cov) = strengths(agents.len(), seats, &tables);
    let centre = centring(&groups);
    let (strength, strength_cov) = (&centre * strength, &centre * strength_cov * centre.transpose());
    let elo = (seats == 2).then(|| {
        let (elo, cov) = bradley_terry(agents.len(), &tables);
        (&centre * elo, &centre * cov * centre.transpose())
    });
    let mut ratings: Vec<Rating> = (0..agents.len())
        .map(|i| Rating {
            agent: agents[i].clone(),
            games: tables.iter().filter(|t| t.agents.contains(&i)).map(|t| t.games as u64).sum(),
            strength: Interval::new(strength[i], strength_cov[(i, i)]),
            elo: elo.as_ref().map(|(elo, cov)| Interval::new(elo[i], cov[(i, i)])),
            group: groups[i],
        })
        .collect();
    ratings.sort_by(|a, b| a.group.cmp(&b.group).then(b.strength.value.total_cmp(&a.strength.value)));
    ratings
}

/// Sums over the games of a table.
struct TableSums {
    agents: Vec<usize>,
    games: f64,
    mean: DVector<f64>,
    /// The covariance matrix of the mean.
    cov: DMatrix<f64>,
    /// The score of the first seat: wins and half the draws.
    score: f64,
}

impl TableSums {
    fn new<'a>(seating: &Seating, games: impl Iterator<Item = &'a StoredGame>) -> Self {
        let seats = seating.agents.len();
        let (mut n, mut score) = (0.0, 0.0);
        let mut sum = DVector::zeros(seats);
        let mut squares = DMatrix::zeros(seats, seats);
        for game in games {
            let payoff = game.finish.payoff;
            let y = DVector::from_row_slice(payoff.values());
            squares += &y * y.transpose();
            sum += y;
            n += 1.0;
            score += match payoff.best() {
                None => 0.5,
                Some(best) => f64::from(u8::from(payoff.values()[0] == best)),
            };
        }
        let mean = if n > 0.0 { sum / n } else { sum };
        let cov =
            if n > 1.0 { (squares - &mean * mean.transpose() * n) / (n * (n - 1.0)) } else { squares * 0.0 };
        TableSums { agents: seating.agents.clone(), games: n, mean, cov, score }
    }
}

/// Agents that took a common seat have the same number, and so do those that are linked by others.
fn groups(agents: usize, seats: usize, seatings: &[Seating]) -> Vec<usize> {
    let mut group: Vec<usize> = (0..agents).collect();
    for seat in 0..seats {
        for pair in seatings.windows(2) {
            let (from, to) = (group[pair[1].agents[seat]], group[pair[0].agents[seat]]);
            let (low, high) = (from.min(to), from.max(to));
            group.iter_mut().filter(|g| **g == high).for_each(|g| *g = low);
        }
    }
    group
}

/// Subtracts the mean of each group.
fn centring(groups: &[usize]) -> DMatrix<f64> {
    let n = groups.len();
    DMatrix::from_fn(n, n, |i, j| {
        let size = groups.iter().filter(|g| **g == groups[i]).count() as f64;
        f64::from(u8::from(i == j)) - if groups[i] == groups[j] { 1.0 / size } else { 0.0 }
    })
}

/// Least squares for the strengths, with their covariance.
fn strengths(agents: usize, seats: usize, tables: &[TableSums]) -> (DVector<f64>, DMatrix<f64>) {
    let unknowns = seats + agents;
    let mut normal = DMatrix::zeros(unknowns, unknowns);
    let mut right = DVector::zeros(unknowns);
    let mut spread = DMatrix::zeros(unknowns, unknowns);
    for table in tables {
        let design = DMatrix::from_fn(seats, unknowns, |seat, column| match column.checked_sub(seats) {
            None => f64::from(u8::from(column == seat)),
            Some(agent) if table.agents[seat] == agent => 1.0,
            Some(agent) if table.agents.contains(&agent) => -1.0 / (seats as f64 - 1.0).max(1.0),
            Some(_) => 0.0,
        });
        let weighed = design.transpose() * table.games;
        normal += &weighed * &design;
        right += &weighed * &table.mean;
        spread += &weighed * &table.cov * weighed.transpose();
    }
    let scale = normal.diagonal().max().max(f64::MIN_POSITIVE);
    let inverse = normal.pseudo_inverse(1e-9 * scale).expect("the tolerance is not negative");
    let solved = &inverse * right;
    let cov = &inverse * spread * inverse.transpose();
    (solved.rows(seats, agents).into_owned(), cov.view((seats, seats), (agents, agents)).into_owned())
}

/// Elo by maximum likelihood, with its covariance. One unknown more than agents: what the first seat is worth.
fn bradley_terry(agents: usize, tables: &[TableSums]) -> (DVector<f64>, DMatrix<f64>) {
    /// Elo points per unit of log-odds.
    const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
    /// A weak prior, worth about one game between equals, keeps unbeaten agents finite.
    const PRIOR: f64 = 0.1;
    let unknowns = agents + 1;
    let mut theta = DVector::<f64>::zeros(unknowns);
    let mut hessian = DMatrix::<f64>::identity(unknowns, unknowns);
    for _ in 0..100 {
        let mut gradient: DVector<f64> = &theta * -PRIOR;
        hessian = DMatrix::identity(unknowns, unknowns) * PRIOR;
        for table in tables {
            let (a, b) = (table.agents[0], table.agents[1]);
            let p = 1.0 / (1.0 + (theta[b] - theta[a] - theta[agents]).exp());
            let direction = [(a, 1.0), (b, -1.0), (agents, 1.0)];
            for &(i, x) in &direction {
                gradient[i] += x * (table.score - table.games * p);
                for &(j, y) in &direction {
                    hessian[(i, j)] += x * y * table.games * p * (1.0 - p);
                }
            }
        }
        let step = hessian.clone().cholesky().expect("the prior makes it positive").solve(&gradient);
        // Long steps overshoot where nearly all games are won by one side.
        let length = step.amax();
        theta += &step * if length > 1.0 { 1.0 / length } else { 1.0 };
        if length < 1e-10 {
            break;
        }
    }
    let cov = hessian.cholesky().expect("the prior makes it positive").inverse() * (SCALE * SCALE);
    ((theta.rows(0, agents) * SCALE).into_owned(), cov.view((0, 0), (agents, agents)).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::episode::Finish;
    use sandtable_core::{Payoff, Rng, Stream};

    /// Three agents with known strengths play win or lose, the first seat being worth something.
    fn games(elo: [f64; 3], seat: f64, deals: u64) -> (Vec<Seating>, Vec<StoredGame>) {
        let pairs = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]];
        let seatings: Vec<Seating> =
            pairs.iter().map(|p| Seating { agents: p.to_vec(), number: 0, deals }).collect();
        let mut all = Vec::new();
        for (table, [a, b]) in pairs.into_iter().enumerate() {
            let p = 1.0 / (1.0 + 10f64.powf((elo[b] - elo[a] - seat) / 400.0));
            let mut rng = Rng::new(1, table as u64, Stream::World);
            for deal in 0..deals {
                let first = if rng.unit() < p { 1.0 } else { -1.0 };
                let finish = Finish { payoff: Payoff::zero_sum(first), turns: 1 };
                all.push(StoredGame { table, deal, finish });
            }
        }
        (seatings, all)
    }

    #[test]
    fn elo_and_strength_find_what_was_put_in() {
        let truth = [100.0, 0.0, -100.0];
        let (seatings, games) = games(truth, 50.0, 4000);
        let agents = ["a", "b", "c"].map(String::from);
        let ratings = rate(&agents, &seatings, &games);
        for (rating, truth) in ratings.iter().zip(truth) {
            let elo = rating.elo.unwrap();
            assert!((elo.value - truth).abs() < 12.0, "{rating:?}");
            assert!(elo.high - elo.low > 6.0 && elo.high - elo.low < 16.0, "{rating:?}");
        }
        assert_eq!(ratings[0].agent, "a");
        assert!(ratings[0].strength.low > ratings[1].strength.high);
    }

    #[test]
    fn agents_of_different_seats_are_compared_only_through_a_link() {
        let table = |first, second| Seating { agents: vec![first, second], number: 0, deals: 1 };
        // 0 and 1 play the first seat, 2 and 3 the second.
        let apart = [table(0, 2), table(0, 3), table(1, 2), table(1, 3)];
        assert_eq!(groups(4, 2, &apart), [0, 0, 2, 2]);
        // 4 plays both.
        let linked = [&apart[..], &[table(4, 2), table(0, 4)]].concat();
        assert_eq!(groups(5, 2, &linked), [0; 5]);
    }

    #[test]
    fn intervals_cover_about_as_often_as_promised() {
        let mut covered = 0;
        for run in 0..60 {
            let (seatings, mut games) = games([0.0; 3], 0.0, 200);
            // Other dice for every run: shift the outcomes by a hash of the run.
            let mut rng = Rng::new(99, run, Stream::World);
            for game in &mut games {
                let first = if rng.below(2) == 0 { 1.0 } else { -1.0 };
                game.finish.payoff = Payoff::zero_sum(first);
            }
            let ratings = rate(&["a", "b", "c"].map(String::from), &seatings, &games);
            covered += ratings.iter().filter(|r| r.strength.low <= 0.0 && 0.0 <= r.strength.high).count();
        }
        // 95 % of 180 is 171.
        assert!((160..=179).contains(&covered), "{covered}");
    }
}
