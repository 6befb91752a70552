//! The thesis's tree (sections 3.2, 4.2.2 and 4.3.3), as it is told and without what the search of this project adds to it: no values are corrected, no
//! positions shared, and exploration has the weight that is written.
//!
//! A node is valued when it is reached for the first time and expanded at the second. Steps that end a phase stand beside one edge that says to act; behind it stand
//! all others. To choose that edge is to choose one of those at once. A battle is drawn whenever a simulation comes through, and an outcome that has not come up
//! yet gets a node. Without a network a node's edges are tried once each, in a random order, before any is tried again (equation 3.5); with one they are chosen by
//! equation 4.2.

use std::time::Instant;

use sandtable_core::eval::Single;
use sandtable_core::{Budget, Game, Guide, Payoff, Policy, Rng, Turn};

const NONE: u32 = u32::MAX;
/// A search makes no more simulations than this.
const MOST: u64 = 1_000_000;

/// What an edge stands for: a step, or to act.
#[derive(Clone, Copy, Debug)]
struct Edge<A> {
    step: Option<A>,
    child: u32,
    visits: u32,
    /// What it brought whoever decides here, summed up, each from -1 to 1.
    sum: f32,
    prior: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// Not expanded yet.
    Fresh,
    Decision,
    Chance,
    Over,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    mover: u8,
    visits: u32,
    /// Edges, or what dice led to.
    first: u32,
    edges: u32,
}

#[derive(Clone, Copy, Debug)]
struct Outcome<C> {
    chance: C,
    child: u32,
    next: u32,
}

/// What decides about a tree: the weights of both kinds of exploration.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// c_b: of steps that were tried less than others.
    pub tried: f32,
    /// c_1: of steps that the network finds promising.
    pub promising: f32,
}

/// Who helps a tree.
pub struct Helpers<G: Game> {
    /// Which steps to consider, and which of them end a phase.
    pub guide: Box<dyn Guide<G>>,
    /// Who plays on.
    pub quick: Box<dyn Policy<G>>,
    /// For how many turns.
    pub cut: u32,
    /// What says who leads where playing on ends.
    pub score: Single<G>,
    /// The network, where there is one.
    pub network: Option<Single<G>>,
    /// Whether the network values positions, rather than somebody who plays on.
    pub values: bool,
}

/// A tree of the thesis.
pub struct Tree<G: Game> {
    weights: Weights,
    nodes: Vec<Node>,
    states: Vec<G::State>,
    edges: Vec<Edge<G::Action>>,
    outcomes: Vec<Outcome<G::Chance>>,
    /// The edges that were taken, with the seat that took each.
    path: Vec<(u32, u8)>,
    steps: Vec<G::Action>,
    priors: Vec<f32>,
    scratch: Option<G::State>,
}

impl<G: Game> Tree<G> {
    pub fn new(weights: Weights) -> Tree<G> {
        Tree {
            weights,
            nodes: Vec::new(),
            states: Vec::new(),
            edges: Vec::new(),
            outcomes: Vec::new(),
            path: Vec::new(),
            steps: Vec::new(),
            priors: Vec::new(),
            scratch: None,
        }
    }

    /// Searches from a position in which somebody is to decide: so many simulations, or as long as there is time, and a few in any case.
    pub fn search(
        &mut self,
        game: &G,
        state: &G::State,
        budget: Budget,
        help: &mut Helpers<G>,
        rng: &mut Rng,
    ) {
        let sims = budget.effort.unwrap_or(MOST).min(MOST);
        let end = budget.deadline();
        self.nodes.clear();
        self.states.clear();
        self.edges.clear();
        self.outcomes.clear();
        self.add(game, state.clone());
        self.expand(game, 0, help);
        for done in 0..sims {
            // The clock is asked now and then: a simulation takes microseconds.
            if done > 0 && done.is_multiple_of(8) && end.is_some_and(|end| Instant::now() >= end) {
                break;
            }
            self.simulate(game, help, rng);
        }
    }

