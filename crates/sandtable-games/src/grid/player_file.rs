//! `.aip` files: the heuristics of a player (sections 4.4 to 4.6, appendix 3), and their history.
//!
//! A file that has learned holds several sets, the newest first, each beginning with `GAMES_PLAYED`. Three optional keys
//! carry what section 6.3.1 proposes, and one says what `INSIGNIFICANT` is a share of; left out, they change nothing.

use std::fmt::Write as _;

use sandtable_core::BadInput;

use super::statements::{statements, truth_text};

/// How the number of men is chosen between its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumMen {
    /// The lower limit.
    Min,
    /// The upper limit.
    Max,
    /// Halfway.
    Average,
    /// By lot.
    Random,
}

const NUM_MEN: [(&str, NumMen); 4] =
    [("MIN", NumMen::Min), ("MAX", NumMen::Max), ("AVERAGE", NumMen::Average), ("RANDOM", NumMen::Random)];

/// What `INSIGNIFICANT` is a share of (the sentence that says so has lost a word).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Significance {
    /// The player's men, divided in whole numbers: 0 for every square but one that has them all. Then no square is significant, and
    /// all are considered: the heuristic does nothing. This is what the paper's statistics show.
    Quotient,
    /// The player's men.
    Player,
    /// The men of both players.
    All,
}

const SIGNIFICANCE: [(&str, Significance); 3] =
    [("QUOTIENT", Significance::Quotient), ("PLAYER", Significance::Player), ("ALL", Significance::All)];

/// One set of heuristics.
#[derive(Clone, Debug, PartialEq)]
pub struct Heuristics {
    /// `GAMES_PLAYED` to arrive at this set.
    pub games_played: u32,
    /// `INSIGNIFICANT`: squares with a smaller share of the men are left out.
    pub insignificant: f64,
    /// `INSIGNIFICANT_OF`: of which men.
    pub insignificant_of: Significance,
    /// `RANK_SIGNIFICANCE`: larger squares first.
    pub rank: bool,
    /// `ATTACK_DECIMAL`: with a larger share of all men the player attacks; 0 switches it off.
    pub attack_decimal: f64,
    /// `MINIMUM_ATTACK`: men per enemy that an attack needs.
    pub minimum_attack: f64,
    /// `MAXIMUM_ATTACK`: the most of a square's men that move.
    pub maximum_attack: f64,
    /// `TYPE_NUM_MEN`.
    pub num_men: NumMen,
    /// `REINFORCE_RATIO`: the share of a neighbour's men that joins a square that cannot attack yet.
    pub reinforce_ratio: f64,
    /// `ATTACK_EMPTY`: the share of men that moves to an empty square when attacking.
    pub attack_empty: f64,
    /// `DEFEND_EMPTY`: the same when defending.
    pub defend_empty: f64,
    /// `APPROACH`: with no attack to make, move towards a square that could be attacked.
    pub approach: bool,
    /// `AVOID`: do not move to squares that the enemy can attack with this many times the men; 0 switches it off.
    pub avoid: f64,
    /// `DEFEND_DECIMAL`: with a smaller share of all men, stay on own squares first; 0 switches it off.
    pub defend_decimal: f64,
}

impl Heuristics {
    /// No heuristic at all: a random player.
    pub fn none() -> Self {
        Heuristics {
            games_played: 20,
            insignificant: 0.0,
            insignificant_of: Significance::Quotient,
            rank: false,
            attack_decimal: 0.0,
            minimum_attack: 0.0,
            maximum_attack: 1.0,
            num_men: NumMen::Random,
            reinforce_ratio: 0.0,
            attack_empty: 0.0,
            defend_empty: 0.0,
            approach: false,
            avoid: 0.0,
            defend_decimal: 0.0,
        }
    }

    /// How many numbers [`Heuristics::from_unit`] takes.
    pub const GENES: usize = 11;

    /// Heuristics from numbers between 0 and 1, for learners that change all at once. Squares are always ranked.
    pub fn from_unit(genes: &[f64; Self::GENES]) -> Self {
        let g = genes.map(|x| x.clamp(0.0, 1.0));
        // The lowest tenth switches a heuristic off.
        let or_off = |x: f64| ((x - 0.1) / 0.9).max(0.0);
        Heuristics {
            insignificant: 0.3 * g[0],
            insignificant_of: Significance::Player,
            rank: true,
            attack_decimal: 0.01 + 0.98 * g[1],
            minimum_attack: 0.5 + 3.0 * g[2],
            maximum_attack: 0.5 + 0.5 * g[3],
            num_men: NUM_MEN[(4.0 * g[4]).min(3.0) as usize].1,
            reinforce_ratio: or_off(g[5]),
            attack_empty: or_off(g[6]),
            defend_empty: or_off(g[7]),
            approach: g[8] > 0.5,
            avoid: 4.0 * or_off(g[9]),
            defend_decimal: or_off(g[10]) * 0.98 * g[1],
            games_played: 20,
        }
    }

