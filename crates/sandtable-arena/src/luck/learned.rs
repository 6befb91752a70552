//! A value learned from the games at hand, without looking at the game that it corrects.
//!
//! V is linear in the signs of a position, so the luck V(after) − E\[V\] of a whole game is linear in its sums, and what is learned
//! are the weights of those sums in a ridge regression of the payoff. The deals are dealt out to [`FOLDS`]; those of a fold are
//! corrected with weights from the others, which know nothing of their dice: each sum has mean zero given the weights, so
//! the mean of the corrected payoffs is that of the payoffs, however well or badly the value was learned. How much the weights are
//! shrunk is decided among the other folds too, each tried with weights from the rest of them; not to correct at all is among
//! the choices.

use nalgebra::{DMatrix, DVector};
use rayon::prelude::*;

use super::sums::{Estimate, Sums};

/// Into how many parts the deals are divided.
pub const FOLDS: usize = 5;

/// How much weights are shrunk: multiples of each variable's own spread.
const SHRINKAGES: [f64; 6] = [1e-4, 1e-3, 1e-2, 3e-2, 1e-1, 1.0];

/// The same for the first variables, the game's own terms and its evaluation: enough for those that say the same twice.
const SLIGHT: f64 = 1e-7;

/// With fewer deals in a fold nothing is learned.
const LEAST: u64 = 4;

/// The corrected means. The first `trusted` variables of every `period` are hardly shrunk.
pub fn corrected(folds: &[Sums], trusted: usize, period: usize) -> Estimate {
    let mut total = folds[0].clone();
    folds[1..].iter().for_each(|fold| total.merge(fold));
    if folds.iter().any(|fold| fold.n < LEAST) {
        return total.raw();
    }
    let fit = Fit::new(&total, trusted, period);
    // What is left of two folds with weights from the other three serves both: each has the other to be tried on.
    let pairs: Vec<(usize, usize)> = (0..folds.len()).flat_map(|g| (0..g).map(move |f| (f, g))).collect();
    let tried: Vec<[Vec<f64>; 2]> = pairs
        .par_iter()
        .map(|&(f, g)| fit.try_out(&total.without(&folds[f]).without(&folds[g]), &folds[f], &folds[g]))
        .collect();
    let parts: Vec<Vec<(f64, f64)>> = (0..folds.len())
        .into_par_iter()
        .map(|fold| {
            let mut spreads = vec![0.0; SHRINKAGES.len() + 1];
            for ((f, g), [on_f, on_g]) in pairs.iter().zip(&tried) {
                // Never what was tried on this very fold.
                let other = if *f == fold { Some(on_g) } else { (*g == fold).then_some(on_f) };
                spreads.iter_mut().zip(other.into_iter().flatten()).for_each(|(sum, spread)| *sum += spread);
            }
            let weights = fit.best(&total.without(&folds[fold]), &spreads);
            (0..total.y.len()).map(|agent| fit.left(&folds[fold], agent, weights.as_ref())).collect()
        })
        .collect();
    let sum = |agent: usize, pick: fn(&(f64, f64)) -> f64| parts.iter().map(|p| pick(&p[agent])).sum::<f64>();
    let n = total.n as f64;
    let mean = |agent: usize| sum(agent, |p| p.0) / n;
    Estimate::of(total.n, 1, total.y.len(), mean, |agent| {
        (sum(agent, |p| p.1) - n * mean(agent) * mean(agent)).max(0.0)
    })
}

/// The variables that ever varied, and how much each is shrunk.
struct Fit {
    used: Vec<usize>,
    slight: Vec<bool>,
    all: usize,
}

impl Fit {
    fn new(total: &Sums, trusted: usize, period: usize) -> Self {
        let all = total.x.len();
        let used: Vec<usize> = (0..all).filter(|i| total.xx[i * all + i] > 0.0).collect();
        let slight = used.iter().map(|i| i % period.max(1) < trusted).collect();
        Fit { used, slight, all }
    }

    /// The spread that is left of two folds with weights from `rest`, for every shrinkage, and last without correction.
    fn try_out(&self, rest: &Sums, f: &Sums, g: &Sums) -> [Vec<f64>; 2] {
        let (normal, right) = self.centred(rest);
        let weights: Vec<Option<DMatrix<f64>>> =
            SHRINKAGES.iter().map(|shrinkage| self.solve(&normal, &right, *shrinkage)).collect();
        [f, g].map(|fold| {
            let with =
                weights.iter().map(|w| w.as_ref().map_or(f64::INFINITY, |w| self.spread(fold, Some(w))));
            with.chain([self.spread(fold, None)]).collect()
        })
    }

    /// The sum of squares about the mean that is left of a fold, over all agents.
    fn spread(&self, fold: &Sums, weights: Option<&DMatrix<f64>>) -> f64 {
        let left = |agent: usize| {
            let (sum, squares) = self.left(fold, agent, weights);
            squares - sum * sum / fold.n as f64
        };
        (0..fold.y.len()).map(left).sum()
    }

