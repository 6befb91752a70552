//! Optimisers for players that are a list of numbers between 0 and 1: what they ask about and in which order depends on the start, the seed and the answers alone.
//!
//! Both minimise. A question that fails ends the search with its failure.

use std::cell::RefCell;

use argmin::core::{CostFunction, Executor};
use argmin::solver::neldermead::NelderMead;
use cmaes::{CMAESOptions, DVector};
use sandtable_core::Failure;

/// How far from the start the first trials of Nelder–Mead lie, in each direction.
const FIRST_STEP: f64 = 0.15;
/// How far those of CMA-ES do, in the mean.
const SPREAD: f64 = 0.2;
/// More iterations than any schedule has trials.
const ENDLESS: u64 = 1 << 40;

/// CMA-ES: `rounds` generations of so many trials. `cost` hears the numbers and how many trials there were before.
pub fn cma_es(
    start: &[f64],
    population: usize,
    rounds: u32,
    seed: u64,
    mut cost: impl FnMut(&[f64], usize) -> Result<f64, Failure>,
) -> Result<(), Failure> {
    let (mut failed, mut asked) = (None, 0);
    let objective = |x: &DVector<f64>| {
        let (inside, outside) = within(x.as_slice());
        if failed.is_some() {
            return f64::MAX;
        }
        asked += 1;
        cost(&inside, asked - 1).map_or_else(
            |failure| {
                failed = Some(failure);
                f64::MAX
            },
            |cost| cost + outside,
        )
    };
    let mut search = CMAESOptions::new(start.to_vec(), SPREAD)
        .population_size(population)
        .seed(seed)
        .build(objective)
        .map_err(|e| Failure::BadInput(format!("CMA-ES: {e:?}")))?;
    for _ in 0..rounds {
        // A search that has converged has nothing more to find.
        if search.next().is_some() {
            break;
        }
    }
    drop(search);
    failed.map_or(Ok(()), Err)
}

/// Nelder–Mead for so many trials; `cost` hears the numbers and how many trials there were before.
///
/// The simplex remembers what it was told of its corners, so with a cost that is partly luck a lucky corner stays.
pub fn nelder_mead(
    start: &[f64],
    trials: usize,
    cost: impl FnMut(&[f64], usize) -> Result<f64, Failure>,
) -> Result<(), Failure> {
    let mut corners = vec![start.to_vec()];
    for i in 0..start.len() {
        let mut corner = start.to_vec();
        // Inwards, so that a corner is not the start again once it is brought back between 0 and 1.
        corner[i] += if corner[i] < 0.5 { FIRST_STEP } else { -FIRST_STEP };
        corners.push(corner);
    }
    let simplex = corners.len();
    let asking = RefCell::new(Asking { cost, asked: 0, trials, simplex, failed: None });
    let solver = NelderMead::new(corners);
    // It ends with the error that says that the trials are spent, or when the simplex has shrunk to a point.
    let _ = Executor::new(Question(&asking), solver).configure(|state| state.max_iters(ENDLESS)).run();
    asking.into_inner().failed.map_or(Ok(()), Err)
}

/// What is left of a search's trials.
struct Asking<C> {
    cost: C,
    asked: usize,
    trials: usize,
    simplex: usize,
    failed: Option<Failure>,
}

/// The optimiser asks through a shared reference.
struct Question<'a, C>(&'a RefCell<Asking<C>>);

impl<C: FnMut(&[f64], usize) -> Result<f64, Failure>> CostFunction for Question<'_, C> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, x: &Vec<f64>) -> Result<f64, argmin::core::Error> {
        let asking = &mut *self.0.borrow_mut();
        let number = asking.asked;
        asking.asked += 1;
        if number >= asking.trials || asking.failed.is_some() {
            // The corners of the first simplex must all have a cost; nothing is wrong with them.
            return match number < asking.simplex {
                true => Ok(f64::MAX),
                false => Err(argmin::core::Error::msg("the trials are spent")),
            };
        }
        let (inside, outside) = within(x);
        match (asking.cost)(&inside, number) {
            Ok(cost) => Ok(cost + outside),
            Err(failure) => {
                asking.failed = Some(failure);
                Ok(f64::MAX)
            }
        }
    }
}

/// The nearest numbers between 0 and 1, and how far away they are.
fn within(x: &[f64]) -> (Vec<f64>, f64) {
    let inside: Vec<f64> = x.iter().map(|v| v.clamp(0.0, 1.0)).collect();
    let outside = x.iter().zip(&inside).map(|(v, inside)| (v - inside).abs()).sum();
    (inside, outside)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bowl whose lowest point is at 0.3 everywhere.
    fn bowl(x: &[f64]) -> f64 {
        x.iter().map(|v| (v - 0.3) * (v - 0.3)).sum()
    }

    #[test]
    fn both_find_the_bottom_of_a_bowl() {
        let start = [0.9, 0.1, 0.6];
        let (mut simplex, mut strategy) = (f64::MAX, f64::MAX);
        nelder_mead(&start, 200, |x, _| {
            simplex = simplex.min(bowl(x));
            Ok(bowl(x))
        })
        .unwrap();
        cma_es(&start, 8, 40, 1, |x, _| {
            strategy = strategy.min(bowl(x));
            Ok(bowl(x))
        })
        .unwrap();
        assert!(simplex < 1e-4 && strategy < 1e-4, "{simplex} {strategy}");
    }

    #[test]
    fn trials_are_as_many_as_were_asked_for_and_a_failure_is_the_last() {
        for trials in [1, 3, 4, 5, 40] {
            let mut numbers = Vec::new();
            // A slope has no bottom between 0 and 1, so the simplex does not shrink before its time.
            nelder_mead(&[0.5; 3], trials, |x, number| {
                assert!(x.iter().all(|v| (0.0..=1.0).contains(v)));
                numbers.push(number);
                Ok(number as f64 + x[0])
            })
            .unwrap();
            assert_eq!(numbers, (0..trials).collect::<Vec<_>>());
        }
        for failing in [2, 9] {
            let mut asked = 0;
            let ended = nelder_mead(&[0.5; 3], 40, |x, number| {
                asked += 1;
                if number == failing { Err(Failure::Failed("enough".into())) } else { Ok(bowl(x)) }
            });
            assert_eq!((ended, asked), (Err(Failure::Failed("enough".into())), failing + 1));
        }
    }
}
