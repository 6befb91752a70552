//! How Grid Risk is written.
//!
//! A square is a column letter and a row number, `A1` in the corner with column 0 and row 0. Steps: `A5-B5` (where), `12` (how many
//! men), `take-C3`, `C3+4`, `stand`, `withdraw-B4`. Draws: `take C3`, `man C3`, `red 7` (Red survives with 7), `roll 17-9` (the
//! attacker's score and the defender's).
//! States are in `position`.

use std::fmt::Write as _;

use sandtable_core::{BadInput, Choice, Game, Happened, Illegal, Layout, Notation, Scene, Seat, Turn};

use super::battle;
use super::field::Grid;
use super::position;
use super::rule_file::MAX_MEN;
use super::scene;
use super::state::{Action, Chance, Phase, Roll, Side, Square, State};

impl Grid {
    /// `A1` for the square with column 0 and row 0.
    pub fn square_name(&self, square: Square) -> String {
        let columns = self.rules().size.0;
        let (column, row) = (square % columns, square / columns);
        let letter = char::from(b'A' + column % 26);
        format!("{}{letter}{}", ["", "A", "B"][usize::from(column / 26)], row + 1)
    }

    pub(super) fn parse_square(&self, text: &str) -> Result<Square, BadInput> {
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
}

/// The side of a name.
pub(super) fn side_named(text: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|s| s.name() == text)
}

impl Notation for Grid {
    fn action_text(&self, action: Action) -> String {
        match action {
            Action::Take(square) => format!("take-{}", self.square_name(square)),
            Action::Put { square, men } => format!("{}+{men}", self.square_name(square)),
            Action::Aim { from, to } => format!("{}-{}", self.square_name(from), self.square_name(to)),
            Action::Send(count) => count.to_string(),
            Action::Stand => "stand".into(),
            Action::Withdraw(square) => format!("withdraw-{}", self.square_name(square)),
        }
    }

    fn parse_action(&self, text: &str) -> Result<Action, BadInput> {
        let whole = text;
        let count = |text: &str| {
            let number = text.parse().ok().filter(|n| *n <= MAX_MEN as u16 && !text.starts_with('+'));
            number
                .ok_or_else(|| BadInput::new(format!("'{whole}': expected a number of men, up to {MAX_MEN}")))
        };
        if let Some((square, men)) = text.split_once('+') {
            return Ok(Action::Put { square: self.parse_square(square)?, men: count(men)? });
        }
        match text.split_once('-') {
            Some(("take", square)) => Ok(Action::Take(self.parse_square(square)?)),
            Some(("withdraw", square)) => Ok(Action::Withdraw(self.parse_square(square)?)),
            Some((from, to)) => {
                Ok(Action::Aim { from: self.parse_square(from)?, to: self.parse_square(to)? })
            }
            None if text == "stand" => Ok(Action::Stand),
            None if text.starts_with(|c: char| c.is_ascii_digit()) => Ok(Action::Send(count(text)?)),
            None => Err(BadInput::new(format!(
                "'{text}': expected where and how many, like A5-B5 and 12; or take-C3, C3+4, stand, withdraw-B4"
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
            Chance::Roll(Roll { scores: (a, d), .. }) => format!("roll {a}-{d}"),
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
        let chance = match (key, &state.phase) {
            ("take", Phase::Squares) => Chance::Take(self.parse_square(value)?),
            ("man", Phase::Men { .. }) => Chance::Man(self.parse_square(value)?),
            ("roll", Phase::Battle(battle)) if self.rolls_singly() => {
                let scores =
                    value.split_once('-').and_then(|(a, d)| Some((a.parse().ok()?, d.parse().ok()?)));
                let scores = scores.ok_or_else(|| bad("the scores of both, like 'roll 17-9'"))?;
                let (a, d) = (battle.attackers.into(), battle.defenders.into());
                let won = battle::winner(self.rules(), a, d, scores);
                match won.filter(|_| battle::possible(self.rules(), a, d, scores)) {
                    Some(attacker_wins) => Chance::Roll(Roll { attacker_wins, scores }),
                    None => return Err(bad("scores that can be rolled and decide")),
                }
            }
            (name, Phase::Battle(battle)) if !self.rolls_singly() => match side_named(name) {
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
        position::text(self, state)
    }

    fn parse_state(&self, text: &str) -> Result<State, BadInput> {
        position::parse(self, text)
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

    fn drafts(&self, state: &State) -> bool {
        matches!(state.phase, Phase::Men { .. })
    }

    fn meant(&self, state: &State, from: usize, to: usize) -> Result<Vec<Action>, Illegal> {
        let because = |why: String| Err(Illegal(why.into()));
        if from.max(to) >= self.squares() {
            return because("there is no such square".into());
        }
        let (source, target) = (from as Square, to as Square);
        let name = |square: Square| self.square_name(square);
        match state.phase {
            Phase::Squares => Ok(vec![Action::Take(target)]),
            Phase::Men { .. } => Ok(vec![Action::Put { square: target, men: 1 }]),
            Phase::Aim if state.men_of(state.side, source) == 0 => {
                because(format!("you have no men on {}", name(source)))
            }
            Phase::Aim if from == to => because(format!(
                "the men on {} are there already: point to a square next to it",
                name(source)
            )),
            Phase::Aim if !self.neighbours(source).contains(&target) => {
                because(format!("{} is not next to {}", name(target), name(source)))
            }
            Phase::Aim => Ok(vec![Action::Aim { from: source, to: target }]),
            Phase::Send { .. } => because("first you say how many men go".into()),
            Phase::Battle(_) => Ok(vec![Action::Withdraw(target)]),
            Phase::Over => because("the game is over".into()),
        }
    }

    fn tell(&self, before: &State, happened: Happened<Action, Chance>, _seat: Option<Seat>) -> String {
        scene::tell(self, before, happened)
    }
}
