//! Writes `.axis` files: rules, alliances, units, nations, provinces, stacks, scripts, and what is not played.

use super::super::{Domain, Nation, Province, Scenario, Script, Terrain, Unit, Victory};
use super::NEUTRAL;

/// The words of a unit after its key and its domain.
pub(super) const UNIT_WORDS: [&str; 18] = [
    "attack",
    "defence",
    "move",
    "cost",
    "hits",
    "blitz",
    "supports",
    "supportable",
    "bombs",
    "flak",
    "factory",
    "capacity",
    "room",
    "deck",
    "berth",
    "submarine",
    "destroyer",
    "bombards",
];

/// How a rule could look.
pub(super) fn example(rule: &str) -> &'static str {
    match rule {
        "victory" => "victory cities allies 9 axis 9",
        "rounds" => "rounds 200",
        "flak" => "flak overflight",
        "blitz" => "blitz stopped",
        "factories" => "factories 1",
        "raids" => "raids limited",
        _ => "economy on",
    }
}

/// The text that describes a scenario.
pub(in crate::axis::scenario) fn write(scenario: &Scenario) -> String {
    let mut text = format!("scenario {}\n\n", scenario.name);
    rules(&mut text, scenario);
    text.push('\n');
    for alliance in &scenario.alliances {
        text += &format!("alliance {alliance}\n");
    }
    text.push('\n');
    for unit in &scenario.units {
        text += &unit_line(unit);
    }
    text.push('\n');
    for nation in &scenario.nations {
        text += &nation_line(scenario, nation);
    }
    text.push('\n');
    for province in &scenario.provinces {
        text += &province_line(scenario, province);
    }
    for (i, line) in stack_lines(scenario).iter().enumerate() {
        text += if i == 0 { "\n" } else { "" };
        text += line;
    }
    for (i, script) in scenario.scripts.iter().enumerate() {
        text += if i == 0 { "\n" } else { "" };
        text += &script_line(scenario, script);
    }
    for (i, line) in scenario.unplayable.iter().enumerate() {
        text += if i == 0 { "\n" } else { "" };
        text += &format!("unplayable {line}\n");
    }
    text
}

fn rules(text: &mut String, scenario: &Scenario) {
    let rules = &scenario.rules;
    match &rules.victory {
        Victory::Capitals => *text += "victory capitals\n",
        Victory::Held => *text += "victory held\n",
        Victory::Provinces => *text += "victory provinces\n",
        Victory::Balance => *text += "victory balance\n",
        Victory::Cities(needed) => {
            *text += "victory cities";
            for (alliance, count) in scenario.alliances.iter().zip(needed).filter(|(_, count)| **count > 0) {
                *text += &format!(" {alliance} {count}");
            }
            text.push('\n');
        }
    }
    let either = |yes: bool, a: &'static str, b: &'static str| if yes { a } else { b };
    *text += &format!("rounds {}\n", rules.rounds);
    *text += &format!("flak {}\n", either(rules.overflight, "overflight", "attack"));
    *text += &format!("blitz {}\n", either(rules.blitz_flak, "free", "stopped"));
    *text += &format!("factories {}\n", rules.factories);
    *text += &format!("raids {}\n", either(rules.raid_limit, "limited", "free"));
    *text += &format!("economy {}\n", either(rules.economy, "on", "off"));
}

fn unit_line(unit: &Unit) -> String {
    let domain = match unit.domain {
        Domain::Land => "land",
        Domain::Air => "air",
        Domain::Sea => "sea",
    };
    let mut line = format!("unit {} {domain}", unit.name);
    let naval = &unit.naval;
    let hits = if unit.hits == 1 { 0 } else { unit.hits };
    for word in UNIT_WORDS {
        let number = match word {
            "attack" => Some(unit.attack.into()),
            "defence" => Some(unit.defence.into()),
            "move" => Some(unit.movement.into()),
            "cost" => Some(unit.cost),
            "hits" => Some(hits.into()),
            "supports" => Some(unit.supports.into()),
            "capacity" => Some(naval.capacity.into()),
            "room" => Some(naval.room.into()),
            "deck" => Some(naval.deck.into()),
            "berth" => Some(naval.berth.into()),
            _ => None,
        };
        let said = match word {
            "blitz" => unit.blitz,
            "supportable" => unit.supportable,
            "bombs" => unit.bombs,
            "flak" => unit.flak,
            "factory" => unit.factory,
            "submarine" => naval.submarine,
            "destroyer" => naval.destroyer,
            "bombards" => naval.bombards,
            _ => number.is_some_and(|n| n > 0),
        };
        if said {
            line += &format!(" {word}");
            line += &number.map_or(String::new(), |n| format!(" {n}"));
        }
    }
    line + "\n"
}

fn nation_line(scenario: &Scenario, nation: &Nation) -> String {
    let alliance = &scenario.alliances[usize::from(nation.alliance)];
    let mut line = format!("nation {} of {alliance} money {}", nation.name, nation.money);
    for (i, (unit, price)) in nation.buys.iter().enumerate() {
        let unit = &scenario.units[usize::from(*unit)];
        line += if i == 0 { " buys " } else { " " };
        line += &unit.name;
        if *price != unit.cost {
            line += &format!("={price}");
        }
    }
    line + "\n"
}

fn province_line(scenario: &Scenario, province: &Province) -> String {
    let mut line = format!("province {}", province.name);
    line += match province.terrain {
        Terrain::Land => "",
        Terrain::Water => " water",
        Terrain::Impassable => " impassable",
    };
    for (word, number) in [("worth", province.worth), ("cities", province.cities.into())] {
        if number > 0 {
            line += &format!(" {word} {number}");
        }
    }
    for (word, nation) in [("capital", province.capital), ("owner", province.owner)] {
        if let Some(nation) = nation {
            line += &format!(" {word} {}", scenario.nations[usize::from(nation)].name);
        }
    }
    if let Some((x, y)) = province.at {
        line += &format!(" at {x} {y}");
    }
    line.push(':');
    for neighbour in &province.neighbours {
        line += &format!(" {}", scenario.provinces[usize::from(*neighbour)].name);
    }
    line + "\n"
}

/// One line for units of one nation in one province that stand together in the list.
fn stack_lines(scenario: &Scenario) -> Vec<String> {
    let same = |a: &super::Stack, b: &super::Stack| a.province == b.province && a.nation == b.nation;
    let line = |stacks: &[super::Stack]| {
        let nation = stacks[0].nation.map_or(NEUTRAL, |n| &scenario.nations[usize::from(n)].name);
        let place = &scenario.provinces[usize::from(stacks[0].province)].name;
        let units =
            stacks.iter().map(|s| format!(" {} {}", scenario.units[usize::from(s.unit)].name, s.count));
        format!("stack {place} {nation}{}\n", units.collect::<String>())
    };
    scenario.start.chunk_by(same).map(line).collect()
}

fn script_line(scenario: &Scenario, script: &Script) -> String {
    let mut line = format!("script {} {}", scenario.nations[usize::from(script.nation)].name, script.round);
    if let Some((from, to)) = script.way {
        let name = |at: u16| &scenario.provinces[usize::from(at)].name;
        line += &format!(" {} {}", name(from), name(to));
    }
    for (unit, count) in &script.units {
        line += &format!(" {} {count}", scenario.units[usize::from(*unit)].name);
    }
    line + "\n"
}
