//! Ratings: how strong agents are, from all tables at once.
//!
//! *Strength* is in the game's own points: a seat's payoff is the seat's mean, plus the strength of whoever sits there,
//! less the mean strength of the others (least squares). *Elo* comes from wins and draws at two-seat tables (Bradley and
//! Terry, by maximum likelihood with a seat advantage). Agents that never take a common seat, and are not linked by others
//! that do, are not compared: each such group has mean zero.
//!
//! All tables play the same deals, so games with the same dice are not independent. Intervals come from the spread of what
//! whole deals say (a sandwich, clustered by deal), whatever links the games within.

mod played;

pub(crate) use played::{Played, each_deal, played};
use played::{deals, sums_of_deals};

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use crate::duels::nash::Share;
use crate::duels::{Duels, Worst};
use crate::stats::{student95, tidy};
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
    /// The opponent against whom it does worst.
    pub worst: Option<Worst>,
    /// Its part in the best mixture of agents, where all met all.
    pub nash: Option<Share>,
}

/// An estimate with an interval of 95 %; there is none after a single deal.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// The lower end.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl Interval {
    /// From an estimate and its variance over so many deals.
    pub(crate) fn new(value: f64, variance: f64, deals: u64) -> Self {
        let half = student95(deals.saturating_sub(1)).map(|quantile| quantile * variance.max(0.0).sqrt());
        Interval {
            value: tidy(value),
            low: half.map(|half| tidy(value - half)),
            high: half.map(|half| tidy(value + half)),
        }
    }
}

/// Rates the agents of a tournament from games that are sorted by table and deal; the strongest first within each group.
///
/// `summed` takes the games of a deal between two agents that both played every seat as one contest, for Elo: who got more in all has
/// won it. A game whose sides are unlike says little by itself.
pub fn rate(
    agents: &[String],
    seatings: &[Seating],
    games: &[StoredGame],
    duels: &Duels,
    summed: bool,
) -> Vec<Rating> {
    let seats = seatings.first().map_or(0, |s| s.agents.len());
    let groups = groups(agents.len(), seats, seatings);
    let tables = played(seatings, games);
    let deals = deals(&tables);
    let centre = centring(&groups);
    let centred = |(value, cov): Solved| (&centre * value, &centre * cov * centre.transpose());
    let (strength, strength_cov) = centred(strengths(agents.len(), seats, &tables, deals));
    let contests = if summed { sums_of_deals(seatings, games) } else { Vec::new() };
    let elo = (seats == 2).then(|| {
        let contested = if summed { played(seatings, &contests) } else { tables.clone() };
        centred(bradley_terry(agents.len(), &contested, deals))
    });
    let mut count = vec![0; agents.len()];
    for table in &tables {
        table.agents.iter().for_each(|&a| count[a] += table.games.len() as u64);
    }
    let nash = duels.nash();
    let mut ratings: Vec<Rating> = (0..agents.len())
        .map(|i| Rating {
            agent: agents[i].clone(),
            games: count[i],
            strength: Interval::new(strength[i], strength_cov[(i, i)], deals),
            elo: elo.as_ref().map(|(elo, cov)| Interval::new(elo[i], cov[(i, i)], deals)),
            group: groups[i],
            worst: duels.worst(i),
            nash: nash.as_ref().map(|shares| shares[i]),
        })
        .collect();
    ratings.sort_by(|a, b| a.group.cmp(&b.group).then(b.strength.value.total_cmp(&a.strength.value)));
    ratings
}

/// Unknowns of the agents with their covariance matrix.
type Solved = (DVector<f64>, DMatrix<f64>);

