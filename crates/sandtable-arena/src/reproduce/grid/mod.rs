//! The tables of *A Game of Intelligent Risk*, sections 3.10, 4.4 to 4.6 and 5.4.

mod tables;

use sandtable_core::Args;
use sandtable_games::grid::learn::{Reinforcement, Ring, Which};
use sandtable_games::grid::{self, player_file};

use super::{Cell, Experiment, Outcome, Verdict};
use crate::matchup::{MatchResult, Matchup};
use crate::report::{Series, lines};
use crate::stats::Moments;
use crate::train::Matches;
use crate::work::Work;
use crate::{Failure, registry};
use tables::*;

/// Games behind a published cell.
const PUBLISHED_GAMES: f64 = 50.0;

/// Games a cell in full; the quick form plays as many as were published.
const GAMES: u64 = 1000;

pub fn experiments() -> Vec<Experiment> {
    let table = |id, about, fixtures: &[Fixture], run| {
        let cells = fixtures.len() as u64;
        Experiment { id, about, games: (cells * GAMES, cells * PUBLISHED_GAMES as u64), run }
    };
    vec![
        Experiment {
            id: "grid-ec",
            about: "IR section 3.10: the statistics of 100 games of aiPlayer1 against aiPlayer2",
            games: (10_000, 400),
            run: ec_test,
        },
        table("grid-4.4.3", "IR table 4.4.3: the simple players", TABLE_4_4_3, |e, n, w| {
            wins(e, TABLE_4_4_3, n, w)
        }),
        table("grid-4.5.5a", "IR table 4.5.5a: the intermediate players", TABLE_4_5_5A, |e, n, w| {
            wins(e, TABLE_4_5_5A, n, w)
        }),
        table("grid-4.5.5b", "IR table 4.5.5b: aiPlayer7 against them", TABLE_4_5_5B, |e, n, w| {
            wins(e, TABLE_4_5_5B, n, w)
        }),
        table("grid-4.6.3a", "IR table 4.6.3a: the advanced players", TABLE_4_6_3A, |e, n, w| {
            wins(e, TABLE_4_6_3A, n, w)
        }),
        table(
            "grid-4.6.3b",
            "IR table 4.6.3b: what the simple players score against them",
            TABLE_4_6_3B,
            points,
        ),
        table("grid-4.6.3c", "IR table 4.6.3c: aiPlayer8 against all", TABLE_4_6_3C, |e, n, w| {
            wins(e, TABLE_4_6_3C, n, w)
        }),
        table("grid-5.4b", "IR table 5.4b: reinforcePlayer1 against all", TABLE_5_4B, |e, n, w| {
            wins(e, TABLE_5_4B, n, w)
        }),
        Experiment {
            id: "grid-4.6a",
            about: "IR figure 4.6a: the three learners of MINIMUM_ATTACK converge",
            games: (3 * 50 * u64::from(MATCHES) * MATCH_GAMES, 3 * 4 * u64::from(MATCHES) * MATCH_GAMES),
            run: learners,
        },
        Experiment {
            id: "grid-environments",
            about: "IR section 6.3.3: whether the best players stay best under six other rule files",
            games: (7 * 20 * 250, 7 * 20 * 20),
            run: environments,
        },
    ]
}

/// Figure 4.6a and appendices 3.14 to 3.16: the learners' starts, and where they ended.
const LEARNERS: [(&str, f64); 3] =
    [("reinforcePlayer1", 1.3688314), ("reinforcePlayer2", 1.3924321), ("reinforcePlayer3", 1.4162294)];
/// Matches of the training (appendix 4.11: five times two opponents, from both sides), and games a match.
const MATCHES: u32 = 20;
const MATCH_GAMES: u64 = 20;

/// The three learners, each trained several times: the paper shows one training of each.
fn learners(experiment: &Experiment, games: u64, work: &Work) -> Result<Outcome, Failure> {
    let def = grid::grid();
    let game = (def.build)(&Args::defaults(def.params))?;
    let matches = Matches::new(def.kit(&game), work)?;
    let opponents = ["aiPlayer9", "aiPlayer10"].map(|o| player_file(o).map(|f| f.sets[0].clone()));
    let opponents = opponents.into_iter().collect::<Result<Vec<_>, _>>()?;
    let trainings = (games / (3 * u64::from(MATCHES) * MATCH_GAMES)).max(2);
    let (mut cells, mut series) = (Vec::new(), Vec::new());
    for (name, published) in LEARNERS {
        let start = player_file(name)?.sets.last().expect("a file has a set").clone();
        let mut ends = Moments::default();
        for training in 1..=trainings {
            let learner = Reinforcement { which: Which::MinimumAttack, games: MATCH_GAMES, seed: training };
            let mut sets = vec![start.clone()];
            for round in 0..MATCHES {
                sets.insert(0, learner.round(Ring(&matches), &sets, &opponents, round)?);
            }
            ends.add(sets[0].minimum_attack);
            if training == 1 {
                let values = sets.iter().rev().map(|s| s.minimum_attack).collect();
                series.push(Series { name: format!("from {}", start.minimum_attack), values });
            }
        }
        // One training scatters about the mean of many by their standard deviation.
        let scatter = ends.variance().sqrt();
        cells.push(Cell {
            id: experiment.id.into(),
            cell: format!("MINIMUM_ATTACK learned from {}", start.minimum_attack),
            published,
            published_stderr: Some(scatter),
            measured: ends.mean(),
            stderr: ends.stderr(),
            games: trainings * u64::from(MATCHES) * MATCH_GAMES,
            verdict: Verdict::of(ends.mean() - published, 2.0 * scatter.hypot(ends.stderr()), None),
        });
    }
    let plot = ("Figure 4.6a: MINIMUM_ATTACK over a training".into(), lines("MINIMUM_ATTACK", &series));
    Ok(Outcome { cells, plots: vec![plot] })
}

