//! Small scenarios as [`Squad`](sandtable_core::Squad)s: one decision per unit and turn, exact battles, points that are gained and lost.
//!
//! After Lie, *Playing Axis & Allies Revised Using Learning Automata* (sections 3.1 and 4): two nations, no economy. A unit
//! stays or goes where its movement takes it; then all battles are fought to the end, both sides losing the cheapest
//! units first; an attacker needs a land unit that survives to take a province. What counts is the cost of units and the worth
//! of provinces, factories included, against the start. The paper does not say how points become feedback: here
//! the worst that can happen (everything lost) is 0 and the best (everything won) is 1.
//!
//! Units that blitz take an unoccupied province on their way and go on from it (table 1; the points of section 4.3.2).
//!
//! Beyond the paper: planes fight where they can fly to and back, and come home if they survive; they move to
//! own provinces within their range. The first nation plans; the second may have a script in the file.

mod battles;
mod build;
mod squad;
mod text;

use rustc_hash::FxHashMap;

use super::scenario::Scenario;
use battles::{Battles, Force};

/// The most units of both sides together.
pub const MAX_UNITS: usize = 24;
/// The most provinces.
pub const MAX_PLACES: usize = 16;
/// The most kinds of units.
pub const MAX_KINDS: usize = 8;

/// Where a unit is that was lost.
const GONE: u8 = u8::MAX;
/// The owner of a province that belongs to nobody.
const NEITHER: u8 = 2;

/// Where things stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Situation {
    /// Where each unit is: side 0 first.
    place: [u8; MAX_UNITS],
    /// Where planes that attack come from.
    home: [u8; MAX_UNITS],
    owner: [u8; MAX_PLACES],
    round: u8,
    side: u8,
    /// Whether the side has moved and battles are to be fought.
    moved: bool,
}

/// A unit of a side.
#[derive(Clone, Copy, Debug)]
struct Soldier {
    kind: u8,
    side: u8,
    cost: i32,
    flies: bool,
    blitzes: bool,
    movement: u8,
}

/// Where a unit goes, and the province that it takes on its way if it blitzes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Route {
    to: u8,
    /// [`GONE`] if there is none.
    via: u8,
}

impl Route {
    fn straight(to: u8) -> Route {
        Route { to, via: GONE }
    }
}

/// A scenario whose turn is one decision per unit.
#[derive(Clone)]
pub struct Drill {
    scenario: Scenario,
    soldiers: Vec<Soldier>,
    /// How many of them are side 0's.
    own: usize,
    /// The land neighbours of each province.
    ways: Vec<Vec<u8>>,
    /// Distances for planes, province by province.
    air: Vec<u8>,
    /// What each province is worth, factories included.
    worth: Vec<i32>,
    start: Situation,
    /// Points at the start, at worst and at best.
    base: i32,
    worst: i32,
    best: i32,
    battles: Battles,
    reach: Vec<Route>,
    numbers: FxHashMap<u8, u16>,
}

impl Drill {
    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The points of side 0 for land, and for units against those of side 1. Side 1's land is what side 0 could win, so a
    /// province that changes hands counts once.
    fn points(&self, situation: &Situation) -> i32 {
        let units: i32 = self
            .soldiers
            .iter()
            .zip(&situation.place)
            .filter(|(_, at)| **at != GONE)
            .map(|(s, _)| if s.side == 0 { s.cost } else { -s.cost })
            .sum();
        let land: i32 =
            self.worth.iter().zip(&situation.owner).filter(|(_, o)| **o == 0).map(|(w, _)| w).sum();
        units + land
    }

    /// What side 0 has gained since the start.
    pub fn gain(&self, situation: &Situation) -> i32 {
        self.points(situation) - self.base
    }

    /// The units of a side.
    fn team(&self, side: u8) -> std::ops::Range<usize> {
        if side == 0 { 0..self.own } else { self.own..self.soldiers.len() }
    }

    /// Whether units of the other side stand in a province.
    fn enemies(&self, situation: &Situation, at: u8) -> bool {
        self.team(1 - situation.side).any(|u| situation.place[u] == at)
    }

