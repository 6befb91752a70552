//! Easy, TripleA's weakest player (in its program the "Weak AI"; in older releases "E.Z. Fodder"): greedy, never retreats, never blitzes.
//!
//! It follows part B of the same description as the others. What differs: TripleA buys for all its money and loses what cannot be placed, where
//! here the rest is saved; and units stand in the order of their kinds instead of their arrival. Names of provinces decide which of two
//! equal ways it takes; they are read as the map's keys with spaces for hyphens.

use sandtable_core::{Game, Policy, Rng};

use super::hashing::java_order;
use crate::axis::players::land::distances;
use crate::axis::players::orders::{Orders, shop};
use crate::axis::scenario::Domain;
use crate::axis::{Action, Axis, NOBODY, Phase, State};

/// It attacks with this many times the enemy's strength.
const ENOUGH: f64 = 1.37;
/// It sends at most this many times the enemy's strength, and a bit, from where other enemies are near.
const PLENTY: (f64, f64) = (2.5, 4.0);

/// Which release it follows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Release {
    /// The present one.
    Now,
    /// That of February 2010, which the dls paper met: units are stronger only by their numbers, and targets are capitals, factories, then
    /// the others as they are listed.
    Early2010,
}

/// The player.
pub struct Easy {
    release: Release,
    /// The land neighbours of each province, in the order in which the program looks at them.
    near: Vec<Vec<u16>>,
    orders: Orders,
    steps: Vec<Action>,
}

impl Easy {
    /// A player for one map.
    pub fn new(game: &Axis, release: Release) -> Easy {
        let near = (0..game.provinces() as u16).map(|at| java_order(game, at)).collect();
        Easy { release, near, orders: Orders::default(), steps: Vec::new() }
    }

    /// The strength of units, in attack or in defence.
    fn strength(&self, game: &Axis, counts: &[u16], attack: bool) -> f64 {
        let (mut sum, mut infantry, mut artillery) = (0.0, 0, 0);
        for (unit, &count) in game.scenario.units.iter().zip(counts).filter(|(u, c)| u.fights() && **c > 0) {
            let pips = if attack { unit.attack } else { unit.defence };
            let harmless = if attack && pips == 0 { 1.2 } else { 0.0 };
            let hits = match self.release {
                Release::Now => unit.hits,
                Release::Early2010 => unit.hits - 1,
            };
            sum += f64::from(count) * (2.0 + 1.5 * f64::from(hits) + f64::from(pips) - harmless);
            infantry += if unit.supportable { count } else { 0 };
            artillery += count * u16::from(unit.supports);
        }
        if attack { sum + f64::from(infantry.min(artillery)) } else { sum }
    }

    /// What enemies next to a province could attack it with.
    fn menace(&self, game: &Axis, state: &State, at: u16) -> f64 {
        let mut here = Vec::new();
        let force = |&p: &u16| {
            game.defenders(state, p, &mut here);
            self.strength(game, &here, true)
        };
        self.near[usize::from(at)].iter().map(force).sum()
    }

    fn purchase(&self, game: &Axis, state: &State, rng: &mut Rng, plan: &mut Vec<Action>) {
        let buys = &game.scenario.nations[usize::from(state.mover)].buys;
        let wanted = |unit: u8, price: u16| {
            let kind = &game.scenario.units[usize::from(unit)];
            kind.domain == Domain::Land && kind.fights() && price > 0
        };
        let mut money = state.money[usize::from(state.mover)];
        let cheapest = buys.iter().filter(|(u, p)| wanted(*u, *p)).map(|(_, price)| *price).min();
        // By type, in the order in which each was bought first.
        let mut bought: Vec<(u8, u16)> = Vec::new();
        while cheapest.is_some_and(|price| money >= price) {
            for &(unit, price) in buys.iter().filter(|(u, p)| wanted(*u, *p)) {
                if price <= money && rng.unit() * f64::from(price) < 2.0 {
                    money -= price;
                    match bought.iter_mut().find(|(u, _)| *u == unit) {
                        Some((_, count)) => *count += 1,
                        None => bought.push((unit, 1)),
                    }
                }
            }
        }
        let mut room: u16 = (0..game.provinces() as u16).map(|p| game.room(state, p)).sum();
        for (_, count) in &mut bought {
            *count = (*count).min(room);
            room -= *count;
        }
        shop(game, state, |unit| bought.iter().find(|(u, _)| *u == unit).map_or(0, |(_, n)| *n), plan);
    }

    fn combat(&mut self, game: &Axis, state: &State, rng: &mut Rng, plan: &mut Vec<Action>) {
        self.orders.clear();
        self.bomb(game, state);
        let mut targets: Vec<u16> =
            (0..game.provinces() as u16).filter(|&p| game.land(p) && !game.friendly(state, p)).collect();
        for i in (1..targets.len()).rev().filter(|_| self.release == Release::Now) {
            targets.swap(i, rng.below(i as u32 + 1) as usize);
        }
        targets.sort_by_key(|&p| {
            let province = &game.scenario.provinces[usize::from(p)];
            let works = game.has_factory(state, p);
            let rest = match self.release {
                Release::Now => (!works && !game.enemy_flak(state, p), std::cmp::Reverse(province.worth)),
                Release::Early2010 => (true, std::cmp::Reverse(0)),
            };
            (province.capital.is_none(), !works, rest)
        });
        for &to in targets.iter().filter(|&&to| !game.contested(state, to)) {
            self.walk_in(game, state, to);
        }
        for &to in targets.iter().filter(|&&to| game.contested(state, to)) {
            self.assault(game, state, to);
        }
        self.orders.write(game, state, plan);
    }

