//! What a search wants to know of a game beyond its rules: which steps are worth a look, and how to play on quickly.

use crate::{Game, Rng};

/// The knowledge of a game that any search can use.
pub trait Guide<G: Game>: Send {
    /// Appends the steps worth considering where a player is to decide: at least one, each legal, each once, the more
    /// promising ones first where the guide has an opinion.
    fn consider(&mut self, game: &G, state: &G::State, out: &mut Vec<G::Action>);

    /// Whether a step ends a phase of the turn without doing anything. A search may decide first whether to act at all
    /// and then how, so that one such step is not lost among many others.
    fn passes(&self, action: G::Action) -> bool {
        let _ = action;
        false
    }

    /// Plays on by a quick policy until `turns` more turns have been completed, or to the end of the game.
    fn playout(&mut self, game: &G, state: &mut G::State, rng: &mut Rng, turns: u32);
}