    /// Weights from `rest` with the shrinkage that left the least; none if to leave payoffs alone did.
    fn best(&self, rest: &Sums, spreads: &[f64]) -> Option<DMatrix<f64>> {
        let least = (0..spreads.len()).min_by(|a, b| spreads[*a].total_cmp(&spreads[*b]))?;
        let (normal, right) = self.centred(rest);
        self.solve(&normal, &right, *SHRINKAGES.get(least)?)
    }

    /// Sums of squares and products about the means.
    fn centred(&self, sums: &Sums) -> (DMatrix<f64>, DMatrix<f64>) {
        let (n, k, agents) = (sums.n as f64, self.used.len(), sums.y.len());
        let x = |i: usize| sums.x[self.used[i]];
        let normal =
            DMatrix::from_fn(k, k, |i, j| sums.xx[self.used[i] * self.all + self.used[j]] - x(i) * x(j) / n);
        let right =
            DMatrix::from_fn(k, agents, |i, a| sums.xy[self.used[i] * agents + a] - x(i) * sums.y[a] / n);
        (normal, right)
    }

    fn solve(&self, normal: &DMatrix<f64>, right: &DMatrix<f64>, shrinkage: f64) -> Option<DMatrix<f64>> {
        let scale = normal.diagonal().max();
        let mut shrunk = normal.clone();
        for (i, slight) in self.slight.iter().enumerate() {
            let by = if *slight { SLIGHT } else { shrinkage };
            // A variable that varied in other folds only gets the weight zero.
            shrunk[(i, i)] += by * shrunk[(i, i)] + 1e-12 * scale;
        }
        Some(shrunk.cholesky()?.solve(right))
    }

    /// The sum and the sum of squares of an agent's payoffs less their luck.
    fn left(&self, sums: &Sums, agent: usize, weights: Option<&DMatrix<f64>>) -> (f64, f64) {
        let Some(weights) = weights else { return (sums.y[agent], sums.yy[agent]) };
        let (k, agents) = (self.used.len(), sums.y.len());
        let w = weights.column(agent);
        let x = DVector::from_fn(k, |i, _| sums.x[self.used[i]]);
        let xy = DVector::from_fn(k, |i, _| sums.xy[self.used[i] * agents + agent]);
        let mut quadratic = 0.0;
        for i in 0..k {
            let row = &sums.xx[self.used[i] * self.all..(self.used[i] + 1) * self.all];
            let along: f64 = self.used.iter().zip(w.iter()).map(|(&j, wj)| row[j] * wj).sum();
            quadratic += w[i] * along;
        }
        (sums.y[agent] - w.dot(&x), sums.yy[agent] - 2.0 * w.dot(&xy) + quadratic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_core::{Rng, Stream};

    /// A payoff of mean 3 made of `k` pieces of luck and some noise, in folds.
    fn folds(run: u64, deals: u64, k: usize, weight: f64) -> Vec<Sums> {
        let mut folds = vec![Sums::new(1, k); FOLDS];
        let mut rng = Rng::new(run, 0, Stream::World);
        for deal in 0..deals {
            let x: Vec<f64> = (0..k).map(|_| rng.unit() - 0.5).collect();
            let noise = rng.unit() - 0.5;
            folds[deal as usize % FOLDS].add(&[3.0 + weight * x.iter().sum::<f64>() + noise], &x);
        }
        folds
    }

    fn raw(folds: &[Sums]) -> Estimate {
        corrected(
            &folds
                .iter()
                .map(|f| Sums { x: vec![], xx: vec![], xy: vec![], ..f.clone() })
                .collect::<Vec<_>>(),
            0,
            1,
        )
    }

    #[test]
    fn what_can_be_learned_is_taken_away() {
        let folds = folds(1, 5000, 8, 2.0);
        let (better, plain) = (corrected(&folds, 0, 8), raw(&folds));
        // The variance is (8 · 4 + 1)/12, and 1/12 is left.
        let factor = better.factor_over(&plain).unwrap();
        assert!((factor / 33.0 - 1.0).abs() < 0.1, "{factor}");
        assert!((better.mean[0] - 3.0).abs() < 4.0 * better.stderr[0].unwrap());
    }

    /// Where the variables say nothing, many of them must not spoil few deals.
    #[test]
    fn what_says_nothing_is_left_alone() {
        let folds = folds(2, 200, 60, 0.0);
        let factor = corrected(&folds, 0, 60).factor_over(&raw(&folds)).unwrap();
        assert!(factor > 0.85, "{factor}");
    }

    /// Over many short matches with more variables than deals in a fold: the mean is right, and so is its error.
    #[test]
    fn short_matches_are_unbiased_and_know_their_error() {
        let (runs, mut sum, mut squares, mut covered) = (400, 0.0, 0.0, 0);
        for run in 0..runs {
            let estimate = corrected(&folds(100 + run, 60, 20, 1.0), 0, 20);
            let off = estimate.mean[0] - 3.0;
            sum += off;
            squares += off * off;
            covered += u32::from(estimate.low[0].unwrap() <= 3.0 && 3.0 <= estimate.high[0].unwrap());
        }
        let n = runs as f64;
        let error = (squares / n / n).sqrt();
        assert!((sum / n).abs() < 3.0 * error, "{} ± {error}", sum / n);
        // 95 % of 400 is 380, with a deviation of 4.4.
        assert!((362..=394).contains(&covered), "{covered}");
    }
}
