//! `simple-blue` and `one-axis-blue`.

use sandtable_core::{Agent, Ask, Fault, Policy, Rng, Seat, Thought};

use crate::operation::Node;
use crate::operation::board::{Board, MAX_NODES};
use crate::operation::rules::Operation;
use crate::operation::stacks::{LIMIT, Stacks, nodes};
use crate::operation::state::{Action, Side, State};

/// Moves every piece north that can be moved north.
pub struct SimpleBlue;

impl Policy<Operation> for SimpleBlue {
    fn choose(&mut self, game: &Operation, state: &State, _rng: &mut Rng, plan: &mut Vec<Action>) {
        let board = game.board();
        let (mut after, pinned) = (state.blue, state.pinned(Side::Blue));
        for node in nodes(after.occupied() & !pinned) {
            plan.extend(advance(board, node, &mut after));
        }
        plan.push(Action::End);
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
    fixed: Option<u8>,
    axis: u8,
}

impl OneAxisBlue {
    /// Attacks along the column `axis`, or along one drawn at random for every game.
    pub fn new(axis: Option<u8>) -> Self {
        OneAxisBlue { fixed: axis, axis: 0 }
    }
}

impl Agent<Operation> for OneAxisBlue {
    fn begin(&mut self, game: &Operation, _seat: Seat, rng: &mut Rng) {
        self.axis = self.fixed.unwrap_or_else(|| rng.below(game.board().columns.into()) as u8);
    }

    fn act(&mut self, ask: &mut Ask<Operation>, plan: &mut Vec<Action>) -> Result<Thought<Action>, Fault> {
        let (board, shown) = (ask.game.board(), &ask.view.shown);
        let (mut after, pinned) = (shown.blue, shown.pinned(Side::Blue));
        let movable = after.on(!pinned);
        for row in (0..board.rows).rev() {
            let centre = board.node(self.axis, row);
            let forward = (movable.at(centre) > 0).then(|| advance(board, centre, &mut after)).flatten();
            let mut sideways = [0; MAX_NODES];
            let mut gather = |node: Node, towards: Node| {
                let edge = board.edge(node, Some(towards));
                let count = if edge.is_some() { movable.at(node).min(LIMIT - after.at(towards)) } else { 0 };
                after = after.minus(Stacks::of(node, count)).plus(Stacks::of(towards, count));
                sideways[usize::from(node)] = count;
            };
            for distance in 1..board.columns {
                if let Some(west) = self.axis.checked_sub(distance) {
                    gather(board.node(west, row), board.node(west + 1, row));
                }
                if self.axis + distance < board.columns {
                    let east = self.axis + distance;
                    gather(board.node(east, row), board.node(east - 1, row));
                }
            }
            for column in 0..board.columns {
                let node = board.node(column, row);
                if column == self.axis {
                    plan.extend(forward);
                } else if sideways[usize::from(node)] > 0 {
                    let towards = if column < self.axis { node + 1 } else { node - 1 };
                    let edge = board.edge(node, Some(towards)).expect("it was found before") as u8;
                    plan.push(Action::Move { edge, count: sideways[usize::from(node)] });
                }
            }
        }
        plan.push(Action::End);
        Ok(Thought::default())
    }
}
