//! Questions about what is hidden, answered from everything that a seat has seen and from nothing else (FFI/RAPPORT-2000/04403, chapter 8).

use serde::{Deserialize, Serialize};

use crate::{BadInput, Figure, Game, Heat, Seat, Wanted};

/// What a seat asks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The question in the game's language; where nothing is asked, the answer tells what is known.
    #[serde(default)]
    pub text: String,
    /// Areas besides.
    #[serde(default)]
    pub areas: Vec<Wanted>,
}

/// Whether something is so, as far as it can be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Whatever fits all that was seen, it is so.
    Certain,
    /// It may be so, and it may not.
    Possible,
    /// Whatever fits all that was seen, it is not so.
    Impossible,
}

/// What spaces hold together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Extent {
    /// What they are called.
    pub name: String,
    /// Their places in the game's layout.
    pub spaces: Vec<usize>,
    /// How many pieces were asked for.
    pub least: u32,
    /// The fewest that there may be.
    pub fewest: u32,
    /// The most that there may be.
    pub most: u32,
}

/// What follows from all that a seat has seen.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// The whole question in the game's language, areas that were asked for apart from the text included.
    pub text: String,
    /// Whether it is so; nothing where nothing was asked.
    pub verdict: Option<Verdict>,
    /// The same in words.
    pub words: String,
    /// Each of the areas by itself.
    pub areas: Vec<Extent>,
    /// Numbers that bear on it.
    pub figures: Vec<Figure>,
    /// What there may be, space by space.
    pub heat: Vec<Heat>,
}

/// What a seat has seen in one game, from its first view on.
pub trait Witness<G: Game>: Send {
    /// The seat sees this now: at the start, and after every event.
    fn observe(&mut self, game: &G, view: &G::View);

    /// Answers from what was seen. The work is bounded, whatever is asked.
    fn answer(&mut self, game: &G, asked: &Asked) -> Result<Answer, BadInput>;
}

/// The questions that a game answers.
pub struct Inquiry<G: Game> {
    /// What can be asked, in a few words.
    pub about: &'static str,
    /// Something to begin with.
    pub example: &'static str,
    /// A seat that has seen nothing yet, in a game that begins where it usually does, or elsewhere.
    pub witness: fn(&G, Seat, bool) -> Box<dyn Witness<G>>,
}
