//! Records of games: one line of JSON per game, which replays bit for bit.

use serde::{Deserialize, Serialize};

use crate::{Payoff, Seat};

/// The version of the record format that this release writes and reads.
pub const VERSION: u32 = 1;

/// Everything that is needed to play a game again and to see that it comes out the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// [`VERSION`] of the writer.
    pub sandtable: u32,
    /// The game's name.
    pub game: String,
    /// The board, map, rules or options, as in the part of a game's spec behind the colon; may be empty.
    pub variant: String,
    /// The agents' specs, in the order of the seats.
    pub seats: Vec<String>,
    /// The seed of the match.
    pub seed: u64,
    /// Which deal of the match this was.
    pub deal: u64,
    /// Which of the deal's seatings this was.
    pub seating: u32,
    /// The position in which the game began, in the game's notation, if it was not the usual one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub start: Option<String>,
    /// All that happened, in order.
    pub steps: Vec<Event>,
    /// What each seat got; missing if the game was broken off.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub result: Option<Payoff>,
}

/// A step of a player, or dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Event {
    /// A player's step.
    Step {
        /// The seat.
        seat: Seat,
        /// The step in the game's notation.
        step: String,
    },
    /// A resolved chance node.
    Dice {
        /// The outcome in the game's notation.
        dice: String,
    },
}

impl Record {
    /// The game's spec as it is typed: its name, and its variant behind a colon.
    pub fn game_spec(&self) -> String {
        match self.variant.as_str() {
            "" => self.game.clone(),
            variant => format!("{}:{variant}", self.game),
        }
    }
}
