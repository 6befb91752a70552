//! The intelligence module for Operation Opaque (FFI/RAPPORT-2000/04403, chapter 8): where the enemy may be and where it must be, exactly, from everything that a
//! side has seen.

mod circulation;
mod crossing;
mod query;
mod stages;
mod supply;
mod trail;

pub use trail::Trail;
