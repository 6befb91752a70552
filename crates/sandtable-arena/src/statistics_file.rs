//! Statistics files as *A Game of Intelligent Risk* writes them (section 3.6, appendix 5): XML-like, and readable back.
//!
//! The names of the statistics come from the game; the seats are red and blue, as the format has them.

use std::fmt::Write as _;
use std::path::Path;

use sandtable_core::BadInput;
use serde::Serialize;

use crate::matchup::MatchResult;
use crate::spec::Spec;

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
    /// For each game the statistics by name, of the first seat and of the second.
    pub games: Vec<Vec<(String, [f64; 2])>>,
}

const SEATS: [&str; 2] = ["red", "blue"];

impl MatchStatistics {
    /// From a match in which statistics were counted, at a table of two seats.
    pub fn of(result: &MatchResult) -> Result<Self, BadInput> {
        let (Some(statistics), [red, blue]) = (&result.statistics, &result.seats[..]) else {
            return Err(BadInput::new(format!("{}: statistics files are for two seats", result.game)));
        };
        let spec = Spec::parse(&result.game)?;
        let rules = if spec.rest.is_empty() { spec.name } else { spec.rest };
        let (rules, positions) = rules.split_once(",pos=").unwrap_or((&rules, "null"));
        let (rules, players) = ((rules.into(), positions.into()), [red.clone(), blue.clone()]);
        let wins = [result.wins[0], result.wins[1]];
        Ok(Self::new(rules, players, wins, &statistics.names, &result.each_game))
    }

    fn new(
        rules: (String, String),
        players: [String; 2],
        wins: [u64; 2],
        names: &[&str],
        each_game: &[Vec<f64>],
    ) -> Self {
        let row = |sums: &Vec<f64>| {
            let value = |i: usize| [sums[i], sums[names.len() + i]];
            names.iter().enumerate().map(|(i, name)| (name.to_string(), value(i))).collect()
        };
        MatchStatistics { rules, players, wins, games: each_game.iter().map(row).collect() }
    }

    /// The sums over all games.
    pub fn totals(&self) -> Vec<(String, [f64; 2])> {
        let mut totals: Vec<(String, [f64; 2])> = Vec::new();
        for (name, values) in self.games.iter().flatten() {
            match totals.iter_mut().find(|(n, _)| n == name) {
                Some((_, sum)) => (0..2).for_each(|s| sum[s] += values[s]),
                None => totals.push((name.clone(), *values)),
            }
        }
        totals
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
            game.iter().for_each(|(name, values)| pair(text, name, *values));
            let _ = writeln!(text, "</game_{}>", i + 1);
        }
        text.push_str("<results>\n");
        pair(text, "wins", self.wins.map(|w| w as f64));
        self.totals().iter().for_each(|(name, values)| pair(text, name, *values));
        text.push_str("</results>\n");
    }
}

impl StatisticsFile {
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

    /// Reads a file back, and refuses one whose results are not the sums of its games.
    pub fn parse(origin: &str, text: &str) -> Result<StatisticsFile, BadInput> {
        let mut reader = Reader { origin, text, at: 0 };
        let file = reader.value("file")?;
        let tournament = Some(reader.value("tournament_file")?).filter(|t| t != "null");
        let mut matches = Vec::new();
        if tournament.is_none() {
            matches.push(reader.one_match()?);
        } else {
            while reader.peek()?.starts_with("match_") {
                reader.tag()?;
                reader.value("fixture")?;
                matches.push(reader.one_match()?);
                let number = matches.len();
                reader.expect(&format!("/match_{number}"))?;
            }
        }
        reader.expect("/file")?;
        Ok(StatisticsFile { file, tournament, matches })
    }
}

