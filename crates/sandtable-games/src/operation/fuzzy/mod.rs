//! The fuzzy logic agent of FFI/RAPPORT-2000/04403, chapter 7: Red as in the report, and its mirror image for Blue (section 7.3).
//!
//! Three modules in a row. PLAN compares how both sides are spread over the left and the right half of the board, and asks for so many own pieces in each:
//! areas for the generator of moves, which are eased until it finds some. COA1 rates the threat in each node of the two northern rows after a
//! move, COA2 makes a priority out of the mean threats of both rows. The move with the highest priority is played.
//!
//! What the report leaves open, and how it is read here:
//! - Strength is read as s/(s+1), which has no division by zero: ½ is balance, 1 all of the enemy's weight on the left.
//! - A position keeps no history, so the turns that the enemy has won are those that it must have had to come this far.
//! - Wanted pieces are rounded to the nearest whole number.
//! - The number of moves that is limited is the length of the list.
//! - Blue's force in a node may count Blue further south on its axis ([`RuleBase::further`]); 0 is the literal reading.
//! - A mirrored Blue sends into the goal whoever can go there: no row rates those pieces any more.

mod courses;
mod file;
mod genes;
pub mod learn;
mod partition;
pub mod plan;

use std::sync::Arc;

pub use courses::Courses;
pub use genes::GENES;
pub use partition::Partition;

use sandtable_core::catalog::read_file;
use sandtable_core::curve::{Curve, Series};
use sandtable_core::{Args, BadInput, Choosing, Counsel, Kit, Param, Policy, Rng, Thought};

use super::players::planner::{Planner, Proper, Stance};
use super::rules::Operation;
use super::state::{Action, Phase, Side, State};

/// What comes with the program: Blue's and Red's.
const SHIPPED: [(&str, &str); 2] = [
    ("blue.fuzzy", include_str!("../../../../../data/fuzzy/blue.fuzzy")),
    ("red.fuzzy", include_str!("../../../../../data/fuzzy/red.fuzzy")),
];

/// Red's before it was tuned: the report's "human" parameters are lost, these were chosen by hand, after a few matches.
const JUDGED: (&str, &str) = ("red-judged.fuzzy", include_str!("../../../../../data/fuzzy/red-judged.fuzzy"));

/// How PLAN's output becomes a number of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correction {
    /// As in the report, where the moving rate and the term that it is multiplied with both carry the sign.
    Printed,
    /// With the size of the moving rate, and a term that vanishes where the ratios match, as the report's text asks for.
    Mended,
}

impl Correction {
    const NAMES: [(&'static str, Correction); 2] =
        [("printed", Correction::Printed), ("mended", Correction::Mended)];
}

/// The general constraints of section 7.1.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most moves that are listed.
    pub moves: u32,
    /// The most pieces that go each way; the other two ways are free.
    pub west: u8,
    /// To the east.
    pub east: u8,
    /// Against the enemy: south for Red, and for the mirrored Blue north.
    pub ahead: u8,
    /// The most nodes that are occupied after the move.
    pub nodes: u8,
    /// How often one piece less is asked for in both halves before the side stays.
    pub ease: u8,
}

/// Seven partitions, three sets of rules and the parameters of the constraints: everything that a rule file says.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleBase {
    /// Whose rules these are.
    pub side: Side,
    /// The enemy's weight on the left, beside one's own: weak, even, strong.
    pub strength: Partition<3>,
    /// Time left: late, early.
    pub time: Partition<2>,
    /// The size of the moving rate: zero, small, large.
    pub rate: Partition<3>,
    /// Pieces in a node: none, medium, high.
    pub force: Partition<3>,
    /// The threat in a node: P1 to P9.
    pub threat: Partition<9>,
    /// The mean threat in a row: low, medium, high.
    pub row: Partition<3>,
    /// The priority of a move: Q1 to Q9.
    pub priority: Partition<9>,
    /// PLAN: the moving rate by strength and time; negative sets go right.
    pub plan: [[i8; 2]; 3],
    /// COA1: the threat by Red's force and Blue's.
    pub coa1: [[u8; 3]; 3],
    /// COA2: the priority by the threat in the row before the last and in the last.
    pub coa2: [[u8; 3]; 3],
    /// The general constraints.
    pub limits: Limits,
    /// How many pieces PLAN's output comes to.
    pub correction: Correction,
    /// What a Blue piece one node further south on the axis adds to Blue's force, beside one in the node; the square of it two nodes further, and so on.
    pub further: f64,
}

