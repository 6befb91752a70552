//! The published tables and figures, played again: ours beside theirs.

mod axis;
mod claim;
mod fuzzy;
mod grid;
mod known;
mod la;
mod lab;
mod ledger;
mod lucid;
mod nets;
mod opaque;
mod page;
mod risk;
mod summary;

use std::time::Instant;

pub use claim::{Claim, Kind, Measured};
pub use lab::Lab;
pub use ledger::Ledger;
pub use page::page;
use serde::{Deserialize, Serialize};
pub use summary::{Reason, Summary, Tally};

use crate::Failure;
use crate::report::{Bar, whiskers};
use crate::spec::unknown;
use crate::work::Work;

/// One number of a published table; a [`Claim`] makes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// The experiment.
    pub id: String,
    /// The place in its table.
    pub cell: String,
    /// Where the number beside the measured one comes from.
    pub kind: Kind,
    /// That number.
    pub published: f64,
    /// Its standard error, where one is given or follows.
    pub published_stderr: Option<f64>,
    /// What was measured here.
    pub measured: f64,
    /// Its standard error.
    pub stderr: f64,
    /// Its interval of 95 %.
    pub interval: [f64; 2],
    /// The games behind it.
    pub games: u64,
    /// How the two compare.
    pub verdict: Verdict,
    /// Why they differ, where they do and somebody found out.
    pub explanation: Option<String>,
}

/// How a measured number compares with a published one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Within two combined standard errors, or within the stated tolerance, by games that could have told otherwise.
    Reproduced,
    /// Outside, on the good side.
    Better,
    /// Outside, on the bad side.
    Worse,
    /// Outside, where there is no good side.
    Differs,
    /// The games could not have told otherwise.
    #[serde(rename = "too few games")]
    TooFew,
}

impl Verdict {
    /// In a word or three.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Reproduced => "reproduced",
            Verdict::Better => "better",
            Verdict::Worse => "worse",
            Verdict::Differs => "differs",
            Verdict::TooFew => "too few games",
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
    run: fn(&Experiment, u64, &Lab) -> Result<Outcome, Failure>,
}

/// What an experiment gives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// Runs it, in full or in its quick form; nothing is kept.
    pub fn run(&self, quick: bool, work: &Work) -> Result<Outcome, Failure> {
        let mut outcome = (self.run)(self, self.total(quick), &Lab::new(self, quick, None, work))?;
        outcome.cells.iter_mut().for_each(known::explain);
        Ok(outcome)
    }

    /// How many games it plays.
    pub fn total(&self, quick: bool) -> u64 {
        if quick { self.games.1 } else { self.games.0 }
    }

    /// Whose numbers it looks at.
    pub fn paper(&self) -> &'static Paper {
        let family = self.id.split('-').next().unwrap_or_default();
        PAPERS.iter().find(|paper| paper.family == family).unwrap_or(&PAPERS[PAPERS.len() - 1])
    }

    /// About how many microseconds a game takes on two cores, so that the time left can be told.
    fn pace(&self) -> u64 {
        let seconds = TIMES.iter().find(|(id, _)| *id == self.id).map_or(60, |(_, seconds)| *seconds);
        (1_000_000 * seconds / self.games.0.max(1)).max(1)
    }
}

/// A paper whose numbers are played again.
#[derive(Debug, PartialEq, Eq)]
pub struct Paper {
    /// How the ids of its experiments begin.
    family: &'static str,
    /// Its short name.
    pub name: &'static str,
    /// Authors and title.
    pub title: &'static str,
}

const fn paper(family: &'static str, name: &'static str, title: &'static str) -> Paper {
    Paper { family, name, title }
}

/// The papers, in the order of their experiments.
static PAPERS: [Paper; 6] = [
    paper(
        "lucid",
        "FFI",
        "Halck, Sendstad, Braathen and Dahl, Decision making in simplified land combat models (2000)",
    ),
    paper("grid", "IR", "A Game of Intelligent Risk"),
    paper(
        "axis",
        "dls",
        "St-Pierre, Winands and Watt, A Selective Move Generator for the Game Axis and Allies (2010)",
    ),
    paper("la", "LA", "Lie, Playing Axis & Allies Revised Using Learning Automata (2009)"),
    paper("risk", "KTH", "Blomqvist, Playing the Game of Risk with an AlphaZero Agent (2020)"),
    paper("", "other", "Studies of our own"),
];

