//! Orders of a phase: moves in any order and in pieces, brought into the order that the rules want.

use crate::axis::{Action, Key};

/// Moves that have been decided on.
#[derive(Default)]
pub struct Orders {
    moves: Vec<(Key, u16)>,
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
    pub fn write(&mut self, plan: &mut Vec<Action>) {
        self.moves.sort_unstable();
        for group in self.moves.chunk_by(|a, b| a.0 == b.0) {
            let (from, unit, to, raid) = group[0].0;
            let count = group.iter().map(|(_, n)| n).sum();
            plan.push(match raid {
                true => Action::Raid { unit, count, from, to },
                false => Action::Move { unit, count, from, to },
            });
        }
        plan.push(Action::Done);
    }
}
