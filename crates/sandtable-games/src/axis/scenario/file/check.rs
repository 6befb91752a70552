//! What only a whole scenario can tell.

use rustc_hash::FxHashMap;

use super::super::{Domain, Scenario, Terrain};
use super::line::{Wrong, wrong};

/// Where things stand in the file.
pub(super) struct Lines<'a> {
    pub end: usize,
    pub provinces: &'a [usize],
    pub stacks: &'a [usize],
    pub scripts: &'a [usize],
    pub victory: usize,
}

pub(super) fn whole(scenario: &Scenario, lines: &Lines) -> Result<(), Wrong> {
    for (what, count) in [
        ("alliances", scenario.alliances.len()),
        ("nations", scenario.nations.len()),
        ("provinces", scenario.provinces.len()),
    ] {
        if count < 2 {
            return wrong(lines.end, format!("the number of {what} is {count}, expected at least 2"));
        }
    }
    for (a, alliance) in scenario.alliances.iter().enumerate() {
        if !scenario.nations.iter().any(|n| usize::from(n.alliance) == a) {
            return wrong(lines.end, format!("alliance '{alliance}' is empty, expected a nation in it"));
        }
    }
    provinces(scenario, lines)?;
    places(scenario, lines)?;
    borders(scenario, lines)?;
    stacks(scenario, lines)?;
    super::script::check(scenario, lines)?;
    scenario.contested().or_else(|why| wrong(lines.victory, why))
}

fn provinces(scenario: &Scenario, lines: &Lines) -> Result<(), Wrong> {
    let mut capitals = vec![None; scenario.nations.len()];
    for (p, line) in scenario.provinces.iter().zip(lines.provinces) {
        if p.terrain != Terrain::Land
            && (p.worth > 0 || p.cities > 0 || p.owner.is_some() || p.capital.is_some())
        {
            let what = format!("'{}' is not land, expected no worth, cities, owner or capital", p.name);
            return wrong(*line, what);
        }
        if let Some(nation) = p.capital {
            let nation = usize::from(nation);
            if let Some(first) = capitals[nation].replace(*line) {
                let name = &scenario.nations[nation].name;
                let what = format!("'{name}' has a capital in line {first} too, expected one");
                return wrong(*line, what);
            }
        }
    }
    Ok(())
}

/// All provinces have a place in the picture, each its own, or none has.
fn places(scenario: &Scenario, lines: &Lines) -> Result<(), Wrong> {
    let first = scenario.provinces[0].at.is_some();
    let mut taken = FxHashMap::default();
    for (p, line) in scenario.provinces.iter().zip(lines.provinces) {
        if p.at.is_some() != first {
            let (name, other) = (&p.name, &scenario.provinces[0].name);
            let (with, without) = if first { (other, name) } else { (name, other) };
            return wrong(
                *line,
                format!("'{with}' has a place and '{without}' has none, expected 'at' for all or for none"),
            );
        }
        if let Some(at) = p.at
            && let Some(there) = taken.insert(at, &p.name)
        {
            return wrong(*line, format!("'{}' is where '{there}' is, expected another place", p.name));
        }
    }
    Ok(())
}

fn borders(scenario: &Scenario, lines: &Lines) -> Result<(), Wrong> {
    for (i, province) in scenario.provinces.iter().enumerate() {
        for j in &province.neighbours {
            let j = usize::from(*j);
            let there = &scenario.provinces[j];
            if there.neighbours.binary_search(&(i as u16)).is_err() {
                let (a, b, line) = (&province.name, &there.name, lines.provinces[j]);
                return wrong(
                    lines.provinces[i],
                    format!(
                        "'{a}' lists '{b}', but '{b}' in line {line} does not list '{a}', expected both or neither"
                    ),
                );
            }
        }
    }
    Ok(())
}

fn stacks(scenario: &Scenario, lines: &Lines) -> Result<(), Wrong> {
    let side = |nation: u8| scenario.nations[usize::from(nation)].alliance;
    for (stack, line) in scenario.start.iter().zip(lines.stacks) {
        let unit = &scenario.units[usize::from(stack.unit)];
        let province = &scenario.provinces[usize::from(stack.province)];
        let (name, place) = (&unit.name, &province.name);
        match (province.terrain, unit.domain) {
            (Terrain::Impassable, _) => {
                return wrong(*line, format!("'{place}' is impassable, expected no units there"));
            }
            (Terrain::Water, Domain::Land) => {
                return wrong(*line, format!("'{name}' in '{place}': expected land units on land"));
            }
            (Terrain::Land, Domain::Sea) => {
                return wrong(*line, format!("'{name}' in '{place}': expected ships on water"));
            }
            _ => {}
        }
        if province.terrain == Terrain::Land && stack.nation.map(side) != province.owner.map(side) {
            let what = format!("'{name}' in '{place}': expected units of its owner or of his allies");
            return wrong(*line, what);
        }
    }
    Ok(())
}
