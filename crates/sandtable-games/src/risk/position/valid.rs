//! What a position must satisfy: that it can come up in a game.

use sandtable_core::BadInput;

use super::{Reader, bad};
use crate::risk::options::{Cards, Fortify};
use crate::risk::rules::{COLOURS, Risk};
use crate::risk::state::{MAX_PLAYERS, NEUTRAL, NOBODY, Phase};

impl Reader<'_> {
    /// Refuses what cannot come up in a game.
    pub(super) fn validate(&mut self) -> Result<(), BadInput> {
        let (game, phase) = (self.game, self.state.phase);
        let setup = matches!(
            phase,
            Phase::Deal | Phase::Spread | Phase::First | Phase::Claim | Phase::Muster | Phase::MusterNeutral
        );
        for t in 0..game.map.len() {
            let (name, taken) = (&game.map.territories[t].name, self.state.owner[t] != NOBODY);
            let entered = matches!(phase, Phase::Enter { to, .. } if usize::from(to) == t);
            if !taken && !matches!(phase, Phase::Deal | Phase::Claim | Phase::First) {
                return bad(format!("{name} has no owner"));
            }
            if taken && (self.state.troops[t] == 0) != entered {
                return bad(format!("{name}: only a territory that is being entered is without troops"));
            }
        }
        if setup { self.validate_setup() } else { self.validate_play() }
    }

    fn validate_setup(&mut self) -> Result<(), BadInput> {
        let game = self.game;
        for number in 0..game.options.owners() {
            let owner = game.owner_in_line(number);
            let placed = self.state.strength(owner);
            let Some(left) = u32::from(game.options.armies).checked_sub(placed) else {
                let (name, all) = (Risk::owner_name(owner), game.options.armies);
                return bad(format!("{name} has {placed} troops, but starts with {all}"));
            };
            self.state.reserve[owner] = left as u16;
        }
        let state = &self.state;
        let reserve = state.reserve[state.mover()];
        let possible = match state.phase {
            Phase::Deal | Phase::Spread | Phase::First => game.dealable(state),
            Phase::Claim => game.claimable(state),
            Phase::Muster => {
                (1..=reserve.min(if game.options.neutral { 2 } else { 1 })).contains(&state.hand)
            }
            _ => state.reserve[NEUTRAL] > 0,
        };
        let quiet = state.turns == 0
            && state.round == 0
            && state.trades == 0
            && state.discard == 0
            && !state.conquered;
        if !possible || !quiet || state.pictured || state.cards != [0; MAX_PLAYERS] {
            return bad("the game cannot begin like this");
        }
        Ok(())
    }

    fn validate_play(&self) -> Result<(), BadInput> {
        let (game, state) = (self.game, &self.state);
        let alive = game.alive(state).count();
        let limit = game.options.rounds;
        // A position may begin in the middle of a round, and players who are out make rounds shorter; but a round has a turn.
        let (round, turns) = (state.round, state.turns);
        if round > turns {
            return bad(format!("{round} rounds: expected at most as many as turns, {turns}"));
        }
        if state.phase == Phase::Over {
            let ended = alive == 1 || state.round >= limit;
            return if ended { Ok(()) } else { bad("the game is not over: several players are left") };
        }
        let who = COLOURS[state.mover()];
        if state.own() == 0 {
            return bad(format!("{who} has no territory and cannot be to move"));
        }
        if let Some(p) = (0..MAX_PLAYERS).find(|&p| state.owned[p] == 0 && state.cards[p] != 0) {
            return bad(format!("{} holds cards but no territory", COLOURS[p]));
        }
        if alive < 2 && !matches!(state.phase, Phase::Enter { .. }) {
            return bad(format!("the game is over: {who} is alone"));
        }
        if state.round >= limit {
            return bad(format!("the game is over after {limit} rounds"));
        }
        let troops = |t: u8| state.troops[usize::from(t)];
        let own = |t: u8| state.own() >> t & 1 == 1;
        let next = |a: u8, b: u8| game.map.adjacent[usize::from(a)] >> b & 1 == 1;
        let hand = state.cards[state.mover()];
        match state.phase {
            Phase::Trade if state.conquered && hand.count_ones() < 5 => {
                bad(format!("{who} trades within a turn only with five cards or more"))
            }
            Phase::Trade if !game.asks_to_trade(state) && !game.options.open => {
                bad(format!("{who} trades only with three cards or more"))
            }
            Phase::Trade if !game.asks_to_trade(state) => bad(format!("{who} has no set of cards to trade")),
            Phase::Place if state.hand == 0 => bad(format!("{who} has no troops to place")),
            Phase::Battle { from, to } if !own(from) || own(to) || !next(from, to) || troops(from) < 2 => {
                bad("the battle is not possible")
            }
            Phase::Enter { from, to, least } => {
                let fits = own(from) && own(to) && next(from, to) && least <= 3 && least < troops(from);
                if fits && state.conquered {
                    Ok(())
                } else {
                    bad("the territory cannot be entered like this")
                }
            }
            Phase::Draw
                if !state.conquered || game.pile(state).0 == 0 || game.options.cards == Cards::None =>
            {
                bad(format!("{who} draws no card"))
            }
            Phase::Fortify { after: Some(_) } if game.options.fortify != Fortify::Unlimited => {
                bad("only one move ends a turn")
            }
            _ => Ok(()),
        }
    }
}
