//! Reads statistics files back, and refuses those that contradict themselves: each error names the line and what was expected.

use sandtable_core::BadInput;

use super::{MatchStatistics, SEATS, StatisticsFile};

/// The most statistics of a game.
const MOST_NAMES: usize = 100;

impl StatisticsFile {
    /// Reads a file; `origin` names it in errors.
    pub fn parse(origin: &str, text: &str) -> Result<StatisticsFile, BadInput> {
        let mut reader = Reader { origin, text, at: 0 };
        let file = reader.value("file")?;
        let tournament = Some(reader.value("tournament_file")?).filter(|t| t != "null");
        let mut matches = Vec::new();
        if tournament.is_none() {
            matches.push(reader.one_match()?);
        } else {
            while reader.peek()? != "/file" {
                let number = matches.len() + 1;
                reader.expect(&format!("match_{number}"))?;
                let fixture = reader.value("fixture")?;
                let one = reader.one_match()?;
                if one.players.join(",") != fixture {
                    let line = format!("the match before here is not that of <fixture={fixture}>");
                    return reader.fail(&line);
                }
                matches.push(one);
                reader.expect(&format!("/match_{number}"))?;
            }
        }
        reader.expect("/file")?;
        match reader.rest().is_empty() {
            true => Ok(StatisticsFile { file, tournament, matches }),
            false => reader.fail("expected nothing after </file>"),
        }
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

    /// What is left, from the next character that is not white space.
    fn rest(&mut self) -> &'a str {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest
    }

    /// The inside of the next tag, without going past it.
    fn peek(&mut self) -> Result<&'a str, BadInput> {
        let rest = self.rest();
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
    fn pair(&mut self, name: &str) -> Result<[f64; 2], BadInput> {
        let mut values = [0.0; 2];
        for (seat, value) in SEATS.iter().zip(&mut values) {
            let key = format!("{seat}_{name}");
            *value = match self.value(&key)?.parse() {
                Ok(number) if f64::is_finite(number) => number,
                _ => return self.fail(&format!("expected a number in <{key}=…> before here")),
            };
        }
        Ok(values)
    }

    /// The name of the next pair.
    fn name(&mut self) -> Result<String, BadInput> {
        match self.peek()?.split_once('=').and_then(|(key, _)| key.strip_prefix("red_")) {
            Some(name) => Ok(name.to_string()),
            None => self.fail("expected <red_NAME=…>"),
        }
    }

    /// The statistics of the first game, which say what the others have.
    fn names(&mut self, end: &str) -> Result<(Vec<String>, Vec<[f64; 2]>), BadInput> {
        let (mut names, mut values) = (Vec::new(), Vec::new());
        while self.peek()? != end {
            let name = self.name()?;
            if names.contains(&name) || names.len() == MOST_NAMES {
                return self.fail(&format!("<red_{name}=…>: expected each name once, {MOST_NAMES} at most"));
            }
            values.push(self.pair(&name)?);
            names.push(name);
        }
        Ok((names, values))
    }

    fn one_match(&mut self) -> Result<MatchStatistics, BadInput> {
        let rules = (self.value("game_rules_file")?, self.value("game_positions_file")?);
        let Some(count) = self.value("no_games_played")?.parse().ok().filter(|n| *n > 0u64) else {
            return self.fail("expected the number of games, 1 at least, before here");
        };
        let players = [self.value("red_player_type_file")?, self.value("blue_player_type_file")?];
        let (mut names, mut games) = (Vec::new(), Vec::new());
        for number in 1..=count {
            self.expect(&format!("game_{number}"))?;
            let end = format!("/game_{number}");
            if number == 1 {
                let (first, values) = self.names(&end)?;
                names = first;
                games.push(values);
            } else {
                games.push(names.iter().map(|name| self.pair(name)).collect::<Result<_, _>>()?);
            }
            self.expect(&end)?;
        }
        self.expect("results")?;
        let wins = self.pair("wins")?;
        let whole = |w: f64| w >= 0.0 && w.fract() == 0.0 && w <= count as f64;
        if !wins.into_iter().all(whole) || wins[0] + wins[1] > count as f64 {
            return self.fail(&format!("expected the wins of {count} games before here"));
        }
        let read = MatchStatistics { rules, players, wins: wins.map(|w| w as u64), names, games };
        for (name, total) in read.names.iter().zip(read.totals()) {
            if self.pair(name)? != total {
                return self.fail(&format!("{name} before here is not the sum over the games"));
            }
        }
        self.expect("/results")?;
        Ok(read)
    }
}
