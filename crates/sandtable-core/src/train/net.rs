//! A small net that learns chances: some numbers in, one hidden layer, one chance out. A line past the hidden layer makes it no worse than a
//! logistic regression. Its file says what the numbers mean, so that weights for other numbers are refused.

use multiversion::multiversion;
use serde::{Deserialize, Serialize};

use super::{Adam, quoted, read_json};
use crate::{Failure, Rng};

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
        let net: Net = read_json(place, text, "a net")?;
        if net.signs != signs {
            return Err(Failure::BadInput(format!(
                "{place}: expected a net for the signs {}; this one is for {}",
                quoted(&signs.join(", ")),
                quoted(&net.signs.join(", "))
            )));
        }
        net.check(place)?;
        Ok(net)
    }

    /// Whether it has as many weights as it needs, and all are numbers.
    pub fn check(&self, place: &str) -> Result<(), Failure> {
        let signs = self.signs.len();
        let size = self.hidden.checked_mul(signs + 2).and_then(|n| n.checked_add(signs + 1));
        if size != Some(self.weights.len()) || self.weights.iter().any(|w| !w.is_finite()) {
            return Err(Failure::BadInput(format!(
                "{place}: expected finite weights for {} hidden units, found {}",
                self.hidden,
                self.weights.len()
            )));
        }
        Ok(())
    }

    /// Moves the weights towards those of another net of the same form: by a part of the way.
    pub fn approach(&mut self, other: &Net, part: f32) {
        self.weights.iter_mut().zip(&other.weights).for_each(|(w, to)| *w += part * (to - *w));
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
            sum + unit[signs.len() + 1] * squash(dot(unit, signs) + unit[signs.len()])
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
        self.blame(&example.signs, self.chance(&example.signs) - example.came, slope);
    }

    /// Adds to `slope` how the logit for some numbers changes with each weight, times how far it is off.
    pub(super) fn blame(&self, signs: &[f32], error: f32, slope: &mut [f32]) {
        let n = signs.len();
        let (units, line) = slope.split_at_mut(self.hidden * (n + 2));
        add(line, signs, error);
        line[n] += error;
        for (unit, slope) in self.weights.chunks(n + 2).zip(units.chunks_mut(n + 2)) {
            let out = squash(dot(unit, signs) + unit[n]);
            let inner = error * unit[n + 1] * (1.0 - out * out);
            add(slope, signs, inner);
            slope[n] += inner;
            slope[n + 1] += error * out;
        }
    }

    /// Goes through all examples so many times, in random order.
    pub fn fit(&mut self, examples: &[Example], times: u32, rng: &mut Rng) {
        let mut optimiser = Optimiser::new(self);
        let mut order: Vec<usize> = (0..examples.len()).collect();
        let steps = (times as usize * examples.len().div_ceil(BATCH)) as f32;
        for _ in 0..times {
            for i in (1..order.len()).rev() {
                order.swap(i, rng.below(i as u32 + 1) as usize);
            }
            for batch in order.chunks(BATCH) {
                let length = STEP * (1.0 - optimiser.adam.done() as f32 / steps);
                optimiser.step(self, batch.iter().map(|&i| &examples[i]), length);
            }
        }
    }
}

/// How a net is improved step by step; what it remembers of earlier steps can be stored between them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Optimiser {
    #[serde(flatten)]
    adam: Adam,
    #[serde(skip)]
    slope: Vec<f32>,
}

impl Optimiser {
    /// For a net.
    pub fn new(net: &Net) -> Optimiser {
        Optimiser { adam: Adam::new(net.weights.len()), slope: Vec::new() }
    }

    /// Whether it is one for nets of this size.
    pub fn fits(&self, net: &Net) -> bool {
        self.adam.fits(net.weights.len())
    }

    /// One step of a certain length towards what some examples show.
    pub fn step<'a>(&mut self, net: &mut Net, batch: impl Iterator<Item = &'a Example>, length: f32) {
        self.descend(net, length, |net, slope| batch.map(|example| net.learn(example, slope)).count());
    }

    /// One step of a certain length down the slope that `learn` adds up over so many cases as it returns.
    pub(super) fn descend(
        &mut self,
        net: &mut Net,
        length: f32,
        learn: impl FnOnce(&Net, &mut [f32]) -> usize,
    ) {
        self.slope.clear();
        self.slope.resize(net.weights.len(), 0.0);
        let count = learn(net, &mut self.slope);
        self.slope.iter_mut().for_each(|slope| *slope /= count as f32);
        self.adam.step(&mut net.weights, &self.slope, length, FADE);
    }
}

/// A net laid out for asking it often: what is zero costs nothing, and the hidden units are worked out side by side.
///
/// It answers as the net does but for rounding, the same on every processor.
#[derive(Clone, Debug)]
pub struct Quick {
    /// For each number its weights to all hidden units, and its own past them; the last row stands for what is always one.
    rows: Vec<[f32; WIDTH]>,
    /// How many of [`WIDTH`] stand for a unit, side by side in blocks.
    blocks: usize,
    out: Vec<[f32; WIDTH]>,
    line: Vec<f32>,
    /// The numbers that are asked about, with their rows.
    given: Vec<(u32, f32)>,
}

