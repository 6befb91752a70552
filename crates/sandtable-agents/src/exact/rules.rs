//! A game as solutions see it: its rules, its sides, and which of its positions come to the same.

use sandtable_core::{Clock, Dist, Game, Kit};

use super::sides::Sides;
use super::{Limits, Unsolved};

/// The rules of a game with what is known of its positions.
pub struct Rules<'a, G: Game> {
    pub game: &'a G,
    pub sides: &'a Sides,
    pub essence: Option<fn(&G, &mut G::State) -> f64>,
    pub clock: Option<Clock<G>>,
}

impl<G: Game> Clone for Rules<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Rules<'_, G> {}

impl<'a, G: Game> Rules<'a, G> {
    /// Those of a kit.
    pub fn of(kit: &Kit<'a, G>, sides: &'a Sides) -> Self {
        Rules { game: kit.game, sides, essence: kit.knowledge.essence, clock: kit.knowledge.clock }
    }

    /// Turns a position into the one that stands for it; what the first seat gets beyond that one's worth.
    #[inline]
    pub fn standing(&self, state: &mut G::State) -> f64 {
        self.essence.map_or(0.0, |essence| essence(self.game, state))
    }

    /// What the end of a game is worth to the first seat.
    pub fn end(&self, state: &G::State) -> Result<f64, Unsolved> {
        self.sides.end(self.game, state).ok_or_else(Sides::uneven)
    }

    /// The draws of a chance node, all of them.
    pub fn outcomes(&self, state: &G::State, out: &mut Vec<(G::Chance, f64)>) -> Result<(), Unsolved> {
        match self.game.outcomes(state, out) {
            Dist::Exact => Ok(()),
            _ => Err(Unsolved::Unfit("it has draws that cannot be listed".into())),
        }
    }
}

/// The threads that a solution may use.
pub fn pool(limits: &Limits) -> Result<rayon::ThreadPool, Unsolved> {
    let built = rayon::ThreadPoolBuilder::new().num_threads(limits.threads).build();
    built.map_err(|e| Unsolved::Unfit(format!("cannot start {} threads: {e}", limits.threads)))
}

/// About what a position takes in a list with its number; what it owns elsewhere is about as much as its account in letters.
/// A list that grows is for a moment there twice, the second time twice as long, which counts half on average.
pub fn bytes_of<S: std::fmt::Debug>(state: &S) -> usize {
    let owned = if std::mem::needs_drop::<S>() { format!("{state:?}").len() } else { 0 };
    (size_of::<S>() + 24) * 3 / 2 + owned
}
