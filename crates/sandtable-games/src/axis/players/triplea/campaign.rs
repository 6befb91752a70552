//! The combat move (A4): which provinces to attack, and with what.

use super::field::Field;
use super::judge::{Judge, MIN, Verdict};
use super::reach::{Threats, Ways};
use super::target::{Soldier, Target};
use super::value::{Marks, production, values};
use crate::axis::players::orders::Orders;
use crate::axis::scenario::Domain;

/// Attacks this near the capital must be worth more while it is in danger, and than that.
const CLOSE: u8 = 3;
const PETTY: f64 = 8.0;

/// A combat move in the making.
pub struct Campaign<'a> {
    pub field: Field<'a>,
    pub judge: &'a mut Judge,
    pub targets: Vec<Target>,
    /// The targets that are kept, the most valuable first.
    pub list: Vec<usize>,
    pub soldiers: Vec<Soldier>,
    /// Targets of each group of soldiers.
    pub options: Vec<Vec<usize>>,
}

impl<'a> Campaign<'a> {
    /// Decides on all attacks.
    pub fn plan(field: Field<'a>, judge: &'a mut Judge) -> Campaign<'a> {
        let mut campaign = Campaign::open(field, judge);
        campaign.select();
        campaign.grow();
        campaign.prune();
        campaign.guard_home();
        campaign
    }

    /// All that could be attacked, and by whom; nothing is decided yet.
    fn open(field: Field<'a>, judge: &'a mut Judge) -> Campaign<'a> {
        let mut campaign = Campaign {
            field,
            judge,
            targets: Vec::new(),
            list: Vec::new(),
            soldiers: Vec::new(),
            options: Vec::new(),
        };
        campaign.muster();
        campaign
    }

    /// Attacks these targets instead, the first with most right to units.
    pub fn attack(&mut self, list: &[usize]) {
        self.list.clear();
        self.list.extend(list);
        self.assign(list.len());
        self.bomb();
        self.employ();
    }

    /// Lists the soldiers and what they can attack.
    fn muster(&mut self) {
        let Field { game, state, me, .. } = self.field;
        let taken: Vec<bool> = (0..game.provinces() as u16).map(|p| state.was_taken(p)).collect();
        let ways = Ways { game, state, nation: me, closed: &taken };
        let mut found = vec![usize::MAX; game.provinces()];
        for at in self.field.land().filter(|&p| !game.friendly(state, p)) {
            found[usize::from(at)] = self.targets.len();
            let mut already = Vec::new();
            game.attackers(state, at, &mut already);
            let defenders = self.field.units(at, false).to_vec();
            let mut target = Target {
                at,
                guns: game.enemy_flak(state, at),
                hold: false,
                value: 0.0,
                sent: already.clone(),
                already,
                diff: 0.0,
                verdict: None,
                passed: f64::MAX,
                defenders,
            };
            target.changed(self.judge);
            self.targets.push(target);
        }
        for from in 0..game.provinces() as u16 {
            for k in (0..game.kinds()).filter(|&k| game.ready(state, from, k as u8) > 0) {
                let unit = &game.scenario.units[k];
                let mut options = Vec::new();
                if unit.fights() && unit.domain == Domain::Land && unit.movement > 0 && game.home(state, from)
                {
                    ways.march(from, unit.movement, unit.blitz, |to, _| options.push(found[usize::from(to)]));
                } else if unit.fights() && unit.domain == Domain::Air {
                    options.extend(
                        self.targets
                            .iter()
                            .enumerate()
                            .filter(|(_, t)| self.field.strikes(k, from, t.at))
                            .map(|(i, _)| i),
                    );
                }
                options.retain(|&i| i != usize::MAX);
                options.sort_unstable();
                let group = self.options.len();
                self.options.push(options);
                let count = game.ready(state, from, k as u8);
                let soldier = |_| Soldier { from, kind: k, group, goes: None, raids: None, stays: false };
                if unit.fights() {
                    self.soldiers.extend((0..count).map(soldier));
                }
            }
        }
    }

    /// Keeps what could be taken with everything and is worth it, the best first.
    fn select(&mut self) {
        let field = self.field;
        let endangered = field.home().is_some_and(|home| !field.superior(self.judge, home, 3));
        let full: Vec<Vec<u16>> = (0..self.targets.len()).map(|i| self.everything(i)).collect();
        let verdicts: Vec<Verdict> = full
            .iter()
            .zip(&self.targets)
            .map(|(force, t)| self.judge.attacking(force, &t.defenders))
            .collect();
        self.list = (0..self.targets.len()).filter(|&i| verdicts[i].win >= MIN).collect();
        let front = self.front();
        for i in self.list.clone() {
            let hold = front.holds(self, i, &verdicts[i].left);
            let t = &self.targets[i];
            let nobody = if self.judge.count(&t.defenders) == 0 { 1.0 } else { 0.0 };
            let value = (verdicts[i].swing
                + (2.0 + f64::from(u8::from(hold)))
                    * (1.0 + nobody)
                    * (1.0 + field.works(t.at))
                    * field.worth(t.at))
                * (1.0 + 4.0 * field.capital(t.at))
                * field
                    .home()
                    .map_or(1.0, |home| if field.game.land_ways(home).contains(&t.at) { 3.0 } else { 1.0 });
            (self.targets[i].hold, self.targets[i].value) = (hold, value);
        }
        let targets = &self.targets;
        self.list.retain(|&i| {
            let t = &targets[i];
            let near = field.home().is_some_and(|home| field.atlas.steps(home, t.at) <= CLOSE);
            t.value > 0.0 && !(endangered && t.value <= PETTY && near)
        });
        self.list.sort_by(|&a, &b| targets[b].value.total_cmp(&targets[a].value));
    }

    /// All who can attack a target.
    pub fn everything(&self, target: usize) -> Vec<u16> {
        let mut force = self.targets[target].already.clone();
        for soldier in self.soldiers.iter().filter(|s| self.options[s.group].contains(&target)) {
            force[soldier.kind] += 1;
        }
        force
    }

    /// Takes one target more as long as all of them can be taken together.
    fn grow(&mut self) {
        let mut n = 1;
        while n <= self.list.len() {
            self.assign(n);
            let passes = (0..n).all(|j| {
                let t = &mut self.targets[self.list[j]];
                let (diff, passed) = (t.diff, t.passed);
                let verdict = t.verdict(self.judge);
                (verdict.win >= MIN && verdict.land) || diff >= passed
            });
            if passes {
                for &i in &self.list[..n] {
                    self.targets[i].passed = self.targets[i].diff;
                }
                n += 1;
            } else {
                self.list.remove(n - 1);
            }
        }
    }

    /// Sends everybody somewhere, and deletes the attacks that are not worth it, one by one.
    fn prune(&mut self) {
        let front = self.front();
        for i in self.list.clone() {
            let force = self.everything(i);
            let left = self.judge.attacking(&force, &self.targets[i].defenders).left;
            self.targets[i].hold = front.holds(self, i, &left);
        }
        self.leave_guards();
        loop {
            self.assign(self.list.len());
            self.bomb();
            self.employ();
            let front = self.front();
            let bad = (0..self.list.len()).rev().find(|&j| self.bad(&front, self.list[j]));
            match bad {
                Some(j) => self.list.remove(j),
                None => return,
            };
        }
    }

    /// The cheapest unit stays in provinces that nobody else would guard.
    fn leave_guards(&mut self) {
        let field = self.field;
        let attacked: Vec<u16> = self.list.iter().map(|&i| self.targets[i].at).collect();
        for at in field.land().filter(|&p| field.state.owner[usize::from(p)] == field.me) {
            let marches = |k: usize| field.game.scenario.units[k].domain == Domain::Land;
            let faces = field.faces_enemy(self.judge, at, |p| !attacked.contains(&p));
            let mut movable = vec![0u16; field.game.kinds()];
            let can_go = |s: &Soldier| s.from == at && marches(s.kind) && !self.options[s.group].is_empty();
            self.soldiers.iter().filter(|s| can_go(s)).for_each(|s| movable[s.kind] += 1);
            let all = field.units(at, true);
            let fixed: Vec<u16> = all.iter().zip(&movable).map(|(a, m)| a - m).collect();
            if faces && !self.judge.has_land(&fixed) {
                let cost = |s: &Soldier| field.game.scenario.units[s.kind].cost;
                let here = self.soldiers.iter_mut().filter(|s| s.from == at && marches(s.kind));
                if let Some(guard) = here.min_by_key(|s| cost(s)) {
                    guard.stays = true;
                }
            }
        }
    }

    /// Whether an attack, as it stands, is not worth it.
    fn bad(&mut self, front: &Front, i: usize) -> bool {
        let field = self.field;
        let verdict = self.targets[i].verdict(self.judge).clone();
        let at = self.targets[i].at;
        let ground = self.judge.grounded(&verdict.left);
        let mut counter = front.counter(self.judge, at, &ground);
        if counter.swing > 0.0 && self.targets[i].hold {
            let mut more = ground.clone();
            more.resize(field.game.kinds(), 0);
            for s in self.soldiers.iter().filter(|s| s.goes.is_none() && self.options[s.group].contains(&i)) {
                more[s.kind] += if field.game.flies(s.kind as u8) { 0 } else { 1 };
            }
            let other = front.counter(self.judge, at, &more);
            if other.swing < counter.swing {
                counter = other;
            }
        }
        let hold = if front.holds(self, i, &verdict.left) { 1.0 } else { 0.0 };
        let works = field.works(at);
        let land = (2.0 + works + hold * (1.0 + 1.5 * works)) * field.worth(at);
        let loot =
            field.capital(at) * production(field.game, field.state, field.state.owner[usize::from(at)]);
        let value =
            1.0 + verdict.swing + (land + loot) * verdict.win / 100.0 - 2.0 / 3.0 * counter.swing.max(0.0);
        verdict.win < MIN || !verdict.land || value < 0.0
    }

    /// What the enemy can do about the targets as they are listed now.
    fn front(&self) -> Front {
        let Field { game, state, me, atlas, .. } = self.field;
        let mut attacked = vec![false; game.provinces()];
        self.list.iter().for_each(|&i| attacked[usize::from(self.targets[i].at)] = true);
        let nothing = vec![false; game.provinces()];
        let marks = Marks { lost: &nothing, attacked: &attacked };
        let values = values(game, atlas, state, me, marks);
        Front { threats: Threats::new(game, state, me, &attacked, self.judge), values }
    }

    /// Calls attacks off as long as the capital would fall to the largest attack on it.
    fn guard_home(&mut self) {
        let field = self.field;
        let Some(home) = field.home() else { return };
        let near = |p: u16| p == home || field.game.land_ways(home).contains(&p);
        while !self.list.is_empty() {
            let front = self.front();
            let mut defenders = field.units(home, true).to_vec();
            for s in self.soldiers.iter() {
                let marches = field.game.scenario.units[s.kind].domain == Domain::Land;
                if s.from == home {
                    defenders[s.kind] -= if s.goes.is_some() || s.raids.is_some() { 1 } else { 0 };
                } else if near(s.from) && marches && s.goes.is_none() {
                    defenders[s.kind] += 1;
                }
            }
            if let Some((kind, count)) = field.recruits(home) {
                defenders[kind] += count;
            }
            if !self.judge.defending(front.threats.at(home), &defenders).land {
                return;
            }
            let used = |i: usize| {
                let mine = self.soldiers.iter().filter(|s| s.goes == Some(i) && near(s.from));
                mine.count() as f64 / self.targets[i].value.max(0.01)
            };
            let most =
                (0..self.list.len()).max_by(|&a, &b| used(self.list[a]).total_cmp(&used(self.list[b])));
            match most.filter(|&j| used(self.list[j]) > 0.0) {
                Some(j) => {
                    let gone = self.list.remove(j);
                    self.soldiers.iter_mut().filter(|s| s.goes == Some(gone)).for_each(|s| s.goes = None);
                }
                None => return,
            }
        }
    }

    /// Forgets who was sent where.
    pub fn recall(&mut self) {
        for target in &mut self.targets {
            target.sent.clone_from(&target.already);
            target.changed(self.judge);
        }
        for soldier in &mut self.soldiers {
            (soldier.goes, soldier.raids) = (None, None);
        }
    }

    /// Where a soldier who attacks a province comes by: what he enters on the way without fighting, and at last the target.
    pub fn legs(&self, soldier: &Soldier, to: u16) -> Vec<u16> {
        let Field { game, state, me, .. } = self.field;
        let unit = &game.scenario.units[soldier.kind];
        if unit.domain != Domain::Land || unit.movement < 2 {
            return vec![to];
        }
        let taken: Vec<bool> = (0..game.provinces() as u16).map(|p| state.was_taken(p)).collect();
        let ways = Ways { game, state, nation: me, closed: &taken };
        ways.legs(soldier.from, to, unit.movement, unit.blitz)
    }

    /// Takes the attacks down, province by province where units blitz.
    pub fn write(&self, orders: &mut Orders) {
        orders.clear();
        for s in &self.soldiers {
            if let Some(to) = s.raids {
                orders.add(s.kind as u8, 1, s.from, to, true);
            } else if let Some(i) = s.goes {
                let mut from = s.from;
                for leg in self.legs(s, self.targets[i].at) {
                    orders.add(s.kind as u8, 1, from, leg, false);
                    from = leg;
                }
            }
        }
    }
}

