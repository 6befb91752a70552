//! The nations: players, alliances, the order of turns, and what each can buy.

use rustc_hash::FxHashMap;
use sandtable_core::BadInput;

use super::super::scenario::file::MAX_WORTH;
use super::super::scenario::{MAX_NATIONS, Nation};
use super::Draft;
use super::xml::{Element, clip};

/// The ends of step names that are phases of a turn, longest first where one ends like another.
const PLAYED: [&str; 8] = [
    "NonCombatMove",
    "CombatMove",
    "Purchase",
    "Battle",
    "EndTurn",
    "Place",
    "endRoundStep",
    "gameInitDelegate",
];
/// Those that are not.
const SKIPPED: [&str; 6] = ["TechActivation", "BidPlace", "Bid", "Tech", "Politics", "Move"];

/// What a production rule asks for and gives.
struct Offer {
    unit: usize,
    price: u16,
}

impl Draft {
    pub(super) fn read_nations(&mut self, game: &Element) -> Result<(), BadInput> {
        let Some(list) = game.child("playerList") else {
            return Err(game.bad("the file has no <playerList>, expected one"));
        };
        let mut names: Vec<&str> = Vec::new();
        for player in list.all("player") {
            let name = player.need("name")?;
            if names.contains(&name) {
                return Err(player.bad(format!("player '{}' stands twice, expected it once", clip(name))));
            }
            if names.len() == MAX_NATIONS {
                return Err(player.bad(format!("expected at most {MAX_NATIONS} players")));
            }
            names.push(name);
        }
        let turns = self.turns(game);
        // Players without a turn come last, in the order of their list.
        let left = names.iter().any(|n| !turns.contains(n));
        names.sort_by_key(|name| turns.iter().position(|t| t == name).unwrap_or(usize::MAX));
        if left && !turns.is_empty() {
            self.notes.ignored("player without a turn: it comes last");
        }
        for name in names {
            self.nation_index.insert(name.to_string(), self.nations.len());
            let key = self.keys.key("nation", name);
            self.nations.push(Nation { name: key, alliance: u8::MAX, money: 0, buys: Vec::new() });
        }
        for part in list.children() {
            match part.name() {
                "player" => {}
                "alliance" => self.alliance(&part)?,
                other => self.notes.ignored(&format!("element <{}> of the players", clip(other))),
            }
        }
        for i in 0..self.nations.len() {
            if self.nations[i].alliance == u8::MAX {
                self.notes.ignored("player without an alliance: it got one of its own");
                let name = self.nations[i].name.clone();
                self.join_alliance(i, &name);
            }
        }
        // Alliances in the order of their nations' turns.
        let mut order: Vec<u8> = Vec::new();
        for nation in &self.nations {
            if !order.contains(&nation.alliance) {
                order.push(nation.alliance);
            }
        }
        for nation in &mut self.nations {
            nation.alliance = order.iter().position(|a| *a == nation.alliance).unwrap_or(0) as u8;
        }
        self.alliances = order.iter().map(|a| self.alliances[usize::from(*a)].clone()).collect();
        self.alliance_names = order.iter().map(|a| self.alliance_names[usize::from(*a)].clone()).collect();
        Ok(())
    }

    fn alliance(&mut self, part: &Element) -> Result<(), BadInput> {
        let nation = part.find("player", "player", &self.nation_index)?;
        let name = part.need("alliance")?;
        if self.nations[nation].alliance == u8::MAX {
            self.join_alliance(nation, name);
        } else {
            self.notes.ignored("second alliance of a player");
            self.notes.unplayable("nations in more than one alliance");
        }
        Ok(())
    }

    /// There are no more alliances than nations, since each begins with one.
    fn join_alliance(&mut self, nation: usize, name: &str) {
        let known = self.alliance_names.iter().position(|n| n == name);
        let alliance = known.unwrap_or_else(|| {
            self.alliances.push(self.keys.key("alliance", name));
            self.alliance_names.push(name.to_string());
            self.alliances.len() - 1
        });
        self.nations[nation].alliance = alliance as u8;
    }

    /// The players in the order in which they first buy or move, and a note on every kind of step that is not
    /// played.
    fn turns<'d>(&mut self, game: &Element<'d, '_>) -> Vec<&'d str> {
        let mut turns = Vec::new();
        let Some(play) = game.child("gamePlay") else { return turns };
        for part in play.children() {
            if !matches!(part.name(), "delegate" | "sequence") {
                self.notes.ignored(&format!("element <{}> of the game play", clip(part.name())));
            }
        }
        for step in play.children().filter(|p| p.name() == "sequence").flat_map(|s| s.all("step")) {
            let name = step.get("name").unwrap_or("");
            let skipped = SKIPPED.iter().find(|end| ends(name, end));
            match PLAYED.iter().find(|end| ends(name, end)) {
                Some(phase) if skipped.is_none_or(|s| s.len() < phase.len()) => {
                    // Players that are not in the list have no place here; there may be many of them in a bad
                    // file.
                    let first = matches!(*phase, "Purchase" | "CombatMove") && turns.len() < 4 * MAX_NATIONS;
                    if let Some(player) = step.get("player").filter(|p| first && !turns.contains(p)) {
                        turns.push(player);
                    }
                }
                _ => {
                    let kind = skipped.map_or_else(|| clip(name), |end| (*end).to_string());
                    self.notes.ignored(&format!("step '{kind}'"));
                }
            }
        }
        turns
    }

