//! The guide for games that bring none: every legal step, at random.

use sandtable_core::{Game, Guide, Rng, Turn};

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

    fn playout(&mut self, game: &G, state: &mut G::State, rng: &mut Rng, turns: u32) {
        let end = game.turns(state).saturating_add(turns);
        while game.turns(state) < end {
            match game.turn(state) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.sample(state, rng);
                    game.resolve(state, chance);
                }
                Turn::Player(_) => {
                    self.actions.clear();
                    game.actions(state, &mut self.actions);
                    game.apply(state, *rng.pick(&self.actions));
                }
            }
        }
    }
}
