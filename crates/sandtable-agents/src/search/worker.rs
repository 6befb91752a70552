//! One tree with what it needs to grow.

use std::time::{Duration, Instant};

use sandtable_core::{Game, Guide, Rng};

use super::choice::Choice;
use super::halving::Halving;
use super::tree::Tree;
use super::valuer::{Player, Valuer};

/// After so many simulations a search looks for the first time at what it knows.
const FIRST_LOOK: u32 = 32;

/// One tree with what it needs.
pub(super) struct Worker<G: Game> {
    pub tree: Tree<G>,
    pub guide: Box<dyn Guide<G>>,
    pub valuer: Valuer<G>,
    pub proposers: Vec<Player<G>>,
    pub rng: Rng,
    /// The worlds of its walks, where one tree stands for all of them.
    pub worlds: Vec<G::State>,
    pub steps: Vec<G::Action>,
    pub choices: Vec<Choice<G::Action>>,
    /// What was known at the last two doublings of the number of simulations, the older first.
    pub earlier: [Vec<Choice<G::Action>>; 2],
    /// Which of the root's steps compete, where they do.
    pub halving: Halving,
    /// How many simulations the last search made.
    pub done: u32,
}

impl<G: Game> Worker<G> {
    fn simulate(&mut self, game: &G) {
        let Worker { tree, guide, proposers, rng, worlds, .. } = self;
        let spot = match worlds.is_empty() {
            true => tree.gather(game, &mut **guide, proposers, rng),
            false => {
                let world = rng.pick(worlds).clone();
                tree.gather_in(game, &mut **guide, proposers, world, rng)
            }
        };
        self.steps.clear();
        self.tree.wanted(spot, &mut self.steps);
        let (value, priors) = self.valuer.value(game, self.tree.state(spot), &self.steps, &mut self.rng);
        self.tree.apply(spot, value.values(), priors);
    }

    /// At least a few simulations are made in any case.
    pub fn search(&mut self, game: &G, sims: u32, time: Option<Duration>) {
        self.done = 0;
        let _presence = self.valuer.presence();
        self.earlier.iter_mut().for_each(Vec::clear);
        let end = time.map(|time| Instant::now() + time);
        let mut doubled = FIRST_LOOK;
        let width = self.tree.width();
        let halves = width > 0 && time.is_none();
        self.halving.begin(sims, width);
        loop {
            // The clock is asked now and then: a simulation takes microseconds.
            let some = (sims - self.done).min(8);
            for _ in 0..some {
                self.tree.forced = if halves { self.halving.next(&self.tree) } else { None };
                self.simulate(game);
            }
            self.done += some;
            if self.done >= doubled {
                self.earlier.swap(0, 1);
                self.tree.choices(&mut self.earlier[1]);
                doubled = self.done.saturating_mul(2);
            }
            if self.done == sims || end.is_some_and(|end| Instant::now() >= end) {
                break;
            }
        }
        self.tree.back_up();
        self.tree.choices(&mut self.choices);
        self.note_movement();
    }

    /// Compares what is known now with what was known when half of the simulations, or fewer, had been made: as far as a mean has
    /// moved by more than noise, it may well move on.
    fn note_movement(&mut self) {
        for choice in &mut self.choices {
            if let Some(then) = self.earlier[0].iter().find(|then| then.what == choice.what) {
                let moved = choice.mean - then.mean;
                choice.moved = (moved * moved - then.error).max(0.0).sqrt();
            }
        }
    }
}
