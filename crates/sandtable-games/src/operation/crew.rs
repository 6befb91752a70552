//! Turns of Operation as one decision per piece: the multi-agent idea of FFI/RAPPORT-2000/04403, chapter 9.
//!
//! A piece stays or goes along an edge. Where more pieces choose a node than it can hold, those that chose it last stay where they
//! are, until everything fits: at worst nobody moves, and that always fits.

use sandtable_core::{Crew, Rng, Seat, Value};

use super::Node;
use super::board::Board;
use super::eval::Outlook;
use super::rules::Operation;
use super::stacks::{LIMIT, nodes};
use super::state::{Action, Phase, Side, State};

/// How much a piece that Blue brings through counts in the logit of feedback.
const PIECE: f64 = 1.0;

/// The pieces of one decision.
#[derive(Default)]
pub struct Pieces {
    side: usize,
    base: f64,
    outlook: Outlook,
    /// Where each piece stands, and whether it may leave.
    pieces: Vec<(Node, bool)>,
    /// The edge that each piece takes.
    edges: Vec<Option<usize>>,
}

impl Pieces {
    fn list(&mut self, state: &State) {
        self.pieces.clear();
        let Phase::Move(orders) = &state.phase else { return };
        let (own, pinned) = (state.pieces(orders.side), state.pinned(orders.side));
        for node in nodes(own.occupied()) {
            let free = pinned >> node & 1 == 0;
            self.pieces.extend((0..own.at(node)).map(|_| (node, free)));
        }
    }

    /// Lets pieces stay until no node is overfull.
    fn mend(&mut self, board: &Board) {
        loop {
            let mut counts = [0; 64];
            let mut crowd = None;
            for (i, (&(node, _), edge)) in self.pieces.iter().zip(&self.edges).enumerate() {
                let to = edge.map_or(Some(node), |edge| board.edges[edge].to);
                if let Some(to) = to {
                    counts[usize::from(to)] += 1;
                    if counts[usize::from(to)] > LIMIT {
                        crowd = Some((to, i));
                    }
                }
            }
            let Some((full, _)) = crowd else { return };
            let goes = |edge: &Option<usize>| edge.is_some_and(|e| board.edges[e].to == Some(full));
            let last = self.edges.iter().rposition(goes).expect("those that stay fit");
            self.edges[last] = None;
        }
    }
}

fn ways(board: &Board, node: Node, side: Side) -> impl Iterator<Item = usize> + '_ {
    board.edges_from(node).filter(move |&e| board.edges[e].to.is_some() || side == Side::Blue)
}

impl Crew<Operation> for Pieces {
    fn begin(&mut self, game: &Operation, state: &State, seat: Seat) {
        self.side = seat;
        self.base = self.outlook.value(game, state).values()[seat];
    }

    fn decides(&self, _game: &Operation, state: &State) -> bool {
        matches!(&state.phase, Phase::Move(orders) if orders.next_edge == 0)
    }

    fn options(&mut self, game: &Operation, state: &State, out: &mut Vec<u16>) {
        let Phase::Move(orders) = &state.phase else { return };
        self.list(state);
        for &(node, free) in &self.pieces {
            let ways = if free { ways(game.board(), node, orders.side).count() } else { 0 };
            out.push(1 + ways as u16);
        }
    }

    fn plan(&mut self, game: &Operation, state: &State, choices: &[u16], plan: &mut Vec<Action>) {
        let Phase::Move(orders) = &state.phase else { return };
        self.list(state);
        self.edges.clear();
        for (&(node, _), &choice) in self.pieces.iter().zip(choices) {
            let edge =
                (choice > 0).then(|| ways(game.board(), node, orders.side).nth(usize::from(choice) - 1));
            self.edges.push(edge.flatten());
        }
        self.mend(game.board());
        self.edges.sort_unstable();
        for group in self.edges.chunk_by(|a, b| a == b) {
            if let Some(edge) = group[0] {
                plan.push(Action::Move { edge: edge as u8, count: group.len() as u8 });
            }
        }
        plan.push(Action::End);
    }

    fn rest(&mut self, _game: &Operation, _state: &State, _rng: &mut Rng, plan: &mut Vec<Action>) {
        plan.push(Action::End);
    }

    fn feedback(&mut self, game: &Operation, state: &State) -> f64 {
        let value = self.outlook.value(game, state).values()[self.side];
        1.0 / (1.0 + (PIECE * (self.base - value)).exp())
    }
}