/// The rule files of the study of section 6.3.3, and the players whose order is compared.
const ENVIRONMENTS: [&str; 7] = ["p1vp2", "straight", "dice", "rout", "scattered", "growth", "survivor"];
const CANDIDATES: [&str; 5] = ["2", "4", "7", "8", "r1"];

/// What the tables publish of Red against Blue, out of [`PUBLISHED_GAMES`].
fn published_wins(red: &str, blue: &str) -> Option<f64> {
    let tables = [TABLE_4_4_3, TABLE_4_5_5A, TABLE_4_5_5B, TABLE_4_6_3A, TABLE_4_6_3C, TABLE_5_4B];
    let found = tables.into_iter().flatten().find(|(r, b, _)| (*r, *b) == (red, blue));
    found.map(|(.., wins)| f64::from(*wins))
}

/// The share of games that the tables let a candidate win against the others, from both sides, with its standard error. The
/// tables are of the first rule file alone.
fn published_share(player: &str) -> (f64, f64) {
    let (mut won, mut games) = (0.0, 0.0);
    for other in CANDIDATES.into_iter().filter(|other| *other != player) {
        let as_red = published_wins(player, other);
        let as_blue = published_wins(other, player).map(|lost| PUBLISHED_GAMES - lost);
        for wins in [as_red, as_blue].into_iter().flatten() {
            (won, games) = (won + wins, games + PUBLISHED_GAMES);
        }
    }
    (won / games, wins_error(won, games) / games)
}

/// Section 6.3.3: whether the best players stay best under other rules. Each cell is the share of games that a player wins
/// against the other candidates, from both sides, beside the share that the paper's tables give it under its own rules. Shares
/// of one row sum up to a constant, so that none is the better for being higher.
fn environments(experiment: &Experiment, games: u64, work: &Work) -> Result<Outcome, Failure> {
    let pairs = (ENVIRONMENTS.len() * CANDIDATES.len() * (CANDIDATES.len() - 1)) as u64;
    let each = (games / pairs).max(1);
    let mut cells = Vec::new();
    for rules in ENVIRONMENTS {
        let game = registry::open(&format!("grid:{rules}"))?;
        let mut won = [0.0; CANDIDATES.len()];
        for (a, red) in CANDIDATES.iter().enumerate() {
            for (b, blue) in CANDIDATES.iter().enumerate().filter(|(b, _)| *b != a) {
                let matchup = Matchup::plain(&[&agent(red), &agent(blue)], each);
                let result = game.run_match(&matchup, work, None)?;
                won[a] += result.wins[0] as f64 + result.draws as f64 / 2.0;
                won[b] += result.wins[1] as f64 + result.draws as f64 / 2.0;
            }
        }
        let played = (2 * (CANDIDATES.len() - 1)) as f64 * each as f64;
        for (i, player) in CANDIDATES.iter().enumerate() {
            let share = won[i] / played;
            let stderr = wins_error(won[i], played) / played;
            let (published, published_stderr) = published_share(player);
            cells.push(Cell {
                id: experiment.id.into(),
                cell: format!("{rules}: share that {player} wins, published of p1vp2"),
                published,
                published_stderr: Some(published_stderr),
                measured: share,
                stderr,
                games: played as u64,
                verdict: Verdict::of(share - published, 3.0 * stderr.hypot(published_stderr), None),
            });
        }
    }
    Ok(cells.into())
}

fn agent(name: &str) -> String {
    match name.strip_prefix('r') {
        Some(number) => format!("aip:reinforcePlayer{number}"),
        None => format!("aip:aiPlayer{name}"),
    }
}

fn play(red: &str, blue: &str, games: u64, seed: u64, work: &Work) -> Result<MatchResult, Failure> {
    let (red, blue) = (agent(red), agent(blue));
    let matchup = Matchup { seed, statistics: true, ..Matchup::plain(&[&red, &blue], games) };
    registry::open("grid")?.run_match(&matchup, work, None)
}

/// The standard error of a number of wins out of `n`, by the rule of succession where all or none were won.
fn wins_error(wins: f64, n: f64) -> f64 {
    let p = (wins + 1.0) / (n + 2.0);
    (n * p * (1.0 - p)).sqrt()
}

