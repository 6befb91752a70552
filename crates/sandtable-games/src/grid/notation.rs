//! How Grid Risk is written.
//!
//! A square is a column letter and a row number, `A1` in the corner with column 0 and row 0. Steps: `A5-B5` (where), `12` (how many
//! men), `take-C3`, `put-4`, `stand`, `withdraw-B4`. Draws: `take C3`, `man C3`, `red 7` (Red survives with 7), `roll blue`.
//! A state is one line: `turn 0; red A5=10 B5=10; blue A6=10; red to move, 1 left; aim`.

use std::fmt::Write as _;

use sandtable_core::{BadInput, Choice, Game, Happened, Layout, Notation, Scene, Seat, Turn};

use super::rule_file::{MAX_MEN, MAX_SQUARES};
use super::rules::Grid;
use super::scene;
use super::state::{Action, Battle, Chance, Phase, Side, Square, State};

impl Grid {
    /// `A1` for the square with column 0 and row 0.
    pub fn square_name(&self, square: Square) -> String {
        let columns = self.rules().size.0;
        let (column, row) = (square % columns, square / columns);
        let letter = char::from(b'A' + column % 26);
        format!("{}{letter}{}", ["", "A", "B"][usize::from(column / 26)], row + 1)
    }

    fn parse_square(&self, text: &str) -> Result<Square, BadInput> {
        let (columns, rows) = self.rules().size;
        let digits = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
        let column = match text[..digits].to_ascii_uppercase().as_bytes() {
            [c @ b'A'..=b'Z'] => Some(c - b'A'),
            [b'A', c @ b'A'..=b'Z'] => Some(26 + c - b'A'),
            [b'B', c @ b'A'..=b'L'] => Some(52 + c - b'A'),
            _ => None,
        };
        let row = text[digits..].parse::<u8>().ok().filter(|_| !text[digits..].starts_with('0'));
        match (column, row) {
            (Some(column), Some(row)) if column < columns && (1..=rows).contains(&row) => {
                Ok((row - 1) * columns + column)
            }
            _ => {
                let last = self.square_name((self.squares() - 1) as Square);
                Err(BadInput::new(format!("'{text}': expected a square from A1 to {last}")))
            }
        }
    }

    fn squares_text(&self, state: &State, side: Side) -> String {
        let own = (0..self.squares()).map(|s| s as Square).filter(|&s| state.men_of(side, s) > 0);
        let list: Vec<String> =
            own.map(|s| format!("{}={}", self.square_name(s), state.men_of(side, s))).collect();
        list.join(" ")
    }
}

fn side_named(text: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|s| s.name() == text)
}

impl Notation for Grid {
    fn action_text(&self, action: Action) -> String {
        match action {
            Action::Take(square) => format!("take-{}", self.square_name(square)),
            Action::Put(count) => format!("put-{count}"),
            Action::Aim { from, to } => format!("{}-{}", self.square_name(from), self.square_name(to)),
            Action::Send(count) => count.to_string(),
            Action::Stand => "stand".into(),
            Action::Withdraw(square) => format!("withdraw-{}", self.square_name(square)),
        }
    }

    fn parse_action(&self, text: &str) -> Result<Action, BadInput> {
        let count = |text: &str| {
            let number = text.parse().ok().filter(|n| *n <= MAX_MEN as u16 && !text.starts_with('+'));
            number.ok_or_else(|| BadInput::new(format!("'{text}': expected a number of men")))
        };
        match text.split_once('-') {
            Some(("take", square)) => Ok(Action::Take(self.parse_square(square)?)),
            Some(("put", men)) => Ok(Action::Put(count(men)?)),
            Some(("withdraw", square)) => Ok(Action::Withdraw(self.parse_square(square)?)),
            Some((from, to)) => {
                Ok(Action::Aim { from: self.parse_square(from)?, to: self.parse_square(to)? })
            }
            None if text == "stand" => Ok(Action::Stand),
            None if text.starts_with(|c: char| c.is_ascii_digit()) => Ok(Action::Send(count(text)?)),
            None => Err(BadInput::new(format!(
                "'{text}': expected where and how many, like A5-B5 and 12; or take-C3, put-4, stand, withdraw-B4"
            ))),
        }
    }

