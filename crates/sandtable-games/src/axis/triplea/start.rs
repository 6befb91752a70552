//! The start: owners, units and money.

use std::collections::BTreeMap;

use sandtable_core::BadInput;

use super::super::scenario::file::{MAX_COUNT, MAX_MONEY};
use super::super::scenario::{Domain, Stack, Terrain};
use super::Draft;
use super::nations::is_money;
use super::xml::{Element, clip};

/// Where units stand, whose they are, and what.
type Place = (u16, Option<u8>, u8);

impl Draft {
    pub(super) fn read_start(&mut self, game: &Element) -> Result<(), BadInput> {
        let Some(initialize) = game.child("initialize") else {
            return Err(game.bad("the file has no <initialize>, expected one"));
        };
        for part in initialize.children() {
            match part.name() {
                "ownerInitialize" | "unitInitialize" | "resourceInitialize" => {}
                other => self.notes.ignored(&format!("element <{}> of the start", clip(other))),
            }
        }
        for owner in initialize.all("ownerInitialize").flat_map(|part| part.all("territoryOwner")) {
            let at = owner.find("territory", "territory", &self.province_index)?;
            let nation = self.owner(&owner)?;
            if self.provinces[at].terrain == Terrain::Land {
                self.provinces[at].owner = nation;
            } else if nation.is_some() {
                self.notes.ignored("owner of water or impassable land");
            }
        }
        let mut counts: BTreeMap<Place, i64> = BTreeMap::new();
        for part in initialize.all("unitInitialize").flat_map(Element::children) {
            if part.name() == "unitPlacement" {
                if let Some((place, count)) = self.placement(&part)? {
                    let sum = counts.entry(place).or_default();
                    *sum = sum.saturating_add(count);
                }
            } else {
                self.notes.ignored(&format!("element <{}> of the units at the start", clip(part.name())));
            }
        }
        for ((province, nation, unit), count) in counts {
            if count > i64::from(MAX_COUNT) {
                self.notes.ignored(&format!("units of a kind in one place beyond {MAX_COUNT}"));
            }
            let count = count.min(MAX_COUNT.into()) as u16;
            self.start.push(Stack { province, nation, unit, count });
        }
        for given in initialize.all("resourceInitialize").flat_map(|part| part.all("resourceGiven")) {
            let nation = given.find("player", "player", &self.nation_index)?;
            let resource = given.need("resource")?;
            let quantity = given.number("quantity")?;
            if !is_money(resource) {
                self.notes.ignored(&format!("resource '{}' at the start", clip(resource)));
                continue;
            }
            if quantity > i64::from(MAX_MONEY) {
                self.notes.ignored(&format!("money beyond {MAX_MONEY}"));
            }
            self.nations[nation].money = quantity.clamp(0, MAX_MONEY.into()) as u16;
        }
        Ok(())
    }

    /// The nation of an element's owner; none where there is no owner or it is called neutral.
    fn owner(&self, part: &Element) -> Result<Option<u8>, BadInput> {
        match part.get("owner") {
            None | Some("" | "null" | "Neutral" | "neutral") => Ok(None),
            Some(_) => Ok(Some(part.find("player", "owner", &self.nation_index)? as u8)),
        }
    }

    /// Units where they can stand; of others it is noted that they are left out.
    fn placement(&mut self, part: &Element) -> Result<Option<(Place, i64)>, BadInput> {
        let unit = part.find("unit", "unitType", &self.unit_index)?;
        let at = part.find("territory", "territory", &self.province_index)?;
        let nation = self.owner(part)?;
        let count = part.number("quantity")?;
        for attribute in ["hitsTaken", "unitDamage"] {
            if part.get(attribute).is_some_and(|v| v != "0") {
                self.notes.ignored(&format!("'{attribute}' of units at the start"));
                self.notes.unplayable("units that are damaged at the start");
            }
        }
        let side = |nation: u8| self.nations[usize::from(nation)].alliance;
        let (province, name) = (&self.provinces[at], &self.units[unit].name);
        let reason = match (province.terrain, self.units[unit].domain) {
            (Terrain::Impassable, _) => Some("impassable land"),
            (Terrain::Water, Domain::Land) => Some("water"),
            (Terrain::Land, Domain::Sea) => Some("land"),
            (Terrain::Land, _) if nation.map(side) != province.owner.map(side) => {
                Some("a province of somebody else")
            }
            _ => None,
        };
        if let Some(reason) = reason {
            let line = format!("'{name}' on {reason} at the start");
            self.notes.ignored(&line);
            self.notes.unplayable(&line);
            return Ok(None);
        }
        Ok((count > 0).then_some(((at as u16, nation, unit as u8), count)))
    }
}
