//! Small scenarios as [`Squad`]s: one decision per unit and turn, exact battles, points that are gained and lost.
//!
//! After Lie, *Playing Axis & Allies Revised Using Learning Automata* (sections 3.1 and 4): two nations, no economy. A unit
//! stays or goes where its movement takes it; then all battles are fought to the end, both sides losing the cheapest
//! units first; an attacker needs a land unit that survives to take a province. What counts is the cost of units and the worth
//! of provinces, factories included, against the start. The paper does not say how points become feedback: here
//! the worst that can happen (everything lost) is 0 and the best (everything won) is 1.
//!
//! Beyond the paper: planes fight where they can fly to and back, and come home if they survive; they move to
//! own provinces within their range. The first nation plans; the second may have a script in the file.

mod battles;
mod text;

use rustc_hash::FxHashMap;
use sandtable_core::{BadInput, Problem, Rng, Squad};

use super::flight::FAR;
use super::scenario::{Domain, Scenario, Terrain};
use battles::{Battles, Force};

/// The most units of both sides together.
pub const MAX_UNITS: usize = 24;
/// The most provinces.
pub const MAX_PLACES: usize = 16;
/// The most kinds of units.
pub const MAX_KINDS: usize = 8;
/// The most ways in which the battles of one turn may end that are listed.
const MAX_OUTCOMES: usize = 1 << 14;

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
    movement: u8,
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
    reach: Vec<u8>,
    numbers: FxHashMap<u8, u16>,
}

impl Drill {
    /// The drill of a scenario; `name` names it in errors.
    pub fn new(name: &str, scenario: Scenario) -> Result<Drill, BadInput> {
        let fail = |line: String| Err(BadInput::new(format!("{name}: {line}")));
        let (n, kinds) = (scenario.provinces.len(), scenario.units.len());
        if scenario.nations.len() != 2 {
            return fail(format!("{} nations: expected two for automata", scenario.nations.len()));
        }
        if scenario.rules.economy {
            return fail("it has an economy: expected 'economy off' for automata".into());
        }
        if n > MAX_PLACES || kinds > MAX_KINDS {
            return fail(format!(
                "{n} provinces and {kinds} kinds of units: expected at most {MAX_PLACES} and {MAX_KINDS} for automata"
            ));
        }
        if let Some(unit) = scenario.units.iter().find(|u| u.flak || u.bombs || u.domain == Domain::Sea) {
            return fail(format!("'{}': expected no guns, bombers or ships for automata", unit.name));
        }
        if scenario.scripts.iter().any(|s| s.nation == 0) {
            return fail(format!(
                "'{}' has a script: expected one for the second nation only",
                scenario.nations[0].name
            ));
        }
        let land = |p: usize| scenario.provinces[p].terrain == Terrain::Land;
        let ways: Vec<Vec<u8>> = (0..n)
            .map(|p| {
                let near = scenario.provinces[p].neighbours.iter().map(|&q| usize::from(q));
                near.filter(|&q| land(p) && land(q)).map(|q| q as u8).collect()
            })
            .collect();
        let mut worth: Vec<i32> = scenario.provinces.iter().map(|p| i32::from(p.worth)).collect();
        let mut start = Situation {
            place: [GONE; MAX_UNITS],
            home: [0; MAX_UNITS],
            owner: [NEITHER; MAX_PLACES],
            round: 0,
            side: 0,
            moved: false,
        };
        for (owner, province) in start.owner.iter_mut().zip(&scenario.provinces) {
            *owner = province.owner.unwrap_or(NEITHER);
        }
        let mut soldiers = Vec::new();
        for side in 0..2u8 {
            for (kind, unit) in scenario.units.iter().enumerate() {
                for stack in
                    scenario.start.iter().filter(|s| s.nation == Some(side) && usize::from(s.unit) == kind)
                {
                    if unit.factory {
                        worth[usize::from(stack.province)] += i32::from(unit.cost) * i32::from(stack.count);
                        continue;
                    }
                    if soldiers.len() + usize::from(stack.count) > MAX_UNITS {
                        return fail(format!("expected at most {MAX_UNITS} units for automata"));
                    }
                    if unit.attack == 0 && unit.movement > 0 {
                        return fail(format!(
                            "'{}' moves but cannot hit: expected an attack above 0",
                            unit.name
                        ));
                    }
                    let flies = unit.domain == Domain::Air;
                    let at = usize::from(stack.province);
                    if side == 0 && (unit.movement == 0 || (!flies && ways[at].is_empty())) {
                        let place = &scenario.provinces[at].name;
                        return fail(format!("'{}' in '{place}' has nowhere to go", unit.name));
                    }
                    for _ in 0..stack.count {
                        start.place[soldiers.len()] = at as u8;
                        soldiers.push(Soldier {
                            kind: kind as u8,
                            side,
                            cost: i32::from(unit.cost),
                            flies,
                            movement: unit.movement,
                        });
                    }
                }
            }
        }
        if let Some(stack) = scenario.start.iter().find(|s| s.nation.is_none()) {
            let place = &scenario.provinces[usize::from(stack.province)].name;
            return fail(format!("neutral units in '{place}': expected none for automata"));
        }
        let own = soldiers.iter().filter(|s| s.side == 0).count();
        if own == 0 {
            return fail(format!("'{}' has no units that could decide", scenario.nations[0].name));
        }
        let air = distances(&scenario);
        let battles = Battles::new(&scenario.units);
        let mut drill = Drill {
            soldiers,
            own,
            ways,
            air,
            worth,
            start,
            base: 0,
            worst: 0,
            best: 0,
            battles,
            reach: Vec::new(),
            numbers: FxHashMap::default(),
            scenario,
        };
        drill.base = drill.points(&start);
        let mut end = start;
        end.place[..own].fill(GONE);
        end.owner.iter_mut().for_each(|o| *o = if *o == NEITHER { NEITHER } else { 1 });
        drill.worst = drill.points(&end) - drill.base;
        end.place = start.place;
        end.place[own..].fill(GONE);
        end.owner.iter_mut().zip(&drill.scenario.provinces).for_each(|(o, p)| {
            *o = if p.terrain == Terrain::Land { 0 } else { NEITHER };
        });
        drill.best = drill.points(&end) - drill.base;
        Ok(drill)
    }

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

