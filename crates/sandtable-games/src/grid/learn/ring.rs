//! Games between heuristics.

use sandtable_core::policy::Seated;
use sandtable_core::train::{Contest, Maker};
use sandtable_core::{Agent, Failure};

use crate::grid::{AipPlayer, Grid, Heuristics, STATISTICS};

/// Where heuristics meet each other.
#[derive(Clone, Copy)]
pub struct Ring<'a>(pub &'a dyn Contest<Grid>);

/// What came of some games: of the first player, then of the second.
#[derive(Clone, Debug, PartialEq)]
pub struct Bout {
    /// Games won; draws count half.
    pub won: [f64; 2],
    /// The statistics of section 3.6, summed.
    pub statistics: [Vec<f64>; 2],
}

impl Ring<'_> {
    /// Plays deals with the first player as Red, or as Blue.
    pub fn play(
        self,
        players: [&Heuristics; 2],
        first_is_red: bool,
        seed: u64,
        deals: u64,
    ) -> Result<Bout, Failure> {
        let makers = players
            .map(|player| move || Box::new(Seated(AipPlayer::new(player.clone()))) as Box<dyn Agent<Grid>>);
        let seats = if first_is_red { [0, 1] } else { [1, 0] };
        let seated = seats.map(|player| &makers[player] as Maker<Grid>);
        let score = self.0.play(&seated, seed, deals, u32::from(!first_is_red))?;
        // Which seat a player has is its own inverse: the first player's seat is the seat's first player.
        let won = |player: usize| (score.payoffs[seats[player]] + deals as f64) / 2.0;
        let counted = |player: usize| {
            score.counts.chunks(STATISTICS.len()).nth(seats[player]).expect("two seats").to_vec()
        };
        Ok(Bout { won: [won(0), won(1)], statistics: [counted(0), counted(1)] })
    }

    /// The share of games that `player` wins against the opponents, each deal from both sides.
    pub fn share(
        self,
        player: &Heuristics,
        opponents: &[Heuristics],
        seed: u64,
        games: u64,
    ) -> Result<f64, Failure> {
        let deals = games.div_ceil(2 * opponents.len() as u64);
        let mut won = 0.0;
        for opponent in opponents {
            for red in [true, false] {
                won += self.play([player, opponent], red, seed, deals)?.won[0];
            }
        }
        Ok(won / (2 * deals * opponents.len() as u64) as f64)
    }
}