    fn free(&self, game: &Axis, state: &State, from: u16, unit: u8) -> u16 {
        game.ready(state, from, unit).saturating_sub(self.orders.leaving(from, unit))
    }

    /// Each stack of bombers flies to the nearest enemy factory, if no guns are on its way and it can land afterwards.
    fn bomb(&mut self, game: &Axis, state: &State) {
        for from in 0..game.provinces() as u16 {
            for k in 0..game.kinds() as u8 {
                let count = self.free(game, state, from, k);
                if count == 0 || !game.scenario.units[usize::from(k)].bombs {
                    continue;
                }
                let factories = (0..game.provinces() as u16).filter(|&to| game.raidable(state, to));
                let nearest = factories.min_by_key(|&to| game.air_distance(from, to));
                if let Some(to) = nearest.filter(|&to| game.safe_raid(state, k, from, to)) {
                    self.orders.add(k, count, from, to, true);
                }
            }
        }
    }

    /// One unit takes an undefended province: the cheapest of the first neighbour that has any.
    fn walk_in(&mut self, game: &Axis, state: &State, to: u16) {
        for &from in &self.near[usize::from(to)] {
            let walks = |&k: &u8| {
                let unit = &game.scenario.units[usize::from(k)];
                unit.fights()
                    && unit.domain == Domain::Land
                    && unit.movement > 0
                    && self.free(game, state, from, k) > 0
            };
            let walkers = (0..game.kinds() as u8).filter(walks);
            if let Some(k) = walkers.min_by_key(|&k| game.scenario.units[usize::from(k)].cost) {
                self.orders.add(k, 1, from, to, false);
                return;
            }
        }
    }

    /// Units that may join an attack: all but bombers, from provinces where something stands that belongs on land.
    fn usable(&self, game: &Axis, state: &State, from: u16, to: u16) -> Vec<u16> {
        let mut force = vec![0; game.kinds()];
        let own = game.counts(state, from, state.mover).iter().zip(&game.scenario.units);
        if !own.into_iter().any(|(&n, unit)| n > 0 && unit.domain == Domain::Land) {
            return force;
        }
        if game.scenario.provinces[usize::from(from)].capital.is_some() {
            let garrison = self.strength(game, game.counts(state, from, state.mover), false);
            if self.menace(game, state, from) > garrison {
                return force;
            }
        }
        for (k, unit) in game.scenario.units.iter().enumerate() {
            let reaches = match unit.domain {
                Domain::Land => unit.movement > 0,
                _ => !unit.bombs && game.strikes(state, k as u8, from, to),
            };
            if unit.fights() && reaches {
                force[k] = self.free(game, state, from, k as u8);
            }
        }
        force
    }

