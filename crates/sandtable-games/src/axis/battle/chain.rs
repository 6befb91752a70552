//! The Markov chain of a battle over the hits that both sides have taken.
//!
//! A round leads from `(a, d)` to `(a + i, d + j)`. The only loop is the round without a hit; its rounds are
//! a geometric series, so each state is passed once: forwards with the chances to be there, backwards with
//! the values of being there.

use super::order::{Line, Side, Volleys};
use super::{End, Retreat, Setup};

/// States that are reached with a smaller chance are not followed.
const PRUNE: f64 = 1e-18;

/// By how much going on must be worth more than breaking off: more than what rounding does.
const MARGIN: f64 = 1e-10;

/// A battle after the guns have fired, with all memory that it needs.
pub(super) struct Chain {
    pub(super) attack: Line,
    pub(super) defence: Line,
    volleys: [Volleys; 2],
    /// Whether the attackers left could hold land, by hits taken.
    land: Vec<bool>,
    /// At `d * (attack.hits() + 1) + a`.
    mass: Vec<f64>,
    next: Vec<f64>,
    pub(super) value: Vec<f64>,
    /// Where the attacker breaks off.
    pub(super) stop: Vec<bool>,
}

/// What a pass found besides the ends.
#[derive(Default)]
pub(super) struct Pass {
    /// Expected rounds.
    pub(super) rounds: f64,
    /// The chance that was not followed.
    pub(super) missing: f64,
}

impl Chain {
    pub(super) fn empty() -> Chain {
        Chain {
            attack: Line::empty(),
            defence: Line::empty(),
            volleys: Default::default(),
            land: Vec::new(),
            mass: Vec::new(),
            next: Vec::new(),
            value: Vec::new(),
            stop: Vec::new(),
        }
    }

    pub(super) fn set_defence(&mut self, setup: &Setup) {
        self.defence.set(setup.units, setup.defenders, Side::Defence, setup.defence_losses);
        self.volleys[1].set(&self.defence);
    }

    pub(super) fn set_attack(&mut self, setup: &Setup, attackers: &[u16]) {
        self.attack.set(setup.units, attackers, Side::Attack, setup.attack_losses);
        self.volleys[0].set(&self.attack);
        self.land.clear();
        self.land.extend((0..=self.attack.hits()).map(|taken| self.attack.land(taken)));
    }

    pub(super) fn index(&self, a: usize, d: usize) -> usize {
        d * (self.attack.hits() + 1) + a
    }

    fn states(&self) -> usize {
        (self.attack.hits() + 1) * (self.defence.hits() + 1)
    }

    /// How the battle has ended in a state, if it has.
    pub(super) fn end(&self, a: usize, d: usize) -> Option<End> {
        match (a == self.attack.hits(), d == self.defence.hits()) {
            (false, true) => Some(End::Won { taken: self.land[a] }),
            // Planes that fall to the guns of a province without defenders.
            (true, true) if d == 0 => Some(End::Lost),
            (true, true) => Some(End::Drawn),
            (true, false) => Some(End::Lost),
            (false, false) => (self.no_hit(a, d) == 1.0).then_some(End::Drawn),
        }
    }

    fn no_hit(&self, a: usize, d: usize) -> f64 {
        self.volleys[0].none(a) * self.volleys[1].none(d)
    }

    /// Fights from the start with this chance, and tells every end that is reached and its chance, some in
    /// several parts.
    pub(super) fn run(
        &mut self,
        retreat: Retreat,
        chance: f64,
        tell: impl FnMut(usize, usize, End, f64),
    ) -> Pass {
        self.stop.clear();
        match retreat {
            Retreat::After(rounds) => return self.rounds(rounds.max(1), chance, tell),
            Retreat::Never => self.stop.resize(self.states(), false),
            Retreat::Below(least) => self.fear(least),
            Retreat::Optimal { land } => self.plan(land),
        }
        self.forwards(chance, tell)
    }

    fn forwards(&mut self, chance: f64, mut tell: impl FnMut(usize, usize, End, f64)) -> Pass {
        let mut mass = std::mem::take(&mut self.mass);
        restart(&mut mass, self.states(), chance);
        let mut pass = Pass::default();
        for d in 0..=self.defence.hits() {
            for a in 0..=self.attack.hits() {
                let here = self.index(a, d);
                let p = mass[here];
                if p < PRUNE {
                    pass.missing += p;
                } else if let Some(end) = self.end(a, d) {
                    tell(a, d, end, p);
                } else if !self.stop[here] {
                    let visits = p / (1.0 - self.no_hit(a, d));
                    pass.rounds += visits;
                    self.scatter(&mut mass, a, d, visits);
                } else if here > 0 {
                    tell(a, d, End::Retreated, p);
                } else {
                    // Whoever attacks fights one round.
                    pass.rounds += p;
                    self.scatter(&mut mass, a, d, p);
                    tell(a, d, End::Retreated, p * self.no_hit(a, d));
                }
            }
        }
        self.mass = mass;
        pass
    }

    /// Round by round, for so many at most.
    fn rounds(&mut self, most: u32, chance: f64, mut tell: impl FnMut(usize, usize, End, f64)) -> Pass {
        let (mut mass, mut next) = (std::mem::take(&mut self.mass), std::mem::take(&mut self.next));
        restart(&mut mass, self.states(), chance);
        let mut pass = Pass::default();
        for round in 0..=most {
            restart(&mut next, self.states(), 0.0);
            let mut going = false;
            for d in 0..=self.defence.hits() {
                for a in 0..=self.attack.hits() {
                    let p = mass[self.index(a, d)];
                    if p < PRUNE {
                        pass.missing += p;
                    } else if let Some(end) = self.end(a, d) {
                        tell(a, d, end, p);
                    } else if round == most {
                        tell(a, d, End::Retreated, p);
                    } else {
                        pass.rounds += p;
                        self.scatter(&mut next, a, d, p);
                        going = true;
                    }
                }
            }
            if !going {
                break;
            }
            std::mem::swap(&mut mass, &mut next);
        }
        (self.mass, self.next) = (mass, next);
        pass
    }

