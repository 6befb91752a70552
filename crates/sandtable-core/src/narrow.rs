//! Whole turns, narrowed down by constraints in a language of the game's own: what agents keep to when they look for turns, and what people may ask
//! about (FFI/RAPPORT-2000/04403, chapters 4 and 5).

use serde::{Deserialize, Serialize};

use crate::{BadInput, Game, Rng};

/// Spaces that should hold so many pieces together after a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Area {
    /// What it is called.
    pub name: String,
    /// Its spaces, by their places in the game's layout.
    pub spaces: Vec<usize>,
    /// How many pieces are wanted there.
    pub least: u32,
    /// How many are there before the turn.
    pub holds: u32,
}

/// Constraints on a turn, and what they leave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Frame {
    /// The constraints in the game's language; empty where the rules alone count.
    pub text: String,
    /// The areas among them.
    pub areas: Vec<Area>,
    /// How many turns satisfy them.
    pub turns: u64,
    /// Whether that is all of them; else there are at least so many.
    pub counted: bool,
}

/// An area that somebody asks for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// Its spaces, by their places in the game's layout.
    pub spaces: Vec<usize>,
    /// How many pieces are wanted there.
    pub least: u32,
}

/// What came of constraints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Narrowed<A> {
    /// All of them together, areas that were asked for apart from the text included.
    pub frame: Frame,
    /// Some turns that satisfy them, drawn at random: each equally likely if all were counted.
    pub examples: Vec<Vec<A>>,
    /// Constraints among them, as few as possible, that no turn satisfies together.
    pub conflict: Option<String>,
}

/// Reads constraints in a position in which somebody is to decide. The work is bounded, whatever they say.
pub type Narrow<G> =
    fn(&G, &<G as Game>::State, &str, &[Wanted], &mut Rng) -> Result<Narrowed<<G as Game>::Action>, BadInput>;

/// A language for constraints on turns.
pub struct Language<G: Game> {
    /// What can be said in it, in a few words.
    pub about: &'static str,
    /// Something to begin with.
    pub example: &'static str,
    /// Reads it.
    pub narrow: Narrow<G>,
}