/// What the enemy can do about some attacks, and what provinces are worth.
struct Front {
    threats: Threats,
    values: Vec<f64>,
}

impl Front {
    /// What his largest attack on who has taken a province brings him.
    fn counter(&self, judge: &mut Judge, at: u16, ground: &[u16]) -> Verdict {
        judge.plain(self.threats.at(at), ground)
    }

    /// Whether a target can be held by who is left of its attackers.
    fn holds(&self, campaign: &mut Campaign, i: usize, left: &[u16]) -> bool {
        let field = campaign.field;
        let at = campaign.targets[i].at;
        let flies = |s: &Soldier| field.game.flies(s.kind as u8);
        let attackers =
            campaign.soldiers.iter().filter(|s| !flies(s) && campaign.options[s.group].contains(&i));
        let mut origins: Vec<u16> = attackers.map(|s| s.from).collect();
        origins.dedup();
        let mean =
            origins.iter().map(|&p| self.values[usize::from(p)]).sum::<f64>() / origins.len().max(1) as f64;
        if self.values[usize::from(at)] * (1.0 + 4.0 * field.works(at)) < 0.75 * mean {
            return false;
        }
        if campaign.judge.count(self.threats.at(at)) == 0 {
            return true;
        }
        let ground = campaign.judge.grounded(left);
        let counter = self.counter(campaign.judge, at, &ground);
        !counter.land || counter.swing < 0.0 || counter.win < MIN
    }
}
