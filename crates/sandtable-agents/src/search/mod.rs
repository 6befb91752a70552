//! Searches that look ahead through the core traits.

mod backup;
mod chance;
mod choice;
mod descent;
mod mcts;
mod model;
mod reuse;
mod sight;
mod tree;
mod valuer;
mod worker;

pub use mcts::{Mcts, PARAMS as MCTS_PARAMS};
pub use tree::{MAX_NODES, Shape, Spot, Tree};
pub use valuer::Player;
