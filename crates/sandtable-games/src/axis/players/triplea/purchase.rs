//! What to buy (A7), on the board as it is expected to be when all have moved.

use sandtable_core::Rng;

use super::field::Field;
use super::judge::{Judge, Verdict};
use super::reach::Threats;
use super::value::{Marks, values};
use crate::axis::scenario::{Domain, Unit};

/// How sharply types are preferred that give more for their price.
const SHARPNESS: f64 = 30.0;
/// An enemy who wins more often than this endangers a capital.
const CAPITAL_RISK: f64 = 10.0;
/// Enemy provinces within so many steps are a reason to buy, if there are enough of them.
const FAR: u8 = 9;
const MANY: usize = 3;

/// What a unit is bought for: how much attack and defence count.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    Fodder,
    Attack,
    Defence,
}

/// A factory, and what it will make.
pub struct Yard {
    pub at: u16,
    slots: u16,
    pub bought: Vec<u16>,
    hold: bool,
}

/// A type on the nation's list.
#[derive(Clone, Copy)]
struct Ware<'a> {
    kind: usize,
    price: u16,
    unit: &'a Unit,
}

impl Ware<'_> {
    fn land(&self) -> bool {
        self.unit.fights() && self.unit.domain == Domain::Land && self.unit.movement > 0
    }

    fn flies(&self) -> bool {
        self.unit.domain == Domain::Air
    }

    fn hits(&self) -> f64 {
        self.unit.hits.max(1).into()
    }

    /// What it gives for its price where it is not known what for: more if it attacks, or if it defends.
    fn bargain(&self, (attack, defence): (f64, f64)) -> f64 {
        let pips = attack * f64::from(self.unit.attack) + defence * f64::from(self.unit.defence);
        (1.0 + self.hits()) * (self.hits() + pips) / f64::from(self.price.max(1))
    }

    /// Planes are worth more where there is money to spare.
    fn luxury(&self) -> f64 {
        if self.flies() { 10.0 } else { 1.0 }
    }
}

/// A shopping list in the making.
pub struct Purchase<'a> {
    field: Field<'a>,
    judge: &'a mut Judge,
    threats: Threats,
    money: u16,
    wares: Vec<Ware<'a>>,
    pub yards: Vec<Yard>,
}

