//! The lower level of a command: each area's subordinate moves its own pieces towards its goal.
//!
//! Pieces are shared out goal by goal, the nearest first; what is left over joins the last one. Then those who can attack together do,
//! the others go one step where there is room, and supply holds one piece back where the last one would leave.

use super::course::{Course, Goal, Task};
use crate::operation::Node;
use crate::operation::board::{Board, MAX_NODES};
use crate::operation::constraints::{Area, Constraints, Limit, Move};
use crate::operation::stacks::{LIMIT, Stacks, nodes};
use crate::operation::state::{Action, Side, State};

/// A piece that may move.
#[derive(Clone, Copy, Debug)]
struct Piece {
    node: Node,
    /// Whose it is: the number of a goal.
    goal: Option<u8>,
    /// The edge that it takes.
    edge: Option<u8>,
}

/// The subordinates of one side; keeps its memory from one turn to the next.
#[derive(Default)]
pub struct Subordinates {
    goals: Vec<Goal>,
    pieces: Vec<Piece>,
    plan: Vec<Action>,
    /// How many pieces of the side end in each node.
    held: Held,
}

/// Counts for each node.
struct Held([u8; MAX_NODES]);

impl Default for Held {
    fn default() -> Self {
        Held([0; MAX_NODES])
    }
}

/// Where a turn is played.
#[derive(Clone, Copy)]
struct Field<'a> {
    board: &'a Board,
    state: &'a State,
    side: Side,
}

impl Subordinates {
    /// The move that a course comes to in a position.
    pub fn march(&mut self, board: &Board, state: &State, side: Side, course: Course) -> Move {
        let field = Field { board, state, side };
        self.goals.clear();
        course.goals(board, state, &mut self.goals);
        self.muster(field);
        self.assault(field);
        self.advance(field);
        self.hold(board);
        self.plan.clear();
        for piece in &self.pieces {
            self.plan.extend(piece.edge.map(|edge| Action::Move { edge, count: 1 }));
        }
        Move::of(board, state, side, &self.plan)
    }

    /// The goals of the last march.
    pub fn goals(&self) -> &[Goal] {
        &self.goals
    }

    /// What the last march achieves of its goals, as constraints: every move that satisfies them serves the course as well. They leave one more
    /// piece and node free in each direction than the march itself uses.
    pub fn achieved(&self, state: &State, side: Side, march: &Move) -> Constraints {
        let goal = if side == Side::Blue { state.goal + march.result.scoring } else { 0 };
        let mut constraints = Constraints::none();
        for Goal { area, .. } in &self.goals {
            let there = march.result.pieces.on(area.nodes).total() + if area.goal { goal } else { 0 };
            let least = there.min(area.least);
            if least > 0 {
                constraints.areas.push(Area { least, ..*area });
            }
        }
        let [north, east, south, west] = march.sent.map(Stacks::total);
        let (backward, retreat) =
            if side == Side::Blue { (south, Limit::South) } else { (north, Limit::North) };
        let nodes = march.result.pieces.occupied().count_ones() as u8;
        constraints
            .at_most(Limit::Nodes, nodes + 1)
            .at_most(Limit::East, east + 1)
            .at_most(Limit::West, west + 1)
            .at_most(retreat, backward)
    }

    /// Shares the pieces out. Those who fight stay with their fight.
    fn muster(&mut self, Field { board, state, side }: Field) {
        let own = state.pieces(side);
        self.held = Held::default();
        nodes(own.occupied()).for_each(|node| self.held.0[usize::from(node)] = own.at(node));
        self.pieces.clear();
        for node in nodes(own.occupied() & !state.contested()) {
            let piece = Piece { node, goal: None, edge: None };
            self.pieces.extend((0..own.at(node)).map(|_| piece));
        }
        for number in 0..self.goals.len() {
            let Goal { task, area } = self.goals[number];
            let fighting = own.on(area.nodes & state.contested()).total();
            let inside = if area.goal { state.goal + fighting } else { fighting };
            if task == Task::Supply {
                continue;
            }
            for _ in inside..area.least {
                let free = self.pieces.iter_mut().filter(|piece| piece.goal.is_none());
                let Some(nearest) = free.min_by_key(|piece| away(board, piece.node, area.nodes)) else {
                    return;
                };
                nearest.goal = Some(number as u8);
            }
        }
    }

