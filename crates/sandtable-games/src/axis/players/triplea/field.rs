//! The board as the planner looks at it: whose units are where, what provinces are, and who is superior.

use super::atlas::Atlas;
use super::judge::Judge;
use crate::axis::scenario::Domain;
use crate::axis::{Axis, State};

/// The units of both sides in each province, by kind, guns and factories included.
pub struct Armies {
    kinds: usize,
    sides: [Vec<u16>; 2],
}

impl Armies {
    /// The units on a board, as one nation sees them: its own side's, and the others'.
    pub fn new(game: &Axis, state: &State, me: u8) -> Armies {
        let kinds = game.kinds();
        let mut sides = [(); 2].map(|()| vec![0u16; game.provinces() * kinds]);
        for nation in 0..=game.nations() as u8 {
            let side = &mut sides[usize::from(!game.allied(me, nation))];
            for (at, sums) in side.chunks_mut(kinds).enumerate() {
                let counts = game.counts(state, at as u16, nation);
                sums.iter_mut().zip(counts).for_each(|(sum, n)| *sum = sum.saturating_add(*n));
            }
        }
        Armies { kinds, sides }
    }
}

/// What every part of the planner looks at.
#[derive(Clone, Copy)]
pub struct Field<'a> {
    pub game: &'a Axis,
    pub state: &'a State,
    pub me: u8,
    pub atlas: &'a Atlas,
    pub armies: &'a Armies,
}

impl<'a> Field<'a> {
    /// What a province is worth in income.
    pub fn worth(&self, at: u16) -> f64 {
        self.game.scenario.provinces[usize::from(at)].worth.into()
    }

    /// One if a factory stands there.
    pub fn works(&self, at: u16) -> f64 {
        if self.game.has_factory(self.state, at) { 1.0 } else { 0.0 }
    }

    /// One if it is a capital.
    pub fn capital(&self, at: u16) -> f64 {
        if self.game.scenario.provinces[usize::from(at)].capital.is_some() { 1.0 } else { 0.0 }
    }

    /// The mover's capital, if he has it.
    pub fn home(&self) -> Option<u16> {
        let mine = |p: &u16| {
            self.game.scenario.provinces[usize::from(*p)].capital == Some(self.me)
                && self.state.owner[usize::from(*p)] == self.me
        };
        (0..self.game.provinces() as u16).find(mine)
    }

    /// Land that can be entered.
    pub fn land(&self) -> impl Iterator<Item = u16> + use<'a> {
        let game = self.game;
        (0..game.provinces() as u16).filter(|&p| game.land(p))
    }

    /// Units of one side in a province by kind, guns and factories included.
    pub fn units(&self, at: u16, ours: bool) -> &'a [u16] {
        let first = usize::from(at) * self.armies.kinds;
        &self.armies.sides[usize::from(!ours)][first..first + self.armies.kinds]
    }

    /// Whether enemies who march stand next to a province, in one that `counts`.
    pub fn faces_enemy(&self, judge: &Judge, at: u16, counts: impl Fn(u16) -> bool) -> bool {
        self.game.land_ways(at).iter().any(|&p| counts(p) && judge.has_land(self.units(p, false)))
    }

    /// Whether our side is as strong as enemies so much farther away, ring by ring (A1).
    pub fn superior(&self, judge: &Judge, at: u16, rings: u8) -> bool {
        (2..=rings).all(|ring| {
            let within = |steps: u8, ours: bool| {
                let mut sum = vec![0u16; self.game.kinds()];
                for p in self.land().filter(|&p| self.atlas.steps(at, p) <= steps) {
                    let units = self.units(p, ours);
                    sum.iter_mut().zip(units).for_each(|(sum, n)| *sum = sum.saturating_add(*n));
                }
                sum
            };
            judge.diff(&within(ring, false), &within(ring - 1, true)) <= 50.0
        })
    }

    /// The cheapest unit that marches and fights, its price, and how many of it can be paid and placed at a province.
    pub fn recruits(&self, at: u16) -> Option<(usize, u16)> {
        let buys = self.game.scenario.nations[usize::from(self.me)].buys.iter();
        let paid: u32 =
            buys.clone().map(|&(k, p)| u32::from(self.state.bought[usize::from(k)]) * u32::from(p)).sum();
        let money = u32::from(self.state.money[usize::from(self.me)]) + paid;
        let fodder = buys.filter(|(k, _)| {
            let unit = &self.game.scenario.units[usize::from(*k)];
            unit.fights() && unit.domain == Domain::Land
        });
        let &(kind, price) = fodder.min_by_key(|(_, price)| *price)?;
        let most = money / u32::from(price.max(1));
        Some((usize::from(kind), most.min(self.game.room(self.state, at).into()) as u16))
    }
}
