//! Positions in words, on one line: `turn 0; red A5=10 B5=10; blue A6=10; red to move, 1 left; aim`.
//!
//! What comes next is the last of five clauses: `squares` and `men 9 A5` in the setup, `aim` and `send A5 A6` in a move, `battle A6 8 roll`
//! in a battle, `over` at the end. `docs/grid.md` has an example of each.

use std::fmt::Write as _;

use sandtable_core::{BadInput, Game};

use super::field::Grid;
use super::notation::side_named;
use super::rule_file::{Allocation, MAX_MEN, MAX_SQUARES};
use super::state::{Battle, Phase, Side, Square, State};

/// The squares of a side with their men.
fn squares(game: &Grid, state: &State, side: Side) -> String {
    let own = (0..game.squares()).map(|s| s as Square).filter(|&s| state.men_of(side, s) > 0);
    own.map(|s| format!(" {}={}", game.square_name(s), state.men_of(side, s))).collect()
}

/// A position on one line.
pub(super) fn text(game: &Grid, state: &State) -> String {
    let mut text = format!("turn {}", state.turns);
    for side in Side::BOTH {
        let _ = write!(text, "; {}{}", side.name(), squares(game, state, side));
    }
    let _ = write!(text, "; {} to move, {} left; ", state.side.name(), state.moves_left);
    let name = |square| game.square_name(square);
    let _ = match &state.phase {
        Phase::Squares => write!(text, "squares"),
        Phase::Men { left, square } => write!(text, "men {left} {}", name(*square)),
        Phase::Aim => write!(text, "aim"),
        Phase::Send { from, to } => write!(text, "send {} {}", name(*from), name(*to)),
        Phase::Battle(b) => {
            let asked = b.asked.map_or("roll", Side::name);
            write!(text, "battle {} {} {asked}", name(b.square), b.attackers)
        }
        Phase::Over => write!(text, "over"),
    };
    text
}

/// Reads a position and refuses those that the rules do not allow.
pub(super) fn parse(game: &Grid, text: &str) -> Result<State, BadInput> {
    let text = text.trim();
    let bad = |what: &str| BadInput::new(format!("'{text}': {what}"));
    let clauses: Vec<&str> =
        text.split([';', '\n']).map(str::trim).filter(|clause| !clause.is_empty()).collect();
    let [turn, red, blue, mover, phase] = clauses[..] else {
        return Err(bad("expected five clauses: turn, red, blue, who is to move, what is next"));
    };
    let mut men = [0i16; MAX_SQUARES];
    for (side, clause) in Side::BOTH.into_iter().zip([red, blue]) {
        let squares = clause.strip_prefix(side.name()).ok_or_else(|| bad("expected red, then blue"))?;
        for word in squares.split_whitespace() {
            let (place, count) = word.split_once('=').ok_or_else(|| bad("expected men like A1=3"))?;
            let square = usize::from(game.parse_square(place)?);
            let count = count.parse().ok().filter(|n| (1..=MAX_MEN).contains(n));
            let count: i16 = count.ok_or_else(|| bad("expected 1 to 30000 men on a square"))?;
            if men[square] != 0 {
                return Err(bad("a square stands twice"));
            }
            men[square] = count * side.sign();
        }
    }
    let turns =
        turn.strip_prefix("turn ").and_then(|t| t.parse().ok()).ok_or_else(|| bad("expected a turn"))?;
    let (side, left) = mover.split_once(" to move, ").ok_or_else(|| bad("expected who is to move"))?;
    let side = side_named(side).ok_or_else(|| bad("expected red or blue to move"))?;
    let moves_left = left.strip_suffix(" left").and_then(|n| n.parse().ok());
    let moves_left = moves_left.filter(|n| (0..=game.rules().moves).contains(n));
    let moves_left = moves_left.ok_or_else(|| bad("expected the moves left"))?;
    let mut state = State { men, side, turns, moves_left, phase: Phase::Aim };
    let words: Vec<&str> = phase.split_whitespace().collect();
    state.phase = match words[..] {
        ["squares"] => Phase::Squares,
        ["aim"] => Phase::Aim,
        ["over"] => Phase::Over,
        ["men", left, square] => Phase::Men {
            left: left.parse().map_err(|_| bad("expected men left"))?,
            square: game.parse_square(square)?,
        },
        ["send", from, to] => Phase::Send { from: game.parse_square(from)?, to: game.parse_square(to)? },
        ["battle", square, attackers, asked] => {
            let square = game.parse_square(square)?;
            let attackers = attackers.parse().ok().filter(|n| (1..=MAX_MEN as u16).contains(n));
            let attackers = attackers.ok_or_else(|| bad("expected attackers"))?;
            let defenders = state.men_of(side.other(), square);
            let asked = match (asked, side_named(asked)) {
                ("roll", _) => None,
                (_, None) => return Err(bad("expected roll, red or blue after a battle")),
                (_, asked) => asked,
            };
            Phase::Battle(Battle { square, attackers, defenders, asked })
        }
        _ => return Err(bad("expected squares, men, aim, send, battle or over")),
    };
    valid(game, &state).map_err(|why| bad(&why))?;
    Ok(state)
}