    fn add(&mut self, game: &G, state: G::State) -> u32 {
        let (kind, mover) = match game.turn(&state) {
            Turn::Player(seat) => (Kind::Fresh, seat as u8),
            Turn::Chance => (Kind::Chance, 0),
            Turn::Over => (Kind::Over, 0),
        };
        self.nodes.push(Node { kind, mover, visits: 0, first: NONE, edges: 0 });
        self.states.push(state);
        self.nodes.len() as u32 - 1
    }

    fn simulate(&mut self, game: &G, help: &mut Helpers<G>, rng: &mut Rng) {
        self.path.clear();
        let mut at = 0;
        loop {
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            at = match node.kind {
                Kind::Over => break,
                Kind::Fresh if node.visits == 1 => break,
                Kind::Fresh => {
                    self.expand(game, at, help);
                    self.descend(game, at, help.network.is_some(), rng)
                }
                Kind::Decision => self.descend(game, at, help.network.is_some(), rng),
                Kind::Chance => self.draw(game, at, rng),
            };
        }
        let payoff = self.value(game, at, help, rng);
        let (low, high) = game.info().payoff;
        for &(edge, mover) in &self.path {
            let value = 2.0 * (payoff.values()[usize::from(mover)] - low) / (high - low) - 1.0;
            let edge = &mut self.edges[edge as usize];
            edge.visits += 1;
            edge.sum += value as f32;
        }
    }

    /// Lists the edges of a node, and those behind the edge that says to act.
    fn expand(&mut self, game: &G, at: u32, help: &mut Helpers<G>) {
        let state = &self.states[at as usize];
        self.steps.clear();
        help.guide.consider(game, state, &mut self.steps);
        self.priors.clear();
        match &mut help.network {
            Some(network) if self.steps.len() > 1 => {
                network.with_priors(game, state, &self.steps, &mut self.priors);
            }
            _ => self.priors.resize(self.steps.len(), 1.0 / self.steps.len() as f32),
        }
        let edge = |step, prior| Edge { step, child: NONE, visits: 0, sum: 0.0, prior };
        let first = self.edges.len();
        let pass = self.steps.iter().position(|step| help.guide.passes(*step));
        match pass.filter(|_| self.steps.len() > 2) {
            Some(pass) => {
                let acting = 1.0 - self.priors[pass];
                self.edges.push(edge(Some(self.steps[pass]), self.priors[pass]));
                self.edges.push(edge(None, acting));
                for (i, (step, prior)) in self.steps.iter().zip(&self.priors).enumerate() {
                    if i != pass {
                        self.edges.push(edge(Some(*step), prior / acting.max(1e-9)));
                    }
                }
            }
            None => {
                let all = self.steps.iter().zip(&self.priors);
                self.edges.extend(all.map(|(step, prior)| edge(Some(*step), *prior)));
            }
        }
        let node = &mut self.nodes[at as usize];
        node.kind = Kind::Decision;
        node.first = first as u32;
        node.edges = (self.edges.len() - first) as u32;
    }

