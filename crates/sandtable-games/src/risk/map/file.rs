//! Reads map files: statements first, then what only the whole file can tell, borders and aliases.

use super::{Alias, Continent, MAX_KEY, MAX_TERRITORIES, Map, Territory, clip};

/// The most armies a continent can be worth.
const MAX_BONUS: u16 = 100;
/// The most characters of a map's name.
const MAX_NAME: usize = 60;
/// The most that a picture measures.
const MAX_SIZE: u16 = 9_999;
/// The most aliases of a map.
const MAX_ALIASES: usize = 4 * MAX_TERRITORIES;

/// What is wrong with a file, and in which line.
pub(super) struct Wrong {
    pub line: usize,
    pub what: String,
}

fn wrong<T>(line: usize, what: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong { line, what: what.into() })
}

/// The map that the text of a file describes.
pub(super) fn read(text: &str) -> Result<Map, Wrong> {
    let mut draft = Draft::default();
    for (i, line) in text.lines().enumerate() {
        let statement = line.split('#').next().unwrap_or("").trim();
        if !statement.is_empty() {
            draft.read(i + 1, statement)?;
        }
    }
    draft.finish(text.lines().count().max(1))
}

/// A map file as far as it has been read. Neighbours and aliases wait as text until all territories are known.
#[derive(Default)]
struct Draft<'a> {
    name: Option<&'a str>,
    continents: Vec<(usize, Continent)>,
    territories: Vec<(usize, Territory)>,
    neighbours: Vec<&'a str>,
    aliases: Vec<(usize, &'a str, &'a str)>,
}

impl<'a> Draft<'a> {
    fn read(&mut self, line: usize, statement: &'a str) -> Result<(), Wrong> {
        let (word, rest) = statement.split_once(char::is_whitespace).unwrap_or((statement, ""));
        let mut rest_words = rest.split_whitespace();
        let pair = match (rest_words.next(), rest_words.next(), rest_words.next()) {
            (Some(a), Some(b), None) => Some((a, b)),
            _ => None,
        };
        match (word, pair) {
            ("map", _) => self.title(line, rest.trim()),
            ("continent", Some((name, bonus))) => self.continent(line, name, bonus),
            ("continent", None) => {
                wrong(line, "expected a key and a number after 'continent', like 'continent asia 7'")
            }
            ("alias", Some((name, of))) => self.alias(line, name, of),
            ("alias", None) => {
                wrong(line, "expected a new name and a territory after 'alias', like 'alias russia ukraine'")
            }
            _ => match statement.split_once(':') {
                Some((name, neighbours)) => self.territory(line, name.trim(), neighbours),
                None => wrong(
                    line,
                    format!(
                        "'{}': expected map, continent, alias or a territory like 'peru: brazil venezuela'",
                        clip(word)
                    ),
                ),
            },
        }
    }

    fn title(&mut self, line: usize, name: &'a str) -> Result<(), Wrong> {
        if name.is_empty() || name.chars().nth(MAX_NAME).is_some() || name.contains(char::is_control) {
            return wrong(
                line,
                format!("map '{}': expected a name of 1 to {MAX_NAME} characters", clip(name)),
            );
        }
        match self.name.replace(name) {
            None => Ok(()),
            Some(_) => wrong(line, "'map' stands twice, expected it once"),
        }
    }

    fn continent(&mut self, line: usize, name: &str, bonus: &str) -> Result<(), Wrong> {
        check_key(line, name)?;
        self.close_continent()?;
        if let Some((first, _)) = self.continents.iter().find(|(_, c)| c.name == name) {
            return wrong(line, format!("continent '{name}' stands in line {first} too, expected it once"));
        }
        let digits = bonus.bytes().all(|b| b.is_ascii_digit());
        let Some(bonus) = bonus.parse().ok().filter(|b| digits && *b <= MAX_BONUS) else {
            let found = clip(bonus);
            return wrong(
                line,
                format!("the bonus of '{name}' is '{found}': expected a whole number from 0 to {MAX_BONUS}"),
            );
        };
        self.continents.push((line, Continent { name: name.to_string(), bonus, members: 0 }));
        Ok(())
    }

    /// A continent ends where the next one begins; by then it must have a territory.
    fn close_continent(&self) -> Result<(), Wrong> {
        match self.continents.last() {
            Some((line, c)) if c.members == 0 => {
                wrong(*line, format!("continent '{}' is empty, expected a territory in it", c.name))
            }
            _ => Ok(()),
        }
    }

    fn territory(&mut self, line: usize, head: &str, neighbours: &'a str) -> Result<(), Wrong> {
        let (name, at) = match head.split_once('@') {
            Some((name, at)) => (name, Some(point(line, at)?)),
            None => (head, None),
        };
        check_key(line, name)?;
        self.check_point(line, name, at)?;
        if let Some((first, t)) = self.territories.iter().find(|(_, t)| t.name == name) {
            let home = &self.continents[usize::from(t.continent)].1.name;
            return wrong(
                line,
                format!("territory '{name}' stands in line {first} too, in '{home}', expected it once"),
            );
        }
        let (i, continent) = (self.territories.len(), self.continents.len());
        let Some((_, home)) = self.continents.last_mut() else {
            return wrong(line, format!("territory '{name}': expected a line 'continent …' before it"));
        };
        if i == MAX_TERRITORIES {
            return wrong(
                line,
                format!("territory '{name}': expected at most {MAX_TERRITORIES} territories"),
            );
        }
        home.members |= 1 << i;
        // No continent is empty, so there are no more continents than territories.
        let territory = Territory { name: name.to_string(), continent: (continent - 1) as u8, at };
        self.territories.push((line, territory));
        self.neighbours.push(neighbours);
        Ok(())
    }

