//! The enemy's pieces as a flow through time: one stage for every turn that the enemy has won, and one before the first.
//!
//! At each stage every node is an arc, and what flows through it is how many pieces stood there when the stage began. From stage to stage they
//! stay or go along an edge of the board. All come from a hub and return to it: when they are lost, when they enter the goal, and from
//! the last stage.

use super::circulation::{Arc, Circulation, Vertex};
use crate::operation::Node;
use crate::operation::board::{Board, MAX_NODES};
use crate::operation::stacks::{LIMIT, Stacks, nodes};
use crate::operation::state::Side;

const FREE: (u16, u16) = (0, LIMIT as u16);

/// What is known of a move that the enemy made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passage {
    /// Who moved.
    pub side: Side,
    /// Pieces lost since the stage before began.
    pub lost: Stacks,
    /// Nodes that nobody could leave.
    pub pinned: u64,
    /// Nodes into which at least one piece came.
    pub entered: u64,
    /// Nodes into which none came.
    pub shunned: u64,
    /// Pieces that went into the goal.
    pub scored: u8,
}

/// All stages, and a flow through them.
#[derive(Clone, Debug, Default)]
pub(super) struct Stages {
    pub flow: Circulation,
    hub: Vertex,
    /// Where the nodes of the last stage end, in their order.
    ends: Vec<Vertex>,
    next_ends: Vec<Vertex>,
    /// The arc of the first node of each stage; those of the others follow.
    held: Vec<Arc>,
    /// What there was before the arcs that lead away from the last stage.
    body: (usize, usize),
}

impl Stages {
    /// Begins with one stage: `known` says where `pieces` are all there is, `total` how many there are anywhere.
    pub fn begin(&mut self, board: &Board, known: u64, pieces: Stacks, total: u8) {
        self.flow.clear();
        self.held.clear();
        self.ends.clear();
        self.hub = self.flow.vertex();
        let root = self.flow.vertex();
        let placed = pieces.total().into();
        self.flow.arc(self.hub, root, (total.into(), total.into()), placed);
        let mut first = None;
        for node in 0..board.len() as Node {
            let (entry, end) = (self.flow.vertex(), self.flow.vertex());
            let here = u16::from(pieces.at(node));
            let bounds = if known >> node & 1 == 1 { (here, here) } else { FREE };
            first.get_or_insert(self.flow.arc(entry, end, bounds, here));
            self.ends.push(end);
        }
        let first = first.unwrap_or_default();
        self.held.push(first);
        for (i, node) in (0..board.len() as Node).enumerate() {
            let entry = root + 1 + 2 * i as Vertex;
            self.flow.arc(root, entry, FREE, pieces.at(node).into());
        }
        self.body = self.flow.size();
        for node in 0..board.len() {
            self.flow.arc(self.ends[node], self.hub, FREE, pieces.at(node as Node).into());
        }
    }

    /// One more stage. The flow must fit what is known so far.
    pub fn extend(&mut self, board: &Board, passage: &Passage) {
        let len = board.len();
        self.next_ends.clear();
        let first = self.body.0 as Arc;
        // What stands there moves on as if it stayed; what is known of the next stage will show where it went.
        let mut standing = Stacks::EMPTY;
        for node in 0..len as Node {
            standing = standing.plus(Stacks::of(node, self.flow.flow(first + Arc::from(node)) as u8));
        }
        let standing = standing.minus(passage.lost);
        self.flow.shrink(self.body);
        let mut held = None;
        let entries = self.flow.size().1 as Vertex;
        for node in 0..len as Node {
            let (entry, end) = (self.flow.vertex(), self.flow.vertex());
            held.get_or_insert(self.flow.arc(entry, end, FREE, standing.at(node).into()));
            self.next_ends.push(end);
        }
        self.held.push(held.unwrap_or_default());
        let entry = |node: Node| entries + 2 * Vertex::from(node);
        for node in 0..len as Node {
            let end = self.ends[usize::from(node)];
            self.flow.arc(end, entry(node), FREE, standing.at(node).into());
            let lost = passage.lost.at(node).into();
            if lost > 0 {
                self.flow.arc(end, self.hub, (lost, lost), lost);
            }
        }
        for node in nodes(board.all() & !passage.shunned) {
            let mut door = entry(node);
            if passage.entered >> node & 1 == 1 {
                door = self.flow.vertex();
                self.flow.arc(door, entry(node), (1, LIMIT.into()), 0);
            }
            for from in nodes(board.around(1 << node) & !passage.pinned) {
                self.flow.arc(self.ends[usize::from(from)], door, FREE, 0);
            }
        }
        if passage.side == Side::Blue && passage.scored > 0 {
            let goal = self.flow.vertex();
            for from in nodes(board.north & !passage.pinned) {
                self.flow.arc(self.ends[usize::from(from)], goal, FREE, 0);
            }
            self.flow.arc(goal, self.hub, (passage.scored.into(), passage.scored.into()), 0);
        }
        self.body = self.flow.size();
        std::mem::swap(&mut self.ends, &mut self.next_ends);
        for node in 0..len {
            self.flow.arc(self.ends[node], self.hub, FREE, standing.at(node as Node).into());
        }
    }

    /// How many stages there are.
    pub fn len(&self) -> usize {
        self.held.len()
    }

    /// The arc of a node at a stage.
    pub fn held(&self, stage: usize, node: Node) -> Arc {
        self.held[stage] + Arc::from(node)
    }

    /// How many pieces stand on a node when a stage begins, as the flow has it now.
    pub fn at(&self, stage: usize, node: Node) -> u8 {
        self.flow.flow(self.held(stage, node)) as u8
    }

    /// So many pieces stood on a node when the last stage began.
    pub fn see(&mut self, node: Node, pieces: u8) {
        let arc = self.held(self.len() - 1, node);
        self.flow.bound(arc, pieces.into(), pieces.into());
        self.flow.keep();
    }

    /// The hub.
    pub fn hub(&self) -> Vertex {
        self.hub
    }

    /// Lets the nodes of the last stage lead to other vertices than before; whoever does so sees to it that the flow goes on from
    /// there. Vertices that were added since the last stage are gone before `new` makes others.
    pub fn lead<T>(&mut self, new: impl FnOnce(&mut Circulation) -> T, to: impl Fn(&T, Node) -> Vertex) -> T {
        let len = self.ends.len();
        let first = self.body.0 as Arc;
        let mut flows = [0; MAX_NODES];
        for (node, flow) in flows[..len].iter_mut().enumerate() {
            *flow = self.flow.flow(first + node as Arc);
        }
        self.flow.shrink(self.body);
        let made = new(&mut self.flow);
        for (node, flow) in flows[..len].iter().enumerate() {
            self.flow.arc(self.ends[node], to(&made, node as Node), FREE, *flow);
        }
        made
    }

    /// Where a node of the last stage ends.
    pub fn last(&self, node: Node) -> Vertex {
        self.ends[usize::from(node)]
    }

    /// The arc that leads away from a node of the last stage.
    pub fn end(&self, node: Node) -> Arc {
        self.body.0 as Arc + Arc::from(node)
    }
}
