//! Which provinces to hold after the battles, and with what (A8, points 4 and 5).

use super::judge::Verdict;
use super::redeployment::{Post, Redeployment};
use crate::axis::scenario::Domain;

/// An enemy who wins more often than this endangers a capital, or another factory.
const CAPITAL_RISK: f64 = 10.0;
const FACTORY_RISK: f64 = 35.0;
/// Enemies with less superiority need no first answer.
const PRESSED: f64 = 60.0;
/// The rings around a capital in which superiority is looked at.
const RINGS: u8 = 3;

impl Redeployment<'_> {
    /// The posts that need more than they have, the most important first.
    fn needy(&self) -> Vec<usize> {
        let field = self.field;
        let (game, me) = (field.game, field.me);
        let own = |p: u16| field.state.owner[usize::from(p)] == me;
        let priority = |i: usize| {
            let Post { at, fixed, .. } = &self.posts[i];
            let mine = if field.home() == Some(*at) { 1.0 } else { 0.0 };
            let worth = |p: u16| field.worth(p) * if own(p) { 0.1 } else { 1.0 };
            let around: f64 = game.land_ways(*at).iter().map(|&p| worth(p)).sum();
            let held = if self.judge.count(fixed) > 0 { 1.0 } else { 0.5 };
            held * (2.0 * field.worth(*at) * (1.0 - mine)
                + 10.0 * field.works(*at)
                + 0.5 * self.judge.cost(fixed)
                + 0.5 * around)
                * (1.0 + 10.0 * mine)
                * (1.0 + 4.0 * field.capital(*at))
        };
        let wanted = |i: usize| {
            let Post { at, hold, bare, .. } = &self.posts[i];
            let reached = (0..self.movers.len())
                .any(|m| !self.movers[m].done && self.marches(m) && self.can_go(m).contains(&i));
            let enough = bare.swing <= 0.0 || !bare.land;
            let idle = field.works(*at) == 0.0 && (enough || !field.faces_enemy(self.judge, *at, |_| true));
            let safe = bare.swing <= 0.0 && bare.win < CAPITAL_RISK;
            *hold && reached && !idle && !safe && self.judge.count(self.threats.at(*at)) > 0
        };
        let mut list: Vec<usize> = (0..self.posts.len()).filter(|&i| wanted(i)).collect();
        list.sort_by(|&a, &b| priority(b).total_cmp(&priority(a)));
        list
    }

    /// Defends one post more as long as that is worth what it costs.
    pub fn defend(&mut self) {
        let mut list = self.needy();
        let mut k = 1;
        while k <= list.len() {
            self.reinforce(&list[..k]);
            if self.worth_it(&list[..k]) {
                k += 1;
            } else {
                let given_up = list.remove(k - 1);
                self.posts[given_up].hold = false;
            }
        }
        self.reinforce(&list);
        self.movers.iter_mut().filter(|m| m.goes.is_some()).for_each(|m| m.done = true);
    }

    /// Sends units to some posts until they are safe.
    fn reinforce(&mut self, list: &[usize]) {
        self.recall();
        let few: Vec<usize> =
            self.options.iter().map(|o| o.iter().filter(|i| list.contains(i)).count()).collect();
        let mut order: Vec<usize> = (0..self.movers.len())
            .filter(|&m| few[self.movers[m].group] > 0 && !self.movers[m].done && self.unit(m).fights())
            .collect();
        order.sort_by_key(|&m| (few[self.movers[m].group], self.unit(m).cost));
        let pressure = |this: &Self, i: usize| {
            let post = &this.posts[i];
            this.judge.diff(this.threats.at(post.at), &post.defenders())
        };
        let mut pressed: Vec<f64> = (0..self.posts.len()).map(|i| pressure(self, i)).collect();
        for &m in order.iter().filter(|&&m| self.marches(m)).collect::<Vec<_>>() {
            let options = self.can_go(m).iter().copied().filter(|i| list.contains(i));
            let worst = options.max_by(|&a, &b| pressed[a].total_cmp(&pressed[b]).then(b.cmp(&a)));
            if let Some(i) = worst.filter(|&i| pressed[i] > PRESSED) {
                self.send(m, i);
                pressed[i] = pressure(self, i);
            }
        }
        let mut verdicts: Vec<Option<Verdict>> = vec![None; self.posts.len()];
        for fighters in [false, true] {
            for &m in &order {
                let unit = self.unit(m);
                let fighter = unit.domain == Domain::Air && !unit.bombs;
                if self.movers[m].goes.is_some() || fighter != fighters {
                    continue;
                }
                let mut worst: Option<(f64, usize)> = None;
                for i in self.can_go(m).to_vec().into_iter().filter(|i| list.contains(i)) {
                    let post = &self.posts[i];
                    let (judge, threat) = (&mut *self.judge, self.threats.at(post.at));
                    let verdict = verdicts[i].get_or_insert_with(|| judge.plain(threat, &post.defenders()));
                    let mine = self.field.home() == Some(post.at);
                    let needs = (mine && verdict.win > CAPITAL_RISK)
                        || (self.field.works(post.at) > 0.0 && verdict.win > FACTORY_RISK)
                        || verdict.swing >= 0.0;
                    if needs && worst.is_none_or(|(win, _)| verdict.win > win) {
                        worst = Some((verdict.win, i));
                    }
                }
                if let Some((_, i)) = worst {
                    self.send(m, i);
                    verdicts[i] = None;
                }
            }
        }
    }

    /// What the enemy's largest attack on a post brings, as it stands.
    fn verdict(&mut self, i: usize) -> Verdict {
        let defenders = self.posts[i].defenders();
        self.judge.plain(self.threats.at(self.posts[i].at), &defenders)
    }

    /// Whether the defence of some posts, the last of which is new, is worth what it costs.
    fn worth_it(&mut self, list: &[usize]) -> bool {
        let field = self.field;
        for &i in list {
            let swing = self.verdict(i).swing;
            let Post { at, sent, bare, .. } = &self.posts[i];
            let cost = self.judge.cost(sent);
            let origins: Vec<f64> = self
                .movers
                .iter()
                .filter(|m| m.goes == Some(i) && !m.done)
                .map(|m| self.values[usize::from(m.from)])
                .collect();
            let mean = origins.iter().sum::<f64>() / origins.len().max(1) as f64;
            let plain = field.works(*at) == 0.0 && field.capital(*at) == 0.0;
            if swing - cost * self.stake(*at) > bare.swing.max(0.0)
                || (plain && self.values[usize::from(*at)] < mean && swing + cost / 2.0 >= bare.swing)
            {
                return false;
            }
        }
        let new = list[list.len() - 1];
        let Some(home) = field.home() else { return true };
        let Some(h) = self.posts.iter().position(|p| p.at == home) else { return true };
        let takes = new != h
            && (0..self.movers.len())
                .any(|m| self.movers[m].goes == Some(new) && self.can_go(m).contains(&h));
        if takes && self.verdict(h).win > CAPITAL_RISK {
            return false;
        }
        match self.nearest_enemy(home) {
            Some(near) => {
                let far = field.atlas.steps(home, self.posts[new].at);
                !(near..=near + 1).contains(&far) || self.superior(home)
            }
            None => true,
        }
    }

    /// How far the nearest enemy is from the capital, if that is two or three steps.
    pub fn nearest_enemy(&self, home: u16) -> Option<u8> {
        let field = self.field;
        let enemies = field.land().filter(|&p| self.judge.has_land(field.units(p, false)));
        let near = enemies.map(|p| field.atlas.steps(home, p)).min()?;
        (2..=3).contains(&near).then_some(near)
    }

    /// Whether the capital's surroundings are superior once everybody has moved; who has no place yet stays where he is.
    pub fn superior(&self, home: u16) -> bool {
        let field = self.field;
        let mut ours: Vec<(u16, Vec<u16>)> = self.posts.iter().map(|p| (p.at, p.fixed.clone())).collect();
        for m in self.movers.iter().filter(|m| !m.guards) {
            let at = m.goes.map_or(m.from, |i| self.posts[i].at);
            if let Some((_, force)) = ours.iter_mut().find(|(p, _)| *p == at) {
                force[m.kind] += 1;
            }
        }
        (2..=RINGS).all(|ring| {
            let mut sides = [vec![0u16; field.game.kinds()], vec![0u16; field.game.kinds()]];
            for p in field.land().filter(|&p| field.atlas.steps(home, p) <= ring) {
                sides[0].iter_mut().zip(field.units(p, false)).for_each(|(sum, n)| *sum += n);
            }
            for (p, force) in &ours {
                if field.atlas.steps(home, *p) < ring {
                    sides[1].iter_mut().zip(force).for_each(|(sum, n)| *sum += n);
                }
            }
            self.judge.diff(&sides[0], &sides[1]) <= 50.0
        })
    }
}
