//! `.trn` files: who plays whom (section 3.7, appendix 4).

use std::fmt::Write as _;

use sandtable_core::BadInput;

use super::statements::{statements, truth_text};

/// A tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentFile {
    /// `RED_AND_BLUE` (in older files `HOME_AND_AWAY`): whether every pair plays both ways round.
    pub both_ways: bool,
    /// `FIRST_PLAYER_VERSUS`: whether only the first player meets the others.
    pub first_versus: bool,
    /// The players' files; one may stand several times.
    pub players: Vec<String>,
}

impl TournamentFile {
    /// Reads a tournament file; `origin` names it in errors.
    pub fn parse(origin: &str, text: &str) -> Result<TournamentFile, BadInput> {
        let at = |e: BadInput| BadInput::new(format!("{origin}:{e}"));
        let (mut both_ways, mut first_versus, mut players) = (None, None, Vec::new());
        for s in statements(text) {
            let twice = || at(BadInput::new(format!("{}: {} stands twice", s.line, s.key)));
            match s.key {
                "RED_AND_BLUE" | "HOME_AND_AWAY" => {
                    if both_ways.replace(s.truth().map_err(at)?).is_some() {
                        return Err(twice());
                    }
                }
                "FIRST_PLAYER_VERSUS" => {
                    if first_versus.replace(s.truth().map_err(at)?).is_some() {
                        return Err(twice());
                    }
                }
                player if s.value.is_empty() && player.ends_with(".aip") => players.push(player.to_string()),
                _ => {
                    let line = format!("{}: {}: expected a player's file (.aip)", s.line, s.key);
                    return Err(at(BadInput::new(line)));
                }
            }
        }
        let end = text.lines().count().max(1);
        let missing = |what: &str| BadInput::new(format!("{origin}:{end}: the file ends, expected {what}"));
        if players.len() < 2 {
            return Err(missing("two players at least"));
        }
        Ok(TournamentFile {
            both_ways: both_ways.ok_or_else(|| missing("RED_AND_BLUE"))?,
            first_versus: first_versus.ok_or_else(|| missing("FIRST_PLAYER_VERSUS"))?,
            players,
        })
    }

    /// The file in its canonical form.
    pub fn text(&self) -> String {
        let mut text = format!("RED_AND_BLUE {};\n", truth_text(self.both_ways));
        let _ = writeln!(text, "FIRST_PLAYER_VERSUS {};", truth_text(self.first_versus));
        for player in &self.players {
            let _ = writeln!(text, "{player};");
        }
        text
    }
}
