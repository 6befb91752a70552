//! Reads and writes `.axis` files: statements first, kind by kind, so that they may stand in any order; then
//! what only the whole scenario can tell.

mod check;
mod line;
mod script;
mod text;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    Domain, MAX_NATIONS, MAX_PROVINCES, MAX_UNITS, Nation, Naval, Province, Rules, Scenario, Script, Stack,
    Terrain, Unit, Victory,
};
use line::{Line, Words, clip, unknown, wrong};
pub(in crate::axis) use line::{MAX_KEY, MAX_NAME, MAX_NOTE, MAX_NOTES, Wrong};
pub(super) use text::write;

/// The most money of a nation.
pub(in crate::axis) const MAX_MONEY: u16 = 60_000;
/// The highest price of a unit, and the most that a province is worth.
pub(in crate::axis) const MAX_WORTH: u16 = 1000;
/// The most units of a kind in a place.
pub(in crate::axis) const MAX_COUNT: u16 = 9999;
/// The most rounds of a game.
const MAX_ROUNDS: u16 = 9999;
/// The most cargo, room, decks, factories and cities.
pub(in crate::axis) const MAX_SMALL: u8 = 99;
/// The most that a picture measures.
const MAX_SIZE: u16 = 9999;
/// The word for units that belong to no nation.
pub(in crate::axis) const NEUTRAL: &str = "neutral";

/// The first words of statements.
const STATEMENTS: [&str; 15] = [
    "scenario",
    "alliance",
    "unit",
    "nation",
    "province",
    "stack",
    "script",
    "victory",
    "rounds",
    "flak",
    "blitz",
    "factories",
    "raids",
    "economy",
    "unplayable",
];

/// The scenario that the text of a file describes.
pub(in crate::axis) fn read(text: &str) -> Result<Scenario, Wrong> {
    let mut draft = Draft { end: text.lines().count().max(1), ..Draft::default() };
    let mut lines = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let statement = line.split('#').next().unwrap_or("").trim();
        if !statement.is_empty() {
            let (word, rest) = statement.split_once(char::is_whitespace).unwrap_or((statement, ""));
            if !STATEMENTS.contains(&word) {
                return wrong(i + 1, unknown("statement", word, STATEMENTS.into_iter()));
            }
            lines.push(Line { number: i + 1, word, rest: rest.trim() });
        }
    }
    for kind in STATEMENTS {
        for line in lines.iter().filter(|l| l.word == kind) {
            draft.read(*line)?;
        }
    }
    draft.finish()
}

/// Names of one kind, each with its line and its number.
#[derive(Default)]
struct Names<'a>(FxHashMap<&'a str, (usize, usize)>);

impl<'a> Names<'a> {
    fn add(&mut self, what: &str, line: usize, name: &'a str, most: usize) -> Result<(), Wrong> {
        line::check_key(line, name)?;
        if let Some((first, _)) = self.0.get(name) {
            return wrong(line, format!("{what} '{name}' stands in line {first} too, expected it once"));
        }
        let number = self.0.len();
        if number == most {
            return wrong(line, format!("{what} '{name}': expected at most {most} of them"));
        }
        self.0.insert(name, (line, number));
        Ok(())
    }

    /// The number of a name. No kind has more names than fit its index.
    fn find(&self, what: &str, line: usize, name: &str) -> Result<usize, Wrong> {
        match self.0.get(name) {
            Some((_, number)) => Ok(*number),
            None => {
                let mut known: Vec<&str> = self.0.keys().copied().collect();
                known.sort_unstable();
                wrong(line, unknown(what, name, known.into_iter()))
            }
        }
    }
}

/// A file as far as it has been read.
#[derive(Default)]
struct Draft<'a> {
    end: usize,
    name: Option<&'a str>,
    alliances: Vec<String>,
    alliance_names: Names<'a>,
    units: Vec<Unit>,
    unit_names: Names<'a>,
    nations: Vec<Nation>,
    nation_names: Names<'a>,
    provinces: Vec<Province>,
    province_names: Names<'a>,
    province_lines: Vec<usize>,
    neighbours: Vec<&'a str>,
    rules: Rules,
    ruled: FxHashMap<&'a str, usize>,
    start: Vec<Stack>,
    start_lines: Vec<usize>,
    placed: FxHashSet<(u16, Option<u8>, u8)>,
    scripts: Vec<Script>,
    script_lines: Vec<usize>,
    unplayable: Vec<String>,
}

