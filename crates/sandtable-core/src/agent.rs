//! What an agent is: it is asked what to do, and answers with a plan and a thought, or fails.

use serde::Serialize;

use crate::{Belief, Budget, Curve, Frame, Game, Rng, Seat};

/// A question: what should this seat do now?
pub struct Ask<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The seat that is to decide.
    pub seat: Seat,
    /// What it sees.
    pub view: &'a G::View,
    /// What it believes.
    pub belief: &'a mut dyn Belief<G>,
    /// Private random numbers: the only ones that an agent may use.
    pub rng: &'a mut Rng,
    /// What the asker offers, for agents whose own parameters leave it open.
    pub budget: Option<Budget>,
    /// What the agent may spend at most, whatever its parameters say.
    pub limit: Budget,
    /// Whether somebody wants to know what it thought; a thought may stay empty otherwise.
    pub explain: bool,
}

impl<'a, G: Game> Ask<'a, G> {
    /// A plain question: nothing offered, no limit, no thought wanted.
    pub fn new(
        game: &'a G,
        seat: Seat,
        view: &'a G::View,
        belief: &'a mut dyn Belief<G>,
        rng: &'a mut Rng,
    ) -> Self {
        Ask { game, seat, view, belief, rng, budget: None, limit: Budget::OPEN, explain: false }
    }

    /// What may be spent: the agent's own parameters where they say it, else what is offered, else `usual`; never more
    /// than the limit.
    pub fn budget(&self, own: Option<Budget>, usual: Budget) -> Budget {
        own.or(self.budget).unwrap_or(usual).within(self.limit)
    }
}

/// A player of one game, for one seat at a time.
///
/// It answers from any legal position of a turn, also one that somebody else began.
pub trait Agent<G: Game>: Send {
    /// A new game begins; whatever was remembered of the last one goes.
    fn begin(&mut self, game: &G, seat: Seat, rng: &mut Rng) {
        let _ = (game, seat, rng);
    }

    /// Appends to `plan` the steps to take: at least one, at most the rest of the turn.
    ///
    /// Steps that follow a chance node or the end of the turn are dropped, and the agent is asked again.
    fn act(&mut self, ask: &mut Ask<G>, plan: &mut Vec<G::Action>) -> Result<Thought<G::Action>, Fault>;
}

/// Why an agent gave no plan that can be played, in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(pub String);

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// What an agent thought about a decision; empty if it does not search or nobody asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought<A> {
    /// What was considered, the best first.
    pub candidates: Vec<Candidate<A>>,
    /// Figures, such as how deep it looked.
    pub figures: Vec<Figure>,
    /// What speaks for the turn that it would take or against it, the most telling first: what each adds to its value.
    pub reasons: Vec<Figure>,
    /// What it fears or wants, space by space.
    pub heat: Vec<Heat>,
    /// The constraints within which it looked for turns.
    pub frames: Vec<Frame>,
    /// Functions that it judges by, with their present inputs.
    pub curves: Vec<Curve>,
}

impl<A> Default for Thought<A> {
    fn default() -> Self {
        Thought {
            candidates: Vec::new(),
            figures: Vec::new(),
            reasons: Vec::new(),
            heat: Vec::new(),
            frames: Vec::new(),
            curves: Vec::new(),
        }
    }
}

/// A number that an agent reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// What it is, in a word or two: `simulations`.
    pub name: String,
    /// The number.
    pub value: f64,
}

impl Figure {
    /// A number with its name.
    pub fn new(name: &str, value: f64) -> Figure {
        Figure { name: name.into(), value }
    }
}

/// A number for each space of the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Heat {
    /// What it is, in a word or two: `threat`.
    pub name: String,
    /// One number for each space of the game's layout, in its order.
    pub values: Vec<f64>,
}

/// What can be considered: a step, or a whole turn.
#[derive(Clone, Debug, PartialEq)]
pub enum Idea<A> {
    /// A step.
    Step(A),
    /// A whole turn, in words: `the turn of planner`.
    Turn(String),
    /// A whole turn in words and, as far as no dice fall, in steps.
    Plan(String, Vec<A>),
}

/// An idea that an agent considered.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate<A> {
    /// The idea.
    pub idea: Idea<A>,
    /// How often it was tried.
    pub visits: u64,
    /// What it is expected to bring the mover, on the scale of the game's payoff.
    pub value: f64,
    /// How far off the value may be: its standard error, where the agent knows one; it says what that leaves out.
    pub stderr: f64,
}
