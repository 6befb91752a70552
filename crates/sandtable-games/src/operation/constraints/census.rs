//! How many moves satisfy constraints, and one of them at random, without listing them.
//!
//! When the last source that can reach a node has been decided, the node is *closed*: nothing changes there any more. So a result is a word
//! whose letters are the nodes in the order in which they are closed, and flows are the ways to spell it. What can still be
//! spelled depends only on the set of partial flows that share the letters so far, the closed nodes aside. Words with equal sets go on
//! alike and are counted once: a finite automaton, made deterministic as far as it is needed. Ways through it are
//! results, each once, however many flows lead there.

use rustc_hash::FxHashMap;
use sandtable_core::Rng;

use super::problem::{Partial, Problem};
use super::{Constraints, Standing};
use crate::operation::board::Board;
use crate::operation::generator::Position;
use crate::operation::stacks::Stacks;
use crate::operation::state::{Side, State};

/// What is written of the nodes that are closed in a step: their pieces, and where an enemy's node was entered.
type Letter = (Stacks, u64);

/// Partial flows that share what is written so far, with what the constraints ask about the closed nodes.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    depth: u16,
    /// How many closed nodes are occupied, and how many pieces of each area are in closed nodes.
    closed: Vec<u8>,
    flows: Vec<Partial>,
}

/// A state of the automaton.
struct Stage {
    /// How many results lead on from here.
    count: u128,
    next: Vec<(Letter, u32)>,
}

/// The automaton of a move.
pub struct Census {
    problem: Problem,
    areas: Vec<u64>,
    fixed: Stacks,
    stages: Vec<Stage>,
    known: FxHashMap<Key, u32>,
    first: u32,
    pieces: u8,
    /// How many more partial flows may be looked at.
    effort: usize,
}

impl Census {
    /// Counts the moves of `side` that satisfy the constraints.
    pub fn new(board: &Board, state: &State, side: Side, constraints: &Constraints) -> Census {
        let standing = Standing { board, state, side };
        Census::within(standing, constraints, usize::MAX).expect("no bound is reached")
    }

    /// The same, unless it takes more than so many partial flows.
    pub(super) fn within(standing: Standing, constraints: &Constraints, effort: usize) -> Option<Census> {
        let mut problem = Problem::default();
        problem.set(standing, constraints);
        let start = problem.start;
        let mut census = Census {
            areas: constraints.areas.iter().map(|area| area.nodes).collect(),
            fixed: start.pieces.on(!problem.ahead[0].open),
            stages: Vec::new(),
            known: FxHashMap::default(),
            first: 0,
            pieces: standing.state.pieces(standing.side).total(),
            effort,
            problem,
        };
        let closed = census.closing(&vec![0; 1 + census.areas.len()], census.fixed);
        let mut flow = start;
        flow.pieces = start.pieces.on(census.problem.ahead[0].open);
        census.problem.forget_unlimited(&mut flow);
        census.first = match census.problem.hopeful(0, &start) {
            true => census.stage(Key { depth: 0, closed, flows: vec![flow] }),
            false => {
                census.stages.push(Stage { count: 0, next: Vec::new() });
                0
            }
        };
        (census.effort > 0).then_some(census)
    }

    /// How many results there are.
    pub fn count(&self) -> u128 {
        self.stages[self.first as usize].count
    }

    /// A result at random, each equally likely; none if there is none.
    pub fn sample(&self, rng: &mut Rng) -> Option<Position> {
        let mut stage = &self.stages[self.first as usize];
        if stage.count == 0 {
            return None;
        }
        let wide = u128::from(rng.bits()) << 64 | u128::from(rng.bits());
        // The bias of the remainder is below 2^-90 for anything that can be counted in practice.
        let mut number = wide % stage.count;
        let mut result = Position { pieces: self.fixed, ..Position::default() };
        while !stage.next.is_empty() {
            for ((pieces, entered), next) in &stage.next {
                let ahead = &self.stages[*next as usize];
                if number < ahead.count {
                    result.pieces = result.pieces.plus(*pieces);
                    result.entered |= entered;
                    stage = ahead;
                    break;
                }
                number -= ahead.count;
            }
        }
        result.scoring = self.pieces - result.pieces.total();
        Some(result)
    }

    /// What is known of the closed nodes when these are closed too.
    fn closing(&self, closed: &[u8], pieces: Stacks) -> Vec<u8> {
        let mut closed = closed.to_vec();
        closed[0] += pieces.occupied().count_ones() as u8;
        for (held, area) in closed[1..].iter_mut().zip(&self.areas) {
            *held += pieces.on(*area).total();
        }
        closed
    }

    /// The state for a set of flows, with everything that follows it.
    fn stage(&mut self, key: Key) -> u32 {
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let depth = usize::from(key.depth);
        let mut stage = Stage { count: 0, next: Vec::new() };
        if depth == self.problem.sources.len() {
            stage.count = 1;
        } else {
            for (letter, flows) in self.letters(&key) {
                let closed = self.closing(&key.closed, letter.0);
                let next = self.stage(Key { depth: key.depth + 1, closed, flows });
                let count = self.stages[next as usize].count;
                if count > 0 {
                    stage.count = stage.count.saturating_add(count);
                    stage.next.push((letter, next));
                }
            }
        }
        let number = self.stages.len() as u32;
        self.stages.push(stage);
        self.known.insert(key, number);
        number
    }

    /// The letters that may come next, each with the flows that write it.
    fn letters(&mut self, key: &Key) -> Vec<(Letter, Vec<Partial>)> {
        let depth = usize::from(key.depth);
        let spreads = self.problem.spreads(&self.problem.sources[depth]);
        self.effort = self.effort.saturating_sub(key.flows.len() * spreads.len());
        if self.effort == 0 {
            return Vec::new();
        }
        let all = key.flows.iter().flat_map(|flow| spreads.iter().filter_map(|s| self.problem.with(flow, s)));
        let (open, closing) = (self.problem.ahead[depth + 1].open, !self.problem.ahead[depth + 1].open);
        let mut groups: Vec<(Letter, Vec<Partial>)> = Vec::new();
        for mut flow in all {
            let letter = (flow.pieces.on(closing), flow.entered & closing);
            let closed = self.closing(&key.closed, letter.0);
            flow.pieces = flow.pieces.on(open);
            flow.entered &= open;
            if !self.problem.hopeful_with(depth + 1, &flow, &closed) {
                continue;
            }
            self.problem.forget_unlimited(&mut flow);
            match groups.iter_mut().find(|(known, _)| *known == letter) {
                Some((_, flows)) => flows.push(flow),
                None => groups.push((letter, vec![flow])),
            }
        }
        for (_, flows) in &mut groups {
            flows.sort_unstable();
            flows.dedup();
        }
        groups
    }
}
