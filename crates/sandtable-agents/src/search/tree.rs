//! The tree of a Monte Carlo search, in flat memory: UCT at decisions (Kocsis and Szepesvári, 2006), chance nodes that are drawn
//! or go through their exact distribution, and the two-level decision whether to act at all (KTH, section 4.2.2).
//!
//! A simulation is two calls. [`Tree::gather`] walks down and returns a leaf that wants a value; [`Tree::apply`] carries the value
//! back. Several leaves may be gathered before their values are known, so that a network can see them in one batch.

use sandtable_core::{Game, Guide, Rng, Seat, Turn};

use super::valuer::{Player, proposers};

/// No node.
pub(super) const NONE: u32 = u32::MAX;
/// A tree that has this many nodes grows no further: about half a gigabyte for a game with states of 400 bytes.
const MAX_NODES: usize = 1 << 20;

/// How a tree grows and what it prefers.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The weight of exploration, for values from -1 to 1.
    pub exploration: f32,
    /// Whether chance nodes go through their exact distribution in proportion, rather than draw from it.
    pub exact: bool,
    /// Whether a step that ends a phase is weighed first against acting at all.
    pub two_level: bool,
    /// A node of `n` visits tries about `2 * n^widen` of its steps; 0 tries all.
    pub widen: f32,
    /// Whether all others are taken to play against the searcher, rather than each for itself.
    pub paranoid: bool,
}

/// What an edge of a decision stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way<A> {
    /// A step.
    Step(A),
    /// To act, rather than to take the step that passes.
    Act,
    /// To let a proposer play the turn to its end.
    Turn(u16),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<A> {
    pub(super) way: Way<A>,
    pub(super) child: u32,
    /// Walks that came by, and those of them whose value is known.
    pub(super) visits: u32,
    pub(super) valued: u32,
    /// The mean value for whoever decides here, from -1 to 1.
    pub(super) mean: f32,
    /// The sum of squared deviations from the mean.
    pub(super) squares: f32,
    /// One over the square root of the visits, so that choosing needs no root.
    pub(super) spread: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// Not looked into yet.
    Fresh,
    /// A player decides.
    Decision,
    /// Dice decide.
    Chance,
    /// A proposer plays the turn to its end.
    Turn(u16),
    Over,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// Whether this is the inner level of a two-level decision: the step that passes has been declined.
    pub(super) acting: bool,
    pub(super) mover: u8,
    pub(super) visits: u32,
    /// Where its state is.
    pub(super) state: u32,
    /// The first of its edges, or of its outcomes.
    pub(super) first: u32,
    /// How many edges there are, and how many of them have been tried.
    pub(super) edges: u32,
    pub(super) tried: u32,
}

/// What dice, or a proposer's turn, led to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome<C> {
    pub(super) chance: Option<C>,
    pub(super) probability: f32,
    pub(super) visits: u32,
    pub(super) child: u32,
    pub(super) next: u32,
}

/// A place in the tree that wants a value.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    node: u32,
    /// The edges that led here, in the tree's list.
    path: (u32, u32),
}

/// The edges at the root, for those who choose.
#[derive(Clone, Debug)]
pub struct Choice<A> {
    /// The step, or the number of a proposer.
    pub what: Result<A, u16>,
    /// How often it was tried.
    pub visits: u32,
    /// Its mean value for the mover, from -1 to 1.
    pub mean: f64,
    /// The variance of the values.
    pub variance: f64,
}

/// A search tree.
pub struct Tree<G: Game> {
    pub(super) shape: Shape,
    /// The payoff's range, to bring values to -1 … 1.
    pub(super) range: (f64, f64),
    pub(super) seat: Seat,
    pub(super) nodes: Vec<Node>,
    pub(super) states: Vec<G::State>,
    pub(super) edges: Vec<Edge<G::Action>>,
    pub(super) outcomes: Vec<Outcome<G::Chance>>,
    /// (node, edge) of all leaves that wait for their value.
    pub(super) path: Vec<(u32, u32)>,
    pub(super) waiting: u32,
    /// The longest way down so far.
    pub(super) depth: u32,
    pub(super) steps: Vec<G::Action>,
    pub(super) draws: Vec<(G::Chance, f64)>,
    /// The tree that a part is kept of, while it moves over.
    pub(super) old: Option<Box<Tree<G>>>,
}

impl<G: Game> Tree<G> {
    /// An empty tree.
    pub fn new(game: &G, shape: Shape) -> Self {
        Tree {
            shape,
            range: game.info().payoff,
            seat: 0,
            nodes: Vec::new(),
            states: Vec::new(),
            edges: Vec::new(),
            outcomes: Vec::new(),
            path: Vec::new(),
            waiting: 0,
            depth: 0,
            steps: Vec::new(),
            draws: Vec::new(),
            old: None,
        }
    }

