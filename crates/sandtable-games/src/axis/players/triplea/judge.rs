//! What a battle is expected to bring (A1): by a formula that compares strengths (Fast), or by the mean of battles fought with dice (Hard). Searches
//! may have one fought without dice instead.
//!
//! Forces are counts by kind. Guns and factories may be among them; they have no strength and are worth nothing.

use rustc_hash::FxHashMap;
use sandtable_core::{Rng, Stream};

use super::attrition::Attrition;
use super::skirmish::Skirmish;
use crate::axis::Axis;
use crate::axis::scenario::{Domain, Unit};

/// A battle is as good as won from this chance on, in percent.
pub const WIN: f64 = 90.0;
/// Below this it is not begun.
pub const MIN: f64 = 65.0;

/// Attackers with less than this are not judged further; defenders who face more than that neither.
const HOPELESS: f64 = 45.0;
const OUTNUMBERED: f64 = 55.0;
/// What meets no power wins.
const CERTAIN: f64 = 99_999.0;
/// How long a battle is taken to last where nobody fights it.
const ROUNDS: f64 = 3.0;
/// Battles are remembered until there are so many.
const REMEMBERED: usize = 1 << 16;

/// How battles are judged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Odds {
    /// By comparing strengths: Fast.
    Strengths,
    /// With dice: Hard.
    Dice,
    /// Without dice, round by round.
    Averages,
}

/// What a battle is expected to bring the attacker.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The chance to win, in percent; the formula may go below 0 and beyond 100.
    pub win: f64,
    /// The cost of the defenders lost, less that of the attackers.
    pub swing: f64,
    /// Whether a land unit is left to take the province.
    pub land: bool,
    /// The attackers that are left.
    pub left: Vec<u16>,
    /// How many rounds it lasts.
    pub rounds: f64,
}

impl Verdict {
    /// Whether it is won, with somebody to take the province.
    pub fn won(&self) -> bool {
        self.win >= WIN && self.land
    }
}

/// Who judges battles on one map.
pub struct Judge {
    units: Vec<Unit>,
    /// Kinds, the dearest first.
    dearest: Vec<usize>,
    skirmish: Option<Skirmish>,
    attrition: Option<Attrition>,
    known: FxHashMap<Vec<u16>, Verdict>,
    /// Both forces of the battle that is judged.
    forces: Vec<u16>,
}

impl Judge {
    /// A judge for one map.
    pub fn new(game: &Axis, odds: Odds) -> Judge {
        let units = game.scenario.units.clone();
        let mut dearest: Vec<usize> = (0..units.len()).collect();
        dearest.sort_by_key(|&k| std::cmp::Reverse(units[k].cost));
        Judge {
            dearest,
            skirmish: (odds == Odds::Dice).then(|| Skirmish::new(game)),
            attrition: (odds == Odds::Averages).then(|| Attrition::new(game)),
            known: FxHashMap::default(),
            forces: Vec::new(),
            units,
        }
    }

    /// A new decision: its dice do not depend on those of others.
    pub fn begin(&mut self, rng: &mut Rng) {
        if let Some(skirmish) = &mut self.skirmish {
            skirmish.rng = Rng::new(rng.bits(), 0, Stream::World);
            self.known.clear();
        }
    }

    /// The sum of the numbers with which units hit, and their strength.
    fn weigh(&self, force: &[u16], attack: bool) -> (f64, f64) {
        let (mut pips, mut hits, mut support, mut supportable) = (0, 0, 0, 0);
        for (unit, &n) in self.units.iter().zip(force) {
            if n == 0 || !unit.fights() {
                continue;
            }
            let n = u32::from(n);
            hits += n * u32::from(unit.hits);
            pips += n * u32::from(if attack { unit.attack } else { unit.defence });
            if attack {
                support += n * u32::from(unit.supports);
                supportable += if unit.supportable { n } else { 0 };
            }
        }
        let pips = f64::from(pips + support.min(supportable));
        (pips, 2.0 * f64::from(hits) + pips)
    }

    /// The sum of the numbers with which attackers hit, support included.
    pub fn attack_pips(&self, force: &[u16]) -> f64 {
        self.weigh(force, true).0
    }

    /// The strength of attackers.
    pub fn attack(&self, force: &[u16]) -> f64 {
        self.weigh(force, true).1
    }

    /// The strength of defenders.
    pub fn defence(&self, force: &[u16]) -> f64 {
        self.weigh(force, false).1
    }

    /// By how much attackers are superior: 50 if they are as strong as the defenders.
    pub fn diff(&self, attackers: &[u16], defenders: &[u16]) -> f64 {
        let ((power, attack), (resistance, defence)) =
            (self.weigh(attackers, true), self.weigh(defenders, false));
        match () {
            () if power == 0.0 => 0.0,
            () if resistance == 0.0 => CERTAIN,
            () => 50.0 + 50.0 * (attack - defence) / defence.powf(0.85),
        }
    }

    /// The units of a force that fight.
    pub fn count(&self, force: &[u16]) -> u32 {
        self.fighting(force).map(|(_, n)| u32::from(n)).sum()
    }

    /// What those units cost.
    pub fn cost(&self, force: &[u16]) -> f64 {
        self.fighting(force).map(|(unit, n)| f64::from(n) * f64::from(unit.cost)).sum()
    }

    /// Whether one of those units marches.
    pub fn has_land(&self, force: &[u16]) -> bool {
        self.fighting(force).any(|(unit, _)| unit.domain == Domain::Land)
    }

    /// The force without its planes.
    pub fn grounded(&self, force: &[u16]) -> Vec<u16> {
        let marches = |(unit, &n): (&Unit, &u16)| if unit.domain == Domain::Land { n } else { 0 };
        self.units.iter().zip(force).map(marches).collect()
    }

