//! The intelligence module for Operation Opaque (FFI/RAPPORT-2000/04403, chapter 8): where the enemy may be and where it must be, exactly, from everything that a
//! side has seen.
//!
//! The report asks whether the enemy may have at least so many pieces in each of some areas, and searches for one history that fits all observations. Here the
//! enemy's pieces are a flow through time, which has the same answers without a search: the enemy's pieces cannot be told apart, each of them stays or goes along an
//! edge whenever the enemy has won a turn, and everything that is seen bounds how many are somewhere at some time.
//!
//! What is seen, and what it says:
//! - The start is known, and how many enemies there are, always.
//! - Nodes in sight hold exactly what is seen there, at every moment between two moves of the enemy: own moves reveal, too.
//! - Pieces are lost where the observer stands, so place and time are known. Attackers are seen, and stay.
//! - Who defended a node and attacks there after a move has brought somebody in; who still defends it has not.
//! - What goes into the goal is counted.
//! - A single attacker of Blue's that wins a combat away from home had supply. That is no bound on a flow; [`Trail`] searches for the chain of nodes instead.
//!
//! Nothing else is certain: that one side won a combat rather than the other, or that somebody would not have moved so, is at most likely.
//!
//! ```
//! use sandtable_core::{Game, Rng, Stream};
//! use sandtable_games::operation::constraints::Constraints;
//! use sandtable_games::operation::intelligence::Trail;
//! use sandtable_games::operation::{Operation, Side, Sight};
//! let opaque = Operation::default_board(Sight::Opaque);
//! let board = opaque.board();
//! let mut trail = Trail::new(Side::Blue);
//! trail.observe(board, &opaque.view(&opaque.start(), Side::Blue.seat()));
//! let all = Constraints::parse(board, "{({A5,B5},4), ({C5},2)}").unwrap();
//! assert!(trail.certain(board, &all.areas)); // nobody has moved yet
//! assert_eq!(trail.draw(board, &mut Rng::new(1, 0, Stream::World)), Some(opaque.start().red));
//! ```

mod circulation;
mod crossing;
mod inquiry;
mod prospect;
mod query;
mod stages;
mod supply;
mod trail;

pub use inquiry::INQUIRY;
pub use prospect::Prospect;
pub use trail::Trail;