    fn assault(&mut self, game: &Axis, state: &State, to: u16) {
        let mut defenders = Vec::new();
        game.defenders(state, to, &mut defenders);
        let enemy = self.strength(game, &defenders, false);
        let sources: Vec<(u16, Vec<u16>)> = self.near[usize::from(to)]
            .iter()
            .map(|&from| (from, self.usable(game, state, from, to)))
            .filter(|(_, force)| force.iter().any(|&n| n > 0))
            .collect();
        let all: f64 = sources.iter().map(|(_, force)| self.strength(game, force, true)).sum();
        if all <= ENOUGH * enemy {
            return;
        }
        let mut need = PLENTY.0 * enemy + PLENTY.1;
        for (from, force) in sources {
            let mut taken = force.clone();
            if self.enemies_beside(game, state, from) > 1 && self.strength(game, &force, true) >= need {
                taken.fill(0);
                'enough: for (k, &n) in force.iter().enumerate() {
                    for _ in 0..n {
                        taken[k] += 1;
                        if self.strength(game, &taken, true) > need {
                            break 'enough;
                        }
                    }
                }
            }
            need -= self.strength(game, &taken, true);
            for (k, &n) in taken.iter().enumerate() {
                self.orders.add(k as u8, n, from, to, false);
            }
        }
    }

    /// How many neighbours have something of the enemy that belongs on land.
    fn enemies_beside(&self, game: &Axis, state: &State, at: u16) -> usize {
        let theirs = |&&p: &&u16| {
            (0..=game.nations() as u8).filter(|&n| !game.allied(state.mover, n)).any(|n| {
                let counts = game.counts(state, p, n).iter().zip(&game.scenario.units);
                counts.into_iter().any(|(&c, unit)| c > 0 && unit.domain == Domain::Land)
            })
        };
        self.near[usize::from(at)].iter().filter(theirs).count()
    }

    /// Every stack steps towards the nearest enemy capital, but for those in a capital that is threatened by more than is bought.
    fn redeploy(&mut self, game: &Axis, state: &State, plan: &mut Vec<Action>) {
        let reserve = self.strength(game, &state.bought, false);
        self.orders.clear();
        for from in (0..game.provinces() as u16).filter(|&p| game.land(p)) {
            let able = |&k: &u8| {
                let unit = &game.scenario.units[usize::from(k)];
                unit.fights()
                    && unit.domain == Domain::Land
                    && unit.movement > 0
                    && game.ready(state, from, k) > 0
            };
            let stack: Vec<u8> = (0..game.kinds() as u8).filter(able).collect();
            let capital = game.scenario.provinces[usize::from(from)].capital.is_some();
            if stack.is_empty() || (capital && self.menace(game, state, from) > reserve) {
                continue;
            }
            if let Some(to) = self.next_step(game, state, from).filter(|&to| game.friendly(state, to)) {
                stack.iter().for_each(|&k| self.orders.add(k, game.ready(state, from, k), from, to, false));
            }
        }
        self.orders.write(game, state, plan);
    }

    /// The first step to the nearest enemy capital, or if there is none to enemies on land, or to their provinces.
    fn next_step(&self, game: &Axis, state: &State, from: u16) -> Option<u16> {
        let far = distances(game, &[from]);
        let hostile = |p: u16| {
            let owner = state.owner[usize::from(p)];
            owner != NOBODY && !game.allied(state.mover, owner)
        };
        let nearest = |goals: &mut dyn Iterator<Item = u16>| {
            goals
                .filter(|&p| p != from && far[usize::from(p)] < u16::MAX)
                .min_by_key(|&p| far[usize::from(p)])
        };
        let all = || (0..game.provinces() as u16).filter(|&p| game.land(p));
        let capital = |n: usize| {
            let seat = |p: &u16| game.scenario.provinces[usize::from(*p)].capital == Some(n as u8);
            all().find(seat).filter(|&p| hostile(p))
        };
        let goal = nearest(&mut (0..game.nations()).filter_map(capital))
            .or_else(|| nearest(&mut all().filter(|&p| self.enemies_at(game, state, p))))
            .or_else(|| nearest(&mut all().filter(|&p| hostile(p))))?;
        self.way(game, from, goal)
    }

    fn enemies_at(&self, game: &Axis, state: &State, at: u16) -> bool {
        (0..=game.nations() as u8).filter(|&n| !game.allied(state.mover, n)).any(|n| {
            let counts = game.counts(state, at, n).iter().zip(&game.scenario.units);
            counts.into_iter().any(|(&c, unit)| c > 0 && unit.fights() && unit.domain == Domain::Land)
        })
    }

    /// The first step of the shortest way that is found first.
    fn way(&self, game: &Axis, from: u16, goal: u16) -> Option<u16> {
        let mut before = vec![u16::MAX; game.provinces()];
        before[usize::from(from)] = from;
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(p) = queue.pop_front() {
            if p == goal {
                let mut step = goal;
                while before[usize::from(step)] != from {
                    step = before[usize::from(step)];
                }
                return Some(step);
            }
            for &q in &self.near[usize::from(p)] {
                if before[usize::from(q)] == u16::MAX {
                    before[usize::from(q)] = p;
                    queue.push_back(q);
                }
            }
        }
        None
    }

    /// Planes in the air go to the nearest place where they can land.
    fn land(&mut self, game: &Axis, state: &State, plan: &mut Vec<Action>) -> bool {
        if game.airborne(state).is_none() {
            return false;
        }
        self.steps.clear();
        game.actions(state, &mut self.steps);
        plan.extend(self.steps.iter().min_by_key(|step| match **step {
            Action::Move { from, to, count, .. } => {
                (game.air_distance(from, to), to, std::cmp::Reverse(count))
            }
            _ => (u8::MAX, u16::MAX, std::cmp::Reverse(0)),
        }));
        true
    }

    /// The capital first, as much as it takes.
    fn place(&mut self, game: &Axis, state: &State, plan: &mut Vec<Action>) {
        self.steps.clear();
        game.actions(state, &mut self.steps);
        let best = self.steps.iter().max_by_key(|a| match **a {
            Action::Place { at, count, .. } => {
                (game.scenario.provinces[usize::from(at)].capital == Some(state.mover), count)
            }
            _ => (false, 0),
        });
        plan.extend(best);
    }
}

impl Policy<Axis> for Easy {
    fn choose(&mut self, game: &Axis, view: &State, rng: &mut Rng, plan: &mut Vec<Action>) {
        match view.phase {
            Phase::Purchase { .. } => self.purchase(game, view, rng, plan),
            Phase::Combat => self.combat(game, view, rng, plan),
            Phase::Decide { .. } => {
                self.steps.clear();
                game.actions(view, &mut self.steps);
                plan.push(self.steps[0]);
            }
            Phase::Redeploy if self.land(game, view, plan) => {}
            Phase::Redeploy => self.redeploy(game, view, plan),
            _ => self.place(game, view, plan),
        }
    }
}
