//! What a tree says when its search is over: every position is worth what the best steps from it are worth, and dice weigh by
//! their probabilities. Means of simulations also hold what was tried early and in vain; this does not.

use sandtable_core::Game;

use super::tree::{Edge, Kind, NONE, Node, Tree};

/// What is known of a node's worth to the searcher.
const UNKNOWN: f32 = f32::NAN;

impl<G: Game> Tree<G> {
    /// Works out what every position is worth to the searcher, where there are two sides; the values of the root's edges are
    /// then those that lie below them.
    pub fn back_up(&mut self) {
        let mut backed = std::mem::take(&mut self.backed);
        backed.clear();
        if self.two_sided() && !self.nodes.is_empty() {
            backed.resize(self.nodes.len(), UNKNOWN);
            self.worth(0, 0, &mut backed);
        }
        self.backed = backed;
    }

    /// Whether what one side wins the other loses.
    fn two_sided(&self) -> bool {
        self.shape.paranoid || self.teams.iter().all(|&team| team == self.teams[0] || team == self.teams[1])
    }

    /// What an edge is worth to whoever decides there: by what lies below it, or the mean of what it brought.
    pub(super) fn backed(&self, node: &Node, edge: &Edge<G::Action>) -> f32 {
        let below = match edge.child {
            NONE => UNKNOWN,
            child => self.backed.get(child as usize).copied().unwrap_or(UNKNOWN),
        };
        if below.is_nan() { edge.mean } else { self.sign(node) * below }
    }

    fn sign(&self, node: &Node) -> f32 {
        if self.teams[usize::from(node.mover)] == self.teams[self.seat] { 1.0 } else { -1.0 }
    }

    fn worth(&self, at: u32, depth: u32, backed: &mut [f32]) -> f32 {
        /// Deeper than this a game goes round in circles.
        const DEEPEST: u32 = 2_000;
        if !backed[at as usize].is_nan() || depth > DEEPEST {
            return backed[at as usize];
        }
        let node = &self.nodes[at as usize];
        let worth = match node.kind {
            Kind::Fresh | Kind::Over => node.leaf,
            Kind::Chance | Kind::Turn(_) => self.worth_of_outcomes(node, depth, backed),
            Kind::Decision => self.worth_of_decision(node, depth, backed),
        };
        let worth = if worth.is_nan() { node.leaf } else { worth };
        backed[at as usize] = worth;
        worth
    }

    fn worth_of_outcomes(&self, node: &Node, depth: u32, backed: &mut [f32]) -> f32 {
        let (mut sum, mut weights, mut known) = (0.0, 0.0, 0);
        let mut next = node.first;
        while next != NONE {
            let outcome = &self.outcomes[next as usize];
            next = outcome.next;
            if outcome.child == NONE {
                continue;
            }
            known += outcome.visits;
            let weight = match node.kind {
                Kind::Turn(_) => outcome.drawn as f32,
                _ if outcome.probability > 0.0 => outcome.probability * node.visits as f32,
                _ => outcome.visits as f32,
            };
            let worth = self.worth(outcome.child, depth + 1, backed);
            if !worth.is_nan() {
                sum += weight * worth;
                weights += weight;
            }
        }
        // In a full tree some outcomes have no node: only the mean of what came back knows of them.
        if known < node.visits { UNKNOWN } else { sum / weights }
    }

    /// The steps that may be the best, each by how often it was tried and how likely it is to be the best.
    fn worth_of_decision(&self, node: &Node, depth: u32, backed: &mut [f32]) -> f32 {
        let sign = self.sign(node);
        let edges = self.edges_of(node);
        let (mut best, mut error) = (f32::NEG_INFINITY, 0.0);
        for edge in edges.iter().filter(|edge| edge.valued > 0) {
            let below = if edge.child == NONE { UNKNOWN } else { self.worth(edge.child, depth + 1, backed) };
            let value = if below.is_nan() { edge.mean } else { sign * below };
            // A step that was hardly tried is not taken for the best because it was lucky.
            if value - self.error(edge).sqrt() > best - error {
                (best, error) = (value, self.error(edge).sqrt());
            }
        }
        let (mut sum, mut weights) = (0.0, 0.0);
        for edge in edges.iter().filter(|edge| edge.valued > 0) {
            let below = if edge.child == NONE { UNKNOWN } else { backed[edge.child as usize] };
            let value = if below.is_nan() { edge.mean } else { sign * below };
            let errors = (best - value).max(0.0) / (self.error(edge) + error * error).sqrt();
            let weight = edge.valued as f32 * (-0.5 * errors * errors).exp();
            sum += weight * value;
            weights += weight;
        }
        sign * sum / weights
    }
}