    /// Makes room for so many simulations, so that memory seldom has to grow while a search is under way.
    pub fn reserve(&mut self, simulations: usize) {
        let some = simulations.min(1 << 14);
        self.nodes.reserve(2 * some);
        self.states.reserve(2 * some);
        self.edges.reserve(64 * some);
        self.outcomes.reserve(64 * some);
        self.path.reserve(1 << 10);
        self.draws.reserve(1 << 10);
        self.steps.reserve(1 << 10);
    }

    /// Starts a new tree at `state`, in which `seat` is to decide. Memory is kept.
    pub fn plant(&mut self, game: &G, state: &G::State, seat: Seat) {
        self.clear(seat);
        self.add(game, state.clone());
    }

    pub(super) fn clear(&mut self, seat: Seat) {
        self.nodes.clear();
        self.states.clear();
        self.edges.clear();
        self.outcomes.clear();
        self.path.clear();
        self.waiting = 0;
        self.depth = 0;
        self.seat = seat;
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing has been planted.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many decisions deep it has looked since it was planted.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// How many simulations went through the root.
    pub fn visits(&self) -> u64 {
        self.nodes.first().map_or(0, |root| root.visits.into())
    }

    /// The state at a leaf.
    pub fn state(&self, leaf: Leaf) -> &G::State {
        &self.states[self.nodes[leaf.node as usize].state as usize]
    }

    pub(super) fn add(&mut self, game: &G, state: G::State) -> u32 {
        let (kind, mover) = match game.turn(&state) {
            Turn::Player(seat) => (Kind::Fresh, seat as u8),
            Turn::Chance => (Kind::Chance, 0),
            Turn::Over => (Kind::Over, 0),
        };
        self.states.push(state);
        self.push(kind, mover, self.states.len() as u32 - 1)
    }

    fn push(&mut self, kind: Kind, mover: u8, state: u32) -> u32 {
        let node = Node { kind, acting: false, mover, visits: 0, state, first: NONE, edges: 0, tried: 0 };
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// Walks down to a place that wants a value. Visits are counted on the way, so that several walks spread out.
    pub fn gather(
        &mut self,
        game: &G,
        guide: &mut dyn Guide<G>,
        proposers: &mut [Player<G>],
        rng: &mut Rng,
    ) -> Leaf {
        if self.waiting == 0 {
            self.path.clear();
        }
        self.waiting += 1;
        let begin = self.path.len() as u32;
        let mut at = 0u32;
        loop {
            let full = self.nodes.len() >= MAX_NODES;
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            let next = match node.kind {
                Kind::Over => break,
                // The first visit values the position itself; only the root is looked into at once.
                Kind::Fresh if (node.visits == 1 && at != 0) || full => break,
                Kind::Fresh => {
                    self.expand(game, guide, proposers, at);
                    self.descend(game, at, rng)
                }
                Kind::Decision => self.descend(game, at, rng),
                Kind::Chance if full => self.known_outcome(at),
                Kind::Chance if self.shape.exact => self.next_outcome(game, at, rng),
                Kind::Chance => self.draw(game, at, rng),
                Kind::Turn(_) if full => self.known_outcome(at),
                Kind::Turn(proposer) => {
                    self.play_turn(game, at, &mut *proposers[usize::from(proposer)].policy, rng)
                }
            };
            match next {
                Some(child) => at = child,
                None => break,
            }
        }
        let end = self.path.len() as u32;
        self.depth = self.depth.max(end - begin);
        Leaf { node: at, path: (begin, end) }
    }

    /// Carries the value of a gathered leaf (on the scale of the game's payoff, one number a seat) back to the root.
    pub fn apply(&mut self, leaf: Leaf, values: &[f64]) {
        let scale = 2.0 / (self.range.1 - self.range.0);
        let value = |seat: usize| ((values[seat] - self.range.0) * scale - 1.0) as f32;
        for &(node, edge) in &self.path[leaf.path.0 as usize..leaf.path.1 as usize] {
            let mover = usize::from(self.nodes[node as usize].mover);
            let value = match self.shape.paranoid && mover != self.seat {
                true => -value(self.seat),
                false => value(mover),
            };
            let edge = &mut self.edges[edge as usize];
            edge.valued += 1;
            let before = value - edge.mean;
            edge.mean += before / edge.valued as f32;
            edge.squares += before * (value - edge.mean);
        }
        self.waiting -= 1;
    }

    /// Lists what can be done at a node.
    fn expand(&mut self, game: &G, guide: &mut dyn Guide<G>, players: &[Player<G>], at: u32) {
        let node = self.nodes[at as usize];
        self.steps.clear();
        guide.consider(game, &self.states[node.state as usize], &mut self.steps);
        let first = self.edges.len();
        let mut push = |way| {
            let edge = Edge { way, child: NONE, visits: 0, valued: 0, mean: 0.0, squares: 0.0, spread: 0.0 };
            self.edges.push(edge);
        };
        let pass = self.steps.iter().position(|&a| guide.passes(a)).filter(|_| self.shape.two_level);
        match pass.filter(|_| self.steps.len() > 2) {
            Some(pass) if !node.acting => {
                push(Way::Step(self.steps[pass]));
                push(Way::Act);
            }
            Some(pass) => {
                self.steps.remove(pass);
                self.steps.iter().for_each(|&a| push(Way::Step(a)));
            }
            None => self.steps.iter().for_each(|&a| push(Way::Step(a))),
        }
        if !node.acting && self.steps.len() > 1 {
            let mut count = 0;
            for proposer in proposers(players, usize::from(node.mover)) {
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

    /// Chooses an edge by UCT and steps along it; nothing if the tree is full and nobody went there before.
    fn descend(&mut self, game: &G, at: u32, rng: &mut Rng) -> Option<u32> {
        let node = self.nodes[at as usize];
        let (first, tried) = (node.first as usize, node.tried as usize);
        let wide = match self.shape.widen {
            0.0 => node.edges,
            power => node.edges.min((2.0 * (node.visits as f32).powf(power)).ceil() as u32),
        };
        let full = self.nodes.len() >= MAX_NODES;
        let chosen = if node.tried < wide && !full {
            // With widening the guide's order counts; without, all come to their turn and the order is random.
            if self.shape.widen == 0.0 {
                let other = tried + rng.below(node.edges - node.tried) as usize;
                self.edges.swap(first + tried, first + other);
            }
            self.nodes[at as usize].tried += 1;
            first + tried
        } else {
            let weight = self.shape.exploration * (node.visits as f32).ln().max(0.0).sqrt();
            let mut best = (f32::NEG_INFINITY, first);
            for (i, edge) in self.edges[first..first + tried].iter().enumerate() {
                let score = edge.mean + weight * edge.spread;
                if score > best.0 {
                    best = (score, first + i);
                }
            }
            best.1
        };
        if full && (tried == 0 || self.edges[chosen].child == NONE) {
            return None;
        }
        let edge = &mut self.edges[chosen];
        edge.visits += 1;
        edge.spread = 1.0 / (edge.visits as f32).sqrt();
        self.path.push((at, chosen as u32));
        let Edge { way, child, .. } = *edge;
        if child != NONE {
            return Some(child);
        }
        let child = match way {
            Way::Step(action) => {
                let mut state = self.states[node.state as usize].clone();
                game.apply(&mut state, action);
                self.add(game, state)
            }
            Way::Act => {
                let inner = self.push(Kind::Fresh, node.mover, node.state);
                let inner_node = &mut self.nodes[inner as usize];
                inner_node.acting = true;
                // The outer level has valued the position already.
                inner_node.visits = 1;
                inner
            }
            Way::Turn(proposer) => self.push(Kind::Turn(proposer), node.mover, node.state),
        };
        self.edges[chosen].child = child;
        Some(child)
    }

    /// What can be done at the root, with what is known of it.
    pub fn choices(&self, out: &mut Vec<Choice<G::Action>>) {
        out.clear();
        if let Some(root) = self.nodes.first() {
            self.list(root, out);
        }
    }

    fn list(&self, node: &Node, out: &mut Vec<Choice<G::Action>>) {
        for edge in &self.edges[node.first as usize..(node.first + node.edges) as usize] {
            let what = match edge.way {
                Way::Step(action) => Ok(action),
                Way::Turn(proposer) => Err(proposer),
                Way::Act => {
                    if edge.child != NONE && self.nodes[edge.child as usize].kind == Kind::Decision {
                        self.list(&self.nodes[edge.child as usize], out);
                    }
                    continue;
                }
            };
            let visits = edge.visits;
            let variance = f64::from(edge.squares) / f64::from(visits.saturating_sub(1).max(1));
            out.push(Choice { what, visits, mean: f64::from(edge.mean), variance });
        }
    }

    /// The choice at the root by visits, deciding on the two levels one after the other.
    pub fn preferred(&self) -> Option<Result<G::Action, u16>> {
        let mut node = self.nodes.first()?;
        loop {
            let edges = &self.edges[node.first as usize..(node.first + node.edges) as usize];
            let best = edges.iter().max_by(|a, b| a.visits.cmp(&b.visits).then(a.mean.total_cmp(&b.mean)))?;
            match best.way {
                Way::Step(action) => return Some(Ok(action)),
                Way::Turn(proposer) => return Some(Err(proposer)),
                Way::Act => node = &self.nodes[best.child as usize],
            }
        }
    }
}