    /// Fills `reach` with where a unit can go, itself first.
    fn reach(&mut self, situation: &Situation, unit: usize) {
        let soldier = self.soldiers[unit];
        let at = situation.place[unit];
        let mut reach = std::mem::take(&mut self.reach);
        reach.clear();
        reach.push(at);
        if at == GONE {
        } else if soldier.flies {
            for to in (0..self.ways.len() as u8).filter(|&to| to != at) {
                let far = self.air[usize::from(at) * self.ways.len() + usize::from(to)];
                let own = situation.owner[usize::from(to)] == situation.side;
                let fights = self.enemies(situation, to) && u16::from(far) * 2 <= u16::from(soldier.movement);
                if fights || (own && far <= soldier.movement) {
                    reach.push(to);
                }
            }
        } else {
            let mut first = 0;
            for _ in 0..soldier.movement {
                let end = reach.len();
                for i in first..end {
                    let p = reach[i];
                    let through = i == 0
                        || (situation.owner[usize::from(p)] == situation.side && !self.enemies(situation, p));
                    if through {
                        for &q in &self.ways[usize::from(p)] {
                            if !reach.contains(&q) {
                                reach.push(q);
                            }
                        }
                    }
                }
                first = end;
            }
        }
        self.reach = reach;
    }

    /// Whether a unit's options are its place and the places next to it.
    fn walks(&self, unit: usize) -> bool {
        !self.soldiers[unit].flies && self.soldiers[unit].movement == 1
    }

