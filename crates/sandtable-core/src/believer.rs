//! Players that look further than their seat sees: they are asked about worlds that the seat believes in.
//!
//! A policy says what it would do in each of some worlds, and values every such turn in all of them; the best on the mean is
//! played. One that values nothing is taken at its word: what it would do in most worlds is done. So nobody acts as if one world
//! were the true one, unless it is asked about one alone ([`Reading`]).

use crate::agent::{Figure, Thought};
use crate::belief::{Read, Reading};
use crate::{Agent, Ask, Fault, Game, Policy, Rng, Seat, Seats};

/// How a turn is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// How many worlds are drawn.
    pub worlds: usize,
    /// Whether a turn is drawn, by how much better it is than the worst of them, instead of taking the best.
    pub draw: bool,
}

impl Default for Choice {
    fn default() -> Self {
        Choice { worlds: 8, draw: false }
    }
}

/// A turn that was proposed in some worlds.
struct Proposal<A> {
    plan: Vec<A>,
    /// In how many worlds.
    votes: f64,
    /// Its mean value over all worlds, where it has one.
    value: f64,
}

/// A policy in a seat that does not see everything.
pub struct Believer<G: Game, P> {
    policy: P,
    /// The game that the policy is asked about, where it is not the one that is played.
    open: Option<G>,
    choice: Choice,
    worlds: Vec<(G::State, f64)>,
    proposals: Vec<Proposal<G::Action>>,
}

impl<G: Game, P: Policy<G>> Believer<G, P> {
    /// Asks `policy` about worlds of the game that is played, or of `open`, the same with nothing hidden.
    pub fn new(policy: P, open: Option<G>, choice: Choice) -> Self {
        Believer { policy, open, choice, worlds: Vec::new(), proposals: Vec::new() }
    }

    /// Lists what the policy would do in each world.
    fn propose(&mut self, game: &G, rng: &mut Rng) {
        let game = self.open.as_ref().unwrap_or(game);
        self.proposals.clear();
        for (world, count) in &self.worlds {
            let mut plan = Vec::new();
            self.policy.choose(game, world, rng, &mut plan);
            match self.proposals.iter_mut().find(|p| p.plan == plan) {
                Some(known) => known.votes += count,
                None => self.proposals.push(Proposal { plan, votes: *count, value: 0.0 }),
            }
        }
    }

    /// Values what was proposed: in all worlds, or by its votes.
    fn weigh(&mut self, game: &G) {
        let game = self.open.as_ref().unwrap_or(game);
        for proposal in &mut self.proposals {
            let mut sum = 0.0;
            let rated = self.worlds.iter().all(|(world, count)| {
                let value = self.policy.rate(game, world, &proposal.plan);
                sum += count * value.unwrap_or(0.0);
                value.is_some()
            });
            proposal.value = if rated { sum } else { f64::NAN };
        }
        if self.proposals.iter().any(|p| p.value.is_nan()) {
            self.proposals.iter_mut().for_each(|p| p.value = p.votes);
        }
    }

    fn chosen(&self, rng: &mut Rng) -> usize {
        let values = || self.proposals.iter().map(|p| p.value).enumerate();
        let best = values().fold((0, f64::NEG_INFINITY), |a, b| if b.1 > a.1 { b } else { a }).0;
        if !self.choice.draw {
            return best;
        }
        let worst = values().map(|(_, value)| value).fold(f64::INFINITY, f64::min);
        let mut left = rng.unit() * values().map(|(_, value)| value - worst).sum::<f64>();
        let reached = |(_, value): &(usize, f64)| {
            left -= value - worst;
            left < 0.0
        };
        values().find(reached).map_or(best, |(i, _)| i)
    }
}

/// Draws worlds that a seat believes in, each with its share; the same world comes once.
pub fn worlds<G: Game>(ask: &mut Ask<G>, count: usize, out: &mut Vec<(G::State, f64)>) {
    out.clear();
    let each = 1.0 / count.max(1) as f64;
    for _ in 0..count.max(1) {
        let world = ask.belief.sample(ask.game, ask.view, ask.rng);
        match out.iter_mut().find(|(known, _)| *known == world) {
            Some((_, share)) => *share += each,
            None => out.push((world, each)),
        }
    }
}

impl<G: Game, P: Policy<G>> Agent<G> for Believer<G, P> {
    fn act(&mut self, ask: &mut Ask<G>, plan: &mut Vec<G::Action>) -> Result<Thought<G::Action>, Fault> {
        let mut drawn = std::mem::take(&mut self.worlds);
        worlds(ask, self.choice.worlds, &mut drawn);
        self.worlds = drawn;
        self.propose(ask.game, ask.rng);
        if self.proposals.len() > 1 {
            self.weigh(ask.game);
        }
        let chosen = self.chosen(ask.rng);
        plan.extend_from_slice(&self.proposals[chosen].plan);
        if !ask.explain {
            return Ok(Thought::default());
        }
        let mut thought = self.policy.thought(ask.game, &self.worlds[0].0);
        thought.figures.push(Figure::new("different worlds", self.worlds.len() as f64));
        thought.figures.push(Figure::new("different turns", self.proposals.len() as f64));
        Ok(thought)
    }
}

/// Any agent, with its seat's belief read in one way.
pub struct Reader<G: Game> {
    /// The agent.
    pub agent: Box<dyn Agent<G>>,
    /// Where it can sit.
    pub seats: Seats,
    /// How the belief is read.
    pub reading: Reading,
}

impl<G: Game> Agent<G> for Reader<G> {
    fn begin(&mut self, game: &G, seat: Seat, rng: &mut Rng) {
        self.agent.begin(game, seat, rng);
    }

    fn act(&mut self, ask: &mut Ask<G>, plan: &mut Vec<G::Action>) -> Result<Thought<G::Action>, Fault> {
        if !self.seats.contains(ask.seat) {
            let seat = &ask.game.info().seats[ask.seat].name;
            return Err(Fault(format!("the player that it stands for does not play {seat}")));
        }
        let Ask { game, seat, view, budget, limit, explain, .. } = *ask;
        let belief = &mut Read { belief: &mut *ask.belief, reading: self.reading };
        let rng = &mut *ask.rng;
        self.agent.act(&mut Ask { game, seat, view, belief, rng, budget, limit, explain }, plan)
    }
}
