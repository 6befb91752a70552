//! All moves that satisfy constraints: depth-first over the sources, each result once.
//!
//! A branch ends as soon as what is left to decide cannot satisfy the constraints any more, as far as counting tells: room in the nodes that may
//! be occupied, pieces that can still reach an area, what the limits leave.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::problem::{Partial, Problem, direction};
use super::{Constraints, Standing};
use crate::operation::Node;
use crate::operation::board::Board;
use crate::operation::generator::Position;
use crate::operation::rules::Operation;
use crate::operation::stacks::{LIMIT, Stacks, nodes};
use crate::operation::state::{Action, Orders, Phase, Side, State};

/// A move: its result, and one flow of pieces that leads to it and satisfies the constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where the pieces stand afterwards.
    pub result: Position,
    /// How many pieces of each node go north (into the goal too), east, south and west.
    pub sent: [Stacks; 4],
}

impl Move {
    /// Nobody moves.
    pub fn stay(state: &State, side: Side) -> Move {
        let result = Position { pieces: state.pieces(side), ..Position::default() };
        Move { result, sent: [Stacks::EMPTY; 4] }
    }

    /// What orders from the beginning of a turn on come to.
    pub fn of(board: &Board, state: &State, side: Side, plan: &[Action]) -> Move {
        let mut found = Move::stay(state, side);
        let enemies = state.pieces(side.other()).occupied();
        let mut arriving = Stacks::EMPTY;
        for step in plan {
            let Action::Move { edge, count } = *step else { continue };
            let way = board.edges[usize::from(edge)];
            let gone = Stacks::of(way.from, count);
            let sent = &mut found.sent[direction(board.columns, way.from, way.to)];
            *sent = sent.plus(gone);
            found.result.pieces = found.result.pieces.minus(gone);
            match way.to {
                None => found.result.scoring += count,
                Some(to) => arriving = arriving.plus(Stacks::of(to, count)),
            }
        }
        found.result.pieces = found.result.pieces.plus(arriving);
        found.result.entered = arriving.occupied() & enemies;
        found
    }

    /// Appends the moves in which some pieces that go the same way from a node, one or all of them, go another way, or stay, instead.
    pub fn around(&self, board: &Board, state: &State, side: Side, out: &mut Vec<Move>) {
        let pieces = state.pieces(side);
        for node in nodes(pieces.occupied() & !state.pinned(side)) {
            // The goal is Blue's.
            let edges = board.edges_from(node).map(|edge| board.edges[edge].to);
            let edges = edges.filter(|to| to.is_some() || side == Side::Blue);
            let ways = edges.map(Way::Edge).chain([Way::Stay]);
            let gone: u8 = self.sent.iter().map(|sent| sent.at(node)).sum();
            for from in ways.clone() {
                let count = match from {
                    Way::Edge(to) => self.sent[direction(board.columns, node, to)].at(node),
                    Way::Stay => pieces.at(node) - gone,
                };
                for to in ways.clone().filter(|to| *to != from) {
                    let some = [1, count];
                    for &k in &some[..usize::from(count.min(2))] {
                        out.extend(self.redirected(board, state, side, (node, from, to), k));
                    }
                }
            }
        }
    }

    /// The move in which so many pieces of a node go another way; nothing where there is no room for them.
    fn redirected(
        &self,
        board: &Board,
        state: &State,
        side: Side,
        (node, from, to): (Node, Way, Way),
        count: u8,
    ) -> Option<Move> {
        let group = Stacks::of(node, count);
        let mut changed = *self;
        match from {
            Way::Stay => changed.result.pieces = changed.result.pieces.minus(group),
            Way::Edge(target) => {
                let sent = &mut changed.sent[direction(board.columns, node, target)];
                *sent = sent.minus(group);
                match target {
                    Some(target) => {
                        changed.result.pieces = changed.result.pieces.minus(Stacks::of(target, count))
                    }
                    None => changed.result.scoring -= count,
                }
            }
        }
        let target = match to {
            Way::Stay => Some(node),
            Way::Edge(target) => {
                let sent = &mut changed.sent[direction(board.columns, node, target)];
                *sent = sent.plus(group);
                target
            }
        };
        match target {
            Some(target) if changed.result.pieces.at(target) + count > LIMIT => return None,
            Some(target) => changed.result.pieces = changed.result.pieces.plus(Stacks::of(target, count)),
            None => changed.result.scoring += count,
        }
        // Whoever stayed in a contested node has not entered it.
        let leaving = changed.sent.into_iter().fold(Stacks::EMPTY, Stacks::plus);
        let arriving = changed.result.pieces.minus(state.pieces(side).minus(leaving));
        changed.result.entered = arriving.occupied() & state.pieces(side.other()).occupied();
        Some(changed)
    }