/// A partition for people: its name, and its sets with their midpoints.
#[derive(Clone, Debug, PartialEq)]
pub struct Curves {
    /// What it divides.
    pub name: &'static str,
    /// The sets, ascending: each is a triangle between its neighbours' midpoints.
    pub sets: Vec<(&'static str, f64)>,
}

impl Curves {
    /// The triangles, for a small plot.
    pub fn drawn(&self) -> Curve {
        let corners = |i: usize| {
            let neighbours = [i.checked_sub(1), Some(i), Some(i + 1)];
            let known = neighbours.into_iter().flatten().filter_map(|n| Some((n, self.sets.get(n)?.1)));
            known.map(|(n, x)| (x, f64::from(u8::from(n == i)))).collect()
        };
        let series = self.sets.iter().enumerate();
        let series = series.map(|(i, (name, _))| Series { name: name.to_string(), points: corners(i) });
        Curve {
            title: format!("sets of {}", self.name),
            x: self.name.into(),
            y: "membership".into(),
            series: series.collect(),
            at: None,
        }
    }
}

/// The partitions' names and those of their sets, in the order of a file.
const PARTITIONS: [(&str, &[&str]); 7] = [
    ("strength", &["weak", "even", "strong"]),
    ("time", &["late", "early"]),
    ("rate", &["zero", "small", "large"]),
    ("force", &["none", "medium", "high"]),
    ("threat", &["P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9"]),
    ("row", &["low", "medium", "high"]),
    ("priority", &["Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7", "Q8", "Q9"]),
];

impl RuleBase {
    /// The one that comes with the program for a side.
    pub fn shipped(side: Side) -> RuleBase {
        let (name, text) = SHIPPED[side as usize];
        RuleBase::parse(name, text).expect("a shipped rule file is sound")
    }

    /// Red's rules as they were judged before any tuning.
    pub fn judged() -> RuleBase {
        RuleBase::parse(JUDGED.0, JUDGED.1).expect("a shipped rule file is sound")
    }

    /// The same rules with PLAN's equation as the report prints it.
    pub fn printed(&self) -> RuleBase {
        RuleBase { correction: Correction::Printed, ..self.clone() }
    }

    /// The midpoints of every partition, in the order of a file.
    fn midpoints(&self) -> [&[f64]; 7] {
        [
            &self.strength.0,
            &self.time.0,
            &self.rate.0,
            &self.force.0,
            &self.threat.0,
            &self.row.0,
            &self.priority.0,
        ]
    }

    fn midpoints_mut(&mut self) -> [&mut [f64]; 7] {
        [
            &mut self.strength.0,
            &mut self.time.0,
            &mut self.rate.0,
            &mut self.force.0,
            &mut self.threat.0,
            &mut self.row.0,
            &mut self.priority.0,
        ]
    }

    /// The membership functions.
    pub fn curves(&self) -> Vec<Curves> {
        let one = |((name, sets), midpoints): ((&'static str, &[&'static str]), &[f64])| Curves {
            name,
            sets: sets.iter().copied().zip(midpoints.iter().copied()).collect(),
        };
        PARTITIONS.into_iter().zip(self.midpoints()).map(one).collect()
    }
}

