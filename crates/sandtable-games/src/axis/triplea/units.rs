//! The kinds of units: the list, what unit attachments say about them, and which are used at all.

use sandtable_core::BadInput;

use super::super::scenario::file::MAX_SMALL;
use super::super::scenario::{Domain, Naval, Unit};
use super::Draft;
use super::provinces::truth;
use super::xml::{Element, clip};

/// The most kinds of units in a file, before those that nobody uses are dropped: as many as an index holds.
const MAX_LISTED: usize = 255;
/// What a factory is taken to be worth where nobody can buy it.
const FACTORY: u16 = 15;

impl Draft {
    pub(super) fn read_unit_list(&mut self, game: &Element) -> Result<(), BadInput> {
        let Some(list) = game.child("unitList") else {
            return Err(game.bad("the file has no <unitList>, expected one"));
        };
        for part in list.all("unit") {
            let name = part.need("name")?;
            if self.unit_index.contains_key(name) {
                return Err(part.bad(format!("unit '{}' stands twice, expected it once", clip(name))));
            }
            if self.units.len() == MAX_LISTED {
                return Err(part.bad(format!("expected at most {MAX_LISTED} kinds of units")));
            }
            self.unit_index.insert(name.to_string(), self.units.len());
            self.units.push(Unit {
                name: self.keys.key("unit", name),
                domain: Domain::Land,
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
            });
        }
        Ok(())
    }

    /// Attachments of all kinds, with today's and with old spellings.
    pub(super) fn read_attachments(&mut self, game: &Element) -> Result<(), BadInput> {
        let lists = ["attachmentList", "attatchmentList"].into_iter().flat_map(|name| game.all(name));
        for attachment in lists.flat_map(Element::children) {
            if !matches!(attachment.name(), "attachment" | "attatchment") {
                self.notes.ignored(&format!("element <{}> of the attachments", clip(attachment.name())));
                continue;
            }
            let to = if attachment.get("attachTo").is_some() { "attachTo" } else { "attatchTo" };
            let name = attachment.need("name")?;
            let kind = kind(name);
            match kind.as_str() {
                "unitAttachment" => self.unit_attachment(&attachment, to)?,
                "territoryAttachment" => self.territory_attachment(&attachment, to)?,
                "canalAttachment" => {
                    self.notes.ignored("attachment 'canalAttachment'");
                    self.notes.unplayable("canals");
                }
                "techAttachment" => self.notes.ignored("attachment 'techAttachment'"),
                _ => {
                    self.notes.ignored(&format!("attachment '{kind}'"));
                    self.notes.unplayable(&format!("what attachments of the kind '{kind}' add to the rules"));
                }
            }
        }
        Ok(())
    }

    fn unit_attachment(&mut self, attachment: &Element, to: &str) -> Result<(), BadInput> {
        let at = attachment.find("unit", to, &self.unit_index)?;
        let mut unit = self.units[at].clone();
        for option in attachment.all("option") {
            let name = option.need("name")?;
            let yes = truth(option.get("value").unwrap_or(""));
            let small =
                |draft: &mut Draft| draft.limit(&option, &format!("'{}'", clip(name)), MAX_SMALL.into());
            match name {
                "movement" => unit.movement = self.limit(&option, "movement", 20)? as u8,
                "attack" => unit.attack = self.limit(&option, "attack", 6)? as u8,
                "defense" | "defence" => unit.defence = self.limit(&option, "defence", 6)? as u8,
                "hitPoints" => unit.hits = self.limit(&option, "hit points", 9)?.max(1) as u8,
                "isTwoHit" => unit.hits = if yes { 2 } else { unit.hits },
                "isAir" if yes => unit.domain = Domain::Air,
                "isSea" if yes => unit.domain = Domain::Sea,
                "isSub" => unit.naval.submarine = yes,
                "isDestroyer" => unit.naval.destroyer = yes,
                "canBlitz" => unit.blitz = yes,
                "artillery" => unit.supports = u8::from(yes),
                "artillerySupportable" => unit.supportable = yes,
                "isStrategicBomber" => unit.bombs = yes,
                "isAA" | "isAAforCombatOnly" => unit.flak |= yes,
                "isFactory" | "canProduceUnits" => unit.factory |= yes,
                "transportCapacity" => unit.naval.capacity = small(self)? as u8,
                "transportCost" => unit.naval.room = small(self)? as u8,
                "carrierCapacity" => unit.naval.deck = small(self)? as u8,
                "carrierCost" => unit.naval.berth = small(self)? as u8,
                "canBombard" => unit.naval.bombards = yes,
                // They say no more than the options above do, or that something is not so.
                "isInfantry" | "isAir" | "isSea" => {}
                other => self.notes.ignored(&format!("unit option '{}'", clip(other))),
            }
        }
        if unit.domain != Domain::Sea && (unit.naval.capacity > 0 || unit.naval.deck > 0) {
            self.notes.ignored("cargo of planes or land units, which takes research");
            (unit.naval.capacity, unit.naval.deck) = (0, 0);
        }
        self.units[at] = unit;
        Ok(())
    }

    /// Leaves out the kinds that nobody has or can buy. Those that can be bought come first, as in the lists.
    pub(super) fn drop_unused_units(&mut self) {
        let mut order: Vec<usize> = Vec::new();
        let bought = self.nations.iter().flat_map(|n| n.buys.iter().map(|(unit, _)| usize::from(*unit)));
        let standing = self.start.iter().map(|s| usize::from(s.unit));
        for unit in bought.chain(standing) {
            if !order.contains(&unit) {
                order.push(unit);
            }
        }
        for (i, unit) in self.units.iter_mut().enumerate() {
            if !order.contains(&i) {
                self.notes.ignored(&format!("unit '{}': nobody has it or can buy it", unit.name));
            } else if unit.factory && unit.cost == 0 {
                unit.cost = FACTORY;
            }
        }
        let index = |old: u8| order.iter().position(|u| *u == usize::from(old)).unwrap_or(0) as u8;
        for (unit, _) in self.nations.iter_mut().flat_map(|n| n.buys.iter_mut()) {
            *unit = index(*unit);
        }
        for stack in &mut self.start {
            stack.unit = index(stack.unit);
        }
        self.start.sort_by_key(|s| (s.province, s.nation, s.unit));
        self.units = order.iter().map(|u| self.units[*u].clone()).collect();
    }
}

/// The kind of an attachment: its name up to the word that all of them share, in today's spelling.
fn kind(name: &str) -> String {
    let plain = name.replace("Attatchment", "Attachment");
    let kind = plain.split_once("Attachment").map_or(plain.clone(), |(kind, _)| format!("{kind}Attachment"));
    clip(&kind)
}
