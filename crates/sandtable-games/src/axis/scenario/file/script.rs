//! Reads and checks `script` statements: what a nation does in a round, whatever the others do.

use super::super::{Domain, Scenario, Script, Terrain};
use super::line::{Line, Words, Wrong, wrong};
use super::{Draft, MAX_COUNT, MAX_ROUNDS, check::Lines};

/// The most lines of scripts.
const MAX_SCRIPTS: usize = 1000;

impl<'a> Draft<'a> {
    pub(super) fn script(&mut self, line: Line<'a>) -> Result<(), Wrong> {
        if self.scripts.len() == MAX_SCRIPTS {
            return wrong(line.number, format!("expected at most {MAX_SCRIPTS} lines 'script'"));
        }
        let mut words = Words::new(line, "script reds 1 peru chile infantry 3 artillery 1");
        let nation = words.name("a nation")?;
        let nation = self.nation_names.find("nation", line.number, nation)? as u8;
        let round = words.number_of("the nation", 1, MAX_ROUNDS)?;
        let (mut way, mut units) = (None, Vec::new());
        if let Some(from) = words.next() {
            let from = self.province_names.find("province", line.number, from)? as u16;
            let to = words.name("a province to go to")?;
            way = Some((from, self.province_names.find("province", line.number, to)? as u16));
            while let Some(word) = words.next() {
                let unit = self.unit_names.find("unit", line.number, word)? as u8;
                if units.iter().any(|(other, _)| *other == unit) {
                    return wrong(line.number, format!("'{word}' stands twice, expected it once"));
                }
                units.push((unit, words.number_of(word, 1, MAX_COUNT)?));
            }
            if units.is_empty() {
                return words.missing("units and how many");
            }
        }
        self.scripts.push(Script { nation, round, way, units });
        self.script_lines.push(line.number);
        Ok(())
    }
}

/// Scripts can be carried out: land units go over borders between land.
pub(super) fn check(scenario: &Scenario, lines: &Lines) -> Result<(), Wrong> {
    for (script, line) in scenario.scripts.iter().zip(lines.scripts) {
        let Some((from, to)) = script.way else { continue };
        let (a, b) = (&scenario.provinces[usize::from(from)], &scenario.provinces[usize::from(to)]);
        for &(unit, _) in &script.units {
            let unit = &scenario.units[usize::from(unit)];
            if unit.domain == Domain::Land
                && (a.neighbours.binary_search(&to).is_err() || b.terrain != Terrain::Land)
            {
                let what = format!(
                    "'{}' goes from '{}' to '{}': expected land next to it",
                    unit.name, a.name, b.name
                );
                return wrong(*line, what);
            }
            if unit.movement == 0 {
                return wrong(*line, format!("'{}' does not move, expected units that do", unit.name));
            }
        }
    }
    Ok(())
}