    fn fighting<'a>(&'a self, force: &'a [u16]) -> impl Iterator<Item = (&'a Unit, u16)> {
        self.units.iter().zip(force).filter(|(unit, n)| **n > 0 && unit.fights()).map(|(unit, n)| (unit, *n))
    }

    /// Whether attackers can hardly fail: the first round's hits are enough on average.
    pub fn overwhelming(&self, attackers: &[u16], defenders: &[u16]) -> bool {
        let resistance = self.weigh(defenders, false).0;
        let hits: f64 = self.fighting(defenders).map(|(u, n)| f64::from(n) * f64::from(u.hits)).sum();
        resistance == 0.0 || (self.attack_pips(attackers) / 6.0).floor() >= hits
    }

    /// What a battle brings, for who may attack.
    pub fn attacking(&mut self, attackers: &[u16], defenders: &[u16]) -> Verdict {
        if self.count(attackers) > 0 && self.diff(attackers, defenders) < HOPELESS {
            return Verdict { win: 0.0, swing: -999.0, land: false, left: Vec::new(), rounds: 0.0 };
        }
        self.plain(attackers, defenders)
    }

    /// What a battle brings, for who may have to defend.
    pub fn defending(&mut self, attackers: &[u16], defenders: &[u16]) -> Verdict {
        let diff = self.diff(attackers, defenders);
        if diff > OUTNUMBERED && self.count(defenders) > 0 {
            let land = self.has_land(attackers);
            return Verdict { win: 100.0 + diff, swing: 999.0 + diff, land, left: Vec::new(), rounds: 0.0 };
        }
        self.plain(attackers, defenders)
    }

    /// What a battle brings.
    pub fn plain(&mut self, attackers: &[u16], defenders: &[u16]) -> Verdict {
        let nobody = self.count(defenders) == 0;
        if self.count(attackers) == 0 || (nobody && !self.has_land(attackers)) {
            return Verdict { win: 0.0, swing: -1.0, land: false, left: Vec::new(), rounds: 0.0 };
        }
        if nobody {
            return Verdict { win: 100.0, swing: 0.1, land: true, left: attackers.to_vec(), rounds: 0.0 };
        }
        if self.skirmish.is_none() && self.attrition.is_none() {
            return self.estimate(attackers, defenders);
        }
        self.forces.clear();
        self.forces.extend(attackers.iter().chain(defenders));
        if let Some(verdict) = self.known.get(&self.forces) {
            return verdict.clone();
        }
        let verdict = match &self.attrition {
            Some(attrition) => self.average(attrition, attackers, defenders),
            None => self.fight(attackers, defenders),
        };
        if self.known.len() >= REMEMBERED {
            self.known.clear();
        }
        self.known.insert(self.forces.clone(), verdict.clone());
        verdict
    }

    /// Fast: the loser is gone, and of the winner the dearest units are left.
    fn estimate(&self, attackers: &[u16], defenders: &[u16]) -> Verdict {
        let win = self.diff(attackers, defenders);
        let (mut left, mut loss) = (vec![0; attackers.len()], self.cost(attackers));
        let mut gain = self.cost(defenders);
        if win > 50.0 {
            let share = (win.min(100.0) - 50.0) / 50.0;
            let survivors = (f64::from(self.count(attackers)) * share).ceil() as u32;
            self.keep(attackers, survivors, &mut left);
            loss -= self.cost(&left);
        } else {
            // Guns and factories count as units that may be left.
            let all: u32 = defenders.iter().map(|&n| u32::from(n)).sum();
            let survivors = (f64::from(all) * (50.0 - win.max(0.0)) / 50.0).ceil() as u32;
            let mut there = vec![0; defenders.len()];
            self.keep(defenders, survivors, &mut there);
            gain -= self.cost(&there);
        }
        Verdict { win, swing: gain - loss, land: self.has_land(&left), left, rounds: ROUNDS }
    }

    /// Without dice: what is left on average, in whole units.
    fn average(&self, attrition: &Attrition, attackers: &[u16], defenders: &[u16]) -> Verdict {
        let course = attrition.fight(attackers, defenders);
        let cost = |force: &[f64]| -> f64 {
            force.iter().zip(&self.units).map(|(n, unit)| n * f64::from(unit.cost)).sum()
        };
        let gain = self.cost(defenders) - cost(&course.defenders);
        let loss = self.cost(attackers) - cost(&course.attackers);
        let left: Vec<u16> = course.attackers.iter().map(|n| n.round() as u16).collect();
        let land = course.win >= 0.5 && self.has_land(&left);
        Verdict { win: 100.0 * course.win, swing: gain - loss, land, left, rounds: course.rounds }
    }

    /// The dearest units of a force.
    fn keep(&self, force: &[u16], mut survivors: u32, left: &mut [u16]) {
        for &k in &self.dearest {
            let stay = survivors.min(u32::from(force[k]));
            left[k] = stay as u16;
            survivors -= stay;
        }
    }

    /// Hard: the mean of battles fought with dice.
    fn fight(&mut self, attackers: &[u16], defenders: &[u16]) -> Verdict {
        let smaller = self.count(attackers).min(self.count(defenders));
        let battles = 100u32.saturating_sub(smaller).max(16);
        let skirmish = self.skirmish.as_mut().expect("who fights has dice");
        let sum = skirmish.fight(attackers, defenders, battles);
        let land = self.has_land(&sum.typical);
        let swing = (self.cost(defenders) - sum.defenders) - (self.cost(attackers) - sum.attackers);
        Verdict { win: 100.0 * sum.won, swing, land, left: sum.typical, rounds: sum.rounds }
    }
}
