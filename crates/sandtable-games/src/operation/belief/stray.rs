//! A move of a side at random, of which the other side sees what it saw.
//!
//! Each piece would go its own way by the chances of [`Ways`]: with Gumbel noise on their logarithms, the best way of a piece
//! is a draw from them. What was seen then asks for pieces in certain places, so all pieces together take the best ways with
//! which it comes out: an assignment, solved by augmenting paths. (Papandreou and Yuille, 2011: perturb and maximise.) By
//! how much the noisy ways had to be bent says how likely it was that this would be seen.

use sandtable_core::Rng;

use crate::operation::Node;
use crate::operation::board::{Board, Edge, MAX_NODES};
use crate::operation::rules::Operation;
use crate::operation::stacks::{LIMIT, Stacks, nodes};
use crate::operation::state::{Orders, Phase, Side, State};
use crate::operation::view::View;

/// The chances of a piece to stay, go forward, to a side, or back; what it cannot do is shared by the others.
struct Ways {
    stay: f64,
    forward: f64,
    aside: f64,
    back: f64,
}

impl Ways {
    /// The chance of a way from `node`.
    fn chance(&self, board: &Board, node: Node, to: Option<Node>, side: Side) -> f64 {
        let north = to.is_none_or(|to| to + board.columns == node);
        let south = to.is_some_and(|to| to == node + board.columns);
        match side {
            Side::Blue if north => self.forward,
            Side::Red if south => self.forward,
            _ if north || south => self.back,
            _ => self.aside,
        }
    }
}

/// Blue comes, Red shifts.
const WAYS: [Ways; 2] = [
    Ways { stay: 0.30, forward: 0.40, aside: 0.12, back: 0.06 },
    Ways { stay: 0.60, forward: 0.08, aside: 0.14, back: 0.04 },
];

/// Where pieces may end: on a node, in the goal, or on a node as one that came there.
const GOAL: usize = MAX_NODES;
const CAME: usize = GOAL + 1;
const BINS: usize = CAME + MAX_NODES;

/// Worth more than all that pieces like: what was seen must come out.
const MUST: f64 = 1e6;
/// How far bent ways count against a particle. Pieces do not choose one by one, as is assumed here: a column that turns is one surprise and
/// not three. A quarter gave the least squared error of the chances, against `net` and `constrained`.
const TRUST: f64 = 0.25;
/// Likings that differ by less are equal.
const TINY: f64 = 1e-9;

/// One way of a piece.
#[derive(Clone, Copy)]
struct Way {
    to: usize,
    /// The edge, unless it stays.
    edge: Option<u8>,
    liking: f64,
}

/// The pieces of one side, with all memory that a move needs.
pub struct Stray {
    /// The ways of all pieces, where each piece's begin, and the one that it takes.
    ways: Vec<Way>,
    first: Vec<usize>,
    taken: Vec<usize>,
    /// The nodes that somebody has entered, and those that nobody has.
    entered: u64,
    closed: u64,
    room: [u8; BINS],
    /// Where all that fits has to be filled.
    wanted: [bool; BINS],
    value: [f64; BINS],
    /// The piece and its way by which a bin is best reached.
    via: [(usize, usize); BINS],
}

impl Default for Stray {
    fn default() -> Self {
        Stray {
            ways: Vec::new(),
            first: Vec::new(),
            taken: Vec::new(),
            entered: 0,
            closed: 0,
            room: [0; BINS],
            wanted: [false; BINS],
            value: [0.0; BINS],
            via: [(0, 0); BINS],
        }
    }
}

impl Stray {
    /// Moves the side that is to move, so that the other sees `view`: how likely that was, if it is possible.
    pub fn march(&mut self, game: &Operation, state: &mut State, view: &View, rng: &mut Rng) -> Option<f64> {
        let Phase::Move(orders) = &state.phase else { return None };
        let (board, side) = (game.board(), orders.side);
        if view.shown.goal < state.goal || view.enemies > state.pieces(side).total() {
            return None;
        }
        self.set_up(board, state, side, view);
        let free = self.like(board, state, side, rng);
        let bent = self.assign()?;
        let mut orders = Orders::none(side);
        for &way in &self.taken {
            let Some(edge) = self.ways[way].edge else { continue };
            let edge = board.edges[usize::from(edge)];
            orders.leaving = orders.leaving.plus(Stacks::of(edge.from, 1));
            match edge.to {
                Some(to) => orders.arriving = orders.arriving.plus(Stacks::of(to, 1)),
                None => orders.scoring += 1,
            }
        }
        game.end_move(state, orders);
        Some((TRUST * (bent - free).min(0.0)).exp())
    }

