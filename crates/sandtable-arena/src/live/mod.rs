//! A game that is played step by step: people in some seats, agents in the others.
//!
//! ```
//! use std::sync::Arc;
//! use sandtable_arena::{AnyGame, episode::Deal, registry};
//! let game: Arc<dyn AnyGame> = Arc::from(registry::open("lucid:3x3").unwrap());
//! let mut live = game.clone().live(&[None, Some("simple-red")], Deal { seed: 1, deal: 0, seating: 0 }).unwrap();
//! while live.advance().unwrap().is_some() {}
//! live.play(&live.choices()[0].step).unwrap();
//! let again = game.resume(&live.record()).unwrap();
//! assert_eq!(again.state_text(), live.state_text());
//! ```

mod course;
mod decision;
mod drafting;
mod notice;
mod opening;
mod person;
mod table;

use std::any::Any;
use std::time::Duration;

use sandtable_core::record::{Event, Record};
use sandtable_core::{BadInput, Choice, Layout, Payoff, Scene, Seat, Turn, inquiry};
use serde::Serialize;

pub use course::Mark;
pub use drafting::{Drafted, Wanted};
pub use table::LiveTable;

use crate::Failure;
use crate::advice::Account;
use crate::believed::Believed;
use crate::exactly::Exact;
use crate::narrow::{self, Narrowed};

/// A seat's player in a record, or in [`Live::specs`], if it is a person.
pub const HUMAN: &str = "human";

/// A running game, without its type.
pub trait Live: Send {
    /// Whose decision is next.
    fn turn(&self) -> Turn;
    /// How many turns have been completed.
    fn turns(&self) -> u32;
    /// The steps that whoever is to move may take.
    fn legal(&self) -> Vec<String>;
    /// The same steps, in the same order, with words and with the spaces they are about.
    fn choices(&self) -> Vec<Choice>;
    /// The board as a seat sees it.
    fn board(&self, seat: Seat) -> String;
    /// Where the spaces of the board are.
    fn layout(&self) -> Layout;
    /// What a seat sees on the layout; all of it for those who may see everything.
    fn scene(&self, who: Option<Seat>) -> Scene;
    /// The position in the game's notation, for those who may see everything.
    fn state_text(&self) -> String;
    /// All that happened, as far as a seat may know it; all of it for those who may see everything.
    ///
    /// What is not told in full is told once where it would be told several times in a row: a seat that does not see the
    /// others' steps does not learn how many there were.
    fn log(&self, who: Option<Seat>) -> &[LogLine];
    /// Who plays: [`HUMAN`], or the agent's spec.
    fn specs(&self) -> &[String];
    /// Gives a seat to an agent, or to a person.
    fn set_agent(&mut self, seat: Seat, agent: Option<&str>) -> Result<(), Failure>;
    /// No agent may think longer than this about one decision, from now on.
    fn hurry(&mut self, limit: Duration);
    /// Takes the steps that a person typed, all or none.
    fn play(&mut self, text: &str) -> Result<(), BadInput>;
    /// Takes a person's orders for the turn, given in any order, and split or joined as they like: the steps that the rules
    /// make of them, up to the next dice. If one of them cannot be carried out nothing happens, unless `partial` says that
    /// the others are to be.
    fn play_turn(&mut self, orders: &[String], partial: bool) -> Result<Orders, BadInput>;
    /// The same for a turn that is to be closed after its orders, as a draft says; there may be none. Nothing happens if it cannot be closed.
    fn close_turn(&mut self, orders: &[String]) -> Result<Orders, BadInput>;
    /// Whether people put several orders together here before any of them is carried out.
    fn drafts(&self) -> bool;
    /// A question about a turn that is being put together by whoever is to decide, as far as the mover can know; it is answered elsewhere, since that
    /// may take a moment. Nothing if nobody is to decide.
    fn drafting(&self, wanted: Wanted) -> Option<Drafting>;
    /// Lets one draw happen, or an agent take its steps; nothing if a person is to move or the game is over.
    fn advance(&mut self) -> Result<Option<News>, Failure>;
    /// Takes out the decision that an agent is to make, so that it can be made elsewhere while the game is looked at;
    /// nothing if dice or a person are next. [`Live::settle`] brings it back.
    fn ponder(&mut self) -> Result<Option<Pondering>, Failure>;
    /// Brings back a decision: the agent takes its steps. Nothing happens if the steps were taken back or the seat was
    /// given to somebody else meanwhile.
    fn settle(&mut self, pondered: Pondered) -> Result<Option<News>, Failure>;
    /// A question about the turns of whoever is to decide that satisfy constraints, as far as the mover can know; it is answered elsewhere, since
    /// that may take a moment. Nothing if nobody is to decide, or the game has no language for it.
    fn narrowing(&self, asked: narrow::Asked) -> Option<Narrowing>;
    /// A question about what is hidden from a seat, answered elsewhere from what that seat has seen: all of it, or up to the end of so many turns.
    /// Nothing if the game answers no such questions.
    fn inquiring(&self, seat: Seat, asked: inquiry::Asked, turns: Option<u32>) -> Option<Inquiring>;
    /// What a seat believes of what it cannot see after so many events, from what it has seen until then; worked out elsewhere. With `open` the
    /// truth is told beside it. Nothing if nothing is hidden in the game.
    fn believing(&self, seat: Seat, events: usize, open: bool) -> Option<Believing>;
    /// The exact values of the position after so many events, looked up elsewhere; nothing if no solution is at hand.
    fn valuing(&self, events: usize) -> Option<Valuing>;
    /// Takes back a person's last steps and what followed; `false` if there were none. The dice stay the same.
    ///
    /// In a resumed game each step of a person counts for itself.
    fn undo(&mut self) -> bool;
    /// Whether there are steps that [`Live::undo`] would take back.
    fn can_undo(&self) -> bool;
    /// Takes back a person's last steps in a seat, if that is fair where something is hidden: it is still the same turn,
    /// nobody else has acted, and the seat has seen nothing since that it could not have foretold. `false` otherwise.
    fn retract(&mut self, seat: Seat) -> bool;
    /// Whether there are steps that [`Live::retract`] would take back.
    fn can_retract(&self, seat: Seat) -> bool;
    /// After how many events there was something new for a seat: a look back stops there. For those who may see everything,
    /// and in an open game, that is after each.
    fn moments(&self, who: Option<Seat>) -> Vec<usize>;
    /// What the last agent that acted was thinking; nothing in a resumed game until one acts.
    fn thought(&self) -> Option<&Thought>;
    /// How the game went, by its usual evaluation, for those who may see everything: at the start, after each completed
    /// turn, and now. Nothing if the game brings no evaluation.
    fn course(&self) -> &[Mark];
    /// All that happened.
    fn events(&self) -> &[Event];
    /// The game so far.
    fn record(&self) -> Record;
    /// What each seat got, when the game is over.
    fn result(&self) -> Option<Payoff>;
}

