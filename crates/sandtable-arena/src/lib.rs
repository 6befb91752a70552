//! Where games and agents meet: matches, tournaments, statistics, records and reproductions.
//!
//! Everything here is generic over [`sandtable_core::Game`]. [`registry`] lists what there is and erases the types of
//! whole matches, never of single steps.

pub mod advice;
pub mod believed;
pub mod bench;
pub mod duels;
pub mod entrant;
pub mod episode;
pub mod exactly;
mod failure;
pub mod hosted;
pub mod import;
pub mod ladder;
pub mod lawful;
pub mod live;
pub mod luck;
pub mod matchup;
pub mod narrow;
pub mod odds;
pub mod perft;
pub mod rating;
pub mod recorded;
pub mod registry;
pub mod replay;
pub mod report;
pub mod reproduce;
pub mod requests;
pub mod solve;
pub mod sprt;
pub mod statistics_file;
pub mod stats;
pub mod store;
pub mod tournament;
pub mod train;
pub mod work;

pub(crate) use failure::caught;
pub use hosted::AnyGame;
pub use sandtable_core::{Failure, spec};
