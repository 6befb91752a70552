//! Courses of action: what a commander can choose between, as goals for areas of the board.
//!
//! A course says for every position which areas are to hold how many pieces and what for. That is the report's ALA (section 5.3.2), used between two
//! levels of command: goals are lower bounds on areas, and how they are met is left to whoever has the pieces.

use crate::operation::board::{Board, MAX_SIDE};
use crate::operation::constraints::{Area, Constraints};
use crate::operation::players::guards;
use crate::operation::stacks::{LIMIT, nodes};
use crate::operation::state::{Side, State};

/// What pieces are in an area for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The main effort: Blue pushes on in it, Red blocks it.
    Effort,
    /// A line of supply: one piece is held back where the last one would leave.
    Supply,
    /// The rest, where the threat is.
    Guard,
}

/// An area, how many pieces it is to get, and what for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// What the pieces are for.
    pub task: Task,
    /// Where, and how many at least.
    pub area: Area,
}

impl Goal {
    /// Goals as constraints on a turn.
    pub fn constraints(goals: &[Goal]) -> Constraints {
        let mut all = Constraints::none();
        all.areas.extend(goals.iter().map(|goal| goal.area).filter(|area| area.least > 0));
        all
    }

    /// Goals as the report writes areas.
    pub fn text(board: &Board, goals: &[Goal]) -> String {
        Goal::constraints(goals).text(board)
    }
}

/// A course of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// Blue pushes north along an axis, with a third of its pieces along another if there are two.
    Attack {
        /// The columns, the main one first.
        axes: [u8; 2],
        /// Whether a line of supply is held on the main one.
        supply: bool,
    },
    /// Red stands in the last row as the threat demands.
    Mirror,
    /// Red blocks an axis so many nodes deep from the last row on; whoever is left mirrors the threat to the others.
    Depth {
        /// The column.
        axis: u8,
        /// Nodes beyond the one in the last row.
        beyond: u8,
    },
    /// Red sends a stack south beside the threat, to cut supply on an axis; the others mirror the threat.
    Raid {
        /// The column.
        axis: u8,
        /// The row, from 0 in the south.
        row: u8,
    },
}

/// Lines of supply matter less when little time is left (section 6.5).
const LAST_TURNS: u8 = 4;
/// Of how many pieces one goes along the second axis of two.
const SECOND: u8 = 2;

impl Course {
    /// All courses of a side on a board.
    pub fn all(board: &Board, side: Side) -> Vec<Course> {
        let columns = 0..board.columns;
        match side {
            Side::Blue => {
                let pairs = columns.clone().flat_map(|a| (a..board.columns).map(move |b| [a, b]));
                let plain = pairs.map(|axes| Course::Attack { axes, supply: false });
                let supplied = columns.map(|axis| Course::Attack { axes: [axis; 2], supply: true });
                plain.chain(supplied).collect()
            }
            Side::Red => {
                let rows = board.rows;
                let depth = |axis| (1..rows.min(4)).map(move |beyond| Course::Depth { axis, beyond });
                let raids = |axis| (0..rows.saturating_sub(2)).map(move |row| Course::Raid { axis, row });
                let of = |axis| depth(axis).chain(raids(axis));
                std::iter::once(Course::Mirror).chain(columns.flat_map(of)).collect()
            }
        }
    }

    /// In words, with the areas left to the goals.
    pub fn words(self, board: &Board) -> String {
        let letter = |axis: u8| char::from(b'A' + axis);
        match self {
            Course::Attack { axes: [a, b], supply } => {
                let second = if a == b { String::new() } else { format!(" and {}", letter(b)) };
                let supply = if supply { ", with supply" } else { "" };
                format!("attack on {}{second}{supply}", letter(a))
            }
            Course::Mirror => "mirror the threat".into(),
            Course::Depth { axis, beyond } => format!("block {}, {} deep", letter(axis), beyond + 1),
            Course::Raid { axis, row } => format!("cut supply at {}", board.node_name(board.node(axis, row))),
        }
    }

    /// Appends the goals of a turn, those that come first being served first.
    pub fn goals(self, board: &Board, state: &State, out: &mut Vec<Goal>) {
        let mut set = |task, nodes, goal, least| out.push(Goal { task, area: Area { nodes, goal, least } });
        match self {
            Course::Attack { axes: [main, second], supply } => {
                let pieces = state.blue.total();
                let aside = if main == second { 0 } else { pieces / SECOND };
                // Those in the goal count for both: they have come from anywhere.
                set(Task::Effort, column(board, main), true, pieces - aside + state.goal);
                if aside > 0 {
                    set(Task::Effort, column(board, second), true, aside + state.goal);
                }
                if supply && state.turns_left > LAST_TURNS {
                    let front =
                        nodes(state.blue.occupied() & column(board, main)).map(|n| board.row(n)).max();
                    for row in 0..front.map_or(0, |front| (front + 1).min(board.rows - 1)) {
                        set(Task::Supply, 1 << board.node(main, row), false, 1);
                    }
                }
            }
            Course::Mirror => {
                let wanted = guards(board, state, state.red.total(), None);
                spread(board, &wanted, &mut set);
            }
            Course::Depth { axis, beyond } => {
                let mut left = state.red.total();
                for i in 0..=beyond.min(board.rows - 1) {
                    let here = left.min(LIMIT);
                    left -= here;
                    set(Task::Effort, 1 << board.node(axis, board.rows - 1 - i), false, here);
                }
                spread(board, &guards(board, state, left, Some(axis)), &mut set);
            }
            Course::Raid { axis, row } => {
                let raiders = state.red.total().min(LIMIT);
                set(Task::Effort, 1 << board.node(axis, row), false, raiders);
                spread(board, &guards(board, state, state.red.total() - raiders, None), &mut set);
            }
        }
    }
}

/// Guards for each node of the last row that wants some.
fn spread(board: &Board, wanted: &[u8; MAX_SIDE], set: &mut impl FnMut(Task, u64, bool, u8)) {
    for node in nodes(board.north) {
        let least = wanted[usize::from(board.column(node))];
        if least > 0 {
            set(Task::Guard, 1 << node, false, least);
        }
    }
}

/// The nodes of a column.
fn column(board: &Board, axis: u8) -> u64 {
    (0..board.rows).fold(0, |all, row| all | 1 << board.node(axis, row))
}
