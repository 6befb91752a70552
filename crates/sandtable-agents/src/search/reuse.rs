//! Keeping a part of a tree: what lies below a position that has come up in play.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;
use sandtable_core::{Game, Seat};

use super::tree::{Kind, NONE, Tree};

impl<G: Game> Tree<G> {
    /// Goes on with what is known below `state`, or starts anew if nothing is.
    pub fn replant(&mut self, game: &G, state: &G::State, seat: Seat) {
        let known = |&n: &u32| {
            let node = &self.nodes[n as usize];
            node.kind == Kind::Decision && !node.acting && &self.states[node.state as usize] == state
        };
        let found = (0..self.nodes.len() as u32).filter(known).max_by_key(|&n| self.nodes[n as usize].visits);
        match found {
            Some(node) if self.waiting == 0 => self.keep(game, node, seat),
            _ => self.plant(game, state, seat),
        }
    }

    fn keep(&mut self, game: &G, root: u32, seat: Seat) {
        let mut old = self.old.take().unwrap_or_else(|| Box::new(Tree::new(game, self.shape)));
        std::mem::swap(self, &mut *old);
        self.clear(seat);
        let state = old.states[old.nodes[root as usize].state as usize].clone();
        self.states.push(state);
        self.nodes.push(old.nodes[root as usize]);
        self.nodes[0].state = 0;
        let mut moved = vec![NONE; old.nodes.len()];
        moved[root as usize] = 0;
        // Nodes are appended with their old links; when a node's turn comes, its links are set right.
        let mut at = 0;
        while at < self.nodes.len() {
            let node = self.nodes[at];
            match node.kind {
                Kind::Decision => {
                    let first = self.edges.len();
                    let old_first = node.first as usize;
                    self.edges.extend_from_slice(&old.edges[old_first..old_first + node.edges as usize]);
                    self.nodes[at].first = first as u32;
                    for edge in first..self.edges.len() {
                        let child = self.edges[edge].child;
                        if child != NONE {
                            self.edges[edge].child = self.copy(&old, child, Some(node.state), &mut moved);
                        }
                    }
                }
                Kind::Chance | Kind::Turn(_) => {
                    let mut next = node.first;
                    let mut link = NONE;
                    while next != NONE {
                        let mut outcome = old.outcomes[next as usize];
                        next = outcome.next;
                        if outcome.child != NONE {
                            outcome.child = self.copy(&old, outcome.child, None, &mut moved);
                        }
                        let here = self.outcomes.len() as u32;
                        outcome.next = NONE;
                        self.outcomes.push(outcome);
                        match link {
                            NONE => self.nodes[at].first = here,
                            before => self.outcomes[before as usize].next = here,
                        }
                        link = here;
                    }
                }
                Kind::Fresh | Kind::Over => {}
            }
            at += 1;
        }
        self.old = Some(old);
    }

    /// Copies a node behind the others. The levels of one decision, and a proposer's turn, share their parent's state.
    fn copy(&mut self, old: &Tree<G>, node: u32, parent: Option<u32>, moved: &mut [u32]) -> u32 {
        if moved[node as usize] != NONE {
            return moved[node as usize];
        }
        moved[node as usize] = self.nodes.len() as u32;
        let mut copy = old.nodes[node as usize];
        let shares = copy.acting || matches!(copy.kind, Kind::Turn(_));
        copy.state = match parent.filter(|_| shares) {
            Some(state) => state,
            None => {
                let state = old.states[copy.state as usize].clone();
                self.places.insert(FxBuildHasher.hash_one(&state), self.nodes.len() as u32);
                self.states.push(state);
                self.states.len() as u32 - 1
            }
        };
        self.nodes.push(copy);
        self.nodes.len() as u32 - 1
    }
}
