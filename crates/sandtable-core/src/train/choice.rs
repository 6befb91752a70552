//! Learning which of several things somebody chose: a net gives each a score, and the chance of a choice is the softmax of the scores.
//!
//! The net is fitted by maximum likelihood. What is alike in all options cancels out unless a hidden unit joins it with what differs.

use super::{Net, Optimiser};

/// Numbers of some options, one row for each, and which of them was chosen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// The rows, one behind the other.
    pub rows: Vec<f32>,
    /// The row of the chosen one.
    pub chosen: usize,
}

impl Net {
    /// The chance that it gives to each of the options whose rows stand one behind the other.
    pub fn chances(&self, rows: &[f32], out: &mut Vec<f32>) {
        out.clear();
        out.extend(rows.chunks(self.signs.len()).map(|row| self.logit(row)));
        let most = out.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        out.iter_mut().for_each(|score| *score = (*score - most).exp());
        let sum: f32 = out.iter().sum();
        out.iter_mut().for_each(|chance| *chance /= sum);
    }

    /// By how many nats it is surprised by a choice.
    pub fn surprise_at(&self, choice: &Choice, room: &mut Vec<f32>) -> f64 {
        self.chances(&choice.rows, room);
        -f64::from(room[choice.chosen]).max(1e-9).ln()
    }
}

impl Optimiser {
    /// One step of a certain length towards what was chosen in some cases; `read` writes a case into the choice that it gets.
    pub fn step_choices<C>(
        &mut self,
        net: &mut Net,
        cases: impl Iterator<Item = C>,
        mut read: impl FnMut(C, &mut Choice),
        length: f32,
    ) {
        let (mut choice, mut chances) = (Choice::default(), Vec::new());
        self.descend(net, length, |net, slope| {
            let one = |case| {
                read(case, &mut choice);
                net.chances(&choice.rows, &mut chances);
                chances[choice.chosen] -= 1.0;
                for (row, error) in choice.rows.chunks(net.signs.len()).zip(&chances) {
                    net.blame(row, *error, slope);
                }
            };
            cases.map(one).count()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rng, Stream};

    /// Whoever chooses takes the option whose first number is nearest to the second, which is alike in all options.
    fn choices(rng: &mut Rng, n: usize) -> Vec<Choice> {
        let mut one = || {
            let target = rng.unit() as f32;
            let options: Vec<f32> = (0..5).map(|_| rng.unit() as f32).collect();
            let away = |i: &usize| (options[*i] - target).abs();
            let chosen = (0..5).min_by(|a, b| away(a).total_cmp(&away(b))).unwrap();
            Choice { rows: options.iter().flat_map(|x| [*x, target]).collect(), chosen }
        };
        (0..n).map(|_| one()).collect()
    }

    #[test]
    fn learns_whom_somebody_chooses() {
        let mut rng = Rng::new(1, 0, Stream::World);
        let (lessons, exam) = (choices(&mut rng, 2_000), choices(&mut rng, 400));
        let mut net = Net::new(&["option", "target"], 8, &mut rng);
        let mut room = Vec::new();
        let mut surprise =
            |net: &Net| exam.iter().map(|c| net.surprise_at(c, &mut room)).sum::<f64>() / 400.0;
        assert!((surprise(&net) - 5f64.ln()).abs() < 0.05, "it knows nothing yet: {}", surprise(&net));
        let mut optimiser = Optimiser::new(&net);
        for _ in 0..60 {
            for batch in lessons.chunks(50) {
                optimiser.step_choices(&mut net, batch.iter(), |case, choice| choice.clone_from(case), 0.01);
            }
        }
        let mut chances = Vec::new();
        let right = exam.iter().filter(|c| {
            net.chances(&c.rows, &mut chances);
            (0..5).all(|i| chances[i] <= chances[c.chosen])
        });
        let right = right.count();
        assert!(right > 320 && surprise(&net) < 0.6, "{right} of 400, surprise {}", surprise(&net));
    }
}
