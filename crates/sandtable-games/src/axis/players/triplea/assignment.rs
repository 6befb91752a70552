//! Who attacks what (A5), and what is done with those who are left over (A4, point 9).

use super::campaign::Campaign;
use super::field::Field;
use super::judge::WIN;
use crate::axis::scenario::Domain;

/// Below this an attack has no chance, and gets units first of all.
const CHANCE: f64 = 40.0;
/// Guns make an attack look so much weaker.
const GUNS: f64 = 10.0;

impl Field<'_> {
    /// Whether planes of a kind can fight somewhere without passing guns on the way.
    pub fn strikes(&self, kind: usize, from: u16, to: u16) -> bool {
        let (game, state, kind) = (self.game, self.state, kind as u8);
        game.strikes(state, kind, from, to)
            && game.flight(state, from, to, game.strike_range(state, kind, to)).is_some_and(|f| f.passed == 0)
    }

    /// Whether planes can land well after an attack: next to an own factory, or no farther than half of their range.
    pub fn lands_well(&self, kind: usize, from: u16, to: u16) -> bool {
        self.near_factory(to) || self.half_range(kind, from, to)
    }

    fn half_range(&self, kind: usize, from: u16, to: u16) -> bool {
        u16::from(self.game.air_distance(from, to)) * 2 <= u16::from(self.game.scenario.units[kind].movement)
    }

    fn near_factory(&self, at: u16) -> bool {
        let mine = |p: &u16| self.state.owner[usize::from(*p)] == self.me && self.works(*p) > 0.0;
        self.game.land_ways(at).iter().any(mine)
    }
}

