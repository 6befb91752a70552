//! Luck correction: the same mean from fewer games.
//!
//! `simple` and `expanded` regress the payoff on the game's own zero-mean luck terms (FFI report, section 3.3: control
//! variates). `value` needs no such terms: with exact chance distributions and any evaluation V, it subtracts
//! V(after) − E\[V\] at every chance node. All leave the expected payoff as it is.

use nalgebra::{DMatrix, DVector};
use sandtable_core::eval::Single;
use sandtable_core::{Dist, Game, Kit, Luck, LuckModel, Payoff, Seat};
use serde::Serialize;

use crate::episode::Watch;

/// Which correction to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// None.
    None,
    /// Regression on the terms of the game's simple model.
    Simple,
    /// Regression on all of the game's terms.
    Expanded,
    /// Subtraction of V(after) − E\[V\] with the game's evaluation.
    Value,
}

impl Method {
    /// The methods by their names.
    pub const ALL: [(&'static str, Method); 4] = [
        ("none", Method::None),
        ("simple", Method::Simple),
        ("expanded", Method::Expanded),
        ("value", Method::Value),
    ];
}

/// Measures the luck in one game.
pub enum Gauge<G: Game> {
    /// Does not.
    Off,
    /// Sums up the game's own terms, up to those of a model.
    Terms {
        /// How the game measures luck.
        luck: &'static dyn Luck<G>,
        /// The sum of each of the game's terms.
        sums: Vec<f64>,
        /// Which of them count.
        chosen: Vec<usize>,
    },
    /// Sums up V(after) − E\[V\] for each seat.
    Value {
        /// V.
        eval: Single<G>,
        /// The sum for each seat.
        sums: Payoff,
        /// Whether some chance node could not be listed exactly.
        inexact: bool,
        /// A buffer for outcomes.
        outcomes: Vec<(G::Chance, f64)>,
    },
}

impl<G: Game> Gauge<G> {
    /// For a method: nothing if the game does not bring what the method needs.
    pub fn new(kit: &Kit<G>, method: Method) -> Option<Self> {
        let (game, terms) = (kit.game, kit.knowledge.luck_terms());
        let model = match method {
            Method::None => return Some(Gauge::Off),
            Method::Value => {
                let sums = Payoff::zero(game.info().seats.len());
                return Some(Gauge::Value {
                    eval: Single::new(kit.usual_eval()?),
                    sums,
                    inexact: false,
                    outcomes: Vec::with_capacity(64),
                });
            }
            Method::Simple => LuckModel::Simple,
            Method::Expanded => LuckModel::Expanded,
        };
        let chosen: Vec<usize> = (0..terms.len()).filter(|&i| terms[i].model <= model).collect();
        kit.knowledge.luck.filter(|_| !chosen.is_empty()).map(|luck| Gauge::Terms {
            luck,
            sums: vec![0.0; terms.len()],
            chosen,
        })
    }

    /// How many numbers [`Gauge::read`] appends per game.
    pub fn len(&self) -> usize {
        match self {
            Gauge::Off => 0,
            Gauge::Terms { chosen, .. } => chosen.len(),
            Gauge::Value { sums, .. } => sums.values().len(),
        }
    }

    /// Whether nothing is measured.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends the luck of the game that has just ended and sets back to zero.
    pub fn read(&mut self, out: &mut Vec<f64>) {
        match self {
            Gauge::Off => {}
            Gauge::Terms { sums, chosen, .. } => {
                out.extend(chosen.iter().map(|&i| sums[i]));
                sums.fill(0.0);
            }
            Gauge::Value { sums, .. } => {
                out.extend_from_slice(sums.values());
                sums.values_mut().fill(0.0);
            }
        }
    }
}

impl<G: Game> Watch<G> for Gauge<G> {
    fn step(&mut self, _: &G, _: &G::State, _: Seat, _: G::Action) {}

    fn chance(&mut self, game: &G, before: &G::State, chance: G::Chance) {
        match self {
            Gauge::Off => {}
            Gauge::Terms { luck, sums, .. } => luck.add(game, before, chance, sums),
            Gauge::Value { eval, sums, inexact, outcomes } => {
                outcomes.clear();
                *inexact |= game.outcomes(before, outcomes) != Dist::Exact;
                for &(outcome, p) in outcomes.iter() {
                    let mut after = before.clone();
                    game.resolve(&mut after, outcome);
                    let value = eval.value(game, &after);
                    let weight = f64::from(u8::from(outcome == chance)) - p;
                    sums.values_mut().iter_mut().zip(value.values()).for_each(|(s, v)| *s += weight * v);
                }
            }
        }
    }
}

/// Sums over deals of payoffs y, luck x and their products: all that the estimates need.
///
/// The observation is a deal, so games with the same dice and swapped seats are taken together.
#[derive(Clone, Debug, PartialEq)]
pub struct Sums {
    n: u64,
    y: Vec<f64>,
    yy: Vec<f64>,
    x: Vec<f64>,
    xx: Vec<f64>,
    xy: Vec<f64>,
}

/// A mean for each agent, with its standard error.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The means.
    pub mean: Vec<f64>,
    /// Their standard errors.
    pub stderr: Vec<f64>,
}

impl Sums {
    /// For a number of agents and of luck variables.
    pub fn new(agents: usize, variables: usize) -> Self {
        Sums {
            n: 0,
            y: vec![0.0; agents],
            yy: vec![0.0; agents],
            x: vec![0.0; variables],
            xx: vec![0.0; variables * variables],
            xy: vec![0.0; variables * agents],
        }
    }

