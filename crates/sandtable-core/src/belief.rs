//! What a seat believes about what it cannot see. The belief belongs to the seat and is handed to whoever thinks for it.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::{Game, Rng, Seat};

/// How many states are drawn from a belief that does not list them.
const DRAWN: usize = 256;

/// What a seat believes.
///
/// The law: a state from [`Belief::sample`] looks to the seat exactly as the view does, and so does every one of [`Belief::worlds`].
pub trait Belief<G: Game>: Send {
    /// A new game begins; whatever was believed of the last one goes.
    fn begin(&mut self, game: &G, seat: Seat) {
        let _ = (game, seat);
    }

    /// Whether [`Belief::observe`] wants to be called; it costs a view at every event.
    fn observes(&self) -> bool {
        false
    }

    /// Something happened: this is what the seat sees now, and the step that it took if it was its own.
    fn observe(&mut self, game: &G, view: &G::View, own: Option<G::Action>) {
        let _ = (game, view, own);
    }

    /// A state that may be the true one, drawn by how likely it is believed to be.
    fn sample(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::State;

    /// The state that is believed most, where beliefs differ in that.
    fn likely(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::State {
        self.sample(game, view, rng)
    }

    /// The state in which everything out of sight is where it was last seen, where somebody remembers that.
    fn last_seen(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::State {
        self.sample(game, view, rng)
    }

    /// The states that may be the true one, each once, with how likely it is believed to be; these chances sum to one.
    fn worlds(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> Vec<(G::State, f64)> {
        joined((0..DRAWN).map(|_| (self.sample(game, view, rng), 1.0 / DRAWN as f64)))
    }
}

/// Each state once, with the sum of its chances.
pub fn joined<S: Clone + Eq + Hash>(states: impl IntoIterator<Item = (S, f64)>) -> Vec<(S, f64)> {
    let (mut list, mut places) = (Vec::new(), FxHashMap::default());
    for (state, chance) in states {
        match places.get(&state) {
            Some(&place) => {
                let (_, sum): &mut (S, f64) = &mut list[place];
                *sum += chance;
            }
            None => {
                places.insert(state.clone(), list.len());
                list.push((state, chance));
            }
        }
    }
    list
}

/// Which of the states that a belief knows of stands for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// States at random, as likely as they are believed to be.
    #[default]
    Sampled,
    /// The state that is believed most.
    Likely,
    /// The state in which everything is where it was last seen.
    LastSeen,
}

/// A belief that is read in one way, whatever is asked of it.
pub struct Read<'a, G: Game> {
    /// The belief.
    pub belief: &'a mut dyn Belief<G>,
    /// How it is read.
    pub reading: Reading,
}

impl<G: Game> Belief<G> for Read<'_, G> {
    fn sample(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::State {
        match self.reading {
            Reading::Sampled => self.belief.sample(game, view, rng),
            Reading::Likely => self.belief.likely(game, view, rng),
            Reading::LastSeen => self.belief.last_seen(game, view, rng),
        }
    }
}

/// The belief for games that bring none: [`Game::guess`], without memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Guess;

impl<G: Game> Belief<G> for Guess {
    fn sample(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::State {
        game.guess(view, rng)
    }
}
