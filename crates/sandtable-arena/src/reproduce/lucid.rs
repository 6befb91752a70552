//! Tables 3.1 and 3.2 of the FFI report: the reference players against each other, with and without luck correction.

use super::{Cell, Experiment, Outcome, Verdict};
use crate::luck::{Estimate, Method};
use crate::matchup::{MatchResult, Matchup};
use crate::work::Work;
use crate::{Failure, registry};

const BLUES: [&str; 2] = ["simple-blue", "one-axis-blue"];
const REDS: [&str; 3] = ["simple-red", "axes-exp-red", "dist-exp-red"];

/// Table 3.1: mean and standard error from 100 games, by Blue player, correction and Red player.
const TABLE_3_1: [[[(f64, f64); 3]; 3]; 2] = [
    [
        [(4.39, 0.26), (4.52, 0.30), (3.78, 0.29)],
        [(4.21, 0.09), (4.11, 0.11), (3.86, 0.09)],
        [(4.21, 0.05), (3.98, 0.08), (3.95, 0.07)],
    ],
    [
        [(12.76, 0.28), (4.89, 0.33), (5.50, 0.34)],
        [(12.75, 0.06), (5.21, 0.13), (5.37, 0.14)],
        [(12.78, 0.06), (5.31, 0.10), (5.34, 0.11)],
    ],
];

/// Table 3.2: how many times more games, by Blue player, comparison and Red player.
const TABLE_3_2: [[[f64; 3]; 3]; 2] = [
    [[8.4, 7.0, 9.8], [23.4, 13.8, 17.9], [2.8, 2.0, 1.8]],
    [[20.2, 5.9, 5.8], [24.7, 10.4, 10.2], [1.2, 1.8, 1.7]],
];

/// The expert players are described in words only, so their means need to come only this close.
const EXPERT_TOLERANCE: f64 = 0.3;

/// A published factor is a ratio of two variances that were estimated from 100 games each: its own standard error is
/// about a fifth of it, and two of those count as agreement.
const FACTOR_TOLERANCE: f64 = 0.4;

pub fn experiments() -> Vec<Experiment> {
    vec![
        Experiment {
            id: "lucid-3.1",
            about: "FFI table 3.1: mean results of the reference players, with and without luck correction",
            games: (18 * 100_000, 18 * 2_000),
            run: table_3_1,
        },
        Experiment {
            id: "lucid-3.2",
            about: "FFI table 3.2: how many times fewer games the luck correction needs",
            games: (24 * 100_000, 24 * 2_000),
            run: table_3_2,
        },
    ]
}

/// One pairing, with one correction.
fn pairing(
    (blue, red): (&str, &str),
    luck: Method,
    games: u64,
    seed: u64,
    work: &Work,
) -> Result<MatchResult, Failure> {
    let matchup = Matchup { seed, luck, ..Matchup::plain(&[blue, red], games) };
    registry::open("lucid")?.run_match(&matchup, work, None)
}

/// Blue's mean with its standard error; a table has far more games than terms.
fn mean_of(estimate: &Estimate) -> (f64, f64) {
    (estimate.mean[0], estimate.stderr[0].expect("thousands of games"))
}

/// The results of the same games without correction, with the simple and with the expanded model.
fn three_ways(pair: (&str, &str), games: u64, work: &Work) -> Result<[MatchResult; 3], Failure> {
    Ok([
        pairing(pair, Method::None, games, 1, work)?,
        pairing(pair, Method::Simple, games, 1, work)?,
        pairing(pair, Method::Expanded, games, 1, work)?,
    ])
}

fn table_3_1(experiment: &Experiment, games: u64, work: &Work) -> Result<Outcome, Failure> {
    let mut cells = Vec::new();
    for (b, blue) in BLUES.iter().enumerate() {
        for (r, red) in REDS.iter().enumerate() {
            let results = three_ways((blue, red), games / 18, work)?;
            for (m, result) in results.iter().enumerate() {
                let (published, published_stderr) = TABLE_3_1[b][m][r];
                let (measured, stderr) = mean_of(&result.luck.estimate);
                let tolerance = match r {
                    0 => 2.0 * stderr.hypot(published_stderr),
                    _ => EXPERT_TOLERANCE.max(2.0 * stderr.hypot(published_stderr)),
                };
                cells.push(Cell {
                    id: experiment.id.into(),
                    cell: format!("{blue} v {red}, {}", ["none", "simple", "expanded"][m]),
                    published,
                    published_stderr: Some(published_stderr),
                    measured,
                    stderr,
                    games: result.games,
                    verdict: Verdict::of(measured - published, tolerance, None),
                });
            }
        }
    }
    Ok(cells.into())
}

fn table_3_2(experiment: &Experiment, games: u64, work: &Work) -> Result<Outcome, Failure> {
    let mut cells = Vec::new();
    for (b, blue) in BLUES.iter().enumerate() {
        for (r, red) in REDS.iter().enumerate() {
            let results = three_ways((blue, red), games / 24, work)?;
            let variance = |m: usize| mean_of(&results[m].luck.estimate).1.powi(2);
            let comparisons =
                [("none v simple", 0, 1), ("none v expanded", 0, 2), ("simple v expanded", 1, 2)];
            for (c, (name, from, to)) in comparisons.into_iter().enumerate() {
                let published = TABLE_3_2[b][c][r];
                let measured = variance(from) / variance(to);
                // Both variances come from the same games; each alone has a relative error of √(2/n).
                let stderr = measured * 2.0 / (results[0].games as f64).sqrt();
                let tolerance = (FACTOR_TOLERANCE * published).hypot(2.0 * stderr);
                cells.push(Cell {
                    id: experiment.id.into(),
                    cell: format!("{blue} v {red}, {name}"),
                    published,
                    published_stderr: None,
                    measured,
                    stderr,
                    games: results[0].games,
                    verdict: Verdict::of(measured - published, tolerance, Some(true)),
                });
            }
            cells.push(bias(experiment, (blue, red), &results[0], work)?);
        }
    }
    Ok(cells.into())
}

/// The corrected mean of other games less the plain mean: zero, if the correction is as unbiased as it should be.
fn bias(
    experiment: &Experiment,
    pair: (&str, &str),
    raw: &MatchResult,
    work: &Work,
) -> Result<Cell, Failure> {
    let other = pairing(pair, Method::Expanded, raw.games, 2, work)?;
    let ((corrected, corrected_error), (plain, plain_error)) =
        (mean_of(&other.luck.estimate), mean_of(&raw.score));
    let (measured, stderr) = (corrected - plain, corrected_error.hypot(plain_error));
    Ok(Cell {
        id: experiment.id.into(),
        cell: format!("{} v {}, expanded less none", pair.0, pair.1),
        published: 0.0,
        published_stderr: None,
        measured,
        stderr,
        games: raw.games,
        verdict: Verdict::of(measured, 2.0 * stderr, None),
    })
}
