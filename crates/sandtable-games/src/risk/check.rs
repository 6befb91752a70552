//! Why a step may not be taken, in words.

use sandtable_core::Illegal;

use super::cards;
use super::rules::Risk;
use super::state::{Action, MAX_TROOPS, Phase, Set, State, WILD};

/// Whether `action` may be taken now, and if not, why.
pub fn check(game: &Risk, state: &State, action: Action) -> Result<(), Illegal> {
    let refuse = |why: &'static str| Err(Illegal::because(why));
    let own = |t: u8| usize::from(t) < game.map.len() && state.own() >> t & 1 == 1;
    let troops = |t: u8| state.troops[usize::from(t)];
    match (action, state.phase) {
        (Action::Trade { cards, pictured }, Phase::Trade) => trade(game, state, cards, pictured),
        (Action::Keep, Phase::Trade) => match state.cards[state.mover()].count_ones() {
            0..=4 => Ok(()),
            _ => refuse("who holds five cards or more must trade"),
        },
        (
            Action::Place { to, troops: n },
            Phase::Claim | Phase::Muster | Phase::MusterNeutral | Phase::Place,
        ) => place(game, state, to, n),
        (Action::Attack { from, to }, Phase::Attack) => {
            if usize::from(to) >= game.map.len() || !own(from) {
                refuse("the attacking territory is not the player's own")
            } else if game.map.adjacent[usize::from(from)] >> to & 1 == 0 {
                refuse("the two territories are not neighbours")
            } else if own(to) {
                refuse("the attacked territory is the player's own")
            } else if troops(from) < 2 {
                refuse("one troop has to stay, so at least two are needed to attack")
            } else {
                Ok(())
            }
        }
        (Action::Halt, Phase::Attack) => Ok(()),
        (Action::Enter(n), Phase::Enter { from, least, .. }) => {
            let most = troops(from) - 1;
            let why = || format!("from {least} to {most} troops can move in");
            if (least..=most).contains(&n) { Ok(()) } else { Err(Illegal(why().into())) }
        }
        (Action::Fortify { from, to, troops: n }, Phase::Fortify { after }) => {
            if !own(from) || !own(to) {
                refuse("troops move only between the player's own territories")
            } else if game.fortifiable(state, usize::from(from)) >> to & 1 == 0 {
                refuse("there is no way between the two territories that the rules allow")
            } else if after.is_some_and(|last| (from, to) <= last) {
                refuse("moves go by the order of the map: first by source, then by target")
            } else if n == 0 || n >= troops(from) {
                refuse("at least one troop has to move and one has to stay")
            } else if n > MAX_TROOPS - troops(to) {
                refuse("no more troops fit there")
            } else {
                Ok(())
            }
        }
        (Action::Stay, Phase::Fortify { .. }) => Ok(()),
        (_, phase) => Err(Illegal(expected(game, phase).into())),
    }
}

fn trade(game: &Risk, state: &State, set: [u8; 3], pictured: Option<u8>) -> Result<(), Illegal> {
    let refuse = |why: &'static str| Err(Illegal::because(why));
    let hand = state.cards[state.mover()];
    if !game.pictures() {
        return kinds(hand, set, pictured);
    }
    if set[0] >= set[1] || set[1] >= set[2] || set.iter().any(|&c| c > WILD + 1) {
        return refuse("three different cards are needed");
    }
    if set.iter().any(|&c| hand >> c & 1 == 0) {
        return refuse("the player does not hold these cards");
    }
    if cards::fixed_value(set).is_none() {
        return refuse("a set is three alike, one of each, or two and a wild card");
    }
    let own = if state.pictured { 0 } else { state.own() };
    let shown = |t: u8| t < WILD && set.contains(&t) && own >> t & 1 == 1;
    match pictured {
        Some(t) if !shown(t) => {
            refuse("the extra troops go to a pictured territory of one's own, once a turn")
        }
        None if set.iter().any(|&t| shown(t)) => refuse("name the pictured territory for the extra troops"),
        _ => Ok(()),
    }
}

/// The same where only symbols matter.
fn kinds(hand: Set, set: [u8; 3], pictured: Option<u8>) -> Result<(), Illegal> {
    let refuse = |why: &'static str| Err(Illegal::because(why));
    let (held, mut used) = (cards::counts(hand), [0; 4]);
    set.iter().for_each(|&c| used[cards::symbol(c)] += 1);
    if set[0] > set[1] || set[1] > set[2] || set.iter().any(|&c| c != cards::kind(cards::symbol(c))) {
        refuse("cards are named by their symbols here, like trade:infantry,cavalry,artillery")
    } else if (0..4).any(|s| used[s] > held[s]) {
        refuse("the player does not hold these cards")
    } else if cards::fixed_value(set).is_none() {
        refuse("a set is three alike, one of each, or two and a wild card")
    } else if pictured.is_some() {
        refuse("no territory gets extra troops in this game")
    } else {
        Ok(())
    }
}

fn place(game: &Risk, state: &State, to: u8, n: u16) -> Result<(), Illegal> {
    let refuse = |why: &'static str| Err(Illegal::because(why));
    if usize::from(to) >= game.map.len() || game.placeable(state) >> to & 1 == 0 {
        return refuse(match state.phase {
            Phase::Claim => "the territory is not free",
            Phase::MusterNeutral => "this troop goes to a neutral territory",
            _ => "the territory is not the player's own",
        });
    }
    if !matches!(state.phase, Phase::Place | Phase::Muster) {
        return if n == 1 { Ok(()) } else { refuse("these troops are placed one by one") };
    }
    if n == 0 || n > state.hand {
        return Err(Illegal(match state.hand {
            1 => "one troop is left to be placed".into(),
            hand => format!("from 1 to {hand} troops can be placed").into(),
        }));
    }
    if n > MAX_TROOPS - state.troops[usize::from(to)] { refuse("no more troops fit there") } else { Ok(()) }
}

/// What is asked for now, for those who answered something else.
fn expected(game: &Risk, phase: Phase) -> String {
    let (one, other) = game.map.example();
    match phase {
        Phase::Claim => format!("a free territory is to be taken, like {one}+1"),
        Phase::Muster | Phase::MusterNeutral => format!("a starting troop is to be placed, like {one}+1"),
        Phase::Trade if !game.pictures() => {
            "cards are to be traded, like trade:infantry,cavalry,artillery, or kept: keep".into()
        }
        Phase::Trade => format!("cards are to be traded, like trade:{one},{other},wild1, or kept: keep"),
        Phase::Place => format!("troops are to be placed, like {one}+3"),
        Phase::Attack => format!("an attack is expected, like {one}>{other}, or halt"),
        Phase::Enter { .. } => "troops are to move in, like enter:3".into(),
        Phase::Fortify { .. } => format!("a move is expected, like {one}:3>{other}, or stay"),
        Phase::Over => "the game is over".into(),
        _ => "no player is to decide now".into(),
    }
}