/// A decision that is still to be made: it may take long, and needs the game no more.
pub type Pondering = Box<dyn FnOnce() -> Pondered + Send>;

/// A question about a turn that is being put together; it needs the game no more.
pub type Drafting = Box<dyn FnOnce() -> Result<Drafted, BadInput> + Send>;

/// A question about constraints that is still to be answered, and needs the game no more.
pub type Narrowing = Box<dyn FnOnce() -> Result<Narrowed, BadInput> + Send>;

/// A question about what is hidden that is still to be answered, and needs the game no more.
pub type Inquiring = Box<dyn FnOnce() -> Result<inquiry::Answer, BadInput> + Send>;

/// What a seat believes, still to be worked out; it needs the game no more.
pub type Believing = Box<dyn FnOnce() -> Believed + Send>;

/// Exact values that are still to be looked up; nothing comes of it where no solution has the position. It needs the game no more.
pub type Valuing = Box<dyn FnOnce() -> Result<Option<Exact>, BadInput> + Send>;

/// A decision that has been made.
pub struct Pondered(Box<dyn Any + Send>);

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// A draw, in the game's notation.
    Dice(String),
    /// An agent's steps.
    Steps(Seat, String),
}

/// What became of a person's orders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Orders {
    /// The steps that were taken, in the order of the rules.
    pub played: Vec<String>,
    /// Steps that could not be taken any more after what the others brought to light.
    pub left: Vec<String>,
    /// The orders that cannot be carried out.
    pub refused: Vec<RefusedOrder>,
    /// Why the turn cannot be closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<String>,
}

/// An order that cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RefusedOrder {
    /// Its number in the list, from 0.
    pub order: usize,
    /// The order.
    pub text: String,
    /// Why not.
    pub why: String,
}

/// An event in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LogLine {
    /// How many turns had been completed before it.
    pub turn: u32,
    /// Whose step it was; nobody's if dice fell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The words.
    pub words: String,
}

/// What an agent was thinking when it decided.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Thought {
    /// Its seat.
    pub seat: Seat,
    /// Its spec.
    pub agent: String,
    /// What it thought; the rest of a long list of candidates is left out.
    #[serde(flatten)]
    pub account: Account,
    /// How long it took.
    pub seconds: f64,
}
