//! The N − 1 form of section 3.3 of the FFI report: each game is corrected by a regression on the others alone.
//!
//! One regression over all games lets a game's own dice into its correction, which shifts the mean by the order of 1/N. The weights
//! without a game follow from those with it by a formula of Sherman and Morrison, so N regressions cost no more than one.

use nalgebra::{DMatrix, DVector};

use super::sums::{Estimate, Sums};

/// Deals one by one: the payoffs of the agents, then the luck.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows(Vec<f64>);

/// More deals than this are not kept: the difference to one regression over all has long vanished.
pub const MOST_DEALS: u64 = 1_000_000;

impl Rows {
    /// Takes one deal in.
    pub fn add(&mut self, payoffs: &[f64], luck: &[f64]) {
        self.0.extend_from_slice(payoffs);
        self.0.extend_from_slice(luck);
    }

    /// Takes other deals in.
    pub fn merge(&mut self, other: &Rows) {
        self.0.extend_from_slice(&other.0);
    }

    /// The means of payoffs corrected by the other deals; `sums` are those over the same deals.
    pub fn corrected(&self, sums: &Sums) -> Estimate {
        let (n, k, agents) = (sums.n as f64, sums.x.len(), sums.y.len());
        let mean = DVector::from_row_slice(&sums.x) / n;
        let normal = DMatrix::from_fn(k, k, |i, j| sums.xx[i * k + j] - n * mean[i] * mean[j]);
        let right = DMatrix::from_fn(k, agents, |i, a| sums.xy[i * agents + a] - mean[i] * sums.y[a]);
        let scale = normal.diagonal().max().max(f64::MIN_POSITIVE);
        let inverse = normal.pseudo_inverse(1e-12 * scale).expect("the tolerance is not negative");
        let weights = &inverse * right;
        let mut left = Sums::new(agents, 0);
        let mut corrected = vec![0.0; agents];
        for row in self.0.chunks_exact((agents + k).max(1)) {
            let (y, x) = row.split_at(agents);
            let x = DVector::from_row_slice(x);
            let off = &x - &mean;
            let pull = &inverse * &off;
            // What of its residual a deal has left itself: nothing where the others alone have no regression.
            let own = 1.0 - 1.0 / n - off.dot(&pull);
            for (a, corrected) in corrected.iter_mut().enumerate() {
                let w = weights.column(a);
                let residual = y[a] - sums.y[a] / n - w.dot(&off);
                *corrected = match own > 1e-9 {
                    true => y[a] - w.dot(&x) + x.dot(&pull) * residual / own,
                    false => y[a],
                };
            }
            left.add(&corrected, &[]);
        }
        left.raw()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_core::{Rng, Stream};

    /// The formula against N regressions, one without each deal.
    #[test]
    fn the_formula_is_a_regression_on_the_other_deals() {
        let mut rng = Rng::new(3, 0, Stream::World);
        let deals: Vec<(f64, [f64; 2])> = (0..12)
            .map(|_| {
                let x = [rng.unit() - 0.5, rng.unit() - 0.5];
                (1.0 + 2.0 * x[0] - x[1] * x[1] + rng.unit(), x)
            })
            .collect();
        let (mut all, mut rows) = (Sums::new(1, 2), Rows::default());
        for (y, x) in &deals {
            all.add(&[*y], x);
            rows.add(&[*y], x);
        }
        let mut slow = Vec::new();
        for (y, x) in &deals {
            let mut one = Sums::new(1, 2);
            one.add(&[*y], x);
            let rest = all.without(&one);
            let n = rest.n as f64;
            let normal = DMatrix::from_fn(2, 2, |i, j| rest.xx[i * 2 + j] - rest.x[i] * rest.x[j] / n);
            let right = DVector::from_fn(2, |i, _| rest.xy[i] - rest.x[i] * rest.y[0] / n);
            let w = normal.try_inverse().unwrap() * right;
            slow.push(y - w[0] * x[0] - w[1] * x[1]);
        }
        let fast = rows.corrected(&all);
        let mean = slow.iter().sum::<f64>() / 12.0;
        assert!((fast.mean[0] - mean).abs() < 1e-9, "{fast:?}, {mean}");
    }

    /// Six games and one term, many times: one regression over all is off, the other form is not.
    #[test]
    fn few_games_are_unbiased() {
        let mut rng = Rng::new(4, 0, Stream::World);
        let (runs, mut sum, mut squares, mut usual) = (20_000, 0.0, 0.0, 0.0);
        for _ in 0..runs {
            let (mut all, mut rows) = (Sums::new(1, 1), Rows::default());
            for _ in 0..6 {
                let u = rng.unit();
                // Bent and skewed, so one regression over all is biased.
                let x = u * u - 1.0 / 3.0;
                let y = 5.0 * x * x;
                all.add(&[y], &[x]);
                rows.add(&[y], &[x]);
            }
            // 5 E[x²] = 5 (1/5 − 1/9) = 4/9.
            let off = rows.corrected(&all).mean[0] - 4.0 / 9.0;
            sum += off;
            squares += off * off;
            usual += all.regressed().mean[0] - 4.0 / 9.0;
        }
        let (mean, n) = (sum / f64::from(runs), f64::from(runs));
        let error = (squares / n / n).sqrt();
        assert!(mean.abs() < 4.0 * error, "{mean} ± {error}");
        assert!((usual / n).abs() > 10.0 * error, "{} ± {error}", usual / n);
    }
}
