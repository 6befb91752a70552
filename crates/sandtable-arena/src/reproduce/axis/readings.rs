//! Readings of what the paper leaves open, and how well each of them fits its tables as a whole.
//!
//! The criterion is the sum over all cells of tables I to V of the squared difference between measured and published, in units of half the
//! tolerance of the cell's verdict: a standard error of the difference where one is known. About one a cell is what the
//! paper itself would get. A cell without any game to measure counts as ten errors.

use super::super::{Claim, Experiment, Lab, Measured, Outcome};
use super::{Judged, TABLES, judge};
use crate::Failure;

/// How the paper is read.
pub struct Reading {
    /// What each nation begins with, as the game's parameter has it.
    pub money: &'static str,
    /// How a game is won.
    pub victory: &'static str,
    /// The parameters of `dls` beside its depth.
    pub dls: &'static str,
}

/// The reading that `reproduce` plays: the one whose shares of wins, which the paper's claims rest on, are closest. Others come closer
/// in lengths, at the cost of table I (docs/axis.md).
pub const READING: Reading = reading("31", "held", "cash=no");

/// The readings that were tried, that of earlier releases first.
const TRIED: [Reading; 9] = [
    reading("file", "capitals", "cash=yes"),
    reading("31", "capitals", "cash=no"),
    READING,
    reading("31", "held", "cash=no,share=20"),
    reading("31", "held", "cash=no,share=10"),
    reading("31", "held", "cash=no,share=0"),
    reading("31", "held", "cash=no,share=10,battles=dice"),
    reading("31", "capitals", "cash=no,share=10"),
    reading("31", "provinces", "cash=no,share=10"),
];

/// The dice on which readings are compared. The one that is played was taken with the tables' own dice in sight as well.
const SEED: u64 = 2;
/// What a cell without games counts.
const MISSING: f64 = 100.0;

const fn reading(money: &'static str, victory: &'static str, dls: &'static str) -> Reading {
    Reading { money, victory, dls }
}

impl Reading {
    /// A player of a table as this reading has it.
    pub fn player(&self, name: &str) -> String {
        if name.starts_with("dls:") { format!("{name},{}", self.dls) } else { name.to_string() }
    }
}

/// How many games a reading takes with so many in each column.
pub const fn games(each: u64) -> u64 {
    TRIED.len() as u64 * 7 * each
}

/// How far a reading is from the tables: the sum of squares, and the cells within their tolerance.
fn distance(cells: &[Option<Judged>]) -> (f64, usize) {
    let square = |cell: &Option<Judged>| cell.as_ref().map_or(MISSING, |c| c.error().powi(2));
    let within = cells.iter().flatten().filter(|c| c.error().abs() <= 2.0);
    (cells.iter().map(square).sum(), within.count())
}

/// Plays all tables with every reading.
pub fn run(experiment: &Experiment, total: u64, work: &Lab) -> Result<Outcome, Failure> {
    let each = total / games(1);
    let mut cells = Vec::new();
    for reading in &TRIED {
        let mut judged = Vec::new();
        for pairing in &TABLES {
            judge(pairing, reading, each, SEED, work, |_, cells| judged.extend(cells))?;
        }
        let (squares, within) = distance(&judged);
        let Reading { money, victory, dls } = reading;
        let mut cell = |what: &str, ideal: f64, measured: f64| {
            let name = format!("money={money},victory={victory}; {dls}: {what}");
            let measured = Measured { games: 7 * each, ..Measured::exact(measured) };
            cells.push(Claim::theory(ideal).cell(experiment, name, measured));
        };
        cell("sum of squares", judged.len() as f64, squares);
        cell("cells reproduced", judged.len() as f64, within as f64);
    }
    Ok(cells.into())
}
