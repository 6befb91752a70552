//! The tree of a Monte Carlo search, in flat memory: UCT at decisions (Kocsis and Szepesvári, 2006) or, with priors, PUCT; chance
//! nodes that are drawn or go through their exact distribution, and the two-level decision whether to act at all (KTH, section 4.2.2).
//!
//! A simulation is two calls. [`Tree::gather`] walks down and returns a leaf that wants a value; [`Tree::apply`] carries the value
//! back. Several leaves may be gathered before their values are known, so that a network can see them in one batch.
//!
//! What a walk brings is not what good play would bring, since walks also try steps that are known to be worse. So a value that
//! comes up along such a step is corrected by how much worse the step is, as far as that is known (see [`Tree::apply`]): means
//! then tend to what the best steps bring, and a search with more simulations says the same, only more exactly.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};
use sandtable_core::{Game, Guide, MAX_SEATS, Rng, Seat, Turn};

use super::valuer::Player;

/// No node.
pub(super) const NONE: u32 = u32::MAX;
/// A tree that has this many nodes grows no further: about half a gigabyte for a game with states of 400 bytes.
pub const MAX_NODES: usize = 1 << 20;
/// Below this many standard errors a gap between two steps may be noise, and above that many it is real.
const NOISE: (f32, f32) = (0.5, 2.0);

/// How a tree grows and what it prefers.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The weight of exploration, in standard deviations of what simulations bring.
    pub exploration: f32,
    /// Whether chance nodes go through their exact distribution in proportion, rather than draw from it.
    pub exact: bool,
    /// Whether a step that ends a phase is weighed first against acting at all.
    pub two_level: bool,
    /// A node of `n` visits tries about `2 * n^widen` of its steps; 0 tries all.
    pub widen: f32,
    /// Whether all others are taken to play against the searcher, rather than each for itself.
    pub paranoid: bool,
    /// Whether leaves want priors for their steps.
    pub priors: bool,
    /// So many of the root's steps compete by halving, where there are priors and simulations are counted; 0 chooses there as everywhere.
    pub halve: usize,
    /// The tree grows no further than this.
    pub most: usize,
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
    /// How promising the step looks before it is tried, where somebody says so.
    pub(super) prior: f32,
}

impl<A> Edge<A> {
    pub(super) fn new(way: Way<A>) -> Self {
        Edge { way, child: NONE, visits: 0, valued: 0, mean: 0.0, squares: 0.0, spread: 0.0, prior: 0.0 }
    }
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
    /// What it was valued at as a leaf, on the mean, by the searcher.
    pub(super) leaf: f32,
}

/// What dice, or a proposer's turn, led to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome<C> {
    pub(super) chance: Option<C>,
    pub(super) probability: f32,
    pub(super) visits: u32,
    /// How often it came up, where a proposer's turn was played out.
    pub(super) drawn: u32,
    pub(super) child: u32,
    pub(super) next: u32,
}

/// A place that wants a value.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// A node, or a position beyond a tree that grows no further.
    pub(super) place: Place,
    /// The edges that led here, in the tree's list.
    pub(super) path: (u32, u32),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    Node(u32),
    Beyond(u32),
    /// A position that looks to its mover like a node: the node, and the position's number.
    World(u32, u32),
}

