//! All positions that one turn can lead to, each listed once.
//!
//! The opening offers Blue 223,104 ways to order its stacks about, but only 60,112 different results (section 2.4).
//! Orders are built up node by node; after every node the partial results that have become equal are merged, so
//! the work grows with the results and not with the ways.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::Node;
use super::board::Board;
use super::stacks::{LIMIT, Stacks, nodes};
use super::state::{Side, State};

/// Where one side's pieces stand at the end of its move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// The pieces on the board.
    pub pieces: Stacks,
    /// The nodes with enemies that were entered: there the side attacks from now on.
    pub entered: u64,
    /// The pieces that went into the goal.
    pub scoring: u8,
}

/// Lists positions; keeps its memory from one call to the next.
#[derive(Default)]
pub struct Generator {
    layer: Vec<Position>,
    next: Vec<Position>,
    slots: Vec<u32>,
}

impl Generator {
    /// Every position in which `side` can leave its pieces when it has the move in `state`.
    pub fn positions(&mut self, board: &Board, state: &State, side: Side) -> &[Position] {
        let own = state.pieces(side);
        let enemies = state.pieces(side.other()).occupied();
        let fixed = own.on(state.pinned(side));
        self.layer.clear();
        self.layer.push(Position { pieces: fixed, ..Position::default() });
        for node in nodes(own.minus(fixed).occupied()) {
            self.next.clear();
            self.slots.clear();
            // A node's pieces multiply the results by about four; growing later is dearer than beginning large.
            self.slots.resize((16 * self.layer.len()).next_power_of_two().max(1024), EMPTY);
            let ways = Ways::new(board, node, side, enemies);
            for i in 0..self.layer.len() {
                self.spread(self.layer[i], &ways, 0, own.at(node));
            }
            std::mem::swap(&mut self.layer, &mut self.next);
        }
        &self.layer
    }

    /// Sends `left` pieces of a node along the ways from the `first` on.
    fn spread(&mut self, position: Position, ways: &Ways, first: usize, left: u8) {
        if first + 1 == ways.count {
            if let Some(full) = position.with(ways.list[first], left) {
                self.insert(full);
            }
            return;
        }
        for count in 0..=left {
            match position.with(ways.list[first], count) {
                Some(next) => self.spread(next, ways, first + 1, left - count),
                None => break,
            }
        }
    }

    /// Keeps a position unless it is there already: open addressing over indices into `next`.
    fn insert(&mut self, position: Position) {
        if 2 * self.next.len() >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash(&position) as usize & mask;
        loop {
            match self.slots[slot] {
                EMPTY => break,
                i if self.next[i as usize] == position => return,
                _ => slot = (slot + 1) & mask,
            }
        }
        self.slots[slot] = self.next.len() as u32;
        self.next.push(position);
    }

    fn grow(&mut self) {
        let size = 4 * self.slots.len();
        self.slots.clear();
        self.slots.resize(size, EMPTY);
        for (i, position) in self.next.iter().enumerate() {
            let mut slot = hash(position) as usize & (size - 1);
            while self.slots[slot] != EMPTY {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = i as u32;
        }
    }
}

const EMPTY: u32 = u32::MAX;

fn hash(position: &Position) -> u64 {
    let mut hasher = FxHasher::default();
    position.hash(&mut hasher);
    hasher.finish()
}

/// Where the pieces of a node can go: stay, the goal, or a neighbour.
struct Ways {
    list: [Way; 6],
    count: usize,
}

#[derive(Clone, Copy)]
struct Way {
    to: Option<Node>,
    /// Bit of the node if entering it makes the side an attacker.
    enters: u64,
}

impl Ways {
    fn new(board: &Board, node: Node, side: Side, enemies: u64) -> Self {
        let stay = Way { to: Some(node), enters: 0 };
        let mut ways = Ways { list: [stay; 6], count: 1 };
        for edge in board.edges_from(node) {
            let to = board.edges[edge].to;
            if to.is_some() || side == Side::Blue {
                let enters = to.map_or(0, |to| (1 << to) & enemies);
                ways.list[ways.count] = Way { to, enters };
                ways.count += 1;
            }
        }
        ways
    }
}

impl Position {
    /// With `count` more pieces at the end of `way`; `None` if the node cannot hold them.
    #[inline]
    fn with(mut self, way: Way, count: u8) -> Option<Position> {
        if count == 0 {
            return Some(self);
        }
        match way.to {
            None => self.scoring += count,
            Some(to) if self.pieces.at(to) + count > LIMIT => return None,
            Some(to) => self.pieces = self.pieces.plus(Stacks::of(to, count)),
        }
        self.entered |= way.enters;
        Some(self)
    }
}
