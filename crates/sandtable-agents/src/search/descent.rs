//! The way down through decisions: what there is to do at a node, what is tried next, and where it leads.

use sandtable_core::policy::finish_turn;
use sandtable_core::{Game, Guide, Rng};

use super::tree::{Edge, Kind, NONE, Node, Pace, Place, Tree, Way};
use super::valuer::{Player, proposers};

/// An untried step of a node with priors is taken to be worth so much less than the node.
const UNTRIED: f32 = 0.2;
/// Up to about a thousand visits exploration grows with their logarithm, as in UCT; beyond, with their root. Values below a node still
/// move when others have settled, and a logarithm hardly ever looks again at a step that began badly (Shah, Xie and Xu, 2020).
fn growth(visits: u32) -> f32 {
    let visits = visits as f32;
    visits.ln().max(0.0).max(visits.sqrt() / 4.58)
}

impl<G: Game> Tree<G> {
    /// Lists what can be done at a node.
    pub(super) fn expand(&mut self, game: &G, guide: &mut dyn Guide<G>, players: &[Player<G>], at: u32) {
        let node = self.nodes[at as usize];
        let mover = usize::from(node.mover);
        let certain = players.iter().position(|p| p.certain && p.seats.contains(mover));
        if let Some(player) = certain.filter(|_| mover != self.seat) {
            self.edges.push(Edge::new(Way::Turn(player as u16)));
            let node = &mut self.nodes[at as usize];
            (node.kind, node.first, node.edges) = (Kind::Decision, self.edges.len() as u32 - 1, 1);
            return;
        }
        self.steps.clear();
        guide.consider(game, &self.states[node.state as usize], &mut self.steps);
        let first = self.edges.len();
        let mut push = |way| self.edges.push(Edge::new(way));
        // With priors every step is weighed against every other, so one level is enough.
        let two_level = self.shape.two_level && !self.shape.priors;
        let pass = self.steps.iter().position(|&a| two_level && guide.passes(a));
        match pass.filter(|_| self.steps.len() > 2) {
            Some(pass) if !node.acting => {
                push(Way::Step(self.steps[pass]));
                push(Way::Act);
            }
            Some(pass) => {
                let others = self.steps.iter().enumerate().filter(|(i, _)| *i != pass);
                others.for_each(|(_, &a)| push(Way::Step(a)));
            }
            None => self.steps.iter().for_each(|&a| push(Way::Step(a))),
        }
        if !node.acting && self.steps.len() > 1 {
            let mut count = 0;
            for proposer in proposers(players, mover) {
                push(Way::Turn(proposer));
                count += 1;
            }
            // Proposals are tried first.
            self.edges[first..].rotate_right(count);
        }
        let edges = (self.edges.len() - first) as u32;
        let node = &mut self.nodes[at as usize];
        (node.kind, node.first, node.edges) = (Kind::Decision, first as u32, edges);
    }

    /// The standard deviation of what simulations bring, with one that went from end to end to begin with.
    fn spread(&self) -> f32 {
        let (n, _, squares) = self.brought;
        ((squares + 1.0) / (n + 1.0)).sqrt()
    }

    /// Chooses an edge and steps along it.
    pub(super) fn descend(&mut self, game: &G, at: u32, players: &mut [Player<G>], rng: &mut Rng) -> Place {
        let chosen = self.choose(at, rng);
        let Edge { way, child, .. } = self.edges[chosen];
        if child != NONE {
            return Place::Node(child);
        }
        let node = self.nodes[at as usize];
        let full = self.full();
        let child = match way {
            Way::Step(action) => {
                let mut state = self.states[node.state as usize].clone();
                game.apply(&mut state, action);
                if full {
                    return self.beyond(state);
                }
                self.add(game, state)
            }
            Way::Turn(proposer) if full => {
                let mut state = self.states[node.state as usize].clone();
                let policy = &mut *players[usize::from(proposer)].policy;
                finish_turn(game, &mut state, policy, &mut self.steps, rng);
                return self.beyond(state);
            }
            Way::Act if full => {
                let state = self.states[node.state as usize].clone();
                return self.beyond(state);
            }
            Way::Act => self.inner(at),
            Way::Turn(proposer) => self.push(Kind::Turn(proposer), node.mover, node.state),
        };
        self.edges[chosen].child = child;
        Place::Node(child)
    }

