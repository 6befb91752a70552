//! Tables I to V of St-Pierre, Winands and Watt, *A Selective Move Generator for the Game Axis and Allies*:
//! `dls` against E.Z. Fodder and itself, as [`READING`] reads the paper.
//!
//! Lengths are rounds of the games that the player won (table IV gives two lengths for the same games). They
//! cannot be turns of one player each: a game is won at the end of a round, so those would all be even, and most
//! of the published extremes are odd.
//!
//! Tables III and IV say 50 games, but no number of wins out of 50 gives 81.64 or 78.85 per cent: 40 of 49 and 41
//! of 52 do, and 20 of 40 the 50 in the second seat of table III with about as few games. An extreme grows with
//! the number of games behind it, so ours is what as many of our games as were published would give on average.
//!
//! Table V is taken as the static value of the board when a turn of the loser begins: the search sees games as won
//! that the published maximum of 1257 has not. The text explains the 152 of the second player by only two games
//! lost; in table II it lost eleven, and the first player two. The counts of table II are used.

mod play;
mod readings;

use sandtable_core::Seat;

use super::{Cell, Claim, Experiment, Lab, Measured, Outcome};
use crate::Failure;
use crate::stats::Moments;
use crate::work::Work;
use play::{Played, play};
use readings::{READING, Reading};

/// A column of tables I to IV: share of wins in percent, and the mean, longest and shortest game won.
type Column = [f64; 4];

/// A pairing: the player whose results are given, its opponent, and by the player's seat games published, games
/// won, the results, and the cells of table V.
struct Pairing {
    player: &'static str,
    other: &'static str,
    games: [u64; 2],
    won: [u64; 2],
    columns: [Column; 2],
    highest: Option<[f64; 2]>,
}

const TABLES: [Pairing; 4] = [
    Pairing {
        player: "dls:depth=3",
        other: "ez-fodder:rules=2010",
        games: [100, 100],
        won: [99, 98],
        columns: [[99.0, 15.21, 22.0, 9.0], [98.0, 16.77, 23.0, 8.0]],
        highest: None,
    },
    Pairing {
        player: "dls:depth=2",
        other: "dls:depth=1",
        games: [100, 100],
        won: [98, 89],
        columns: [[98.0, 17.41, 62.0, 5.0], [89.0, 16.37, 40.0, 8.0]],
        highest: Some([467.0, 152.0]),
    },
    Pairing {
        player: "dls:depth=3",
        other: "dls:depth=2",
        games: [49, 40],
        won: [40, 20],
        columns: [[81.64, 40.12, 161.0, 13.0], [50.0, 31.05, 45.0, 22.0]],
        highest: Some([1257.0, 429.0]),
    },
    Pairing {
        player: "dls:depth=3",
        other: "dls:depth=3",
        games: [52, 52],
        won: [41, 11],
        columns: [[78.85, 32.46, 75.0, 11.0], [21.15, 40.27, 75.0, 21.0]],
        highest: Some([483.0, 464.0]),
    },
];

/// A published extreme is a single number of unknown spread; this part of it counts as agreement.
const EXTREME_TOLERANCE: f64 = 0.3;
/// Games won from which on their spread is known.
const FEWEST: u64 = 10;
const SEATS: [&str; 2] = ["first", "second"];
/// The dice of the tables.
const SEED: u64 = 1;

pub fn experiments() -> Vec<Experiment> {
    vec![
        Experiment {
            id: "axis-1",
            about: "dls table I: dls at depth 3 against E.Z. Fodder, wins and lengths",
            games: (2 * 400, 2 * 8),
            run: |e, games, work| table(e, &TABLES[0], games, work),
        },
        Experiment {
            id: "axis-2",
            about: "dls table II: depth 2 against depth 1",
            games: (2 * 400, 2 * 20),
            run: |e, games, work| table(e, &TABLES[1], games, work),
        },
        Experiment {
            id: "axis-3",
            about: "dls table III: depth 3 against depth 2",
            games: (2 * 400, 2 * 8),
            run: |e, games, work| table(e, &TABLES[2], games, work),
        },
        Experiment {
            id: "axis-4",
            about: "dls table IV: depth 3 against itself",
            games: (400, 8),
            run: |e, games, work| table(e, &TABLES[3], games, work),
        },
        Experiment {
            id: "axis-5",
            about: "dls table V: the highest value of the board in a game that was lost",
            games: (5 * 400, 5 * 4),
            run: table_v,
        },
        Experiment {
            id: "axis-readings",
            about: "dls: how well each reading of what the paper leaves open fits tables I to V as a whole",
            games: (readings::games(16), readings::games(2)),
            run: readings::run,
        },
    ]
}

