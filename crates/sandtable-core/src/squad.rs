//! Games whose turn is one decision per unit, as planners see them that give every unit a mind of its own.
//!
//! Two sides take turns: 0 is the side that plans, 1 the other. In its turn each unit of a side chooses one of its
//! options, all at once; then dice may fall; then the other side decides. Scenarios with a handful of units do this
//! with exact dice; whole games say how their turns break into such decisions, as a [`Crew`].

use std::hash::Hash;

use crate::{Game, Rng, Seat};

/// A game whose turn is one decision per unit. It may keep memory of its own, such as battles that it has worked out.
pub trait Squad {
    /// Where things stand: a side is to decide, or has decided and dice are to fall.
    type Situation: Clone + Eq + Hash;

    /// Which side is to decide: 0 or 1.
    fn side(&self, situation: &Self::Situation) -> usize;

    /// Appends how many options each unit of the deciding side has: at least one. The first is to do nothing. A side has the
    /// same units throughout; one that is gone has one option.
    fn options(&mut self, situation: &Self::Situation, out: &mut Vec<u16>);

    /// Carries out one choice per unit, up to the dice.
    fn advance(&mut self, situation: &mut Self::Situation, choices: &[u16]);

    /// Lets the dice fall that a turn has left; the other side decides next.
    fn draw(&mut self, situation: &mut Self::Situation, rng: &mut Rng);

    /// Appends all that the dice may bring with exact chances; `false` if there is too much of it.
    fn outcomes(&mut self, situation: &Self::Situation, out: &mut Vec<(Self::Situation, f64)>) -> bool;

    /// Appends what side 1 does by its script; `false` if it has none.
    fn script(&mut self, situation: &Self::Situation, out: &mut Vec<u16>) -> bool {
        let _ = (situation, out);
        false
    }

    /// How well side 0 stands, from 0 to 1.
    fn feedback(&mut self, situation: &Self::Situation) -> f64;

    /// The same situation for all that look alike: what was learned in one holds in the others.
    fn alike(&self, situation: &Self::Situation) -> Self::Situation {
        situation.clone()
    }
}

/// A small scenario that can be solved: a squad with a start, and words for what it does. A copy may work on another thread.
pub trait Problem: Squad<Situation: Send + Sync> + Clone + Send + Sync {
    /// Where things stand at the start.
    fn start(&self) -> Self::Situation;

    /// How many turns of each side are looked at.
    fn turns(&self) -> usize;

    /// Whether side 1 has a script.
    fn scripted(&self) -> bool;

    /// The name of side 0.
    fn player(&self) -> &str;

    /// What a mean feedback stands for, in the points of the game.
    fn gain_of(&self, feedback: f64) -> f64;

    /// A side's choices in words.
    fn describe(&mut self, situation: &Self::Situation, choices: &[u16]) -> String;
}

/// The problems of games that have none.
#[derive(Clone)]
pub enum NoProblem {}

impl Squad for NoProblem {
    type Situation = ();

    fn side(&self, (): &()) -> usize {
        match *self {}
    }

    fn options(&mut self, (): &(), _: &mut Vec<u16>) {
        match *self {}
    }

    fn advance(&mut self, (): &mut (), _: &[u16]) {
        match *self {}
    }

    fn draw(&mut self, (): &mut (), _: &mut Rng) {
        match *self {}
    }

    fn outcomes(&mut self, (): &(), _: &mut Vec<((), f64)>) -> bool {
        match *self {}
    }

    fn feedback(&mut self, (): &()) -> f64 {
        match *self {}
    }
}

impl Problem for NoProblem {
    fn start(&self) {
        match *self {}
    }

    fn turns(&self) -> usize {
        match *self {}
    }

    fn scripted(&self) -> bool {
        match *self {}
    }

    fn player(&self) -> &str {
        match *self {}
    }

    fn gain_of(&self, _: f64) -> f64 {
        match *self {}
    }

    fn describe(&mut self, (): &(), _: &[u16]) -> String {
        match *self {}
    }
}

/// How the turns of a whole game break into one decision per unit. It remembers the turn that it planned last.
pub trait Crew<G: Game>: Send {
    /// A decision is at hand for `seat`: from now on feedback says how much better or worse than this things stand.
    fn begin(&mut self, game: &G, state: &G::State, seat: Seat);

    /// Whether units decide here, where a player is to move; elsewhere [`Crew::rest`] plays by rule.
    fn decides(&self, game: &G, state: &G::State) -> bool;

    /// Appends how many options each unit of the mover has: at least one, and the first is to stay.
    fn options(&mut self, game: &G, state: &G::State, out: &mut Vec<u16>);

    /// Appends the steps of units that do what they chose. Choices that do not go together are mended.
    fn plan(&mut self, game: &G, state: &G::State, choices: &[u16], plan: &mut Vec<G::Action>);

    /// Appends steps by rule: at least one.
    fn rest(&mut self, game: &G, state: &G::State, rng: &mut Rng, plan: &mut Vec<G::Action>);

    /// How well the seat of [`Crew::begin`] stands, from 0 to 1; a half is as at the decision.
    fn feedback(&mut self, game: &G, state: &G::State) -> f64;
}