    /// Enters nodes with enemies from all sides at once, where that makes sense.
    fn assault(&mut self, field: Field) {
        let Field { board, state, side } = field;
        let enemies = state.pieces(side.other()).occupied();
        for target in nodes(enemies) {
            let room = LIMIT - self.held.0[usize::from(target)];
            let mut count = 0;
            let ready = |piece: &Piece, goals: &[Goal]| {
                let wants = piece.goal.is_some_and(|g| goals[usize::from(g)].area.nodes >> target & 1 == 1);
                wants && piece.edge.is_none() && board.edge(piece.node, Some(target)).is_some()
            };
            for piece in &self.pieces {
                count += u8::from(ready(piece, &self.goals));
            }
            let count = count.min(room);
            if count == 0 || state.weakens(side, target, count) {
                continue;
            }
            let mut left = count;
            for i in 0..self.pieces.len() {
                if left > 0 && ready(&self.pieces[i], &self.goals) {
                    self.send(i, board, Some(target));
                    left -= 1;
                }
            }
        }
    }

    /// Goes one step wherever there is room, until nothing moves any more: those in front make room for those behind.
    fn advance(&mut self, field: Field) {
        loop {
            let mut moved = false;
            for i in 0..self.pieces.len() {
                let piece = self.pieces[i];
                if piece.edge.is_some() {
                    continue;
                }
                if let Some(to) = self.step(field, piece) {
                    self.send(i, field.board, to);
                    moved = true;
                }
            }
            if !moved {
                return;
            }
        }
    }

    /// Where a piece goes next, if there is a place that is nearer and has room; `Some(None)` is the goal.
    fn step(&self, Field { board, state, side }: Field, piece: Piece) -> Option<Option<Node>> {
        if side == Side::Blue && board.edge(piece.node, None).is_some() {
            return Some(None);
        }
        let goal = self.goals[usize::from(piece.goal?)];
        let enemies = state.pieces(side.other()).occupied();
        let now = away(board, piece.node, goal.area.nodes);
        let free = |to: Node| self.held.0[usize::from(to)] < LIMIT && enemies >> to & 1 == 0;
        if now == 0 {
            // Blue's effort goes on north inside its area; everybody else has arrived.
            let north = piece.node.checked_sub(board.columns)?;
            let on = side == Side::Blue && goal.task == Task::Effort && goal.area.nodes >> north & 1 == 1;
            return (on && free(north) && board.edge(piece.node, Some(north)).is_some())
                .then_some(Some(north));
        }
        let edges = board.edges[board.edges_from(piece.node)].iter().filter_map(|edge| edge.to);
        edges.filter(|&to| free(to) && away(board, to, goal.area.nodes) < now).map(Some).next()
    }

    fn send(&mut self, i: usize, board: &Board, to: Option<Node>) {
        let piece = &mut self.pieces[i];
        piece.edge = board.edge(piece.node, to).map(|edge| edge as u8);
        self.held.0[usize::from(piece.node)] -= 1;
        if let Some(to) = to {
            self.held.0[usize::from(to)] += 1;
        }
    }

    /// Holds one piece back in each node of a line of supply that would be left empty.
    fn hold(&mut self, board: &Board) {
        for Goal { task, area } in &self.goals {
            if *task != Task::Supply {
                continue;
            }
            for node in nodes(area.nodes) {
                let leaves = |piece: &&mut Piece| piece.node == node && piece.edge.is_some();
                let last = self.pieces.iter_mut().rev().find(leaves);
                let Some(last) = last.filter(|_| self.held.0[usize::from(node)] == 0) else { continue };
                let edge = last.edge.take().map(usize::from);
                self.held.0[usize::from(node)] += 1;
                if let Some(to) = edge.and_then(|edge| board.edges[edge].to) {
                    self.held.0[usize::from(to)] -= 1;
                }
            }
        }
    }
}

/// The fewest steps from a node to any of an area.
fn away(board: &Board, node: Node, area: u64) -> u8 {
    nodes(area).map(|to| board.distance(node, to)).min().unwrap_or(u8::MAX)
}
