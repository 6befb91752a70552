//! Courses of action: what a commander can choose between, as goals for areas of the board.
//!
//! A course says for every position which areas are to hold how many pieces and what for. That is the report's ALA (section 5.3.2), used between two
//! levels of command: goals are lower bounds on areas, and how they are met is left to whoever has the pieces.

use crate::operation::Node;
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
    /// Goals as the report writes areas.
    pub fn text(board: &Board, goals: &[Goal]) -> String {
        let mut all = Constraints::none();
        all.areas.extend(goals.iter().map(|goal| goal.area).filter(|area| area.least > 0));
        all.text(board)
    }
}

/// When Blue's main effort crosses the last row in which it can still turn aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// As soon as anybody can.
    Rush,
    /// When the pieces of the effort have come together.
    Massed,
}

/// A course of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// Blue pushes north along one axis or two.
    Attack {
        /// The columns.
        axes: [u8; 2],
        /// Whether lines of supply are held behind.
        supply: bool,
        /// When.
        pace: Pace,
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
/// How many pieces of the effort are to be together before it goes on, of three.
const TOGETHER: (u8, u8) = (2, 3);

impl Course {
    /// All courses of a side on a board.
    pub fn all(board: &Board, side: Side) -> Vec<Course> {
        let columns = 0..board.columns;
        match side {
            Side::Blue => {
                let pairs = columns.clone().flat_map(|a| (a..board.columns).map(move |b| [a, b]));
                let forms = [(false, Pace::Rush), (true, Pace::Rush), (true, Pace::Massed)];
                let of =
                    |axes| forms.into_iter().map(move |(supply, pace)| Course::Attack { axes, supply, pace });
                pairs.flat_map(of).collect()
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
            Course::Attack { axes: [a, b], supply, pace } => {
                let axes = if a == b { letter(a).into() } else { format!("{} and {}", letter(a), letter(b)) };
                let supply = if supply { ", with supply" } else { "" };
                let pace = if pace == Pace::Massed { ", massed first" } else { "" };
                format!("attack on {axes}{supply}{pace}")
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
            Course::Attack { axes: [a, b], supply, pace } => {
                let columns = if a == b { &[a][..] } else { &[a, b][..] };
                let massing = pace == Pace::Massed && !ready(board, state, columns);
                let all = state.blue.total();
                for (i, &axis) in columns.iter().enumerate() {
                    // The first of two gets the odd piece.
                    let share = (all + 1 - i as u8) / columns.len() as u8;
                    let least = if columns.len() == 1 { all } else { share };
                    let rows = if massing { brink(board) + 1 } else { board.rows };
                    let goal = if massing { 0 } else { state.goal };
                    set(Task::Effort, column(board, axis, rows), !massing, least + goal);
                }
                if supply && state.turns_left > LAST_TURNS {
                    for &axis in columns {
                        let occupied = state.blue.occupied();
                        let row = |node: Node| board.row(node);
                        let front = nodes(occupied & column(board, axis, board.rows)).map(row).max();
                        for row in 0..front.unwrap_or(0).min(board.rows - 2) + 1 {
                            set(Task::Supply, 1 << board.node(axis, row), false, 1);
                        }
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

/// The nodes of a column in the first rows.
fn column(board: &Board, axis: u8, rows: u8) -> u64 {
    (0..rows).fold(0, |all, row| all | 1 << board.node(axis, row))
}

/// The last row but two: beyond it, Blue cannot turn aside on the report's board.
fn brink(board: &Board) -> u8 {
    board.rows.saturating_sub(3)
}

/// Whether a massed attack goes on: enough pieces have come together, somebody is across already, or there is no more time to wait.
fn ready(board: &Board, state: &State, axes: &[u8]) -> bool {
    let area = axes.iter().fold(0, |all, &axis| all | column(board, axis, board.rows));
    let behind = axes.iter().fold(0, |all, &axis| all | column(board, axis, brink(board) + 1));
    let most = LIMIT * (brink(board) + 1) * axes.len() as u8;
    let (part, of) = TOGETHER;
    let enough = (state.blue.total() * part / of).min(most);
    let across = !state.blue.on(area & !behind).is_empty();
    across || state.blue.on(behind).total() >= enough || state.turns_left <= 3 * board.rows
}
