//! A position as `dls` sees it: units in fractions, no dice (St-Pierre, Winands and Watt, section V-B).
//!
//! Between turns all units of a province belong to its owner. Guns and factories do not appear; where factories stand is told by the
//! [`Board`].

use std::cell::RefCell;

use sandtable_core::Rng;

use super::closing::Basket;
use crate::axis::scenario::Domain;
use crate::axis::{Axis, State};

/// The most land provinces.
pub const MAX_PLACES: usize = 20;
/// The most kinds of units that fight: two vectors of four.
pub const MAX_KINDS: usize = 8;
/// Less of a unit than this is nothing.
pub const TRACE: f32 = 0.02;

/// Units of each kind, in fractions.
pub type Force = [f32; MAX_KINDS];

/// A kind of unit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kind {
    /// Its number in the scenario.
    pub unit: u8,
    /// The chance to hit in attack, in defence.
    pub attack: f32,
    pub defence: f32,
    pub cost: f32,
    pub movement: u8,
    pub flies: bool,
    pub supports: f32,
    pub supportable: bool,
}

/// Numbers of all kinds side by side.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rates {
    pub cost: Force,
    pub attack: Force,
    pub defence: Force,
    pub supports: Force,
    pub supportable: Force,
    /// One for kinds that move, else nothing.
    pub mobile: Force,
}

/// What does not change while it thinks.
pub struct Board {
    /// The province of each place.
    pub provinces: Vec<u16>,
    pub ways: Vec<Vec<u8>>,
    /// Distances for planes.
    pub air: Vec<[u8; MAX_PLACES]>,
    pub worth: Vec<f32>,
    /// Whose capital a place is: 0, 1, or neither (2).
    pub capital: Vec<u8>,
    pub factory: Vec<bool>,
    pub flak: Vec<bool>,
    /// Kinds of units, the cheapest first.
    pub kinds: Vec<Kind>,
    /// What counts of them in sums over a force.
    pub rates: Rates,
    /// What each side can buy: kinds and prices.
    pub prices: [Vec<(usize, f32)>; 2],
    pub economy: bool,
    /// What sides buy.
    pub basket: Basket,
    /// Dice for what is left of a hit, if battles are to be fought in whole units (the first variant of section V-B).
    pub dice: Option<RefCell<Rng>>,
}

impl Board {
    /// The board of a scenario with two nations; nothing if it is too large.
    pub fn new(game: &Axis) -> Option<Board> {
        let provinces: Vec<u16> = (0..game.provinces() as u16).filter(|&p| game.land(p)).collect();
        let mut kinds: Vec<Kind> = (0..game.kinds())
            .filter(|&k| game.scenario.units[k].fights() && game.scenario.units[k].domain != Domain::Sea)
            .map(|k| {
                let unit = &game.scenario.units[k];
                Kind {
                    unit: k as u8,
                    attack: f32::from(unit.attack) / 6.0,
                    defence: f32::from(unit.defence) / 6.0,
                    cost: f32::from(unit.cost),
                    movement: unit.movement,
                    flies: unit.domain == Domain::Air,
                    supports: f32::from(unit.supports),
                    supportable: unit.supportable,
                }
            })
            .collect();
        kinds.sort_by(|a, b| a.cost.total_cmp(&b.cost).then(a.attack.total_cmp(&b.attack)));
        if game.nations() != 2 || provinces.len() > MAX_PLACES || kinds.len() > MAX_KINDS {
            return None;
        }
        let place = |p: u16| provinces.iter().position(|&q| q == p).map(|i| i as u8);
        let scenario = &game.scenario;
        let air = provinces.iter().map(|&p| {
            let mut row = [u8::MAX; MAX_PLACES];
            provinces.iter().enumerate().for_each(|(i, &q)| row[i] = game.air_distance(p, q));
            row
        });
        let prices = [0, 1].map(|side| {
            let buys = scenario.nations[side].buys.iter();
            let known = buys.filter_map(|&(unit, price)| {
                kinds.iter().position(|k| k.unit == unit).map(|k| (k, f32::from(price)))
            });
            known.collect()
        });
        Some(Board {
            ways: provinces
                .iter()
                .map(|&p| game.land_ways(p).iter().filter_map(|&q| place(q)).collect())
                .collect(),
            air: air.collect(),
            worth: provinces.iter().map(|&p| f32::from(scenario.provinces[usize::from(p)].worth)).collect(),
            capital: provinces
                .iter()
                .map(|&p| scenario.provinces[usize::from(p)].capital.unwrap_or(2))
                .collect(),
            factory: vec![false; provinces.len()],
            flak: vec![false; provinces.len()],
            rates: Rates::of(&kinds),
            kinds,
            prices,
            economy: scenario.rules.economy,
            basket: Basket::default(),
            dice: None,
            provinces,
        })
    }

