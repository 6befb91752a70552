//! The Bayesian learning automaton (sections 2.3.3 and 3.2.3, algorithms 6 and 7): Thompson sampling where the feedback
//! of an option is normal with unknown mean and precision.
//!
//! The prior of an option's mean m and precision λ is normal-gamma: λ ~ Gamma(α, rate β), m ~ N(μ, 1/(τλ)). By Bayes, one
//! observation S makes it normal-gamma again, with
//!
//! ```text
//! τ' = τ + 1    μ' = (τμ + S)/(τ + 1)    α' = α + 1/2    β' = β + τ(S − μ)² / (2(τ + 1))
//! ```
//!
//! since (S − μ)²τ/(τ + 1) is what completing the square leaves over of τ(m − μ)² + (S − m)². The paper's text prints
//! β' = (β + τ(μ − S)²) / (2(τ + 1)), which divides β as well and forgets what was learned of the variance
//! ([`Update::Text`]). Its algorithm 6 takes the reciprocal twice and so has the right β, but algorithm 7 hands it to a generator of
//! the GNU library that expects a scale, the reciprocal of a rate ([`Update::Code`]).
//!
//! Algorithm 7 draws a gamma and a normal number for each option. Together they are one draw from Student's
//! distribution with 2α degrees of freedom, μ + t·√(β/(ατ)), which Bailey's polar method gives exactly at once.

use sandtable_core::Rng;

use super::{Automaton, greatest};

/// How an observation changes the distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// As Bayes has it.
    Conjugate,
    /// As the paper's formula has it.
    Text,
    /// As the paper's algorithms 6 and 7 have it.
    Code,
}

/// Draws a mean for each option from what is known of it, and chooses the greatest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bayes {
    /// μ, τ, α and β before anything is known. The paper does not give them: here an observation's worth of hope for
    /// the best there is, and a wide spread. Where feedback is exact others do as well; where dice are in it, a team with less hope
    /// or a narrower spread settles too early on moves in which one unit stays behind.
    pub prior: [f64; 4],
    /// How an observation changes them.
    pub update: Update,
}

impl Default for Bayes {
    fn default() -> Self {
        Bayes { prior: [1.0, 1.0, 1.0, 0.2], update: Update::Conjugate }
    }
}

/// Numbers for each option: μ, τ, α, β.
const EACH: usize = 4;

impl Bayes {
    /// The scale of Student's distribution of the mean.
    fn scale(&self, option: &[f64]) -> f64 {
        let [_, tau, alpha, beta] = option[..EACH] else { unreachable!("chunks of four") };
        let rate = if self.update == Update::Code { 1.0 / beta } else { beta };
        (rate / (alpha * tau)).sqrt()
    }
}

/// A draw from Student's distribution (Bailey 1994).
fn student(freedom: f64, rng: &mut Rng) -> f64 {
    loop {
        let (u, v) = (2.0 * rng.unit() - 1.0, 2.0 * rng.unit() - 1.0);
        let w = u * u + v * v;
        if w > 0.0 && w <= 1.0 {
            return u * (freedom * (-2.0 / freedom * w.ln()).exp_m1() / w).sqrt();
        }
    }
}

impl Automaton for Bayes {
    fn room(&self, options: usize) -> usize {
        EACH * options
    }

    fn reset(&self, memory: &mut [f64], _options: usize, _rng: &mut Rng) {
        memory.chunks_exact_mut(EACH).for_each(|option| option.copy_from_slice(&self.prior));
    }

    fn choose(&self, memory: &mut [f64], rng: &mut Rng) -> usize {
        if memory.len() == EACH {
            return 0;
        }
        greatest(
            memory
                .chunks_exact(EACH)
                .map(|option| option[0] + self.scale(option) * student(2.0 * option[2], rng)),
        )
    }

    fn reward(&self, memory: &mut [f64], choice: usize, feedback: f64, _toss: f64, _rng: &mut Rng) {
        let option = &mut memory[EACH * choice..][..EACH];
        let [mu, tau, _, beta] = option[..] else { unreachable!("four numbers") };
        let surprise = tau * (feedback - mu) * (feedback - mu);
        option[0] = (tau * mu + feedback) / (tau + 1.0);
        option[1] = tau + 1.0;
        option[2] += 0.5;
        option[3] = match self.update {
            Update::Conjugate | Update::Code => beta + surprise / (2.0 * (tau + 1.0)),
            // The formula can reach zero, where nothing could be drawn any more.
            Update::Text => ((beta + surprise) / (2.0 * (tau + 1.0))).max(1e-12),
        };
    }

    fn best(&self, memory: &[f64]) -> usize {
        greatest(memory.chunks_exact(EACH).map(|option| option[0]))
    }

    /// The normal chance that the mean of the best is greater than that of the next.
    fn sure(&self, memory: &[f64]) -> f64 {
        let best = &memory[EACH * self.best(memory)..][..EACH];
        let others = memory.chunks_exact(EACH).filter(|option| option.as_ptr() != best.as_ptr());
        let gap = |other: &[f64]| (best[0] - other[0]) / self.scale(best).hypot(self.scale(other));
        let least = others.map(gap).fold(f64::INFINITY, f64::min);
        // The logistic function is within a hundredth of the normal integral with this factor.
        if least == f64::INFINITY { 1.0 } else { 1.0 / (1.0 + (-1.702 * least).exp()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_core::Stream;

    #[test]
    fn student_has_its_moments() {
        let mut rng = Rng::new(1, 0, Stream::World);
        let (n, freedom) = (200_000, 10.0);
        let (mut mean, mut square) = (0.0, 0.0);
        for _ in 0..n {
            let t = student(freedom, &mut rng);
            (mean, square) = (mean + t, square + t * t);
        }
        // Variance ν/(ν − 2) = 1.25; its own standard error is 0.005.
        assert!((mean / f64::from(n)).abs() < 0.01);
        assert!((square / f64::from(n) - 1.25).abs() < 0.02);
    }

    /// The update equals the posterior of all observations at once (Fink, *A Compendium of Conjugate Priors*).
    #[test]
    fn one_by_one_is_all_at_once() {
        let bayes = Bayes { prior: [0.4, 2.0, 1.5, 0.2], update: Update::Conjugate };
        let mut rng = Rng::new(1, 0, Stream::World);
        let mut memory = bayes.prior;
        let seen = [0.1, 0.7, 0.65, 0.9, 0.2];
        seen.iter().for_each(|s| bayes.reward(&mut memory, 0, *s, 0.0, &mut rng));
        let n = seen.len() as f64;
        let mean = seen.iter().sum::<f64>() / n;
        let squares: f64 = seen.iter().map(|s| (s - mean) * (s - mean)).sum();
        let [mu, tau, alpha, beta] = bayes.prior;
        let expected = [
            (tau * mu + n * mean) / (tau + n),
            tau + n,
            alpha + n / 2.0,
            beta + squares / 2.0 + tau * n * (mean - mu) * (mean - mu) / (2.0 * (tau + n)),
        ];
        memory.iter().zip(expected).for_each(|(a, b)| assert!((a - b).abs() < 1e-12));
    }
}
