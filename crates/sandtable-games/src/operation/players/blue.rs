//! `simple-blue` and `one-axis-blue`.

use sandtable_core::{Policy, Rng};

use super::carry_on;
use crate::operation::Node;
use crate::operation::board::{Board, MAX_NODES};
use crate::operation::rules::Operation;
use crate::operation::stacks::{LIMIT, Stacks, nodes};
use crate::operation::state::{Action, Side, State};

/// Moves every piece north that can be moved north.
pub struct SimpleBlue;

impl Policy<Operation> for SimpleBlue {
    fn choose(&mut self, game: &Operation, state: &State, _rng: &mut Rng, plan: &mut Vec<Action>) {
        let (board, begin) = (game.board(), plan.len());
        let (mut after, pinned) = (state.blue, state.pinned(Side::Blue));
        for node in nodes(after.occupied() & !pinned) {
            plan.extend(advance(board, node, &mut after));
        }
        carry_on(game, state, plan, begin);
    }

    fn goes_by_sight(&self) -> bool {
        true
    }
}

/// Moves as many pieces of `node` north as find room there, and keeps `after` up to date.
///
/// Nodes are visited from the north, so whoever stands in front has already made room.
fn advance(board: &Board, node: Node, after: &mut Stacks) -> Option<Action> {
    let north = node.checked_sub(board.columns);
    let edge = board.edge(node, north)? as u8;
    let room = north.map_or(LIMIT, |north| LIMIT - after.at(north));
    let count = after.at(node).min(room);
    *after = after.minus(Stacks::of(node, count));
    if let Some(north) = north {
        *after = after.plus(Stacks::of(north, count));
    }
    (count > 0).then_some(Action::Move { edge, count })
}

/// Gathers on one axis and pushes north along it.
pub struct OneAxisBlue {
    axis: Option<u8>,
}

impl OneAxisBlue {
    /// Attacks along the column `axis`, or along the one on which Blue has come furthest.
    pub fn new(axis: Option<u8>) -> Self {
        OneAxisBlue { axis }
    }
}

/// The column on which Blue's pieces have come furthest north together; of equal ones the one with the most pieces, of those
/// one at random.
///
/// Who gathers on one axis has nobody north of the starting nodes anywhere else, so the axis that was drawn in the first turn
/// is kept to the end of the game without being remembered.
fn leading_axis(board: &Board, state: &State, rng: &mut Rng) -> u8 {
    let mut best = (0, 0);
    let (mut leading, mut ties) = (0, 0);
    for axis in 0..board.columns {
        let (mut way, mut pieces) = (0, 0);
        for row in 0..board.rows {
            let here = u32::from(state.blue.at(board.node(axis, row)));
            way += here * u32::from(row);
            pieces += here;
        }
        if (way, pieces) > best || ties == 0 {
            (best, leading, ties) = ((way, pieces), axis, 1);
        } else if (way, pieces) == best {
            ties += 1;
            leading = if rng.below(ties) == 0 { axis } else { leading };
        }
    }
    leading
}

impl Policy<Operation> for OneAxisBlue {
    fn choose(&mut self, game: &Operation, state: &State, rng: &mut Rng, plan: &mut Vec<Action>) {
        let (board, begin) = (game.board(), plan.len());
        let axis = self.axis.unwrap_or_else(|| leading_axis(board, state, rng));
        let (mut after, pinned) = (state.blue, state.pinned(Side::Blue));
        let movable = after.on(!pinned);
        for row in (0..board.rows).rev() {
            let centre = board.node(axis, row);
            let forward = (movable.at(centre) > 0).then(|| advance(board, centre, &mut after)).flatten();
            let mut sideways = [0; MAX_NODES];
            let mut gather = |node: Node, towards: Node| {
                let edge = board.edge(node, Some(towards));
                let count = if edge.is_some() { movable.at(node).min(LIMIT - after.at(towards)) } else { 0 };
                after = after.minus(Stacks::of(node, count)).plus(Stacks::of(towards, count));
                sideways[usize::from(node)] = count;
            };
            for distance in 1..board.columns {
                if let Some(west) = axis.checked_sub(distance) {
                    gather(board.node(west, row), board.node(west + 1, row));
                }
                if axis + distance < board.columns {
                    let east = axis + distance;
                    gather(board.node(east, row), board.node(east - 1, row));
                }
            }
            for column in 0..board.columns {
                let node = board.node(column, row);
                if column == axis {
                    plan.extend(forward);
                } else if sideways[usize::from(node)] > 0 {
                    let towards = if column < axis { node + 1 } else { node - 1 };
                    let edge = board.edge(node, Some(towards)).expect("it was found before") as u8;
                    plan.push(Action::Move { edge, count: sideways[usize::from(node)] });
                }
            }
        }
        carry_on(game, state, plan, begin);
    }

    fn goes_by_sight(&self) -> bool {
        true
    }
}
