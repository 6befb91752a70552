//! Searches that look ahead through the core traits.

mod chance;
mod mcts;
mod plain;
mod reuse;
mod tree;

pub(crate) use chance::finish_turn;
pub use mcts::{Mcts, PARAMS as MCTS_PARAMS};
pub use plain::Plain;
pub use tree::{Leaf, Shape, Tree};
