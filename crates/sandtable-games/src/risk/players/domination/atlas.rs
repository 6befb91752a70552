//! What the map says once and for all: doors, the ways across them, and what a continent is worth to hold.

use super::super::super::map::MAX_TERRITORIES;
use super::super::super::rules::Risk;
use super::super::super::state::{Set, members};

/// The continents of a map as Domination sees them.
pub struct Atlas {
    pub continents: Vec<Continent>,
    /// The continent of each territory.
    pub home: [u8; MAX_TERRITORIES],
    /// The crosses of each territory: its neighbours on other continents.
    pub crosses: [Set; MAX_TERRITORIES],
}

/// A continent.
pub struct Continent {
    pub members: Set,
    /// Those with a neighbour on another continent.
    pub doors: Set,
    pub bonus: i32,
    /// What it is worth to hold, by its bonus, its size and the ways into it.
    worth: f64,
}

impl Atlas {
    pub fn new(game: &Risk) -> Atlas {
        let map = &game.map;
        let mut atlas =
            Atlas { continents: Vec::new(), home: [0; MAX_TERRITORIES], crosses: [0; MAX_TERRITORIES] };
        for (number, continent) in map.continents.iter().enumerate() {
            let (mut doors, mut links) = (0, 0);
            for t in members(continent.members) {
                let crosses = map.adjacent[t] & !continent.members;
                atlas.home[t] = number as u8;
                atlas.crosses[t] = crosses;
                doors |= Set::from(crosses != 0) << t;
                links += crosses.count_ones();
            }
            let open = f64::from(2 * links) - f64::from(doors.count_ones());
            let bonus = i32::from(continent.bonus);
            let size = continent.members.count_ones() as i32;
            // A map of one continent has no doors.
            let worth = f64::from(bonus + size / 3) / (open * open).max(1.0);
            atlas.continents.push(Continent { members: continent.members, doors, bonus, worth });
        }
        atlas
    }

    /// The continent of a territory.
    pub fn of(&self, t: usize) -> &Continent {
        &self.continents[usize::from(self.home[t])]
    }
}

impl Continent {
    /// What it is worth while so many players have land: the fewer, the less its doors matter.
    pub fn value(&self, players: i32) -> f64 {
        let doors = self.doors.count_ones() as i32;
        if 6 - players > doors { self.worth * f64::from(doors.max(1)) } else { self.worth }
    }
}