    /// Plays it where a turn has begun: up to dice, or the end of the turn.
    pub fn carry_out(&self, game: &Operation, state: &mut State) {
        let Phase::Move(Orders { side, .. }) = state.phase else { return };
        let leaving = self.sent.into_iter().fold(Stacks::EMPTY, Stacks::plus);
        let arriving = self.result.pieces.minus(state.pieces(side).minus(leaving));
        let orders = Orders { leaving, arriving, scoring: self.result.scoring, ..Orders::none(side) };
        game.end_move(state, orders);
    }

    /// Appends its orders in the order of the board's edges.
    pub fn orders(&self, board: &Board, plan: &mut Vec<Action>) {
        let leaving = self.sent.iter().fold(0, |all, sent| all | sent.occupied());
        for node in nodes(leaving) {
            for edge in board.edges_from(node) {
                let direction = direction(board.columns, node, board.edges[edge].to);
                let count = self.sent[direction].at(node);
                if count > 0 {
                    plan.push(Action::Move { edge: edge as u8, count });
                }
            }
        }
    }
}

/// Where pieces of a node go: along an edge (into the goal where it leads nowhere), or nowhere.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Edge(Option<Node>),
    Stay,
}

/// Branches that are looked at for each result that is wanted, before a search is given up.
const EFFORT: usize = 256;
/// And in any case.
const LEAST_EFFORT: usize = 1 << 16;

/// Lists moves; keeps its memory from one call to the next.
#[derive(Default)]
pub struct Lister {
    problem: Problem,
    /// Which spread each source has at the moment.
    chosen: Vec<u8>,
    found: Vec<Move>,
    slots: Vec<u32>,
    most: usize,
    /// How many more branches may be looked at.
    branches: usize,
    complete: bool,
}

impl Lister {
    /// Every move of `side` that satisfies the constraints, each result once, but no more than `most`.
    pub fn list(
        &mut self,
        board: &Board,
        state: &State,
        side: Side,
        constraints: &Constraints,
        most: usize,
    ) -> &[Move] {
        self.problem.set(Standing { board, state, side }, constraints);
        self.found.clear();
        self.slots.clear();
        self.slots.resize(512, EMPTY);
        self.most = most;
        self.branches = most.saturating_mul(EFFORT).max(LEAST_EFFORT);
        self.complete = true;
        self.chosen.clear();
        self.chosen.resize(self.problem.sources.len(), 0);
        let start = self.problem.start;
        if self.problem.hopeful(0, &start) {
            self.decide(0, start);
        }
        &self.found
    }

    /// The moves of the last list.
    pub fn moves(&self) -> &[Move] {
        &self.found
    }

    /// Whether the last list has all moves: nothing was left out because there were too many, or the search too long.
    pub fn complete(&self) -> bool {
        self.complete
    }

    /// Decides where the pieces of the sources from `i` on go.
    fn decide(&mut self, i: usize, partial: Partial) {
        if self.branches == 0 {
            self.complete = false;
            return;
        }
        self.branches -= 1;
        let Some(&source) = self.problem.sources.get(i) else { return self.keep(partial.position()) };
        for number in 0..self.problem.spreads(&source).len() {
            let spread = &self.problem.spreads(&source)[number];
            let Some(next) = self.problem.with(&partial, spread) else { continue };
            if self.problem.hopeful(i + 1, &next) {
                self.chosen[i] = number as u8;
                self.decide(i + 1, next);
                if !self.complete {
                    return;
                }
            }
        }
    }

    /// Keeps a move unless its result is there already: open addressing over indices into the list.
    fn keep(&mut self, result: Position) {
        if 2 * self.found.len() >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash(&result) as usize & mask;
        loop {
            match self.slots[slot] {
                EMPTY => break,
                i if self.found[i as usize].result == result => return,
                _ => slot = (slot + 1) & mask,
            }
        }
        if self.found.len() == self.most {
            self.complete = false;
            return;
        }
        self.slots[slot] = self.found.len() as u32;
        let mut found = Move { result, sent: [Stacks::EMPTY; 4] };
        for (source, &number) in self.problem.sources.iter().zip(&self.chosen) {
            let spread = &self.problem.spreads(source)[usize::from(number)];
            for (sent, &count) in found.sent.iter_mut().zip(&spread.sent) {
                *sent = sent.plus(Stacks::of(source.node, count));
            }
        }
        self.found.push(found);
    }

    fn grow(&mut self) {
        let size = 4 * self.slots.len();
        self.slots.clear();
        self.slots.resize(size, EMPTY);
        for (i, found) in self.found.iter().enumerate() {
            let mut slot = hash(&found.result) as usize & (size - 1);
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
    // Its low bits choose the slot.
    hasher.finish().rotate_left(26)
}