/// A stretch of a walk: the edge taken at a node, and the one that looked best there at that time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    pub(super) node: u32,
    pub(super) edge: u32,
    pub(super) best: u32,
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
    /// The walks to all leaves that wait for their value.
    pub(super) path: Vec<Pace>,
    pub(super) waiting: u32,
    /// Positions that want a value but have no node.
    pub(super) beyond: Vec<G::State>,
    /// The team of each seat.
    pub(super) teams: Vec<usize>,
    /// What simulations brought at the root: how many, their mean and the sum of squared deviations.
    pub(super) brought: (f32, f32, f32),
    /// The edge that the next walk takes at the root, where somebody else decides that.
    pub(super) forced: Option<u32>,
    /// The longest way down so far.
    pub(super) depth: u32,
    pub(super) steps: Vec<G::Action>,
    pub(super) draws: Vec<(G::Chance, f64)>,
    /// What each node is worth to the searcher, once that has been worked out.
    pub(super) backed: Vec<f32>,
    /// Where positions are, by their hash: ways that lead to the same position share what is known of it.
    pub(super) places: FxHashMap<u64, u32>,
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
            beyond: Vec::new(),
            teams: game.info().seats.iter().map(|seat| seat.team).collect(),
            brought: (0.0, 0.0, 0.0),
            forced: None,
            depth: 0,
            steps: Vec::new(),
            draws: Vec::new(),
            backed: Vec::new(),
            places: FxHashMap::default(),
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
        self.places.reserve(2 * some);
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
        self.places.clear();
        self.path.clear();
        self.beyond.clear();
        self.waiting = 0;
        self.brought = (0.0, 0.0, 0.0);
        self.forced = None;
        self.depth = 0;
        self.seat = seat;
    }

    /// How many of the root's steps compete by halving; 0 where there are no priors to choose them by.
    pub(super) fn width(&self) -> usize {
        if self.shape.priors { self.shape.halve } else { 0 }
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
    pub fn state(&self, spot: Spot) -> &G::State {
        match spot.place {
            Place::Node(node) => &self.states[self.nodes[node as usize].state as usize],
            Place::Beyond(number) | Place::World(_, number) => &self.beyond[number as usize],
        }
    }

    /// Appends the steps at a leaf that want a prior; none unless the tree asks for priors.
    pub fn wanted(&self, spot: Spot, out: &mut Vec<G::Action>) {
        let (Place::Node(node) | Place::World(node, _)) = spot.place else { return };
        let node = &self.nodes[node as usize];
        if self.shape.priors && node.kind == Kind::Decision && node.visits == 1 {
            out.extend(self.edges_of(node).iter().filter_map(|edge| match edge.way {
                Way::Step(action) => Some(action),
                _ => None,
            }));
        }
    }

    pub(super) fn edges_of(&self, node: &Node) -> &[Edge<G::Action>] {
        &self.edges[node.first as usize..(node.first + node.edges) as usize]
    }

    pub(super) fn full(&self) -> bool {
        self.nodes.len() >= self.shape.most
    }

    /// The node of a position: the one that is there, or a new one.
    pub(super) fn add(&mut self, game: &G, state: G::State) -> u32 {
        let hash = FxBuildHasher.hash_one(&state);
        if let Some(&known) = self.places.get(&hash)
            && self.states[self.nodes[known as usize].state as usize] == state
        {
            return known;
        }
        self.places.insert(hash, self.nodes.len() as u32);
        let (kind, mover) = match game.turn(&state) {
            Turn::Player(seat) => (Kind::Fresh, seat as u8),
            Turn::Chance => (Kind::Chance, 0),
            Turn::Over => (Kind::Over, 0),
        };
        self.states.push(state);
        self.push(kind, mover, self.states.len() as u32 - 1)
    }

    pub(super) fn push(&mut self, kind: Kind, mover: u8, state: u32) -> u32 {
        let node = Node {
            kind,
            acting: false,
            mover,
            visits: 0,
            state,
            first: NONE,
            edges: 0,
            tried: 0,
            leaf: f32::NAN,
        };
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
    ) -> Spot {
        let begin = self.set_out();
        let mut at = 0u32;
        let place = loop {
            let full = self.full();
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            let next = match node.kind {
                Kind::Over => Place::Node(at),
                // The first visit values the position itself; the root is looked into at once, unless it wants priors first.
                Kind::Fresh if node.visits == 1 && (at != 0 || self.shape.priors) && !full => {
                    if self.shape.priors {
                        self.expand(game, guide, proposers, at);
                    }
                    break Place::Node(at);
                }
                Kind::Fresh if full && at != 0 => Place::Node(at),
                Kind::Fresh => {
                    self.expand(game, guide, proposers, at);
                    self.descend(game, at, proposers, rng)
                }
                Kind::Decision => self.descend(game, at, proposers, rng),
                Kind::Chance if self.shape.exact => self.next_outcome(game, at, rng),
                Kind::Chance => self.draw(game, at, rng),
                Kind::Turn(proposer) => {
                    self.play_turn(game, at, &mut *proposers[usize::from(proposer)].policy, rng)
                }
            };
            match next {
                Place::Node(child) if child != at => at = child,
                place => break place,
            }
        };
        self.arrive(begin, place)
    }

    /// Begins a walk: where its path begins.
    pub(super) fn set_out(&mut self) -> u32 {
        if self.waiting == 0 {
            self.path.clear();
            self.beyond.clear();
        }
        self.waiting += 1;
        self.path.len() as u32
    }

    /// Ends a walk that began so at a place.
    pub(super) fn arrive(&mut self, begin: u32, place: Place) -> Spot {
        let end = self.path.len() as u32;
        self.depth = self.depth.max(end - begin);
        Spot { place, path: (begin, end) }
    }

    /// A position that gets a value but no node, since the tree is full.
    pub(super) fn beyond(&mut self, state: G::State) -> Place {
        self.beyond.push(state);
        Place::Beyond(self.beyond.len() as u32 - 1)
    }

    /// Carries the value of a gathered leaf (on the scale of the game's payoff, one number a seat) back to the root.
    ///
    /// Where the walk took a step that is known to be worse than the best, everybody above hears what the best would have
    /// brought: the value plus the gap between the two, as far as the gap is more than noise.
    pub fn apply(&mut self, spot: Spot, values: &[f64], priors: &[f32]) {
        let scale = 2.0 / (self.range.1 - self.range.0);
        let mut heard = [0.0f32; MAX_SEATS];
        for (heard, value) in heard.iter_mut().zip(values) {
            *heard = ((value - self.range.0) * scale - 1.0) as f32;
        }
        if let Place::Node(node) | Place::World(node, _) = spot.place {
            self.set_priors(node, priors);
            let node = &mut self.nodes[node as usize];
            let before = if node.leaf.is_nan() { 0.0 } else { node.leaf };
            node.leaf = before + (heard[self.seat] - before) / node.visits.max(1) as f32;
        }
        for at in (spot.path.0..spot.path.1).rev() {
            let Pace { node, edge, best } = self.path[at as usize];
            let mover = usize::from(self.nodes[node as usize].mover);
            let against = self.shape.paranoid && mover != self.seat;
            let value = if against { -heard[self.seat] } else { heard[mover] };
            let taken = &mut self.edges[edge as usize];
            taken.valued += 1;
            let before = value - taken.mean;
            taken.mean += before / taken.valued as f32;
            taken.squares += before * (value - taken.mean);
            if best != edge && best != NONE {
                let gap = self.real_gap(edge, best);
                if gap > 0.0 {
                    self.credit(&mut heard, mover, against, gap);
                }
            }
        }
        let root = heard[self.seat];
        let (n, mean, squares) = &mut self.brought;
        *n += 1.0;
        let before = root - *mean;
        *mean += before / *n;
        *squares += before * (root - *mean);
        self.waiting -= 1;
    }

    /// The variance of an edge's mean.
    pub(super) fn error(&self, edge: &Edge<G::Action>) -> f32 {
        let values = edge.valued.max(1) as f32;
        // Many visits to a proposed turn go where one of them went before, so that they know only as much as those that were played
        // out.
        let independent = match (edge.way, edge.child) {
            (Way::Turn(_), child) if child != NONE => self.nodes[child as usize].tried.max(1) as f32,
            _ => values,
        };
        // One more value as far from the mean as it gets: a few values that agree by chance are not sure.
        (edge.squares + 1.0) / (values * independent)
    }

    /// How much worse the step `edge` is than `best`, as far as that is more than noise.
    fn real_gap(&self, edge: u32, best: u32) -> f32 {
        let (taken, best) = (&self.edges[edge as usize], &self.edges[best as usize]);
        let gap = best.mean - taken.mean;
        if gap <= 0.0 || best.valued < 2 {
            return 0.0;
        }
        let errors = gap / (self.error(taken) + self.error(best)).sqrt();
        gap * ((errors - NOISE.0) / (NOISE.1 - NOISE.0)).clamp(0.0, 1.0)
    }

    /// Adds `gap` to what the mover's side hears, at the cost of the others.
    fn credit(&self, heard: &mut [f32; MAX_SEATS], mover: Seat, against: bool, gap: f32) {
        if against {
            heard[self.seat] -= gap;
            return;
        }
        let ours = self.teams.iter().filter(|&&team| team == self.teams[mover]).count();
        let cost = gap * ours as f32 / (self.teams.len() - ours).max(1) as f32;
        for (heard, &team) in heard.iter_mut().zip(&self.teams) {
            *heard += if team == self.teams[mover] { gap } else { -cost };
        }
    }

    fn set_priors(&mut self, node: u32, priors: &[f32]) {
        let node = self.nodes[node as usize];
        if priors.is_empty() || node.kind != Kind::Decision {
            return;
        }
        let edges = &mut self.edges[node.first as usize..(node.first + node.edges) as usize];
        let steps = edges.iter_mut().filter(|edge| matches!(edge.way, Way::Step(_)));
        steps.zip(priors).for_each(|(edge, prior)| edge.prior = *prior);
        // A proposed turn is as promising as the best step.
        let most = priors.iter().copied().fold(0.0, f32::max);
        for edge in edges.iter_mut().filter(|edge| !matches!(edge.way, Way::Step(_))) {
            edge.prior = most;
        }
    }
}
