//! Whether a turn that has begun can still be finished.
//!
//! No node may hold more than three pieces of a side when the move is finished, but a column may march into a node
//! that another one is about to leave. A step is therefore legal only if the orders still to come can clear every
//! overfull node: a small flow problem, solved by augmenting paths, and needed only when some node is overfull.
//!
//! A node plays two parts in it: its pieces without orders are a *source*, and what may stand there in the end is a *sink*
//! of at most three. A path may pass a node once in each part (its own pieces leave while others come), so the two
//! are marked apart.

use super::Node;
use super::board::Board;
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
        held: standing.up_to_limit(orders.arriving),
        staying: standing.on(!pinned),
        sent: [Stacks::EMPTY; 4],
    };
    nodes(overfull).all(|node| {
        let load = standing.at(node) + orders.arriving.at(node);
        (LIMIT..load).all(|_| flow.relieve(node, &mut Tried { sources: 0, sinks: 1 << node }))
    })
}

/// Orders that might follow.
struct Flow<'a> {
    board: &'a Board,
    /// The first edge that is open.
    first: usize,
    /// Whether the goal is.
    goal: bool,
    /// How many pieces end in each node; three where there are too many.
    held: Stacks,
    /// How many pieces that might leave a node stay there.
    staying: Stacks,
    /// How many pieces of each node go in each direction. Nothing comes back out of the goal, so nobody counts there.
    sent: [Stacks; 4],
}

/// What one path has tried: each source and each sink once.
struct Tried {
    sources: u64,
    sinks: u64,
}

/// Where a piece of a node may end, the goal aside: there, or in a neighbour.
#[derive(Clone, Copy)]
enum End {
    Home,
    Beside(Node),
}

impl Flow<'_> {
    /// Has one of the pieces that end in `node`, its own or others, end elsewhere; another may then end there.
    fn relieve(&mut self, node: Node, tried: &mut Tried) -> bool {
        let here = 1 << node;
        let senders = self.sent.iter().fold(0, |all, sent| all | sent.occupied());
        for from in nodes((here | self.board.around(here) & senders) & !tried.sources) {
            let end = if from == node { End::Home } else { End::Beside(node) };
            if self.way(from, end).at(from) == 0 {
                continue;
            }
            tried.sources |= 1 << from;
            if self.divert(from, end, tried) {
                let way = self.way(from, end);
                *way = way.minus(Stacks::of(from, 1));
                return true;
            }
        }
        false
    }

    /// Has one more piece of `from` end somewhere where there is, or can be made, room, but not in `barred`.
    fn divert(&mut self, from: Node, barred: End, tried: &mut Tried) -> bool {
        let (board, full) = (self.board, self.held.full());
        let first = board.edges_from(from).start.max(self.first);
        let open = board.edges[first..board.edges_from(from).end.max(first)].iter();
        if self.goal && open.clone().any(|edge| edge.to.is_none()) {
            return true;
        }
        let home = matches!(barred, End::Beside(_)).then_some((from, End::Home));
        let ends = home.into_iter().chain(open.filter_map(|edge| edge.to.map(|to| (to, End::Beside(to)))));
        if let Some((sink, end)) = ends.clone().find(|(sink, _)| full >> sink & 1 == 0) {
            self.held = self.held.plus(Stacks::of(sink, 1));
            self.send(from, end);
            return true;
        }
        for (sink, end) in ends {
            let fresh = tried.sinks >> sink & 1 == 0;
            tried.sinks |= 1 << sink;
            if fresh && self.relieve(sink, tried) {
                self.send(from, end);
                return true;
            }
        }
        false
    }

    fn send(&mut self, from: Node, end: End) {
        let way = self.way(from, end);
        *way = way.plus(Stacks::of(from, 1));
    }

    /// How many pieces of each node end where one of `from` does that ends so.
    fn way(&mut self, from: Node, end: End) -> &mut Stacks {
        match end {
            End::Home => &mut self.staying,
            End::Beside(to) => {
                let far = self.board.columns > 1 && from.abs_diff(to) == self.board.columns;
                &mut self.sent[2 * usize::from(far) + usize::from(to > from)]
            }
        }
    }
}
