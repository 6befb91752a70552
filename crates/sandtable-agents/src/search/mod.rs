//! Searches that look ahead through the core traits.

mod chance;
mod mcts;
mod reuse;
mod tree;
mod valuer;

pub use mcts::{Mcts, PARAMS as MCTS_PARAMS};
pub use tree::{Leaf, Shape, Tree};
pub use valuer::Player;
