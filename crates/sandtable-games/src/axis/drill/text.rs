//! Drills in words.

use sandtable_core::Squad;

use super::{Drill, GONE, Situation};

impl Drill {
    /// A side's choices in words, the same ones together: `2 infantry south > north, 1 infantry stays in south`.
    pub(super) fn words(&mut self, situation: &Situation, choices: &[u16]) -> String {
        let mut groups: Vec<((u8, u8, u8), u32)> = Vec::new();
        for (unit, &choice) in self.team(situation.side).zip(choices) {
            let at = situation.place[unit];
            if at != GONE {
                let key = (self.soldiers[unit].kind, at, self.destination(situation, unit, choice));
                match groups.iter_mut().find(|(other, _)| *other == key) {
                    Some((_, count)) => *count += 1,
                    None => groups.push((key, 1)),
                }
            }
        }
        let name = |at: u8| self.scenario.provinces[usize::from(at)].name.as_str();
        let words = groups.iter().map(|((kind, at, to), count)| {
            let unit = &self.scenario.units[usize::from(*kind)].name;
            match at == to {
                true => format!("{count} {unit} stay in {}", name(*at)),
                false => format!("{count} {unit} {} > {}", name(*at), name(*to)),
            }
        });
        let words: Vec<String> = words.collect();
        if words.is_empty() { "nothing is left".into() } else { words.join(", ") }
    }

    /// How many units of the deciding side go to each province, or stay there: by province, then kind.
    pub fn targets(&mut self, situation: &Situation, choices: &[u16]) -> Vec<Vec<u32>> {
        let mut targets = vec![vec![0; self.scenario.units.len()]; self.scenario.provinces.len()];
        for (unit, &choice) in self.team(situation.side).zip(choices) {
            if situation.place[unit] != GONE {
                let to = self.destination(situation, unit, choice);
                targets[usize::from(to)][usize::from(self.soldiers[unit].kind)] += 1;
            }
        }
        targets
    }

    /// How many units of the deciding side go where enemies stand.
    pub fn attackers(&mut self, situation: &Situation, choices: &[u16]) -> u32 {
        let mut attackers = 0;
        for (unit, &choice) in self.team(situation.side).zip(choices) {
            if situation.place[unit] != GONE && choice > 0 {
                let to = self.destination(situation, unit, choice);
                attackers += u32::from(self.enemies(situation, to));
            }
        }
        attackers
    }

    /// The choices that send every unit to a province if it can go there, and let it stay if not.
    pub fn all_to(&mut self, situation: &Situation, place: &str) -> Vec<u16> {
        let to = self.scenario.provinces.iter().position(|p| p.name == place).map(|p| p as u8);
        let mut choices = Vec::new();
        self.options(situation, &mut choices);
        for (unit, choice) in self.team(situation.side).zip(&mut choices) {
            self.reach(situation, unit);
            *choice = self.reach.iter().position(|p| Some(*p) == to).unwrap_or(0) as u16;
        }
        choices
    }
}
