//! Positions in words: what is to be done, who has what, cards. One statement a line, or several with `;` between.
//!
//! ```text
//! red to place 5            # or: to trade, to attack, to fortify …; without the number: what the rules give
//! red: alaska=3 alberta=2   # territories with their troops
//! blue: brazil=4 peru=1
//! neutral: egypt=2
//! cards red: alaska infantry wild   # by territory or by symbol
//! cards blue: 2             # a number, where nobody knows which
//! trades: 3                 # sets traded so far
//! turns: 12                 # turns completed so far
//! ```

mod valid;

use sandtable_core::BadInput;

use super::cards::{self, SYMBOLS};
use super::notation::parse_troops;
use super::options::Cards;
use super::rules::{COLOURS, Risk};
use super::state::{MAX_PLAYERS, MAX_TROOPS, NEUTRAL, NOBODY, Phase, Set, State, member, members};

/// What is to be decided or drawn, as the first statement of a position says it.
pub(super) fn to_do(game: &Risk, state: &State) -> String {
    let who = COLOURS[state.mover()];
    let hand = state.hand;
    let pair = |from: u8, to: u8| format!("{}>{}", game.place_name(from), game.place_name(to));
    match state.phase {
        Phase::Deal => "deal".into(),
        Phase::Spread => "spread".into(),
        Phase::First => "first".into(),
        Phase::Over => format!("{who} ended"),
        Phase::Claim => format!("{who} to claim"),
        Phase::Muster => format!("{who} to muster {hand}"),
        Phase::MusterNeutral => format!("{who} to muster-neutral"),
        Phase::Trade => format!("{who} to trade {hand}"),
        Phase::Place => format!("{who} to place {hand}"),
        Phase::Attack => format!("{who} to attack"),
        Phase::Battle { from, to } => format!("{who} to battle {}", pair(from, to)),
        Phase::Enter { from, to, least } => format!("{who} to enter {} {least}", pair(from, to)),
        Phase::Draw => format!("{who} to draw"),
        Phase::Fortify { after: None } => format!("{who} to fortify"),
        Phase::Fortify { after: Some((from, to)) } => format!("{who} to fortify {}", pair(from, to)),
    }
}

/// A position on one line.
pub(super) fn text(game: &Risk, state: &State) -> String {
    let mut parts = vec![to_do(game, state)];
    for owner in (0..game.options.players).chain([NEUTRAL]).filter(|&o| state.owned[o] != 0) {
        let one = |t: usize| format!(" {}={}", game.map.territories[t].name, state.troops[t]);
        let list: String = members(state.owned[owner]).map(one).collect();
        parts.push(format!("{}:{list}", Risk::owner_name(owner)));
    }
    let cards = |set: Set| members(set).map(|c| format!(" {}", game.card_name(c as u8))).collect::<String>();
    for p in (0..MAX_PLAYERS).filter(|&p| state.cards[p] != 0) {
        parts.push(format!("cards {}:{}", COLOURS[p], cards(state.cards[p])));
    }
    if state.discard != 0 {
        parts.push(format!("discard:{}", cards(state.discard)));
    }
    if state.trades > 0 {
        parts.push(format!("trades: {}", state.trades));
    }
    parts.push(format!("turns: {}", state.turns));
    // Only players who are out make rounds shorter.
    if state.round != full_rounds(game, state.turns) {
        parts.push(format!("rounds: {}", state.round));
    }
    parts.push(format!("first: {}", COLOURS[usize::from(state.first)]));
    if state.conquered {
        parts.push("conquered".into());
    }
    if state.pictured {
        parts.push("pictured".into());
    }
    parts.join("; ")
}

/// The rounds that so many turns are while nobody is out.
fn full_rounds(game: &Risk, turns: u32) -> u32 {
    turns / game.options.players as u32
}

/// A position that is being read.
struct Reader<'g> {
    game: &'g Risk,
    state: State,
    /// The words of what is to be done: it is understood when everything else is known.
    to_do: Option<(usize, String)>,
    /// Cards that are only counted, by player.
    unknown: [u32; MAX_PLAYERS],
    /// The rounds, where they are given.
    rounds: Option<u32>,
}

