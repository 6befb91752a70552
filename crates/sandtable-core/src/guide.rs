//! What a search wants to know of a game beyond its rules: which steps are worth a look, and how to search it.

use crate::Game;

/// How a search of a game goes about it unless it is told otherwise.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// The weight of exploration, in standard deviations of what simulations bring.
    pub exploration: f32,
    /// Turns that are played on from a leaf before it is valued.
    pub cut: u32,
    /// Who plays on: `quick` for the game's quick policy, `random`, or players of the game joined by `+`, each for the seats
    /// that it can play.
    pub rollout: &'static str,
    /// Players of the game that propose whole turns, joined by `+`, or `none`.
    pub propose: &'static str,
    /// Whether chance nodes go through their exact distribution in proportion, rather than being drawn from.
    pub exact: bool,
    /// How fast more steps are tried as visits grow; 0 tries all.
    pub widen: f32,
    /// Do as the first who proposes would, or whoever plays to the end, unless something is better by so many standard errors.
    pub keep: f32,
    /// How many guesses at what is hidden are searched, each in a tree of its own.
    pub worlds: usize,
    /// Whether one tree stands for all worlds instead.
    pub together: bool,
}

impl Default for Habits {
    /// For a game of which nothing is known: results of playouts tell little, so everything is tried often.
    fn default() -> Self {
        Habits {
            exploration: 3.0,
            cut: 8,
            rollout: "quick",
            propose: "none",
            exact: false,
            widen: 0.0,
            keep: 1.5,
            worlds: 8,
            together: false,
        }
    }
}

/// The knowledge of a game that any search can use.
pub trait Guide<G: Game>: Send {
    /// Appends the steps worth considering where a player is to decide: at least one, each legal, each once, the more
    /// promising ones first where the guide has an opinion.
    fn consider(&mut self, game: &G, state: &G::State, out: &mut Vec<G::Action>);

    /// How to search the game unless told otherwise.
    fn habits(&self) -> Habits {
        Habits::default()
    }

    /// Whether a step ends a phase of the turn without doing anything. A search may decide first whether to act at all
    /// and then how, so that one such step is not lost among many others.
    fn passes(&self, action: G::Action) -> bool {
        let _ = action;
        false
    }
}

/// The guide for games that bring none: every legal step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl<G: Game> Guide<G> for Plain {
    fn consider(&mut self, game: &G, state: &G::State, out: &mut Vec<G::Action>) {
        game.actions(state, out);
    }
}
