//! Scenarios: provinces and who borders whom, units as data, nations in alliances, rules, and where everything stands at the start.
//!
//! A scenario is read from a `.axis` file (`docs/axis-files.md` describes the format) or imported from a TripleA game file. It holds
//! ships, transports and research too; [`Scenario::unplayable`] says what of it the engine does not play.

pub(super) mod file;

use sandtable_core::BadInput;

/// The most provinces of a scenario.
pub const MAX_PROVINCES: usize = 2000;
/// The most kinds of units.
pub const MAX_UNITS: usize = 64;
/// The most nations.
pub const MAX_NATIONS: usize = 16;

/// The scenarios that come with the program: name, what it is, and the text of its file.
pub const SHIPPED: [(&str, &str, &str); 6] = [
    (
        "minimap",
        "two mirrored halves of seven provinces, on the map of TripleA's Minimap",
        include_str!("../../../../data/scenarios/minimap.axis"),
    ),
    (
        "la-1",
        "two infantry and a tank over three provinces, two turns",
        include_str!("../../../../data/scenarios/la-1.axis"),
    ),
    (
        "la-2",
        "three infantry hurry to a factory before two tanks reach it, three turns",
        include_str!("../../../../data/scenarios/la-2.axis"),
    ),
    (
        "la-3",
        "wait until the enemy moves off, then attack with everything, two turns",
        include_str!("../../../../data/scenarios/la-3.axis"),
    ),
    (
        "la-4",
        "two ways to a city, with planes, two turns",
        include_str!("../../../../data/scenarios/la-4.axis"),
    ),
    (
        "la-5",
        "a march to a fort before the enemy attacks it, four turns",
        include_str!("../../../../data/scenarios/la-5.axis"),
    ),
];

/// The text of a scenario that comes with the program.
pub fn shipped(name: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(known, ..)| *known == name).map(|(_, _, text)| *text)
}

/// What can pass a province.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terrain {
    /// Land units and planes.
    Land,
    /// Ships and planes.
    Water,
    /// Nothing.
    Impassable,
}

/// A place on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Province {
    /// Its key: lower case words joined by hyphens.
    pub name: String,
    /// What can pass it.
    pub terrain: Terrain,
    /// What it adds to its owner's income, and how many units a factory there makes in a turn.
    pub worth: u16,
    /// How many victory cities it counts as.
    pub cities: u8,
    /// The nation that owns it at the start.
    pub owner: Option<u8>,
    /// The nation whose capital it is.
    pub capital: Option<u8>,
    /// Where it is in a picture, to the right and down, if the file says so.
    pub at: Option<(u16, u16)>,
    /// Its neighbours, in rising order.
    pub neighbours: Vec<u16>,
}

/// Where a unit moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Over land.
    Land,
    /// Over land and water; it has to land after its flight.
    Air,
    /// Over water.
    Sea,
}

/// A kind of unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its key: lower case words joined by hyphens.
    pub name: String,
    /// Where it moves.
    pub domain: Domain,
    /// It hits in attack with this number or less on a die.
    pub attack: u8,
    /// It hits in defence with this number or less.
    pub defence: u8,
    /// How many provinces it moves in a turn.
    pub movement: u8,
    /// What it costs; for units that nobody buys, what it is taken to be worth.
    pub cost: u16,
    /// How many hits it takes.
    pub hits: u8,
    /// It goes on through undefended enemy provinces.
    pub blitz: bool,
    /// How many attacking units it gives one more point.
    pub supports: u8,
    /// Whether it can be given that point.
    pub supportable: bool,
    /// It can bomb factories.
    pub bombs: bool,
    /// It fires at planes, takes no part in battles and is captured.
    pub flak: bool,
    /// New units are placed where it stands; it takes no part in battles and is captured.
    pub factory: bool,
    /// What the sea adds.
    pub naval: Naval,
}

impl Unit {
    /// Whether it fights: guns and factories do not.
    pub fn fights(&self) -> bool {
        !self.flak && !self.factory
    }
}

/// What the sea adds to a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Naval {
    /// How much cargo it carries.
    pub capacity: u8,
    /// How much room it takes as cargo; 0 if it cannot be carried.
    pub room: u8,
    /// How many planes land on it.
    pub deck: u8,
    /// How much deck it takes; 0 if it cannot land on ships.
    pub berth: u8,
    /// It strikes first and can dive.
    pub submarine: bool,
    /// It stops submarines from doing so.
    pub destroyer: bool,
    /// It can support landings from the sea.
    pub bombards: bool,
}

