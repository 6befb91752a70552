//! What a side of Operation Opaque believes of enemies out of sight (FFI/RAPPORT-2000/04403, section 2.2 and chapter 8).
//!
//! The enemy may have the habits of the reference players of section 3.2.1. Who strays from them moves its pieces one by
//! one, forward rather than back, so that what is seen comes out ([`Stray`]). Combat weighs the particles by itself:
//! whether Blue had supply is part of a particle, and how a combat ends depends on it. Where particles fail, placements are
//! drawn that agree exactly with all that was seen ([`Trail`]).

mod memory;
mod stray;

use sandtable_core::particles::Model;
use sandtable_core::{Belief, Game, Particles, Policy, Rng, Seat};

use super::intelligence::Trail;
use super::players::{ExpertRed, OneAxisBlue, SimpleBlue, SimpleRed, Threat};
use super::rules::Operation;
use super::state::{Action, Side, State};
use super::view::View;
use memory::Memory;
use stray::Stray;

/// A new belief for a seat of a game.
pub fn belief(game: &Operation) -> Box<dyn Belief<Operation>> {
    Box::new(Particles::new(Enemy::new(game)))
}

/// A habit, and how likely it is, as a share.
type Habit = (f32, Box<dyn Policy<Operation>>);

/// What is known of an enemy.
pub struct Enemy {
    side: Side,
    habits: [Vec<Habit>; 2],
    stray: Stray,
    memory: Memory,
    trail: Trail,
}

impl Enemy {
    /// For the games of one board: each of the side's reference players is as likely as another, and so is each axis of an attack.
    pub fn new(game: &Operation) -> Self {
        let columns = game.board().columns;
        let mut blue: Vec<Habit> = vec![(1.0, Box::new(SimpleBlue))];
        let axis = |axis| Box::new(OneAxisBlue::new(Some(axis))) as Box<dyn Policy<Operation>>;
        blue.extend((0..columns).map(|column| (1.0 / f32::from(columns), axis(column))));
        let red: Vec<Habit> = vec![
            (1.0, Box::new(SimpleRed)),
            (1.0, Box::new(ExpertRed::new(Threat::Axes))),
            (1.0, Box::new(ExpertRed::new(Threat::Distance))),
        ];
        Enemy {
            side: Side::Red,
            habits: [blue, red],
            stray: Stray::default(),
            memory: Memory::default(),
            trail: Trail::new(Side::Blue),
        }
    }
}

impl Model<Operation> for Enemy {
    fn begin(&mut self, game: &Operation, seat: Seat) {
        self.side = Side::BOTH[seat].other();
        self.memory.begin(game.board(), self.side);
        if self.trail.side() == self.side {
            self.trail = Trail::new(self.side.other());
        }
        self.trail.begin();
    }

    fn observe(&mut self, game: &Operation, view: &View, _own: Option<Action>) {
        self.memory.observe(game.board(), view);
        self.trail.observe(game.board(), view);
    }

    fn habits(&mut self) -> &mut [Habit] {
        &mut self.habits[self.side as usize]
    }

    fn stray(&mut self, game: &Operation, state: &mut State, view: &View, rng: &mut Rng) -> Option<f64> {
        let likely = self.stray.march(game, state, view, rng)?;
        (game.view(state, view.side.seat()) == *view).then_some(likely)
    }

    fn mend(&mut self, game: &Operation, view: &View, rng: &mut Rng) -> State {
        match self.trail.draw(game.board(), rng) {
            Some(enemies) => view.with(game.board(), enemies),
            None => game.guess(view, rng),
        }
    }

    fn last_seen(&mut self, game: &Operation, view: &View) -> State {
        view.with(game.board(), self.memory.places())
    }
}
