//! What an agent is: it receives views and answers with plans.

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
}

/// An estimate of what a state is worth to each seat, on the scale of the game's payoff.
pub trait Eval<G: Game>: Send {
    /// The estimate for `state`, which may be at any node.
    fn eval(&mut self, game: &G, state: &G::State) -> Payoff;
}
