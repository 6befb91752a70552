//! Axis & Allies on TripleA's maps: land and air war for any number of nations in alliances.
//!
//! Sources: St-Pierre, Winands and Watt, *A Selective Move Generator for the Game Axis and Allies* (section II), Lie, *Playing Axis &
//! Allies Revised Using Learning Automata*, and the facts of TripleA's maps.

pub mod battle;
pub mod scenario;
pub mod triplea;