/// Red's wins in 50 games, ours beside theirs; agreement is three combined standard errors.
fn wins(experiment: &Experiment, fixtures: &[Fixture], games: u64, work: &Work) -> Result<Outcome, Failure> {
    let each = games / fixtures.len() as u64;
    fixtures
        .iter()
        .map(|&(red, blue, published)| {
            let result = play(red, blue, each, 1, work)?;
            let (n, published) = (result.games as f64, f64::from(published));
            let scale = PUBLISHED_GAMES / n;
            let (measured, stderr) =
                (result.wins[0] as f64 * scale, wins_error(result.wins[0] as f64, n) * scale);
            let published_stderr = wins_error(published, PUBLISHED_GAMES);
            Ok(Cell {
                id: experiment.id.into(),
                cell: format!("red {red} v blue {blue}, red wins of 50"),
                published,
                published_stderr: Some(published_stderr),
                measured,
                stderr,
                games: result.games,
                verdict: Verdict::of(measured - published, 3.0 * stderr.hypot(published_stderr), None),
            })
        })
        .collect::<Result<Vec<Cell>, Failure>>()
        .map(Outcome::from)
}

/// The simple player's points in 50 games. Most games give none and a few give hundreds, so the error of the published sum is
/// taken from the spread of our own games.
fn points(experiment: &Experiment, games: u64, work: &Work) -> Result<Outcome, Failure> {
    let each = (games / TABLE_4_6_3B.len() as u64).max(2 * PUBLISHED_GAMES as u64);
    TABLE_4_6_3B
        .iter()
        .map(|&(red, blue, published)| {
            let simple = usize::from(["0", "1", "2"].contains(&blue));
            let result = play(red, blue, each, 1, work)?;
            let column = simple * result.statistics.as_ref().map_or(0, |s| s.names.len());
            let mut points = Moments::default();
            result.each_game.iter().for_each(|game| points.add(game[column]));
            let (measured, published) = (PUBLISHED_GAMES * points.mean(), f64::from(published));
            let stderr = PUBLISHED_GAMES * points.stderr();
            let published_stderr = (PUBLISHED_GAMES * points.variance()).sqrt();
            let tolerance = 3.0 * stderr.hypot(published_stderr);
            Ok(Cell {
                id: experiment.id.into(),
                cell: format!("red {red} v blue {blue}, simple player's points in 50"),
                published,
                published_stderr: Some(published_stderr),
                measured,
                stderr,
                games: result.games,
                // The fewer points it leaves the enemy, the more ruthless the advanced player.
                verdict: Verdict::of(measured - published, tolerance, Some(false)),
            })
        })
        .collect::<Result<Vec<Cell>, Failure>>()
        .map(Outcome::from)
}

fn ec_test(experiment: &Experiment, games: u64, work: &Work) -> Result<Outcome, Failure> {
    let result = play("1", "2", games, 1, work)?;
    let n = result.games as f64;
    let cell = |cell: String, published, published_stderr, measured, stderr, tolerance: f64| Cell {
        id: experiment.id.into(),
        cell,
        published,
        published_stderr,
        measured,
        stderr,
        games: result.games,
        verdict: Verdict::of(measured - published, tolerance, None),
    };
    let (wins, error) = (result.wins[0] as f64 * 100.0 / n, wins_error(result.wins[0] as f64, n) * 100.0 / n);
    let theirs = wins_error(EC_RED_WINS, 100.0);
    let mut cells = vec![cell(
        "red wins of 100".into(),
        EC_RED_WINS,
        Some(theirs),
        wins,
        error,
        3.0 * error.hypot(theirs),
    )];
    let statistics = result.statistics.as_ref().expect("they were asked for");
    for (name, published) in EC_TEST {
        let index = statistics.names.iter().position(|n| *n == name).expect("the game counts it");
        for (side, published) in ["red", "blue"].iter().zip(published) {
            let column = usize::from(*side == "blue") * statistics.names.len() + index;
            let mut games = Moments::default();
            result.each_game.iter().for_each(|g| games.add(g[column]));
            // Theirs is one sum over 100 games, which scatters as ours do.
            let theirs = 10.0 * games.variance().sqrt();
            cells.push(cell(
                format!("{side} {name} in 100"),
                published,
                Some(theirs),
                100.0 * games.mean(),
                100.0 * games.stderr(),
                EC_TOLERANCE * published,
            ));
        }
    }
    Ok(cells.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tables 4.5.5a to 5.4b: player 2 won nothing against the other four, and nobody is compared with himself as measured here.
    #[test]
    fn shares_are_those_of_the_tables() {
        let share = |player| published_share(player).0;
        assert_eq!((share("2"), share("4")), (0.0, 101.0 / 400.0));
        // reinforcePlayer1: 50, 50, 50 and 41 as Red; 50, 50, 50 and 33 as Blue.
        assert_eq!(share("r1"), 374.0 / 400.0);
        let sum: f64 = CANDIDATES.into_iter().map(share).sum();
        assert!((sum - 2.5).abs() < 1e-12, "every game has a winner: {sum}");
    }
}
