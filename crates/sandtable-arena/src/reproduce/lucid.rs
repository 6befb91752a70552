//! Tables 3.1 and 3.2 of the FFI report: the reference players against each other, with and without luck correction.

use super::{Cell, Claim, Experiment, Lab, Measured, Outcome};
use crate::luck::Method;
use crate::matchup::Matchup;
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
/// about a fifth of it.
const FACTOR_ERROR: f64 = 0.2;

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
            about: "FFI table 3.2: how many times fewer games the luck correction needs, and ours",
            games: (30 * 100_000, 30 * 2_000),
            run: table_3_2,
        },
    ]
}

/// Blue's mean in one pairing, with one correction.
fn pairing(
    (blue, red): (&str, &str),
    luck: Method,
    games: u64,
    seed: u64,
    lab: &Lab,
) -> Result<Measured, Failure> {
    lab.keep(&format!("{blue} v {red}, {luck:?}, {games} games, seed {seed}"), |work| {
        let matchup = Matchup { seed, luck, ..Matchup::plain(&[blue, red], games) };
        let result = registry::open("lucid")?.run_match(&matchup, work, None)?;
        let estimate = result.luck.estimate;
        let stderr = estimate.stderr[0].expect("a table has far more games than terms");
        Ok(Measured { value: estimate.mean[0], stderr, games: result.games })
    })
}

/// The results of the same games without correction, with the simple and with the expanded model.
fn three_ways(pair: (&str, &str), games: u64, lab: &Lab) -> Result<[Measured; 3], Failure> {
    Ok([
        pairing(pair, Method::None, games, 1, lab)?,
        pairing(pair, Method::Simple, games, 1, lab)?,
        pairing(pair, Method::Expanded, games, 1, lab)?,
    ])
}

fn table_3_1(experiment: &Experiment, games: u64, lab: &Lab) -> Result<Outcome, Failure> {
    let mut cells = Vec::new();
    for (b, blue) in BLUES.iter().enumerate() {
        for (r, red) in REDS.iter().enumerate() {
            let results = three_ways((blue, red), games / 18, lab)?;
            for (m, measured) in results.into_iter().enumerate() {
                let (published, published_stderr) = TABLE_3_1[b][m][r];
                let claim = Claim::published(published).give_or_take(published_stderr);
                let claim = claim.within(if r == 0 { 0.0 } else { EXPERT_TOLERANCE });
                let name = format!("{blue} v {red}, {}", ["none", "simple", "expanded"][m]);
                cells.push(claim.cell(experiment, name, measured));
            }
        }
    }
    Ok(cells.into())
}

fn table_3_2(experiment: &Experiment, games: u64, lab: &Lab) -> Result<Outcome, Failure> {
    let mut cells = Vec::new();
    for (b, blue) in BLUES.iter().enumerate() {
        for (r, red) in REDS.iter().enumerate() {
            let results = three_ways((blue, red), games / 30, lab)?;
            let variance = |m: usize| results[m].stderr.powi(2);
            let comparisons =
                [("none v simple", 0, 1), ("none v expanded", 0, 2), ("simple v expanded", 1, 2)];
            for (c, (name, from, to)) in comparisons.into_iter().enumerate() {
                let published = TABLE_3_2[b][c][r];
                let measured = variance(from) / variance(to);
                // Both variances come from the same games; each alone has a relative error of √(2/n).
                let stderr = measured * 2.0 / (results[0].games as f64).sqrt();
                let claim = Claim::published(published).give_or_take(FACTOR_ERROR * published);
                let measured = Measured { value: measured, stderr, games: results[0].games };
                cells.push(claim.better_if_higher(true).cell(
                    experiment,
                    format!("{blue} v {red}, {name}"),
                    measured,
                ));
            }
            // Against the better of the report's models: ours should need fewer games in every pairing.
            let expanded = pairing((blue, red), Method::Expanded, games / 30, 2, lab)?;
            let learned = pairing((blue, red), Method::Value, games / 30, 2, lab)?;
            let value = variance(0) / learned.stderr.powi(2);
            let measured =
                Measured { value, stderr: value * 2.0 / (learned.games as f64).sqrt(), games: learned.games };
            let claim = Claim::derived(TABLE_3_2[b][1][r]).better_if_higher(true);
            cells.push(claim.cell(experiment, format!("{blue} v {red}, none v value"), measured));
            for (method, corrected) in [("expanded", expanded), ("value", learned)] {
                let name = format!("{blue} v {red}, {method} less none");
                cells.push(bias(experiment, name, corrected, results[0]));
            }
        }
    }
    Ok(cells.into())
}

/// The corrected mean of other games less the plain mean: zero, if the correction is as unbiased as it should be.
fn bias(experiment: &Experiment, name: String, corrected: Measured, plain: Measured) -> Cell {
    let (value, stderr) = (corrected.value - plain.value, corrected.stderr.hypot(plain.stderr));
    let measured = Measured { value, stderr, games: plain.games };
    Claim::theory(0.0).scale(plain.value).cell(experiment, name, measured)
}
