//! E.Z. Fodder, TripleA's easy opponent, phase by phase: greedy, never retreats, never blitzes.

use sandtable_core::{Game, Policy, Rng};

use super::land::{distances, land_planes};
use super::orders::{Orders, shop};
use crate::axis::scenario::Domain;
use crate::axis::{Action, Axis, NOBODY, Phase, State};

/// It attacks with this many times the enemy's strength.
const ENOUGH: f64 = 1.37;
/// It sends at most this many times the enemy's strength, and a bit, from where other enemies are near.
const PLENTY: (f64, f64) = (2.5, 4.0);

/// A capital is threatened by this part of its own strength next to it. The description leaves it open; with a quarter, games against itself
/// are as long as TripleA's.
const THREAT: f64 = 0.25;

/// The player.
#[derive(Default)]
pub struct EzFodder {
    orders: Orders,
    steps: Vec<Action>,
}

/// The strength of units, in attack or in defence.
fn strength(game: &Axis, counts: &[u16], attack: bool) -> f64 {
    let (mut sum, mut infantry, mut artillery) = (0.0, 0, 0);
    for (unit, &count) in game.scenario.units.iter().zip(counts).filter(|(u, c)| u.fights() && **c > 0) {
        let pips = if attack { unit.attack } else { unit.defence };
        let harmless = if attack && pips == 0 { 1.2 } else { 0.0 };
        sum += f64::from(count) * (2.0 + 1.5 * f64::from(unit.hits) + f64::from(pips) - harmless);
        infantry += if unit.supportable { count } else { 0 };
        artillery += count * u16::from(unit.supports);
    }
    if attack { sum + f64::from(infantry.min(artillery)) } else { sum }
}

/// Whether the enemies next to a province have so much strength in attack that the mover's units there should stay.
fn threatened(game: &Axis, state: &State, at: u16) -> bool {
    let (mut enemies, mut here) = (vec![0; game.kinds()], Vec::new());
    for &p in game.land_ways(at) {
        game.defenders(state, p, &mut here);
        enemies.iter_mut().zip(&here).for_each(|(sum, n)| *sum += n);
    }
    let own = game.counts(state, at, state.mover);
    strength(game, &enemies, true) > THREAT * strength(game, own, false)
}

impl EzFodder {
    fn purchase(&self, game: &Axis, state: &State, rng: &mut Rng, plan: &mut Vec<Action>) {
        let buys = &game.scenario.nations[usize::from(state.mover)].buys;
        let wanted = |unit: u8| {
            let kind = &game.scenario.units[usize::from(unit)];
            kind.domain == Domain::Land && kind.fights()
        };
        let mut money = state.money[usize::from(state.mover)];
        let mut room: u32 = (0..game.provinces() as u16).map(|p| u32::from(game.room(state, p))).sum();
        let mut counts = vec![0; buys.len()];
        let cheapest =
            buys.iter().filter(|(u, _)| wanted(*u)).map(|(_, price)| *price).min().unwrap_or(u16::MAX);
        while room > 0 && money >= cheapest.max(1) {
            for (i, &(unit, price)) in buys.iter().enumerate() {
                if room > 0 && wanted(unit) && price <= money && rng.unit() * f64::from(price) < 2.0 {
                    (money, room) = (money - price, room - 1);
                    counts[i] += 1;
                }
            }
        }
        let count = |unit: u8| buys.iter().zip(&counts).find(|((u, _), _)| *u == unit).map_or(0, |(_, &n)| n);
        shop(game, state, count, plan);
    }

    fn combat(&mut self, game: &Axis, state: &State, rng: &mut Rng, plan: &mut Vec<Action>) {
        self.orders.clear();
        self.bomb(game, state);
        let mut targets: Vec<u16> = (0..game.provinces() as u16)
            .filter(|&p| {
                game.land(p) && !game.friendly(state, p) && self.sources(game, state, p).next().is_some()
            })
            .collect();
        for i in (1..targets.len()).rev() {
            targets.swap(i, rng.below(i as u32 + 1) as usize);
        }
        targets.sort_by_key(|&p| {
            let province = &game.scenario.provinces[usize::from(p)];
            let guns = game.enemy_flak(state, p);
            (
                province.capital.is_none(),
                !game.has_factory(state, p),
                !guns,
                std::cmp::Reverse(province.worth),
            )
        });
        for to in targets {
            if game.contested(state, to) {
                self.assault(game, state, to);
            } else {
                self.walk_in(game, state, to);
            }
        }
        self.orders.write(game, state, plan);
    }

