//! Axis & Allies on TripleA's maps: land and air war for any number of nations in alliances.
//!
//! Sources: St-Pierre, Winands and Watt, *A Selective Move Generator for the Game Axis and Allies* (section II), Lie, *Playing Axis &
//! Allies Revised Using Learning Automata*, and the facts of TripleA's maps.
//!
//! What the sources leave open, and how it is read here:
//! - Losses follow a fixed order on both sides (`losses=power`: the least power first, then the cheaper; or `losses=cost`).
//! - A province that nobody defends is taken at once when a land unit enters it. Units that blitz go on from there.
//! - Planes fly over as little flak as they can and still land; planes that fought land before others move.
//! - Flak fires once at each plane, however many guns there are; it takes no part in battles and is captured like a factory.
//! - Only what can be placed can be bought, and all of it is placed.
//! - A province that was an ally's at the start goes back to that ally, if it has its capital.
//! - A battle in which nobody can hit any more ends with a retreat.

pub mod battle;
mod combat;
mod movement;
mod notation;
mod position;
mod rules;
pub mod scenario;
mod state;
pub mod triplea;
mod turns;

pub use rules::Axis;
pub use state::{Action, Blitz, Chance, Key, MAX_COUNT, MAX_MONEY, Moved, NOBODY, NOWHERE, Phase, State};
