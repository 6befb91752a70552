//! Statistics files as *A Game of Intelligent Risk* writes them (section 3.6, appendix 5): XML-like, and readable back.
//!
//! The names of the statistics come from the game; the seats are red and blue, as the format has them.

mod compare;
mod reader;

pub use compare::{Comparison, Difference, compare};

use std::fmt::Write as _;
use std::path::Path;

use sandtable_core::BadInput;
use sandtable_core::train::Bout;
use serde::Serialize;

use crate::matchup::{MatchResult, Matchup};
use crate::stats::Moments;
use crate::work::Work;
use crate::{AnyGame, Failure};

/// A file: one match, or those of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StatisticsFile {
    /// Its own name.
    pub file: String,
    /// The tournament's file, if it was one.
    pub tournament: Option<String>,
    /// The matches.
    pub matches: Vec<MatchStatistics>,
}

/// One match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchStatistics {
    /// The rules, and the positions (`null` where there are none).
    pub rules: (String, String),
    /// The players, in the order of the seats.
    pub players: [String; 2],
    /// Wins of each seat.
    pub wins: [u64; 2],
    /// The names of the statistics.
    pub names: Vec<String>,
    /// For each game the statistics, of the first seat and of the second.
    pub games: Vec<Vec<[f64; 2]>>,
}

/// Red and Blue.
pub const SEATS: [&str; 2] = ["red", "blue"];

/// A file's name without its folder, as the paper's files have it.
fn bare(path: &str) -> String {
    Path::new(path).file_name().map_or_else(|| path.into(), |name| name.to_string_lossy().into())
}

impl MatchStatistics {
    /// From a match of a game in which statistics were counted, at a table of two seats.
    pub fn of(game: &dyn AnyGame, result: &MatchResult) -> Result<Self, BadInput> {
        let (Some(statistics), [red, blue]) = (&result.statistics, &result.seats[..]) else {
            return Err(BadInput::new(format!("{}: statistics files are for two seats", result.game)));
        };
        let made_from = game.made_from();
        let file = |i: usize| made_from.get(i).filter(|name| !name.is_empty()).map(|name| bare(name));
        let rules =
            (file(0).unwrap_or_else(|| result.game.clone()), file(1).unwrap_or_else(|| "null".into()));
        let player = |spec: &String| game.player_file(spec).map_or_else(|| spec.clone(), |file| bare(&file));
        let names: Vec<String> = statistics.names.iter().map(|name| name.to_string()).collect();
        let row = |sums: &Vec<f64>| (0..names.len()).map(|i| [sums[i], sums[names.len() + i]]).collect();
        Ok(MatchStatistics {
            rules,
            players: [player(red), player(blue)],
            wins: [result.wins[0], result.wins[1]],
            games: result.each_game.iter().map(row).collect(),
            names,
        })
    }

    /// The sums over all games, in the order of the names.
    pub fn totals(&self) -> Vec<[f64; 2]> {
        let mut totals = vec![[0.0; 2]; self.names.len()];
        for game in &self.games {
            for (sum, values) in totals.iter_mut().zip(game) {
                (0..2).for_each(|seat| sum[seat] += values[seat]);
            }
        }
        totals
    }

    /// The mean of a statistic over the games, and its scatter.
    pub fn moments(&self, statistic: usize, seat: usize) -> Moments {
        let mut moments = Moments::default();
        self.games.iter().for_each(|game| moments.add(game[statistic][seat]));
        moments
    }

    fn write(&self, text: &mut String) {
        let pair = |text: &mut String, name: &str, values: [f64; 2]| {
            let _ = writeln!(text, "<red_{name}={}><blue_{name}={}>", values[0], values[1]);
        };
        let _ = writeln!(text, "<game_rules_file={}>\n<game_positions_file={}>", self.rules.0, self.rules.1);
        let _ = writeln!(text, "<no_games_played={}>", self.games.len());
        for (seat, player) in SEATS.iter().zip(&self.players) {
            let _ = writeln!(text, "<{seat}_player_type_file={player}>");
        }
        for (i, game) in self.games.iter().enumerate() {
            let _ = writeln!(text, "<game_{}>", i + 1);
            self.names.iter().zip(game).for_each(|(name, values)| pair(text, name, *values));
            let _ = writeln!(text, "</game_{}>", i + 1);
        }
        text.push_str("<results>\n");
        pair(text, "wins", self.wins.map(|w| w as f64));
        self.names.iter().zip(self.totals()).for_each(|(name, values)| pair(text, name, values));
        text.push_str("</results>\n");
    }
}

impl StatisticsFile {
    /// The statistics of one match, for a file of this name.
    pub fn of_match(path: &Path, game: &dyn AnyGame, result: &MatchResult) -> Result<Self, BadInput> {
        let matches = vec![MatchStatistics::of(game, result)?];
        Ok(StatisticsFile { file: bare(&path.to_string_lossy()), tournament: None, matches })
    }

    /// Plays matches with their statistics, for a file of this name; `from` names the tournament or what else they belong to.
    pub fn play(
        path: &Path,
        from: &str,
        game: &dyn AnyGame,
        bouts: &[(Bout, u64)],
        work: &Work,
    ) -> Result<Self, Failure> {
        let one = |(bout, first_deal): &(Bout, u64)| {
            let seats: Vec<&str> = bout.seats.iter().map(String::as_str).collect();
            let plain = Matchup::plain(&seats, bout.games);
            let (seed, seating, first_deal) = (bout.seed, bout.seating, *first_deal);
            let matchup = Matchup { statistics: true, seed, seating, first_deal, ..plain };
            Ok(MatchStatistics::of(game, &game.run_match(&matchup, work, None)?)?)
        };
        let matches = bouts.iter().map(one).collect::<Result<Vec<_>, Failure>>()?;
        Ok(StatisticsFile { file: bare(&path.to_string_lossy()), tournament: Some(bare(from)), matches })
    }

    /// The file's text.
    pub fn text(&self) -> String {
        let tournament = self.tournament.as_deref().unwrap_or("null");
        let mut text = format!("<file={}>\n<tournament_file={tournament}>\n", self.file);
        for (i, one) in self.matches.iter().enumerate() {
            if self.tournament.is_some() {
                let _ = writeln!(text, "<match_{}>\n<fixture={}>", i + 1, one.players.join(","));
            }
            one.write(&mut text);
            if self.tournament.is_some() {
                let _ = writeln!(text, "</match_{}>", i + 1);
            }
        }
        text.push_str("</file>\n");
        text
    }

    /// What to write to `path`: JSON if its name ends in `.json`, the report's format otherwise.
    pub fn text_for(&self, path: &Path) -> String {
        match path.extension().is_some_and(|e| e == "json") {
            true => serde_json::to_string_pretty(self).expect("statistics are plain data"),
            false => self.text(),
        }
    }
}
