//! Drills in words.

use sandtable_core::Squad;

use super::{Drill, GONE, Route, Situation};

impl Drill {
    /// A side's choices in words, the same ones together: `2 infantry south > north, 1 infantry stays in south`.
    pub(super) fn words(&mut self, situation: &Situation, choices: &[u16]) -> String {
        let mut groups: Vec<((u8, u8, Route), u32)> = Vec::new();
        for (unit, &choice) in self.team(situation.side).zip(choices) {
            let at = situation.place[unit];
            if at != GONE {
                let key = (self.soldiers[unit].kind, at, self.route(situation, unit, choice));
                match groups.iter_mut().find(|(other, _)| *other == key) {
                    Some((_, count)) => *count += 1,
                    None => groups.push((key, 1)),
                }
            }
        }
        let name = |at: u8| self.scenario.provinces[usize::from(at)].name.as_str();
        let words = groups.iter().map(|((kind, at, Route { to, via }), count)| {
            let unit = &self.scenario.units[usize::from(*kind)].name;
            match (at == to, *via) {
                (true, GONE) => format!("{count} {unit} stay in {}", name(*at)),
                (_, GONE) => format!("{count} {unit} {} > {}", name(*at), name(*to)),
                (_, via) => format!("{count} {unit} {} > {} > {}", name(*at), name(via), name(*to)),
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
                let Route { to, .. } = self.route(situation, unit, choice);
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
                let Route { to, .. } = self.route(situation, unit, choice);
                attackers += u32::from(self.enemies(situation, to));
            }
        }
        attackers
    }

    /// The choices that send every unit to a province if it can go there, and let it stay if not.
    pub fn all_to(&mut self, situation: &Situation, place: &str) -> Vec<u16> {
        let to = self.named(place);
        self.all_along(situation, |route| Some(route.to) == to)
    }

    /// The same through a province that is taken on the way.
    pub fn all_through(&mut self, situation: &Situation, via: &str, place: &str) -> Vec<u16> {
        let (via, to) = (self.named(via), self.named(place));
        self.all_along(situation, |route| (Some(route.via), Some(route.to)) == (via, to))
    }

    fn named(&self, place: &str) -> Option<u8> {
        self.scenario.provinces.iter().position(|p| p.name == place).map(|p| p as u8)
    }

    fn all_along(&mut self, situation: &Situation, right: impl Fn(&Route) -> bool) -> Vec<u16> {
        let mut choices = Vec::new();
        self.options(situation, &mut choices);
        for (unit, choice) in self.team(situation.side).zip(&mut choices) {
            self.reach(situation, unit);
            *choice = self.reach.iter().position(&right).unwrap_or(0) as u16;
        }
        choices
    }
}