    /// All territories have a place in the picture, each its own, or none has.
    fn check_point(&self, line: usize, name: &str, at: Option<(u16, u16)>) -> Result<(), Wrong> {
        let Some((first, other)) = self.territories.first() else { return Ok(()) };
        if other.at.is_some() != at.is_some() {
            let (with, without) =
                if at.is_some() { (name, &other.name[..]) } else { (&other.name[..], name) };
            return wrong(
                line,
                format!(
                    "'{with}' has a place and '{without}' has none (see line {first}), expected it for all or for none"
                ),
            );
        }
        let same = self.territories.iter().find(|(_, t)| at.is_some() && t.at == at);
        match same {
            None => Ok(()),
            Some((first, t)) => wrong(
                line,
                format!("'{name}' is where '{}' in line {first} is, expected another place", t.name),
            ),
        }
    }

    fn alias(&mut self, line: usize, name: &'a str, of: &'a str) -> Result<(), Wrong> {
        check_key(line, name)?;
        if let Some((first, ..)) = self.aliases.iter().find(|(_, other, _)| *other == name) {
            return wrong(line, format!("alias '{name}' stands in line {first} too, expected it once"));
        }
        if self.aliases.len() == MAX_ALIASES {
            return wrong(line, format!("alias '{name}': expected at most {MAX_ALIASES} aliases"));
        }
        self.aliases.push((line, name, of));
        Ok(())
    }

    fn finish(self, end: usize) -> Result<Map, Wrong> {
        let Some(name) = self.name else {
            return wrong(end, "the file ends, expected a line 'map …'");
        };
        self.close_continent()?;
        if self.territories.len() < 2 {
            let count = self.territories.len();
            return wrong(end, format!("the number of territories is {count}, expected at least 2"));
        }
        let (lines, territories): (Vec<usize>, Vec<Territory>) = self.territories.into_iter().unzip();
        let mut map = Map {
            name: name.to_string(),
            adjacent: vec![0; territories.len()],
            territories,
            continents: self.continents.into_iter().map(|(_, c)| c).collect(),
            aliases: Vec::new(),
        };
        let mut aliases = Vec::new();
        for (line, name, of) in self.aliases {
            if let Ok(i) = map.find(name) {
                let first = lines[i];
                return wrong(
                    line,
                    format!("alias '{name}' is a territory in line {first}, expected a new name"),
                );
            }
            let of = map.find(of).map_err(|e| Wrong { line, what: e.0 })?;
            aliases.push(Alias { name: name.to_string(), of });
        }
        map.aliases = aliases;
        for (i, neighbours) in self.neighbours.into_iter().enumerate() {
            map.join(i, neighbours).map_err(|what| Wrong { line: lines[i], what })?;
        }
        map.check_borders(&lines)?;
        Ok(map)
    }
}

impl Map {
    fn join(&mut self, i: usize, neighbours: &str) -> Result<(), String> {
        for word in neighbours.split_whitespace() {
            let j = self.find(word).map_err(|e| e.0)?;
            let name = &self.territories[i].name;
            if i == j {
                return Err(format!("'{name}' is joined to itself, expected other territories"));
            }
            if self.adjacent[i] >> j & 1 == 1 {
                return Err(format!("'{name}' lists '{word}' twice, expected it once"));
            }
            self.adjacent[i] |= 1 << j;
        }
        Ok(())
    }

    fn check_borders(&self, lines: &[usize]) -> Result<(), Wrong> {
        for i in 0..self.len() {
            let mut joined = (0..self.len()).filter(|j| self.adjacent[i] >> j & 1 == 1);
            if let Some(j) = joined.find(|j| self.adjacent[*j] >> i & 1 == 0) {
                let (a, b, there) = (&self.territories[i].name, &self.territories[j].name, lines[j]);
                return wrong(
                    lines[i],
                    format!(
                        "'{a}' lists '{b}', but '{b}' in line {there} does not list '{a}', expected both or neither"
                    ),
                );
            }
        }
        match self.cut_off() {
            None => Ok(()),
            Some(i) => wrong(lines[i], self.apart(i)),
        }
    }
}

/// A place in a picture.
fn point(line: usize, text: &str) -> Result<(u16, u16), Wrong> {
    let number = |text: &str| {
        let digits = text.bytes().all(|b| b.is_ascii_digit());
        text.parse().ok().filter(|n| digits && *n <= MAX_SIZE)
    };
    let (x, y) = text.split_once(',').unwrap_or((text, ""));
    match (number(x), number(y)) {
        (Some(x), Some(y)) => Ok((x, y)),
        _ => wrong(
            line,
            format!("'@{}': expected two whole numbers from 0 to {MAX_SIZE}, like peru@431,491", clip(text)),
        ),
    }
}

fn check_key(line: usize, key: &str) -> Result<(), Wrong> {
    let letter = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    let words = key.split('-').all(|word| !word.is_empty() && word.bytes().all(letter));
    if words && key.len() <= MAX_KEY {
        return Ok(());
    }
    let found = clip(key);
    wrong(
        line,
        format!(
            "'{found}': expected lower case words joined by hyphens, like north-africa, at most {MAX_KEY} long"
        ),
    )
}
