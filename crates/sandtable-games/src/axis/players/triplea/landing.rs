//! Where planes land, and where guns go (A8, point 8).

use super::judge::MIN;
use super::redeployment::Redeployment;
use crate::axis::scenario::Domain;

impl Redeployment<'_> {
    /// Planes go where they are safe and of most use.
    pub fn land(&mut self) {
        for m in 0..self.movers.len() {
            if self.movers[m].done || self.unit(m).domain != Domain::Air {
                continue;
            }
            let (kind, mut best): (_, Option<(f64, usize)>) = (self.movers[m].kind, None);
            for i in self.can_go(m).to_vec() {
                if !self.posts[i].hold {
                    continue;
                }
                let mut defenders = self.posts[i].defenders();
                defenders[kind] += 1;
                let verdict = self.judge.plain(self.threats.at(self.posts[i].at), &defenders);
                if verdict.win >= MIN || verdict.swing > 0.0 {
                    self.posts[i].hold = false;
                    continue;
                }
                let use_ = self.usefulness(kind, self.posts[i].at);
                if best.is_none_or(|(most, _)| use_ > most) {
                    best = Some((use_, i));
                }
            }
            let danger = |i: usize| {
                let mut defenders = self.posts[i].defenders();
                defenders[kind] += 1;
                self.judge.diff(self.threats.at(self.posts[i].at), &defenders)
            };
            let safest = self.can_go(m).iter().copied().min_by(|&a, &b| danger(a).total_cmp(&danger(b)));
            if let Some(i) = best.map(|(_, i)| i).or(safest) {
                self.send(m, i);
                self.movers[m].done = true;
            }
        }
    }

    /// What a plane could do from a province in the next turn.
    fn usefulness(&self, kind: usize, at: u16) -> f64 {
        let field = self.field;
        let movement = field.game.scenario.units[kind].movement;
        let lost = |p: u16| self.posts.iter().any(|post| post.at == p && !post.hold);
        let mine = |p: u16| self.posts.iter().any(|q| q.at == p && self.judge.has_land(&q.defenders()));
        let mut sum = 0.0;
        for p in field.land().filter(|&p| field.game.air_distance(at, p) <= movement) {
            let enemy = !field.game.allied(field.me, field.state.owner[usize::from(p)]);
            let half = 2 * u16::from(field.game.air_distance(at, p)) <= u16::from(movement);
            let beside = || field.game.land_ways(p).iter().any(|&q| mine(q));
            sum += if half && (enemy || lost(p)) && beside() { 100.0 } else { 0.0 };
            sum += if half && enemy { 10.0 } else { 0.0 };
            sum += if enemy { 1.0 } else { 0.0 };
        }
        sum
    }

    /// Guns leave provinces that cannot be held and have no factory.
    pub fn move_guns(&mut self) {
        for m in (0..self.movers.len()).filter(|&m| self.unit(m).flak).collect::<Vec<_>>() {
            let from = self.movers[m].from;
            let stays = self.posts.iter().any(|p| p.at == from && p.hold) || self.field.works(from) > 0.0;
            let held = self.can_go(m).iter().copied().filter(|&i| self.posts[i].hold);
            let value = |i: usize| self.values[usize::from(self.posts[i].at)];
            let best = held.max_by(|&a, &b| value(a).total_cmp(&value(b)).then(b.cmp(&a)));
            self.movers[m].goes = best.filter(|_| !stays);
        }
    }
}
