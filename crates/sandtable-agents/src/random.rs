//! The player that every other one must beat.

use sandtable_core::{Agent, Game, Rng};

/// Takes a random legal step, each equally likely.
pub struct Random<G: Game> {
    actions: Vec<G::Action>,
}

impl<G: Game> Random<G> {
    /// With room for the steps of `game`.
    pub fn new(game: &G) -> Self {
        Random { actions: Vec::with_capacity(game.info().max_actions.min(1 << 12)) }
    }
}

impl<G: Game> Agent<G> for Random<G> {
    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng, plan: &mut Vec<G::Action>) {
        self.actions.clear();
        game.actions(&game.imagine(view), &mut self.actions);
        plan.push(*rng.pick(&self.actions));
    }
}