    /// Sets out where pieces must and may end.
    fn set_up(&mut self, board: &Board, state: &State, side: Side, view: &View) {
        let seen = view.shown.pieces(side);
        self.room.fill(0);
        self.wanted.fill(false);
        for node in 0..board.len() as Node {
            let place = usize::from(node);
            self.wanted[place] = view.seen >> node & 1 == 1;
            self.room[place] = if self.wanted[place] { seen.at(node) } else { LIMIT };
        }
        (self.room[GOAL], self.wanted[GOAL]) = (view.shown.goal - state.goal, true);
        // Where a defender stands that has become the attacker, somebody came; where it has not, nobody.
        let defended = state.contested() & !state.pinned(side) & view.shown.contested();
        self.entered = defended & view.shown.pinned(side);
        self.closed = defended & !self.entered;
        for place in nodes(self.entered).map(usize::from) {
            self.room[place] = self.room[place].saturating_sub(1);
            (self.room[CAME + place], self.wanted[CAME + place]) = (1, true);
        }
    }

    /// Draws what each piece likes; returns how well all of them like what each likes best.
    fn like(&mut self, board: &Board, state: &State, side: Side, rng: &mut Rng) -> f64 {
        self.ways.clear();
        self.first.clear();
        let (own, pinned) = (state.pieces(side), state.pinned(side));
        let mut best = 0.0;
        for node in nodes(own.occupied()) {
            for _ in 0..own.at(node) {
                self.first.push(self.ways.len());
                let mut liking = |chance: f64| chance.ln() - (-rng.unit().max(1e-300).ln()).ln();
                let stays = liking(WAYS[side as usize].stay);
                let mut most = stays;
                self.ways.push(Way { to: usize::from(node), edge: None, liking: stays });
                for number in board.edges_from(node).filter(|_| pinned >> node & 1 == 0) {
                    let Edge { to, .. } = board.edges[number];
                    if to.is_none() && side == Side::Red {
                        continue;
                    }
                    let liking = liking(WAYS[side as usize].chance(board, node, to, side));
                    most = most.max(liking);
                    let edge = Some(number as u8);
                    let place = to.map_or(GOAL, usize::from);
                    if to.is_none_or(|to| self.closed >> to & 1 == 0) {
                        self.ways.push(Way { to: place, edge, liking });
                    }
                    if to.is_some_and(|to| self.entered >> to & 1 == 1) {
                        self.ways.push(Way { to: CAME + place, edge, liking });
                    }
                }
                best += most;
            }
        }
        self.first.push(self.ways.len());
        best
    }

    /// Lets all pieces together take the ways that they like best, of those with which what was seen comes out: how well they
    /// like them, if there are any.
    fn assign(&mut self) -> Option<f64> {
        self.taken.clear();
        for piece in 0..self.first.len() - 1 {
            let end = self.reach(piece)?;
            self.room[end] -= 1;
            self.augment(piece, end)?;
        }
        let missing = self.wanted.iter().zip(self.room).any(|(wanted, room)| *wanted && room > 0);
        (!missing).then(|| self.taken.iter().map(|&way| self.ways[way].liking).sum())
    }

    /// Finds how one more piece, others making room, is best placed: where room is taken in the end.
    fn reach(&mut self, piece: usize) -> Option<usize> {
        self.value.fill(f64::NEG_INFINITY);
        for way in self.first[piece]..self.first[piece + 1] {
            self.offer(self.ways[way].liking, piece, way);
        }
        // Paths visit a piece at most once, so they are as short as there are pieces.
        for _ in 0..piece {
            let mut better = false;
            for other in 0..piece {
                let taken = self.ways[self.taken[other]];
                let value = self.value[taken.to] - taken.liking;
                if value == f64::NEG_INFINITY {
                    continue;
                }
                for way in self.first[other]..self.first[other + 1] {
                    better |= self.offer(value + self.ways[way].liking, other, way);
                }
            }
            if !better {
                break;
            }
        }
        let worth = |place: usize| self.value[place] + if self.wanted[place] { MUST } else { 0.0 };
        let open = (0..BINS).filter(|&place| self.room[place] > 0 && self.value[place].is_finite());
        open.max_by(|a, b| worth(*a).total_cmp(&worth(*b)))
    }

    /// Notes that a place can be reached so well by a way of a piece, if that is news.
    fn offer(&mut self, value: f64, piece: usize, way: usize) -> bool {
        let to = self.ways[way].to;
        let better = value > self.value[to] + TINY;
        if better {
            (self.value[to], self.via[to]) = (value, (piece, way));
        }
        better
    }

    /// Moves everybody along the path that ends in `end`.
    fn augment(&mut self, newcomer: usize, mut end: usize) -> Option<()> {
        for _ in 0..=newcomer {
            let (piece, way) = self.via[end];
            if piece == newcomer {
                self.taken.push(way);
                return Some(());
            }
            end = self.ways[self.taken[piece]].to;
            self.taken[piece] = way;
        }
        None
    }
}