/// Seconds that experiments take in full, about, on two cores; a minute for those that are not named.
const TIMES: [(&str, u64); 28] = [
    ("risk-5.1", 60),
    ("risk-5.2", 1_500),
    ("risk-5.3", 1_800),
    ("risk-5.4", 1_800),
    ("risk-fig5.1", 10),
    ("opaque-belief", 180),
    ("opaque-blind", 90),
    ("lucid-3.1", 10),
    ("lucid-3.2", 13),
    ("lucid-fuzzy", 10),
    ("lucid-7.4", 20),
    ("lucid-7.5", 90),
    ("grid-ec", 2),
    ("grid-4.4.3", 1),
    ("grid-4.5.5a", 5),
    ("grid-4.5.5b", 2),
    ("grid-4.6.3a", 2),
    ("grid-4.6.3b", 4),
    ("grid-4.6.3c", 4),
    ("grid-5.4b", 4),
    ("grid-4.6a", 10),
    ("grid-environments", 6),
    ("la-1", 900),
    ("la-2", 540),
    ("la-3", 60),
    ("la-4", 420),
    ("la-5", 45),
    ("la-close", 30),
];

/// All experiments.
pub fn experiments() -> Vec<Experiment> {
    let families = [
        lucid::experiments(),
        nets::experiments(),
        fuzzy::experiments(),
        opaque::experiments(),
        grid::experiments(),
        axis::experiments(),
        la::experiments(),
        risk::experiments(),
    ];
    families.into_iter().flatten().collect()
}

/// An experiment by its name.
pub fn find<'a>(all: &'a [Experiment], id: &str) -> Result<&'a Experiment, Failure> {
    let names: Vec<&str> = all.iter().map(|e| e.id).collect();
    Ok(all.iter().find(|e| e.id == id).ok_or_else(|| unknown("experiment", id, &names))?)
}

/// An experiment that has been run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Section {
    /// The experiment.
    pub id: String,
    /// What it is.
    pub about: String,
    /// Its paper's short name.
    pub paper: String,
    /// Its numbers.
    pub cells: Vec<Cell>,
    /// Its figures: a title and an SVG image.
    pub plots: Vec<(String, String)>,
    /// How long it took.
    pub seconds: f64,
}

impl Section {
    /// All its figures: published beside measured, and those of its own.
    pub fn drawings(&self) -> Vec<(String, String)> {
        let bar = |c: &Cell| Bar {
            label: c.cell.clone(),
            value: c.measured,
            range: (c.interval[0], c.interval[1]),
            reference: Some((c.published, c.published_stderr.unwrap_or(0.0))),
        };
        let bars: Vec<Bar> = self.cells.iter().map(bar).collect();
        let axis = "dots: measured, with intervals of 95 %; squares: published, with two standard errors";
        let overview = (format!("{}: published and measured", self.id), whiskers("", axis, &bars));
        std::iter::once(overview).chain(self.plots.iter().cloned()).collect()
    }
}

/// Runs experiments one after the other. What the ledger has is not measured again, what is measured it keeps.
///
/// Progress is counted in [`units`], which take about the same time each. `news` hears which experiment begins.
pub fn run(
    chosen: &[&Experiment],
    quick: bool,
    ledger: Option<&Ledger>,
    work: &Work,
    news: &dyn Fn(&Experiment),
) -> Result<Vec<Section>, Failure> {
    let mut sections = Vec::new();
    for experiment in chosen {
        news(experiment);
        let progress = |games: u64| (work.progress)(games * experiment.pace());
        let paced = Work { progress: &progress, stop: work.stop, threads: work.threads };
        let whole = Lab::whole(experiment, quick, ledger, &paced);
        let (mut outcome, seconds) = whole.keep("whole", |work| {
            let began = Instant::now();
            let lab = Lab::new(experiment, quick, ledger, work);
            let outcome = (experiment.run)(experiment, experiment.total(quick), &lab)?;
            Ok((outcome, lab.seconds().max(began.elapsed().as_secs_f64())))
        })?;
        outcome.cells.iter_mut().for_each(known::explain);
        let Outcome { cells, plots } = outcome;
        let (id, about) = (experiment.id.into(), experiment.about.into());
        let paper = experiment.paper().name.into();
        sections.push(Section { id, about, paper, cells, plots, seconds });
    }
    Ok(sections)
}

/// How much work that is: microseconds, about, on two cores.
pub fn units(chosen: &[&Experiment], quick: bool) -> u64 {
    chosen.iter().map(|e| e.total(quick) * e.pace()).sum()
}
