//! Chapter 6 of the FFI report: a net that learns from playing itself, and what it needs for that.
//!
//! The report prints "about" and no errors: Blue gets nothing through before the training, about 5.5 pieces after some 10,000 games, and
//! about 7 with lines of supply; without random moves Blue never learns to advance. How many games these means rest on is not said.

use std::path::PathBuf;

use sandtable_core::spec::Spec;
use sandtable_core::train::Training;
use serde::{Deserialize, Serialize};

use super::{Claim, Experiment, Lab, Measured, Outcome};
use crate::luck::Method;
use crate::matchup::Matchup;
use crate::report::{Series, lines};
use crate::{Failure, registry, train};

/// What "about" allows.
const ABOUT: f64 = 0.5;
/// Rounds of a training: the report counts about 10,000 games, here they come in as many rounds as exams are wanted twice over.
const ROUNDS: u32 = 50;
/// Methods that are trained, with what the report says of the trained net as Blue against `dist-exp-red`, and how its moves are constrained.
const TRAININGS: [(&str, &str, f64); 3] =
    [("report", "global", 5.5), ("supply", "supply", 7.0), ("timid", "global", 0.0)];
/// Games of a match that judges a net, beside the games of a training.
const MATCH: u64 = 2_000;

pub fn experiments() -> Vec<Experiment> {
    vec![Experiment {
        id: "lucid-nn",
        about: "FFI chapter 6: nets that learn from playing themselves, before and after, and the nets that come with the program",
        games: (3 * 10_000 + 7 * MATCH, 3 * 300 + 7 * 60),
        run: nets,
    }]
}

/// A net that was trained, as a file, and its exams.
#[derive(Serialize, Deserialize)]
struct Trained {
    text: String,
    history: Vec<f64>,
}

/// A file that is gone when nobody needs it any more.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Result<Scratch, Failure> {
        let folder = std::env::temp_dir().join(format!("sandtable-nets-{}", std::process::id()));
        std::fs::create_dir_all(&folder)
            .map_err(|e| Failure::BadInput(format!("cannot make {}: {e}", folder.display())))?;
        Ok(Scratch(folder.join(name)))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        for extension in ["net", "state"] {
            let _ = std::fs::remove_file(self.0.with_extension(extension));
        }
        let _ = self.0.parent().map(std::fs::remove_dir);
    }
}

fn trained(method: &str, games: u64, lab: &Lab) -> Result<Trained, Failure> {
    let rounds = ROUNDS.min((games / 20).max(1) as u32);
    lab.keep(&format!("{method}, {rounds} rounds, {games} games, seed 1"), |work| {
        let scratch = Scratch::new(&format!("{method}.net"))?;
        let training = Training {
            game: Spec::parse("lucid")?,
            agent: Spec::parse("net")?,
            method: method.into(),
            opponents: vec!["dist-exp-red".into()],
            from: Vec::new(),
            rounds,
            games: games / u64::from(rounds),
            seed: 1,
            out: scratch.0.clone(),
            fresh: true,
        };
        let learned = train::run(&training, work, &|_| ())?;
        Ok(Trained { text: learned.player, history: learned.history })
    })
}

/// Blue's luck-corrected mean.
fn judged(seats: [&str; 2], name: &str, games: u64, lab: &Lab) -> Result<Measured, Failure> {
    lab.keep(&format!("{name}, {games} games, seed 2"), |work| {
        let matchup = Matchup { seed: 2, luck: Method::Expanded, ..Matchup::plain(&seats, games) };
        let result = registry::open("lucid")?.run_match(&matchup, work, None)?;
        let estimate = result.luck.estimate;
        let stderr = estimate.stderr[0].expect("there are more games than terms");
        Ok(Measured { value: estimate.mean[0], stderr, games: result.games })
    })
}

fn nets(experiment: &Experiment, games: u64, lab: &Lab) -> Result<Outcome, Failure> {
    let match_games = if games < experiment.games.0 { 60 } else { MATCH };
    let training_games = (games - 7 * match_games) / TRAININGS.len() as u64;
    let (mut cells, mut series) = (Vec::new(), Vec::new());
    for (method, within, published) in TRAININGS {
        let net = trained(method, training_games, lab)?;
        let scratch = Scratch::new(&format!("{method}-played.net"))?;
        std::fs::write(&scratch.0, &net.text)
            .map_err(|e| Failure::BadInput(format!("cannot write {}: {e}", scratch.0.display())))?;
        let blue = format!("net:{},within={within},refine=0", scratch.0.display());
        let name = format!("net by {method} v dist-exp-red, {training_games} games of training");
        let measured = judged([&blue, "dist-exp-red"], &name, match_games, lab)?;
        let claim = Claim::published(published).within(ABOUT).scale(5.5);
        let claim = if method == "timid" { claim } else { claim.better_if_higher(true) };
        cells.push(claim.cell(experiment, name, measured));
        series.push(Series { name: method.into(), values: net.history });
    }
    for (within, published) in [("global", 5.5), ("supply", 7.0)] {
        let name = format!("net that comes with the program, within={within}, v dist-exp-red");
        let blue = format!("net:within={within}");
        let measured = judged([&blue, "dist-exp-red"], &name, match_games, lab)?;
        let claim = Claim::derived(published).within(ABOUT).better_if_higher(true);
        cells.push(claim.cell(experiment, name, measured));
    }
    for (blue, published) in [("one-axis-blue", 5.34), ("simple-blue", 3.95)] {
        let name = format!("{blue} v net that comes with the program");
        let measured = judged([blue, "net"], &name, match_games, lab)?;
        // What the report's best Red lets through.
        cells.push(
            Claim::derived(published).within(ABOUT).better_if_higher(false).cell(experiment, name, measured),
        );
    }
    let plot = (
        "Chapter 6: Blue's pieces in the goal against dist-exp-red, over the trainings".into(),
        lines("exam", &series),
    );
    Ok(Outcome { cells, plots: vec![plot] })
}
