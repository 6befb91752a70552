//! What a search wants to know of a game beyond its rules: which steps are worth a look, and how to play on quickly.

use crate::{Game, Rng, Turn};

/// What a search of a game does unless it is told otherwise.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// The weight of exploration, for values from -1 to 1.
    pub exploration: &'static str,
    /// Turns that are played on from a leaf before it is valued.
    pub cut: &'static str,
    /// Who plays on: `quick` for [`Guide::playout`], or a player of the game.
    pub rollout: &'static str,
    /// Players of the game that propose whole turns, joined by `+`, or `none`.
    pub propose: &'static str,
    /// Whether chance nodes are drawn from (`draw`) or gone through in proportion (`exact`).
    pub chance: &'static str,
    /// How fast more steps are tried as visits grow; `0` tries all.
    pub widen: &'static str,
}

impl Default for Habits {
    fn default() -> Self {
        Habits { exploration: "0.7", cut: "8", rollout: "quick", propose: "none", chance: "draw", widen: "0" }
    }
}

/// The knowledge of a game that any search can use.
pub trait Guide<G: Game>: Send {
    /// Appends the steps worth considering where a player is to decide: at least one, each legal, each once, the more
    /// promising ones first where the guide has an opinion.
    fn consider(&mut self, game: &G, state: &G::State, out: &mut Vec<G::Action>);

    /// What a search does unless it is told otherwise.
    fn habits(&self) -> Habits {
        Habits::default()
    }

    /// Whether a step ends a phase of the turn without doing anything. A search may decide first whether to act at all
    /// and then how, so that one such step is not lost among many others.
    fn passes(&self, action: G::Action) -> bool {
        let _ = action;
        false
    }

    /// One step of a quick policy, where a player is to decide.
    fn choose(&mut self, game: &G, state: &G::State, rng: &mut Rng) -> G::Action;

    /// Plays on by the quick policy until `turns` more turns have been completed, or to the end of the game.
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
                    let action = self.choose(game, state, rng);
                    game.apply(state, action);
                }
            }
        }
    }
}
