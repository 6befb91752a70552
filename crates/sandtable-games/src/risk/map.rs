//! Maps: territories, the continents they belong to, and who borders whom. Read from `.map` files.
//!
//! A map file has one statement a line. `map Classic world` names the map; `continent asia 7` begins a continent and
//! says how many armies it is worth; `siam: china india indonesia` is a territory of that continent with all its
//! neighbours; `alias southeast-asia siam` is another name for a territory. `#` begins a comment. `siam@1057,347: …` says
//! besides where the territory is in a picture, to the right and down; it stands with all territories or with none.
//!
//! Every border stands in the file twice, once for each side. That costs a few words and catches the usual slip of
//! a map, a border that only one side knows about.

mod file;
mod shapes;

pub use shapes::{Outline, Shapes};

use sandtable_core::BadInput;

/// The most territories a map can have: one bit each, and two bits to spare in a word.
pub const MAX_TERRITORIES: usize = 62;
/// The most characters of a key.
const MAX_KEY: usize = 40;

/// A place that a player holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Territory {
    /// Its key: lower case words joined by hyphens.
    pub name: String,
    /// The continent it belongs to, an index into [`Map::continents`].
    pub continent: u8,
    /// Where it is in a picture, if the file says so.
    pub at: Option<(u16, u16)>,
}

/// Territories that are worth extra armies to whoever holds them all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continent {
    /// Its key: lower case words joined by hyphens.
    pub name: String,
    /// The extra armies.
    pub bonus: u16,
    /// Its territories, a bit each.
    pub members: u64,
}

/// A connected map. Borders work both ways, and every territory belongs to one continent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Its title.
    pub name: String,
    /// The territories in the order of the file; those of a continent stand together.
    pub territories: Vec<Territory>,
    /// The continents in the order of the file.
    pub continents: Vec<Continent>,
    /// The neighbours of each territory, a bit each.
    pub adjacent: Vec<u64>,
    aliases: Vec<Alias>,
}

/// Another name for a territory.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Alias {
    name: String,
    of: usize,
}

impl Map {
    /// Reads a map file; `file` names it in errors.
    pub fn parse(file: &str, text: &str) -> Result<Map, BadInput> {
        file::read(text).map_err(|wrong| BadInput::new(format!("{file}:{}: {}", wrong.line, wrong.what)))
    }

    /// The number of territories.
    pub fn len(&self) -> usize {
        self.territories.len()
    }

    /// Always false: a map has at least two territories.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The number of borders, each counted once.
    pub fn edges(&self) -> usize {
        self.adjacent.iter().map(|mask| mask.count_ones() as usize).sum::<usize>() / 2
    }

    /// The territory with this key or alias; the error suggests the nearest one.
    pub fn find(&self, name: &str) -> Result<usize, BadInput> {
        let found = self.names().find(|(known, _)| *known == name);
        found.map(|(_, i)| i).ok_or_else(|| BadInput::new(self.unknown(name)))
    }

    /// The same map without the border between two territories, as some printings have it.
    pub fn without(&self, a: &str, b: &str) -> Result<Map, BadInput> {
        let (from, to) = (self.find(a)?, self.find(b)?);
        if self.adjacent[from] >> to & 1 == 0 {
            return Err(BadInput::new(format!("'{a}' and '{b}' are not joined, expected two neighbours")));
        }
        let mut map = self.clone();
        map.adjacent[from] &= !(1 << to);
        map.adjacent[to] &= !(1 << from);
        match map.cut_off() {
            None => Ok(map),
            Some(i) => Err(BadInput::new(format!("without {a} to {b}: {}", map.apart(i)))),
        }
    }

    /// The map as a file, which reads back as the same map: neighbours in alphabetical order, aliases at the end.
    pub fn text(&self) -> String {
        let mut text = format!("map {}\n", self.name);
        for (c, continent) in self.continents.iter().enumerate() {
            text += &format!("\ncontinent {} {}\n", continent.name, continent.bonus);
            for (i, territory) in self.territories.iter().enumerate() {
                if usize::from(territory.continent) == c {
                    let others = self.territories.iter().enumerate();
                    let joined = others.filter(|(j, _)| self.adjacent[i] >> j & 1 == 1);
                    let mut neighbours: Vec<&str> = joined.map(|(_, t)| t.name.as_str()).collect();
                    neighbours.sort_unstable();
                    let at = territory.at.map_or(String::new(), |(x, y)| format!("@{x},{y}"));
                    text += &format!("{}{at}: {}\n", territory.name, neighbours.join(" "));
                }
            }
        }
        for (i, alias) in self.aliases.iter().enumerate() {
            let gap = if i == 0 { "\n" } else { "" };
            text += &format!("{gap}alias {} {}\n", alias.name, self.territories[alias.of].name);
        }
        text
    }

    /// Every name that means a territory.
    fn names(&self) -> impl Iterator<Item = (&str, usize)> {
        let keys = self.territories.iter().enumerate().map(|(i, t)| (t.name.as_str(), i));
        keys.chain(self.aliases.iter().map(|a| (a.name.as_str(), a.of)))
    }

    fn unknown(&self, name: &str) -> String {
        let name = clip(name);
        let likeness = |known: &str| strsim::jaro_winkler(&name.to_lowercase(), known);
        let scored = self.names().map(|(known, _)| (likeness(known), known));
        match scored.max_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((score, near)) if score > 0.75 => {
                format!("unknown territory '{name}': did you mean '{near}'?")
            }
            Some((_, near)) => format!("unknown territory '{name}': the nearest is '{near}'"),
            None => format!("unknown territory '{name}': the map has none"),
        }
    }

    /// A territory and a neighbour of it, for examples of what may be said.
    pub(super) fn example(&self) -> (&str, &str) {
        let neighbour = self.adjacent[0].trailing_zeros() as usize;
        (&self.territories[0].name, &self.territories[neighbour].name)
    }

    /// A territory that no way joins to the first one.
    fn cut_off(&self) -> Option<usize> {
        let mut reached = 1u64;
        loop {
            let held = (0..self.len()).filter(|i| reached >> i & 1 == 1);
            let next = held.fold(reached, |mask, i| mask | self.adjacent[i]);
            if next == reached {
                return (0..self.len()).find(|i| reached >> i & 1 == 0);
            }
            reached = next;
        }
    }

    fn apart(&self, i: usize) -> String {
        let (there, here) = (&self.territories[i].name, &self.territories[0].name);
        format!("no way leads from '{here}' to '{there}', expected a connected map")
    }
}

/// Text from a file, fit to be shown in one line: errors must not carry a megabyte or a terminal's control codes.
fn clip(text: &str) -> String {
    let shown = text.chars().take(MAX_KEY).map(|c| if c.is_control() { '\u{fffd}' } else { c });
    let rest = if text.chars().nth(MAX_KEY).is_some() { "…" } else { "" };
    shown.collect::<String>() + rest
}