impl<'a> Draft<'a> {
    fn read(&mut self, line: Line<'a>) -> Result<(), Wrong> {
        match line.word {
            "scenario" => {
                line::check_note(&line, MAX_NAME)?;
                match self.name.replace(line.rest) {
                    None => Ok(()),
                    Some(_) => wrong(line.number, "'scenario' stands twice, expected it once"),
                }
            }
            "alliance" => self.alliance(line),
            "unit" => self.unit(line),
            "nation" => self.nation(line),
            "province" => self.province(line),
            "stack" => self.stack(line),
            "script" => self.script(line),
            "unplayable" => {
                line::check_note(&line, MAX_NOTE)?;
                if self.unplayable.len() == MAX_NOTES {
                    return wrong(line.number, format!("expected at most {MAX_NOTES} lines 'unplayable'"));
                }
                self.unplayable.push(line.rest.to_string());
                Ok(())
            }
            _ => self.rule(line),
        }
    }

    fn alliance(&mut self, line: Line<'a>) -> Result<(), Wrong> {
        self.alliance_names.add("alliance", line.number, line.rest, MAX_NATIONS)?;
        self.alliances.push(line.rest.to_string());
        Ok(())
    }

    fn unit(&mut self, line: Line<'a>) -> Result<(), Wrong> {
        let mut words = Words::new(line, "unit infantry land attack 1 defence 2 move 1 cost 3");
        let name = words.name("a key")?;
        self.unit_names.add("unit", line.number, name, MAX_UNITS)?;
        let domain = match words.name("land, air or sea")? {
            "land" => Domain::Land,
            "air" => Domain::Air,
            "sea" => Domain::Sea,
            other => return words.unknown("domain", other, &["land", "air", "sea"]),
        };
        let mut unit = Unit {
            name: name.to_string(),
            domain,
            attack: 0,
            defence: 0,
            movement: 0,
            cost: 0,
            hits: 1,
            blitz: false,
            supports: 0,
            supportable: false,
            bombs: false,
            flak: false,
            factory: false,
            naval: Naval::default(),
        };
        while let Some(word) = words.key()? {
            let naval = &mut unit.naval;
            match word {
                "attack" => unit.attack = words.number(0, 6)?,
                "defence" => unit.defence = words.number(0, 6)?,
                "move" => unit.movement = words.number(0, 20)?,
                "cost" => unit.cost = words.number(0, MAX_WORTH)?,
                "hits" => unit.hits = words.number(1, 9)?,
                "supports" => unit.supports = words.number(1, 9)?,
                "blitz" => unit.blitz = true,
                "supportable" => unit.supportable = true,
                "bombs" => unit.bombs = true,
                "flak" => unit.flak = true,
                "factory" => unit.factory = true,
                "capacity" => naval.capacity = words.number(0, MAX_SMALL)?,
                "room" => naval.room = words.number(0, MAX_SMALL)?,
                "deck" => naval.deck = words.number(0, MAX_SMALL)?,
                "berth" => naval.berth = words.number(0, MAX_SMALL)?,
                "submarine" => naval.submarine = true,
                "destroyer" => naval.destroyer = true,
                "bombards" => naval.bombards = true,
                other => return words.unknown("word", other, &text::UNIT_WORDS),
            }
        }
        self.units.push(unit);
        Ok(())
    }

