//! How a game goes: what it is worth to each seat by the game's own evaluation, and how lucky each was so far.

use sandtable_core::eval::Single;
use sandtable_core::{Dist, Eval, Game, Payoff};
use serde::Serialize;

/// Draws from more outcomes than this are not weighed: a page waits for the answer.
const MOST_OUTCOMES: usize = 200;

/// A point in the course of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mark {
    /// How many turns had been completed.
    pub turn: u32,
    /// How many events had happened.
    pub event: usize,
    /// What the position is worth to each seat, on the scale of the payoff: the payoff itself at the end.
    pub value: Vec<f64>,
    /// The sum of V(after) − E\[V\] over all draws so far, for each seat, as in [`crate::luck`].
    pub luck: Vec<f64>,
    /// Whether every draw so far could be weighed; if not, the luck is that of those which could.
    pub exact: bool,
}

/// Follows a game.
pub(super) struct Course<G: Game> {
    eval: Option<Single<G>>,
    luck: Payoff,
    exact: bool,
    outcomes: Vec<(G::Chance, f64)>,
    marks: Vec<Mark>,
}

impl<G: Game> Course<G> {
    pub(super) fn new(eval: Option<Box<dyn Eval<G>>>) -> Self {
        let eval = eval.map(Single::new);
        Course { eval, luck: Payoff::zero(0), exact: true, outcomes: Vec::new(), marks: Vec::new() }
    }

    /// A game begins.
    pub(super) fn begin(&mut self, game: &G, state: &G::State) {
        self.luck = Payoff::zero(game.info().seats.len());
        self.exact = true;
        self.marks.clear();
        self.mark(game, state, 0);
    }

    /// Dice are about to fall.
    pub(super) fn draw(&mut self, game: &G, before: &G::State, chance: G::Chance) {
        let Some(eval) = &mut self.eval else { return };
        self.outcomes.clear();
        let dist = game.outcomes(before, &mut self.outcomes);
        if dist != Dist::Exact || self.outcomes.len() > MOST_OUTCOMES {
            self.exact = false;
            return;
        }
        for &(outcome, p) in &self.outcomes {
            let mut after = before.clone();
            game.resolve(&mut after, outcome);
            let value = eval.value(game, &after);
            let weight = f64::from(u8::from(outcome == chance)) - p;
            self.luck.values_mut().iter_mut().zip(value.values()).for_each(|(sum, v)| *sum += weight * v);
        }
    }

    /// Something has happened: the position after so many events.
    pub(super) fn mark(&mut self, game: &G, state: &G::State, event: usize) {
        let Some(eval) = &mut self.eval else { return };
        let mark = Mark {
            turn: game.turns(state),
            event,
            value: eval.value(game, state).values().to_vec(),
            luck: self.luck.values().to_vec(),
            exact: self.exact,
        };
        // Within a turn only the present is kept.
        if let [.., before, last] = &self.marks[..]
            && before.turn == last.turn
        {
            self.marks.pop();
        }
        self.marks.push(mark);
    }

    pub(super) fn marks(&self) -> &[Mark] {
        &self.marks
    }
}
