//! Sequential halving at the root (Danihelka, Guez, Schrittwieser and Silver, *Policy improvement by planning with Gumbel*, 2022), for few simulations: the most promising steps
//! get as many each, the better half of them as many again, and so on.
//!
//! The paper draws its candidates by Gumbel noise so that self-play explores; here they are the most promising ones, and games are made various otherwise.

use sandtable_core::Game;

use super::improve::{Tried, standing, worth};
use super::tree::{Edge, NONE, Tree};

/// Which steps at the root still compete. Its list is kept from decision to decision.
#[derive(Default)]
pub(super) struct Halving {
    /// Simulations of a stage.
    stage: u32,
    width: usize,
    /// Edges of the root, and how many visits each is to have by the end of the stage.
    left: Vec<u32>,
    wanted: u32,
}

impl Halving {
    /// Begins anew, for so many simulations among so many of the root's steps.
    pub fn begin(&mut self, sims: u32, width: usize) {
        let stages = usize::BITS - (width.max(2) - 1).leading_zeros();
        self.left.clear();
        (self.stage, self.width, self.wanted) = ((sims / stages).max(1), width, 0);
    }

    /// The edge that the next simulation takes at the root; none before the root has been looked into.
    pub fn next<G: Game>(&mut self, tree: &Tree<G>) -> Option<u32> {
        let root = tree.nodes.first()?;
        if root.visits == 0 || root.first == NONE {
            return None;
        }
        if self.left.is_empty() {
            self.left.extend(root.first..root.first + root.edges);
            let prior = |edge: &u32| tree.edges[*edge as usize].prior;
            self.left.sort_unstable_by(|a, b| prior(b).total_cmp(&prior(a)).then(a.cmp(b)));
            self.left.truncate(self.width);
            self.wanted = self.share();
        }
        loop {
            let waits = |edge: &&u32| tree.edges[**edge as usize].visits < self.wanted;
            if let Some(edge) = self.left.iter().find(waits) {
                return Some(*edge);
            }
            if self.left.len() > 2 {
                let tried = |&edge: &u32| tried(&tree.edges[edge as usize]);
                let worth = worth(self.left.iter().map(tried));
                let standing = |edge: &u32| standing(&tried(edge), worth);
                self.left.sort_unstable_by(|a, b| standing(b).total_cmp(&standing(a)).then(a.cmp(b)));
                self.left.truncate(self.left.len().div_ceil(2));
            }
            self.wanted += self.share();
        }
    }

    fn share(&self) -> u32 {
        (self.stage / self.left.len().max(1) as u32).max(1)
    }
}

fn tried<A>(edge: &Edge<A>) -> Tried {
    Tried { prior: edge.prior.into(), visits: edge.valued, worth: f64::from(edge.mean + 1.0) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_as_many_as_halvings() {
        for (width, stages) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (16, 4)] {
            let mut halving = Halving::default();
            halving.begin(240, width);
            assert_eq!(halving.stage, 240 / stages, "{width}");
        }
    }
}
