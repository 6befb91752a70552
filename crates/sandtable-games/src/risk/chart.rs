//! Positions as networks read them. All numbers are about any map and any number of players: nothing names a territory or a seat.
//!
//! Later work on Risk finds what a network cannot easily work out for itself: exact chances to take a place, threats, and how near continents are to being
//! whole. Whose turn comes when is told by how far off it is, so that seats need no names.

use sandtable_core::Chart;
use sandtable_core::chart::{Legend, Mark, Reading};

use super::cards;
use super::eval::strengths;
use super::options::Cards;
use super::rules::Risk;
use super::state::{Action, NEUTRAL, NOBODY, Phase, State, members};

const LEGEND: Legend = Legend {
    version: "risk-1",
    places: &[
        "of who is to move",
        "of another player",
        "neutral",
        "free",
        "how soon its owner's turn comes",
        "troops, logarithm",
        "troops, share of all",
        "troops against the strongest enemy neighbour, logarithm",
        "chance that the strongest neighbour takes it",
        "best chance to take a player's place from it",
        "best chance to take a neutral place from it",
        "neighbours of other players",
        "neutral neighbours",
        "neighbours of the owner",
        "inland",
        "bonus of the continent",
        "the continent's bonus for each of its places",
        "the owner's share of the continent",
        "the owner has the continent",
        "the only place of the continent that somebody lacks",
        "ways into the continent",
        "a battle or a move starts here",
        "a battle or a move ends here",
        "troops to be placed here, logarithm",
    ],
    relations: &["same owner", "other owner"],
    seats: &[
        "to move",
        "how soon its turn comes",
        "troops, logarithm",
        "troops, share of all",
        "income, share of all",
        "income, logarithm",
        "territories, share of all",
        "cards",
        "has a set",
        "what a set is worth against its troops",
        "continents it has",
        "starting troops left",
    ],
    whole: &[
        "to trade",
        "to place",
        "to attack",
        "to move in",
        "to fortify",
        "set-up",
        "dice",
        "a card is sure",
        "troops in hand, logarithm",
        "troops in hand, share of all",
        "neutral land",
        "battles to the end",
        "cards of rising value",
        "no cards",
        "players left",
        "rounds left",
    ],
    heads: &["claim", "place", "attack", "halt", "enter", "fortify", "stay", "trade", "keep"],
    steps: &[
        "share of what could go",
        "all of it",
        "chance to take it",
        "troops against troops, logarithm",
        "makes a continent whole",
        "breaks a continent",
        "ends a player",
        "leaves the border",
    ],
};

const PLACE: usize = LEGEND.places.len();
const SEAT: usize = LEGEND.seats.len();
const WHOLE: usize = LEGEND.whole.len();
const STEP: usize = LEGEND.steps.len();

/// The heads, in their order.
#[derive(Clone, Copy)]
enum Head {
    Claim,
    Place,
    Attack,
    Halt,
    Enter,
    Fortify,
    Stay,
    Trade,
    Keep,
}

/// The chart of Risk.
pub struct Drawn;

fn log(troops: u32) -> f32 {
    (1.0 + troops as f32).ln() * 0.5
}

impl Risk {
    /// How soon an owner's turn comes, as a share of a round; the neutral's never does.
    fn soon(&self, state: &State, owner: usize) -> f32 {
        match owner {
            NEUTRAL => 0.0,
            _ => {
                let players = self.options.players;
                1.0 - ((owner + players - state.mover()) % players) as f32 / players as f32
            }
        }
    }

    fn chance(&self, attackers: u16, defenders: u16) -> f32 {
        match attackers {
            0 | 1 => 0.0,
            _ => self.battles.win(u32::from(attackers) - 1, u32::from(defenders)) as f32,
        }
    }
}