    /// Takes one deal in.
    pub fn add(&mut self, y: &[f64], x: &[f64]) {
        self.n += 1;
        for (a, &ya) in y.iter().enumerate() {
            self.y[a] += ya;
            self.yy[a] += ya * ya;
        }
        for (i, &xi) in x.iter().enumerate() {
            self.x[i] += xi;
            for (j, &xj) in x.iter().enumerate() {
                self.xx[i * x.len() + j] += xi * xj;
            }
            for (a, &ya) in y.iter().enumerate() {
                self.xy[i * y.len() + a] += xi * ya;
            }
        }
    }

    /// Takes the sums over other deals in.
    pub fn merge(&mut self, other: &Sums) {
        let add = |a: &mut Vec<f64>, b: &[f64]| a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
        self.n += other.n;
        add(&mut self.y, &other.y);
        add(&mut self.yy, &other.yy);
        add(&mut self.x, &other.x);
        add(&mut self.xx, &other.xx);
        add(&mut self.xy, &other.xy);
    }

    /// The plain means.
    pub fn raw(&self) -> Estimate {
        let n = self.n as f64;
        let spread = |a: usize| (self.yy[a] - self.y[a] * self.y[a] / n).max(0.0);
        self.estimate(|a| self.y[a] / n, |a| spread(a) / (n - 1.0))
    }

    /// The means corrected by least squares on the luck variables.
    pub fn regressed(&self) -> Estimate {
        let (n, k, agents) = (self.n as f64, self.x.len(), self.y.len());
        let sxx = DMatrix::from_fn(k, k, |i, j| self.xx[i * k + j] - self.x[i] * self.x[j] / n);
        let sxy = DMatrix::from_fn(k, agents, |i, a| self.xy[i * agents + a] - self.x[i] * self.y[a] / n);
        // A variable that never varied has no say: its directions are left out of the inverse.
        let scale = sxx.diagonal().max().max(f64::MIN_POSITIVE);
        let inverse = sxx.pseudo_inverse(1e-12 * scale).expect("the tolerance is not negative");
        let slopes = inverse * &sxy;
        let x = DVector::from_row_slice(&self.x) / n;
        let freedom = (n - 1.0 - k as f64).max(1.0);
        self.estimate(
            |a| self.y[a] / n - slopes.column(a).dot(&x),
            |a| {
                let total = self.yy[a] - self.y[a] * self.y[a] / n;
                (total - slopes.column(a).dot(&sxy.column(a))).max(0.0) / freedom
            },
        )
    }

    /// The means with each agent's own luck subtracted: x has one variable per agent.
    pub fn subtracted(&self) -> Estimate {
        let (n, agents) = (self.n as f64, self.y.len());
        let sum = |a: usize| self.y[a] - self.x[a];
        let squares = |a: usize| self.yy[a] - 2.0 * self.xy[a * agents + a] + self.xx[a * agents + a];
        self.estimate(|a| sum(a) / n, |a| (squares(a) - sum(a) * sum(a) / n).max(0.0) / (n - 1.0))
    }

    fn estimate(&self, mean: impl Fn(usize) -> f64, variance: impl Fn(usize) -> f64) -> Estimate {
        let agents = 0..self.y.len();
        let stderr = |a| if self.n < 2 { 0.0 } else { (variance(a) / self.n as f64).sqrt() };
        Estimate { mean: agents.clone().map(mean).collect(), stderr: agents.map(stderr).collect() }
    }
}

impl Estimate {
    /// How many times more games `raw` would need for the same standard errors.
    pub fn factor_over(&self, raw: &Estimate) -> Option<f64> {
        let squares = |e: &Estimate| e.stderr.iter().map(|s| s * s).sum::<f64>();
        (squares(self) > 0.0).then(|| squares(raw) / squares(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_core::{Rng, Stream};

    #[test]
    fn regression_finds_the_mean_behind_the_luck() {
        let mut rng = Rng::new(1, 0, Stream::World);
        let mut sums = Sums::new(1, 3);
        for _ in 0..10_000 {
            let (a, b) = (rng.unit() - 0.5, rng.unit() - 0.5);
            let noise = (rng.unit() - 0.5) / 10.0;
            sums.add(&[3.0 + 2.0 * a - 5.0 * b + noise], &[a, b, 0.0]);
        }
        let (raw, better) = (sums.raw(), sums.regressed());
        assert!((better.mean[0] - 3.0).abs() < 4.0 * better.stderr[0]);
        // Var(y) = (4 + 25 + 1/100)/12, Var(noise) = 1/1200: a factor of 2901.
        let factor = better.factor_over(&raw).unwrap();
        assert!((factor / 2901.0 - 1.0).abs() < 0.1, "{factor}");
    }

    #[test]
    fn merging_is_adding() {
        let deals = [([1.0, -1.0], [0.5]), ([2.0, -2.0], [-1.0]), ([0.0, 0.0], [0.25])];
        let mut whole = Sums::new(2, 1);
        let mut parts = [Sums::new(2, 1), Sums::new(2, 1)];
        for (i, (y, x)) in deals.iter().enumerate() {
            whole.add(y, x);
            parts[i / 2].add(y, x);
        }
        let [mut first, second] = parts;
        first.merge(&second);
        assert_eq!(first, whole);
    }
}
