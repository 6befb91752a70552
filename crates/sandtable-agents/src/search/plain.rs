//! The guide for games that bring none: every legal step, at random.

use sandtable_core::{Game, Guide, Rng};

/// Considers every legal step and plays on at random.
pub struct Plain<G: Game> {
    actions: Vec<G::Action>,
}

impl<G: Game> Default for Plain<G> {
    fn default() -> Self {
        Plain { actions: Vec::new() }
    }
}

impl<G: Game> Guide<G> for Plain<G> {
    fn consider(&mut self, game: &G, state: &G::State, out: &mut Vec<G::Action>) {
        game.actions(state, out);
    }

    fn choose(&mut self, game: &G, state: &G::State, rng: &mut Rng) -> G::Action {
        self.actions.clear();
        game.actions(state, &mut self.actions);
        *rng.pick(&self.actions)
    }
}