    fn nation(&mut self, line: Line<'a>) -> Result<(), Wrong> {
        let mut words = Words::new(line, "nation russians of allies money 24 buys infantry fighter=12");
        let name = words.name("a key")?;
        if name == NEUTRAL {
            return wrong(line.number, "'neutral' is the word for units of nobody, expected another name");
        }
        self.nation_names.add("nation", line.number, name, MAX_NATIONS)?;
        let (mut alliance, mut money, mut buys) = (None, 0, Vec::new());
        while let Some(word) = words.key()? {
            match word {
                "of" => {
                    let of = words.name("an alliance")?;
                    alliance = Some(self.alliance_names.find("alliance", line.number, of)? as u8);
                }
                "money" => money = words.number(0, MAX_MONEY)?,
                "buys" => {
                    while let Some(word) = words.next() {
                        let (unit, price) = word.split_once('=').unwrap_or((word, ""));
                        let unit = self.unit_names.find("unit", line.number, unit)? as u8;
                        let kind = &self.units[usize::from(unit)];
                        if buys.iter().any(|(other, _)| *other == unit) {
                            let what = format!("'{name}' buys '{}' twice, expected it once", kind.name);
                            return wrong(line.number, what);
                        }
                        let cost = kind.cost.to_string();
                        let price = if word.contains('=') { price } else { &cost };
                        let what = format!("the price of '{}'", kind.name);
                        buys.push((unit, line::number(line.number, &what, price, 1, MAX_WORTH)?));
                    }
                }
                other => return words.unknown("word", other, &["of", "money", "buys"]),
            }
        }
        let Some(alliance) = alliance else {
            return wrong(line.number, format!("nation '{name}' has no alliance, expected 'of' and its key"));
        };
        self.nations.push(Nation { name: name.to_string(), alliance, money, buys });
        Ok(())
    }

    fn province(&mut self, line: Line<'a>) -> Result<(), Wrong> {
        let like = "province peru worth 2 owner reds: brazil chile";
        let Some((head, neighbours)) = line.rest.split_once(':') else {
            return wrong(line.number, format!("expected ':' and the neighbours, like '{like}'"));
        };
        let mut words = Words::new(Line { rest: head, ..line }, like);
        let name = words.name("a key")?;
        self.province_names.add("province", line.number, name, MAX_PROVINCES)?;
        let mut province = Province {
            name: name.to_string(),
            terrain: Terrain::Land,
            worth: 0,
            cities: 0,
            owner: None,
            capital: None,
            at: None,
            neighbours: Vec::new(),
        };
        while let Some(word) = words.key()? {
            match word {
                "water" => province.terrain = Terrain::Water,
                "impassable" => province.terrain = Terrain::Impassable,
                "worth" => province.worth = words.number(0, MAX_WORTH)?,
                "cities" => province.cities = words.number(0, MAX_SMALL)?,
                "at" => province.at = Some((words.number(0, MAX_SIZE)?, words.number(0, MAX_SIZE)?)),
                "owner" | "capital" => {
                    let nation = words.name("a nation")?;
                    let nation = Some(self.nation_names.find("nation", line.number, nation)? as u8);
                    *(if word == "owner" { &mut province.owner } else { &mut province.capital }) = nation;
                }
                other => {
                    let valid = ["water", "impassable", "worth", "cities", "owner", "capital", "at"];
                    return words.unknown("word", other, &valid);
                }
            }
        }
        self.provinces.push(province);
        self.province_lines.push(line.number);
        self.neighbours.push(neighbours);
        Ok(())
    }

    fn stack(&mut self, line: Line<'a>) -> Result<(), Wrong> {
        let mut words = Words::new(line, "stack peru reds infantry 3 fighter 1");
        let place = words.name("a province")?;
        let province = self.province_names.find("province", line.number, place)? as u16;
        let nation = match words.name("a nation or 'neutral'")? {
            NEUTRAL => None,
            name => Some(self.nation_names.find("nation", line.number, name)? as u8),
        };
        let mut empty = true;
        while let Some(word) = words.next() {
            let unit = self.unit_names.find("unit", line.number, word)? as u8;
            let count = words.number_of(word, 1, MAX_COUNT)?;
            if !self.placed.insert((province, nation, unit)) {
                return wrong(line.number, format!("'{word}' stands in '{place}' twice, expected it once"));
            }
            self.start.push(Stack { province, nation, unit, count });
            self.start_lines.push(line.number);
            empty = false;
        }
        if empty { words.missing("units and how many") } else { Ok(()) }
    }