    fn destination(&mut self, situation: &Situation, unit: usize, choice: u16) -> u8 {
        let at = situation.place[unit];
        match choice {
            0 => at,
            _ if self.walks(unit) => self.ways[usize::from(at)][usize::from(choice) - 1],
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

/// How far planes fly between provinces.
fn distances(scenario: &Scenario) -> Vec<u8> {
    let n = scenario.provinces.len();
    let mut far = vec![FAR; n * n];
    for from in 0..n {
        far[from * n + from] = 0;
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(p) = queue.pop_front() {
            for q in scenario.provinces[p].neighbours.iter().map(|&q| usize::from(q)) {
                if scenario.provinces[q].terrain != Terrain::Impassable && far[from * n + q] == FAR {
                    far[from * n + q] = far[from * n + p] + 1;
                    queue.push_back(q);
                }
            }
        }
    }
    far
}

impl Squad for Drill {
    type Situation = Situation;

    fn side(&self, situation: &Situation) -> usize {
        usize::from(situation.side)
    }

    fn options(&mut self, situation: &Situation, out: &mut Vec<u16>) {
        for unit in self.team(situation.side) {
            out.push(match situation.place[unit] {
                GONE => 1,
                at if self.walks(unit) => 1 + self.ways[usize::from(at)].len() as u16,
                _ => {
                    self.reach(situation, unit);
                    self.reach.len() as u16
                }
            });
        }
    }

    fn advance(&mut self, situation: &mut Situation, choices: &[u16]) {
        let before = *situation;
        for (unit, &choice) in self.team(situation.side).zip(choices) {
            if before.place[unit] == GONE {
                continue;
            }
            let to = self.destination(&before, unit, choice);
            situation.place[unit] = to;
            if self.soldiers[unit].flies {
                let fights = to != before.place[unit] && self.enemies(&before, to);
                situation.home[unit] = if fights { before.place[unit] } else { GONE };
            }
        }
        situation.moved = true;
        self.occupy(situation);
    }

    fn draw(&mut self, situation: &mut Situation, rng: &mut Rng) {
        for at in 0..self.ways.len() as u8 {
            if let Some((attack, defence)) = self.forces(situation, at) {
                let ends = self.battles.ends(&self.scenario.units, attack, defence);
                let mut left = rng.unit();
                let mut chosen = ends[ends.len() - 1];
                for end in ends {
                    left -= end.chance;
                    if left < 0.0 {
                        chosen = *end;
                        break;
                    }
                }
                self.end_battle(situation, at, (&chosen.attack, &chosen.defence), chosen.taken);
            }
        }
        self.end_turn(situation);
    }

    fn outcomes(&mut self, situation: &Situation, out: &mut Vec<(Situation, f64)>) -> bool {
        let first = out.len();
        out.push((*situation, 1.0));
        for at in 0..self.ways.len() as u8 {
            let Some((attack, defence)) = self.forces(situation, at) else { continue };
            let ends = self.battles.ends(&self.scenario.units, attack, defence).to_vec();
            let before = out.len();
            if (before - first) * ends.len() > MAX_OUTCOMES {
                out.truncate(first);
                return false;
            }
            for i in first..before {
                let (here, chance) = out[i];
                for end in &ends {
                    let mut next = here;
                    self.end_battle(&mut next, at, (&end.attack, &end.defence), end.taken);
                    out.push((next, chance * end.chance));
                }
            }
            out.drain(first..before);
        }
        out[first..].iter_mut().for_each(|(s, _)| self.end_turn(s));
        true
    }

    fn script(&mut self, situation: &Situation, out: &mut Vec<u16>) -> bool {
        if !self.scripted() || situation.side == 0 {
            return false;
        }
        let first = out.len();
        let team = self.team(1);
        out.resize(first + team.len(), 0);
        for line in 0..self.scenario.scripts.len() {
            let script = &self.scenario.scripts[line];
            let Some((from, to)) = script.way else { continue };
            if script.round != u16::from(situation.round) + 1 {
                continue;
            }
            self.numbers.clear();
            self.numbers.extend(script.units.iter().copied());
            for unit in team.clone() {
                let kind = self.soldiers[unit].kind;
                let wanted = self.numbers.get(&kind).copied().unwrap_or(0);
                let slot = first + unit - team.start;
                if u16::from(situation.place[unit]) != from || wanted == 0 || out[slot] != 0 {
                    continue;
                }
                self.reach(situation, unit);
                if let Some(choice) = self.reach.iter().position(|&p| u16::from(p) == to) {
                    out[slot] = choice as u16;
                    self.numbers.insert(kind, wanted - 1);
                }
            }
        }
        true
    }

    fn feedback(&mut self, situation: &Situation) -> f64 {
        f64::from(self.gain(situation) - self.worst) / f64::from(self.best - self.worst)
    }

    fn alike(&self, situation: &Situation) -> Situation {
        let mut alike = *situation;
        let mut first = 0;
        while first < self.soldiers.len() {
            let same =
                |s: &Soldier| (s.side, s.kind) == (self.soldiers[first].side, self.soldiers[first].kind);
            let end = first + self.soldiers[first..].iter().take_while(|s| same(s)).count();
            if self.soldiers[first].flies {
                // Planes are told apart by where they come from as well.
                for i in first + 1..end {
                    for j in (first + 1..=i).rev() {
                        let key = |k: usize, s: &Situation| (s.place[k], s.home[k]);
                        if key(j - 1, &alike) > key(j, &alike) {
                            alike.place.swap(j - 1, j);
                            alike.home.swap(j - 1, j);
                        }
                    }
                }
            } else {
                alike.place[first..end].sort_unstable();
            }
            first = end;
        }
        alike
    }
}

impl Problem for Drill {
    fn start(&self) -> Situation {
        self.start
    }

    fn turns(&self) -> usize {
        usize::from(self.scenario.rules.rounds)
    }

    fn scripted(&self) -> bool {
        !self.scenario.scripts.is_empty()
    }

    fn player(&self) -> &str {
        &self.scenario.nations[0].name
    }

    fn gain_of(&self, feedback: f64) -> f64 {
        f64::from(self.worst) + feedback * f64::from(self.best - self.worst)
    }

    fn describe(&mut self, situation: &Situation, choices: &[u16]) -> String {
        self.words(situation, choices)
    }
}
