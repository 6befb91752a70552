//! Exact solutions of small games: the worth of every position under best play, and of agents by the measures of Halck et al.,
//! *Decision making in simplified land combat models*, section 3.1 (Geq: against the worst opponent; Peq: against best play).
//!
//! A turn counter that never goes back makes layers of positions: `layers` lists them turn by turn from the start and values
//! them from the last turn to the first, so only positions between two turns are kept. Where the rules let a game go on
//! for ever, and the game says which positions are the same but for the clock, `graph` keeps every position
//! with what follows it and closes in on the values from both sides.
//!
//! Values are the first seat's. The game must be open, of two sides, and of constant sum.

mod agent;
mod graph;
mod layers;
mod reply;
mod sides;

use sandtable_core::{Game, Kit, Seat, Turn};

pub use agent::{Optimal, PARAMS};
pub use reply::{Measures, Pupil};
pub use sides::Sides;

use graph::Graph;
use layers::Layers;

/// What a solution may cost, and who hears how far it is.
pub struct Limits<'a> {
    /// Bytes that positions may take.
    pub bytes: usize,
    /// Threads; 0 for one per core. Values do not depend on it.
    pub threads: usize,
    /// Hears how many more positions were listed or valued; work ends when it says no.
    pub progress: &'a (dyn Fn(u64) -> bool + Sync),
}

/// Why a game was not solved.
#[derive(Clone, Debug, PartialEq)]
pub enum Unsolved {
    /// It is not of the kind that is solved here, for this reason.
    Unfit(String),
    /// More than so many positions of so many bytes, in so many turns.
    TooLarge {
        /// How many were listed.
        positions: u64,
        /// Bytes that each takes.
        bytes: usize,
        /// The turn at which the limit was reached.
        turn: u32,
    },
    /// It was told to stop.
    Stopped,
}

impl std::fmt::Display for Unsolved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unsolved::Unfit(why) => f.write_str(why),
            Unsolved::TooLarge { positions, bytes, turn } => {
                write!(f, "too large: more than {positions} positions of {bytes} bytes by turn {turn}")
            }
            Unsolved::Stopped => f.write_str("stopped before it was solved"),
        }
    }
}

/// The worth of every position that can come up from the start of a game.
pub struct Solution<G: Game> {
    sides: Sides,
    essence: Option<fn(&G, &mut G::State) -> f64>,
    found: Found<G>,
}

enum Found<G: Game> {
    Layers(Layers<G>),
    Graph(Graph<G>),
}

impl<G: Game> Solution<G> {
    /// Solves a game.
    pub fn find(kit: &Kit<G>, limits: &Limits) -> Result<Self, Unsolved> {
        let sides = Sides::of(kit.game)?;
        let essence = kit.knowledge.essence;
        let found = match Layers::find(kit.game, &sides, essence, limits)? {
            Some(layers) => Found::Layers(layers),
            None => Found::Graph(Graph::build(kit.game, &sides, essence, limits)?),
        };
        Ok(Solution { sides, essence, found })
    }

    /// The worth of the game to the first seat: no less than, and no more than.
    pub fn worth(&self, game: &G) -> (f64, f64) {
        let start = game.start();
        match &self.found {
            Found::Layers(_) => {
                let value = self.value(game, &start).expect("the start was listed first");
                (value, value)
            }
            Found::Graph(graph) => graph.bounds(&start).expect("the start was listed first"),
        }
    }

    /// What is worth `value` to the first seat, as `seat` sees it.
    pub fn seen_by(&self, seat: Seat, value: f64) -> f64 {
        self.sides.seen_by(seat, value)
    }

    /// How many positions are kept.
    pub fn positions(&self) -> u64 {
        match &self.found {
            Found::Layers(layers) => layers.positions(),
            Found::Graph(graph) => graph.positions(),
        }
    }

    /// The worth of a position to the first seat; nothing if it cannot come up from the start.
    pub fn value(&self, game: &G, state: &G::State) -> Option<f64> {
        match &self.found {
            Found::Layers(layers) => layers.look(game, &self.sides, self.essence).value(state),
            Found::Graph(graph) => graph.value(game, self.essence, state),
        }
    }

    /// Every step of whoever is to decide, with its worth to the first seat, the mover's best first; nothing if the position cannot
    /// come up from the start.
    pub fn steps(&self, game: &G, state: &G::State) -> Option<Vec<(G::Action, f64)>> {
        let Turn::Player(seat) = game.turn(state) else { return None };
        let mut actions = Vec::new();
        game.actions(state, &mut actions);
        let valued = actions.into_iter().map(|action| {
            let mut next = state.clone();
            game.apply(&mut next, action);
            Some((action, self.value(game, &next)?))
        });
        let mut valued = valued.collect::<Option<Vec<_>>>()?;
        let sign = if self.sides.is_first(seat) { -1.0 } else { 1.0 };
        valued.sort_by(|a, b| (sign * a.1).total_cmp(&(sign * b.1)));
        Some(valued)
    }
}
