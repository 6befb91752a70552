//! What owners hold: income, borders, ways between territories, and the cards that nobody holds.

use super::cards;
use super::map::Continent;
use super::options::Fortify;
use super::rules::Risk;
use super::state::{Set, State};

impl Risk {
    /// Troops at the start of a turn, without cards.
    pub fn income(&self, state: &State, owner: usize) -> u16 {
        let own = state.owned[owner];
        let held = |c: &&Continent| c.members & !own == 0;
        let continents: u16 = self.map.continents.iter().filter(held).map(|c| c.bonus).sum();
        (own.count_ones() as u16 / 3).max(3) + continents
    }

    /// Own territories of `own` that have a neighbour outside.
    #[inline]
    pub fn border(&self, own: Set) -> Set {
        let mut border = 0;
        let mut rest = own;
        while rest != 0 {
            let t = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            border |= u64::from(self.map.adjacent[t] & !own != 0) << t;
        }
        border
    }

    /// The territories that can be reached from `from` through `own`, `from` included.
    #[inline]
    pub fn connected(&self, own: Set, from: usize) -> Set {
        let mut reached: Set = 1 << from;
        let mut fresh = reached;
        while fresh != 0 {
            let t = fresh.trailing_zeros() as usize;
            fresh &= fresh - 1;
            let more = self.map.adjacent[t] & own & !reached;
            reached |= more;
            fresh |= more;
        }
        reached
    }

    /// The territories that troops may go to from `from` at the end of a turn.
    pub fn fortifiable(&self, state: &State, from: usize) -> Set {
        let own = state.own();
        let reached = match self.options.fortify {
            Fortify::Adjacent => self.map.adjacent[from] & own,
            _ => self.connected(own, from),
        };
        reached & !(1 << from)
    }

    /// The players that are still in the game.
    pub fn alive(&self, state: &State) -> impl Iterator<Item = usize> {
        let state_owned = state.owned;
        (0..self.options.players).filter(move |&p| state_owned[p] != 0)
    }

    /// The cards that may be drawn, and whether the discarded ones had to be shuffled back for that.
    pub(super) fn pile(&self, state: &State) -> (Set, bool) {
        match self.elsewhere(state) {
            0 => (state.discard, true),
            pile => (pile, false),
        }
    }

    /// The cards that are neither in a hand nor among the discarded.
    pub(super) fn elsewhere(&self, state: &State) -> Set {
        if self.pictures() {
            return self.deck & !state.cards.iter().fold(state.discard, |all, hand| all | hand);
        }
        let mut left = cards::counts(self.deck);
        for set in state.cards.iter().chain([&state.discard]) {
            left.iter_mut().zip(cards::counts(*set)).for_each(|(left, n)| *left -= n);
        }
        cards::counted(left)
    }

    /// A hand, or another set of cards, with one more.
    pub(super) fn with_card(&self, set: Set, card: u8) -> Set {
        if self.pictures() { set | 1 << card } else { cards::one_more(set, cards::symbol(card)) }
    }

    /// A hand, or another set of cards, without one of its cards.
    pub(super) fn without_card(&self, set: Set, card: u8) -> Set {
        if self.pictures() { set & !(1 << card) } else { cards::one_fewer(set, cards::symbol(card)) }
    }

    /// Whether the player who is to move is asked to trade. Where hands are hidden, that depends on the number of its cards alone: the
    /// question itself must not tell the others of a set.
    pub(super) fn asks_to_trade(&self, state: &State) -> bool {
        let hand = state.cards[state.mover()];
        match (state.conquered, self.options.open) {
            (true, _) => hand.count_ones() > 4,
            (false, true) => cards::has_set(hand),
            (false, false) => hand.count_ones() >= 3,
        }
    }
}
