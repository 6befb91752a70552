//! What a seat may know: everything but the cards of the others, where cards are hidden.

use sandtable_core::{Rng, Seat};

use super::cards::has_set;
use super::rules::Risk;
use super::state::{MAX_PLAYERS, Phase, Set, State, member, members};

/// With so many cards one may keep a set or trade it; with fewer there is none, with more one has to trade.
const ASKED: std::ops::RangeInclusive<u8> = 3..=4;
/// The chance that a set is kept, and how often another hand is dealt because of it.
const KEEPS: f64 = 0.05;
const TRIES: u32 = 20;

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
        self.filled(game, |_, held, unseen| hand(game, held, unseen, |_| 0).0)
    }

    /// The others hold random cards out of those that they may hold. Who could have traded a set hardly ever kept it, so who has three cards or four after
    /// the question mostly has none among them.
    pub(super) fn guess(&self, game: &Risk, rng: &mut Rng) -> State {
        self.filled(game, |player, held, unseen| {
            let deal = |rng: &mut Rng| hand(game, held, unseen, |cards| rng.below(cards.count_ones()));
            let (mut cards, mut asked) = deal(rng);
            let fighting = matches!(
                self.shown.phase,
                Phase::Place | Phase::Attack | Phase::Battle { .. } | Phase::Enter { .. }
            );
            // Whoever is on turn has just answered; others may have drawn a card since.
            let just = fighting && self.shown.mover() == player;
            if !ASKED.contains(&if just { held } else { held - 1 }) {
                return cards;
            }
            for _ in 0..TRIES {
                if !has_set(if just { cards } else { asked }) || rng.unit() < KEEPS {
                    break;
                }
                (cards, asked) = deal(rng);
            }
            cards
        })
    }

    /// `deal` says which of the cards that nobody else has a player gets, by how many it holds.
    fn filled(&self, game: &Risk, mut deal: impl FnMut(usize, u8, Set) -> Set) -> State {
        let mut state = self.shown.clone();
        if game.options.open {
            return state;
        }
        // Hidden hands are empty in what is shown, so this is all that they may hold.
        let mut unseen = game.elsewhere(&self.shown);
        for player in (0..MAX_PLAYERS).filter(|&p| p != self.seat && self.held[p] > 0) {
            let cards = deal(player, self.held[player], unseen);
            for card in members(cards) {
                unseen = game.without_card(unseen, card as u8);
            }
            state.cards[player] = cards;
        }
        state
    }
}

/// So many of the cards: all of them, and all but the last.
fn hand(game: &Risk, held: u8, mut unseen: Set, mut choose: impl FnMut(Set) -> u32) -> (Set, Set) {
    let (mut cards, mut before) = (0, 0);
    for _ in 0..held {
        let card = member(unseen, choose(unseen)) as u8;
        unseen = game.without_card(unseen, card);
        (before, cards) = (cards, game.with_card(cards, card));
    }
    (cards, before)
}
