//! What lies beyond a player's choice: dice, drawn or gone through in proportion, and turns that a proposer plays to their end.
//!
//! Whatever is done, outcomes weigh as much as they are likely: in a tree that grows no further, and where a proposer's turn is not
//! played out anew at every visit, too.

use sandtable_core::policy::finish_turn;
use sandtable_core::{Dist, Game, Policy, Rng};

use super::tree::{NONE, Outcome, Place, Tree};

/// How often an outcome that was listed is drawn again where one that was not is wanted.
const REDRAWS: u32 = 32;

/// For each turn of a proposer that is played out, at most so many visits go where one has been before.
const MOST_ENDS_AGAIN: u32 = 32;

impl<G: Game> Tree<G> {
    /// Draws an outcome of a chance node.
    pub(super) fn draw(&mut self, game: &G, at: u32, rng: &mut Rng) -> Place {
        let chance = game.sample(&self.states[self.nodes[at as usize].state as usize], rng);
        self.let_happen(game, at, chance)
    }

    /// Goes where an outcome leads, and remembers it unless the tree is full.
    fn let_happen(&mut self, game: &G, at: u32, chance: G::Chance) -> Place {
        let node = self.nodes[at as usize];
        let mut next = node.first;
        let mut known = NONE;
        while next != NONE {
            let outcome = &mut self.outcomes[next as usize];
            if outcome.chance == Some(chance) {
                outcome.visits += 1;
                if outcome.child != NONE {
                    return Place::Node(outcome.child);
                }
                known = next;
                break;
            }
            next = outcome.next;
        }
        let mut state = self.states[node.state as usize].clone();
        game.resolve(&mut state, chance);
        if self.full() {
            return self.beyond(state);
        }
        let child = self.add(game, state);
        match known {
            NONE => self.link(at, Some(chance), child),
            known => self.outcomes[known as usize].child = child,
        }
        Place::Node(child)
    }

    fn link(&mut self, at: u32, chance: Option<G::Chance>, child: u32) {
        let next = self.nodes[at as usize].first;
        self.nodes[at as usize].first = self.outcomes.len() as u32;
        self.nodes[at as usize].edges += 1;
        self.outcomes.push(Outcome { chance, probability: 0.0, visits: 1, drawn: 1, child, next });
    }

    /// The outcome that is furthest behind its share, so that the visits follow the exact distribution. What is not listed is
    /// drawn, as often as it is likely.
    pub(super) fn next_outcome(&mut self, game: &G, at: u32, rng: &mut Rng) -> Place {
        let node = self.nodes[at as usize];
        if node.tried == 0 {
            self.list_outcomes(game, at);
        }
        let visits = node.visits as f32;
        let (mut best, mut behind) = (NONE, f32::NEG_INFINITY);
        let (mut listed, mut seen) = (0.0, 0);
        let mut next = self.nodes[at as usize].first;
        while next != NONE {
            let outcome = &self.outcomes[next as usize];
            if outcome.probability > 0.0 {
                let short = outcome.probability * visits - outcome.visits as f32;
                if short > behind {
                    (best, behind) = (next, short);
                }
                listed += outcome.probability;
                seen += outcome.visits;
            }
            next = outcome.next;
        }
        let missing = (1.0 - listed).max(0.0);
        let short = missing * visits - (node.visits - 1).saturating_sub(seen) as f32;
        if best == NONE || (missing > 1e-6 && short > behind) {
            return self.draw_unlisted(game, at, rng);
        }
        let chance = self.outcomes[best as usize].chance.expect("listed outcomes are draws");
        match self.outcomes[best as usize].child {
            NONE => self.let_happen(game, at, chance),
            child => {
                self.outcomes[best as usize].visits += 1;
                Place::Node(child)
            }
        }
    }

    /// Takes down the outcomes of a chance node with their probabilities, as far as the game lists them.
    fn list_outcomes(&mut self, game: &G, at: u32) {
        self.draws.clear();
        let state = self.nodes[at as usize].state as usize;
        let dist = game.outcomes(&self.states[state], &mut self.draws);
        // Looked at, even if nothing can be listed.
        self.nodes[at as usize].tried = 1;
        if dist == Dist::SampleOnly {
            return;
        }
        self.nodes[at as usize].edges = self.draws.len() as u32;
        let first = self.outcomes.len() as u32;
        for (i, &(chance, p)) in (1..).zip(&self.draws) {
            let next = if i < self.draws.len() as u32 { first + i } else { NONE };
            let outcome = Outcome {
                chance: Some(chance),
                probability: p as f32,
                visits: 0,
                drawn: 0,
                child: NONE,
                next,
            };
            self.outcomes.push(outcome);
        }
        if !self.draws.is_empty() {
            self.nodes[at as usize].first = first;
        }
    }

