//! How a drill is played: choices, battles, scripts, points.

use sandtable_core::{Problem, Rng, Squad};

use super::{Drill, GONE, Route, Situation, Soldier};

/// The most ways in which the battles of one turn may end that are listed.
const MAX_OUTCOMES: usize = 1 << 14;

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
            let Route { to, via } = self.route(&before, unit, choice);
            situation.place[unit] = to;
            if via != GONE {
                situation.owner[usize::from(via)] = situation.side;
            }
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
                if let Some(choice) = self.reach.iter().position(|route| u16::from(route.to) == to) {
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