/// Reads a position and refuses those that the rules do not allow. Errors name the line.
pub(super) fn parse(game: &Risk, text: &str) -> Result<State, BadInput> {
    let mut reader =
        Reader { game, state: State::empty(), to_do: None, unknown: [0; MAX_PLAYERS], rounds: None };
    let mut last = 1;
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        for statement in line.split(';').map(str::trim).filter(|s| !s.is_empty()) {
            last = number + 1;
            reader.statement(last, statement).map_err(|e| at(last, &e))?;
        }
    }
    let Some((line, words)) = reader.to_do.take() else {
        return Err(at(last, &BadInput::new("expected what is to be done, like: red to place 5")));
    };
    reader.state.round = reader.rounds.unwrap_or(full_rounds(game, reader.state.turns));
    reader.deal_unknown().map_err(|e| at(last, &e))?;
    reader.set_phase(&words).map_err(|e| at(line, &e))?;
    reader.validate().map_err(|e| at(last, &e))?;
    Ok(reader.state)
}

fn at(line: usize, error: &BadInput) -> BadInput {
    BadInput::new(format!("line {line}: {error}"))
}

fn bad<T>(line: impl Into<String>) -> Result<T, BadInput> {
    Err(BadInput::new(line))
}

impl Reader<'_> {
    fn player(&self, name: &str) -> Result<usize, BadInput> {
        let seats = &COLOURS[..self.game.options.players];
        seats
            .iter()
            .position(|n| *n == name)
            .ok_or_else(|| BadInput::new(format!("'{name}': expected a player, one of {}", seats.join(", "))))
    }

    fn statement(&mut self, line: usize, text: &str) -> Result<(), BadInput> {
        let Some((head, rest)) = text.split_once(':') else {
            match text {
                "conquered" => self.state.conquered = true,
                "pictured" => self.state.pictured = true,
                _ if self.to_do.is_some() => {
                    return bad(format!("'{text}': what is to be done stands twice"));
                }
                _ => self.to_do = Some((line, text.into())),
            }
            return Ok(());
        };
        let number = |expected: &str, most: u32| {
            let n = rest.trim().parse::<u32>().ok().filter(|n| *n <= most);
            n.ok_or_else(|| BadInput::new(format!("'{}': expected {expected}, at most {most}", rest.trim())))
        };
        let words: Vec<&str> = head.split_whitespace().collect();
        match words[..] {
            ["trades"] => self.state.trades = number("a number of sets", 10_000)? as u16,
            ["turns"] => self.state.turns = number("a number of turns", 60_000)?,
            ["rounds"] => self.rounds = Some(number("a number of rounds", 10_000)?),
            ["first"] => self.state.first = self.player(rest.trim())? as u8,
            ["discard"] => {
                for word in rest.split_whitespace() {
                    let card = self.free_card(word)?;
                    self.state.discard = self.game.with_card(self.state.discard, card);
                }
            }
            ["cards", name] => {
                let player = self.player(name)?;
                self.cards(player, rest)?;
            }
            [name] => {
                let neutral = name == "neutral" && self.game.options.neutral;
                let owner = if neutral { NEUTRAL } else { self.player(name)? };
                rest.split_whitespace().try_for_each(|word| self.territory(owner, word))?;
            }
            _ => {
                return bad(format!(
                    "'{head}:': expected an owner, cards, discard, trades, turns, rounds or first"
                ));
            }
        }
        Ok(())
    }

    fn territory(&mut self, owner: usize, word: &str) -> Result<(), BadInput> {
        let Some((name, troops)) = word.split_once('=') else {
            return bad(format!("'{word}': expected a territory with its troops, like alaska=3"));
        };
        let t = self.game.map.find(name)?;
        if self.state.owner[t] != NOBODY {
            return bad(format!("{name} stands twice"));
        }
        // A territory that was just taken may be empty until troops move in.
        self.state.troops[t] = if troops == "0" { 0 } else { parse_troops(troops)? };
        self.state.give(t, owner);
        Ok(())
    }

    /// A card by the name of its territory, or any that is left with a symbol.
    fn free_card(&self, word: &str) -> Result<u8, BadInput> {
        let free = self.game.elsewhere(&self.state);
        if let Some(symbol) = SYMBOLS.iter().position(|s| *s == word) {
            let left = cards::with_symbol(free, symbol);
            return if left == 0 {
                bad(format!("no {word} card is left"))
            } else {
                Ok(member(left, 0) as u8)
            };
        }
        // Where pictures do not matter, a territory's name means its card's symbol.
        if !self.game.pictures() {
            let wild = word == "wild1" || word == "wild2";
            let symbol = if wild { 3 } else { cards::symbol(self.game.parse_place(word)?) };
            return self.free_card(SYMBOLS[symbol]);
        }
        let card = self.game.parse_card(word)?;
        if free >> card & 1 == 0 { bad(format!("the card {word} stands twice")) } else { Ok(card) }
    }

    fn cards(&mut self, player: usize, rest: &str) -> Result<(), BadInput> {
        if self.game.options.cards == Cards::None {
            return bad("this game has no cards");
        }
        for word in rest.split_whitespace() {
            if let Ok(count) = word.parse::<u32>() {
                if count > u64::BITS {
                    return bad(format!("{count} cards: there are {}", self.game.deck.count_ones()));
                }
                self.unknown[player] += count;
                continue;
            }
            let card = self.free_card(word)?;
            self.state.cards[player] = self.game.with_card(self.state.cards[player], card);
        }
        Ok(())
    }

    /// Cards that were only counted are the lowest that are left.
    fn deal_unknown(&mut self) -> Result<(), BadInput> {
        for player in 0..MAX_PLAYERS {
            for _ in 0..self.unknown[player] {
                let free = self.game.elsewhere(&self.state);
                if free == 0 {
                    return bad("more cards than there are");
                }
                let card = member(free, 0) as u8;
                self.state.cards[player] = self.game.with_card(self.state.cards[player], card);
            }
        }
        Ok(())
    }

    fn pair(&self, word: &str) -> Result<(u8, u8), BadInput> {
        let Some((from, to)) = word.split_once('>') else {
            return bad(format!("'{word}': expected two territories, like alaska>kamchatka"));
        };
        Ok((self.game.parse_place(from)?, self.game.parse_place(to)?))
    }

    fn set_phase(&mut self, text: &str) -> Result<(), BadInput> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (phase, args) = match words[..] {
            ["deal"] => (Phase::Deal, &[][..]),
            ["spread"] => (Phase::Spread, &[][..]),
            ["first"] => (Phase::First, &[][..]),
            [who, "ended"] => {
                self.state.seat = self.player(who)? as u8;
                (Phase::Over, &[][..])
            }
            [who, "to", what, ..] => {
                self.state.seat = self.player(who)? as u8;
                let phase = match what {
                    "claim" => Phase::Claim,
                    "muster" => Phase::Muster,
                    "muster-neutral" => Phase::MusterNeutral,
                    "trade" => Phase::Trade,
                    "place" => Phase::Place,
                    "attack" => Phase::Attack,
                    "draw" => Phase::Draw,
                    "battle" | "enter" => Phase::Battle { from: 0, to: 0 },
                    "fortify" => Phase::Fortify { after: None },
                    _ => {
                        return bad(format!("'{what}': expected trade, place, attack, fortify or the like"));
                    }
                };
                (phase, &words[3..])
            }
            _ => return bad(format!("'{text}': expected a statement like: red to place 5")),
        };
        self.state.phase = phase;
        let income = self.game.income(&self.state, self.state.mover());
        match (phase, args, words.get(2)) {
            (Phase::Trade | Phase::Place | Phase::Muster, [n], _) => {
                self.state.hand = if *n == "0" { 0 } else { parse_troops(n)? };
            }
            (Phase::Trade | Phase::Place, [], _) => self.state.hand = income.min(MAX_TROOPS),
            (Phase::Battle { .. }, [word], Some(&"battle")) => {
                let (from, to) = self.pair(word)?;
                self.state.phase = Phase::Battle { from, to };
            }
            (Phase::Battle { .. }, [word, least], Some(&"enter")) => {
                let (from, to) = self.pair(word)?;
                self.state.phase = Phase::Enter { from, to, least: parse_troops(least)? };
            }
            (Phase::Fortify { .. }, [word], _) => {
                self.state.phase = Phase::Fortify { after: Some(self.pair(word)?) };
            }
            (Phase::Battle { .. } | Phase::Muster, ..) => {
                return bad(format!("'{text}': something is missing, as in: red to battle alaska>kamchatka"));
            }
            (_, [], _) => {}
            (_, [word, ..], _) => return bad(format!("'{word}': nothing more is expected in '{text}'")),
        }
        Ok(())
    }
}
