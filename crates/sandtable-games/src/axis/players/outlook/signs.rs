//! What a position shows, in numbers, as the alliance to move sees it: how armies, incomes and positions compare with those of all others. Nothing
//! depends on the map, its nations or its kinds of units, so what was learned on one map can be tried on another.

use super::marks;
use crate::axis::players::triplea::atlas::Atlas;
use crate::axis::players::triplea::judge::Judge;
use crate::axis::players::triplea::reach::Threats;
use crate::axis::scenario::Domain;
use crate::axis::{Axis, NOBODY, State};

/// The names of the numbers.
pub const SIGNS: [&str; 18] = [
    "armies with money",
    "incomes",
    "hits to take",
    "attacking power",
    "defending power",
    "planes",
    "provinces",
    "money",
    "income at stake for others",
    "income at stake for us",
    "units at stake for others",
    "units at stake for us",
    "their capital in danger",
    "our capital in danger",
    "size of armies",
    "share of planes, ours",
    "share of planes, theirs",
    "nearness to capitals",
];

/// What counts of one side.
#[derive(Clone, Copy, Default)]
struct Sum {
    cost: f64,
    money: f64,
    income: f64,
    hits: f64,
    attack: f64,
    defence: f64,
    planes: f64,
    provinces: f64,
    income_at_stake: f64,
    units_at_stake: f64,
    danger: f64,
    near: f64,
}

/// Reads positions of one map.
pub struct Reader {
    judge: Judge,
    open: Vec<bool>,
    /// Land that can be entered.
    land: Vec<u16>,
    /// For each nation, how near each province is to the capitals of its alliance and to those of all others, from 0 to 1.
    near: Vec<Vec<[f64; 2]>>,
}

impl Reader {
    /// For one map; the judge only compares strengths.
    pub fn new(game: &Axis, judge: Judge) -> Reader {
        let atlas = Atlas::new(game);
        let provinces = 0..game.provinces() as u16;
        let near = (0..game.nations() as u8).map(|nation| {
            let nearness = |p: u16, ours: bool| {
                let goals = provinces.clone().filter(|&goal| {
                    let capital = game.scenario.provinces[usize::from(goal)].capital;
                    capital.is_some_and(|owner| game.allied(nation, owner) == ours)
                });
                goals.map(|goal| 1.0 / (1.0 + f64::from(atlas.steps(p, goal)))).fold(0.0, f64::max)
            };
            provinces.clone().map(|p| [nearness(p, true), nearness(p, false)]).collect()
        });
        Reader { near: near.collect(), judge, open: vec![false; game.provinces()], land: atlas.land }
    }

    /// How likely each province is to fall to the strongest attack of a single enemy nation of who is asked about, from 0 to 1.
    pub fn dangers(&self, game: &Axis, state: &State, me: u8) -> Vec<f64> {
        self.dangers_of(game, state, me, &self.threats(game, state, me))
    }

    fn threats(&self, game: &Axis, state: &State, me: u8) -> Threats {
        Threats::new(game, state, me, &self.open, &self.judge)
    }

    fn dangers_of(&self, game: &Axis, state: &State, me: u8, threats: &Threats) -> Vec<f64> {
        let danger = |at: u16| {
            let owner = state.owner[usize::from(at)];
            if owner == NOBODY || !game.allied(me, owner) || !self.judge.has_land(threats.at(at)) {
                return 0.0;
            }
            let mut defenders = vec![0u16; game.kinds()];
            for nation in (0..game.nations() as u8).filter(|&n| game.allied(me, n)) {
                let counts = game.counts(state, at, nation);
                defenders.iter_mut().zip(counts).for_each(|(sum, n)| *sum = sum.saturating_add(*n));
            }
            let diff = self.judge.diff(threats.at(at), &defenders);
            1.0 / (1.0 + (-(diff - 55.0) / 10.0).exp())
        };
        (0..game.provinces() as u16).map(danger).collect()
    }

