//! How a turn goes: income, trading, placing, taking territories, and passing on.

use super::cards;
use super::options::Cards;
use super::rules::Risk;
use super::state::{Action, MAX_PLAYERS, MAX_TROOPS, Phase, State, member, members};

impl Risk {
    pub(super) fn begin_turn(&self, state: &mut State) {
        let seat = state.mover();
        state.hand = self.income(state, seat).min(MAX_TROOPS);
        state.conquered = false;
        state.pictured = false;
        if self.options.cards != Cards::None {
            if self.options.auto_trade {
                self.trade_alone(state, 0);
            } else if self.asks_to_trade(state) {
                state.phase = Phase::Trade;
                return;
            }
        }
        self.begin_placing(state);
    }

    /// The trade that brings most, with the extra troops where enemies are next if that can be; keeping the cards if there is no set.
    pub(super) fn best_trade(&self, state: &State) -> Action {
        let own = if state.pictured || !self.pictures() { 0 } else { state.own() };
        let hand = state.cards[state.mover()];
        let Some(cards) = cards::best_set(hand, own, self.options.cards, state.trades, !self.pictures())
        else {
            return Action::Keep;
        };
        let shown = cards.iter().fold(0, |all, &c| all | 1u64 << c) & own;
        let wanted = match shown & self.border(state.own()) {
            0 => shown,
            border => border,
        };
        Action::Trade { cards, pictured: (wanted != 0).then(|| member(wanted, 0) as u8) }
    }

    /// Trades the best sets without asking, as long as there are any and more than `keep` cards.
    pub(super) fn trade_alone(&self, state: &mut State, keep: u32) {
        let seat = state.mover();
        while cards::has_set(state.cards[seat]) && state.cards[seat].count_ones() > keep {
            let Action::Trade { cards, pictured } = self.best_trade(state) else { return };
            self.trade(state, cards, pictured);
        }
    }

    pub(super) fn trade(&self, state: &mut State, set: [u8; 3], pictured: Option<u8>) {
        let seat = state.mover();
        let worth = cards::value(set, self.options.cards, state.trades).unwrap_or(0);
        for card in set {
            state.cards[seat] = self.without_card(state.cards[seat], card);
            state.discard = self.with_card(state.discard, card);
        }
        state.trades = state.trades.saturating_add(1);
        state.hand = (state.hand + worth).min(MAX_TROOPS);
        if let Some(place) = pictured {
            let troops = &mut state.troops[usize::from(place)];
            *troops = (*troops + self.options.pictured).min(MAX_TROOPS);
            state.pictured = true;
        }
    }

    pub(super) fn begin_placing(&self, state: &mut State) {
        let room = members(state.own()).any(|t| state.troops[t] < MAX_TROOPS);
        if state.hand == 0 || !room {
            state.hand = 0;
            state.phase = Phase::Attack;
        } else {
            state.phase = Phase::Place;
        }
    }

    #[inline]
    pub(super) fn put(&self, state: &mut State, to: u8, troops: u16) {
        state.troops[usize::from(to)] += troops;
        state.hand -= troops;
        if state.hand == 0 {
            state.phase = Phase::Attack;
        } else if state.troops[usize::from(to)] == MAX_TROOPS {
            self.begin_placing(state);
        }
    }

    /// The troops of `from` that are left have taken `to`; `least` of them must move in.
    pub(super) fn conquer(&self, state: &mut State, from: u8, to: u8, least: u16) {
        let seat = state.mover();
        let loser = usize::from(state.owner[usize::from(to)]);
        state.give(usize::from(to), seat);
        state.conquered = true;
        if loser < MAX_PLAYERS && state.owned[loser] == 0 {
            for card in members(std::mem::take(&mut state.cards[loser])) {
                state.cards[seat] = self.with_card(state.cards[seat], card as u8);
            }
        }
        let most = state.troops[usize::from(from)] - 1;
        if self.options.all_enter || least >= most {
            self.enter(state, from, to, most);
        } else {
            state.phase = Phase::Enter { from, to, least };
        }
    }

    pub(super) fn enter(&self, state: &mut State, from: u8, to: u8, troops: u16) {
        state.troops[usize::from(from)] -= troops;
        state.troops[usize::from(to)] = troops;
        if self.alive(state).nth(1).is_none() {
            state.phase = Phase::Over;
            return;
        }
        state.phase = Phase::Attack;
        if state.cards[state.mover()].count_ones() > 5 {
            if self.options.auto_trade {
                self.trade_alone(state, 4);
                self.begin_placing(state);
            } else {
                state.phase = Phase::Trade;
            }
        }
    }

    #[inline]
    pub(super) fn halt(&self, state: &mut State) {
        let draws = state.conquered && self.options.cards != Cards::None && self.pile(state).0 != 0;
        state.phase = if draws { Phase::Draw } else { Phase::Fortify { after: None } };
    }

    #[inline]
    pub(super) fn end_turn(&self, state: &mut State) {
        state.turns += 1;
        let next = self.next_seat(state);
        if self.in_line(state, next) <= self.in_line(state, state.mover()) {
            state.round += 1;
            if state.round >= self.options.rounds {
                state.phase = Phase::Over;
                return;
            }
        }
        state.seat = next as u8;
        self.begin_turn(state);
    }

    /// The place of a seat in the order of a round, which begins with whoever had the first turn.
    fn in_line(&self, state: &State, seat: usize) -> usize {
        (seat + self.options.players - usize::from(state.first)) % self.options.players
    }

    /// The player that has the turn after this one; in the setup, whoever follows.
    pub(super) fn next_seat(&self, state: &State) -> usize {
        let players = self.options.players;
        let after = |n: usize| (state.mover() + n) % players;
        (1..players).map(after).find(|&p| state.owned[p] != 0).unwrap_or(after(1))
    }
}