/// The parameters of `fuzzy`.
pub const PARAMS: [Param; 4] = [
    Param::main("file", "a rule file for either side; the ones that come with the program without it", ""),
    Param::new(
        "plan",
        "how PLAN's moving rate becomes pieces: printed, mended, or file for what the rule file says",
        "file",
    ),
    Param::new(
        "further",
        "what Blue one node further south adds to Blue's force in a node, from 0 to 1, or file",
        "file",
    ),
    Param::new("choose", "best for the highest priority, draw for one in proportion to its priority", "best"),
];

/// The rules of the file that is named, if one is, read as the other parameters say.
fn base_of(args: &Args) -> Result<Option<RuleBase>, BadInput> {
    let file = args.get("file");
    if file.is_empty() {
        return Ok(None);
    }
    let mut base = RuleBase::parse(file, &read_file(file, "expected a rule file of `fuzzy`")?)?;
    base.read_as(args)?;
    Ok(Some(base))
}

impl RuleBase {
    /// Replaces readings of the file by those that the agent's parameters name.
    fn read_as(&mut self, args: &Args) -> Result<(), BadInput> {
        if args.get("plan") != "file" {
            let name = args.get("plan");
            let found = Correction::NAMES.iter().find(|(known, _)| *known == name);
            let expected = || BadInput::new(format!("plan={name}: expected printed, mended or file"));
            self.correction = found.ok_or_else(expected)?.1;
        }
        if args.get("further") != "file" {
            self.further = args.number("further", 0.0..=1.0)?;
        }
        Ok(())
    }
}

/// Makes the agent.
pub fn build(_: &Kit<Operation>, args: &Args) -> Result<Box<dyn Policy<Operation>>, BadInput> {
    let mut bases = Side::BOTH.map(RuleBase::shipped);
    for base in &mut bases {
        base.read_as(args)?;
    }
    if let Some(base) = base_of(args)? {
        let side = base.side as usize;
        bases[side] = base;
    }
    let draw = args.flag("choose", "draw", "best")?;
    Ok(Box::new(Fuzzy::new(bases, draw)))
}

/// The agent: three modules for each side.
pub struct Fuzzy {
    bases: [Arc<RuleBase>; 2],
    sides: [Counsel<Operation, Planner, Courses>; 2],
}

impl Fuzzy {
    /// With rules for Blue and for Red.
    pub fn new(bases: [RuleBase; 2], draw: bool) -> Fuzzy {
        let bases = bases.map(Arc::new);
        let staff = |base: &Arc<RuleBase>| {
            let proper = Proper { least: 1, most: base.limits.moves as usize };
            let planner = Planner::new(Stance::Fuzzy(base.clone()), proper);
            // The report rates what a move itself leaves, not what combats make of it.
            let choosing = Choosing { depth: 0, draw, ..Choosing::default() };
            Counsel::new(planner, Courses::new(base.clone()), choosing)
        };
        Fuzzy { sides: [staff(&bases[0]), staff(&bases[1])], bases }
    }

    fn mover(&mut self, state: &State) -> &mut Counsel<Operation, Planner, Courses> {
        let side = match &state.phase {
            Phase::Move(orders) => orders.side,
            _ => Side::Red,
        };
        &mut self.sides[side as usize]
    }
}

impl Policy<Operation> for Fuzzy {
    fn choose(&mut self, game: &Operation, state: &State, rng: &mut Rng, plan: &mut Vec<Action>) {
        self.mover(state).choose(game, state, rng, plan);
    }

    fn rate(&mut self, game: &Operation, state: &State, plan: &[Action]) -> Option<f64> {
        self.mover(state).rate(game, state, plan)
    }

    fn thought(&mut self, game: &Operation, state: &State) -> Thought<Action> {
        let mut thought = self.mover(state).thought(game, state);
        if let Phase::Move(orders) = &state.phase {
            let base = &self.bases[orders.side as usize];
            let objective = plan::objective(base, game.board(), state, orders.side);
            thought.curves.extend(
                base.curves()
                    .iter()
                    .map(|partition| Curve { at: objective.input(partition.name), ..partition.drawn() }),
            );
        }
        thought
    }
}
