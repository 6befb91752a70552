//! The two sides of a game of constant sum, seen from the first seat.

use std::sync::OnceLock;

use sandtable_core::{Game, Seat};

use super::Unsolved;

/// Ends of a game whose payoffs sum to more or less than this are of another sum.
const ROUNDING: f64 = 1e-9;

/// Who is on the first seat's side, and what both sides' payoffs sum to.
pub struct Sides {
    first: Vec<bool>,
    other: Seat,
    sum: OnceLock<f64>,
}

impl Sides {
    /// The sides of a game, if there are two and nothing is hidden from them.
    pub fn of<G: Game>(game: &G) -> Result<Self, Unsolved> {
        if game.info().hidden {
            let why = "something is hidden in it, so no table of positions says how to play";
            return Err(Unsolved::Unfit(why.into()));
        }
        Sides::of_two(game)
    }

    /// The sides of a game, if there are two.
    pub fn of_two<G: Game>(game: &G) -> Result<Self, Unsolved> {
        let info = game.info();
        let unfit = |why: &str| Err(Unsolved::Unfit(why.into()));
        let team = info.seats[0].team;
        let first: Vec<bool> = info.seats.iter().map(|seat| seat.team == team).collect();
        let Some(other) = first.iter().position(|first| !first) else {
            return unfit("it has one side only: expected two");
        };
        if info.seats.iter().any(|seat| seat.team != team && seat.team != info.seats[other].team) {
            return unfit("it has more than two sides: what best play is would depend on who helps whom");
        }
        Ok(Sides { first, other, sum: OnceLock::new() })
    }

    /// Whether a seat is on the first seat's side.
    pub fn is_first(&self, seat: Seat) -> bool {
        self.first[seat]
    }

    /// The better of two values for a seat.
    #[inline]
    pub fn better(&self, seat: Seat, a: f64, b: f64) -> f64 {
        if self.first[seat] { a.max(b) } else { a.min(b) }
    }

    /// What a finished game is worth to the first seat; nothing if that says nothing of the other side.
    pub fn end<G: Game>(&self, game: &G, state: &G::State) -> Option<f64> {
        let payoff = game.payoff(state);
        let (first, other) = (payoff.values()[0], payoff.values()[self.other]);
        let sum = *self.sum.get_or_init(|| first + other);
        ((first + other - sum).abs() < ROUNDING).then_some(first)
    }

    /// What both sides' payoffs sum to, as far as ends of the game have said.
    pub fn sum(&self) -> f64 {
        self.sum.get().copied().unwrap_or(0.0)
    }

    /// Tells what they sum to, where no end of the game has said so yet.
    pub fn sums_to(&self, sum: f64) {
        self.sum.get_or_init(|| sum);
    }

    /// What is worth `value` to the first seat, as `seat` sees it.
    pub fn seen_by(&self, seat: Seat, value: f64) -> f64 {
        if self.first[seat] { value } else { self.sum() - value }
    }

    /// Why a game of which [`Sides::end`] knows nothing is not solved.
    pub fn uneven() -> Unsolved {
        Unsolved::Unfit("what one side gains the other does not always lose: expected a constant sum".into())
    }
}