impl<'a> Purchase<'a> {
    /// Decides what to buy, and where it should be placed.
    pub fn plan(field: Field<'a>, judge: &'a mut Judge, rng: &mut Rng) -> Purchase<'a> {
        let Field { game, state, me, .. } = field;
        let open = vec![false; game.provinces()];
        let buys = game.scenario.nations[usize::from(me)].buys.iter();
        let ware = |&(k, price): &(u8, u16)| Ware {
            kind: usize::from(k),
            price,
            unit: &game.scenario.units[usize::from(k)],
        };
        let yard = |at: u16| {
            let slots = game.room(state, at);
            (slots > 0).then(|| Yard { at, slots, bought: vec![0; game.kinds()], hold: true })
        };
        let mut purchase = Purchase {
            field,
            threats: Threats::new(game, state, me, &open, judge),
            judge,
            money: state.money[usize::from(me)],
            wares: buys.map(ware).filter(|w| w.price > 0).collect(),
            yards: field.land().filter_map(yard).collect(),
        };
        purchase.defenders(rng);
        purchase.guns();
        purchase.armies(rng);
        purchase.fill(rng);
        purchase.trade_up();
        purchase
    }

    /// How much a type gives for its price, as a logarithm.
    fn efficiency(&self, ware: &Ware, role: Role, steps: u8, support: f64) -> f64 {
        let unit = ware.unit;
        let (a, d) = match role {
            Role::Fodder => (0.25, 0.25),
            Role::Attack => (1.25, 0.75),
            Role::Defence => (0.75, 1.25),
        };
        let helps = if unit.supports > 0 { support } else { 0.0 };
        let power = 2.0 * ware.hits() + a * (f64::from(unit.attack) + helps) + d * f64::from(unit.defence);
        let speed: f64 = match unit.movement {
            0 | 1 => 1.0,
            2 => 2.0,
            3 => 2.5,
            _ => 2.75,
        };
        let far = speed.powf((f64::from(steps) - 1.5).max(0.0) / 5.0);
        let far = if role == Role::Fodder { far.sqrt() } else { far };
        SHARPNESS * (power * (3.0 + ware.hits()) * far / f64::from(ware.price)).ln()
    }

    /// What one more gun of support adds at a yard.
    fn support(&self, yard: usize) -> f64 {
        let Yard { at, bought, .. } = &self.yards[yard];
        let (mut supported, mut supporting) = (0.0, 0.0);
        let mut add = |force: &[u16]| {
            for (unit, &n) in self.field.game.scenario.units.iter().zip(force) {
                supported += if unit.supportable { f64::from(n) } else { 0.0 };
                supporting += f64::from(n) * f64::from(unit.supports);
            }
        };
        for p in self.field.land().filter(|&p| self.field.atlas.steps(*at, p) <= 2) {
            add(self.field.game.counts(self.field.state, p, self.field.me));
        }
        add(bought);
        let needy: f64 = f64::max(supported - supporting, 0.0);
        0.9f64.powf(0.9) * (2.0 * needy / (supported + 1.0)).min(1.0)
    }

    /// Draws one of some types that can be paid, in proportion to what they give.
    fn draw(
        &self,
        rng: &mut Rng,
        fits: impl Fn(&Ware) -> bool,
        weight: impl Fn(&Ware) -> f64,
    ) -> Option<Ware<'a>> {
        let able: Vec<(Ware<'a>, f64)> = self
            .wares
            .iter()
            .filter(|w| w.price <= self.money && fits(w))
            .map(|&w| (w, weight(&w)))
            .collect();
        let top = able.iter().map(|(_, weight)| *weight).fold(f64::NEG_INFINITY, f64::max);
        let all: f64 = able.iter().map(|(_, weight)| (weight - top).exp()).sum();
        let mut at = rng.unit() * all;
        for (ware, weight) in &able {
            at -= (weight - top).exp();
            if at < 0.0 {
                return Some(*ware);
            }
        }
        able.last().map(|(ware, _)| *ware)
    }

    fn buy(&mut self, yard: usize, ware: Ware) {
        self.money -= ware.price;
        self.yards[yard].slots -= 1;
        self.yards[yard].bought[ware.kind] += 1;
    }

    /// What the enemy's largest attack on a factory brings him, with what has been bought there.
    fn danger(&mut self, yard: usize) -> Verdict {
        let Yard { at, bought, .. } = &self.yards[yard];
        let mut defenders = self.field.units(*at, true).to_vec();
        defenders.iter_mut().zip(bought).for_each(|(sum, n)| *sum += n);
        self.judge.plain(self.threats.at(*at), &defenders)
    }

    /// Defends factories that the enemy could take, the most important first.
    fn defenders(&mut self, rng: &mut Rng) {
        let field = self.field;
        let home = field.home();
        let mut list: Vec<(f64, usize)> = Vec::new();
        for y in 0..self.yards.len() {
            let at = self.yards[y].at;
            let verdict = self.danger(y);
            let mine = home == Some(at);
            let needs = verdict.land || verdict.swing > 0.0 || (mine && verdict.win > CAPITAL_RISK);
            if self.judge.count(self.threats.at(at)) > 0 && needs {
                let stake = 2.0 * field.worth(at) + 4.0 + 0.5 * self.judge.cost(field.units(at, true));
                list.push((stake * 2.0 * if mine { 11.0 } else { 1.0 }, y));
            }
        }
        list.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (_, y) in list {
            let mine = home == Some(self.yards[y].at);
            let before = self.danger(y);
            let (money, slots, had) = (self.money, self.yards[y].slots, self.yards[y].bought.clone());
            let safe = |v: &Verdict| v.swing <= 0.0 && if mine { v.win < CAPITAL_RISK } else { !v.land };
            let mut verdict = before.clone();
            while !safe(&verdict) && self.yards[y].slots > 0 {
                let support = self.support(y);
                let defends = |w: &Ware| w.land() || (w.flies() && w.unit.fights());
                let give = |w: &Ware| self.efficiency(w, Role::Defence, 1, support);
                let Some(ware) = self.draw(rng, defends, give) else { break };
                self.buy(y, ware);
                verdict = self.danger(y);
            }
            let spent = f64::from(money - self.money);
            let kept = mine
                || !verdict.land
                || verdict.swing - spent / 2.0 < before.swing
                || field.superior(self.judge, self.yards[y].at, 2);
            if !kept {
                (self.money, self.yards[y].slots) = (money, slots);
                (self.yards[y].bought, self.yards[y].hold) = (had, false);
            }
        }
    }

    /// Buys a gun if a bomber could come to a factory that has none.
    fn guns(&mut self) {
        let field = self.field;
        let Some(gun) = self.wares.iter().copied().find(|w| w.unit.flak && w.price <= self.money) else {
            return;
        };
        let bombers = |at: u16| {
            let threat = self.threats.at(at).iter().zip(&field.game.scenario.units);
            threat.into_iter().any(|(&n, unit)| n > 0 && unit.bombs)
        };
        let bare = |y: &Yard| y.slots > 0 && bombers(y.at) && !field.game.guns(field.state, y.at);
        if let Some(y) = self.yards.iter().position(bare) {
            self.buy(y, gun);
        }
    }

    /// Steps to the nearest enemy province, and how many are near.
    fn enemies(&self, at: u16) -> (u8, usize) {
        let field = self.field;
        let hostile = |p: &u16| {
            let owner = field.state.owner[usize::from(*p)];
            usize::from(owner) < field.game.nations() && !field.game.allied(field.me, owner)
        };
        let steps: Vec<u8> = field.land().filter(hostile).map(|p| field.atlas.steps(at, p)).collect();
        (steps.iter().copied().min().unwrap_or(u8::MAX), steps.iter().filter(|&&s| s <= FAR).count())
    }

    /// Buys armies where they are of most use: fodder, and attackers with it.
    fn armies(&mut self, rng: &mut Rng) {
        let Field { game, state, me, atlas, .. } = self.field;
        let nothing = vec![false; game.provinces()];
        let mut lost = nothing.clone();
        self.yards.iter().filter(|y| !y.hold).for_each(|y| lost[usize::from(y.at)] = true);
        let values = values(game, atlas, state, me, Marks { lost: &lost, attacked: &nothing });
        let value = |y: &Yard| values[usize::from(y.at)];
        let useful = |this: &Self, y: &Yard| {
            let (near, many) = this.enemies(y.at);
            y.hold
                && value(y) >= 1.0
                && (near <= 1 || many >= MANY || !this.field.superior(this.judge, y.at, 3))
        };
        let mut order: Vec<usize> = (0..self.yards.len()).filter(|&y| useful(self, &self.yards[y])).collect();
        order.sort_by(|&a, &b| value(&self.yards[b]).total_cmp(&value(&self.yards[a])));
        for y in order {
            let (steps, _) = self.enemies(self.yards[y].at);
            let share = 80.0 - 5.0 * f64::from(steps);
            let (mut fodder, mut all) = (0.0, 0.0);
            while self.yards[y].slots > 0 {
                let support = self.support(y);
                let wants_fodder = all == 0.0 || 100.0 * fodder / all <= share;
                let attacks = |w: &Ware| {
                    w.land() && w.unit.attack > 0 && (w.unit.attack >= w.unit.defence || w.unit.movement > 1)
                };
                let give = |role| move |this: &Self, w: &Ware| this.efficiency(w, role, steps, support);
                let attacker = match wants_fodder {
                    true => None,
                    false => self.draw(rng, attacks, |w| give(Role::Attack)(self, w)),
                };
                let bought =
                    attacker.or_else(|| self.draw(rng, |w| w.land(), |w| give(Role::Fodder)(self, w)));
                let Some(ware) = bought else { break };
                fodder += if attacker.is_none() { 1.0 } else { 0.0 };
                all += 1.0;
                self.buy(y, ware);
            }
        }
    }

    /// Fills the slots of other factories.
    fn fill(&mut self, rng: &mut Rng) {
        for y in 0..self.yards.len() {
            while self.yards[y].slots > 0 {
                let able = |w: &&Ware| w.price <= self.money && (w.land() || (w.flies() && w.unit.fights()));
                let best = match self.yards[y].hold {
                    true => {
                        let give = |w: &Ware| w.bargain((1.0, 0.5)) * f64::from(w.unit.movement) * w.luxury();
                        self.wares.iter().filter(able).max_by(|a, b| give(a).total_cmp(&give(b))).copied()
                    }
                    false => {
                        let support = self.support(y);
                        let give = |w: &Ware| {
                            2.0 * f64::from(w.price).ln() + self.efficiency(w, Role::Defence, 1, support)
                        };
                        self.draw(rng, |w| able(&w), give)
                    }
                };
                let Some(ware) = best else { break };
                self.buy(y, ware);
            }
        }
    }

    /// Replaces cheap units by better ones as long as money is left.
    fn trade_up(&mut self) {
        for y in 0..self.yards.len() {
            let made = self.field.worth(self.yards[y].at) as u16;
            for _ in 0..made / 3 {
                if self.yards[y].slots > 0 {
                    break;
                }
                let there = |w: &&Ware| self.yards[y].bought[w.kind] > 0 && w.unit.fights();
                let Some(old) = self.wares.iter().filter(there).min_by_key(|w| w.price).copied() else {
                    break;
                };
                let give = |w: &Ware| {
                    w.bargain((1.0, 0.5)) * w.bargain((0.5, 1.0)) * f64::from(w.price) * w.luxury()
                };
                let better = |w: &&Ware| {
                    (w.land() || w.flies()) && w.price > old.price && w.price - old.price <= self.money
                };
                let best = self.wares.iter().filter(better).max_by(|a, b| give(a).total_cmp(&give(b)));
                let Some(new) = best.copied().filter(|new| give(new) > give(&old)) else { break };
                self.money -= new.price - old.price;
                self.yards[y].bought[old.kind] -= 1;
                self.yards[y].bought[new.kind] += 1;
            }
        }
    }
}
