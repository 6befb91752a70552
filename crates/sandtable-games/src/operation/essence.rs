//! Positions that come to the same, for exact solutions: pieces in the goal only add to the result, and on a board that is its
//! own mirror image so is every position.

use sandtable_core::Clock;

use super::board::Board;
use super::rules::Operation;
use super::stacks::{LIMIT, Stacks, nodes};
use super::state::{Phase, State};
use super::{Node, Side};

/// Positions, over all turns, up to which a solution takes seconds.
const SMALL: f64 = 500_000.0;

/// Puts the position that stands for a state in its place; returns the pieces that are in the goal already.
pub fn essence(game: &Operation, state: &mut State) -> f64 {
    let through = f64::from(std::mem::take(&mut state.goal));
    if matches!(state.phase, Phase::Toss) && game.board().is_mirrored() {
        let mirrored = mirror(game.board(), state);
        if key(&mirrored) < key(state) {
            *state = mirrored;
        }
    }
    through
}

/// Turns that are left only say when the game ends.
pub const CLOCK: Clock<Operation> = Clock {
    left: |_, state| state.turns_left.into(),
    set: |_, state, left| {
        state.turns_left = left as u8;
        if left == 0 {
            state.phase = Phase::Over;
        }
    },
};

/// Whether a game has few enough positions.
pub fn small(game: &Operation) -> bool {
    let board = game.board();
    let ways: f64 = Side::BOTH
        .iter()
        .map(|&side| placements(board.len(), usize::from(board.start[side as usize].total())))
        .product();
    ways * f64::from(board.turns) <= SMALL
}

/// In how many ways at most so many pieces can stand on so many nodes.
fn placements(nodes: usize, pieces: usize) -> f64 {
    let mut ways = vec![0.0; pieces + 1];
    ways[0] = 1.0;
    for _ in 0..nodes {
        for total in (0..=pieces).rev() {
            let fewer = usize::from(LIMIT).min(total);
            ways[total] = (0..=fewer).map(|here| ways[total - here]).sum();
        }
    }
    ways.iter().sum()
}

fn key(state: &State) -> (u64, u64, u64, u64, u64) {
    let (blue, red) = (state.blue.words(), state.red.words());
    (blue.0, blue.1, red.0, red.1, state.blue_attacks)
}

fn mirror(board: &Board, state: &State) -> State {
    let stacks = |stacks: Stacks| {
        let turned = nodes(stacks.occupied()).map(|node| Stacks::of(board.mirror(node), stacks.at(node)));
        turned.fold(Stacks::EMPTY, Stacks::plus)
    };
    let attacks = nodes(state.blue_attacks).fold(0, |mask, node| mask | 1 << board.mirror(node));
    State { blue: stacks(state.blue), red: stacks(state.red), blue_attacks: attacks, ..state.clone() }
}

impl Board {
    /// The node at the same place seen from the north.
    fn mirror(&self, node: Node) -> Node {
        let column = node % self.columns;
        node - column + (self.columns - 1 - column)
    }

    /// Whether the edges and Blue's starting nodes are the same seen from the north.
    fn is_mirrored(&self) -> bool {
        let home = nodes(self.home).all(|node| self.home >> self.mirror(node) & 1 == 1);
        let turned =
            |from, to: Option<Node>| self.edge(self.mirror(from), to.map(|to| self.mirror(to))).is_some();
        home && self.edges.iter().all(|edge| turned(edge.from, edge.to))
    }
}
