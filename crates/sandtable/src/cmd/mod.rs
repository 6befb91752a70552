//! One file per subcommand.

pub mod advise;
pub mod agents;
pub mod bench;
pub mod games;
pub mod import;
pub mod matches;
pub mod odds;
pub mod perft;
pub mod play;
pub mod replay;
pub mod reproduce;
pub mod serve;
pub mod solve;
pub mod tournament;
pub mod train;
