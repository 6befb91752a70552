//! `.rg` files: every rule that can be chosen (section 3.3, appendix 1).

use std::fmt::Write as _;

use sandtable_core::BadInput;

use super::expression::Expression;
use super::statements::{statements, truth_text};
use crate::words::list;

/// The most squares of a grid, and the most men on one of them.
pub const MAX_SQUARES: usize = 256;
/// The most men on a square: `MEN_ADDED` gives no more.
pub const MAX_MEN: i16 = 30_000;

/// How squares or men are given out at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allocation {
    /// By lot.
    Random,
    /// By the players, in turns.
    Chosen,
    /// From a `.pos` file.
    FromFile,
}

/// Who wins a roll in which both have the same score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draws {
    /// The defender.
    Defender,
    /// The attacker.
    Attacker,
    /// It is rolled again.
    Rerolled,
}

/// The highest score of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreMax {
    /// The men of both sides in the battle.
    AllMen,
    /// The side's own men in the battle.
    OwnMen,
    /// The same for every roll.
    Constant(u32),
}

/// The rules of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleFile {
    /// `GRID_X`, `GRID_Y`.
    pub size: (u8, u8),
    /// `MEN_PER_PLAYER`.
    pub men: u16,
    /// `NO_OF_SQUARES` each player starts with.
    pub squares: u16,
    /// `SQUARE_ALLOCATION`.
    pub square_allocation: Allocation,
    /// `MEN_ALLOCATION`.
    pub men_allocation: Allocation,
    /// `MEN_ADDED`: the new number of men in a square after each pair of turns.
    pub men_added: Expression,
    /// `DIAGONAL_SQUARES_ADJACENT`.
    pub diagonal: bool,
    /// `DEFENDER_WITHDRAW`.
    pub defender_withdraws: bool,
    /// `ATTACKER_WITHDRAW`.
    pub attacker_withdraws: bool,
    /// `SCORE_RESULT`: whether the loser of a roll loses all men in the battle, or one.
    pub lose_all: bool,
    /// `DRAWS`.
    pub draws: Draws,
    /// `SCORE_MAX`.
    pub score_max: ScoreMax,
    /// `WEIGHTED`: whether a score is multiplied by the side's men in the battle.
    pub weighted: bool,
    /// `WINNER`: whether points decide; otherwise the last player left wins.
    pub scored: bool,
    /// `NO_OF_TURNS` of each player; 0 for no limit.
    pub turns: u32,
    /// `POINTS_PER_MAN`.
    pub man_points: u32,
    /// `POINTS_PER_SQUARE`.
    pub square_points: u32,
    /// `MOVES_PER_TURN`.
    pub moves: u8,
    /// `RED_PLAYER` and `BLUE_PLAYER`, if named.
    pub players: [Option<String>; 2],
}

const ALLOCATIONS: [(&str, Allocation); 3] =
    [("RANDOM", Allocation::Random), ("CHOSEN", Allocation::Chosen), ("FROM_FILE", Allocation::FromFile)];
const DRAWS: [(&str, Draws); 3] =
    [("DEFENDER", Draws::Defender), ("ATTACKER", Draws::Attacker), ("REROLLED", Draws::Rerolled)];
const SCORES: [(&str, ScoreMax); 2] =
    [("NO_OF_MEN_IN_BATTLE", ScoreMax::AllMen), ("NO_OF_OWN_MEN", ScoreMax::OwnMen)];
const RESULTS: [(&str, bool); 2] = [("ONE_MAN", false), ("ALL_MEN", true)];
const WINNERS: [(&str, bool); 2] = [("SCORED", true), ("LAST_PLAYER", false)];
/// Every key that a file must have.
const KEYS: [&str; 19] = [
    "GRID_X",
    "GRID_Y",
    "MEN_PER_PLAYER",
    "NO_OF_SQUARES",
    "SQUARE_ALLOCATION",
    "MEN_ALLOCATION",
    "MEN_ADDED",
    "DIAGONAL_SQUARES_ADJACENT",
    "DEFENDER_WITHDRAW",
    "ATTACKER_WITHDRAW",
    "SCORE_RESULT",
    "DRAWS",
    "SCORE_MAX",
    "WEIGHTED",
    "WINNER",
    "NO_OF_TURNS",
    "POINTS_PER_MAN",
    "POINTS_PER_SQUARE",
    "MOVES_PER_TURN",
];