    fn sum(&self, game: &Axis, state: &State, (ours, first): (bool, u8), threats: &Threats) -> Sum {
        let mut sum = Sum::default();
        let member = |n: u8| game.allied(state.mover, n) == ours;
        for nation in (0..game.nations() as u8).filter(|&n| member(n)) {
            sum.money += f64::from(state.money[usize::from(nation)]);
            sum.income += f64::from(game.income(state, nation));
            for at in 0..game.provinces() as u16 {
                let counts = game.counts(state, at, nation).iter().zip(&game.scenario.units);
                for (&n, unit) in counts.filter(|(n, unit)| **n > 0 && unit.fights()) {
                    let (n, cost) = (f64::from(n), f64::from(unit.cost));
                    sum.cost += n * cost;
                    sum.hits += n * f64::from(unit.hits.max(1));
                    sum.attack += n * f64::from(unit.attack);
                    sum.defence += n * f64::from(unit.defence);
                    sum.planes += if unit.domain == Domain::Air { n * cost } else { 0.0 };
                    sum.near += n * cost * self.near[usize::from(nation)][usize::from(at)][1];
                }
            }
        }
        for (at, danger) in self.dangers_of(game, state, first, threats).into_iter().enumerate() {
            let owner = state.owner[at];
            let province = &game.scenario.provinces[at];
            if owner == NOBODY || !member(owner) {
                continue;
            }
            sum.provinces += f64::from(u8::from(province.worth > 0));
            if danger == 0.0 {
                continue;
            }
            sum.income_at_stake += danger * f64::from(province.worth);
            let cost = |n: u8| self.judge.cost(game.counts(state, at as u16, n));
            sum.units_at_stake +=
                danger * (0..game.nations() as u8).filter(|&n| member(n)).map(cost).sum::<f64>();
            if province.capital.is_some() {
                sum.danger = f64::max(sum.danger, danger);
            }
        }
        sum
    }

    /// The numbers, appended in the order of their names, and the marks of each province.
    pub fn read(&self, game: &Axis, state: &State, out: &mut Vec<f32>) {
        // Where all are allies there is nobody to be afraid of.
        let other = (0..game.nations() as u8).find(|&n| !game.allied(state.mover, n)).unwrap_or(state.mover);
        let threats = [state.mover, other].map(|n| self.threats(game, state, n));
        let us = self.sum(game, state, (true, state.mover), &threats[0]);
        let them = self.sum(game, state, (false, other), &threats[1]);
        let ratio = |of: fn(&Sum) -> f64, some: f64| ((of(&us) + some) / (of(&them) + some)).ln();
        let share = |sum: &Sum| sum.planes / (sum.cost + 1.0);
        let near = |sum: &Sum| sum.near / (sum.cost + 1.0);
        let all = us.income + them.income + 1.0;
        let armies = us.cost + them.cost + 1.0;
        let numbers: [f64; SIGNS.len()] = [
            ratio(|s| s.cost + s.money, 5.0),
            ratio(|s| s.income, 3.0),
            ratio(|s| s.hits, 2.0),
            ratio(|s| s.attack, 4.0),
            ratio(|s| s.defence, 4.0),
            ratio(|s| s.planes, 10.0),
            ratio(|s| s.provinces, 1.0),
            (us.money - them.money) / armies,
            10.0 * them.income_at_stake / all,
            10.0 * us.income_at_stake / all,
            4.0 * them.units_at_stake / armies,
            4.0 * us.units_at_stake / armies,
            them.danger,
            us.danger,
            (armies / all).ln() / 2.0,
            2.0 * share(&us),
            2.0 * share(&them),
            4.0 * (near(&us) - near(&them)),
        ];
        out.extend(numbers.map(marks::short));
        for &at in &self.land {
            let near = self.near[usize::from(state.mover)][usize::from(at)];
            marks::read((game, state, &self.judge), at, (&threats[0], &threats[1]), near, out);
        }
    }
}