    /// Chooses an edge and counts that it was taken.
    pub(super) fn choose(&mut self, at: u32, rng: &mut Rng) -> usize {
        let (chosen, best) = match self.shape.priors {
            true => self.promising(at),
            false => self.confident(at, rng),
        };
        let chosen = self.forced.filter(|_| at == 0).map_or(chosen, |forced| forced as usize);
        let edge = &mut self.edges[chosen];
        edge.visits += 1;
        edge.spread = 1.0 / (edge.visits as f32).sqrt();
        self.path.push(Pace { node: at, edge: chosen as u32, best });
        chosen
    }

    /// A new node for the inner level of a two-level decision.
    pub(super) fn inner(&mut self, outer: u32) -> u32 {
        let Node { mover, state, .. } = self.nodes[outer as usize];
        let inner = self.push(Kind::Fresh, mover, state);
        let node = &mut self.nodes[inner as usize];
        node.acting = true;
        // The outer level has valued the position already.
        node.visits = 1;
        inner
    }

    /// The edge to try by UCT, and the one with the best mean so far.
    fn confident(&mut self, at: u32, rng: &mut Rng) -> (usize, u32) {
        let node = self.nodes[at as usize];
        let (first, tried) = (node.first as usize, node.tried as usize);
        let wide = match self.shape.widen {
            0.0 => node.edges,
            power => node.edges.min((2.0 * (node.visits as f32).powf(power)).ceil() as u32),
        };
        let fresh = node.tried < wide;
        let weight = self.shape.exploration * self.spread() * growth(node.visits).sqrt();
        let (mut most, mut chosen) = (f32::NEG_INFINITY, first);
        let (mut mean, mut best) = (f32::NEG_INFINITY, NONE);
        for (i, edge) in self.edges[first..first + tried].iter().enumerate() {
            let score = edge.mean + weight * edge.spread;
            if score > most {
                (most, chosen) = (score, first + i);
            }
            if edge.mean > mean && edge.valued > 0 {
                (mean, best) = (edge.mean, (first + i) as u32);
            }
        }
        if fresh {
            // With widening the guide's order counts; without, all come to their turn and the order is random.
            if self.shape.widen == 0.0 {
                let other = tried + rng.below(node.edges - node.tried) as usize;
                self.edges.swap(first + tried, first + other);
            }
            self.nodes[at as usize].tried += 1;
            chosen = first + tried;
        }
        (chosen, best)
    }

    /// The edge to try by PUCT, and the one with the best mean so far.
    fn promising(&mut self, at: u32) -> (usize, u32) {
        let node = self.nodes[at as usize];
        let first = node.first as usize;
        let edges = &self.edges[first..first + node.edges as usize];
        let valued: f32 = edges.iter().map(|e| e.valued as f32).sum();
        let mean = edges.iter().map(|e| e.mean * e.valued as f32).sum::<f32>() / valued.max(1.0);
        let weight = self.shape.exploration * self.spread() * (node.visits as f32).sqrt();
        let (mut most, mut chosen) = (f32::NEG_INFINITY, first);
        let (mut greatest, mut best) = (f32::NEG_INFINITY, NONE);
        for (i, edge) in edges.iter().enumerate() {
            let value = if edge.valued > 0 { edge.mean } else { mean - UNTRIED };
            let score = value + weight * edge.prior / (1.0 + edge.visits as f32);
            if score > most {
                (most, chosen) = (score, first + i);
            }
            if edge.mean > greatest && edge.valued > 0 {
                (greatest, best) = (edge.mean, (first + i) as u32);
            }
        }
        self.nodes[at as usize].tried = node.edges;
        (chosen, best)
    }
}
