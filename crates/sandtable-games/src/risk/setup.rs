//! How a game begins: territories and starting troops come to their owners.

use super::options::Setup;
use super::rules::Risk;
use super::state::{NEUTRAL, NOBODY, Phase, State};

impl Risk {
    /// The next player with starting troops in reserve gets some to place, or the first turn begins.
    pub(super) fn muster(&self, state: &mut State) {
        let players = self.options.players;
        if state.reserve[..players].iter().all(|&r| r == 0) {
            if self.options.neutral && state.reserve[NEUTRAL] > 0 {
                state.phase = Phase::MusterNeutral;
                return;
            }
            state.seat = state.first;
            self.begin_turn(state);
            return;
        }
        while state.reserve[state.mover()] == 0 {
            state.seat = (state.seat + 1) % players as u8;
        }
        let at_once = if self.options.neutral { 2 } else { 1 };
        state.hand = state.reserve[state.mover()].min(at_once);
        state.phase = Phase::Muster;
    }

    /// What follows when a territory has been dealt.
    pub(super) fn after_deal(&self, state: &mut State) {
        state.phase = if self.taken(state) < self.to_deal() {
            Phase::Deal
        } else if self.options.setup == Setup::Random && state.reserve.iter().any(|&r| r > 0) {
            Phase::Spread
        } else {
            Phase::First
        };
    }

    pub(super) fn place_at_start(&self, state: &mut State, to: u8, troops: u16) {
        let players = self.options.players as u8;
        match state.phase {
            Phase::Claim => {
                let seat = state.mover();
                state.give(usize::from(to), seat);
                state.troops[usize::from(to)] = 1;
                state.reserve[seat] -= 1;
                state.seat = (state.seat + 1) % players;
                if (0..self.map.len()).all(|t| state.owner[t] != NOBODY) {
                    self.muster(state);
                }
            }
            Phase::Muster => {
                state.troops[usize::from(to)] += troops;
                state.reserve[state.mover()] -= troops;
                state.hand -= troops;
                if state.hand == 0 {
                    if self.options.neutral && state.reserve[NEUTRAL] > 0 {
                        state.phase = Phase::MusterNeutral;
                    } else {
                        state.seat = (state.seat + 1) % players;
                        self.muster(state);
                    }
                }
            }
            _ => {
                state.troops[usize::from(to)] += 1;
                state.reserve[NEUTRAL] -= 1;
                state.seat = (state.seat + 1) % players;
                self.muster(state);
            }
        }
    }

    /// The owner whose next starting troop falls at random.
    pub(super) fn spreading(state: &State) -> usize {
        state.reserve.iter().position(|&r| r > 0).expect("somebody has troops in reserve")
    }

    /// How many territories are dealt before players choose or begin.
    fn to_deal(&self) -> usize {
        match (self.options.setup, self.options.neutral) {
            (Setup::Draft, true) => self.map.len() / self.options.owners(),
            (Setup::Draft, false) => 0,
            _ => self.map.len(),
        }
    }

    /// How many territories have an owner.
    fn taken(&self, state: &State) -> usize {
        state.owner[..self.map.len()].iter().filter(|&&o| o != NOBODY).count()
    }

    /// The owner who gets the next territory that is dealt.
    pub(super) fn dealt_to(&self, state: &State) -> usize {
        match self.options.setup {
            Setup::Draft => NEUTRAL,
            _ => self.owner_in_line(self.taken(state)),
        }
    }

    /// Whether a position in which something is dealt can come up; its reserves are known.
    pub(super) fn dealable(&self, state: &State) -> bool {
        let taken = self.taken(state);
        let in_line = |number: usize| match self.options.setup {
            Setup::Draft => usize::from(self.owner_in_line(number) == NEUTRAL) * taken,
            _ => (taken + self.options.owners() - 1 - number) / self.options.owners(),
        };
        let shares = (0..self.options.owners())
            .all(|number| state.owned[self.owner_in_line(number)].count_ones() as usize == in_line(number));
        let single = state.troops.iter().all(|&n| n <= 1);
        let spread = self.options.setup == Setup::Random;
        shares
            && match state.phase {
                Phase::Deal => taken < self.to_deal() && single,
                Phase::Spread => {
                    let giver = state.reserve.iter().position(|&r| r > 0);
                    let later = |o: usize| state.strength(o) == state.owned[o].count_ones();
                    spread && taken == self.map.len() && giver.is_some_and(|g| (g + 1..=NEUTRAL).all(later))
                }
                _ => {
                    taken == self.to_deal()
                        && if spread { state.reserve.iter().all(|&r| r == 0) } else { single }
                }
            }
    }

    /// Whether a position in which a player takes a free territory can come up.
    pub(super) fn claimable(&self, state: &State) -> bool {
        let players = self.options.players;
        let claims = self.taken(state).wrapping_sub(self.to_deal());
        let line = |seat: usize| (seat + players - usize::from(state.first)) % players;
        let count = |seat: usize| state.owned[seat].count_ones() as usize;
        self.options.setup == Setup::Draft
            && claims < self.map.len() - self.to_deal()
            && line(state.mover()) == claims % players
            && (0..players).all(|seat| count(seat) == (claims + players - 1 - line(seat)) / players)
            && state.troops.iter().all(|&n| n <= 1)
    }
}
