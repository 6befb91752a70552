//! The moves after the battles (A8): hold what is worth holding, and send the others where they are of most use.

use super::field::Field;
use super::judge::{Judge, Verdict};
use super::reach::Threats;
use super::value::{Marks, values};
use crate::axis::march::March;
use crate::axis::players::orders::Orders;
use crate::axis::scenario::{Domain, Unit};
use crate::axis::{Axis, State};

/// A province of one's own side.
pub struct Post {
    pub at: u16,
    /// Who is there and stays.
    pub fixed: Vec<u16>,
    /// Who was sent.
    pub sent: Vec<u16>,
    pub hold: bool,
    /// What the enemy's largest attack brings against those who stay.
    pub bare: Verdict,
}

impl Post {
    /// All who are there in the end.
    pub fn defenders(&self) -> Vec<u16> {
        self.fixed.iter().zip(&self.sent).map(|(a, b)| a + b).collect()
    }
}

/// A unit that may move.
pub struct Mover {
    pub from: u16,
    pub kind: usize,
    pub group: usize,
    pub goes: Option<usize>,
    /// Its place has been settled.
    pub done: bool,
    /// It guards a border, as one of those who stay there.
    pub guards: bool,
}

/// A redeployment in the making.
pub struct Redeployment<'a> {
    pub field: Field<'a>,
    pub judge: &'a mut Judge,
    pub threats: Threats,
    pub posts: Vec<Post>,
    pub movers: Vec<Mover>,
    pub options: Vec<Vec<usize>>,
    pub values: Vec<f64>,
}