    /// How many places there are.
    pub fn len(&self) -> usize {
        self.provinces.len()
    }

    /// Looks where factories and guns stand.
    pub fn survey(&mut self, game: &Axis, state: &State) {
        for (i, &p) in self.provinces.iter().enumerate() {
            self.factory[i] = game.has_factory(state, p);
            self.flak[i] = game.guns(state, p);
        }
    }

    /// A mean as it counts in a battle: as it is, or in whole units with a die for the rest.
    pub fn count(&self, mean: f32) -> f32 {
        match &self.dice {
            None => mean,
            Some(dice) => {
                let luck = dice.borrow_mut().unit() as f32;
                mean.floor() + f32::from(u8::from(luck < mean.fract()))
            }
        }
    }

    /// The cost of some units.
    pub fn value(&self, force: &Force) -> f32 {
        dot(&self.rates.cost, force)
    }
}

impl Rates {
    fn of(kinds: &[Kind]) -> Rates {
        let mut rates = Rates::default();
        for (k, kind) in kinds.iter().enumerate() {
            rates.mobile[k] = if kind.movement > 0 { 1.0 } else { 0.0 };
            rates.cost[k] = kind.cost;
            rates.attack[k] = kind.attack;
            rates.defence[k] = kind.defence;
            rates.supports[k] = kind.supports / 6.0;
            rates.supportable[k] = if kind.supportable { 1.0 / 6.0 } else { 0.0 };
        }
        rates
    }
}

/// A weighted sum over a force, in the shape that compilers turn into vector instructions.
fn dot(weights: &Force, force: &Force) -> f32 {
    let mut sums = [0.0; MAX_KINDS / 2];
    for (i, sum) in sums.iter_mut().enumerate() {
        *sum = weights[i] * force[i] + weights[i + MAX_KINDS / 2] * force[i + MAX_KINDS / 2];
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}

/// A position between turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sketch {
    /// 0, 1, or nobody (2).
    pub owner: [u8; MAX_PLACES],
    pub units: [Force; MAX_PLACES],
    pub money: [f32; 2],
    /// Whose turn it is.
    pub side: u8,
}

impl Sketch {
    /// What a state looks like; units of both sides in one place are the attackers' business alone.
    pub fn of(game: &Axis, board: &Board, state: &State) -> Sketch {
        let mut sketch = Sketch {
            owner: [2; MAX_PLACES],
            units: [[0.0; MAX_KINDS]; MAX_PLACES],
            money: [f32::from(state.money[0]), f32::from(state.money[1])],
            side: state.mover,
        };
        for (i, &p) in board.provinces.iter().enumerate() {
            let owner = state.owner[usize::from(p)].min(2);
            sketch.owner[i] = owner;
            let counts = game.counts(state, p, owner);
            for (k, kind) in board.kinds.iter().enumerate() {
                sketch.units[i][k] = f32::from(counts[usize::from(kind.unit)]);
            }
        }
        sketch
    }

    /// Who owns both capitals.
    pub fn winner(&self, board: &Board) -> Option<u8> {
        let mut owners = (0..board.len()).filter(|&p| board.capital[p] < 2).map(|p| self.owner[p]);
        let first = owners.next().filter(|&o| o < 2)?;
        owners.all(|o| o == first).then_some(first)
    }

    /// Whether a side owns its capital.
    pub fn solvent(&self, board: &Board, side: u8) -> bool {
        (0..board.len()).all(|p| board.capital[p] != side || self.owner[p] == side)
    }