    /// Fills `reach` with where a unit can go: its own place first, straight ways before those through a province that it takes.
    fn reach(&mut self, situation: &Situation, unit: usize) {
        let soldier = self.soldiers[unit];
        let at = situation.place[unit];
        let mut reach = std::mem::take(&mut self.reach);
        reach.clear();
        reach.push(Route::straight(at));
        if at == GONE {
        } else if soldier.flies {
            for to in (0..self.ways.len() as u8).filter(|&to| to != at) {
                let far = self.air[usize::from(at) * self.ways.len() + usize::from(to)];
                let own = situation.owner[usize::from(to)] == situation.side;
                let fights = self.enemies(situation, to) && u16::from(far) * 2 <= u16::from(soldier.movement);
                if fights || (own && far <= soldier.movement) {
                    reach.push(Route::straight(to));
                }
            }
        } else {
            let mut first = 0;
            for _ in 0..soldier.movement {
                let end = reach.len();
                for i in first..end {
                    let p = reach[i].to;
                    let through = i == 0
                        || (situation.owner[usize::from(p)] == situation.side && !self.enemies(situation, p));
                    if through {
                        for &q in &self.ways[usize::from(p)] {
                            if !reach.contains(&Route::straight(q)) {
                                reach.push(Route::straight(q));
                            }
                        }
                    }
                }
                first = end;
            }
            if soldier.blitzes {
                for &via in &self.ways[usize::from(at)] {
                    let own = situation.owner[usize::from(via)] == situation.side;
                    if !own && !self.enemies(situation, via) {
                        reach.extend(self.ways[usize::from(via)].iter().map(|&to| Route { to, via }));
                    }
                }
            }
        }
        self.reach = reach;
    }

    /// Whether a unit's options are its place and the places next to it.
    fn walks(&self, unit: usize) -> bool {
        !self.soldiers[unit].flies && self.soldiers[unit].movement == 1
    }

    fn route(&mut self, situation: &Situation, unit: usize, choice: u16) -> Route {
        let at = situation.place[unit];
        match choice {
            0 => Route::straight(at),
            _ if self.walks(unit) => Route::straight(self.ways[usize::from(at)][usize::from(choice) - 1]),
            _ => {
                self.reach(situation, unit);
                self.reach[usize::from(choice)]
            }
        }
    }

    /// The forces in a province where both sides stand: the side that moved attacks.
    fn forces(&self, situation: &Situation, at: u8) -> Option<(Force, Force)> {
        let (mut attack, mut defence) = ([0; MAX_KINDS], [0; MAX_KINDS]);
        for (soldier, _) in self.soldiers.iter().zip(&situation.place).filter(|(_, p)| **p == at) {
            let force = if soldier.side == situation.side { &mut attack } else { &mut defence };
            force[usize::from(soldier.kind)] += 1;
        }
        (attack != [0; MAX_KINDS] && defence != [0; MAX_KINDS]).then_some((attack, defence))
    }

    /// Takes what nobody defends.
    fn occupy(&self, situation: &mut Situation) {
        for unit in self.team(situation.side) {
            let at = situation.place[unit];
            if at != GONE
                && !self.soldiers[unit].flies
                && situation.owner[usize::from(at)] != situation.side
                && !self.enemies(situation, at)
            {
                situation.owner[usize::from(at)] = situation.side;
            }
        }
    }

    /// Ends a battle with so many left.
    fn end_battle(
        &self,
        situation: &mut Situation,
        at: u8,
        (attack, defence): (&Force, &Force),
        taken: bool,
    ) {
        let (mut attack, mut defence) = (*attack, *defence);
        // Those that come last stay alive, so that the units' order in a kind does not matter to their number.
        for unit in (0..self.soldiers.len()).rev() {
            let soldier = self.soldiers[unit];
            if situation.place[unit] != at {
                continue;
            }
            let left = if soldier.side == situation.side { &mut attack } else { &mut defence };
            let left = &mut left[usize::from(soldier.kind)];
            if *left == 0 {
                situation.place[unit] = GONE;
            } else {
                *left -= 1;
            }
        }
        if taken {
            situation.owner[usize::from(at)] = situation.side;
        }
    }

    /// Brings planes home and gives the turn to the other side.
    fn end_turn(&self, situation: &mut Situation) {
        for unit in self.team(situation.side) {
            if self.soldiers[unit].flies && situation.place[unit] != GONE && situation.home[unit] != GONE {
                situation.place[unit] = situation.home[unit];
            }
            situation.home[unit] = 0;
        }
        situation.moved = false;
        situation.round += situation.side;
        situation.side = 1 - situation.side;
    }
}