/// What a published number is compared with, and what may lie between them.
struct Judged {
    what: &'static str,
    published: f64,
    claim: Claim,
    measured: Measured,
    /// Two standard errors of the difference, where one is known.
    tolerance: f64,
}

impl Judged {
    /// The difference in standard errors.
    fn error(&self) -> f64 {
        2.0 * (self.measured.value - self.published) / self.tolerance
    }

    fn cell(self, experiment: &Experiment, pairing: &Pairing, seat: Seat) -> Cell {
        let name = format!("{} {} v {}: {}", pairing.player, SEATS[seat], pairing.other, self.what);
        self.claim.cell(experiment, name, self.measured)
    }
}

/// The cell of table V.
const HIGHEST: &str = "highest lost";

/// Plays a pairing in either seat, or in both at once if the player meets itself, and shows the cells of each seat; one
/// that no game tells anything about is none.
fn judge(
    pairing: &Pairing,
    reading: &Reading,
    each: u64,
    seed: u64,
    work: &Work,
    mut show: impl FnMut(Seat, Vec<Option<Judged>>),
) -> Result<(), Failure> {
    let (player, other) = (pairing.player, pairing.other);
    if player == other {
        let played = play(reading, [player; 2], each, seed, work)?;
        (0..2).for_each(|seat| show(seat, compare(pairing, seat, &played)));
        return Ok(());
    }
    for (seat, agents) in [[player, other], [other, player]].into_iter().enumerate() {
        show(seat, compare(pairing, seat, &play(reading, agents, each, seed, work)?));
    }
    Ok(())
}

/// The cells of a pairing and a seat, by the games that were played.
fn compare(pairing: &Pairing, seat: Seat, played: &[Played]) -> Vec<Option<Judged>> {
    let [share, mean, longest, shortest] = pairing.columns[seat];
    let (games, won) = (pairing.games[seat], pairing.won[seat]);
    let n = played.len() as f64;
    let wins = played.iter().filter(|p| p.winner == Some(seat));
    let mut wins: Vec<f64> = wins.map(|p| p.rounds).collect();
    let mut lengths = Moments::default();
    wins.iter().for_each(|&rounds| lengths.add(rounds));
    let measured = |value, stderr| Measured { value, stderr, games: played.len() as u64 };
    let percent = 100.0 * lengths.n as f64 / n;
    let (ours, theirs) = (share_error(percent, n), share_error(share, games as f64));
    // Between equals nobody's share is the better one.
    let higher = (pairing.player != pairing.other).then_some(true);
    let mut cells = vec![Some(Judged {
        what: "wins, %",
        published: share,
        claim: Claim::published(share).give_or_take(theirs).share_of(100.0).better_if_higher(higher),
        measured: measured(percent, ours),
        tolerance: 2.0 * ours.hypot(theirs),
    })];
    cells.push((lengths.n > 1).then(|| {
        let theirs = (lengths.variance() / won as f64).sqrt();
        Judged {
            what: "mean rounds",
            published: mean,
            claim: Claim::published(mean).give_or_take(theirs).needs(lengths.n, FEWEST),
            measured: measured(lengths.mean(), lengths.stderr()),
            tolerance: 2.0 * lengths.stderr().hypot(theirs),
        }
    }));
    // A published extreme is one draw from the distribution whose spread our games show; there must be two such sets of them.
    let single = |what, published: f64, found: Option<Extreme>| {
        found.map(|found| {
            let claim = Claim::published(published).give_or_take(found.spread);
            Judged {
                what,
                published,
                claim: claim.within(EXTREME_TOLERANCE * published).needs(played.len() as u64, 2 * games),
                measured: measured(found.mean, found.stderr),
                tolerance: (2.0 * found.spread.hypot(found.stderr)).max(EXTREME_TOLERANCE * published),
            }
        })
    };
    wins.sort_by(f64::total_cmp);
    cells.push(single("most rounds", longest, greatest(&wins, won)));
    wins.iter_mut().for_each(|rounds| *rounds = -*rounds);
    wins.reverse();
    let least = greatest(&wins, won).map(|e| Extreme { mean: -e.mean, ..e });
    cells.push(single("fewest rounds", shortest, least));
    if let Some(published) = pairing.highest {
        let lost = played.iter().filter(|p| p.winner == Some(1 - seat));
        let mut lost: Vec<f64> = lost.map(|p| p.highest[seat]).collect();
        lost.sort_by(f64::total_cmp);
        cells.push(single(HIGHEST, published[seat], greatest(&lost, games - won)));
    }
    cells
}

