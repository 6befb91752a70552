//! How Pig is written. Steps: `roll`, `hold`. Draws: `1` to `6`. A state is one line or several: `turns 6; red 34; blue 51; stake 12`,
//! with `rolling` at the end while the die is in the air.

use sandtable_core::scene::Sheet;
use sandtable_core::{BadInput, Choice, Game, Notation, Scene, Turn};

use super::rules::{Action, Pig, State};

impl Notation for Pig {
    fn action_text(&self, action: Action) -> String {
        match action {
            Action::Roll => "roll".into(),
            Action::Hold => "hold".into(),
        }
    }

    fn parse_action(&self, text: &str) -> Result<Action, BadInput> {
        match text {
            "roll" => Ok(Action::Roll),
            "hold" => Ok(Action::Hold),
            _ => Err(BadInput::new(format!("'{text}': expected roll or hold"))),
        }
    }

    fn chance_text(&self, _: &State, face: u8) -> String {
        face.to_string()
    }

    fn parse_chance(&self, _: &State, text: &str) -> Result<u8, BadInput> {
        match text.as_bytes() {
            [face @ b'1'..=b'6'] => Ok(face - b'0'),
            _ => Err(BadInput::new(format!("'{text}': expected a die, 1 to 6"))),
        }
    }

    fn state_text(&self, state: &State) -> String {
        let State { scores: [red, blue], stake, rolling, turns } = state;
        let rolling = if *rolling { "; rolling" } else { "" };
        format!("turns {turns}; red {red}; blue {blue}; stake {stake}{rolling}")
    }

    fn parse_state(&self, text: &str) -> Result<State, BadInput> {
        let mut state = self.start();
        let mut seen: Vec<&str> = Vec::new();
        for statement in text.split([';', '\n']).map(str::trim).filter(|s| !s.is_empty()) {
            let (key, value) = statement.split_once(' ').unwrap_or((statement, ""));
            if seen.contains(&key) {
                return Err(BadInput::new(format!("'{key}' stands twice, expected it once")));
            }
            seen.push(key);
            // A die never adds just one point, and no roll brings more than five beyond what wins.
            let points = |most: u16| {
                let number = value.parse().ok().filter(|n| *n <= most && *n != 1);
                let expected = format!("'{statement}': expected points from 0 to {most}, but not 1");
                number.ok_or_else(|| BadInput::new(expected))
            };
            match key {
                "turns" => {
                    let expected = || BadInput::new(format!("'{statement}': expected a number of turns"));
                    state.turns = value.parse().map_err(|_| expected())?;
                }
                "red" => state.scores[0] = points(self.target() + 5)?,
                "blue" => state.scores[1] = points(self.target() + 5)?,
                "stake" => state.stake = points(self.target() - 1)?,
                "rolling" if value.is_empty() => state.rolling = true,
                _ => {
                    let line = format!("'{statement}': expected turns, red, blue, stake or rolling");
                    return Err(BadInput::new(line));
                }
            }
        }
        self.validate(&state)?;
        Ok(state)
    }

    fn draw(&self, state: &State) -> String {
        format!("red {}, blue {}, at stake {}\n", state.scores[0], state.scores[1], state.stake)
    }

    fn scene(&self, state: &State) -> Scene {
        let name = |seat: usize| self.info().seats[seat].name.clone();
        let phase = match self.turn(state) {
            Turn::Over => format!("{} has won", name(self.winner(state).unwrap_or_default())),
            Turn::Chance => format!("{} rolls", name(state.seat())),
            Turn::Player(seat) if state.stake == 0 => format!("{} begins a turn", name(seat)),
            Turn::Player(seat) => format!("{} may roll or hold", name(seat)),
        };
        let points = (0..2).map(|seat| (name(seat), state.scores[seat].to_string()));
        let rows = points.chain([("at stake".into(), state.stake.to_string())]).collect();
        Scene { phase, sheets: vec![Sheet { title: "points".into(), seat: None, rows }], ..Scene::default() }
    }

    fn choice(&self, state: &State, action: Action) -> Choice {
        let step = self.action_text(action);
        let words = match action {
            Action::Roll => "roll the die".into(),
            Action::Hold => format!("hold {} points", state.stake),
        };
        Choice { words, verb: step.clone(), step, ..Choice::default() }
    }
}

impl Pig {
    /// Refuses positions that no game of Pig comes to.
    fn validate(&self, state: &State) -> Result<(), BadInput> {
        let bad = |line: String| Err(BadInput::new(line));
        match self.winner(state) {
            Some(winner) if winner == state.seat() || state.scores[1 - winner] >= self.target() => {
                bad(format!("turns {}: expected the winner to have had the last turn", state.turns))
            }
            Some(_) if state.stake > 0 || state.rolling => {
                bad("expected no stake and no rolling die after the end".into())
            }
            None if state.scores[state.seat()] + state.stake >= self.target() => {
                bad(format!("stake {}: expected less than what wins", state.stake))
            }
            _ => Ok(()),
        }
    }
}
