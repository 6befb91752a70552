//! The map: territories, connections, and what territory attachments say about them.

use sandtable_core::BadInput;

use super::super::scenario::file::{MAX_MONEY, MAX_SMALL, MAX_WORTH};
use super::super::scenario::{MAX_PROVINCES, Province, Terrain};
use super::Draft;
use super::xml::{Element, clip};

impl Draft {
    pub(super) fn read_map(&mut self, game: &Element) -> Result<(), BadInput> {
        let Some(map) = game.child("map") else {
            return Err(game.bad("the file has no <map>, expected one"));
        };
        for territory in map.all("territory") {
            let name = territory.need("name")?;
            if self.province_index.contains_key(name) {
                return Err(
                    territory.bad(format!("territory '{}' stands twice, expected it once", clip(name)))
                );
            }
            if self.provinces.len() == MAX_PROVINCES {
                return Err(territory.bad(format!("expected at most {MAX_PROVINCES} territories")));
            }
            let water = territory.get("water").is_some_and(truth);
            self.province_index.insert(name.to_string(), self.provinces.len());
            self.provinces.push(Province {
                name: self.keys.key("province", name),
                terrain: if water { Terrain::Water } else { Terrain::Land },
                worth: 0,
                cities: 0,
                owner: None,
                capital: None,
                at: None,
                neighbours: Vec::new(),
            });
        }
        for part in map.children() {
            match part.name() {
                "territory" => {}
                "connection" => self.connect(&part)?,
                other => self.notes.ignored(&format!("element <{}> of the map", clip(other))),
            }
        }
        for province in &mut self.provinces {
            let all = province.neighbours.len();
            province.neighbours.sort_unstable();
            province.neighbours.dedup();
            for _ in province.neighbours.len()..all {
                self.notes.ignored("one side of a connection that stands twice");
            }
        }
        Ok(())
    }

    fn connect(&mut self, connection: &Element) -> Result<(), BadInput> {
        let a = connection.find("territory", "t1", &self.province_index)?;
        let b = connection.find("territory", "t2", &self.province_index)?;
        if a == b {
            self.notes.ignored("connection of a territory with itself");
        } else {
            self.provinces[a].neighbours.push(b as u16);
            self.provinces[b].neighbours.push(a as u16);
        }
        Ok(())
    }

    /// What an attachment says about a territory. Water and impassable land keep nothing that an owner would
    /// need.
    pub(super) fn territory_attachment(&mut self, attachment: &Element, to: &str) -> Result<(), BadInput> {
        let at = attachment.find("territory", to, &self.province_index)?;
        let mut makes = None;
        for option in attachment.all("option") {
            let name = option.need("name")?;
            let value = option.get("value").unwrap_or("");
            match name {
                "production" => {
                    self.provinces[at].worth =
                        self.limit(&option, "what a territory produces", MAX_WORTH.into())? as u16
                }
                "unitProduction" => makes = Some(option.number("value")?),
                "victoryCity" if matches!(value, "true" | "false") => {
                    self.provinces[at].cities = u8::from(value == "true");
                }
                "victoryCity" => {
                    self.provinces[at].cities =
                        self.limit(&option, "the victory cities of a territory", MAX_SMALL.into())? as u8
                }
                "isImpassable" | "isImpassible" => {
                    if truth(value) {
                        self.provinces[at].terrain = Terrain::Impassable;
                    }
                }
                "capital" => {
                    let nation = option.find("player", "value", &self.nation_index)? as u8;
                    if self.provinces.iter().any(|p| p.capital == Some(nation)) {
                        self.notes.ignored("second capital of a nation");
                        self.notes.unplayable("nations with more than one capital");
                    } else {
                        self.provinces[at].capital = Some(nation);
                    }
                }
                other => self.notes.ignored(&format!("territory option '{}'", clip(other))),
            }
        }
        let province = &mut self.provinces[at];
        if makes.is_some_and(|n| n != i64::from(province.worth)) {
            self.notes
                .ignored("number of units that a factory makes where it is not the territory's production");
            self.notes.unplayable("factories that make more or fewer units than their province is worth");
        }
        if province.terrain != Terrain::Land {
            if province.worth > 0 || province.cities > 0 || province.capital.is_some() {
                self.notes.ignored("production, victory cities or capital of water or impassable land");
            }
            (province.worth, province.cities, province.capital) = (0, 0, None);
        }
        Ok(())
    }

    /// A number from an option that is cut to what a scenario holds; that it was cut is noted.
    pub(super) fn limit(&mut self, option: &Element, what: &str, most: u32) -> Result<u32, BadInput> {
        let number = option.number("value")?;
        if number > i64::from(most) {
            self.notes.ignored(&format!("{what} beyond {most}"));
        }
        Ok(number.clamp(0, i64::from(most)) as u32)
    }

    /// Land of nobody where the rules keep everybody out becomes impassable; land that costs money to enter
    /// is noted.
    pub(super) fn settle_neutrals(&mut self) {
        let charge = self.property_number("neutralCharge").unwrap_or(0);
        let closed = self.property_on("Neutrals Are Impassable") || charge > i64::from(MAX_MONEY);
        let mut armed = vec![false; self.provinces.len()];
        for stack in &self.start {
            armed[usize::from(stack.province)] = true;
        }
        for (province, armed) in self.provinces.iter_mut().zip(armed) {
            if province.terrain != Terrain::Land || province.owner.is_some() || armed {
                continue;
            }
            if closed {
                province.terrain = Terrain::Impassable;
                (province.worth, province.cities, province.capital) = (0, 0, None);
                self.notes.ignored("neutral land that nobody may enter: it became impassable");
            } else if charge > 0 {
                self.notes.unplayable(&format!("{charge} money to enter neutral land"));
            }
        }
    }
}

/// Whether a value means yes.
pub(super) fn truth(value: &str) -> bool {
    value.trim().eq_ignore_ascii_case("true")
}