impl Campaign<'_> {
    /// Assigns soldiers to the first targets of the list.
    pub fn assign(&mut self, first: usize) {
        self.recall();
        let mut wanted = vec![false; self.targets.len()];
        self.list[..first].iter().for_each(|&i| wanted[i] = true);
        self.give_a_chance(&wanted);
        let order = self.by_need(&wanted);
        for s in order {
            if !self.marches(s) {
                continue;
            }
            self.send_to_weakest(s, &wanted, |this, i| this.targets[i].hold);
        }
        let order = self.by_need(&wanted);
        for s in order {
            if self.marches(s) {
                continue;
            }
            self.send_to_weakest(s, &wanted, |this, i| {
                let (field, at, from) = (this.field, this.targets[i].at, this.soldiers[s].from);
                let home = field.home().is_some_and(|home| field.game.land_ways(home).contains(&at));
                !this.targets[i].hold
                    && this.worth_flying(i)
                    && (field.capital(at) > 0.0 || home || field.half_range(this.soldiers[s].kind, from, at))
            });
        }
        let order = self.by_need(&wanted);
        for s in order {
            self.send_to_weakest(s, &wanted, |this, i| {
                let soldier = &this.soldiers[s];
                this.marches(s)
                    || (this.worth_flying(i) && this.worth_the_plane(soldier.kind, soldier.from, i))
            });
        }
    }

    fn marches(&self, soldier: usize) -> bool {
        self.field.game.scenario.units[self.soldiers[soldier].kind].domain == Domain::Land
    }

    /// Whether planes are of use in an attack.
    fn worth_flying(&self, i: usize) -> bool {
        let t = &self.targets[i];
        self.judge.count(&t.defenders) > 0 && !self.judge.overwhelming(&t.sent, &t.defenders)
    }

    /// Whether a plane may be risked for an attack.
    fn worth_the_plane(&self, kind: usize, from: u16, i: usize) -> bool {
        let t = &self.targets[i];
        let cost = f64::from(self.field.game.scenario.units[kind].cost);
        self.field.lands_well(kind, from, t.at) || (t.value >= cost && t.hold)
    }

    /// Land units go where there is no chance without them, those with the fewest targets first.
    fn give_a_chance(&mut self, wanted: &[bool]) {
        let units = &self.field.game.scenario.units;
        let per_hit = |k: usize| f64::from(units[k].cost) / f64::from(units[k].hits.max(1));
        let buys = self.field.game.scenario.nations[usize::from(self.field.me)].buys.iter();
        let fodder = buys
            .map(|(k, _)| usize::from(*k))
            .filter(|&k| units[k].fights() && units[k].domain == Domain::Land);
        let cheapest = fodder.map(per_hit).fold(f64::MAX, f64::min);
        let few: Vec<usize> =
            self.options.iter().map(|options| options.iter().filter(|&&i| wanted[i]).count()).collect();
        let mut order: Vec<usize> = (0..self.soldiers.len()).filter(|&s| self.marches(s)).collect();
        order
            .retain(|&s| few[self.soldiers[s].group] > 0 && per_hit(self.soldiers[s].kind) <= 2.0 * cheapest);
        order.sort_by_key(|&s| {
            let soldier = &self.soldiers[s];
            (few[soldier.group], units[soldier.kind].cost, &units[soldier.kind].name)
        });
        for s in order {
            if !self.soldiers[s].idle() {
                continue;
            }
            let off = |i: usize| self.targets[i].diff - if self.targets[i].guns { GUNS } else { 0.0 };
            let options = self.options[self.soldiers[s].group].iter().copied().filter(|&i| wanted[i]);
            let weakest = options.min_by(|&a, &b| off(a).total_cmp(&off(b)));
            if let Some(i) = weakest.filter(|&i| off(i) < CHANCE) {
                self.send(s, i);
            }
        }
    }

    fn send(&mut self, soldier: usize, target: usize) {
        self.soldiers[soldier].goes = Some(target);
        self.targets[target].send(self.judge, self.soldiers[soldier].kind);
    }

    /// Idle soldiers with something to do: the fewest targets that are not won first, then those who add most for their cost.
    fn by_need(&mut self, wanted: &[bool]) -> Vec<usize> {
        let mut won = vec![true; self.targets.len()];
        for i in (0..self.targets.len()).filter(|&i| wanted[i]) {
            won[i] = self.targets[i].verdict(self.judge).won();
        }
        let units = &self.field.game.scenario.units;
        let mut keys: Vec<Option<(usize, f64, u8)>> = vec![None; self.options.len()];
        let mut order: Vec<usize> = Vec::new();
        for (s, soldier) in self.soldiers.iter().enumerate().filter(|(_, s)| s.idle()) {
            let options = || self.options[soldier.group].iter().copied().filter(|&i| wanted[i]);
            if options().next().is_none() {
                continue;
            }
            order.push(s);
            if keys[soldier.group].is_some() {
                continue;
            }
            let added = |i: usize| {
                let mut force = self.targets[i].sent.clone();
                let before = self.judge.attack_pips(&force);
                force[soldier.kind] += 1;
                self.judge.attack_pips(&force) - before
            };
            let flies = units[soldier.kind].domain == Domain::Air;
            let pips = options().map(added).fold(f64::MAX, f64::min);
            let gain = pips * if flies { 10.0 } else { 1.0 } / f64::from(units[soldier.kind].cost.max(1));
            let far = |i: usize| self.field.game.air_distance(soldier.from, self.targets[i].at);
            let far = if flies { options().map(far).min().unwrap_or(0) } else { 0 };
            keys[soldier.group] = Some((options().filter(|&i| !won[i]).count(), gain, far));
        }
        order.sort_by(|&a, &b| {
            let key = |s: usize| keys[self.soldiers[s].group].expect("it has a key");
            let name = |s: usize| &units[self.soldiers[s].kind].name;
            let ((few, gain, far), (other, least, farther)) = (key(a), key(b));
            few.cmp(&other)
                .then(least.total_cmp(&gain))
                .then(far.cmp(&farther))
                .then_with(|| name(a).cmp(name(b)))
        });
        order
    }

    /// Sends an idle soldier to the target that is least sure to be won, of those that `fit`; if all are, to one where no land unit would be left.
    fn send_to_weakest(&mut self, s: usize, wanted: &[bool], fit: impl Fn(&Self, usize) -> bool) {
        if !self.soldiers[s].idle() {
            return;
        }
        let flies = !self.marches(s);
        let (mut weakest, mut bare): (Option<(f64, usize)>, Option<usize>) = (None, None);
        for o in 0..self.options[self.soldiers[s].group].len() {
            let i = self.options[self.soldiers[s].group][o];
            if !wanted[i] || !fit(self, i) {
                continue;
            }
            let (guns, judge) = (self.targets[i].guns, &mut *self.judge);
            let verdict = self.targets[i].verdict(judge);
            if verdict.win < WIN {
                if weakest.is_none_or(|(least, _)| verdict.win < least) {
                    weakest = Some((verdict.win, i));
                }
            } else if !(verdict.land || flies && guns) {
                bare = bare.or(Some(i));
            }
        }
        if let Some(i) = weakest.map(|(_, i)| i).or(bare) {
            self.send(s, i);
        }
    }

    /// Those who are left over help where they can.
    pub fn employ(&mut self) {
        let field = self.field;
        for s in 0..self.soldiers.len() {
            if !self.soldiers[s].idle() || self.options[self.soldiers[s].group].is_empty() {
                continue;
            }
            let (from, kind) = (self.soldiers[s].from, self.soldiers[s].kind);
            let options = self.options[self.soldiers[s].group].clone();
            if self.marches(s) {
                let reaches = |this: &Self, i: usize| options.contains(&i) && this.targets[i].hold;
                let list = self.list.clone();
                let lasting =
                    list.into_iter().filter(|&i| reaches(self, i)).collect::<Vec<_>>().into_iter().find(
                        |&i| {
                            let t = &mut self.targets[i];
                            !self.judge.overwhelming(&t.sent, &t.defenders)
                                && t.verdict(self.judge).rounds > 2.0
                        },
                    );
                if let Some(i) = lasting {
                    self.send(s, i);
                }
                continue;
            }
            let mut weakest: Option<(f64, usize)> = None;
            for i in options {
                if !self.list.contains(&i) {
                    continue;
                }
                let at = self.targets[i].at;
                let useful = !self.targets[i].guns
                    && self.worth_flying(i)
                    && (field.works(at) > 0.0 || field.lands_well(kind, from, at));
                let win = self.targets[i].verdict(self.judge).win;
                if useful && weakest.is_none_or(|(least, _)| win < least) {
                    weakest = Some((win, i));
                }
            }
            if let Some((_, i)) = weakest {
                self.send(s, i);
            }
        }
    }
}