impl<'a> Redeployment<'a> {
    /// Decides on all moves. `new` units will be placed where it says.
    pub fn plan(field: Field<'a>, judge: &'a mut Judge, new: &[(u16, Vec<u16>)]) -> Redeployment<'a> {
        Redeployment::plan_with(field, judge, new, None)
    }

    /// Decides on all moves, if this province can or cannot be held.
    pub fn plan_with(
        field: Field<'a>,
        judge: &'a mut Judge,
        new: &[(u16, Vec<u16>)],
        known: Option<(u16, bool)>,
    ) -> Redeployment<'a> {
        let Field { game, state, me, .. } = field;
        let open = vec![false; game.provinces()];
        let threats = Threats::new(game, state, me, &open, judge);
        let (posts, movers, options, values) = Default::default();
        let mut plan = Redeployment { field, judge, threats, posts, movers, options, values };
        plan.muster(new);
        plan.guard_borders();
        plan.look_what_holds();
        if let Some((at, hold)) = known
            && let Some(post) = plan.posts.iter_mut().find(|p| p.at == at)
        {
            post.hold = hold;
        }
        plan.value();
        plan.defend();
        plan.advance(None);
        plan.keep_home();
        plan.land();
        plan.move_guns();
        plan
    }

    /// Lists posts and movers, and where each can go.
    fn muster(&mut self, new: &[(u16, Vec<u16>)]) {
        let Field { game, state, .. } = self.field;
        let mut found = vec![usize::MAX; game.provinces()];
        for at in self.field.land().filter(|&p| game.friendly(state, p)) {
            found[usize::from(at)] = self.posts.len();
            let mut fixed = self.field.units(at, true).to_vec();
            for (_, units) in new.iter().filter(|(p, _)| *p == at) {
                fixed.iter_mut().zip(units).for_each(|(sum, n)| *sum += n);
            }
            let bare = Verdict { win: 0.0, swing: 0.0, land: false, left: Vec::new(), rounds: 0.0 };
            self.posts.push(Post { at, sent: vec![0; game.kinds()], fixed, hold: true, bare });
        }
        for from in 0..game.provinces() as u16 {
            for k in 0..game.kinds() {
                for (range, count) in ranges(game, state, from, k) {
                    let mut options = self.ways(from, k, range);
                    options.iter_mut().for_each(|p| *p = found[*p]);
                    options.retain(|&i| i != usize::MAX);
                    options.sort_unstable();
                    let here = found[usize::from(from)];
                    if options.is_empty() || (options.len() == 1 && options[0] == here) {
                        continue;
                    }
                    let group = self.options.len();
                    self.options.push(options);
                    if here != usize::MAX {
                        self.posts[here].fixed[k] -= count;
                    }
                    let mover = |_| Mover { from, kind: k, group, goes: None, done: false, guards: false };
                    self.movers.extend((0..count).map(mover));
                }
            }
        }
    }

    /// Where units of a kind may be after their move, the place where they are included if they may stay.
    fn ways(&self, from: u16, kind: usize, range: u8) -> Vec<usize> {
        let Field { game, state, .. } = self.field;
        let unit = &game.scenario.units[kind];
        let mut options = Vec::new();
        if unit.domain == Domain::Air {
            let reach = |&p: &u16| game.landable(state, p) && game.air_distance(from, p) <= range;
            options.extend((0..game.provinces() as u16).filter(reach).map(usize::from));
        } else if !unit.factory && range > 0 {
            options.push(usize::from(from));
            let mut add = |to: u16, _: u8| options.push(usize::from(to));
            game.march(state, from, range, March::Redeploy, &mut add);
        }
        options
    }

    pub fn unit(&self, mover: usize) -> &Unit {
        &self.field.game.scenario.units[self.movers[mover].kind]
    }

    pub fn marches(&self, mover: usize) -> bool {
        self.unit(mover).fights() && self.unit(mover).domain == Domain::Land
    }

    pub fn can_go(&self, mover: usize) -> &[usize] {
        &self.options[self.movers[mover].group]
    }

    /// One unit goes to every border that nobody guards.
    fn guard_borders(&mut self) {
        let field = self.field;
        let mut open: Vec<usize> = (0..self.posts.len())
            .filter(|&i| {
                let post = &self.posts[i];
                field.state.owner[usize::from(post.at)] == field.me
                    && !self.judge.has_land(&post.fixed)
                    && field.faces_enemy(self.judge, post.at, |_| true)
            })
            .collect();
        if open.is_empty() {
            return;
        }
        let mut order: Vec<usize> = (0..self.movers.len()).filter(|&m| self.marches(m)).collect();
        order.sort_by_key(|&m| (self.can_go(m).len(), self.unit(m).cost));
        for m in order {
            let cost = f64::from(self.unit(m).cost);
            let fits = |i: &usize| {
                let at = self.posts[*i].at;
                self.can_go(m).contains(i)
                    && (cost <= field.worth(at) + 3.0
                        || field.game.counts(field.state, at, field.me).iter().any(|&n| n > 0))
            };
            if let Some(j) = open.iter().position(fits) {
                let i = open.remove(j);
                self.posts[i].fixed[self.movers[m].kind] += 1;
                let mover = &mut self.movers[m];
                (mover.goes, mover.done, mover.guards) = (Some(i), true, true);
            }
        }
    }

    /// How much of its cost a unit may be risked for a post.
    pub fn stake(&self, at: u16) -> f64 {
        (1.0 + 0.5 * self.field.works(at)) * (1.0 + 2.0 * self.field.capital(at)) / 8.0
    }

    fn look_what_holds(&mut self) {
        for i in 0..self.posts.len() {
            let at = self.posts[i].at;
            let threat = self.threats.at(at);
            let bare = self.judge.plain(threat, &self.posts[i].fixed);
            let safe = self.judge.count(threat) == 0
                || (self.judge.count(&self.posts[i].fixed) > 0 && bare.swing <= 0.0);
            let hold = safe || {
                let mut all = self.posts[i].fixed.clone();
                for m in
                    (0..self.movers.len()).filter(|&m| !self.movers[m].done && self.can_go(m).contains(&i))
                {
                    all[self.movers[m].kind] += 1;
                }
                let extra = self.judge.cost(&all) - self.judge.cost(&self.posts[i].fixed);
                self.judge.plain(threat, &all).swing - extra * self.stake(at) < bare.swing
            };
            (self.posts[i].hold, self.posts[i].bare) = (hold, bare);
        }
    }

    /// What provinces are worth, those that cannot be held nothing.
    fn value(&mut self) {
        let Field { game, state, me, atlas, .. } = self.field;
        let nothing = vec![false; game.provinces()];
        let mut lost = nothing.clone();
        self.posts.iter().filter(|p| !p.hold).for_each(|p| lost[usize::from(p.at)] = true);
        self.values = values(game, atlas, state, me, Marks { lost: &lost, attacked: &nothing });
    }

    /// Sends a unit to a post.
    pub fn send(&mut self, mover: usize, post: usize) {
        self.movers[mover].goes = Some(post);
        self.posts[post].sent[self.movers[mover].kind] += 1;
    }

    /// Nobody is sent anywhere whose place has not been settled.
    pub fn recall(&mut self) {
        self.posts.iter_mut().for_each(|p| p.sent.fill(0));
        self.movers.iter_mut().filter(|m| !m.done).for_each(|m| m.goes = None);
    }

    /// All other land units go to the best province that can be held; `near` makes those within so many steps of the capital better.
    fn advance(&mut self, near: Option<(u16, u8)>) {
        let field = self.field;
        let value = |this: &Self, i: usize| {
            let at = this.posts[i].at;
            let close = near.is_some_and(|(home, steps)| field.atlas.steps(home, at) <= steps);
            this.values[usize::from(at)] * if close { 10.0 } else { 1.0 }
        };
        // Units that are alike go to the same place.
        let mut settled: Option<(usize, Option<usize>)> = None;
        for m in 0..self.movers.len() {
            if self.movers[m].done || !self.marches(m) {
                continue;
            }
            let group = self.movers[m].group;
            if let Some((_, best)) = settled.filter(|(g, _)| *g == group) {
                self.movers[m].goes = best;
                continue;
            }
            let options = self.can_go(m).iter().copied();
            let held = options.clone().filter(|&i| self.posts[i].hold);
            let best = held.max_by(|&a, &b| value(self, a).total_cmp(&value(self, b)).then(b.cmp(&a)));
            let best = best.or_else(|| {
                let danger = |i: usize| self.judge.diff(self.threats.at(self.posts[i].at), &self.possible(i));
                options.min_by(|&a, &b| danger(a).total_cmp(&danger(b)))
            });
            self.movers[m].goes = best;
            settled = Some((group, best));
        }
    }

    /// All who could defend a post.
    fn possible(&self, i: usize) -> Vec<u16> {
        let mut force = self.posts[i].fixed.clone();
        for m in (0..self.movers.len()).filter(|&m| !self.movers[m].guards && self.can_go(m).contains(&i)) {
            let elsewhere = self.movers[m].done && self.movers[m].goes != Some(i);
            force[self.movers[m].kind] += if elsewhere { 0 } else { 1 };
        }
        force
    }

    /// If the capital is not superior any more, others stay nearer.
    fn keep_home(&mut self) {
        let home = self.field.home().and_then(|home| Some((home, self.nearest_enemy(home)?)));
        if let Some((home, near)) = home.filter(|(home, _)| !self.superior(*home)) {
            self.advance(Some((home, near - 1)));
        }
        for m in
            (0..self.movers.len()).filter(|&m| self.marches(m) && !self.movers[m].done).collect::<Vec<_>>()
        {
            if let Some(i) = self.movers[m].goes {
                self.send(m, i);
                self.movers[m].done = true;
            }
        }
    }

    /// All land units that can go to a province do so.
    pub fn gather(&mut self, at: u16) {
        let Some(post) = self.posts.iter().position(|p| p.at == at) else { return };
        for m in 0..self.movers.len() {
            if self.marches(m) && self.can_go(m).contains(&post) {
                self.movers[m].goes = Some(post);
            }
        }
    }

    /// All land units stay where they are.
    pub fn halt(&mut self) {
        for m in (0..self.movers.len()).filter(|&m| self.marches(m)).collect::<Vec<_>>() {
            self.movers[m].goes = None;
        }
    }

    /// Takes the moves down.
    pub fn write(&self, orders: &mut Orders) {
        orders.clear();
        for m in &self.movers {
            if let Some(to) = m.goes.map(|i| self.posts[i].at).filter(|&to| to != m.from) {
                orders.add(m.kind as u8, 1, m.from, to, false);
            }
        }
    }

    /// The position once all have moved.
    pub fn result(&self) -> State {
        let Field { game, state, me, .. } = self.field;
        let mut next = state.clone();
        for m in &self.movers {
            if let Some(i) = m.goes {
                game.counts_mut(&mut next, m.from, me)[m.kind] -= 1;
                game.counts_mut(&mut next, self.posts[i].at, me)[m.kind] += 1;
            }
        }
        next.moved.clear();
        next
    }
}

/// How far units of a kind in a province can go after the battles, and how many can so far.
fn ranges(game: &Axis, state: &State, from: u16, kind: usize) -> Vec<(u8, u16)> {
    let unit = &game.scenario.units[kind];
    let ready = game.ready(state, from, kind as u8);
    let mut ranges = Vec::new();
    if ready > 0 {
        ranges.push((unit.movement, ready));
    }
    if unit.domain == Domain::Air && !game.landable(state, from) {
        let aloft = state.moved.iter().filter(|m| m.at == from && usize::from(m.unit) == kind);
        ranges.extend(aloft.map(|m| (m.left, m.count)));
    }
    ranges
}
