//! The games of Sandtable. Each folder holds one family of games: rules, notation, and players of its own.
//!
//! Beside them stands what several need: [`graph_layout`] and words for their pictures, optimisers, and a way to learn by trial.
//!
//! A game knows no agent but the simple players that belong to its literature; everything else meets it in
//! the arena.

pub mod axis;
mod evolution;
pub mod graph_layout;
pub mod grid;
pub mod operation;
pub mod pig;
pub mod risk;
mod tune;
mod words;
