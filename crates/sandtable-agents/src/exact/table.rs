//! Values of many positions in little room, without the positions themselves.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use sandtable_core::Game;

use super::fingerprint::Fingerprint;
use super::look::Worths;
use super::rules::Rules;

/// What positions are worth to the first seat.
pub struct Table {
    /// The number of each position.
    pub index: IndexSet<Fingerprint, FxBuildHasher>,
    /// The values by number: one list for each number of turns that are left if there is a clock, else one in all.
    pub layers: Vec<Vec<f64>>,
    /// What the clocks of all positions were set to, where it is kept apart.
    pub clock: Option<u32>,
    /// Whether positions within turns are there as well as those between them.
    pub knows_all: bool,
}

impl Table {
    /// How many positions there are, each with every clock.
    pub fn positions(&self) -> u64 {
        self.index.len() as u64 * self.layers.len() as u64
    }
}

impl<G: Game> Worths<G> for Table {
    fn at(&self, rules: &Rules<G>, state: &G::State) -> Option<f64> {
        let mut state = state.clone();
        let beyond = rules.standing(&mut state);
        let layer = match (self.clock, rules.clock) {
            (Some(full), Some(clock)) => {
                let left = (clock.left)(rules.game, &state);
                (clock.set)(rules.game, &mut state, full);
                (left as usize).checked_sub(1)?
            }
            _ => 0,
        };
        let number = self.index.get_index_of(&Fingerprint::of(&state))?;
        Some(beyond + self.layers.get(layer)?[number])
    }

    fn knows_all(&self) -> bool {
        self.knows_all
    }
}