struct Reader<'a> {
    origin: &'a str,
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn fail<T>(&self, why: &str) -> Result<T, BadInput> {
        let line = self.text[..self.at].matches('\n').count() + 1;
        Err(BadInput::new(format!("{}:{line}: {why}", self.origin)))
    }

    /// The inside of the next tag, without going past it.
    fn peek(&mut self) -> Result<&'a str, BadInput> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        let rest = &self.text[self.at..];
        match rest.strip_prefix('<').and_then(|r| r.find('>').map(|end| &r[..end])) {
            Some(tag) => Ok(tag),
            None => self.fail("expected a tag like <red_wins=3>"),
        }
    }

    fn tag(&mut self) -> Result<&'a str, BadInput> {
        let tag = self.peek()?;
        self.at += tag.len() + 2;
        Ok(tag)
    }

    fn expect(&mut self, wanted: &str) -> Result<(), BadInput> {
        match self.peek()? == wanted {
            true => self.tag().map(drop),
            false => self.fail(&format!("expected <{wanted}>")),
        }
    }

    fn value(&mut self, key: &str) -> Result<String, BadInput> {
        match self.peek()?.split_once('=') {
            Some((k, value)) if k == key => {
                self.tag()?;
                Ok(value.to_string())
            }
            _ => self.fail(&format!("expected <{key}=…>")),
        }
    }

    /// `<red_NAME=…><blue_NAME=…>`.
    fn pair(&mut self) -> Result<(String, [f64; 2]), BadInput> {
        let Some((red, _)) = self.peek()?.split_once('=') else {
            return self.fail("expected <red_NAME=…>");
        };
        let Some(name) = red.strip_prefix("red_") else { return self.fail("expected <red_NAME=…>") };
        let mut values = [0.0; 2];
        for (seat, value) in SEATS.iter().zip(&mut values) {
            *value = match self.value(&format!("{seat}_{name}"))?.parse() {
                Ok(number) => number,
                Err(_) => return self.fail("expected a number before here"),
            };
        }
        Ok((name.to_string(), values))
    }

    fn pairs_until(&mut self, end: &str) -> Result<Vec<(String, [f64; 2])>, BadInput> {
        let mut pairs = Vec::new();
        while self.peek()? != end {
            pairs.push(self.pair()?);
        }
        self.tag()?;
        Ok(pairs)
    }

    fn one_match(&mut self) -> Result<MatchStatistics, BadInput> {
        let rules = (self.value("game_rules_file")?, self.value("game_positions_file")?);
        let Ok(count) = self.value("no_games_played")?.parse::<usize>() else {
            return self.fail("expected the number of games before here");
        };
        let players = [self.value("red_player_type_file")?, self.value("blue_player_type_file")?];
        let mut games = Vec::new();
        for number in 1..=count {
            self.expect(&format!("game_{number}"))?;
            games.push(self.pairs_until(&format!("/game_{number}"))?);
        }
        self.expect("results")?;
        let mut results = self.pairs_until("/results")?;
        if results.first().is_none_or(|(name, _)| name != "wins") {
            return self.fail("the results before here do not begin with the wins");
        }
        let wins = results.remove(0).1.map(|w| w as u64);
        let read = MatchStatistics { rules, players, wins, games };
        match read.totals() == results {
            true => Ok(read),
            false => self.fail("the results before here are not the sums of the games"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> StatisticsFile {
        let games = vec![vec![5.0, 1.0, 7.0, 2.0], vec![6.0, 0.0, 1.0, 3.0]];
        let one = MatchStatistics::new(
            ("p1vp2.rg".into(), "standard.pos".into()),
            ["a.aip".into(), "b.aip".into()],
            [1, 1],
            &["points", "men_lost"],
            &games,
        );
        StatisticsFile { file: "x.txt".into(), tournament: None, matches: vec![one] }
    }

    #[test]
    fn files_are_as_in_appendix_5_and_read_back() {
        let file = sample();
        let text = file.text();
        assert!(text.contains(
            "<game_2>\n<red_points=6><blue_points=1>\n<red_men_lost=0><blue_men_lost=3>\n</game_2>"
        ));
        assert!(text.contains("<results>\n<red_wins=1><blue_wins=1>\n<red_points=11><blue_points=8>\n"));
        assert_eq!(StatisticsFile::parse("x", &text).unwrap(), file);
        let twice = StatisticsFile {
            tournament: Some("t.trn".into()),
            matches: [file.matches.clone(), file.matches.clone()].concat(),
            ..file
        };
        assert_eq!(StatisticsFile::parse("x", &twice.text()).unwrap(), twice);
    }

    #[test]
    fn wrong_sums_and_broken_files_are_refused() {
        let text = sample().text();
        let check = |text: &str, expect: &str| {
            assert_eq!(StatisticsFile::parse("x", text).unwrap_err().0, expect);
        };
        check(
            &text.replace("red_points=11", "red_points=12"),
            "x:20: the results before here are not the sums of the games",
        );
        check(&text.replace("<game_2>", "<game_3>"), "x:12: expected <game_2>");
        check(&text[..40], "x:3: expected a tag like <red_wins=3>");
        check("", "x:1: expected a tag like <red_wins=3>");
    }
}
