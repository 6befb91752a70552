//! Games whose clock does nothing but end them: positions without the clock, valued by the turns that are left.
//!
//! Every position is listed once, whatever the clock may say, with what its turn can lead to; then it is valued with one turn left,
//! with two, and so on, each time from the turn before. A turn is kept as few nodes: whole stretches of one player's steps
//! are one choice among where they end.

use std::collections::VecDeque;

use indexmap::IndexSet;
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;
use sandtable_core::Game;

use super::fingerprint::Fingerprint;
use super::rules::{Rules, bytes_of, pool};
use super::table::Table;
use super::web::{Batch, CROSSING, NOBODY, Seen, Terms, Web};
use super::{Limits, Unsolved};

/// How many nodes one thread takes at a time: their number must not depend on the threads.
const CHUNK: usize = 256;
/// How many chunks are under way for each thread.
const AHEAD: usize = 16;
/// Stretches of a turn between dice; more of them, and the turn goes round in circles.
const DEEPEST: u8 = 250;
/// What a node takes beside its ways: number, fingerprint, chooser, where its ways begin, and two values.
const NODE: usize = 60 + 2 + 8 + 16;
/// What a way takes: where it leads and how.
const WAY: usize = 6;

/// Lists positions from `root` on and values them; nothing if that cannot be done in this way.
pub fn find<G: Game>(rules: Rules<G>, root: &G::State, limits: &Limits) -> Result<Option<Table>, Unsolved> {
    let Some(clock) = rules.clock else { return Ok(None) };
    let full = (clock.left)(rules.game, root);
    if full < 2 {
        return Ok(None);
    }
    let Some(listing) = Listing::list(rules, root, full, limits, None)? else { return Ok(None) };
    listing.value(full, limits)
}

/// Nodes with what follows each.
pub struct Listing {
    nodes: IndexSet<Fingerprint, FxBuildHasher>,
    /// Whether some turn ends at a node.
    between: Vec<bool>,
    pub web: Web,
    /// What each node is worth when the clock has run out.
    pub expired: Vec<f64>,
}

impl Listing {
    /// Lists what follows `root`, whose clock shows `full`; keeps the states of all nodes but the first where they are wanted. Nothing if there are
    /// too many kinds of ways.
    pub fn list<G: Game>(
        rules: Rules<G>,
        root: &G::State,
        full: u32,
        limits: &Limits,
        mut states_kept: Option<&mut Vec<G::State>>,
    ) -> Result<Option<Self>, Unsolved> {
        let pool = pool(limits)?;
        let mut root = root.clone();
        rules.standing(&mut root);
        let state_bytes = bytes_of(&root);
        let mut listing = Listing {
            nodes: IndexSet::default(),
            between: vec![false; 2],
            web: Web::default(),
            expired: vec![0.0],
        };
        // The first node stands for all ends of the game.
        listing.nodes.insert(Fingerprint::default());
        listing.web.close(NOBODY);
        listing.nodes.insert(Fingerprint::of(&root));
        let mut waiting = VecDeque::from([root]);
        let mut terms = Terms::default();
        while !waiting.is_empty() {
            let some = waiting.len().min(AHEAD * CHUNK * pool.current_num_threads());
            let states: Vec<G::State> = waiting.drain(..some).collect();
            if let Some(kept) = &mut states_kept {
                kept.extend(states.iter().cloned());
            }
            let batches: Vec<Result<Batch<G>, Unsolved>> = pool.install(|| {
                let nodes = &listing.nodes;
                let list = |chunk: &[G::State]| Batch::list(rules, full, chunk, nodes);
                states.par_chunks(CHUNK).map(list).collect()
            });
            for batch in batches {
                if !listing.add(batch?, &mut terms, &mut waiting) {
                    return Ok(None);
                }
            }
            let positions = listing.between.iter().filter(|between| **between).count();
            let nodes = listing.nodes.len() + waiting.len();
            let kept = nodes * NODE + listing.web.ways() * WAY + positions * (full as usize * 8 + 24);
            let states = waiting.len() + states_kept.as_ref().map_or(0, |kept| kept.len());
            let used = kept + states * state_bytes;
            if used > limits.bytes {
                let positions = positions.max(1);
                let bytes = used / positions;
                return Err(Unsolved::TooLarge { positions: positions as u64, bytes, turn: full });
            }
            if !(limits.progress)(some as u64) {
                return Err(Unsolved::Stopped);
            }
        }
        listing.web.terms = terms.list;
        Ok(Some(listing))
    }

    /// Takes in what follows some nodes; false if there are too many kinds of ways.
    fn add<G: Game>(&mut self, batch: Batch<G>, terms: &mut Terms, waiting: &mut VecDeque<G::State>) -> bool {
        let mut numbers = Vec::with_capacity(batch.fresh.len());
        for (print, state) in batch.fresh {
            let (number, new) = self.nodes.insert_full(print);
            if new {
                waiting.push_back(state);
                self.between.push(false);
            }
            numbers.push(number as u32);
        }
        let mut begin = 0;
        for (chooser, end, expired) in batch.rows {
            for way in &batch.ways[begin..end] {
                let to = match way.to {
                    Seen::Known(number) => number,
                    Seen::Fresh(fresh) => numbers[fresh as usize],
                };
                if way.crossing {
                    self.between[to as usize] = true;
                }
                let Some(term) = terms.number(way.p, way.beyond) else { return false };
                self.web.add(if way.crossing { to | CROSSING } else { to }, term);
            }
            begin = end;
            self.web.close(chooser);
            self.expired.push(expired);
        }
        true
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The number of a node by its state.
    pub fn number<S: std::hash::Hash>(&self, state: &S) -> Option<u32> {
        self.nodes.get_index_of(&Fingerprint::of(state)).map(|number| number as u32)
    }

    /// The nodes in an order in which they can be valued; nothing if some turn goes round in circles.
    pub fn order(&self) -> Option<Vec<Vec<u32>>> {
        self.web.order(DEEPEST)
    }

    /// Values all nodes with one turn left, with two, and so on; nothing if some turn goes round in circles.
    fn value(self, full: u32, limits: &Limits) -> Result<Option<Table>, Unsolved> {
        let pool = pool(limits)?;
        let Some(order) = self.order() else { return Ok(None) };
        let Listing { nodes, between, web, expired } = self;
        let mut before = expired;
        let mut now = vec![0.0; before.len()];
        let positions: Vec<u32> = (0..nodes.len() as u32).filter(|node| between[*node as usize]).collect();
        let index = positions.iter().map(|node| nodes[*node as usize]).collect();
        drop((nodes, between));
        let mut layers = Vec::new();
        for _ in 0..full {
            for level in &order {
                let worths: Vec<f64> = pool.install(|| {
                    level.par_iter().with_min_len(CHUNK).map(|node| web.worth(*node, &before, &now)).collect()
                });
                level.iter().zip(worths).for_each(|(node, worth)| now[*node as usize] = worth);
            }
            layers.push(positions.iter().map(|node| now[*node as usize]).collect());
            std::mem::swap(&mut before, &mut now);
            if !(limits.progress)(positions.len() as u64) {
                return Err(Unsolved::Stopped);
            }
        }
        Ok(Some(Table { index, layers, clock: Some(full), knows_all: false }))
    }
}
