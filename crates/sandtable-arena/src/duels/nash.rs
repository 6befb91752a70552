//! Nash averaging: what agents are worth against the best mixture of agents that can be made of them.
//!
//! Two players each choose an agent, and get what it gets against the other's: the equilibrium of largest entropy of this game is
//! unique, gives no weight to agents that better ones have answers to, and shares the weight of an agent among its copies, so that
//! neither weak nor repeated opponents inflate anybody (Balduzzi, Tuyls, Pérolat and Graepel, *Re-evaluating evaluation*, 2018).
//! Where agents take one of two sides only, the players choose for one side each.
//!
//! With a reward of τ for entropy the equilibrium is a smooth root: log p = (payoffs against the mixture)/τ, up to a constant. Its limit
//! for τ → 0 has the largest entropy. Newton's method follows it down; its matrix is the identity less an antisymmetric
//! one, up to scaling, and so never singular.

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use super::{Duels, Meeting};
use crate::stats::tidy;

/// Beyond this many agents it is not worked out.
const MOST_AGENTS: usize = 128;

/// An agent's part in the equilibrium.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// Its weight in the mixture.
    pub weight: f64,
    /// What it gets per game against the mixture of its opponents: for two agents a game, half of how far it is ahead.
    pub payoff: f64,
}

impl Duels {
    /// Every agent's part in the equilibrium, if all met all from the same seats, or all of one seat all of the other.
    pub fn nash(&self) -> Option<Vec<Share>> {
        let n = self.agents.len();
        if n > MOST_AGENTS {
            return None;
        }
        let half = |m: &Meeting| m.lead.mean() / 2.0;
        let mut leads = DMatrix::zeros(n, n);
        for m in &self.met {
            let [a, b] = m.pair;
            (leads[(a, b)], leads[(b, a)]) = (half(m), -half(m));
        }
        let side = match self.met.len() == n * (n - 1) / 2 && self.met.iter().all(|m| m.even) {
            true => vec![0; n],
            false => self.sides()?,
        };
        let weights = equilibrium(&leads, &side);
        let payoffs = &leads * &weights;
        // A weight that is less than this is what is left of none.
        let weight = |a: usize| if weights[a] < 1e-9 { 0.0 } else { tidy(weights[a]) };
        Some((0..n).map(|a| Share { weight: weight(a), payoff: tidy(payoffs[a]) }).collect())
    }

    /// Two sides of which everybody met everybody of the other and nobody of its own.
    fn sides(&self) -> Option<Vec<usize>> {
        let n = self.agents.len();
        let first = self.met.first()?.pair[0];
        let mut side = vec![0; n];
        for m in self.met.iter().filter(|m| m.pair.contains(&first)) {
            m.pair.iter().filter(|a| **a != first).for_each(|a| side[*a] = 1);
        }
        let ones = side.iter().sum::<usize>();
        let across = self.met.iter().all(|m| !m.even && side[m.pair[0]] != side[m.pair[1]]);
        (across && self.met.len() == ones * (n - ones)).then_some(side)
    }
}

/// The weights of largest entropy in the equilibrium of an antisymmetric game; those of each side sum to one.
pub fn equilibrium(payoffs: &DMatrix<f64>, side: &[usize]) -> DVector<f64> {
    /// How small τ becomes, on the scale of the payoffs.
    const LAST: f64 = 1e-6;
    const SLOWER: f64 = 0.8;
    let n = side.len();
    let sides = side.iter().max().map_or(0, |most| most + 1);
    let sizes: Vec<f64> = (0..sides).map(|s| side.iter().filter(|x| **x == s).count() as f64).collect();
    // Logarithms of the weights, then what makes each side sum to one.
    let mut x = DVector::from_fn(n + sides, |i, _| if i < n { -sizes[side[i]].ln() } else { 0.0 });
    let scale = payoffs.amax();
    if scale == 0.0 || n == 0 {
        return x.rows(0, n).map(f64::exp);
    }
    let mut tau = 10.0 * scale;
    while tau > LAST * scale {
        tau *= SLOWER;
        match follow(payoffs, side, sides, tau, x.clone()) {
            Some(next) => x = next,
            None => break,
        }
    }
    x.rows(0, n).map(f64::exp)
}