    /// What a side collects.
    pub fn income(&self, board: &Board, side: u8) -> f32 {
        if !board.economy || !self.solvent(board, side) {
            return 0.0;
        }
        (0..board.len()).filter(|&p| self.owner[p] == side).map(|p| board.worth[p]).sum()
    }
}

/// How many units there are.
pub fn total(force: &Force) -> f32 {
    dot(&[1.0; MAX_KINDS], force)
}

/// Takes hits off a force, the cheapest units first.
fn suffer(force: &mut Force, mut hits: f32) {
    for n in force.iter_mut() {
        let lost = n.min(hits);
        *n -= lost;
        hits -= lost;
        if hits <= 0.0 {
            return;
        }
    }
}

/// How many hits a round brings on average: attackers', with support.
pub fn attack_power(board: &Board, force: &Force) -> f32 {
    let rates = &board.rates;
    dot(&rates.attack, force) + dot(&rates.supports, force).min(dot(&rates.supportable, force))
}

/// The same for defenders.
pub fn defence_power(board: &Board, force: &Force) -> f32 {
    dot(&board.rates.defence, force)
}

/// Fights to the end without dice: each round costs both sides what the other hits on average (the second variant of section V-B), or nearly
/// without them.
pub fn clash(board: &Board, attackers: &mut Force, defenders: &mut Force) {
    // Long sieges of units that hardly hit are not worth following.
    for _ in 0..60 {
        if total(attackers) < TRACE || total(defenders) < TRACE {
            break;
        }
        let (a, d) = (attack_power(board, attackers), defence_power(board, defenders));
        suffer(defenders, board.count(a));
        suffer(attackers, board.count(d));
    }
    for force in [attackers, defenders] {
        if total(force) < TRACE {
            *force = [0.0; MAX_KINDS];
        }
    }
}

#[cfg(test)]
mod tests {
    use sandtable_core::{Args, Stream};

    use super::*;
    use crate::axis::axis;

    fn board() -> Board {
        let def = axis();
        Board::new(&(def.build)(&Args::defaults(def.params)).unwrap()).unwrap()
    }

    fn force(board: &Board, units: &[(u8, f32)]) -> Force {
        let mut force = [0.0; MAX_KINDS];
        for &(unit, n) in units {
            force[board.kinds.iter().position(|k| k.unit == unit).unwrap()] = n;
        }
        force
    }

    /// The paper's example: 26 points of attack take 4 1/3 units on average, whole ones where a die decides on the rest.
    #[test]
    fn a_die_for_the_rest_hits_as_often_as_fractions_do() {
        let mut board = board();
        assert_eq!(board.count(26.0 / 6.0), 26.0 / 6.0);
        board.dice = Some(RefCell::new(Rng::new(1, 0, Stream::World)));
        let draws = 10_000;
        let mut sum = 0.0;
        for _ in 0..draws {
            let hits = board.count(26.0 / 6.0);
            assert!(hits == 4.0 || hits == 5.0);
            sum += hits;
        }
        // Four standard errors of a die that comes up in a third of the throws.
        assert!((sum / draws as f32 - 26.0 / 6.0).abs() < 4.0 * (2.0 / 9.0 / draws as f32).sqrt());
    }

    /// Two tanks attack an infantry: one hit is certain, and it hits back in a third of the battles.
    #[test]
    fn battles_by_dice_leave_whole_units_and_the_same_mean() {
        let mut board = board();
        let (tanks, infantry) = (force(&board, &[(2, 2.0)]), force(&board, &[(0, 1.0)]));
        let fight = |board: &Board| {
            let (mut attackers, mut defenders) = (tanks, infantry);
            clash(board, &mut attackers, &mut defenders);
            assert_eq!(total(&defenders), 0.0);
            total(&attackers)
        };
        assert!((fight(&board) - 5.0 / 3.0).abs() < 1e-6);
        board.dice = Some(RefCell::new(Rng::new(2, 0, Stream::World)));
        let left: Vec<f32> = (0..3000).map(|_| fight(&board)).collect();
        assert!(left.iter().all(|&n| n == 1.0 || n == 2.0));
        let mean = left.iter().sum::<f32>() / 3000.0;
        assert!((mean - 5.0 / 3.0).abs() < 4.0 * (2.0 / 9.0 / 3000.0_f32).sqrt(), "{mean}");
    }
}
