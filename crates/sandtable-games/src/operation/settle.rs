//! Whether a turn that has begun can still be finished.
//!
//! No node may hold more than three pieces of a side when the move is finished, but a column may march into a node
//! that another one is about to leave. A step is therefore legal only if the orders still to come can clear every
//! overfull node: a small flow problem, solved by augmenting paths, and needed only when some node is overfull.

use super::Node;
use super::board::{Board, MAX_NODES};
use super::stacks::{LIMIT, Stacks, nodes};
use super::state::{Orders, Side};

/// Whether orders along edges from `orders.next_edge` on can leave every node with at most three pieces.
///
/// `standing` are the side's pieces without orders, `pinned` the nodes they may not leave.
pub fn can_settle(board: &Board, orders: &Orders, standing: Stacks, pinned: u64) -> bool {
    let overfull = standing.overfull_with(orders.arriving);
    if overfull == 0 {
        return true;
    }
    let mut flow = Flow {
        board,
        first: usize::from(orders.next_edge),
        goal: orders.side == Side::Blue,
        load: [0; MAX_NODES],
        free: [0; MAX_NODES],
        sent: [0; 256],
    };
    for node in nodes(standing.occupied() | orders.arriving.occupied()) {
        let n = usize::from(node);
        flow.load[n] = standing.at(node) + orders.arriving.at(node);
        flow.free[n] = if pinned >> node & 1 == 1 { 0 } else { standing.at(node) };
    }
    nodes(overfull)
        .all(|node| (LIMIT..flow.load[usize::from(node)]).all(|_| flow.shed(node, &mut (1 << node))))
}

/// Orders that might follow.
struct Flow<'a> {
    board: &'a Board,
    first: usize,
    goal: bool,
    load: [u8; MAX_NODES],
    free: [u8; MAX_NODES],
    sent: [u8; 256],
}

impl Flow<'_> {
    /// Takes one piece away from `node` for good: sends one of its own on, or has one that was sent to it stay at home.
    fn shed(&mut self, node: Node, tried: &mut u64) -> bool {
        let n = usize::from(node);
        for edge in self.board.edges_from(node) {
            let to = self.board.edges[edge].to;
            let open = edge >= self.first && self.free[n] > 0 && (to.is_some() || self.goal);
            if open && to.is_none_or(|to| self.make_room(to, tried)) {
                self.sent[edge] += 1;
                self.free[n] -= 1;
                self.load[n] -= 1;
                return true;
            }
            let back = to.and_then(|to| self.board.edge(to, Some(node)));
            if let (Some(from), Some(back)) = (to, back)
                && self.sent[back] > 0
                && self.make_room(from, tried)
            {
                self.sent[back] -= 1;
                self.free[usize::from(from)] += 1;
                self.load[n] -= 1;
                return true;
            }
        }
        false
    }

    /// Adds one piece to `node`, which sheds another if it is full.
    fn make_room(&mut self, node: Node, tried: &mut u64) -> bool {
        let n = usize::from(node);
        if self.load[n] >= LIMIT {
            let untried = *tried >> node & 1 == 0;
            *tried |= 1 << node;
            if !untried || !self.shed(node, tried) {
                return false;
            }
        }
        self.load[n] += 1;
        true
    }
}
