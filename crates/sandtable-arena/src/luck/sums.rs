//! Sums over deals, and the means and errors that follow from them.

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use crate::stats::{student95, tidy};

/// Sums over deals of payoffs y, luck x and their products: all that the estimates need.
///
/// The observation is a deal, so games with the same dice and swapped seats are taken together.
#[derive(Clone, Debug, PartialEq)]
pub struct Sums {
    pub(super) n: u64,
    pub(super) y: Vec<f64>,
    pub(super) yy: Vec<f64>,
    pub(super) x: Vec<f64>,
    pub(super) xx: Vec<f64>,
    pub(super) xy: Vec<f64>,
}

/// A mean for each agent, with its standard error and an interval of 95 % (Student's); none where there are too few deals
/// to know.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The means.
    pub mean: Vec<f64>,
    /// Their standard errors.
    pub stderr: Vec<Option<f64>>,
    /// The lower ends of their intervals.
    pub low: Vec<Option<f64>>,
    /// The upper ends.
    pub high: Vec<Option<f64>>,
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

    /// How much memory it takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<f64>() * (self.xx.len() + self.xy.len() + self.x.len())
    }

    /// Takes one deal in.
    pub fn add(&mut self, y: &[f64], x: &[f64]) {
        self.n += 1;
        for (a, &ya) in y.iter().enumerate() {
            self.y[a] += ya;
            self.yy[a] += ya * ya;
        }
        // Most signs of a position are absent from most games.
        for (i, &xi) in x.iter().enumerate().filter(|(_, xi)| **xi != 0.0) {
            self.x[i] += xi;
            let row = &mut self.xx[i * x.len()..(i + 1) * x.len()];
            row.iter_mut().zip(x).for_each(|(sum, xj)| *sum += xi * xj);
            for (a, &ya) in y.iter().enumerate() {
                self.xy[i * y.len() + a] += xi * ya;
            }
        }
    }

    /// Takes the sums over other deals in.
    pub fn merge(&mut self, other: &Sums) {
        self.n += other.n;
        self.add_times(other, 1.0);
    }

    /// The sums without those over some of the deals.
    pub(super) fn without(&self, some: &Sums) -> Sums {
        let mut rest = self.clone();
        rest.n -= some.n;
        rest.add_times(some, -1.0);
        rest
    }

    fn add_times(&mut self, other: &Sums, times: f64) {
        let add = |a: &mut Vec<f64>, b: &[f64]| a.iter_mut().zip(b).for_each(|(a, b)| *a += times * b);
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
        self.estimate(1, |a| self.y[a] / n, spread)
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
        self.estimate(
            1 + k as u64,
            |a| self.y[a] / n - slopes.column(a).dot(&x),
            |a| {
                let total = self.yy[a] - self.y[a] * self.y[a] / n;
                (total - slopes.column(a).dot(&sxy.column(a))).max(0.0)
            },
        )
    }

    /// From each agent's mean and sum of squares about what was fitted with so many numbers.
    fn estimate(&self, fitted: u64, mean: impl Fn(usize) -> f64, squares: impl Fn(usize) -> f64) -> Estimate {
        Estimate::of(self.n, fitted, self.y.len(), mean, squares)
    }
}

impl Estimate {
    /// From each agent's mean over `n` deals and the sum of squares about what was fitted with so many numbers.
    pub(super) fn of(
        n: u64,
        fitted: u64,
        agents: usize,
        mean: impl Fn(usize) -> f64,
        squares: impl Fn(usize) -> f64,
    ) -> Estimate {
        let freedom = n.saturating_sub(fitted);
        let mut all = Estimate { mean: Vec::new(), stderr: Vec::new(), low: Vec::new(), high: Vec::new() };
        for a in 0..agents {
            let mean = mean(a);
            let error = (freedom > 0).then(|| (squares(a) / freedom as f64 / n as f64).sqrt());
            let half = student95(freedom).zip(error).map(|(quantile, error)| quantile * error);
            all.mean.push(tidy(mean));
            all.stderr.push(error.map(tidy));
            all.low.push(half.map(|half| tidy(mean - half)));
            all.high.push(half.map(|half| tidy(mean + half)));
        }
        all
    }

    /// How many times more games `raw` would need for the same standard errors.
    pub fn factor_over(&self, raw: &Estimate) -> Option<f64> {
        let squares = |e: &Estimate| e.stderr.iter().map(|s| s.map(|s| s * s)).sum::<Option<f64>>();
        let (ours, theirs) = (squares(self)?, squares(raw)?);
        (ours > 0.0).then(|| theirs / ours)
    }

    /// A mean with its standard error, for people.
    pub fn text(&self, agent: usize, digits: usize) -> String {
        let error = self.stderr[agent].map_or("?".into(), |error| format!("{error:.digits$}"));
        format!("{:.digits$} ± {error}", self.mean[agent])
    }

    /// Half the widest interval: all means are known this well. None where there are too few deals to know.
    pub fn half_width(&self) -> Option<f64> {
        let halves =
            self.low.iter().zip(&self.high).map(|(low, high)| Some((high.as_ref()? - low.as_ref()?) / 2.0));
        halves.reduce(|a, b| Some(a?.max(b?)))?
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
        assert!((better.mean[0] - 3.0).abs() < 4.0 * better.stderr[0].unwrap());
        // Var(y) = (4 + 25 + 1/100)/12, Var(noise) = 1/1200: a factor of 2901.
        let factor = better.factor_over(&raw).unwrap();
        assert!((factor / 2901.0 - 1.0).abs() < 0.1, "{factor}");
    }

    /// Seven deals and six terms: the fit is perfect and says nothing.
    #[test]
    fn without_degrees_of_freedom_there_is_no_error() {
        let mut rng = Rng::new(2, 0, Stream::World);
        let mut sums = Sums::new(1, 6);
        for _ in 0..7 {
            sums.add(&[rng.unit()], &[(); 6].map(|()| rng.unit() - 0.5));
        }
        let estimate = sums.regressed();
        assert_eq!((estimate.stderr[0], estimate.low[0], estimate.half_width()), (None, None, None));
        sums.add(&[rng.unit()], &[(); 6].map(|()| rng.unit() - 0.5));
        // One degree of freedom: the interval is Student's, more than twelve errors each way.
        let estimate = sums.regressed();
        assert!(estimate.half_width().unwrap() > 12.0 * estimate.stderr[0].unwrap());
    }

    #[test]
    fn one_deal_has_no_error() {
        let mut sums = Sums::new(2, 0);
        sums.add(&[1.0, -1.0], &[]);
        assert_eq!(sums.raw().stderr, [None, None]);
        sums.add(&[0.0, 0.0], &[]);
        assert_eq!(sums.raw().stderr, [Some(0.5), Some(0.5)]);
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
