//! What a move must satisfy beyond the rules, and the moves that do (FFI/RAPPORT-2000/04403, chapter 5).
//!
//! Constraints are of two kinds. *Areas* (the report's ALA) ask for at least so many pieces in a set of nodes after the move; *limits* are the
//! report's heuristic constraints: nodes occupied after the move, axes used forward and backward, and pieces for each of
//! the five directions. Limits on axes and directions are about the *flow*, who went where, and several flows can have one
//! result: a result is listed if at least one flow to it satisfies everything.
//!
//! What the report leaves open, and how it is read here:
//! - The goal may stand in an area; it holds all of Blue's pieces that are in it after the move. So "at most k in M" can be said as "at least
//!   all but k elsewhere".
//! - An axis is a column's chain of edges. The way into the goal belongs to none, but it goes north.
//! - Forward is north for Blue and south for Red.
//!
//! ```
//! use sandtable_core::Game;
//! use sandtable_games::operation::constraints::{Constraints, Lister};
//! use sandtable_games::operation::{Operation, Side, Sight};
//! let lucid = Operation::default_board(Sight::Lucid);
//! let few = Constraints::parse(lucid.board(), "nodes <= 6, forward <= 1, west <= 2, east <= 2").unwrap();
//! let mut lister = Lister::default();
//! assert_eq!(lister.list(lucid.board(), &lucid.start(), Side::Blue, &few, 1_000).len(), 100);
//! ```

mod census;
mod conflict;
mod list;
mod narrow;
mod problem;
mod text;

pub use census::Census;
pub use conflict::conflict;
pub use list::{Lister, Move};
pub use narrow::LANGUAGE;
pub(super) use narrow::{MOST_AREAS, area_of, frame};
pub use text::Alternatives;

use super::board::Board;
use super::state::{Side, State};

/// At least so many pieces in a set of nodes after the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// The nodes.
    pub nodes: u64,
    /// Whether the goal is one of them.
    pub goal: bool,
    /// How many pieces they must hold together.
    pub least: u8,
}

/// What can be limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Nodes that the side's pieces occupy after the move.
    Nodes,
    /// Axes that are used for forward movement.
    Forward,
    /// Axes that are used for backward movement.
    Backward,
    /// Pieces that go north, into the goal too.
    North,
    /// Pieces that go east.
    East,
    /// Pieces that go south.
    South,
    /// Pieces that go west.
    West,
    /// Pieces that remain.
    Stay,
}

impl Limit {
    /// All, in the order in which they are written.
    pub const ALL: [Limit; 8] = [
        Limit::Nodes,
        Limit::Forward,
        Limit::Backward,
        Limit::North,
        Limit::East,
        Limit::South,
        Limit::West,
        Limit::Stay,
    ];

    /// Its name in the text.
    pub fn name(self) -> &'static str {
        ["nodes", "forward", "backward", "north", "east", "south", "west", "stay"][self as usize]
    }
}

/// The most that is allowed: a number, and perhaps one more for every so many of the side's pieces on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The number.
    pub fixed: u8,
    /// `Some(3)` adds a third of the pieces, rounded down (section 6.1: nodes ≤ 1 + pieces/3).
    pub per: Option<u8>,
}

impl Bound {
    /// A number.
    pub fn of(fixed: u8) -> Bound {
        Bound { fixed, per: None }
    }

    /// What it comes to with so many pieces.
    pub fn with(self, pieces: u8) -> u8 {
        self.fixed.saturating_add(self.per.map_or(0, |per| pieces / per.max(1)))
    }
}

/// Everything that a move must satisfy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constraints {
    /// The areas; all must hold what they ask for.
    pub areas: Vec<Area>,
    limits: [Option<Bound>; Limit::ALL.len()],
}

impl Constraints {
    /// Nothing but the rules.
    pub fn none() -> Self {
        Constraints::default()
    }

    /// What a limit is set to.
    pub fn limit(&self, what: Limit) -> Option<Bound> {
        self.limits[what as usize]
    }

    /// Sets a limit.
    pub fn set(&mut self, what: Limit, bound: Option<Bound>) {
        self.limits[what as usize] = bound;
    }

    /// With a limit.
    pub fn at_most(mut self, what: Limit, most: u8) -> Self {
        self.set(what, Some(Bound::of(most)));
        self
    }

    /// With an area of the board.
    pub fn at_least(mut self, nodes: u64, least: u8) -> Self {
        self.areas.push(Area { nodes, goal: false, least });
        self
    }
}

/// Where a side stands when its move begins: what everything here is worked out from.
#[derive(Clone, Copy)]
pub(super) struct Standing<'a> {
    pub board: &'a Board,
    pub state: &'a State,
    pub side: Side,
}
