//! Searches that look ahead through the core traits.

mod backup;
mod chance;
mod choice;
mod descent;
mod halving;
mod improve;
mod mcts;
mod model;
mod params;
mod reuse;
mod sight;
mod tree;
mod valuer;
mod worker;

pub use mcts::Mcts;
pub use params::PARAMS as MCTS_PARAMS;
pub use tree::{MAX_NODES, Shape, Spot, Tree};
pub use valuer::Player;
