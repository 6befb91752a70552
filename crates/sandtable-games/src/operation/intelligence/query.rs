//! What may be and what must be, exactly.

use sandtable_core::{BadInput, Rng};

use super::circulation::{Arc, Vertex};
use super::crossing;
use super::trail::Trail;
use crate::operation::Node;
use crate::operation::board::Board;
use crate::operation::constraints::Area;
use crate::operation::stacks::{LIMIT, Stacks, nodes};
use crate::operation::state::Side;

impl Trail {
    /// Whether the enemy may have at least so many pieces in each of these areas now. The goal counts as in
    /// [`constraints`](crate::operation::constraints): it holds what Blue has brought there, which both sides know.
    ///
    /// Only areas that cross each other can fail, if the solver for whole numbers does.
    pub fn possible(&mut self, board: &Board, areas: &[Area]) -> Result<bool, BadInput> {
        Ok(self.example(board, areas)?.is_some())
    }

    /// Whether the enemy must have at least so many pieces in each of these areas now. So it is, too, if the views contradict each other.
    pub fn certain(&mut self, board: &Board, areas: &[Area]) -> bool {
        areas.iter().all(|area| {
            let least = self.range(board, area.nodes).map_or(u8::MAX, |(least, _)| least);
            i32::from(least) >= self.wanted(area)
        })
    }

    /// The fewest and the most pieces that the enemy may have on some nodes together now; `None` if the views contradict each other.
    pub fn range(&mut self, board: &Board, places: u64) -> Option<(u8, u8)> {
        let gone = self.lost.on(places).total();
        let arc = self.collect(places);
        let moment = self.stages.flow.moment();
        let mut range = None;
        if self.settle(board) {
            self.stages.flow.undo(moment);
            range = Some((self.extreme(board, arc, false), self.extreme(board, arc, true)));
        }
        self.stages.flow.undo(moment);
        self.release();
        range.map(|(least, most)| (least as u8 - gone, most as u8 - gone))
    }

    /// A place for each of the enemy's pieces that fits everything seen and has at least so many pieces in each of these areas.
    pub fn example(&mut self, board: &Board, areas: &[Area]) -> Result<Option<Stacks>, BadInput> {
        let mut wanted: Vec<(u128, u16)> = areas
            .iter()
            .map(|area| (area.nodes, self.wanted(area)))
            .filter(|(_, least)| *least > 0)
            .map(|(places, least)| (places.into(), least as u16 + u16::from(self.lost.on(places).total())))
            .collect();
        wanted.sort_by_key(|(places, _)| places.count_ones());
        if any_cross(&wanted) {
            return crossing::example(self, board, &wanted);
        }
        Ok(self.nested(board, &wanted))
    }

    /// A place for each of the enemy's pieces that fits everything seen, at random; `None` if the views contradict each other.
    ///
    /// All that fit can come. They would be equally likely if nothing were known but which nodes are in sight; what else is known shifts that.
    pub fn draw(&mut self, board: &Board, rng: &mut Rng) -> Option<Stacks> {
        let moment = self.stages.flow.moment();
        let fits = self.settle(board);
        self.stages.flow.undo(moment);
        let drawn = if fits { self.scatter(board, rng) } else { None };
        self.stages.flow.undo(moment);
        drawn
    }

    /// How many pieces an area asks for on the board; none if what is in the goal is enough.
    fn wanted(&self, area: &Area) -> i32 {
        let scored = self.last.as_ref().map_or(0, |view| view.shown.goal);
        let there = if area.goal && self.side == Side::Red { scored } else { 0 };
        i32::from(area.least) - i32::from(there)
    }

    /// Where the enemy's pieces are now, as the flow has it.
    pub(super) fn placed(&self, board: &Board) -> Stacks {
        let stage = self.stages.len() - 1;
        let all = (0..board.len() as Node)
            .fold(Stacks::EMPTY, |all, node| all.plus(Stacks::of(node, self.stages.at(stage, node))));
        all.minus(self.lost)
    }

    /// Areas that are nested or apart, small ones first.
    fn nested(&mut self, board: &Board, areas: &[(u128, u16)]) -> Option<Stacks> {
        let hub = self.stages.hub();
        let first = self.stages.lead(
            |flow| {
                let first = flow.size().1 as Vertex;
                for _ in areas {
                    flow.vertex();
                }
                first
            },
            |first, node| {
                let inmost = areas.iter().position(|(places, _)| places >> node & 1 == 1);
                inmost.map_or(hub, |i| first + i as Vertex)
            },
        );
        for (i, (places, least)) in areas.iter().enumerate() {
            let outer = (i + 1..areas.len()).find(|j| places & !areas[*j].0 == 0);
            let to = outer.map_or(hub, |j| first + j as Vertex);
            let flow = nodes(*places as u64).map(|node| self.stages.flow.flow(self.stages.end(node))).sum();
            self.stages.flow.arc(first + i as Vertex, to, (*least, u16::MAX), flow);
        }
        let moment = self.stages.flow.moment();
        let example = self.settle(board).then(|| self.placed(board));
        self.stages.flow.undo(moment);
        self.release();
        example
    }