/// A nation, in the order of turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nation {
    /// Its key: lower case words joined by hyphens.
    pub name: String,
    /// Its alliance, an index into [`Scenario::alliances`].
    pub alliance: u8,
    /// What it has at the start.
    pub money: u16,
    /// What it can buy, in the order of the list: units and their prices.
    pub buys: Vec<(u8, u16)>,
}

/// How a game is won at the end of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Victory {
    /// An alliance owns all capitals.
    Capitals,
    /// An alliance owns all capitals, and none has changed hands in the whole round.
    Held,
    /// An alliance owns every province that had an owner at the start.
    Provinces,
    /// An alliance owns so many victory cities (one number for each alliance, 0 for none).
    Cities(Vec<u16>),
    /// Nobody wins before the last round; then each alliance gets its share of the worth of all units and provinces.
    Balance,
}

/// Rules that differ from scenario to scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// How a game is won.
    pub victory: Victory,
    /// After so many rounds a game that nobody has won is drawn.
    pub rounds: u16,
    /// Flak fires at planes that fly over, not only at those that attack.
    pub overflight: bool,
    /// Blitzing units may pass flak and factories.
    pub blitz_flak: bool,
    /// How many factories a province may have.
    pub factories: u8,
    /// A raid costs at most what its province is worth.
    pub raid_limit: bool,
    /// Units are bought, and income is collected.
    pub economy: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            victory: Victory::Capitals,
            rounds: 200,
            overflight: true,
            blitz_flak: false,
            factories: 1,
            raid_limit: true,
            economy: true,
        }
    }
}

/// Units that stand somewhere at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stack {
    /// Where.
    pub province: u16,
    /// Whose; none for neutrals.
    pub nation: Option<u8>,
    /// What.
    pub unit: u8,
    /// How many.
    pub count: u16,
}

/// What a scripted nation does in a round. Units that no line moves stay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// Whose script it is.
    pub nation: u8,
    /// The round.
    pub round: u16,
    /// From where to where units go; none if all stay.
    pub way: Option<(u16, u16)>,
    /// Kinds and how many of each, as far as they are still there.
    pub units: Vec<(u8, u16)>,
}

/// A map with everything on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Its title.
    pub name: String,
    /// The alliances' keys.
    pub alliances: Vec<String>,
    /// The nations, in the order of turns.
    pub nations: Vec<Nation>,
    /// The kinds of units.
    pub units: Vec<Unit>,
    /// The provinces.
    pub provinces: Vec<Province>,
    /// The rules.
    pub rules: Rules,
    /// What stands on the map at the start.
    pub start: Vec<Stack>,
    /// What scripted nations do, in the order of the file.
    pub scripts: Vec<Script>,
    /// What this scenario needs and the engine does not play, in words.
    pub unplayable: Vec<String>,
}

impl Scenario {
    /// Reads a `.axis` file; `file` names it in errors.
    pub fn parse(file: &str, text: &str) -> Result<Scenario, BadInput> {
        file::read(text).map_err(|wrong| BadInput::new(format!("{file}:{}: {}", wrong.line, wrong.what)))
    }

    /// Whether nobody has won before the game begins, or why its victory cannot be played for.
    pub(super) fn contested(&self) -> Result<(), &'static str> {
        let (counts, none, one): (fn(&Province) -> bool, _, _) = match self.rules.victory {
            Victory::Cities(_) | Victory::Balance => return Ok(()),
            Victory::Provinces => (
                |p| p.owner.is_some(),
                "no province has an owner, expected some where victory is by provinces",
                "one alliance has all provinces, expected a game that is not yet won",
            ),
            Victory::Capitals | Victory::Held => (
                |p| p.capital.is_some(),
                "there is no capital, expected one where victory is by capitals",
                "one alliance has all capitals, expected a game that is not yet won",
            ),
        };
        let holder = |p: &Province| p.owner.map(|n| self.nations[usize::from(n)].alliance);
        let mut held = self.provinces.iter().filter(|p| counts(p)).map(holder);
        let first = held.next().ok_or(none)?;
        if first.is_some() && held.all(|other| other == first) { Err(one) } else { Ok(()) }
    }

    /// The scenario as the text of a `.axis` file.
    pub fn write(&self) -> String {
        file::write(self)
    }
}
