//! The common core of Sandtable: what a game is, what a player is, and the laws that hold for all of them.
//!
//! A game is *rules without state* ([`Game`]) plus *state without rules* ([`Game::State`]). A turn is a path of
//! small steps; dice are explicit nodes that can be sampled or listed exactly; players receive a
//! [`Game::View`], never the state. Games and agents both build on this crate and never on each other.

pub mod agent;
pub mod belief;
pub mod believer;
pub mod budget;
pub mod catalog;
pub mod chart;
pub mod counsel;
pub mod curve;
pub mod desk;
pub mod draft;
pub mod eval;
pub mod failure;
pub mod files;
pub mod game;
pub mod guide;
pub mod inquiry;
pub mod knowledge;
pub mod laws;
pub mod narrow;
pub mod notation;
pub mod odds;
mod open;
pub mod particles;
pub mod payoff;
pub mod plan;
pub mod policy;
pub mod record;
pub mod rng;
pub mod scene;
pub mod sheet;
pub mod shelf;
pub mod spec;
pub mod squad;
pub mod train;

pub use agent::{Agent, Ask, Candidate, Fault, Figure, Heat, Idea, Thought};
pub use belief::{Belief, Guess};
pub use budget::Budget;
pub use catalog::{Args, BadInput, Param, Seats};
pub use chart::Chart;
pub use counsel::{Choosing, Counsel, Proposer};
pub use curve::Curve;
pub use desk::{Desks, Presence};
pub use eval::{Eval, Leaf, Value};
pub use failure::Failure;
pub use files::{FileKey, FileKind, FileValue, TakenBy};
pub use game::{Dist, Game, GameInfo, Happened, Illegal, Seat, SeatInfo, Turn};
pub use guide::{Guide, Habits};
pub use inquiry::{Inquiry, Verdict, Witness};
pub use knowledge::{
    AgentDef, Build, Clock, Counts, EvalDef, GameDef, Kit, Knowledge, Luck, LuckModel, LuckTerm, Signs,
};
pub use narrow::{Area, Frame, Language, Narrowed, Wanted};
pub use notation::Notation;
pub use odds::Calculator;
pub use particles::Particles;
pub use payoff::{MAX_SEATS, Payoff};
pub use plan::Plan;
pub use policy::Policy;
pub use rng::{Rng, Stream};
pub use scene::{Arrow, Choice, Layout, Scene};
pub use sheet::Sheet;
pub use shelf::Shelf;
pub use spec::Spec;
pub use squad::{Crew, NoProblem, Problem, Squad};
pub use train::Trainer;