    /// The edges of a decision: those to choose among first, and those behind the edge that says to act.
    fn levels(&self, node: Node) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        let (first, end) = (node.first as usize, (node.first + node.edges) as usize);
        let two = node.edges > 2 && self.edges[first + 1].step.is_none();
        let outer = if two { first + 2 } else { end };
        (first..outer, outer..end)
    }

    /// Chooses an edge, and the one behind it if that one says to act; goes where it leads.
    fn descend(&mut self, game: &G, at: u32, priors: bool, rng: &mut Rng) -> u32 {
        let node = self.nodes[at as usize];
        let (outer, inner) = self.levels(node);
        let mut chosen = self.choose(outer, priors, rng);
        self.path.push((chosen as u32, node.mover));
        if self.edges[chosen].step.is_none() {
            chosen = self.choose(inner, priors, rng);
            self.path.push((chosen as u32, node.mover));
        }
        let Edge { step, child, .. } = self.edges[chosen];
        match step {
            Some(step) if child == NONE => {
                let mut state = self.states[at as usize].clone();
                game.apply(&mut state, step);
                let child = self.add(game, state);
                self.edges[chosen].child = child;
                child
            }
            _ => child,
        }
    }

    /// Equation 4.2 with a network, equation 3.5 without.
    fn choose(&self, among: std::ops::Range<usize>, priors: bool, rng: &mut Rng) -> usize {
        let edges = &self.edges[among.clone()];
        let untried = edges.iter().filter(|edge| edge.visits == 0).count() as u32;
        if !priors && untried > 0 {
            let drawn = rng.below(untried) as usize;
            let mut untried = edges.iter().enumerate().filter(|(_, edge)| edge.visits == 0);
            return among.start + untried.nth(drawn).map_or(0, |(i, _)| i);
        }
        let visits = edges.iter().map(|edge| edge.visits).sum::<u32>() as f32;
        // A node has been visited once more than its edges: when it was valued.
        let root = (visits + 1.0).sqrt();
        let log = (visits + 1.0).ln();
        let promising = if priors { self.weights.promising * root } else { 0.0 };
        let score = |edge: &Edge<G::Action>| {
            let n = edge.visits as f32;
            let tried = if n > 0.0 { edge.sum / n + self.weights.tried * (log / n).sqrt() } else { 0.0 };
            tried + promising * edge.prior / (n + 1.0)
        };
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        for (i, edge) in edges.iter().enumerate() {
            let score = score(edge);
            if score > most {
                (best, most) = (i, score);
            }
        }
        among.start + best
    }

    fn draw(&mut self, game: &G, at: u32, rng: &mut Rng) -> u32 {
        let chance = game.sample(&self.states[at as usize], rng);
        let mut next = self.nodes[at as usize].first;
        while next != NONE {
            let outcome = self.outcomes[next as usize];
            if outcome.chance == chance {
                return outcome.child;
            }
            next = outcome.next;
        }
        let mut state = self.states[at as usize].clone();
        game.resolve(&mut state, chance);
        let child = self.add(game, state);
        let next = std::mem::replace(&mut self.nodes[at as usize].first, self.outcomes.len() as u32);
        self.outcomes.push(Outcome { chance, child, next });
        child
    }

    fn value(&mut self, game: &G, at: u32, help: &mut Helpers<G>, rng: &mut Rng) -> Payoff {
        let state = &self.states[at as usize];
        if self.nodes[at as usize].kind == Kind::Over {
            return game.payoff(state);
        }
        match &mut help.network {
            Some(network) if help.values => network.value(game, state),
            _ => {
                let mut scratch = match self.scratch.take() {
                    Some(mut scratch) => {
                        scratch.clone_from(state);
                        scratch
                    }
                    None => state.clone(),
                };
                help.quick.playout(game, &mut scratch, rng, help.cut, &mut self.steps);
                let value = help.score.value(game, &scratch);
                self.scratch = Some(scratch);
                value
            }
        }
    }

    /// The steps of the root with their visits, and their mean values for whoever decides.
    pub fn found(&self) -> impl Iterator<Item = (G::Action, u32, f32)> + '_ {
        let node = self.nodes[0];
        let edges = &self.edges[node.first as usize..(node.first + node.edges) as usize];
        edges.iter().filter_map(|edge| {
            edge.step.map(|step| (step, edge.visits, edge.sum / edge.visits.max(1) as f32))
        })
    }

    /// What was visited most; behind the edge that says to act, what was visited most there.
    pub fn best(&self) -> Option<G::Action> {
        let most = |among: std::ops::Range<usize>| {
            let better = |a: &&Edge<G::Action>, b: &&Edge<G::Action>| {
                a.visits.cmp(&b.visits).then(a.sum.total_cmp(&b.sum))
            };
            self.edges[among].iter().max_by(better)
        };
        let (outer, inner) = self.levels(self.nodes[0]);
        let first = most(outer)?;
        first.step.or_else(|| most(inner)?.step)
    }

    /// How many positions it holds.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }
}