fn ensure(holds: bool, why: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why.into()) }
}

/// What a position must satisfy for the rules to be safe with it.
fn valid(game: &Grid, state: &State) -> Result<(), String> {
    let limit = game.longest();
    ensure(state.turns <= limit, "there are not that many turns")?;
    let alive = Side::BOTH.iter().all(|s| state.totals(*s).0 > 0);
    let playing = || {
        ensure(alive && state.turns < limit, "the game is over")?;
        ensure(state.moves_left > 0, "no moves are left in this turn")
    };
    match &state.phase {
        Phase::Over => ensure(!alive || state.turns == limit, "the game is not over"),
        Phase::Aim => playing(),
        Phase::Send { from, to } => {
            playing()?;
            ensure(state.men_of(state.side, *from) > 0, "nobody can be sent from there")?;
            ensure(game.neighbours(*from).contains(to), "the squares are not next to each other")
        }
        Phase::Battle(b) => {
            playing()?;
            ensure(b.defenders > 0, "there is nobody to fight")?;
            ensure(b.asked.is_none_or(|s| game.may_ask(state, s, b.square)), "that side cannot withdraw")
        }
        Phase::Squares | Phase::Men { .. } => set_up(game, state),
    }
}

/// The same while squares and men are given out.
fn set_up(game: &Grid, state: &State) -> Result<(), String> {
    let rules = game.rules();
    ensure(rules.men_allocation != Allocation::FromFile, "the men of this game come from a file")?;
    ensure(state.turns == 0, "before the first turn no turns are done")?;
    ensure(state.moves_left == rules.moves, "before the first turn all moves are left")?;
    let held = Side::BOTH.map(|s| state.totals(s));
    if rules.square_allocation == Allocation::FromFile {
        let start = game.start();
        let same = state.men.iter().zip(&start.men).all(|(men, first)| men.signum() == first.signum());
        ensure(same, "the squares of this game come from a file")?;
    }
    let Phase::Men { left, square } = state.phase else {
        let turn = held[0].1 - held[1].1.min(held[0].1);
        let in_turn = held[1].1 <= held[0].1 && turn <= 1 && state.side as u32 == turn;
        ensure(in_turn, "it is the other's turn")?;
        ensure(held.iter().all(|(men, squares)| men == squares), "one man on each square for now")?;
        return ensure(held[1].1 < u32::from(rules.squares), "all squares are taken");
    };
    let squares = u32::from(rules.squares);
    ensure(held.iter().all(|h| h.1 == squares), "first come the squares")?;
    let men = held[state.side as usize].0 + u32::from(left);
    ensure(left > 0 && men == u32::from(rules.men), "the men do not add up")?;
    // Red has placed all its men before Blue begins.
    let other = state.side.other();
    let placed = if other == Side::Red { u32::from(rules.men) } else { squares };
    ensure(held[other as usize].0 == placed, &format!("{}'s men do not add up", other.name()))?;
    ensure(state.men_of(state.side, square) > 0, "the square is not the side's own")?;
    let own = |range: std::ops::Range<usize>| {
        range.map(|s| state.men_of(state.side, s as Square)).filter(|men| *men > 0)
    };
    if game.draws_men() {
        return ensure(
            own(0..square.into()).next().is_none(),
            "men fall anywhere: expected the first square",
        );
    }
    let rest = own(square.into()..game.squares()).all(|men| men == 1);
    ensure(rest, "the squares from there on have one man each so far")
}
