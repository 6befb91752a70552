//! The published tables and figures, played again: ours beside theirs.

mod axis;
mod grid;
mod known;
mod la;
mod lucid;

use serde::Serialize;

use crate::Failure;
use crate::spec::unknown;
use crate::work::Work;

/// One number of a published table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// The experiment.
    pub id: String,
    /// The place in its table.
    pub cell: String,
    /// What was published.
    pub published: f64,
    /// Its standard error, where one is given or follows.
    pub published_stderr: Option<f64>,
    /// What was measured here.
    pub measured: f64,
    /// Its standard error.
    pub stderr: f64,
    /// The games behind it.
    pub games: u64,
    /// How the two compare.
    pub verdict: Verdict,
}

/// How a measured number compares with a published one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Within two combined standard errors, or within the stated tolerance.
    Reproduced,
    /// Outside, on the good side.
    Better,
    /// Outside, on the bad side.
    Worse,
    /// Outside, where there is no good side.
    Differs,
}

impl Verdict {
    /// In one word.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Reproduced => "reproduced",
            Verdict::Better => "better",
            Verdict::Worse => "worse",
            Verdict::Differs => "differs",
        }
    }

    /// Judges a difference (measured less published) against a tolerance; `higher` says whether more is better.
    fn of(difference: f64, tolerance: f64, higher: Option<bool>) -> Verdict {
        match higher {
            _ if difference.abs() <= tolerance => Verdict::Reproduced,
            None => Verdict::Differs,
            Some(higher) if (difference > 0.0) == higher => Verdict::Better,
            Some(_) => Verdict::Worse,
        }
    }
}

/// An experiment that can be run again by its name.
pub struct Experiment {
    /// The name on the command line.
    pub id: &'static str,
    /// What it is, with the paper and the table.
    pub about: &'static str,
    /// How many games it plays: in full, and in its quick form.
    pub games: (u64, u64),
    run: fn(&Experiment, u64, &Work) -> Result<Outcome, Failure>,
}

/// What an experiment gives.
pub struct Outcome {
    /// Its numbers.
    pub cells: Vec<Cell>,
    /// Its figures: a title and an SVG image.
    pub plots: Vec<(String, String)>,
}

impl From<Vec<Cell>> for Outcome {
    fn from(cells: Vec<Cell>) -> Self {
        Outcome { cells, plots: Vec::new() }
    }
}

impl Experiment {
    /// Runs it, in full or in its quick form.
    pub fn run(&self, quick: bool, work: &Work) -> Result<Outcome, Failure> {
        (self.run)(self, self.total(quick), work)
    }

    /// How many games it plays.
    pub fn total(&self, quick: bool) -> u64 {
        if quick { self.games.1 } else { self.games.0 }
    }
}

/// All experiments.
pub fn experiments() -> Vec<Experiment> {
    let families = [lucid::experiments(), grid::experiments(), axis::experiments(), la::experiments()];
    families.into_iter().flatten().collect()
}

/// An experiment by its name.
pub fn find<'a>(all: &'a [Experiment], id: &str) -> Result<&'a Experiment, Failure> {
    let names: Vec<&str> = all.iter().map(|e| e.id).collect();
    Ok(all.iter().find(|e| e.id == id).ok_or_else(|| unknown("experiment", id, &names))?)
}
