//! Where enemies were last seen: all that a side believes that only remembers.

use crate::operation::Node;
use crate::operation::board::Board;
use crate::operation::stacks::{LIMIT, Stacks, nodes};
use crate::operation::state::Side;
use crate::operation::view::View;

/// Where each enemy is taken to be.
#[derive(Default)]
pub struct Memory {
    places: Stacks,
}

impl Memory {
    /// Both sides know where the other starts.
    pub fn begin(&mut self, board: &Board, enemy: Side) {
        self.places = board.start[enemy as usize];
    }

    /// Enemies in sight are where they are seen. One that turns up is the nearest of those out of sight, one that is gone went to the
    /// nearest node out of sight.
    pub fn observe(&mut self, board: &Board, view: &View) {
        let visible = view.shown.pieces(view.side.other());
        let dark = !view.seen & board.all();
        let before = self.places;
        let mut hidden = before.on(dark);
        let unseen = view.enemies - visible.total();
        let distance = |node: Node, from: Stacks| {
            nodes(from.occupied()).map(|other| board.distance(node, other)).min().unwrap_or(0)
        };
        while hidden.total() > unseen {
            let Some(nearest) = nodes(hidden.occupied()).min_by_key(|node| distance(*node, visible)) else {
                break;
            };
            hidden = hidden.minus(Stacks::of(nearest, 1));
        }
        let gone = before.on(view.seen);
        while hidden.total() < unseen {
            let open = (0..board.len() as Node).filter(|n| dark >> n & 1 == 1 && hidden.at(*n) < LIMIT);
            let Some(nearest) = open.min_by_key(|node| distance(*node, gone)) else { break };
            hidden = hidden.plus(Stacks::of(nearest, 1));
        }
        self.places = visible.plus(hidden);
    }

    /// Where they are taken to be.
    pub fn places(&self) -> Stacks {
        self.places
    }
}