    /// Adds what one round from `(a, d)` leads to.
    fn scatter(&self, mass: &mut [f64], a: usize, d: usize, p: f64) {
        let (hits_d, first_d) = self.volleys[0].at(a);
        let (hits_a, first_a) = self.volleys[1].at(d);
        let (most_a, most_d) = (self.attack.hits(), self.defence.hits());
        // Hits beyond the last unit are lost.
        let inside = (most_a - a).saturating_sub(first_a).min(hits_a.len());
        let (some, rest) = (&hits_a[..inside], hits_a[inside..].iter().sum::<f64>());
        for (q, n) in hits_d.iter().zip(first_d..) {
            let (weight, row) = (p * q, self.index(0, most_d.min(d + n)));
            if inside > 0 {
                let cells = &mut mass[row + a + first_a..][..inside];
                cells.iter_mut().zip(some).for_each(|(cell, chance)| *cell += weight * chance);
            }
            mass[row + most_a] += weight * rest;
        }
    }

    /// The mean of the values to which one round from `(a, d)` leads.
    fn gather(&self, value: &[f64], a: usize, d: usize) -> f64 {
        let (hits_d, first_d) = self.volleys[0].at(a);
        let (hits_a, first_a) = self.volleys[1].at(d);
        let (most_a, most_d) = (self.attack.hits(), self.defence.hits());
        let inside = (most_a - a).saturating_sub(first_a).min(hits_a.len());
        let (some, rest) = (&hits_a[..inside], hits_a[inside..].iter().sum::<f64>());
        let mut sum = 0.0;
        for (q, n) in hits_d.iter().zip(first_d..) {
            let row = self.index(0, most_d.min(d + n));
            let mut mean = rest * value[row + most_a];
            if inside > 0 {
                mean += dot(&value[row + a + first_a..][..inside], some);
            }
            sum += q * mean;
        }
        sum
    }

    /// Fills the values from the last states to the first: `ended` values ends, `decide` says from the value
    /// of going on what a state is worth and whether the attacker breaks off there.
    fn backwards(
        &mut self,
        ended: impl Fn(&Chain, usize, usize, End) -> f64,
        decide: impl Fn(&Chain, usize, usize, f64) -> (f64, bool),
    ) {
        let mut value = std::mem::take(&mut self.value);
        restart(&mut value, self.states(), 0.0);
        self.stop.clear();
        self.stop.resize(self.states(), false);
        for d in (0..=self.defence.hits()).rev() {
            for a in (0..=self.attack.hits()).rev() {
                let here = self.index(a, d);
                // The state's own value, which follows a round without a hit, is still zero when it is
                // gathered.
                value[here] = 0.0;
                value[here] = match self.end(a, d) {
                    Some(end) => ended(self, a, d, end),
                    None => {
                        let on = self.gather(&value, a, d) / (1.0 - self.no_hit(a, d));
                        let (worth, stop) = decide(self, a, d, on);
                        self.stop[here] = stop;
                        worth
                    }
                };
            }
        }
        self.value = value;
    }

    /// Breaks off where the chance to win is less than this.
    pub(super) fn fear(&mut self, least: f64) {
        let won = |_: &Chain, _, _, end| f64::from(u8::from(matches!(end, End::Won { .. })));
        self.backwards(won, |_, _, _, on| (on, on < least));
    }

    /// Breaks off where going on is worth less: values are what the enemy has lost by then, less what the
    /// attacker has, and the land.
    pub(super) fn plan(&mut self, land: f64) {
        let ended = |chain: &Chain, a, d, end| {
            chain.balance(a, d) + if end == (End::Won { taken: true }) { land } else { 0.0 }
        };
        self.backwards(ended, |chain, a, d, on| {
            let off = chain.balance(a, d);
            if on > off + MARGIN { (on, false) } else { (off, true) }
        });
    }

    /// What one more round, and what is best after it, is worth over breaking off in a planned battle.
    pub(super) fn advantage(&self, a: usize, d: usize) -> f64 {
        self.gather(&self.value, a, d) - self.balance(a, d)
    }

    /// What the defender has lost more than the attacker.
    fn balance(&self, a: usize, d: usize) -> f64 {
        f64::from(self.defence.lost(d)) - f64::from(self.attack.lost(a))
    }
}

/// All zero but for the first.
fn restart(values: &mut Vec<f64>, len: usize, first: f64) {
    values.clear();
    values.resize(len, 0.0);
    values[0] = first;
}

/// The sum of products, in several parts at once.
fn dot(one: &[f64], other: &[f64]) -> f64 {
    const PARTS: usize = 8;
    let mut parts = [0.0; PARTS];
    let (mut left, mut right) = (one.chunks_exact(PARTS), other.chunks_exact(PARTS));
    for (x, y) in (&mut left).zip(&mut right) {
        for n in 0..PARTS {
            parts[n] += x[n] * y[n];
        }
    }
    let rest: f64 = left.remainder().iter().zip(right.remainder()).map(|(x, y)| x * y).sum();
    parts.iter().sum::<f64>() + rest
}
