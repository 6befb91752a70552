//! Battles by counting: lists of single units, one die after the other, losses picked one by one.

use std::collections::{BTreeMap, HashMap};

use sandtable_games::axis::battle::{End, Losses, Setup, Side};
use sandtable_games::axis::scenario::Domain;

/// A unit of a list: its kind and the hits that it can still take.
pub type One = (usize, u8);
/// Both sides' units and how it ended: survivors by kind.
pub type Ends = BTreeMap<(Vec<u16>, Vec<u16>, End), f64>;

/// Whether the attacker breaks off with these units against those, after so many rounds.
pub type Stop<'a> = &'a dyn Fn(&Count, &[One], &[One], u32) -> bool;

/// A battle that is counted.
pub struct Count<'a> {
    pub setup: &'a Setup<'a>,
    /// When the attacker breaks off.
    pub stop: Stop<'a>,
    /// Whether rounds are told apart; then a battle has at most so many.
    pub rounds: Option<u32>,
}

impl Count<'_> {
    pub fn ends(&self) -> Ends {
        let list = |counts: &[u16]| -> Vec<One> {
            let kinds =
                self.setup.units.iter().zip(counts).enumerate().filter(|(_, (unit, _))| unit.fights());
            kinds.flat_map(|(k, (unit, &n))| vec![(k, unit.hits); n.into()]).collect()
        };
        let (attackers, defenders) = (list(self.setup.attackers), list(self.setup.defenders));
        let guns = self.setup.units.iter().zip(self.setup.defenders).any(|(unit, n)| unit.flak && *n > 0);
        let mut ends = Ends::new();
        self.guns(guns, &attackers, &mut Vec::new(), 1.0, &mut |left, p| {
            let mut known = HashMap::new();
            for (end, q) in self.fought(left, &defenders, 0, &mut known) {
                *ends.entry(end).or_default() += p * q;
            }
        });
        ends
    }

    /// Fires at one plane after the other.
    fn guns(&self, guns: bool, rest: &[One], left: &mut Vec<One>, p: f64, tell: &mut dyn FnMut(&[One], f64)) {
        let Some((&one, rest)) = rest.split_first() else { return tell(left, p) };
        let down = if guns && self.setup.units[one.0].domain == Domain::Air { 1.0 / 6.0 } else { 0.0 };
        left.push(one);
        self.guns(guns, rest, left, p * (1.0 - down), tell);
        left.pop();
        if down > 0.0 {
            self.guns(guns, rest, left, p * down, tell);
        }
    }

    fn survivors(&self, list: &[One], counts: &[u16]) -> Vec<u16> {
        let standing = |k: usize| if self.setup.units[k].fights() { 0 } else { counts[k] };
        (0..counts.len()).map(|k| standing(k) + list.iter().filter(|one| one.0 == k).count() as u16).collect()
    }

    fn fought(
        &self,
        a: &[One],
        d: &[One],
        round: u32,
        known: &mut HashMap<(Vec<One>, Vec<One>, u32), Ends>,
    ) -> Ends {
        let layer = if self.rounds.is_some() { round } else { round.min(1) };
        if let Some(ends) = known.get(&(a.to_vec(), d.to_vec(), layer)) {
            return ends.clone();
        }
        let (attack, defence) = (self.attack(a), self.defence(d));
        let harmless = attack.iter().chain(&defence).all(|&pips| pips == 0);
        let end = match (a.is_empty(), d.is_empty()) {
            (true, true) if round == 0 => Some(End::Lost),
            (true, true) => Some(End::Drawn),
            (true, false) => Some(End::Lost),
            (false, true) => {
                Some(End::Won { taken: a.iter().any(|one| self.setup.units[one.0].domain == Domain::Land) })
            }
            (false, false) if harmless => Some(End::Drawn),
            _ if round > 0 && (self.stop)(self, a, d, round) => Some(End::Retreated),
            _ => None,
        };
        let mut ends = Ends::new();
        if let Some(end) = end {
            let left =
                (self.survivors(a, self.setup.attackers), self.survivors(d, self.setup.defenders), end);
            ends.insert(left, 1.0);
            return ends;
        }
        let mut again = 0.0;
        dice(&attack, 1.0, 0, &mut |p, on_defender| {
            dice(&defence, p, 0, &mut |p, on_attacker| {
                // The same state again, and the same decision: left out here and made good below.
                if on_attacker + on_defender == 0 && self.rounds.is_none() && round > 0 {
                    again += p;
                    return;
                }
                let (mut a, mut d) = (a.to_vec(), d.to_vec());
                (0..on_attacker).for_each(|_| self.lose(&mut a, Side::Attack));
                (0..on_defender).for_each(|_| self.lose(&mut d, Side::Defence));
                for (end, q) in self.fought(&a, &d, round + 1, known) {
                    *ends.entry(end).or_default() += p * q;
                }
            });
        });
        ends.values_mut().for_each(|p| *p /= 1.0 - again);
        known.insert((a.to_vec(), d.to_vec(), layer), ends.clone());
        ends
    }

    fn attack(&self, list: &[One]) -> Vec<u8> {
        let units = self.setup.units;
        let mut support: u32 = list.iter().map(|one| u32::from(units[one.0].supports)).sum();
        let pips = list.iter().map(|one| {
            let helped = units[one.0].supportable && support > 0;
            support -= u32::from(helped);
            units[one.0].attack + u8::from(helped)
        });
        pips.collect()
    }

    fn defence(&self, list: &[One]) -> Vec<u8> {
        list.iter().map(|one| self.setup.units[one.0].defence).collect()
    }

    /// Takes one hit.
    fn lose(&self, list: &mut Vec<One>, side: Side) {
        if let Some(tough) = list.iter_mut().find(|one| one.1 > 1) {
            tough.1 -= 1;
            return;
        }
        let (losses, attacks) = match side {
            Side::Attack => (self.setup.attack_losses, true),
            Side::Defence => (self.setup.defence_losses, false),
        };
        let rank = |one: &One| {
            let unit = &self.setup.units[one.0];
            let (power, cost) = (if attacks { unit.attack } else { unit.defence }.into(), unit.cost);
            match losses {
                Losses::Power => (0, power, cost, one.0),
                Losses::Cost => (0, cost, power, one.0),
                Losses::Custom(order) => {
                    (order.iter().position(|&k| usize::from(k) == one.0).unwrap_or(99), power, cost, one.0)
                }
            }
        };
        if let Some(first) = (0..list.len()).min_by_key(|&n| rank(&list[n])) {
            list.remove(first);
        }
    }

    /// The chance to win from here, to the end.
    pub fn win(&self, a: &[One], d: &[One]) -> f64 {
        let never = Count { setup: self.setup, stop: &|_, _, _, _| false, rounds: None };
        let ends = never.fought(a, d, 1, &mut HashMap::new());
        ends.iter().filter(|((.., end), _)| matches!(end, End::Won { .. })).map(|(_, p)| p).sum()
    }

    /// The mean of the worth of all ends.
    pub fn gain(&self, land: f64) -> f64 {
        let cost = |counts: &[u16]| -> f64 {
            self.setup.units.iter().zip(counts).map(|(unit, &n)| f64::from(unit.cost * n)).sum()
        };
        let (all_a, all_d) = (cost(self.setup.attackers), cost(self.setup.defenders));
        let worth = |a: &[u16], d: &[u16], end: End| {
            let taken = if end == (End::Won { taken: true }) { land } else { 0.0 };
            taken + (all_d - cost(d)) - (all_a - cost(a))
        };
        self.ends().iter().map(|((a, d, end), p)| p * worth(a, d, *end)).sum()
    }
}

/// Rolls one die after the other: tells the chance of each way and its hits.
fn dice(pips: &[u8], p: f64, hits: usize, tell: &mut dyn FnMut(f64, usize)) {
    let Some((&first, rest)) = pips.split_first() else { return tell(p, hits) };
    for (faces, more) in [(first, 1), (6 - first, 0)] {
        if faces > 0 {
            dice(rest, p * f64::from(faces) / 6.0, hits + more, tell);
        }
    }
}