/// The root for τ, from a guess nearby.
fn follow(
    payoffs: &DMatrix<f64>,
    side: &[usize],
    sides: usize,
    tau: f64,
    mut x: DVector<f64>,
) -> Option<DVector<f64>> {
    let n = side.len();
    for _ in 0..200 {
        let p = x.rows(0, n).map(f64::exp);
        let gains = payoffs * &p / tau;
        let mut off = DVector::zeros(n + sides);
        let mut matrix = DMatrix::zeros(n + sides, n + sides);
        for i in 0..n {
            off[i] = x[i] - gains[i] + x[n + side[i]];
            off[n + side[i]] += p[i];
            matrix[(i, n + side[i])] = 1.0;
            matrix[(n + side[i], i)] = p[i];
            for j in 0..n {
                matrix[(i, j)] = f64::from(u8::from(i == j)) - payoffs[(i, j)] * p[j] / tau;
            }
        }
        (0..sides).for_each(|s| off[n + s] -= 1.0);
        let step = matrix.lu().solve(&off)?;
        // Weights that matter change by less than a factor of e at a time, and none grows beyond one.
        let wild = (0..n).filter(|&i| p[i] > 1e-9 || x[i] - step[i] > 0.0).map(|i| step[i].abs());
        let most = wild.fold(1.0, f64::max);
        x -= &step / most;
        if !x.iter().all(|v| v.is_finite()) {
            return None;
        }
        if most == 1.0 && (0..n).all(|i| (step[i] * p[i]).abs() < 1e-12) {
            return Some(x);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_core::{Rng, Stream};

    fn antisymmetric(n: usize, above: &[f64]) -> DMatrix<f64> {
        let mut matrix = DMatrix::zeros(n, n);
        let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
        for ((a, b), v) in pairs.zip(above) {
            (matrix[(a, b)], matrix[(b, a)]) = (*v, -v);
        }
        matrix
    }

    fn check(payoffs: &DMatrix<f64>, side: &[usize], expect: &[f64]) {
        let weights = equilibrium(payoffs, side);
        let near = weights.iter().zip(expect).all(|(w, e)| (w - e).abs() < 1e-4);
        assert!(near, "{weights:?}, expected {expect:?}");
    }

    #[test]
    fn known_equilibria() {
        // Rock, scissors, paper; then worth 1, 2 and 3: each is played as often as the victory it is not part of is worth.
        check(&antisymmetric(3, &[1.0, -1.0, 1.0]), &[0; 3], &[1.0 / 3.0; 3]);
        check(&antisymmetric(3, &[1.0, -2.0, 3.0]), &[0; 3], &[0.5, 1.0 / 3.0, 1.0 / 6.0]);
        // An order: the best takes all. Nobody better than anybody: all alike.
        check(&antisymmetric(3, &[1.0, 3.0, 1.0]), &[0; 3], &[1.0, 0.0, 0.0]);
        check(&antisymmetric(4, &[0.0; 6]), &[0; 4], &[0.25; 4]);
        // The best two are equals, and the third is worse.
        check(&antisymmetric(3, &[0.0, 0.01, 0.01]), &[0; 3], &[0.5, 0.5, 0.0]);
    }

    /// Copies of an agent share its weight, and nobody else notices.
    #[test]
    fn copies_change_nothing() {
        let copied = antisymmetric(5, &[1.0, -1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
        let ninth = 1.0 / 9.0;
        check(&copied, &[0; 5], &[3.0 * ninth, 3.0 * ninth, ninth, ninth, ninth]);
    }

    /// Blue chooses the row and Red the column of ((3, −1), (−2, 1)): 3/7 and 4/7, 2/7 and 5/7; a third row that is
    /// always worse is left out.
    #[test]
    fn sides_have_mixtures_of_their_own() {
        let payoffs = [[3.0, -1.0], [-2.0, 1.0], [-3.0, -2.0]];
        let mut game = DMatrix::zeros(5, 5);
        for (row, payoffs) in payoffs.iter().enumerate() {
            for (column, v) in payoffs.iter().enumerate() {
                (game[(row, 3 + column)], game[(3 + column, row)]) = (*v, -v);
            }
        }
        let seventh = 1.0 / 7.0;
        check(&game, &[0, 0, 0, 1, 1], &[3.0 * seventh, 4.0 * seventh, 0.0, 2.0 * seventh, 5.0 * seventh]);
    }

    /// Whatever the game, nobody gains against the mixture.
    #[test]
    fn nobody_beats_the_mixture() {
        for run in 0..60 {
            let mut rng = Rng::new(run, 0, Stream::World);
            let n = 2 + run as usize % 12;
            let above: Vec<f64> =
                (0..n * n).map(|_| (rng.unit() - 0.5) * 10f64.powi(run as i32 % 5 - 2)).collect();
            let game = antisymmetric(n, &above);
            let weights = equilibrium(&game, &vec![0; n]);
            assert!((weights.sum() - 1.0).abs() < 1e-9, "{weights:?}");
            let best = (&game * &weights).max();
            assert!(best < 1e-4 * game.amax(), "run {run}: {best}, {weights:?}");
        }
    }
}
