//! Networks that say how promising steps are and what a position is worth, on any map of any game that brings a
//! [`Chart`](sandtable_core::Chart). They know no game.
//!
//! [`flat`] is the network by which Blomqvist (KTH 2020, section 4.2.3) learns Risk, with an output for every step of one map. [`Graph`] shares its weights among places, ways, seats and
//! steps instead: what it learns of one border it knows of all, and the same weights play any map with any number of seats.
//!
//! Training and asking are apart. `learn` works on batches by products of matrices; `answer` on one position, without allocating, with loops that are
//! chosen for the processor at run time and give the same bits on all of them.

pub mod flat;
mod graph;
mod kernel;
mod matrix;
mod network;
mod pupil;
mod weights;

pub use graph::{Answer, Asked, Graph, KEPT, LOST, Lesson, Loss, NOBODYS, Sizes};
pub use network::{Alone, Family, Network, chart, load, mark};
pub use pupil::Pupil;
pub use weights::{Note, Weights};