    /// Own provinces next to a target with land units that have no orders.
    fn sources<'a>(&'a self, game: &'a Axis, state: &'a State, to: u16) -> impl Iterator<Item = u16> + 'a {
        game.scenario.provinces[usize::from(to)].neighbours.iter().copied().filter(move |&from| {
            let capital = game.scenario.provinces[usize::from(from)].capital == Some(state.mover);
            game.land(from)
                && !(capital && threatened(game, state, from))
                && (0..game.kinds() as u8).any(|k| {
                    let unit = &game.scenario.units[usize::from(k)];
                    unit.fights() && unit.domain == Domain::Land && self.free(game, state, from, k) > 0
                })
        })
    }

    fn free(&self, game: &Axis, state: &State, from: u16, unit: u8) -> u16 {
        game.ready(state, from, unit).saturating_sub(self.orders.leaving(from, unit))
    }

    fn bomb(&mut self, game: &Axis, state: &State) {
        for from in 0..game.provinces() as u16 {
            for k in 0..game.kinds() as u8 {
                let count = self.free(game, state, from, k);
                if count == 0 || !game.scenario.units[usize::from(k)].bombs {
                    continue;
                }
                let all = 0..game.provinces() as u16;
                let targets =
                    all.filter(|&to| game.contested(state, to) && game.safe_raid(state, k, from, to));
                if let Some(to) = targets.min_by_key(|&to| game.air_distance(from, to)) {
                    self.orders.add(k, count, from, to, true);
                }
            }
        }
    }

    /// One unit, the cheapest, takes an undefended province.
    fn walk_in(&mut self, game: &Axis, state: &State, to: u16) {
        let this = &*self;
        let walkers = this.sources(game, state, to).flat_map(|from| {
            (0..game.kinds() as u8)
                .filter(move |&k| this.free(game, state, from, k) > 0)
                .map(move |k| (k, from))
        });
        let land = walkers.filter(|(k, _)| {
            let unit = &game.scenario.units[usize::from(*k)];
            unit.fights() && unit.domain == Domain::Land
        });
        let cheapest = land.min_by_key(|(k, _)| game.scenario.units[usize::from(*k)].cost);
        if let Some((k, from)) = cheapest {
            self.orders.add(k, 1, from, to, false);
        }
    }

    fn assault(&mut self, game: &Axis, state: &State, to: u16) {
        let mut defenders = Vec::new();
        game.defenders(state, to, &mut defenders);
        let enemy = strength(game, &defenders, false);
        let usable = |this: &Self, from: u16, k: u8| {
            let unit = &game.scenario.units[usize::from(k)];
            let reaches = unit.domain == Domain::Land || (!unit.bombs && game.strikes(state, k, from, to));
            if unit.fights() && reaches { this.free(game, state, from, k) } else { 0 }
        };
        let sources: Vec<u16> = self.sources(game, state, to).collect();
        let mut force = vec![0; game.kinds()];
        for &from in &sources {
            (0..game.kinds()).for_each(|k| force[k] += usable(self, from, k as u8));
        }
        if strength(game, &force, true) <= ENOUGH * enemy {
            return;
        }
        let limit = PLENTY.0 * enemy + PLENTY.1;
        let mut sent = vec![0; game.kinds()];
        for &from in &sources {
            let near = &game.scenario.provinces[usize::from(from)].neighbours;
            let stacks = near.iter().filter(|&&p| game.land(p) && game.contested(state, p)).count();
            for k in 0..game.kinds() as u8 {
                for _ in 0..usable(self, from, k) {
                    if stacks > 1 && strength(game, &sent, true) > limit {
                        break;
                    }
                    sent[usize::from(k)] += 1;
                    self.orders.add(k, 1, from, to, false);
                }
            }
        }
    }

    /// Every stack but a threatened capital's steps towards the nearest enemy capital, by one of the shortest ways.
    fn redeploy(&mut self, game: &Axis, state: &State, rng: &mut Rng, plan: &mut Vec<Action>) {
        let goals: Vec<u16> =
            (0..game.provinces() as u16).filter(|&p| self.is_goal(game, state, p, true)).collect();
        let goals = match goals.is_empty() {
            false => goals,
            true => (0..game.provinces() as u16).filter(|&p| self.is_goal(game, state, p, false)).collect(),
        };
        let far = distances(game, &goals);
        self.orders.clear();
        for from in (0..game.provinces() as u16).filter(|&p| game.land(p)) {
            let capital = game.scenario.provinces[usize::from(from)].capital == Some(state.mover);
            if capital && threatened(game, state, from) {
                continue;
            }
            // Of several ways that are equally short it takes any.
            let near = || {
                game.land_ways(from).iter().copied().filter(|&p| far[usize::from(p)] < far[usize::from(from)])
            };
            let count = near().count() as u32;
            if count == 0 {
                continue;
            }
            let to = near().nth(rng.below(count) as usize).expect("one of them");
            if !game.friendly(state, to) {
                continue;
            }
            for k in 0..game.kinds() as u8 {
                let unit = &game.scenario.units[usize::from(k)];
                if unit.fights() && unit.domain == Domain::Land && unit.movement > 0 {
                    self.orders.add(k, game.ready(state, from, k), from, to, false);
                }
            }
        }
        self.orders.write(game, state, plan);
    }

    fn is_goal(&self, game: &Axis, state: &State, at: u16, capital: bool) -> bool {
        let owner = state.owner[usize::from(at)];
        let hostile = game.land(at) && owner != NOBODY && !game.allied(owner, state.mover);
        hostile && (!capital || game.scenario.provinces[usize::from(at)].capital.is_some())
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

impl Policy<Axis> for EzFodder {
    fn choose(&mut self, game: &Axis, view: &State, rng: &mut Rng, plan: &mut Vec<Action>) {
        match view.phase {
            Phase::Purchase { .. } => self.purchase(game, view, rng, plan),
            Phase::Combat => self.combat(game, view, rng, plan),
            Phase::Decide { .. } => {
                self.steps.clear();
                game.actions(view, &mut self.steps);
                plan.push(self.steps[0]);
            }
            Phase::Redeploy if land_planes(game, view, plan) => {}
            Phase::Redeploy => self.redeploy(game, view, rng, plan),
            _ => self.place(game, view, plan),
        }
    }
}