    fn rule(&mut self, line: Line<'a>) -> Result<(), Wrong> {
        if let Some(first) = self.ruled.insert(line.word, line.number) {
            let what = format!("'{}' stands in line {first} too, expected it once", line.word);
            return wrong(line.number, what);
        }
        let mut words = Words::new(line, text::example(line.word));
        match line.word {
            "victory" => self.rules.victory = self.victory(&mut words)?,
            "rounds" => self.rules.rounds = words.number_of("rounds", 1, MAX_ROUNDS)?,
            "factories" => self.rules.factories = words.number_of("factories", 0, MAX_SMALL)?,
            "flak" => self.rules.overflight = words.either("overflight", "attack")?,
            "blitz" => self.rules.blitz_flak = words.either("free", "stopped")?,
            "raids" => self.rules.raid_limit = words.either("limited", "free")?,
            _ => self.rules.economy = words.either("on", "off")?,
        }
        words.end()
    }

    fn victory(&self, words: &mut Words<'a>) -> Result<Victory, Wrong> {
        match words.name("capitals, held, provinces, cities or balance")? {
            "capitals" => Ok(Victory::Capitals),
            "held" => Ok(Victory::Held),
            "provinces" => Ok(Victory::Provinces),
            "balance" => Ok(Victory::Balance),
            "cities" => {
                let total: u32 = self.provinces.iter().map(|p| u32::from(p.cities)).sum();
                let most = u16::try_from(total).unwrap_or(u16::MAX);
                let mut needed = vec![0; self.alliances.len()];
                let mut named = FxHashSet::default();
                while let Some(word) = words.next() {
                    let alliance = self.alliance_names.find("alliance", words.line(), word)?;
                    if !named.insert(alliance) {
                        return wrong(words.line(), format!("'{word}' stands twice, expected it once"));
                    }
                    needed[alliance] = words.number_of(word, 1, most)?;
                }
                if named.is_empty() {
                    return words.missing("alliances and how many cities each needs");
                }
                Ok(Victory::Cities(needed))
            }
            other => words.unknown("victory", other, &["capitals", "held", "provinces", "cities", "balance"]),
        }
    }

    fn finish(mut self) -> Result<Scenario, Wrong> {
        let Some(name) = self.name else {
            return wrong(self.end, "the file ends, expected a line 'scenario …'");
        };
        for i in 0..self.provinces.len() {
            self.join(i)?;
        }
        let scenario = Scenario {
            name: name.to_string(),
            alliances: self.alliances,
            nations: self.nations,
            units: self.units,
            provinces: self.provinces,
            rules: self.rules,
            start: self.start,
            scripts: self.scripts,
            unplayable: self.unplayable,
        };
        let lines = check::Lines {
            end: self.end,
            provinces: &self.province_lines,
            stacks: &self.start_lines,
            scripts: &self.script_lines,
            victory: self.ruled.get("victory").copied().unwrap_or(self.end),
        };
        check::whole(&scenario, &lines)?;
        Ok(scenario)
    }

    /// Turns the words after the colon into neighbours.
    fn join(&mut self, i: usize) -> Result<(), Wrong> {
        let line = self.province_lines[i];
        let name = &self.provinces[i].name;
        let mut neighbours = Vec::new();
        for word in self.neighbours[i].split_whitespace() {
            let j = self.province_names.find("province", line, word)?;
            if i == j {
                return wrong(line, format!("'{name}' is joined to itself, expected other provinces"));
            }
            neighbours.push(j as u16);
        }
        neighbours.sort_unstable();
        if let Some(pair) = neighbours.windows(2).find(|pair| pair[0] == pair[1]) {
            let twice = &self.provinces[usize::from(pair[0])].name;
            return wrong(line, format!("'{name}' lists '{}' twice, expected it once", clip(twice)));
        }
        self.provinces[i].neighbours = neighbours;
        Ok(())
    }
}