impl RuleFile {
    /// Reads a rule file; `origin` names it in errors.
    pub fn parse(origin: &str, text: &str) -> Result<RuleFile, BadInput> {
        let at = |e: BadInput| BadInput::new(format!("{origin}:{e}"));
        let mut rules = RuleFile {
            size: (0, 0),
            men: 0,
            squares: 0,
            square_allocation: Allocation::Random,
            men_allocation: Allocation::Random,
            men_added: Expression::parse("X").expect("X is a function"),
            diagonal: false,
            defender_withdraws: false,
            attacker_withdraws: false,
            lose_all: false,
            draws: Draws::Rerolled,
            score_max: ScoreMax::AllMen,
            weighted: false,
            scored: true,
            turns: 0,
            man_points: 0,
            square_points: 0,
            moves: 1,
            players: [None, None],
        };
        let mut seen: Vec<&str> = Vec::new();
        for s in statements(text) {
            if seen.contains(&s.key) {
                return Err(at(BadInput::new(format!("{}: {} stands twice", s.line, s.key))));
            }
            seen.push(s.key);
            match s.key {
                "GRID_X" => rules.size.0 = s.whole(1, 64).map_err(at)? as u8,
                "GRID_Y" => rules.size.1 = s.whole(1, 64).map_err(at)? as u8,
                "MEN_PER_PLAYER" => rules.men = s.whole(1, 10_000).map_err(at)? as u16,
                "NO_OF_SQUARES" => rules.squares = s.whole(1, MAX_SQUARES as u32 / 2).map_err(at)? as u16,
                "SQUARE_ALLOCATION" => rules.square_allocation = s.choice(&ALLOCATIONS).map_err(at)?,
                "MEN_ALLOCATION" => rules.men_allocation = s.choice(&ALLOCATIONS).map_err(at)?,
                "MEN_ADDED" => {
                    let wrong = |e| at(BadInput::new(format!("{}: MEN_ADDED: {e}", s.line)));
                    rules.men_added = Expression::parse(s.value).map_err(wrong)?;
                }
                "DIAGONAL_SQUARES_ADJACENT" => rules.diagonal = s.truth().map_err(at)?,
                "DEFENDER_WITHDRAW" => rules.defender_withdraws = s.truth().map_err(at)?,
                "ATTACKER_WITHDRAW" => rules.attacker_withdraws = s.truth().map_err(at)?,
                "SCORE_RESULT" => rules.lose_all = s.choice(&RESULTS).map_err(at)?,
                "DRAWS" => rules.draws = s.choice(&DRAWS).map_err(at)?,
                "SCORE_MAX" => {
                    let named = SCORES.iter().find(|(word, _)| *word == s.value);
                    let expected = "NO_OF_MEN_IN_BATTLE, NO_OF_OWN_MEN or a whole number from 2 to 10000";
                    rules.score_max = match named {
                        Some((_, max)) => *max,
                        None => ScoreMax::Constant(s.whole(2, 10_000).map_err(|_| at(s.expected(expected)))?),
                    };
                }
                "WEIGHTED" => rules.weighted = s.truth().map_err(at)?,
                "WINNER" => rules.scored = s.choice(&WINNERS).map_err(at)?,
                "NO_OF_TURNS" => rules.turns = s.whole(0, 5000).map_err(at)?,
                "POINTS_PER_MAN" => rules.man_points = s.whole(0, 10_000).map_err(at)?,
                "POINTS_PER_SQUARE" => rules.square_points = s.whole(0, 10_000).map_err(at)?,
                "MOVES_PER_TURN" => rules.moves = s.whole(1, 100).map_err(at)? as u8,
                "RED_PLAYER" => rules.players[0] = Some(s.name().map_err(at)?),
                "BLUE_PLAYER" => rules.players[1] = Some(s.name().map_err(at)?),
                _ => return Err(at(BadInput::new(format!("{}: {}: not a rule of the game", s.line, s.key)))),
            }
        }
        let end = text.lines().count().max(1);
        let fail = |line: String| Err(BadInput::new(format!("{origin}:{end}: {line}")));
        let missing: Vec<String> = KEYS.iter().filter(|k| !seen.contains(k)).map(|k| k.to_string()).collect();
        if !missing.is_empty() {
            return fail(format!("the file ends, expected {}", list(&missing)));
        }
        let all = usize::from(rules.size.0) * usize::from(rules.size.1);
        if all > MAX_SQUARES {
            return fail(format!("{all} squares: expected at most {MAX_SQUARES}"));
        }
        if 2 * usize::from(rules.squares) > all {
            return fail(format!("{} squares for each player on a grid of {all}", rules.squares));
        }
        if rules.men < rules.squares {
            return fail(format!(
                "{} men on {} squares: expected one on each at least",
                rules.men, rules.squares
            ));
        }
        let from_file = [rules.square_allocation, rules.men_allocation].map(|a| a == Allocation::FromFile);
        if from_file == [false, true] {
            return fail(
                "men FROM_FILE stand on the squares of that file: expected SQUARE_ALLOCATION FROM_FILE"
                    .into(),
            );
        }
        Ok(rules)
    }