impl Chart<Risk> for Drawn {
    fn legend(&self) -> &'static Legend {
        &const { LEGEND }
    }

    fn places(&self, game: &Risk) -> usize {
        game.map.len()
    }

    fn ways(&self, game: &Risk) -> Vec<(u16, u16)> {
        game.ways.iter().map(|&(from, to)| (from.into(), to.into())).collect()
    }

    fn read(&self, game: &Risk, state: &State, out: &mut Reading) {
        let players = game.options.players;
        out.clear(&LEGEND, game.map.len(), game.ways.len(), players);
        let all: u32 = (0..game.map.len()).map(|t| u32::from(state.troops[t])).sum();
        let all = all.max(1) as f32;
        for (relation, &(from, to)) in out.relations.iter_mut().zip(&game.ways) {
            let [a, b] = [from, to].map(|t| state.owner[usize::from(t)]);
            *relation = u8::from(a != b || a == NOBODY);
        }
        for (place, out) in out.places.chunks_exact_mut(PLACE).enumerate() {
            out.copy_from_slice(&place_numbers(game, state, place, all));
        }
        for (place, held) in out.held.iter_mut().enumerate() {
            let owner = usize::from(state.owner[place]);
            *held = if owner < players { 1 << owner } else { 0 };
        }
        for (seat, out) in out.seats.chunks_exact_mut(SEAT).enumerate() {
            out.copy_from_slice(&seat_numbers(game, state, seat, all));
        }
        for (seat, (out, strength)) in out.strength.iter_mut().zip(strengths(game, state)).enumerate() {
            let lost = state.owned[seat] == 0 && !setting_up(state);
            *out = if lost { f32::NEG_INFINITY } else { strength as f32 };
        }
        out.whole.copy_from_slice(&whole_numbers(game, state, all));
    }

    fn step(&self, game: &Risk, state: &State, step: Action, out: &mut [f32]) -> Mark {
        let mark = |head: Head, from: Option<u8>, to: Option<u8>| Mark {
            head: head as u8,
            from: from.map(u16::from),
            to: to.map(u16::from),
        };
        let own = state.own();
        let (mark, numbers) = match step {
            Action::Place { to, .. } if state.phase == Phase::Claim => {
                let numbers = Numbers { completes: lacking(game, own, to.into()) == 1, ..Numbers::default() };
                (mark(Head::Claim, None, Some(to)), numbers)
            }
            Action::Place { to, troops } => {
                (mark(Head::Place, None, Some(to)), Numbers::going(troops, state.hand))
            }
            Action::Attack { from, to } => {
                let [ours, theirs] = [from, to].map(|t| state.troops[usize::from(t)]);
                let (owner, place) = (usize::from(state.owner[usize::from(to)]), usize::from(to));
                let numbers = Numbers {
                    chance: game.chance(ours, theirs),
                    ratio: log(ours.into()) - log(theirs.into()),
                    completes: lacking(game, own, place) == 1,
                    breaks: lacking(game, state.owned[owner], place) == 0,
                    ends: owner != NEUTRAL && state.owned[owner].count_ones() == 1,
                    ..Numbers::default()
                };
                (mark(Head::Attack, Some(from), Some(to)), numbers)
            }
            Action::Halt => (mark(Head::Halt, None, None), Numbers::default()),
            Action::Enter(troops) => match state.phase {
                Phase::Enter { from, to, .. } => {
                    let numbers = Numbers::going(troops, state.troops[usize::from(from)] - 1);
                    (mark(Head::Enter, Some(from), Some(to)), numbers)
                }
                _ => (mark(Head::Enter, None, None), Numbers::default()),
            },
            Action::Fortify { from, to, troops } => {
                let most = state.troops[usize::from(from)].saturating_sub(1);
                let border = game.map.adjacent[usize::from(from)] & !own != 0;
                let numbers = Numbers { ratio: log(troops.into()), border, ..Numbers::going(troops, most) };
                (mark(Head::Fortify, Some(from), Some(to)), numbers)
            }
            Action::Stay => (mark(Head::Stay, None, None), Numbers::default()),
            Action::Trade { pictured, .. } => (mark(Head::Trade, None, pictured), Numbers::default()),
            Action::Keep => (mark(Head::Keep, None, None), Numbers::default()),
        };
        out.copy_from_slice(&numbers.all());
        mark
    }
}

/// What there is to say of a step.
#[derive(Default)]
struct Numbers {
    share: f32,
    chance: f32,
    ratio: f32,
    completes: bool,
    breaks: bool,
    ends: bool,
    border: bool,
}

impl Numbers {
    /// So many troops of those that could go.
    fn going(troops: u16, most: u16) -> Numbers {
        Numbers { share: f32::from(troops) / f32::from(most.max(1)), ..Numbers::default() }
    }

    /// In the order of the legend.
    fn all(&self) -> [f32; STEP] {
        [
            self.share,
            is(self.share == 1.0),
            self.chance,
            self.ratio,
            is(self.completes),
            is(self.breaks),
            is(self.ends),
            is(self.border),
        ]
    }
}

fn is(so: bool) -> f32 {
    f32::from(u8::from(so))
}

/// Whether the game has not begun in earnest: who has no land may still get some.
fn setting_up(state: &State) -> bool {
    use Phase::{Claim, Deal, First, Muster, MusterNeutral, Spread};
    matches!(state.phase, Deal | Spread | First | Claim | Muster | MusterNeutral)
}

/// How many places of the continent of `place` somebody with this land lacks.
fn lacking(game: &Risk, own: u64, place: usize) -> u32 {
    let continent = &game.map.continents[usize::from(game.map.territories[place].continent)];
    (continent.members & !own).count_ones()
}

