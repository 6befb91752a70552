//! Positions as KTH's flat network reads them (section 4.2.3), and where a step stands among its outputs.
//!
//! Troops of the opponent, of the player to move and of the neutral, place by place, are shares of all troops on the board; cards are counted by symbol and divided
//! by three; troops to place are a share of all troops; a flag says whether a territory was taken in this turn. Placing has three outputs for each place (all, half,
//! one), attacking one for each way of the map, moving two for each pair of places (all, half). Whether to attack and whether to move are decided first.
//!
//! What the thesis leaves open: an amount that is several of all, half and one at once stands at the first of them; the thesis's 165 attacks are the 166 ways of
//! this map (the facts of `docs/kth.md`).

use sandtable_core::sheet::{Form, Head, Outputs, Row};
use sandtable_core::{BadInput, Sheet};

use super::cards;
use super::options::{Cards, Setup};
use super::rules::Risk;
use super::state::{Action, MAX_TROOPS, NEUTRAL, Phase, State, members};

/// Cards by symbol, of each player.
const SYMBOLS: usize = 4;
/// The late numbers: troops to place, the opponent's cards, one's own, and whether a territory was taken.
const HAND: usize = 0;
const CARDS: usize = 1;
const TAKEN: usize = CARDS + 2 * SYMBOLS;
const LATE: usize = TAKEN + 1;
/// As many cards of a symbol as can be held before they are traded.
const MOST_CARDS: f32 = 3.0;

/// The heads, in their order.
const PLACE: u8 = 0;
const ATTACK: u8 = 1;
const FORTIFY: u8 = 2;
const WHETHER_ATTACK: u8 = 3;
const WHETHER_FORTIFY: u8 = 4;
/// The outputs of those that decide whether to act.
const SKIP: usize = 0;
const ACT: usize = 1;

/// The sheets of Risk.
pub struct Flat;

/// Which of all, half and one an amount is: the first that fits.
fn amount(troops: u16, most: u16) -> Option<usize> {
    [most, most.div_ceil(2), 1].iter().position(|n| *n == troops)
}

/// A name for the map that changes when a place or a way does.
fn fingerprint(game: &Risk) -> u64 {
    let mut text: String = game.map.territories.iter().map(|t| format!("{} ", t.name)).collect();
    text.extend(game.ways.iter().map(|(from, to)| format!("{from}>{to} ")));
    // FNV-1a.
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

impl Sheet<Risk> for Flat {
    fn form(&self, game: &Risk) -> Result<Form, BadInput> {
        let options = &game.options;
        let fits = options.players == 2
            && options.setup == Setup::Random
            && (options.cards == Cards::None || (options.auto_trade && options.open))
            && options.blitz
            && options.all_enter;
        if !fits {
            return Err(BadInput::new(
                "flat networks read the thesis's game, as in risk:duel: expected players=2, setup=random, trade=auto, \
                 hands=open, battle=blitz and enter=all",
            ));
        }
        let places = game.map.len();
        let head = |name, outputs, sees, deep| Head { name, outputs, sees, deep };
        Ok(Form {
            version: format!("risk-flat-1-{:016x}", fingerprint(game)),
            board: 3 * places,
            late: LATE,
            heads: vec![
                head("place", 3 * places, (HAND, TAKEN), false),
                head("attack", game.ways.len(), (CARDS, LATE), false),
                head("fortify", 2 * places * (places - 1), (CARDS, TAKEN), false),
                head("decide-attack", 2, (CARDS, LATE), true),
                head("decide-fortify", 2, (CARDS, TAKEN), true),
            ],
        })
    }

    fn read(&self, game: &Risk, state: &State, out: &mut Row) {
        let places = game.map.len();
        out.clear(3 * places, LATE);
        let mover = state.mover();
        out.mover = mover;
        let owners = [1 - mover, mover, NEUTRAL];
        let all: u32 = owners.iter().map(|owner| state.strength(*owner)).sum();
        let share = 1.0 / all.max(1) as f32;
        for (owner, troops) in owners.iter().zip(out.board.chunks_exact_mut(places)) {
            for place in members(state.owned[*owner]) {
                troops[place] = f32::from(state.troops[place]) * share;
            }
        }
        out.late[HAND] = f32::from(state.hand) * share;
        let hands = out.late[CARDS..TAKEN].chunks_exact_mut(SYMBOLS);
        for (player, counts) in [1 - mover, mover].into_iter().zip(hands) {
            let held = cards::counts(state.cards[player]);
            counts.iter_mut().zip(held).for_each(|(out, count)| *out = count as f32 / MOST_CARDS);
        }
        out.late[TAKEN] = f32::from(u8::from(state.conquered));
    }

    fn step(&self, game: &Risk, state: &State, step: Action) -> Outputs {
        let room = |to: u8| MAX_TROOPS - state.troops[usize::from(to)];
        match (step, state.phase) {
            (Action::Place { to, troops }, Phase::Place) => amount(troops, state.hand.min(room(to)))
                .map_or(Outputs::default(), |kind| Outputs::one(PLACE, 3 * usize::from(to) + kind)),
            (Action::Attack { from, to }, _) => match game.ways.binary_search(&(from, to)) {
                Ok(way) => Outputs::two((WHETHER_ATTACK, ACT), (ATTACK, way)),
                Err(_) => Outputs::default(),
            },
            (Action::Halt, _) => Outputs::one(WHETHER_ATTACK, SKIP),
            (Action::Fortify { from, to, troops }, _) => {
                let most = (state.troops[usize::from(from)] - 1).min(room(to));
                let (source, target) = (usize::from(from), usize::from(to));
                let pair = source * (game.map.len() - 1) + target - usize::from(target > source);
                match amount(troops, most).filter(|kind| *kind < 2) {
                    Some(kind) => Outputs::two((WHETHER_FORTIFY, ACT), (FORTIFY, 2 * pair + kind)),
                    None => Outputs::default(),
                }
            }
            (Action::Stay, _) => Outputs::one(WHETHER_FORTIFY, SKIP),
            _ => Outputs::default(),
        }
    }

    fn score(&self) -> &'static str {
        "forces"
    }
}
