//! Tables 2 to 4 from theory: the exact mean gain of the moves that they list.
//!
//! The paper's values rest on simulated battles (10,000 each) and on assumptions about what follows them: survivors take empty
//! areas after the last turn, a tank that wins attacks again. Here each side has its turns and plays them as well as it can, unless
//! a move is given.

use sandtable_agents::automata::{Answers, Exact};
use sandtable_core::{BadInput, Problem, Squad};
use sandtable_games::axis::drill::{Drill, Situation};

use super::super::{Cell, Claim, Experiment, Measured};
use super::runs::Task;
use crate::Failure;

/// What the published battles and sums are taken to be good for.
pub(super) const TOLERANCE: f64 = 0.15;

/// A given move: everybody to a place, everybody but one unit of a kind, or nothing.
#[derive(Clone, Copy)]
enum Given {
    All(&'static str),
    /// Everybody through a province that is taken on the way.
    Through(&'static str, &'static str),
    /// All but the unit of this number.
    But(usize, &'static str),
    Stay,
}

impl Given {
    fn choices(self, drill: &mut Drill, here: &Situation) -> Vec<u16> {
        match self {
            Given::All(place) => drill.all_to(here, place),
            Given::Through(via, place) => drill.all_through(here, via, place),
            Given::But(unit, place) => {
                let mut choices = drill.all_to(here, place);
                choices[unit] = 0;
                choices
            }
            Given::Stay => {
                let mut choices = Vec::new();
                drill.options(here, &mut choices);
                choices.fill(0);
                choices
            }
        }
    }
}

/// The exact gain after moves that are given for both sides in turn (scripts need none); then both play as well as they can.
fn gain(drill: &mut Drill, given: &[Given]) -> Result<f64, BadInput> {
    let turns = drill.turns();
    let mut exact = Exact::new(turns, Answers::Best);
    let mut now = vec![(drill.start(), 1.0)];
    let (mut round, mut rest) = (0, given);
    let mut value = 0.0;
    loop {
        let mut next = Vec::new();
        let side = drill.side(&now[0].0);
        let mut script = Vec::new();
        let scripted = side == 1 && drill.script(&now[0].0, &mut script);
        let last = rest.len() == usize::from(!scripted);
        for (here, chance) in &now {
            let mut choices = Vec::new();
            if !drill.script(here, &mut choices) {
                choices = rest[0].choices(drill, here);
            }
            let mut moved = *here;
            drill.advance(&mut moved, &choices);
            if last && !scripted {
                value += chance * exact.after(drill, &moved, turns - round)?;
                continue;
            }
            let mut list = Vec::new();
            drill.outcomes(&moved, &mut list);
            next.extend(list.into_iter().map(|(s, p)| (s, p * chance)));
        }
        if last && !scripted {
            return Ok(drill.gain_of(value));
        }
        rest = if scripted { rest } else { &rest[1..] };
        round += side;
        now = next;
    }
}

/// A table's row: its words, its number, and moves whose gains are averaged.
type Row = (&'static str, f64, &'static [&'static [Given]]);

const TABLE_2: [Row; 5] = [
    ("table 2: infantry together, tank attacks", 2.69, &[&[Given::Stay, Given::All("south")]]),
    ("table 2: infantry split up, tank attacks", 0.19, &[&[Given::But(0, "north"), Given::All("north")]]),
    ("table 2: no attack by either side", 0.0, &[&[Given::Stay, Given::Stay, Given::Stay, Given::Stay]]),
    ("table 2: both infantry attack", -0.78, &[&[Given::All("west")]]),
    ("table 2: one infantry attacks", -1.44, &[&[Given::But(0, "west")]]),
];
/// Another reading of the first row: section 4.3.2 allows for a blitz.
const BLITZ: Row = (
    "table 2: infantry together, tank attacks through the empty area",
    2.69,
    &[&[Given::Stay, Given::Through("north", "south")]],
);
const TABLE_3: [Row; 4] = [
    ("table 3: three infantry defend", -4.0, &[&[Given::All("north"), Given::All("v")]]),
    ("table 3: two infantry defend", -17.7, &[&[Given::But(0, "north"), Given::All("v")]]),
    ("table 3: three infantry attack", -21.4, &[&[Given::All("north"), Given::Stay, Given::All("v")]]),
    ("table 3: no movement", -30.0, &[&[Given::Stay, Given::Stay, Given::Stay]]),
];
const TABLE_4: [Row; 4] = [
    ("table 4: all attack in the second turn", 11.6, &[&[Given::Stay, Given::All("middle")]]),
    (
        "table 4: all but one (no tank) attack in the second turn",
        5.6,
        &[&[Given::Stay, Given::But(0, "middle")], &[Given::Stay, Given::But(2, "middle")]],
    ),
    ("table 4: no movement", 0.0, &[&[Given::Stay, Given::Stay]]),
    ("table 4: all attack in the first turn", -10.3, &[&[Given::All("middle"), Given::Stay]]),
];

/// The cells of the scenario's table.
pub(super) fn exact(experiment: &Experiment, task: Task) -> Result<Vec<Cell>, Failure> {
    let (rows, readings): (&[Row], &[Row]) = match task {
        Task::One => (&TABLE_2, &[BLITZ]),
        Task::Two => (&TABLE_3, &[]),
        Task::Three => (&TABLE_4, &[]),
    };
    let mut drill = task.drill()?;
    let claims = rows.iter().map(|row| (row, Claim::published as fn(f64) -> Claim));
    let claims = claims.chain(readings.iter().map(|row| (row, Claim::derived as fn(f64) -> Claim)));
    let mut cells = Vec::new();
    for ((what, published, lines), claim) in claims {
        let mut mean = 0.0;
        for line in *lines {
            mean += gain(&mut drill, line)? / lines.len() as f64;
        }
        cells.push(claim(*published).within(TOLERANCE).cell(experiment, *what, Measured::exact(mean)));
    }
    Ok(cells)
}
