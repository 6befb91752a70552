//! The common core of Sandtable: what a game is, what a player is, and the laws that hold for all of them.
//!
//! A game is *rules without state* ([`Game`]) plus *state without rules* ([`Game::State`]). A turn is a path of
//! small steps; dice are explicit nodes that can be sampled or listed exactly; players receive a
//! [`Game::View`], never the state. Games and agents both build on this crate and never on each other.

pub mod agent;
pub mod catalog;
pub mod game;
pub mod guide;
pub mod laws;
pub mod notation;
mod open;
pub mod payoff;
pub mod record;
pub mod rng;
pub mod scene;
pub mod squad;

pub use agent::{Agent, Candidate, Eval, Figure, Heat};
pub use catalog::{AgentDef, Args, BadInput, GameDef, Kit, Param, Seats};
pub use game::{Dist, Game, GameInfo, Happened, Illegal, LuckModel, LuckTerm, Seat, SeatInfo, Turn};
pub use guide::{Guide, Habits};
pub use notation::{Notation, Plan};
pub use payoff::{MAX_SEATS, Payoff};
pub use rng::{Rng, Stream};
pub use scene::{Choice, Layout, Scene};
pub use squad::{Crew, Squad};