    /// The file in its canonical form.
    pub fn text(&self) -> String {
        let word = |list: &[(&'static str, Allocation)], a| {
            list.iter().find(|(_, x)| *x == a).map_or("", |(w, _)| *w)
        };
        let mut text = String::new();
        let mut line = |key: &str, value: &str| {
            let _ = writeln!(text, "{key} {value};");
        };
        line("GRID_X", &self.size.0.to_string());
        line("GRID_Y", &self.size.1.to_string());
        line("MEN_PER_PLAYER", &self.men.to_string());
        line("NO_OF_SQUARES", &self.squares.to_string());
        line("SQUARE_ALLOCATION", word(&ALLOCATIONS, self.square_allocation));
        line("MEN_ALLOCATION", word(&ALLOCATIONS, self.men_allocation));
        line("MEN_ADDED", self.men_added.text());
        line("DIAGONAL_SQUARES_ADJACENT", truth_text(self.diagonal));
        line("DEFENDER_WITHDRAW", truth_text(self.defender_withdraws));
        line("ATTACKER_WITHDRAW", truth_text(self.attacker_withdraws));
        line("SCORE_RESULT", if self.lose_all { "ALL_MEN" } else { "ONE_MAN" });
        line("DRAWS", DRAWS.iter().find(|(_, d)| *d == self.draws).map_or("", |(w, _)| *w));
        match self.score_max {
            ScoreMax::Constant(limit) => line("SCORE_MAX", &limit.to_string()),
            named => line("SCORE_MAX", SCORES.iter().find(|(_, max)| *max == named).map_or("", |(w, _)| *w)),
        }
        line("WEIGHTED", truth_text(self.weighted));
        line("WINNER", if self.scored { "SCORED" } else { "LAST_PLAYER" });
        line("NO_OF_TURNS", &self.turns.to_string());
        line("POINTS_PER_MAN", &self.man_points.to_string());
        line("POINTS_PER_SQUARE", &self.square_points.to_string());
        line("MOVES_PER_TURN", &self.moves.to_string());
        for (key, player) in ["RED_PLAYER", "BLUE_PLAYER"].iter().zip(&self.players) {
            if let Some(player) = player {
                line(key, player);
            }
        }
        text
    }
}