/// Hidden units in a block.
const WIDTH: usize = 16;

impl Quick {
    /// From a net.
    pub fn new(net: &Net) -> Quick {
        let n = net.signs.len();
        let blocks = net.hidden.div_ceil(WIDTH);
        let mut quick = Quick {
            rows: vec![[0.0; WIDTH]; (n + 1) * blocks],
            blocks,
            out: vec![[0.0; WIDTH]; blocks],
            line: net.weights[net.hidden * (n + 2)..].to_vec(),
            given: Vec::with_capacity(n + 1),
        };
        for (unit, weights) in net.weights.chunks(n + 2).take(net.hidden).enumerate() {
            for (i, weight) in weights[..=n].iter().enumerate() {
                quick.rows[i * blocks + unit / WIDTH][unit % WIDTH] = *weight;
            }
            quick.out[unit / WIDTH][unit % WIDTH] = weights[n + 1];
        }
        quick
    }

    /// The chance that the net expects, of numbers in two parts: those that are not zero among the first, with their places, and all others, which stand
    /// behind them.
    pub fn chance(&mut self, few: &[(u16, f32)], all: &[f32]) -> f32 {
        let n = self.line.len() - 1;
        self.given.clear();
        self.given.extend(few.iter().map(|&(i, x)| (u32::from(i), x)));
        let behind = (n - all.len()) as u32;
        self.given.extend((behind..).zip(all.iter().copied()));
        self.given.push((n as u32, 1.0));
        let line: f32 = self.given.iter().map(|&(i, x)| self.line[i as usize] * x).sum();
        sigmoid(line + through(&self.rows, self.blocks, &self.given, &self.out))
    }
}

/// What the hidden units make of some numbers. Processors that can work on more numbers at once do so; the sums are the same on all.
#[multiversion(targets("x86_64+avx2", "x86_64+avx512f+avx512vl"))]
fn through(rows: &[[f32; WIDTH]], blocks: usize, given: &[(u32, f32)], out: &[[f32; WIDTH]]) -> f32 {
    let mut all = [0.0; WIDTH];
    for (block, out) in out.iter().enumerate() {
        let mut sums = [0.0; WIDTH];
        for &(i, x) in given {
            let weights = &rows[i as usize * blocks + block];
            sums.iter_mut().zip(weights).for_each(|(sum, w)| *sum += w * x);
        }
        all.iter_mut().zip(sums).zip(out).for_each(|((all, x), w)| *all += w * squash(x));
    }
    all.iter().sum()
}

/// The hyperbolic tangent as a continued fraction, within 0.0002: it needs no table and is the same on every machine.
#[inline]
pub fn squash(x: f32) -> f32 {
    let x = x.clamp(-4.97, 4.97);
    let s = x * x;
    x * (135_135.0 + s * (17_325.0 + s * (378.0 + s)))
        / (135_135.0 + s * (62_370.0 + s * (3_150.0 + s * 28.0)))
}

/// The sum of products, in lanes that are added up at the end.
#[multiversion(targets("x86_64+avx2", "x86_64+avx512f+avx512vl"))]
fn dot(weights: &[f32], signs: &[f32]) -> f32 {
    let mut lanes = [0.0; WIDTH];
    let (weights, signs) = (&weights[..signs.len()], signs.chunks_exact(WIDTH));
    let rest: f32 = signs
        .remainder()
        .iter()
        .zip(&weights[weights.len() - signs.remainder().len()..])
        .map(|(x, w)| w * x)
        .sum();
    for (weights, signs) in weights.chunks_exact(WIDTH).zip(signs) {
        lanes.iter_mut().zip(weights.iter().zip(signs)).for_each(|(lane, (w, x))| *lane += w * x);
    }
    lanes.iter().sum::<f32>() + rest
}

/// Adds some numbers, times a factor, to the first of others.
#[multiversion(targets("x86_64+avx2", "x86_64+avx512f+avx512vl"))]
fn add(to: &mut [f32], signs: &[f32], factor: f32) {
    to.iter_mut().zip(signs).for_each(|(to, x)| *to += factor * x);
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
    fn the_quick_form_answers_as_the_net_does() {
        let mut rng = Rng::new(3, 0, Stream::World);
        for hidden in [1, 16, 20, 33] {
            let mut net = Net::new(&["a", "b", "c"], hidden, &mut rng);
            net.weights.iter_mut().for_each(|w| *w = 2.0 * rng.unit() as f32 - 1.0);
            let mut quick = Quick::new(&net);
            for _ in 0..50 {
                let mut signs = [0; 3].map(|_| 6.0 * rng.unit() as f32 - 3.0);
                signs[0] = 0.0;
                let (slow, fast) = (net.chance(&signs), quick.chance(&[(1, signs[1])], &signs[2..]));
                assert!((slow - fast).abs() < 1e-3, "{slow} and {fast} with {hidden} units");
            }
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