    fn chance_text(&self, state: &State, chance: Chance) -> String {
        let (attacker, defender) = (state.side.name(), state.side.other().name());
        match chance {
            Chance::Take(square) => format!("take {}", self.square_name(square)),
            Chance::Man(square) => format!("man {}", self.square_name(square)),
            Chance::Survivors(s) => {
                format!("{} {}", if s > 0 { attacker } else { defender }, s.unsigned_abs())
            }
            Chance::Roll(won) => format!("roll {}", if won { attacker } else { defender }),
        }
    }

    fn parse_chance(&self, state: &State, text: &str) -> Result<Chance, BadInput> {
        let bad = |what: &str| BadInput::new(format!("'{text}': expected {what}"));
        let (key, value) = text.split_once(' ').ok_or_else(|| bad("a draw of two words"))?;
        if self.turn(state) != Turn::Chance {
            return Err(bad("no draw now"));
        }
        let survives = |side, most: u16| {
            let men = value.parse().ok().filter(|n| (1..=most as i16).contains(n));
            let men: i16 = men.ok_or_else(|| bad("a number of survivors"))?;
            Ok(Chance::Survivors(if side == state.side { men } else { -men }))
        };
        let withdrawals = self.rules().defender_withdraws || self.rules().attacker_withdraws;
        let chance = match (key, &state.phase) {
            ("take", Phase::Squares) => Chance::Take(self.parse_square(value)?),
            ("man", Phase::Men { .. }) => Chance::Man(self.parse_square(value)?),
            ("roll", Phase::Battle(_)) if withdrawals => {
                let side = side_named(value).ok_or_else(|| bad("'roll red' or 'roll blue'"))?;
                Chance::Roll(side == state.side)
            }
            (name, Phase::Battle(battle)) if !withdrawals => match side_named(name) {
                Some(side) if side == state.side => survives(side, battle.attackers)?,
                Some(side) => survives(side, battle.defenders)?,
                None => return Err(bad("red or blue with its survivors")),
            },
            _ => return Err(bad("a draw that is due")),
        };
        let mut possible = Vec::new();
        let listed = self.outcomes(state, &mut possible) == sandtable_core::Dist::Exact;
        match listed && !possible.iter().any(|(c, _)| *c == chance) {
            true => Err(bad("a draw that can happen")),
            false => Ok(chance),
        }
    }

