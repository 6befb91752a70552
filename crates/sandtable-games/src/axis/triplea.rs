//! Imports TripleA's game files: the map, nations, units, prices, rules and the start become a [`Scenario`].
//!
//! A game file is XML. Its format is older than the habit of validating it, so the importer takes old
//! spellings, refuses what contradicts itself with file and line, and says of everything else whether it was
//! brought over. Nothing outside the file is ever read, and files that would cost more time or memory than
//! they are worth are refused before they are parsed.

mod names;
mod nations;
mod notes;
mod provinces;
mod rules;
mod start;
mod units;
mod xml;

use rustc_hash::FxHashMap;
use sandtable_core::BadInput;

use super::scenario::file::{self, MAX_NAME};
use super::scenario::{Nation, Province, Rules, Scenario, Stack, Unit, Victory};
use names::Keys;
use notes::Notes;
use xml::{Element, Xml};

/// A game file as a scenario, and what became of its parts.
#[derive(Clone, Debug)]
pub struct Import {
    /// What was brought over.
    pub scenario: Scenario,
    /// What was understood, in words.
    pub understood: Vec<String>,
    /// What was not understood or not brought over, each once, with how often it occurs.
    pub ignored: Vec<String>,
}

/// A file as far as it has been read. Indices are those of the scenario to be, except units', which are those
/// of the file's list until the ones that nobody uses are dropped.
#[derive(Default)]
struct Draft {
    keys: Keys,
    notes: Notes,
    alliances: Vec<String>,
    alliance_names: Vec<String>,
    nations: Vec<Nation>,
    nation_index: FxHashMap<String, usize>,
    units: Vec<Unit>,
    unit_index: FxHashMap<String, usize>,
    provinces: Vec<Province>,
    province_index: FxHashMap<String, usize>,
    properties: FxHashMap<String, String>,
    rules: Rules,
    start: Vec<Stack>,
}

/// Reads a game file; `file` names it in errors.
pub fn import(file: &str, text: &str) -> Result<Import, BadInput> {
    xml::guard(file, text)?;
    let xml = Xml::parse(file, text)?;
    let game = xml.root("game")?;
    let mut draft = Draft::default();
    for part in game.children() {
        match part.name() {
            "map" | "playerList" | "unitList" | "gamePlay" | "production" | "attachmentList"
            | "attatchmentList" | "initialize" | "propertyList" | "info" | "resourceList" => {}
            "diceSides" => draft.dice(&part),
            "variableList" => {
                draft.notes.ignored("element <variableList>");
                draft.notes.unplayable("variables that the file replaces in its own text");
            }
            other => draft.notes.ignored(&format!("element <{}>", xml::clip(other))),
        }
    }
    let title = game.child("info").and_then(|i| i.get("name")).unwrap_or("");
    draft.read_properties(&game);
    draft.read_map(&game)?;
    draft.read_nations(&game)?;
    draft.read_unit_list(&game)?;
    draft.read_attachments(&game)?;
    draft.read_production(&game)?;
    draft.read_start(&game)?;
    draft.settle_neutrals();
    draft.drop_unused_units();
    draft.settle_rules();
    draft.finish(file, title)
}

impl Draft {
    fn dice(&mut self, part: &Element) {
        let sides = part.get("value").unwrap_or("");
        if sides != "6" {
            self.notes.unplayable(&format!("dice with {} sides", xml::clip(sides)));
        }
    }

    fn finish(mut self, file: &str, title: &str) -> Result<Import, BadInput> {
        let name: String =
            title.chars().map(|c| if c == '#' || c.is_control() { ' ' } else { c }).take(MAX_NAME).collect();
        let name = if name.trim().is_empty() { "Imported" } else { name.trim() };
        self.count();
        let scenario = Scenario {
            name: name.to_string(),
            alliances: self.alliances,
            nations: self.nations,
            units: self.units,
            provinces: self.provinces,
            rules: self.rules,
            start: self.start,
            scripts: Vec::new(),
            unplayable: self.notes.unplayable_lines(),
        };
        // The reader knows what a scenario must be: what it refuses, the importer refuses too.
        match file::read(&scenario.write()) {
            Ok(scenario) => Ok(Import {
                scenario,
                understood: self.notes.understood_lines(),
                ignored: self.notes.ignored_lines(),
            }),
            Err(wrong) => Err(BadInput::new(format!("{file}:1: as a scenario: {}", wrong.what))),
        }
    }

    /// Says how much there is of everything.
    fn count(&mut self) {
        use super::scenario::Terrain::{Impassable, Land, Water};
        let terrain = |t| self.provinces.iter().filter(|p| p.terrain == t).count();
        let mut lines = vec![format!(
            "{} provinces: {} land, {} water, {} impassable",
            self.provinces.len(),
            terrain(Land),
            terrain(Water),
            terrain(Impassable)
        )];
        let borders = self.provinces.iter().map(|p| p.neighbours.len()).sum::<usize>() / 2;
        lines.push(format!("{borders} connections"));
        let names = |all: Vec<&str>| all.join(", ");
        lines.push(format!(
            "{} nations in the order of their turns: {}",
            self.nations.len(),
            names(self.nations.iter().map(|n| n.name.as_str()).collect())
        ));
        lines.push(format!(
            "{} alliances: {}",
            self.alliances.len(),
            names(self.alliances.iter().map(String::as_str).collect())
        ));
        lines.push(format!(
            "{} kinds of units: {}",
            self.units.len(),
            names(self.units.iter().map(|u| u.name.as_str()).collect())
        ));
        let prices: usize = self.nations.iter().map(|n| n.buys.len()).sum();
        lines.push(format!("{prices} prices"));
        let standing: u64 = self.start.iter().map(|s| u64::from(s.count)).sum();
        lines.push(format!("{standing} units at the start"));
        let money: u64 = self.nations.iter().map(|n| u64::from(n.money)).sum();
        lines.push(format!("{money} money at the start"));
        let owned = self.provinces.iter().filter(|p| p.owner.is_some()).count();
        lines.push(format!("{owned} provinces with an owner"));
        lines.push(match &self.rules.victory {
            Victory::Capitals => "victory: all capitals".to_string(),
            Victory::Held => "victory: all capitals, through a whole round".to_string(),
            Victory::Provinces => "victory: all provinces".to_string(),
            Victory::Balance => "victory: the balance at the end".to_string(),
            Victory::Cities(needed) => {
                let each = self.alliances.iter().zip(needed).filter(|(_, n)| **n > 0);
                let each: Vec<String> = each.map(|(a, n)| format!("{a} {n}")).collect();
                format!("victory: so many victory cities: {}", each.join(", "))
            }
        });
        let word = |yes: bool, a: &'static str, b: &'static str| if yes { a } else { b };
        lines.push(format!(
            "rules: flak fires at planes that {}, blitz past it is {}, raids are {}, {} factories in a province",
            word(self.rules.overflight, "fly over or attack", "attack"),
            word(self.rules.blitz_flak, "free", "stopped"),
            word(self.rules.raid_limit, "limited", "free"),
            self.rules.factories,
        ));
        for line in lines {
            self.notes.understood(line);
        }
    }
}
