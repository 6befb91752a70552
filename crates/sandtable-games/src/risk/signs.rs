//! What a position says about who will win, for values that are learned: what [`Outlook`](super::Outlook) looks at, and who has what.
//!
//! A share of the chances moves most where it is near one half, so every number counts by how open the game still is in the eyes of
//! the evaluation.

use sandtable_core::{Signs, Value};

use super::eval::{FEATURES, Fronts, Outlook, features};
use super::rules::Risk;
use super::state::{State, members};

/// The numbers of each player but the last.
pub struct Chances {
    players: usize,
    /// The territories that are looked at one by one: all of them between two players, and none among more, for whom there would be too many
    /// numbers to learn from.
    territories: usize,
}

impl Chances {
    /// For a map and a number of players.
    pub fn new(game: &Risk) -> Self {
        let players = game.options.players;
        Chances { players, territories: if players == 2 { game.map.len() } else { 0 } }
    }

    fn each(&self) -> usize {
        1 + FEATURES + self.territories
    }
}

impl Signs<Risk> for Chances {
    fn count(&self) -> usize {
        (self.players - 1) * self.each()
    }

    fn read(&self, game: &Risk, state: &State, out: &mut [f64]) {
        let chances = Outlook.value(game, state);
        let fronts = Fronts::of(game, state);
        let mut all = [[0.0; FEATURES]; super::MAX_PLAYERS];
        for player in (0..self.players).filter(|p| state.owned[*p] != 0) {
            all[player] = features(game, state, &fronts, player);
        }
        for (player, out) in out.chunks_exact_mut(self.each()).enumerate() {
            let chance = chances.values()[player];
            let open = chance * (1.0 - chance);
            out[0] = open;
            for (i, sign) in out[1..=FEATURES].iter_mut().enumerate() {
                let others: f64 = (0..self.players).filter(|p| *p != player).map(|p| all[p][i]).sum::<f64>();
                *sign = open * (all[player][i] - others / (self.players - 1) as f64);
            }
            let places = &mut out[1 + FEATURES..];
            members(state.owned[player]).filter(|t| *t < self.territories).for_each(|t| places[t] = open);
        }
    }
}
