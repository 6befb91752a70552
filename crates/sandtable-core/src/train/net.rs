//! A small net that learns chances: some numbers in, one hidden layer, one chance out. A line past the hidden layer makes it no worse than a
//! logistic regression. Its file says what the numbers mean, so that weights for other numbers are refused.

use serde::{Deserialize, Serialize};

use crate::{Failure, Rng};

/// How much of an old step goes into the next (Adam's two rates), and what keeps steps finite.
const MOMENTUM: f32 = 0.9;
const MEMORY: f32 = 0.999;
const TINY: f32 = 1e-8;
/// How many examples share a step.
const BATCH: usize = 128;
/// The first step's length; steps shrink to nothing at the end.
const STEP: f32 = 0.004;
/// How fast weights that nothing needs fade, for each step of length one.
const FADE: f32 = 0.01;

/// What was seen and what came of it, from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// The numbers.
    pub signs: Vec<f32>,
    /// The result.
    pub came: f32,
}

/// A net with its weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Net {
    /// What its numbers are, in their order.
    pub signs: Vec<String>,
    /// How many hidden units it has.
    pub hidden: usize,
    /// For each hidden unit a weight for each number, one of its own and one out; then the line past them: one for each number and one alone.
    weights: Vec<f32>,
}

impl Net {
    /// A net that knows nothing.
    pub fn new(signs: &[&str], hidden: usize, rng: &mut Rng) -> Net {
        let size = hidden * (signs.len() + 2) + signs.len() + 1;
        let spread = (1.0 / signs.len() as f32).sqrt();
        let mut net =
            Net { signs: signs.iter().map(|s| s.to_string()).collect(), hidden, weights: vec![0.0; size] };
        for weights in net.weights[..hidden * (signs.len() + 2)].chunks_mut(signs.len() + 2) {
            weights[..signs.len()].iter_mut().for_each(|w| *w = spread * (2.0 * rng.unit() as f32 - 1.0));
        }
        net
    }

    /// Reads a net that takes these numbers.
    pub fn parse(place: &str, text: &str, signs: &[&str]) -> Result<Net, Failure> {
        let refuse = |why: String| Failure::BadInput(format!("{place}: {why}"));
        let net: Net = serde_json::from_str(text).map_err(|e| refuse(format!("expected a net: {e}")))?;
        if net.signs != signs {
            return Err(refuse(format!(
                "expected a net for the signs {}; this one is for {}",
                signs.join(", "),
                net.signs.join(", ")
            )));
        }
        let size = net.hidden.checked_mul(signs.len() + 2).and_then(|n| n.checked_add(signs.len() + 1));
        if size != Some(net.weights.len()) || net.weights.iter().any(|w| !w.is_finite()) {
            return Err(refuse(format!(
                "expected finite weights for {} hidden units, found {}",
                net.hidden,
                net.weights.len()
            )));
        }
        Ok(net)
    }

