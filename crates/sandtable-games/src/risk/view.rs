//! What a seat may know: everything but the cards of the others, where cards are hidden.

use sandtable_core::{Rng, Seat};

use super::rules::Risk;
use super::state::{MAX_PLAYERS, Set, State, member};

/// What a seat may know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Who looks.
    pub seat: Seat,
    /// The position; hidden hands are empty in it.
    pub shown: State,
    /// How many cards each player holds.
    pub held: [u8; MAX_PLAYERS],
}

impl View {
    pub(super) fn of(game: &Risk, state: &State, seat: Seat) -> View {
        let mut shown = state.clone();
        let held = state.cards.map(|hand| hand.count_ones() as u8);
        if !game.options.open {
            let own = shown.cards[seat];
            shown.cards = [0; MAX_PLAYERS];
            shown.cards[seat] = own;
        }
        View { seat, shown, held }
    }

    /// The others hold the lowest cards that they may hold.
    pub(super) fn imagine(&self, game: &Risk) -> State {
        self.filled(game, |_| 0)
    }

    /// The others hold random cards out of those that they may hold.
    pub(super) fn guess(&self, game: &Risk, rng: &mut Rng) -> State {
        self.filled(game, |unseen| rng.below(unseen.count_ones()))
    }

    fn filled(&self, game: &Risk, mut choose: impl FnMut(Set) -> u32) -> State {
        let mut state = self.shown.clone();
        if game.options.open {
            return state;
        }
        // Hidden hands are empty in what is shown, so this is all that they may hold.
        let mut unseen = game.elsewhere(&self.shown);
        for player in (0..MAX_PLAYERS).filter(|&p| p != self.seat) {
            for _ in 0..self.held[player] {
                let card = member(unseen, choose(unseen)) as u8;
                unseen = game.without_card(unseen, card);
                state.cards[player] = game.with_card(state.cards[player], card);
            }
        }
        state
    }
}