    pub(super) fn read_production(&mut self, game: &Element) -> Result<(), BadInput> {
        let Some(production) = game.child("production") else {
            self.notes.ignored("production: the file has none");
            return Ok(());
        };
        let mut rules: FxHashMap<&str, Option<Offer>> = FxHashMap::default();
        let mut frontiers: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
        for part in production.children() {
            match part.name() {
                "productionRule" => {
                    let offer = self.offer(&part)?;
                    if let Some(offer) = &offer {
                        let unit = &mut self.units[offer.unit];
                        // Later discounts for technologies cost less, so the highest price is the plain one.
                        unit.cost = unit.cost.max(offer.price);
                    }
                    rules.insert(part.need("name")?, offer);
                }
                "productionFrontier" => {
                    let names: Result<Vec<&str>, BadInput> =
                        part.all("frontierRules").map(|r| r.need("name")).collect();
                    frontiers.insert(part.need("name")?, names?);
                }
                "playerProduction" => {}
                other => self.notes.ignored(&format!("element <{}> of the production", clip(other))),
            }
        }
        let mut priced = vec![false; self.units.len()];
        let mut used: Vec<(usize, &str, Element)> = Vec::new();
        for part in production.all("playerProduction") {
            let nation = part.find("player", "player", &self.nation_index)?;
            if used.iter().any(|(other, ..)| *other == nation) {
                return Err(part.bad("the production of a player stands twice, expected it once"));
            }
            used.push((nation, part.need("frontier")?, part));
        }
        used.sort_by_key(|(nation, ..)| *nation);
        for (nation, frontier, part) in used {
            let Some(names) = frontiers.get(frontier) else {
                return Err(part.bad(format!("unknown production frontier '{}'", clip(frontier))));
            };
            for name in names {
                let Some(offer) = rules.get(name) else {
                    return Err(part.bad(format!("unknown production rule '{}'", clip(name))));
                };
                let Some(Offer { unit, price }) = offer else { continue };
                let buys = &mut self.nations[nation].buys;
                if buys.iter().any(|(other, _)| usize::from(*other) == *unit) {
                    self.notes.ignored("second price of a unit for one player");
                    continue;
                }
                buys.push((*unit as u8, *price));
                if !std::mem::replace(&mut priced[*unit], true) {
                    self.units[*unit].cost = *price;
                }
            }
        }
        Ok(())
    }

    /// A rule that sells units of one kind for money alone.
    fn offer(&mut self, rule: &Element) -> Result<Option<Offer>, BadInput> {
        let (mut price, mut plain) = (0, true);
        for cost in rule.all("cost") {
            let quantity = cost.number("quantity")?;
            match cost.need("resource")? {
                resource if is_money(resource) => price = quantity,
                _ => plain &= quantity == 0,
            }
        }
        let results: Vec<Element> = rule.all("result").collect();
        let [result] = results.as_slice() else {
            self.notes.ignored("production rule with more or fewer than one result");
            return Ok(None);
        };
        let Some(unit) = self.unit_index.get(result.need("resourceOrUnit")?).copied() else {
            self.notes.ignored("production rule for something that is no unit");
            return Ok(None);
        };
        let quantity = result.number("quantity")?;
        if !plain {
            self.notes.unplayable("prices in other resources than money");
        }
        if quantity != 1 {
            self.notes.ignored("production rule for more than one unit");
            return Ok(None);
        }
        if !(1..=i64::from(MAX_WORTH)).contains(&price) {
            self.notes.ignored(&format!("price below 1 or beyond {MAX_WORTH}"));
            return Ok(None);
        }
        Ok(Some(Offer { unit, price: price as u16 }))
    }
}

/// Whether a resource is the one that units are bought with; old files have another word for it.
pub(super) fn is_money(resource: &str) -> bool {
    matches!(resource, "PUs" | "IPCs")
}

/// Whether a step's name ends like a phase, whatever the case of its first letter.
fn ends(name: &str, phase: &str) -> bool {
    name.len() >= phase.len() && name.is_char_boundary(name.len() - phase.len()) && {
        name[name.len() - phase.len()..].eq_ignore_ascii_case(phase)
    }
}
