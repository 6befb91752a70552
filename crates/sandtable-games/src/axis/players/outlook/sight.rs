//! The net that values positions. A few eyes look at each province by itself, all in the same way; what they have seen is added up over the map
//! and weighed together with the signs of the whole by one hidden layer, with a line past it. So it is as large for a map of ten provinces as for one of a
//! hundred, and what it has learned on one can be tried on another.

use sandtable_core::train::{Adam, quoted, read_json, squash};
use sandtable_core::{Failure, Rng};
use serde::{Deserialize, Serialize};

use super::marks::MARKS;
use super::signs::SIGNS;

/// How many eyes look at a province, and how many hidden units weigh what they saw.
const WIDTH: usize = 16;
/// What the hidden layer takes: the signs of the whole and the sums over provinces.
const TAKEN: usize = SIGNS.len() + WIDTH;
/// Sums over provinces count for so much less.
const SUMS: f32 = 0.25;
/// Where the parts begin in the list of weights: eyes, hidden layer, what comes out of it, and the line past it.
const LAYER: usize = (MARKS.len() + 1) * WIDTH;
const OUT: usize = LAYER + (TAKEN + 1) * WIDTH;
const LINE: usize = OUT + WIDTH;
const ALL: usize = LINE + TAKEN + 1;

/// How many examples share a step.
const BATCH: usize = 128;
/// The first step's length; steps shrink to nothing at the end.
const STEP: f32 = 0.004;
/// How fast weights that nothing needs fade, for each step of length one.
const FADE: f32 = 0.01;

/// A position and what came of it, from 0 to 1.
pub struct Lesson {
    /// The signs of the whole, then the marks of one province after another.
    pub seen: Vec<f32>,
    /// What came of it for the mover.
    pub came: f32,
}

/// A net with its weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sight {
    signs: Vec<String>,
    marks: Vec<String>,
    /// For each mark its weights to all eyes, and the eyes' own; for each number that the hidden layer takes its weights to all units, and the units'
    /// own; the units' weights out; the line past them and its own.
    weights: Vec<f32>,
}

/// What comes up on the way to an answer.
struct Pass {
    taken: [f32; TAKEN],
    units: [f32; WIDTH],
    logit: f32,
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| name.to_string()).collect()
}

/// What some units make of numbers: `rows` has a row of weights for each number, and one more.
fn layer(rows: &[f32], numbers: &[f32]) -> [f32; WIDTH] {
    let (rows, own) = rows.split_at(numbers.len() * WIDTH);
    let mut sums = [0.0; WIDTH];
    sums.copy_from_slice(&own[..WIDTH]);
    for (row, &x) in rows.chunks_exact(WIDTH).zip(numbers).filter(|(_, x)| **x != 0.0) {
        sums.iter_mut().zip(row).for_each(|(sum, w)| *sum += w * x);
    }
    sums.map(squash)
}

/// Adds to the slopes of a layer what its numbers and its units' errors say.
fn blame(rows: &mut [f32], numbers: &[f32], errors: &[f32; WIDTH]) {
    let one = [1.0];
    for (row, &x) in rows.chunks_exact_mut(WIDTH).zip(numbers.iter().chain(&one)).filter(|(_, x)| **x != 0.0)
    {
        row.iter_mut().zip(errors).for_each(|(slope, error)| *slope += error * x);
    }
}

impl Sight {
    /// A net that knows nothing.
    pub fn new(rng: &mut Rng) -> Sight {
        let mut weights = vec![0.0; ALL];
        let mut spread = |from: usize, to: usize, numbers: usize| {
            let wide = (1.0 / numbers as f32).sqrt();
            weights[from..to].iter_mut().for_each(|w| *w = wide * (2.0 * rng.unit() as f32 - 1.0));
        };
        spread(0, LAYER - WIDTH, MARKS.len());
        spread(LAYER, OUT - WIDTH, TAKEN);
        Sight { signs: names(&SIGNS), marks: names(&MARKS), weights }
    }

