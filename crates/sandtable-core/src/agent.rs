//! What an agent is: it receives views and answers with plans.

use std::time::Duration;

use serde::Serialize;

use crate::{Game, Payoff, Rng, Seat};

/// A player of one game, for one seat at a time.
pub trait Agent<G: Game>: Send {
    /// A new game begins; whatever was remembered of the last one goes.
    fn begin(&mut self, game: &G, seat: Seat, rng: &mut Rng) {
        let _ = (game, seat, rng);
    }

    /// Whether [`Agent::observe`] wants to be called.
    fn observes(&self) -> bool {
        false
    }

    /// Something happened: this is what the seat sees now, in its own turn and in the others'.
    fn observe(&mut self, game: &G, view: &G::View) {
        let _ = (game, view);
    }

    /// Appends to `plan` the steps to take: at least one, at most the rest of the turn.
    ///
    /// Steps that follow a chance node or the end of the turn are dropped, and the agent is asked again.
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng, plan: &mut Vec<G::Action>);

    /// Asks for decisions within this time; an agent that does not search pays no heed.
    fn hurry(&mut self, time: Duration) {
        let _ = time;
    }

    /// Forbids to think longer than this about one decision. Who is done sooner anyway decides as without it.
    fn limit(&mut self, time: Duration) {
        let _ = time;
    }

    /// What was considered in the last [`Agent::act`], the best first; nothing if the agent does not search.
    fn candidates(&self) -> Vec<Candidate<G::Action>> {
        Vec::new()
    }

    /// Figures about the last [`Agent::act`], such as how deep it looked.
    fn figures(&self) -> Vec<Figure> {
        Vec::new()
    }

    /// What it fears or wants in `view`, space by space, where it has such numbers.
    fn heat(&self, game: &G, view: &G::View) -> Vec<Heat> {
        let _ = (game, view);
        Vec::new()
    }
}

/// A number that an agent reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// What it is, in a word or two: `simulations`.
    pub name: String,
    /// The number.
    pub value: f64,
}

/// A number for each space of the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Heat {
    /// What it is, in a word or two: `threat`.
    pub name: String,
    /// One number for each space of the game's layout, in its order.
    pub values: Vec<f64>,
}

/// A step, or a whole turn, that an agent considered.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate<A> {
    /// The step, unless it is a whole turn.
    pub step: Option<A>,
    /// Who proposed the whole turn.
    pub proposer: Option<String>,
    /// How often it was tried.
    pub visits: u64,
    /// What it is expected to bring the mover, on the scale of the game's payoff.
    pub value: f64,
    /// The standard error of the value, as far as the trials are independent.
    pub stderr: f64,
}

/// An estimate of what a state is worth to each seat, on the scale of the game's payoff.
pub trait Eval<G: Game>: Send {
    /// The estimate for `state`, which may be at any node.
    fn eval(&mut self, game: &G, state: &G::State) -> Payoff;
}