    /// Draws an outcome that was not listed, as far as one turns up.
    fn draw_unlisted(&mut self, game: &G, at: u32, rng: &mut Rng) -> Place {
        let node = self.nodes[at as usize];
        let mut chance = game.sample(&self.states[node.state as usize], rng);
        for _ in 0..REDRAWS {
            if !self.is_listed(node.first, chance) {
                break;
            }
            chance = game.sample(&self.states[node.state as usize], rng);
        }
        self.let_happen(game, at, chance)
    }

    fn is_listed(&self, mut next: u32, chance: G::Chance) -> bool {
        while next != NONE {
            let outcome = &self.outcomes[next as usize];
            if outcome.chance == Some(chance) {
                return outcome.probability > 0.0;
            }
            next = outcome.next;
        }
        false
    }

    /// Lets a proposer play the turn to its end. About the square root of the visits do so, and one in 32 of many; the others go where
    /// one has been before, each end as often as it came up, so that the tree can look further. Ends that a full tree has no node for weigh as
    /// much as they came up, too: they are played out anew.
    pub(super) fn play_turn(
        &mut self,
        game: &G,
        at: u32,
        proposer: &mut dyn Policy<G>,
        rng: &mut Rng,
    ) -> Place {
        let node = self.nodes[at as usize];
        // The turns that were played out are counted in `tried`.
        if node.tried == 0 || node.tried * node.tried.min(MOST_ENDS_AGAIN) < node.visits {
            self.nodes[at as usize].tried += 1;
            let (end, state) = self.turn_end(game, at, proposer, rng);
            if end != NONE {
                self.outcomes[end as usize].visits += 1;
                self.outcomes[end as usize].drawn += 1;
                return Place::Node(self.outcomes[end as usize].child);
            }
            if self.full() {
                return self.beyond(state);
            }
            let child = self.add(game, state);
            self.link(at, None, child);
            return Place::Node(child);
        }
        match self.end_behind(at) {
            NONE => {
                let (mut end, mut state) = self.turn_end(game, at, proposer, rng);
                for _ in 0..REDRAWS {
                    if end == NONE {
                        break;
                    }
                    (end, state) = self.turn_end(game, at, proposer, rng);
                }
                self.beyond(state)
            }
            end => {
                self.outcomes[end as usize].visits += 1;
                Place::Node(self.outcomes[end as usize].child)
            }
        }
    }

    /// Plays a proposer's turn: where it ended, and which of the known ends that is.
    fn turn_end(
        &mut self,
        game: &G,
        at: u32,
        proposer: &mut dyn Policy<G>,
        rng: &mut Rng,
    ) -> (u32, G::State) {
        let node = self.nodes[at as usize];
        let mut state = self.states[node.state as usize].clone();
        self.steps.clear();
        finish_turn(game, &mut state, proposer, &mut self.steps, rng);
        let mut next = node.first;
        while next != NONE {
            let outcome = &self.outcomes[next as usize];
            if self.states[self.nodes[outcome.child as usize].state as usize] == state {
                break;
            }
            next = outcome.next;
        }
        (next, state)
    }

    /// The end of a proposed turn that is furthest behind its share of what came up; none if those without a node are.
    fn end_behind(&self, at: u32) -> u32 {
        let node = self.nodes[at as usize];
        let share = node.visits as f32 / node.tried as f32;
        let (mut best, mut behind) = (NONE, f32::NEG_INFINITY);
        let (mut drawn, mut seen) = (0, 0);
        let mut next = node.first;
        while next != NONE {
            let outcome = &self.outcomes[next as usize];
            let short = outcome.drawn as f32 * share - outcome.visits as f32;
            if short > behind {
                (best, behind) = (next, short);
            }
            drawn += outcome.drawn;
            seen += outcome.visits;
            next = outcome.next;
        }
        let elsewhere = (node.tried - drawn) as f32 * share - (node.visits - 1 - seen) as f32;
        if node.tried > drawn && elsewhere > behind { NONE } else { best }
    }
}
