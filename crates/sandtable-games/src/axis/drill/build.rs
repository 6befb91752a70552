//! Drills out of scenarios, and what a scenario must be like for that.

use rustc_hash::FxHashMap;
use sandtable_core::BadInput;

use super::battles::Battles;
use super::{Drill, GONE, MAX_KINDS, MAX_PLACES, MAX_UNITS, NEITHER, Situation, Soldier};
use crate::axis::flight::FAR;
use crate::axis::scenario::{Domain, Scenario, Terrain};

impl Drill {
    /// The drill of a scenario; `name` names it in errors.
    pub fn new(name: &str, scenario: Scenario) -> Result<Drill, BadInput> {
        let named = |line: String| BadInput::new(format!("{name}: {line}"));
        let fail = |line: String| Err(named(line));
        suits(&scenario).map_err(named)?;
        let n = scenario.provinces.len();
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
                            blitzes: unit.blitz && !flies && unit.movement > 1,
                            movement: unit.movement,
                        });
                    }
                }
            }
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
}

/// Whether a scenario is small and plain enough, or why it is not.
fn suits(scenario: &Scenario) -> Result<(), String> {
    let (n, kinds) = (scenario.provinces.len(), scenario.units.len());
    if scenario.nations.len() != 2 {
        return Err(format!("{} nations: expected two for automata", scenario.nations.len()));
    }
    if scenario.rules.economy {
        return Err("it has an economy: expected 'economy off' for automata".into());
    }
    if n > MAX_PLACES || kinds > MAX_KINDS {
        return Err(format!(
            "{n} provinces and {kinds} kinds of units: expected at most {MAX_PLACES} and {MAX_KINDS} for automata"
        ));
    }
    if let Some(unit) = scenario.units.iter().find(|u| u.flak || u.bombs || u.domain == Domain::Sea) {
        return Err(format!("'{}': expected no guns, bombers or ships for automata", unit.name));
    }
    if scenario.scripts.iter().any(|s| s.nation == 0) {
        return Err(format!(
            "'{}' has a script: expected one for the second nation only",
            scenario.nations[0].name
        ));
    }
    if let Some(stack) = scenario.start.iter().find(|s| s.nation.is_none()) {
        let place = &scenario.provinces[usize::from(stack.province)].name;
        return Err(format!("neutral units in '{place}': expected none for automata"));
    }
    Ok(())
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