/// The standard error of a share in percent, by the rule of succession where all or none were won.
fn share_error(percent: f64, n: f64) -> f64 {
    let p = (percent / 100.0 * n + 1.0) / (n + 2.0);
    100.0 * (p * (1.0 - p) / n).sqrt()
}

/// The greatest of some games: what it is on average, how much it spreads, and how well the average is known.
#[derive(Clone, Copy, Debug)]
struct Extreme {
    mean: f64,
    spread: f64,
    stderr: f64,
}

/// The greatest of `draws` numbers out of some in rising order, each as likely as any other.
fn greatest(sorted: &[f64], draws: u64) -> Option<Extreme> {
    let n = sorted.len() as f64;
    let below = |i: usize| (i as f64 / n).powf(draws as f64);
    let weights = (0..sorted.len()).map(|i| below(i + 1) - below(i));
    let moment = |power: i32| weights.clone().zip(sorted).map(|(w, x)| w * x.powi(power)).sum::<f64>();
    let (mean, square) = (moment(1), moment(2));
    let spread = (square - mean * mean).max(0.0).sqrt();
    // As many games as there are make so many sets of the published size.
    let sets = (n / draws as f64).max(1.0);
    (!sorted.is_empty()).then(|| Extreme { mean, spread, stderr: spread / sets.sqrt() })
}

fn table(experiment: &Experiment, pairing: &Pairing, games: u64, work: &Lab) -> Result<Outcome, Failure> {
    let each = if pairing.player == pairing.other { games } else { games / 2 };
    let mut cells = Vec::new();
    judge(pairing, &READING, each, SEED, work, |seat, judged| {
        let printed = judged.into_iter().flatten().filter(|c| c.what != HIGHEST);
        cells.extend(printed.map(|c| c.cell(experiment, pairing, seat)));
    })?;
    Ok(cells.into())
}

/// A player that lost no game has no value to show, and its cell is left out.
fn table_v(experiment: &Experiment, games: u64, work: &Lab) -> Result<Outcome, Failure> {
    let mut cells = Vec::new();
    for pairing in TABLES.iter().filter(|p| p.highest.is_some()) {
        judge(pairing, &READING, games / 5, SEED, work, |seat, judged| {
            let highest = judged.into_iter().flatten().filter(|c| c.what == HIGHEST);
            cells.extend(highest.map(|c| c.cell(experiment, pairing, seat)));
        })?;
    }
    Ok(cells.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two draws of a die: the greater is 161/36 on average.
    #[test]
    fn the_greatest_of_some_draws() {
        let die = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let found = greatest(&die, 2).unwrap();
        assert!((found.mean - 161.0 / 36.0).abs() < 1e-12, "{found:?}");
        assert!((found.spread.powi(2) - (791.0 / 36.0 - (161.0_f64 / 36.0).powi(2))).abs() < 1e-9);
        assert_eq!(greatest(&die, 1).unwrap().mean, 3.5);
        assert!(greatest(&[], 3).is_none());
    }

    /// The counts behind the printed shares, to the two decimals that are printed (81.64 is 81.63 rounded up).
    #[test]
    fn the_counts_of_games_give_the_printed_shares() {
        for pairing in &TABLES {
            for seat in 0..2 {
                let share = 100.0 * pairing.won[seat] as f64 / pairing.games[seat] as f64;
                assert!((share - pairing.columns[seat][0]).abs() < 0.011, "{share}");
            }
        }
    }
}
