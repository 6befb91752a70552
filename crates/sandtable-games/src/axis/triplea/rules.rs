//! The rules: properties, how a game is won, and what a map needs that the engine does not play.

use super::super::scenario::file::MAX_SMALL;
use super::super::scenario::{Domain, Victory};
use super::Draft;
use super::provinces::truth;
use super::xml::{Element, clip};

/// The properties that are brought over or checked, beside those on victory cities and bids.
const KNOWN: [&str; 14] = [
    "Total Victory",
    "Honorable Surrender",
    "Projection of Power",
    "neutralCharge",
    "Neutrals Are Impassable",
    "WW2V2",
    "Blitz Through Factories And AA Restricted",
    "Always on AA",
    "AA Territory Restricted",
    "Territory Turn Limit",
    "maxFactoriesPerTerritory",
    "Tech Development",
    "Low Luck",
    "mapName",
];

/// The ways to win by victory cities: the switch, and the end of the name of the number for an alliance.
const CITIES: [(&str, &str); 3] = [
    ("Total Victory", "Total Victory VCs"),
    ("Honorable Surrender", "Honorable Victory VCs"),
    ("Projection of Power", "Projection of Power VCs"),
];

impl Draft {
    pub(super) fn read_properties(&mut self, game: &Element) {
        let mut bids = 0i64;
        for property in game.all("propertyList").flat_map(|list| list.all("property")) {
            let name = property.get("name").unwrap_or("");
            let value = property.get("value").unwrap_or("");
            self.properties.insert(name.to_string(), value.to_string());
            if name.ends_with(" bid") {
                bids = bids.saturating_add(value.trim().parse::<i64>().unwrap_or(0).max(0));
            } else if !KNOWN.contains(&name) && !CITIES.iter().any(|(_, end)| name.ends_with(end)) {
                let shown = if value.is_empty() { String::new() } else { format!(" = {}", clip(value)) };
                self.notes.ignored(&format!("property '{}'{shown}", clip(name)));
            }
        }
        if bids > 0 {
            self.notes.ignored(&format!("bids, together {bids}"));
            self.notes.unplayable(&format!("bids before the first round, together {bids}"));
        }
    }

    pub(super) fn property_on(&self, name: &str) -> bool {
        self.properties.get(name).is_some_and(|v| truth(v))
    }

    pub(super) fn property_number(&self, name: &str) -> Option<i64> {
        self.properties.get(name)?.trim().parse().ok()
    }

    pub(super) fn settle_rules(&mut self) {
        self.rules.overflight =
            self.property_on("Always on AA") || !self.property_on("AA Territory Restricted");
        self.rules.blitz_flak =
            !self.property_on("WW2V2") && !self.property_on("Blitz Through Factories And AA Restricted");
        self.rules.raid_limit = self.property_on("Territory Turn Limit");
        // A negative number means no limit.
        let factories = self.property_number("maxFactoriesPerTerritory").unwrap_or(1);
        let most = i64::from(MAX_SMALL);
        self.rules.factories = if factories < 0 { most } else { factories.min(most) } as u8;
        self.rules.victory = self.victory();
        for (property, line) in [("Tech Development", "research"), ("Low Luck", "low luck")] {
            if self.property_on(property) {
                self.notes.unplayable(line);
            }
        }
        let some = |test: fn(&super::Unit) -> bool| self.units.iter().any(test);
        if some(|u| u.domain == Domain::Sea) {
            self.notes.unplayable("ships and battles at sea");
        }
        if some(|u| u.naval.capacity > 0) {
            self.notes.unplayable("transports");
        }
        if some(|u| u.naval.deck > 0) {
            self.notes.unplayable("planes on carriers");
        }
        if some(|u| u.hits > 1) {
            self.notes.unplayable("repairs of units with more than one hit");
        }
    }

    /// By victory cities where the file switches that on, by capitals otherwise. Of several ways the easiest
    /// counts.
    fn victory(&mut self) -> Victory {
        let total: i64 = self.provinces.iter().map(|p| i64::from(p.cities)).sum();
        let mut needed = Vec::new();
        for name in &self.alliance_names {
            let ways = CITIES.iter().filter(|(switch, _)| self.property_on(switch));
            let counts = ways.filter_map(|(_, end)| self.property_number(&format!("{name} {end}")));
            let count = counts.filter(|n| *n > 0).min().unwrap_or(0);
            if count > total {
                self.notes
                    .ignored("number of victory cities that an alliance needs, beyond those on the map");
            }
            needed.push(if count > total { 0 } else { count });
        }
        let capitals = self.provinces.iter().all(|p| p.cities == u8::from(p.capital.is_some()));
        let every = needed.iter().all(|n| *n == total);
        if needed.iter().all(|n| *n == 0) || (capitals && every) {
            return Victory::Capitals;
        }
        Victory::Cities(needed.iter().map(|n| u16::try_from(*n).unwrap_or(u16::MAX)).collect())
    }
}