    fn state_text(&self, state: &State) -> String {
        let mut text = format!("turn {}", state.turns);
        for side in Side::BOTH {
            let squares = self.squares_text(state, side);
            let _ = write!(text, "; {}{}{squares}", side.name(), if squares.is_empty() { "" } else { " " });
        }
        let _ = write!(text, "; {} to move, {} left; ", state.side.name(), state.moves_left);
        let name = |square| self.square_name(square);
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

    fn parse_state(&self, text: &str) -> Result<State, BadInput> {
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
                let square = usize::from(self.parse_square(place)?);
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
        let moves_left = moves_left.filter(|n| (0..=self.rules().moves).contains(n));
        let moves_left = moves_left.ok_or_else(|| bad("expected the moves left"))?;
        let mut state = State { men, side, turns, moves_left, phase: Phase::Aim };
        let words: Vec<&str> = phase.split_whitespace().collect();
        state.phase = match words[..] {
            ["squares"] => Phase::Squares,
            ["aim"] => Phase::Aim,
            ["over"] => Phase::Over,
            ["men", left, square] => Phase::Men {
                left: left.parse().map_err(|_| bad("expected men left"))?,
                square: self.parse_square(square)?,
            },
            ["send", from, to] => Phase::Send { from: self.parse_square(from)?, to: self.parse_square(to)? },
            ["battle", square, attackers, asked] => {
                let square = self.parse_square(square)?;
                let attackers = attackers.parse().ok().filter(|n| (1..=MAX_MEN as u16).contains(n));
                let attackers = attackers.ok_or_else(|| bad("expected attackers"))?;
                let asked = if asked == "roll" { None } else { side_named(asked) };
                Phase::Battle(Battle {
                    square,
                    attackers,
                    defenders: state.men_of(side.other(), square),
                    asked,
                })
            }
            _ => return Err(bad("expected squares, men, aim, send, battle or over")),
        };
        self.validate(&state).map_err(bad)?;
        Ok(state)
    }

    fn draw(&self, view: &State) -> String {
        let (columns, rows) = self.rules().size;
        let mut text = format!("turn {}", view.turns + 1);
        if self.rules().turns > 0 {
            let _ = write!(text, " of {}", self.rules().turns);
        }
        for side in Side::BOTH {
            let (men, squares) = view.totals(side);
            let _ = write!(text, " · {}: {men} men on {squares} squares", side.name());
        }
        if let Phase::Battle(b) = &view.phase {
            let (square, attacker) = (self.square_name(b.square), view.side.name());
            let _ = write!(
                text,
                " · battle at {square}: {attacker} attacks with {} against {}",
                b.attackers, b.defenders
            );
        }
        if let Phase::Send { from, to } = view.phase {
            let _ =
                write!(text, " · from {} to {}: how many men?", self.square_name(from), self.square_name(to));
        }
        text.push('\n');
        for row in 0..rows {
            let _ = write!(text, "{:>3} ", row + 1);
            for column in 0..columns {
                let square = row * columns + column;
                let cell = match view.men[usize::from(square)] {
                    0 => ".".into(),
                    men if men > 0 => format!("r{men}"),
                    men => format!("b{}", -men),
                };
                let _ = write!(text, " {cell:<5}");
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        let letters: String =
            (0..columns).map(|c| format!(" {:<5}", self.square_name(c).trim_end_matches('1'))).collect();
        let _ = writeln!(text, "    {}", letters.trim_end());
        text
    }

    fn draw_all(&self, state: &State) -> String {
        self.draw(state)
    }

    fn layout(&self) -> Layout {
        scene::layout(self)
    }

    fn scene(&self, view: &State) -> Scene {
        scene::scene(self, view)
    }

    fn scene_all(&self, state: &State) -> Scene {
        scene::scene(self, state)
    }

    fn choice(&self, state: &State, action: Action) -> Choice {
        scene::choice(self, state, action)
    }

    fn tell(&self, before: &State, happened: Happened<Action, Chance>, _seat: Option<Seat>) -> String {
        scene::tell(self, before, happened)
    }
}

impl Grid {
    /// What a position must satisfy for the rules to be safe with it.
    fn validate(&self, state: &State) -> Result<(), &'static str> {
        let ensure = |holds: bool, why| if holds { Ok(()) } else { Err(why) };
        let rules = self.rules();
        let limit = if rules.turns == 0 { 5000 } else { rules.turns };
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
                ensure(self.neighbours(*from).contains(to), "the squares are not next to each other")
            }
            Phase::Battle(b) => {
                playing()?;
                ensure(b.defenders > 0, "there is nobody to fight")?;
                let asks = |side: Side| {
                    let allowed =
                        if side == state.side { rules.attacker_withdraws } else { rules.defender_withdraws };
                    let refuge = |n: &Square| state.men_of(side.other(), *n) == 0;
                    allowed && self.neighbours(b.square).iter().any(refuge)
                };
                ensure(b.asked.is_none_or(asks), "that side cannot withdraw")
            }
            Phase::Squares => {
                let held = Side::BOTH.map(|s| state.totals(s));
                let turn = held[0].1 - held[1].1.min(held[0].1);
                ensure(
                    held[1].1 <= held[0].1 && turn <= 1 && state.side as u32 == turn,
                    "it is the other's turn",
                )?;
                ensure(held.iter().all(|(men, squares)| men == squares), "one man on each square for now")?;
                ensure(held[1].1 < u32::from(rules.squares), "all squares are taken")
            }
            Phase::Men { left, square } => {
                let (men, squares) = state.totals(state.side);
                ensure(squares == u32::from(rules.squares), "first come the squares")?;
                ensure(men + u32::from(*left) == u32::from(rules.men) && *left > 0, "the men do not add up")?;
                ensure(state.men_of(state.side, *square) > 0, "the square is not the side's own")
            }
        }
    }
}
