//! The tables of *A Game of Intelligent Risk*, sections 3.10, 4.4 to 4.6 and 5.4.

mod environments;
mod tables;

use sandtable_core::Args;
use sandtable_games::grid::learn::{Reinforcement, Ring, Which};
use sandtable_games::grid::{self, player_file};

use super::{Cell, Claim, Experiment, Lab, Measured, Outcome};
use crate::matchup::{MatchResult, Matchup};
use crate::report::{Series, lines};
use crate::spec::Spec;
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
        environments::experiment(),
    ]
}

/// Figure 4.6a and appendices 3.14 to 3.16: the learners' starts, and where they ended.
const LEARNERS: [(&str, f64); 3] =
    [("reinforcePlayer1", 1.3688314), ("reinforcePlayer2", 1.3924321), ("reinforcePlayer3", 1.4162294)];
/// Matches of the training (appendix 4.11: five times two opponents, from both sides), and games a match.
const MATCHES: u32 = 20;
const MATCH_GAMES: u64 = 20;

/// The three learners, each trained several times: the paper shows one training of each.
fn learners(experiment: &Experiment, games: u64, work: &Lab) -> Result<Outcome, Failure> {
    let def = grid::grid();
    let game = (def.build)(&Args::defaults(def.params))?;
    let spec = Spec { name: def.name.into(), rest: String::new() };
    let matches = Matches::new(def.kit(&game), &spec, work, &|_| ())?;
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
        let games = trainings * u64::from(MATCHES) * MATCH_GAMES;
        cells.push(Claim::published(published).give_or_take(scatter).cell(
            experiment,
            format!("MINIMUM_ATTACK learned from {}", start.minimum_attack),
            Measured { value: ends.mean(), stderr: ends.stderr(), games },
        ));
    }
    let plot = ("Figure 4.6a: MINIMUM_ATTACK over a training".into(), lines("MINIMUM_ATTACK", &series));
    Ok(Outcome { cells, plots: vec![plot] })
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
    // Every cell has its own deals: some players are alike against some others.
    fixtures
        .iter()
        .zip(1..)
        .map(|(&(red, blue, published), seed)| {
            let result = play(red, blue, each, seed, work)?;
            let (n, published) = (result.games as f64, f64::from(published));
            let scale = PUBLISHED_GAMES / n;
            let (measured, stderr) =
                (result.wins[0] as f64 * scale, wins_error(result.wins[0] as f64, n) * scale);
            let claim = Claim::published(published).give_or_take(wins_error(published, PUBLISHED_GAMES));
            Ok(claim.errors(3.0).share_of(PUBLISHED_GAMES).cell(
                experiment,
                format!("red {red} v blue {blue}, red wins of 50"),
                Measured { value: measured, stderr, games: result.games },
            ))
        })
        .collect::<Result<Vec<Cell>, Failure>>()
        .map(Outcome::from)
}

/// The simple player's points in 50 games. Most games give none and a few give hundreds, so the error of the published sum is
/// taken from the spread of our own games.
fn points(experiment: &Experiment, games: u64, work: &Lab) -> Result<Outcome, Failure> {
    let each = (games / TABLE_4_6_3B.len() as u64).max(2 * PUBLISHED_GAMES as u64);
    TABLE_4_6_3B
        .iter()
        .zip(1..)
        .map(|(&(red, blue, published), seed)| {
            let simple = usize::from(["0", "1", "2"].contains(&blue));
            let result = play(red, blue, each, seed, work)?;
            let column = simple * result.statistics.as_ref().map_or(0, |s| s.names.len());
            let mut points = Moments::default();
            result.each_game.iter().for_each(|game| points.add(game[column]));
            let (measured, published) = (PUBLISHED_GAMES * points.mean(), f64::from(published));
            let stderr = PUBLISHED_GAMES * points.stderr();
            let published_stderr = (PUBLISHED_GAMES * points.variance()).sqrt();
            // The fewer points it leaves the enemy, the more ruthless the advanced player.
            let claim = Claim::published(published).give_or_take(published_stderr).better_if_higher(false);
            Ok(claim.errors(3.0).cell(
                experiment,
                format!("red {red} v blue {blue}, simple player's points in 50"),
                Measured { value: measured, stderr, games: result.games },
            ))
        })
        .collect::<Result<Vec<Cell>, Failure>>()
        .map(Outcome::from)
}

fn ec_test(experiment: &Experiment, games: u64, work: &Lab) -> Result<Outcome, Failure> {
    let result = play("1", "2", games, 1, work)?;
    let n = result.games as f64;
    let cell = |name: String, claim: Claim, value, stderr| {
        claim.cell(experiment, name, Measured { value, stderr, games: result.games })
    };
    let (wins, error) = (result.wins[0] as f64 * 100.0 / n, wins_error(result.wins[0] as f64, n) * 100.0 / n);
    let claim = Claim::published(EC_RED_WINS).give_or_take(wins_error(EC_RED_WINS, 100.0));
    let mut cells = vec![cell("red wins of 100".into(), claim.errors(3.0).share_of(100.0), wins, error)];
    let statistics = result.statistics.as_ref().expect("they were asked for");
    for (name, published) in EC_TEST {
        let index = statistics.names.iter().position(|n| *n == name).expect("the game counts it");
        for (side, published) in ["red", "blue"].iter().zip(published) {
            let column = usize::from(*side == "blue") * statistics.names.len() + index;
            let mut games = Moments::default();
            result.each_game.iter().for_each(|g| games.add(g[column]));
            // Theirs is one sum over 100 games, which scatters as ours do. Three standard errors are 4 to 9 % of it.
            let theirs = 10.0 * games.variance().sqrt();
            let claim = Claim::published(published).give_or_take(theirs).errors(3.0);
            cells.push(cell(
                format!("{side} {name} in 100"),
                claim,
                100.0 * games.mean(),
                100.0 * games.stderr(),
            ));
        }
    }
    Ok(cells.into())
}