    /// The numbers from which [`Heuristics::from_unit`] makes these heuristics, or nearly these.
    pub fn to_unit(&self) -> [f64; Self::GENES] {
        let on = |x: f64| if x > 0.0 { 0.1 + 0.9 * x } else { 0.05 };
        let kind = NUM_MEN.iter().position(|(_, n)| *n == self.num_men).unwrap_or(0);
        let significant = self.insignificant_of != Significance::Quotient;
        [
            if significant { self.insignificant / 0.3 } else { 0.0 },
            (self.attack_decimal - 0.01) / 0.98,
            (self.minimum_attack - 0.5) / 3.0,
            (self.maximum_attack - 0.5) / 0.5,
            (kind as f64 + 0.5) / 4.0,
            on(self.reinforce_ratio),
            on(self.attack_empty),
            on(self.defend_empty),
            if self.approach { 0.75 } else { 0.25 },
            on(self.avoid / 4.0),
            on(self.defend_decimal / self.attack_decimal.max(0.01)),
        ]
        .map(|x| x.clamp(0.0, 1.0))
    }

    fn text(&self) -> String {
        let num_men = NUM_MEN.iter().find(|(_, n)| *n == self.num_men).map_or("", |(w, _)| *w);
        let mut text = String::new();
        let mut line = |key: &str, value: &dyn std::fmt::Display| {
            let _ = writeln!(text, "{key} {value};");
        };
        line("GAMES_PLAYED", &self.games_played);
        line("INSIGNIFICANT", &self.insignificant);
        if self.insignificant_of != Significance::Quotient {
            let of = SIGNIFICANCE.iter().find(|(_, of)| *of == self.insignificant_of);
            line("INSIGNIFICANT_OF", &of.map_or("", |(word, _)| *word));
        }
        line("RANK_SIGNIFICANCE", &truth_text(self.rank));
        line("ATTACK_DECIMAL", &self.attack_decimal);
        line("MINIMUM_ATTACK", &self.minimum_attack);
        line("MAXIMUM_ATTACK", &self.maximum_attack);
        line("TYPE_NUM_MEN", &num_men);
        line("REINFORCE_RATIO", &self.reinforce_ratio);
        line("ATTACK_EMPTY", &self.attack_empty);
        line("DEFEND_EMPTY", &self.defend_empty);
        if self.approach {
            line("APPROACH", &truth_text(true));
        }
        if self.avoid > 0.0 {
            line("AVOID", &self.avoid);
        }
        if self.defend_decimal > 0.0 {
            line("DEFEND_DECIMAL", &self.defend_decimal);
        }
        text
    }
}

/// A player's file: its heuristics, newest first.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerFile {
    /// At least one set.
    pub sets: Vec<Heuristics>,
}

impl PlayerFile {
    /// Reads a player's file; `origin` names it in errors.
    pub fn parse(origin: &str, text: &str) -> Result<PlayerFile, BadInput> {
        let at = |e: BadInput| BadInput::new(format!("{origin}:{e}"));
        let mut sets: Vec<Heuristics> = Vec::new();
        let mut seen: Vec<&str> = Vec::new();
        for s in statements(text) {
            if s.key == "GAMES_PLAYED" {
                sets.push(Heuristics {
                    games_played: s.whole(0, u32::MAX).map_err(at)?,
                    ..Heuristics::none()
                });
                seen.clear();
                continue;
            }
            let Some(set) = sets.last_mut() else {
                return Err(at(BadInput::new(format!("{}: {}: expected GAMES_PLAYED first", s.line, s.key))));
            };
            if seen.contains(&s.key) {
                return Err(at(BadInput::new(format!("{}: {} stands twice in one set", s.line, s.key))));
            }
            seen.push(s.key);
            match s.key {
                "INSIGNIFICANT" => set.insignificant = s.real(1.0).map_err(at)?,
                "INSIGNIFICANT_OF" => set.insignificant_of = s.choice(&SIGNIFICANCE).map_err(at)?,
                "RANK_SIGNIFICANCE" => set.rank = s.truth().map_err(at)?,
                "ATTACK_DECIMAL" => set.attack_decimal = s.real(1.0).map_err(at)?,
                "MINIMUM_ATTACK" => set.minimum_attack = s.real(1e6).map_err(at)?,
                "MAXIMUM_ATTACK" => set.maximum_attack = s.real(1.0).map_err(at)?,
                "TYPE_NUM_MEN" => set.num_men = s.choice(&NUM_MEN).map_err(at)?,
                "REINFORCE_RATIO" => set.reinforce_ratio = s.real(1.0).map_err(at)?,
                "ATTACK_EMPTY" => set.attack_empty = s.real(1.0).map_err(at)?,
                "DEFEND_EMPTY" => set.defend_empty = s.real(1.0).map_err(at)?,
                "APPROACH" => set.approach = s.truth().map_err(at)?,
                "AVOID" => set.avoid = s.real(1e6).map_err(at)?,
                "DEFEND_DECIMAL" => set.defend_decimal = s.real(1.0).map_err(at)?,
                _ => return Err(at(BadInput::new(format!("{}: {}: not a heuristic", s.line, s.key)))),
            }
        }
        match sets.is_empty() {
            true => Err(BadInput::new(format!("{origin}:1: expected GAMES_PLAYED"))),
            false => Ok(PlayerFile { sets }),
        }
    }

    /// The file in its canonical form.
    pub fn text(&self) -> String {
        self.sets.iter().map(Heuristics::text).collect()
    }
}
