//! Turns narrowed down by constraints, without the type of their game.

use sandtable_core::{Arrow, BadInput, Frame, Language, Notation, Rng, Stream, Wanted};
use serde::{Deserialize, Serialize};

use crate::advice::arrows;

/// What is asked.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Constraints in the game's language.
    #[serde(default)]
    pub text: String,
    /// Areas besides.
    #[serde(default)]
    pub areas: Vec<Wanted>,
    /// Fixes the examples.
    #[serde(default)]
    pub seed: u64,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Narrowed {
    /// The constraints, and how many turns they leave.
    #[serde(flatten)]
    pub frame: Frame,
    /// Some turns at random.
    pub examples: Vec<Example>,
    /// Constraints that contradict each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<String>,
}

/// A whole turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Example {
    /// Its steps in the game's notation.
    pub steps: String,
    /// Its ways over the board.
    pub arrows: Vec<Arrow>,
}

/// Narrows the turns of whoever is to decide in `state`.
pub(crate) fn narrow<G: Notation>(
    game: &G,
    language: &Language<G>,
    state: &G::State,
    asked: &Asked,
) -> Result<Narrowed, BadInput> {
    let mut rng = Rng::new(asked.seed, 0, Stream::World);
    let found = (language.narrow)(game, state, &asked.text, &asked.areas, &mut rng)?;
    let example = |steps: &Vec<G::Action>| {
        let texts: Vec<String> = steps.iter().map(|step| game.action_text(*step)).collect();
        Example { steps: texts.join(" "), arrows: arrows(game, state, steps) }
    };
    let examples = found.examples.iter().map(example).collect();
    Ok(Narrowed { frame: found.frame, examples, conflict: found.conflict })
}