    /// The net as a file.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("plain data") + "\n"
    }

    /// The chance that it expects, as a logit.
    pub fn logit(&self, signs: &[f32]) -> f32 {
        let (units, line) = self.weights.split_at(self.hidden * (signs.len() + 2));
        let straight = dot(line, signs) + line[signs.len()];
        units.chunks(signs.len() + 2).fold(straight, |sum, unit| {
            sum + unit[signs.len() + 1] * (dot(unit, signs) + unit[signs.len()]).tanh()
        })
    }

    /// The chance that it expects.
    pub fn chance(&self, signs: &[f32]) -> f32 {
        sigmoid(self.logit(signs))
    }

    /// By how many nats it is surprised by an example, on average.
    pub fn surprise(&self, examples: &[Example]) -> f64 {
        let one = |e: &Example| {
            let (chance, came) =
                (f64::from(self.chance(&e.signs)).clamp(1e-6, 1.0 - 1e-6), f64::from(e.came));
            -(came * chance.ln() + (1.0 - came) * (1.0 - chance).ln())
        };
        examples.iter().map(one).sum::<f64>() / examples.len().max(1) as f64
    }

    /// Adds to `slope` how the surprise at an example changes with each weight.
    fn learn(&self, example: &Example, slope: &mut [f32]) {
        let (n, signs) = (example.signs.len(), &example.signs[..]);
        let error = self.chance(signs) - example.came;
        let (units, line) = slope.split_at_mut(self.hidden * (n + 2));
        line.iter_mut().zip(signs.iter().chain(&[1.0])).for_each(|(s, x)| *s += error * x);
        for (unit, slope) in self.weights.chunks(n + 2).zip(units.chunks_mut(n + 2)) {
            let out = (dot(unit, signs) + unit[n]).tanh();
            let inner = error * unit[n + 1] * (1.0 - out * out);
            slope[n + 1] += error * out;
            slope.iter_mut().zip(signs.iter().chain(&[1.0])).for_each(|(s, x)| *s += inner * x);
        }
    }

    /// Goes through all examples so many times, in random order.
    pub fn fit(&mut self, examples: &[Example], times: u32, rng: &mut Rng) {
        let size = self.weights.len();
        let (mut mean, mut square) = (vec![0.0; size], vec![0.0; size]);
        let mut slope = vec![0.0; size];
        let mut order: Vec<usize> = (0..examples.len()).collect();
        let steps = (times as usize * examples.len().div_ceil(BATCH)) as f32;
        let mut done = 0i32;
        for _ in 0..times {
            for i in (1..order.len()).rev() {
                order.swap(i, rng.below(i as u32 + 1) as usize);
            }
            for batch in order.chunks(BATCH) {
                slope.fill(0.0);
                batch.iter().for_each(|&i| self.learn(&examples[i], &mut slope));
                let length = STEP * (1.0 - done as f32 / steps);
                done += 1;
                let warm = |rate: f32| 1.0 - rate.powi(done.min(10_000));
                for i in 0..size {
                    let slope = slope[i] / batch.len() as f32;
                    mean[i] = MOMENTUM * mean[i] + (1.0 - MOMENTUM) * slope;
                    square[i] = MEMORY * square[i] + (1.0 - MEMORY) * slope * slope;
                    let step = mean[i] / warm(MOMENTUM) / ((square[i] / warm(MEMORY)).sqrt() + TINY);
                    self.weights[i] -= length * (step + FADE * self.weights[i]);
                }
            }
        }
    }
}

fn dot(weights: &[f32], signs: &[f32]) -> f32 {
    weights.iter().zip(signs).map(|(w, x)| w * x).sum()
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stream;

    fn examples(rng: &mut Rng, n: usize) -> Vec<Example> {
        let mut one = || {
            let signs = vec![2.0 * rng.unit() as f32 - 1.0, 2.0 * rng.unit() as f32 - 1.0];
            // Who differ win: no line tells that.
            let came = f32::from(u8::from((signs[0] > 0.0) != (signs[1] > 0.0)));
            Example { signs, came }
        };
        (0..n).map(|_| one()).collect()
    }

    #[test]
    fn slopes_are_what_small_changes_bring() {
        let mut rng = Rng::new(1, 0, Stream::World);
        let mut net = Net::new(&["a", "b"], 3, &mut rng);
        net.weights.iter_mut().for_each(|w| *w = 2.0 * rng.unit() as f32 - 1.0);
        let example = Example { signs: vec![0.3, -0.8], came: 0.25 };
        let mut slope = vec![0.0; net.weights.len()];
        net.learn(&example, &mut slope);
        for (i, slope) in slope.iter().enumerate() {
            let at = |d: f32| {
                let mut near = net.clone();
                near.weights[i] += d;
                near.surprise(std::slice::from_ref(&example))
            };
            let numeric = (at(0.01) - at(-0.01)) / 0.02;
            assert!((numeric - f64::from(*slope)).abs() < 1e-3, "weight {i}: {numeric} and {slope}");
        }
    }

    #[test]
    fn learns_what_no_line_can_tell_and_reads_what_it_writes() {
        let mut rng = Rng::new(2, 0, Stream::World);
        let (lessons, exam) = (examples(&mut rng, 2000), examples(&mut rng, 500));
        let mut net = Net::new(&["a", "b"], 8, &mut rng);
        net.fit(&lessons, 200, &mut rng);
        assert!(net.surprise(&exam) < 0.2, "{}", net.surprise(&exam));
        let again = Net::parse("x.net", &net.text(), &["a", "b"]).unwrap();
        assert_eq!(again, net);
        let refusal = |text: &str| Net::parse("x.net", text, &["a", "c"]).unwrap_err().to_string();
        assert!(refusal(&net.text()).contains("this one is for a, b"), "{}", refusal(&net.text()));
        assert!(refusal("{}").contains("expected a net"));
        let short = net.text().replace("\"hidden\":8", "\"hidden\":9");
        assert!(Net::parse("x.net", &short, &["a", "b"]).is_err());
    }
}
