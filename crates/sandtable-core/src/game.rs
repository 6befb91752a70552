//! The [`Game`] trait: the rules of one game on one map.

use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::Hash;

use crate::{Payoff, Rng};

/// A place at the table, counted from 0.
pub type Seat = usize;

/// Whose decision is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This seat chooses a step.
    Player(Seat),
    /// Dice are thrown or cards are drawn.
    Chance,
    /// The game has ended.
    Over,
}

/// How complete the list from [`Game::outcomes`] is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Dist {
    /// Every outcome, with its exact probability.
    Exact,
    /// The likely outcomes; `missing` is the probability of all others.
    Truncated {
        /// The probability that is not listed.
        missing: f64,
    },
    /// Too many to list: use [`Game::sample`].
    SampleOnly,
}

/// Why a step may not be taken, in words for the person or program that asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal(pub Cow<'static, str>);

impl Illegal {
    /// A reason that is known when the program is written.
    pub const fn because(reason: &'static str) -> Self {
        Illegal(Cow::Borrowed(reason))
    }
}

impl std::fmt::Display for Illegal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// One seat of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatInfo {
    /// What the rules call it, in lower case: `blue`.
    pub name: String,
    /// Seats with the same team share their payoff.
    pub team: usize,
}

/// What does not change while a game is played.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// The name of the game and of its board, map or rule file.
    pub name: String,
    /// The seats, in their order.
    pub seats: Vec<SeatInfo>,
    /// The least and the most that a seat can get.
    pub payoff: (f64, f64),
    /// No state offers more steps than this.
    pub max_actions: usize,
    /// Whether some seat may not see all.
    pub hidden: bool,
}

/// Something that happened in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happened<A, C> {
    /// A player took a step.
    Step(A),
    /// A chance node was resolved.
    Draw(C),
}

/// The rules of one game on one map: immutable, shared by reference across threads.
///
/// `apply` and `resolve` are deterministic; all randomness passes through [`Game::Chance`]. No method but
/// `info`-like ones may allocate beyond what the caller's buffers need, so that a game can be played millions of times.
pub trait Game: Send + Sync + 'static {
    /// A position: plain data that owns no rules.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// One step of a turn. A turn is a path of steps in one canonical order.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;
    /// One resolved random event.
    type Chance: Copy + Eq + Hash + Debug + Send + Sync;
    /// What one seat may know.
    type View: Clone + Eq + Debug + Send + Sync;

    /// Names, seats and bounds.
    fn info(&self) -> &GameInfo;
    /// The position before the first event. Random deals are chance nodes, not done here.
    fn start(&self) -> Self::State;
    /// Whose decision is next.
    fn turn(&self, state: &Self::State) -> Turn;
    /// How many turns have been completed.
    fn turns(&self, state: &Self::State) -> u32;
    /// Appends all legal steps, at least one, each once. Only where a player is to decide.
    fn actions(&self, state: &Self::State, out: &mut Vec<Self::Action>);
    /// Whether `action` is one of [`Game::actions`], and if not, why.
    fn check(&self, state: &Self::State, action: Self::Action) -> Result<(), Illegal>;
    /// Takes a legal step.
    fn apply(&self, state: &mut Self::State, action: Self::Action);
    /// Draws one outcome of a chance node.
    fn sample(&self, state: &Self::State, rng: &mut Rng) -> Self::Chance;
    /// Appends the outcomes of a chance node with their probabilities, each outcome once.
    fn outcomes(&self, state: &Self::State, out: &mut Vec<(Self::Chance, f64)>) -> Dist;
    /// Lets a possible outcome happen.
    fn resolve(&self, state: &mut Self::State, chance: Self::Chance);
    /// What the finished game is worth to each seat.
    fn payoff(&self, state: &Self::State) -> Payoff;
    /// What `seat` may know in this state.
    fn view(&self, state: &Self::State, seat: Seat) -> Self::View;
    /// A state that looks like this to the view's holder: the very state in an open game; otherwise one in which
    /// what is hidden has been put somewhere possible. The holder's legal steps are the same in it.
    fn imagine(&self, view: &Self::View) -> Self::State;
    /// Like [`Game::imagine`], with what is hidden put somewhere possible at random, where the game can do that.
    fn guess(&self, view: &Self::View, rng: &mut Rng) -> Self::State {
        let _ = rng;
        self.imagine(view)
    }

    /// Where an order stands among those given from `state` up to the next dice: lower ranks come first. Orders of equal rank
    /// keep the order in which they were given, so steps that build on each other share one rank.
    ///
    /// The law: along a legal stretch of steps without dice, ranks (as seen from its first state) never fall.
    fn rank(&self, state: &Self::State, step: Self::Action) -> u64 {
        let _ = (state, step);
        0
    }
    /// Two orders of equal rank that are one, such as two counts for the same move.
    fn merge(&self, a: Self::Action, b: Self::Action) -> Option<Self::Action> {
        let _ = (a, b);
        None
    }
    /// An order as two that [`Game::merge`] joins again, where it can be split.
    fn split(&self, step: Self::Action) -> Option<(Self::Action, Self::Action)> {
        let _ = step;
        None
    }
    /// Orders that build on each other, whatever their ranks, such as moves that go on where others end: their numbers in
    /// `orders`, and steps that come to the same and do not.
    fn unchain(
        &self,
        state: &Self::State,
        orders: &[Self::Action],
    ) -> Option<(Vec<usize>, Vec<Self::Action>)> {
        let _ = (state, orders);
        None
    }
    /// The step that does nothing here and lets the turn go on, or ends it, if there is one: orders for a later part of the turn
    /// need not spell it out, and a draft is closed by it. It may be refused while something is still to be done.
    fn idle(&self, state: &Self::State) -> Option<Self::Action> {
        let _ = state;
        None
    }
}