/// The covariance matrix that the spread of deals gives: the sum of squares of each deal's gradient, for as many deals.
fn clustered<'a>(
    unknowns: usize,
    tables: &[Played<'a>],
    deals: u64,
    mut gradient: impl FnMut(usize, &'a StoredGame, &mut DVector<f64>),
) -> DMatrix<f64> {
    let mut spread = DMatrix::zeros(unknowns, unknowns);
    let mut sum = DVector::zeros(unknowns);
    each_deal(tables, |games| {
        sum.fill(0.0);
        games.iter().for_each(|&(table, game)| gradient(table, game, &mut sum));
        spread.ger(1.0, &sum, &sum, 1.0);
    });
    spread * (deals as f64 / (deals as f64 - 1.0).max(1.0))
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

/// Least squares for the strengths. The unknowns are the seats' means, then the agents.
fn strengths(agents: usize, seats: usize, tables: &[Played], deals: u64) -> Solved {
    let unknowns = seats + agents;
    // What the payoff of a seat is made of: the seat, whoever sits there, and the others.
    let row = |table: &Played, seat: usize| -> Vec<(usize, f64)> {
        let others = -1.0 / (seats as f64 - 1.0).max(1.0);
        let part = |(s, &agent): (usize, &usize)| (seats + agent, if s == seat { 1.0 } else { others });
        std::iter::once((seat, 1.0)).chain(table.agents.iter().enumerate().map(part)).collect()
    };
    let mut normal = DMatrix::<f64>::zeros(unknowns, unknowns);
    let mut right = DVector::zeros(unknowns);
    for table in tables {
        let n = table.games.len() as f64;
        for seat in 0..seats {
            let sum: f64 = table.games.iter().map(|g| g.finish.payoff.values()[seat]).sum();
            let row = row(table, seat);
            for &(i, x) in &row {
                right[i] += x * sum;
                row.iter().for_each(|&(j, y)| normal[(i, j)] += n * x * y);
            }
        }
    }
    let scale = normal.diagonal().max().max(f64::MIN_POSITIVE);
    let inverse = normal.pseudo_inverse(1e-9 * scale).expect("the tolerance is not negative");
    let solved = &inverse * right;
    let rows: Vec<Vec<Vec<(usize, f64)>>> =
        tables.iter().map(|table| (0..seats).map(|seat| row(table, seat)).collect()).collect();
    let spread = clustered(unknowns, tables, deals, |table, game, gradient| {
        for (row, payoff) in rows[table].iter().zip(game.finish.payoff.values()) {
            let residual = payoff - row.iter().map(|&(i, x)| x * solved[i]).sum::<f64>();
            row.iter().for_each(|&(i, x)| gradient[i] += x * residual);
        }
    });
    let cov = &inverse * spread * inverse.transpose();
    (solved.rows(seats, agents).into_owned(), cov.view((seats, seats), (agents, agents)).into_owned())
}

/// The score of the first seat: 1, ½ or 0.
fn score(game: &StoredGame) -> f64 {
    let payoff = game.finish.payoff;
    payoff.best().map_or(0.5, |best| f64::from(u8::from(payoff.values()[0] == best)))
}

/// Elo by maximum likelihood. One unknown more than agents: what the first seat is worth.
fn bradley_terry(agents: usize, tables: &[Played], deals: u64) -> Solved {
    /// Elo points per unit of log-odds.
    const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
    /// A weak prior, worth about one game between equals, keeps unbeaten agents finite.
    const PRIOR: f64 = 0.1;
    /// The variance of the score of one game between equals. Every table is taken to have one more: agents that win all
    /// their games have no spread of their own.
    const EQUALS: f64 = 0.25;
    let unknowns = agents + 1;
    let direction = |table: &Played| [(table.agents[0], 1.0), (table.agents[1], -1.0), (agents, 1.0)];
    let chance = |table: &Played, theta: &DVector<f64>| {
        1.0 / (1.0 + (theta[table.agents[1]] - theta[table.agents[0]] - theta[agents]).exp())
    };
    let scores: Vec<f64> = tables.iter().map(|table| table.games.iter().map(score).sum()).collect();
    let mut theta = DVector::<f64>::zeros(unknowns);
    let mut hessian = DMatrix::<f64>::identity(unknowns, unknowns);
    for _ in 0..100 {
        let mut gradient: DVector<f64> = &theta * -PRIOR;
        hessian = DMatrix::identity(unknowns, unknowns) * PRIOR;
        for (table, score) in tables.iter().zip(&scores) {
            let (p, games) = (chance(table, &theta), table.games.len() as f64);
            for (i, x) in direction(table) {
                gradient[i] += x * (score - games * p);
                for (j, y) in direction(table) {
                    hessian[(i, j)] += x * y * games * p * (1.0 - p);
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
    let inverse = hessian.cholesky().expect("the prior makes it positive").inverse();
    let chances: Vec<f64> = tables.iter().map(|table| chance(table, &theta)).collect();
    let mut spread = clustered(unknowns, tables, deals, |table, game, gradient| {
        let residual = score(game) - chances[table];
        direction(&tables[table]).iter().for_each(|&(i, x)| gradient[i] += x * residual);
    });
    spread += DMatrix::identity(unknowns, unknowns) * PRIOR;
    for table in tables {
        for (i, x) in direction(table) {
            direction(table).iter().for_each(|&(j, y)| spread[(i, j)] += x * y * EQUALS);
        }
    }
    let cov = &inverse * spread * &inverse * (SCALE * SCALE);
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
            pairs.iter().map(|p| Seating { agents: p.to_vec(), number: 0, deals, first_deal: 0 }).collect();
        let mut all = Vec::new();
        for (table, [a, b]) in pairs.into_iter().enumerate() {
            let p = 1.0 / (1.0 + 10f64.powf((elo[b] - elo[a] - seat) / 400.0));
            let mut rng = Rng::new(1, table as u64, Stream::World);
            for deal in 0..deals {
                let first = if rng.unit() < p { 1.0 } else { -1.0 };
                let finish = Finish { payoff: Payoff::zero_sum(first), turns: 1 };
                all.push(StoredGame { table, deal, finish, mishaps: Vec::new() });
            }
        }
        (seatings, all)
    }

    fn rate(agents: &[String], seatings: &[Seating], games: &[StoredGame]) -> Vec<Rating> {
        super::rate(agents, seatings, games, &Duels::of(agents, seatings, games), false)
    }

    fn width(interval: Interval) -> f64 {
        interval.high.unwrap() - interval.low.unwrap()
    }

    fn covers(interval: Interval, truth: f64) -> bool {
        interval.low.unwrap() <= truth && truth <= interval.high.unwrap()
    }

    /// Equals meet over 200 deals; `first` says whether the first seat wins, by deal, pair and seating.
    fn equals(first: impl Fn(u64, u64, u64) -> bool) -> Vec<Rating> {
        let (seatings, mut games) = games([0.0; 3], 0.0, 200);
        for game in &mut games {
            let (pair, seating) = (game.table as u64 / 2, game.table as u64 % 2);
            game.finish.payoff = Payoff::zero_sum(if first(game.deal, pair, seating) { 1.0 } else { -1.0 });
        }
        rate(&["a", "b", "c"].map(String::from), &seatings, &games)
    }

    fn coin(run: u64, deal: u64, pair: u64) -> bool {
        Rng::new(run, deal * 3 + pair, Stream::World).below(2) == 0
    }

    /// Whoever a deal suits wins it from either seat: two games of a deal say no more than one.
    #[test]
    fn games_of_one_deal_count_as_one_observation() {
        let (mut strengths, mut elos) = (0, 0);
        for run in 0..100 {
            for rating in equals(|deal, pair, seating| coin(run, deal, pair) == (seating == 0)) {
                strengths += u32::from(covers(rating.strength, 0.0));
                elos += u32::from(covers(rating.elo.unwrap(), 0.0));
            }
        }
        // 95 % of 300 is 285, with a deviation of about 5; as if games were independent it would be 83 %, 250.
        assert!((270..300).contains(&strengths), "{strengths}");
        assert!((270..300).contains(&elos), "{elos}");
    }

    /// The dice decide which seat wins: whoever sits there, and so nothing is left of the spread in a pair.
    #[test]
    fn what_the_seats_share_cancels() {
        let apart = equals(|deal, pair, seating| coin(7 + seating, deal, pair));
        let paired = equals(|deal, pair, _| coin(7, deal, pair));
        assert!(width(paired[0].strength) < 0.01 * width(apart[0].strength), "{paired:?}");
        assert!(width(paired[0].elo.unwrap()) < 0.2 * width(apart[0].elo.unwrap()), "{paired:?}");
    }

    #[test]
    fn after_one_deal_there_is_no_interval_and_unbeaten_agents_have_one() {
        let agents = ["a", "b", "c"].map(String::from);
        let (seatings, few) = games([0.0; 3], 0.0, 1);
        assert!(rate(&agents, &seatings, &few).iter().all(|r| r.strength.low.is_none()));
        let (seatings, all) = games([3000.0, 0.0, 0.0], 0.0, 100);
        let best = &rate(&agents, &seatings, &all)[0];
        assert_eq!((best.agent.as_str(), best.games), ("a", 400));
        let elo = best.elo.unwrap();
        assert!(elo.value > 500.0 && width(elo) > 200.0, "{elo:?}");
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
            assert!(width(elo) > 6.0 && width(elo) < 16.0, "{rating:?}");
        }
        assert_eq!(ratings[0].agent, "a");
        assert!(ratings[0].strength.low > ratings[1].strength.high);
    }

    #[test]
    fn agents_of_different_seats_are_compared_only_through_a_link() {
        let table =
            |first, second| Seating { agents: vec![first, second], number: 0, deals: 1, first_deal: 0 };
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
            covered += ratings.iter().filter(|r| covers(r.strength, 0.0)).count();
        }
        // 95 % of 180 is 171.
        assert!((160..=179).contains(&covered), "{covered}");
    }
}