/// The numbers of a place, in the order of the legend.
fn place_numbers(game: &Risk, state: &State, place: usize, all: f32) -> [f32; PLACE] {
    let owner = usize::from(state.owner[place]);
    let free = state.owner[place] == NOBODY;
    let (troops, adjacent) = (state.troops[place], game.map.adjacent[place]);
    let own = if free { 0 } else { state.owned[owner] };
    let mine = owner == state.mover();
    let continent = &game.map.continents[usize::from(game.map.territories[place].continent)];
    let size = continent.members.count_ones() as f32;
    let entries = members(continent.members).filter(|&t| game.map.adjacent[t] & !continent.members != 0);
    let (mut strongest, mut foes, mut neutrals) = (0, 0, 0);
    let (mut prey, mut neutral_prey) = (0f32, 0f32);
    for foe in members(if free { 0 } else { adjacent & !own }) {
        let theirs = state.troops[foe];
        match usize::from(state.owner[foe]) {
            NEUTRAL => {
                neutrals += 1;
                neutral_prey = neutral_prey.max(game.chance(troops, theirs));
            }
            player if player < game.options.players => {
                foes += 1;
                strongest = strongest.max(theirs);
                prey = prey.max(game.chance(troops, theirs));
            }
            _ => {}
        }
    }
    let has = (continent.members & own).count_ones() as f32;
    let only = |p: usize| p != owner && continent.members & !state.owned[p] == 1 << place;
    let (begins, ends) = match state.phase {
        Phase::Enter { from, to, .. } | Phase::Battle { from, to } => {
            (place == usize::from(from), place == usize::from(to))
        }
        _ => (false, false),
    };
    [
        is(mine),
        is(!mine && !free && owner != NEUTRAL),
        is(owner == NEUTRAL),
        is(free),
        if free { 0.0 } else { game.soon(state, owner) },
        log(troops.into()),
        f32::from(troops) / all,
        if foes > 0 { log(troops.into()) - log(strongest.into()) } else { 0.0 },
        if foes > 0 { game.chance(strongest, troops) } else { 0.0 },
        prey,
        neutral_prey,
        foes as f32 / 4.0,
        neutrals as f32 / 4.0,
        (adjacent & own).count_ones() as f32 / 4.0,
        is(adjacent & !own == 0),
        f32::from(continent.bonus) / 7.0,
        f32::from(continent.bonus) / size,
        has / size,
        is(has == size),
        is((0..game.options.players).any(only)),
        entries.count() as f32 / 4.0,
        is(begins),
        is(ends),
        if mine { log(state.hand.into()) } else { 0.0 },
    ]
}

/// The numbers of a seat, in the order of the legend.
fn seat_numbers(game: &Risk, state: &State, seat: usize, all: f32) -> [f32; SEAT] {
    let own = state.owned[seat];
    let moving = seat == state.mover();
    let incomes: u16 = (0..game.options.players).map(|p| game.income(state, p)).sum();
    let troops = state.strength(seat) + if moving { u32::from(state.hand) } else { 0 };
    let hand = state.cards[seat];
    let worth = match game.options.cards {
        Cards::None => 0.0,
        Cards::Fixed => 8.0,
        Cards::Progressive => f32::from(cards::progressive_value(state.trades)),
    };
    let whole = game.map.continents.iter().filter(|c| c.members & !own == 0).count();
    [
        is(moving),
        game.soon(state, seat),
        log(troops),
        troops as f32 / all,
        f32::from(game.income(state, seat)) / f32::from(incomes),
        log(game.income(state, seat).into()),
        own.count_ones() as f32 / game.map.len() as f32,
        hand.count_ones() as f32 / 4.0,
        is(cards::has_set(hand)),
        hand.count_ones() as f32 / 3.0 * worth / troops.max(1) as f32,
        whole as f32 / 3.0,
        log(state.reserve[seat].into()),
    ]
}

/// The numbers of the whole position, in the order of the legend.
fn whole_numbers(game: &Risk, state: &State, all: f32) -> [f32; WHOLE] {
    use Phase::{Attack, Battle, Draw, Enter, Fortify, Over, Place, Trade};
    let options = &game.options;
    let rounds_left = match options.rounds {
        0 => 1.0,
        rounds => (rounds.saturating_sub(state.round) as f32 / 50.0).min(1.0),
    };
    [
        is(state.phase == Trade),
        is(state.phase == Place),
        is(state.phase == Attack),
        is(matches!(state.phase, Enter { .. })),
        is(matches!(state.phase, Fortify { .. })),
        is(setting_up(state)),
        is(matches!(state.phase, Battle { .. } | Draw | Over)),
        is(state.conquered),
        log(state.hand.into()),
        f32::from(state.hand) / all,
        is(options.neutral),
        is(options.blitz),
        is(options.cards == Cards::Progressive),
        is(options.cards == Cards::None),
        game.alive(state).count() as f32 / 6.0,
        rounds_left,
    ]
}