    /// Reads a net.
    pub fn parse(place: &str, text: &str) -> Result<Sight, Failure> {
        let net: Sight = read_json(place, text, "a net")?;
        let fits = |found: &[String], expected: &[&str]| match found == expected {
            true => Ok(()),
            false => Err(Failure::BadInput(format!(
                "{place}: expected a net for the signs {}; this one is for {}",
                quoted(&expected.join(", ")),
                quoted(&found.join(", "))
            ))),
        };
        fits(&net.signs, &SIGNS)?;
        fits(&net.marks, &MARKS)?;
        if net.weights.len() != ALL || net.weights.iter().any(|w| !w.is_finite()) {
            let line = format!("{place}: expected {ALL} finite weights, found {}", net.weights.len());
            return Err(Failure::BadInput(line));
        }
        Ok(net)
    }

    /// The net as a file.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("plain data") + "\n"
    }

    /// The logit of the chance that it expects.
    pub fn logit(&self, seen: &[f32]) -> f32 {
        self.pass(seen).logit
    }

    fn pass(&self, seen: &[f32]) -> Pass {
        let (signs, marks) = seen.split_at(SIGNS.len());
        let mut taken = [0.0; TAKEN];
        taken[..SIGNS.len()].copy_from_slice(signs);
        let sums = &mut taken[SIGNS.len()..];
        for place in marks.chunks_exact(MARKS.len()) {
            let eyes = layer(&self.weights[..LAYER], place);
            sums.iter_mut().zip(eyes).for_each(|(sum, eye)| *sum += SUMS * eye);
        }
        let units = layer(&self.weights[LAYER..OUT], &taken);
        let (out, line) = (&self.weights[OUT..LINE], &self.weights[LINE..]);
        let past: f32 = line.iter().zip(&taken).map(|(w, x)| w * x).sum();
        let through: f32 = out.iter().zip(&units).map(|(w, x)| w * x).sum();
        Pass { taken, units, logit: past + line[TAKEN] + through }
    }

    /// Adds to `slope` how the surprise at a lesson changes with each weight.
    fn learn(&self, lesson: &Lesson, slope: &mut [f32]) {
        let pass = self.pass(&lesson.seen);
        let error = chance(pass.logit) - lesson.came;
        let mut inner = [0.0; WIDTH];
        for (unit, inner) in inner.iter_mut().enumerate() {
            slope[OUT + unit] += error * pass.units[unit];
            *inner = error * self.weights[OUT + unit] * (1.0 - pass.units[unit] * pass.units[unit]);
        }
        blame(&mut slope[LAYER..OUT], &pass.taken, &inner);
        slope[LINE..].iter_mut().zip(&pass.taken).for_each(|(slope, x)| *slope += error * x);
        slope[LINE + TAKEN] += error;
        let mut sums = [0.0; WIDTH];
        for (eye, sum) in sums.iter_mut().enumerate() {
            let i = SIGNS.len() + eye;
            let row = &self.weights[LAYER + i * WIDTH..LAYER + (i + 1) * WIDTH];
            let through: f32 = row.iter().zip(&inner).map(|(w, e)| w * e).sum();
            *sum = SUMS * (through + error * self.weights[LINE + i]);
        }
        for place in lesson.seen[SIGNS.len()..].chunks_exact(MARKS.len()) {
            let mut eyes = layer(&self.weights[..LAYER], place);
            eyes.iter_mut().zip(&sums).for_each(|(eye, sum)| *eye = sum * (1.0 - *eye * *eye));
            blame(&mut slope[..LAYER], place, &eyes);
        }
    }

    /// Goes through all lessons so many times, in random order.
    pub fn fit(&mut self, lessons: &[Lesson], times: u32, rng: &mut Rng) {
        let (mut adam, mut slope) = (Adam::new(ALL), vec![0.0; ALL]);
        let mut order: Vec<usize> = (0..lessons.len()).collect();
        let steps = (times as usize * lessons.len().div_ceil(BATCH)) as f32;
        for _ in 0..times {
            for i in (1..order.len()).rev() {
                order.swap(i, rng.below(i as u32 + 1) as usize);
            }
            for batch in order.chunks(BATCH) {
                slope.fill(0.0);
                batch.iter().for_each(|&i| self.learn(&lessons[i], &mut slope));
                slope.iter_mut().for_each(|slope| *slope /= batch.len() as f32);
                let length = STEP * (1.0 - adam.done() as f32 / steps);
                adam.step(&mut self.weights, &slope, length, FADE);
            }
        }
    }

    /// By how many nats it is surprised by a lesson, on average.
    pub fn surprise(&self, lessons: &[Lesson]) -> f64 {
        let one = |lesson: &Lesson| {
            let came = f64::from(lesson.came);
            let chance = f64::from(chance(self.logit(&lesson.seen))).clamp(1e-6, 1.0 - 1e-6);
            -(came * chance.ln() + (1.0 - came) * (1.0 - chance).ln())
        };
        lessons.iter().map(one).sum::<f64>() / lessons.len().max(1) as f64
    }
}

fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

#[cfg(test)]
mod tests {
    use sandtable_core::Stream;

    use super::*;

    fn lesson(rng: &mut Rng, places: usize) -> Lesson {
        let seen = (0..SIGNS.len() + places * MARKS.len()).map(|_| 2.0 * rng.unit() as f32 - 1.0).collect();
        Lesson { seen, came: 0.25 }
    }

    #[test]
    fn slopes_are_what_small_changes_bring() {
        let mut rng = Rng::new(1, 0, Stream::World);
        let mut net = Sight::new(&mut rng);
        net.weights.iter_mut().for_each(|w| *w = rng.unit() as f32 - 0.5);
        let lesson = lesson(&mut rng, 3);
        let mut slope = vec![0.0; ALL];
        net.learn(&lesson, &mut slope);
        for i in (0..ALL).step_by(7).chain(LINE..ALL) {
            let at = |d: f32| {
                let mut near = net.clone();
                near.weights[i] += d;
                near.surprise(std::slice::from_ref(&lesson))
            };
            let numeric = (at(0.01) - at(-0.01)) / 0.02;
            assert!((numeric - f64::from(slope[i])).abs() < 2e-3, "weight {i}: {numeric} and {}", slope[i]);
        }
    }

    /// A province that is both rich and weak decides; a map where one is rich and another weak does not. No sums over the map tell that.
    #[test]
    fn learns_what_must_come_together_in_one_province_and_reads_what_it_writes() {
        let mut rng = Rng::new(2, 0, Stream::World);
        let mut some = |n: usize| -> Vec<Lesson> {
            let one = |together: bool| {
                let mut seen = vec![0.0; SIGNS.len() + 4 * MARKS.len()];
                seen[SIGNS.len()] = 1.0;
                seen[SIGNS.len() + if together { 1 } else { MARKS.len() + 1 }] = 1.0;
                Lesson { seen, came: f32::from(u8::from(together)) }
            };
            (0..n).map(|_| one(rng.below(2) == 0)).collect()
        };
        let (lessons, exam) = (some(2000), some(200));
        let mut net = Sight::new(&mut rng);
        net.fit(&lessons, 30, &mut rng);
        assert!(net.surprise(&exam) < 0.1, "{}", net.surprise(&exam));
        assert_eq!(Sight::parse("x.net", &net.text()).unwrap(), net);
        let refusal = |text: &str| Sight::parse("x.net", text).unwrap_err().to_string();
        assert!(refusal("{}").contains("expected a net"));
        assert!(refusal(&net.text().replace("worth", "moon")).contains("this one is for"));
        assert!(
            refusal(&net.text().replace("\"weights\":[", "\"weights\":[0.0,")).contains("finite weights")
        );
    }
}
