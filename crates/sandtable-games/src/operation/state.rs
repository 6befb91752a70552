//! The position of a game of Operation, and what can happen in it.

use sandtable_core::Seat;

use super::Node;
use super::stacks::Stacks;

/// The two sides; Blue is seat 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The attacker.
    Blue,
    /// The defender.
    Red,
}

impl Side {
    /// Both, in the order of the seats.
    pub const BOTH: [Side; 2] = [Side::Blue, Side::Red];

    /// Its seat.
    pub fn seat(self) -> Seat {
        self as Seat
    }

    /// The other side.
    pub fn other(self) -> Side {
        Side::BOTH[1 - self as usize]
    }

    /// In lower case.
    pub fn name(self) -> &'static str {
        ["blue", "red"][self as usize]
    }
}

/// A position, with the orders of the turn that is being played.
///
/// Orders are carried out all at once when the turn ends: until then the pieces stand where they stood, and that is
/// what the other side sees.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Blue's pieces on the board.
    pub blue: Stacks,
    /// Red's pieces.
    pub red: Stacks,
    /// The contested nodes in which Blue is the attacker; in the others Red is.
    pub blue_attacks: u64,
    /// Blue's pieces in the goal.
    pub goal: u8,
    /// Turns still to come, the one being played among them.
    pub turns_left: u8,
    /// What is to happen next.
    pub phase: Phase,
}

/// What is to happen next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// A coin is tossed for the turn.
    Toss,
    /// The winner of the toss gives orders.
    Move(Orders),
    /// Contested nodes are fought over, one draw each, in their order.
    Combat {
        /// The nodes still to be fought over.
        pending: u64,
        /// Those of them that Blue's supply reached when the combats began.
        supplied: u64,
    },
    /// The game has ended.
    Over,
}

/// The orders given so far in a turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Orders {
    /// Who gives them.
    pub side: Side,
    /// The first edge that may still be used: steps follow the order of the edges.
    pub next_edge: u16,
    /// The pieces that leave each node.
    pub leaving: Stacks,
    /// The pieces that come to each node.
    pub arriving: Stacks,
    /// The pieces that go into the goal.
    pub scoring: u8,
}

impl Orders {
    /// No orders yet.
    pub fn none(side: Side) -> Self {
        Orders { side, next_edge: 0, leaving: Stacks::EMPTY, arriving: Stacks::EMPTY, scoring: 0 }
    }
}

/// One step of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Pieces move along an edge (an index into the board's edges).
    Move {
        /// The edge.
        edge: u8,
        /// How many pieces: 1 to 3.
        count: u8,
    },
    /// The orders are complete.
    End,
}

/// A resolved draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chance {
    /// This side may move.
    Toss(Side),
    /// This side wins the combat in the next pending node; the other loses a piece.
    Combat(Side),
}

impl State {
    /// The pieces of a side.
    #[inline]
    pub fn pieces(&self, side: Side) -> Stacks {
        if side == Side::Blue { self.blue } else { self.red }
    }

    /// The pieces of a side, to be changed.
    #[inline]
    pub fn pieces_mut(&mut self, side: Side) -> &mut Stacks {
        if side == Side::Blue { &mut self.blue } else { &mut self.red }
    }

    /// The nodes that hold both colours.
    #[inline]
    pub fn contested(&self) -> u64 {
        self.blue.occupied() & self.red.occupied()
    }

    /// The nodes from which `side` may not move, because it is the attacker there.
    #[inline]
    pub fn pinned(&self, side: Side) -> u64 {
        let attacks = if side == Side::Blue { self.blue_attacks } else { !self.blue_attacks };
        attacks & self.contested()
    }

    /// The strengths of Blue and Red in a contested node, with the defender's bonus and the lack of supply.
    #[inline]
    pub fn strengths(&self, node: Node, supplied: u64) -> (u32, u32) {
        let blue_defends = u32::from(self.blue_attacks >> node & 1 == 0);
        let cut_off = u32::from(supplied >> node & 1 == 0);
        let blue = u32::from(self.blue.at(node)) + blue_defends - cut_off;
        let red = u32::from(self.red.at(node)) + (1 - blue_defends);
        (blue, red)
    }

    /// Whether a side's chance in a contested node falls when more of its pieces join there: it then attacks and the other defends. Supply is left aside.
    pub fn weakens(&self, side: Side, node: Node, joining: u8) -> bool {
        let (own, other) =
            (u32::from(self.pieces(side).at(node)), u32::from(self.pieces(side.other()).at(node)));
        if joining == 0 || own == 0 || other == 0 {
            return false;
        }
        let defends = u32::from(self.pinned(side) >> node & 1 == 0);
        let (own_now, other_now) = (own + defends, other + 1 - defends);
        let (own_then, other_then) = (own + u32::from(joining), other + 1);
        own_then * other_now < own_now * other_then
    }
}