    /// One arc for all that stands on some nodes.
    pub(super) fn collect(&mut self, places: u64) -> Arc {
        let hub = self.stages.hub();
        let all = self
            .stages
            .lead(|flow| flow.vertex(), |all, node| if places >> node & 1 == 1 { *all } else { hub });
        let flow = nodes(places).map(|node| self.stages.flow.flow(self.stages.end(node))).sum();
        self.stages.flow.arc(all, hub, (0, u16::MAX), flow)
    }

    /// Every node of the last stage leads to the hub again.
    pub(super) fn release(&mut self) {
        let hub = self.stages.hub();
        self.stages.lead(|_| (), |(), _| hub);
    }

    /// The most, or the least, that can flow through an arc with everything seen. There must be a flow.
    pub(super) fn extreme(&mut self, board: &Board, arc: Arc, most: bool) -> u16 {
        let flow = &mut self.stages.flow;
        let mut value = if most { flow.maximise(arc) } else { flow.minimise(arc) };
        loop {
            let moment = self.stages.flow.moment();
            let bounds = if most { (value, u16::MAX) } else { (0, value) };
            self.stages.flow.bound(arc, bounds.0, bounds.1);
            let found = self.settle(board);
            self.stages.flow.undo(moment);
            if found {
                return value;
            }
            value = if most { value - 1 } else { value + 1 };
        }
    }

    /// Moves the pieces of the last stage at random, node by node, so that the rest can follow. It narrows bounds as it goes.
    fn scatter(&mut self, board: &Board, rng: &mut Rng) -> Option<Stacks> {
        let stage = self.stages.len() - 1;
        let bounds = |trail: &Self, node: Node| trail.stages.flow.bounds(trail.stages.held(stage, node));
        let free = |node: &Node| bounds(self, *node).0 < bounds(self, *node).1;
        let mut open = nodes(board.all()).filter(free).fold(0u64, |all, node| all | 1 << node);
        let mut left: usize = nodes(open).map(|node| usize::from(self.stages.at(stage, node))).sum();
        fill_ways(&mut self.scratch, open.count_ones() as usize, left);
        let width = left + 1;
        while open != 0 {
            let node = nodes(open).nth(rng.below(open.count_ones()) as usize)?;
            open &= !(1 << node);
            let row = &self.scratch[open.count_ones() as usize * width..][..width];
            let mut weights = [0.0; LIMIT as usize + 1];
            for (here, weight) in weights.iter_mut().enumerate().take(left + 1) {
                *weight = row[left - here];
            }
            left -= self.place(board, stage, node, weights, rng)?;
        }
        Some(self.placed(board))
    }

    /// Puts a number of pieces on a node of the last stage by their weights, if the rest can follow.
    fn place(
        &mut self,
        board: &Board,
        stage: usize,
        node: Node,
        mut weights: [f64; LIMIT as usize + 1],
        rng: &mut Rng,
    ) -> Option<usize> {
        let arc = self.stages.held(stage, node);
        loop {
            let mut point = rng.unit() * weights.iter().sum::<f64>();
            let past = |weight: &f64| {
                point -= weight;
                point < 0.0
            };
            let wanted = weights.iter().position(past)?;
            let found = usize::from(self.stages.flow.strive(arc, wanted as u16));
            if found < wanted {
                weights[found + 1..].fill(0.0);
            } else if found > wanted {
                weights[..found].fill(0.0);
            } else {
                let before = self.stages.flow.moment();
                self.stages.flow.bound(arc, found as u16, found as u16);
                let fixed = self.stages.flow.moment();
                if self.settle(board) {
                    self.stages.flow.undo(fixed);
                    return Some(found);
                }
                self.stages.flow.undo(before);
                weights[found] = 0.0;
            }
        }
    }
}

/// In how many ways so many pieces can stand on so many nodes, three at most on each: a row for each number of nodes.
fn fill_ways(ways: &mut Vec<f64>, places: usize, pieces: usize) {
    let width = pieces + 1;
    ways.clear();
    ways.resize((places + 1) * width, 0.0);
    ways[0] = 1.0;
    for row in 1..=places {
        for count in 0..width {
            let fewer = count.saturating_sub(LIMIT.into())..=count;
            ways[row * width + count] = fewer.map(|rest| ways[(row - 1) * width + rest]).sum();
        }
    }
}

/// Whether some of these sets cross each other: neither is within the other, and they are not apart.
pub(super) fn any_cross(sets: &[(u128, u16)]) -> bool {
    let cross = |a: u128, b: u128| a & b != 0 && a & !b != 0 && b & !a != 0;
    (1..sets.len()).any(|i| sets[..i].iter().any(|a| cross(a.0, sets[i].0)))
}
