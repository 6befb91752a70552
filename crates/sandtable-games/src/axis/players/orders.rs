//! Orders of a phase: moves and purchases in any order and in pieces, brought into the order that the rules want.
//!
//! A turn may have been begun by somebody else: what is not possible any more is left out, and numbers are cut down to what is there. So
//! whatever a player wants, what it does is legal.

use sandtable_core::Game;

use crate::axis::{Action, Axis, Part, Phase, State};

/// From where, what, where to, and whether it bombs.
type Way = (u16, u8, u16, bool);

/// Moves that have been decided on.
#[derive(Default)]
pub struct Orders {
    moves: Vec<(Way, u16)>,
}

impl Orders {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.moves.clear();
    }

    /// Adds units to a move.
    pub fn add(&mut self, unit: u8, count: u16, from: u16, to: u16, raid: bool) {
        if count > 0 {
            self.moves.push(((from, unit, to, raid), count));
        }
    }

    /// How many units of a kind leave a province.
    pub fn leaving(&self, from: u16, unit: u8) -> u16 {
        self.moves.iter().filter(|((f, u, ..), _)| *f == from && *u == unit).map(|(_, n)| n).sum()
    }

    /// Writes the orders as steps, and the end of the phase.
    pub fn write(&mut self, game: &Axis, state: &State, plan: &mut Vec<Action>) {
        let combat = state.phase == Phase::Combat;
        let key = |&(from, unit, to, raid): &Way| game.key(state, combat, unit, (from, to), raid);
        self.moves.sort_unstable_by_key(|(way, _)| (key(way), *way));
        let mut scratch = state.clone();
        for group in self.moves.chunk_by(|a, b| a.0 == b.0) {
            let (from, unit, to, raid) = group[0].0;
            let wanted: u16 = group.iter().map(|(_, n)| n).sum();
            let count = wanted.min(able(game, &scratch, unit, from, to));
            let step = match raid {
                true => Action::Raid { unit, count, from, to },
                false if combat => Action::Attack { unit, count, from, to },
                false => Action::Move { unit, count, from, to },
            };
            take(game, &mut scratch, step, plan);
        }
        let part = if combat { Part::Attacks } else { Part::Moves };
        take(game, &mut scratch, Action::Done(part), plan);
    }
}

/// How many units of a kind may go from one province to another: those that have not moved, that go on from what they have just entered, or
/// that have to land.
fn able(game: &Axis, state: &State, unit: u8, from: u16, to: u16) -> u16 {
    match (state.phase == Phase::Combat, game.flies(unit)) {
        (true, false) if !game.home(state, from) => state.able(from, unit, 1),
        (false, true) if !game.landable(state, from) => state.able(from, unit, game.air_distance(from, to)),
        _ => game.ready(state, from, unit),
    }
}

/// Buys what is wanted, as far as there is money and room, and ends the purchase.
pub fn shop(game: &Axis, state: &State, wanted: impl Fn(u8) -> u16, plan: &mut Vec<Action>) {
    let mut scratch = state.clone();
    for (entry, &(unit, _)) in game.scenario.nations[usize::from(state.mover)].buys.iter().enumerate() {
        let count = wanted(unit).min(game.affordable(&scratch, entry));
        take(game, &mut scratch, Action::Buy { unit, count }, plan);
    }
    take(game, &mut scratch, Action::Done(Part::Purchase), plan);
}

/// Takes a step if it is legal.
fn take(game: &Axis, state: &mut State, step: Action, plan: &mut Vec<Action>) {
    if game.check(state, step).is_ok() {
        game.apply(state, step);
        plan.push(step);
    }
}
