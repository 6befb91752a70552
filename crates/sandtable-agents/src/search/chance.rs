//! What lies beyond a player's choice: dice, drawn or gone through in proportion, and turns that a proposer plays to their end.

use sandtable_core::policy::finish_turn;
use sandtable_core::{Dist, Game, Policy, Rng};

use super::tree::{NONE, Outcome, Tree};

impl<G: Game> Tree<G> {
    /// Draws an outcome of a chance node.
    pub(super) fn draw(&mut self, game: &G, at: u32, rng: &mut Rng) -> Option<u32> {
        let node = self.nodes[at as usize];
        let chance = game.sample(&self.states[node.state as usize], rng);
        let mut next = node.first;
        while next != NONE {
            let outcome = &mut self.outcomes[next as usize];
            if outcome.chance == Some(chance) {
                outcome.visits += 1;
                return Some(outcome.child);
            }
            next = outcome.next;
        }
        let mut state = self.states[node.state as usize].clone();
        game.resolve(&mut state, chance);
        let child = self.add(game, state);
        Some(self.link(at, Some(chance), child))
    }

    fn link(&mut self, at: u32, chance: Option<G::Chance>, child: u32) -> u32 {
        let next = self.nodes[at as usize].first;
        self.nodes[at as usize].first = self.outcomes.len() as u32;
        self.nodes[at as usize].edges += 1;
        self.outcomes.push(Outcome { chance, probability: 0.0, visits: 1, child, next });
        child
    }

    /// The outcome that is furthest behind its share, so that the visits follow the exact distribution.
    pub(super) fn next_outcome(&mut self, game: &G, at: u32, rng: &mut Rng) -> Option<u32> {
        let node = self.nodes[at as usize];
        if node.first == NONE {
            self.draws.clear();
            let dist = game.outcomes(&self.states[node.state as usize], &mut self.draws);
            if dist == Dist::SampleOnly || self.draws.is_empty() {
                return self.draw(game, at, rng);
            }
            self.nodes[at as usize].first = self.outcomes.len() as u32;
            self.nodes[at as usize].edges = self.draws.len() as u32;
            for (i, &(chance, p)) in self.draws.iter().enumerate() {
                let next = if i + 1 < self.draws.len() { self.outcomes.len() as u32 + 1 } else { NONE };
                let probability = p as f32;
                self.outcomes.push(Outcome {
                    chance: Some(chance),
                    probability,
                    visits: 0,
                    child: NONE,
                    next,
                });
            }
        }
        let visits = node.visits as f32;
        let (mut best, mut behind) = (NONE, f32::NEG_INFINITY);
        let mut next = self.nodes[at as usize].first;
        while next != NONE {
            let outcome = &self.outcomes[next as usize];
            let short = outcome.probability * visits - outcome.visits as f32;
            if short > behind {
                (best, behind) = (next, short);
            }
            next = outcome.next;
        }
        let outcome = &mut self.outcomes[best as usize];
        outcome.visits += 1;
        if outcome.child == NONE {
            let chance = outcome.chance.expect("listed outcomes are draws");
            let mut state = self.states[node.state as usize].clone();
            game.resolve(&mut state, chance);
            let child = self.add(game, state);
            self.outcomes[best as usize].child = child;
        }
        Some(self.outcomes[best as usize].child)
    }

    /// Some outcome that the tree knows already: the least visited.
    pub(super) fn known_outcome(&mut self, at: u32) -> Option<u32> {
        let mut next = self.nodes[at as usize].first;
        let mut best: Option<u32> = None;
        while next != NONE {
            let outcome = &self.outcomes[next as usize];
            let better = best.is_none_or(|b| outcome.visits < self.outcomes[b as usize].visits);
            if outcome.child != NONE && better {
                best = Some(next);
            }
            next = outcome.next;
        }
        best.map(|b| {
            self.outcomes[b as usize].visits += 1;
            self.outcomes[b as usize].child
        })
    }

    /// Lets a proposer play the turn to its end. About the square root of the visits end differently; the others go where one
    /// has been before, so that the tree can look further.
    pub(super) fn play_turn(
        &mut self,
        game: &G,
        at: u32,
        proposer: &mut dyn Policy<G>,
        rng: &mut Rng,
    ) -> Option<u32> {
        let node = self.nodes[at as usize];
        if node.edges * node.edges >= node.visits.max(1) {
            return self.known_outcome(at);
        }
        let mut state = self.states[node.state as usize].clone();
        self.steps.clear();
        finish_turn(game, &mut state, proposer, &mut self.steps, rng);
        let mut next = node.first;
        while next != NONE {
            let outcome = self.outcomes[next as usize];
            if self.states[self.nodes[outcome.child as usize].state as usize] == state {
                self.outcomes[next as usize].visits += 1;
                return Some(outcome.child);
            }
            next = outcome.next;
        }
        let child = self.add(game, state);
        Some(self.link(at, None, child))
    }
}
