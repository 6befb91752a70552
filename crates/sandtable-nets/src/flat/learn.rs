//! How a flat network's loss on a batch changes with each weight: forward through all of it at once, then back.
//!
//! The loss of each head is its mean over the batch, where a lesson without a target for a head counts as nothing, and the losses of all heads are added up. The
//! weights of the heads, their own layers among them, are pulled towards zero (L2).

use std::ops::Range;

use sandtable_core::Rng;
use sandtable_core::sheet::{Form, Outputs, Row};
use serde::{Deserialize, Serialize};

use super::{Crown, Flat, Layer, TINY};
use crate::matrix::{add_first_turned, add_product, add_second_turned};

/// A position with what is to be learned of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    board: Vec<f32>,
    late: Vec<f32>,
    /// For each head with something to learn: its legal outputs, and how good each was found to be: shares of one.
    heads: Vec<(usize, Vec<(u16, f32)>)>,
    /// What became of the mover, from -1 to 1, where that is known.
    value: Option<f32>,
}

impl Lesson {
    /// Of a position, where its steps stand, how good each was found to be, and what became of the mover.
    ///
    /// What a head is to learn are the shares of its own outputs among themselves: how to act is learned alike, however rarely it is good to act.
    pub fn new(form: &Form, row: &Row, steps: &[Outputs], shares: &[f32], value: Option<f32>) -> Lesson {
        let mut heads: Vec<(usize, Vec<(u16, f32)>)> = Vec::new();
        for (head, _) in form.heads.iter().enumerate() {
            let mut targets: Vec<(u16, f32)> = Vec::new();
            for (step, share) in steps.iter().zip(shares) {
                for (_, output) in step.all().filter(|(h, _)| usize::from(*h) == head) {
                    match targets.iter_mut().find(|(known, _)| *known == output) {
                        Some((_, sum)) => *sum += share,
                        None => targets.push((output, *share)),
                    }
                }
            }
            let sum: f32 = targets.iter().map(|(_, share)| share).sum();
            if targets.len() > 1 && sum > 0.0 {
                targets.iter_mut().for_each(|(_, share)| *share /= sum);
                heads.push((head, targets));
            }
        }
        Lesson { board: row.board.clone(), late: row.late.clone(), heads, value }
    }

    /// Whether it is one of a sheet: lessons are read from files.
    pub fn fits(&self, form: &Form) -> bool {
        let numbers = self.board.iter().chain(&self.late).chain(&self.value);
        let shares = self.heads.iter().flat_map(|(_, targets)| targets.iter().map(|(_, share)| share));
        let outputs = |head: usize| form.heads.get(head).map_or(0, |head| head.outputs);
        self.board.len() == form.board
            && self.late.len() == form.late
            && numbers.chain(shares.clone()).all(|x| x.is_finite())
            && shares.clone().all(|share| (0.0..=1.0).contains(share))
            && self.heads.iter().all(|(head, t)| t.iter().all(|(o, _)| usize::from(*o) < outputs(*head)))
    }
}

/// What the value is measured by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// The square of the error (equation 3.9).
    #[default]
    Square,
    /// Cross entropy (equation 3.8).
    Entropy,
}

/// How wrong a network was: for each head, the value last, the sum of its losses and how many lessons had a target.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loss {
    /// In the order of the heads. Steps: nats beyond the entropy of the target.
    pub heads: Vec<(f64, u32)>,
    /// Lessons.
    pub lessons: u32,
}

impl Loss {
    pub(super) fn zero(heads: usize) -> Loss {
        Loss { heads: vec![(0.0, 0); heads], lessons: 0 }
    }

    pub(super) fn add(&mut self, other: &Loss) {
        for (sum, more) in self.heads.iter_mut().zip(&other.heads) {
            *sum = (sum.0 + more.0, sum.1 + more.1);
        }
        self.lessons += other.lessons;
    }

    /// What learning makes smaller: each head's mean over all lessons.
    pub fn total(&self) -> f64 {
        self.heads.iter().map(|(sum, _)| sum).sum::<f64>() / f64::from(self.lessons.max(1))
    }

    /// The mean loss of a head where it had a target.
    pub fn mean(&self, head: usize) -> Option<f64> {
        let (sum, count) = self.heads[head];
        (count > 0).then(|| sum / f64::from(count))
    }
}

/// How lessons are taken: as they are, or as somebody learns from them, with dropout and the batch's own means.
pub(super) enum Manner<'a> {
    Exam,
    /// Numbers for dropout; what changes; how much of the means that layers are normalised by is kept from batch to batch, and what they become.
    Learning {
        rng: &'a mut Rng,
        dropout: f32,
        slope: &'a mut [f32],
        memory: f32,
        kept: &'a mut Vec<(Range<usize>, Vec<f32>)>,
    },
}

/// What is remembered of a layer on the way forward.
struct Pass {
    given: Vec<f32>,
    /// Above zero, before normalisation.
    made: Vec<f32>,
    /// Normalised, without scale and shift.
    normal: Vec<f32>,
    /// One over the spread of each number.
    sharp: Vec<f32>,
    /// What dropout multiplies with; empty without.
    drop: Vec<f32>,
    out: Vec<f32>,
}

impl Flat {
    /// The loss on a batch; whoever learns finds in the slope how its mean changes with each weight, dropped numbers among what is random.
    pub(super) fn pass(&self, lessons: &[&Lesson], measure: Measure, mut manner: Manner) -> Loss {
        let rows = lessons.len();
        let board: Vec<f32> = lessons.iter().flat_map(|l| l.board.iter().copied()).collect();
        let mut hidden: Vec<Pass> = Vec::new();
        for layer in &self.hidden {
            let given = hidden.last().map_or_else(|| board.clone(), |pass| pass.out.clone());
            hidden.push(self.forward(layer, given, &mut manner));
        }
        let width = self.hidden[self.hidden.len() - 1].width;
        let seen = &hidden[hidden.len() - 1].out;
        let mut back = vec![0.0; rows * width];
        let mut loss = Loss::zero(self.heads.len());
        loss.lessons = rows as u32;
        for (number, head) in self.heads.iter().enumerate() {
            let sees = width + head.sees.1 - head.sees.0;
            let mut given = Vec::with_capacity(rows * sees);
            for (lesson, row) in lessons.iter().zip(seen.chunks_exact(width)) {
                given.extend_from_slice(row);
                given.extend_from_slice(&lesson.late[head.sees.0..head.sees.1]);
            }
            let inner =
                head.inner.as_ref().map(|layer| (layer, self.forward(layer, given.clone(), &mut manner)));
            let rated = inner.as_ref().map_or(&given, |(_, pass)| &pass.out);
            let last = number + 1 == self.heads.len();
            let slope = match &mut manner {
                Manner::Exam => None,
                Manner::Learning { slope, .. } => Some(&mut **slope),
            };
            let (own, mut back_rated) = match last {
                true => self.value(lessons, head, rated, measure, slope),
                false => self.steps(lessons, number, rated, slope),
            };
            loss.heads[number] = own;
            if let Manner::Learning { slope, .. } = &mut manner {
                if let Some((layer, pass)) = &inner {
                    let mut back_given = vec![0.0; given.len()];
                    self.backward(layer, pass, back_rated, &mut back_given, slope);
                    back_rated = back_given;
                }
                for (back, row) in back.chunks_exact_mut(width).zip(back_rated.chunks_exact(sees)) {
                    back.iter_mut().zip(row).for_each(|(back, x)| *back += x);
                }
            }
        }
        if let Manner::Learning { slope, .. } = &mut manner {
            for (layer, pass) in self.hidden.iter().zip(&hidden).rev() {
                let mut back_given = vec![0.0; pass.given.len()];
                self.backward(layer, pass, back, &mut back_given, slope);
                back = back_given;
            }
        }
        loss
    }

    fn forward(&self, layer: &Layer, given: Vec<f32>, manner: &mut Manner) -> Pass {
        let width = layer.width;
        let rows = given.len() / layer.given;
        let mut made: Vec<f32> = (0..rows).flat_map(|_| self.part(&layer.start)).copied().collect();
        add_product((rows, layer.given, width), &given, self.part(&layer.matrix), &mut made);
        made.iter_mut().for_each(|x| *x = x.max(0.0));
        let (mean, variance) = match manner {
            Manner::Exam => (self.part(&layer.mean).to_vec(), self.part(&layer.variance).to_vec()),
            Manner::Learning { memory, kept, .. } => {
                let (mean, variance) = moments(&made, width);
                for (at, new) in [(&layer.mean, &mean), (&layer.variance, &variance)] {
                    let old = self.part(at).iter().zip(new);
                    kept.push((
                        at.clone(),
                        old.map(|(old, new)| *memory * old + (1.0 - *memory) * new).collect(),
                    ));
                }
                (mean, variance)
            }
        };
        let sharp: Vec<f32> = variance.iter().map(|variance| 1.0 / (variance + TINY).sqrt()).collect();
        let mut normal = made.clone();
        for row in normal.chunks_exact_mut(width) {
            row.iter_mut().zip(&mean).zip(&sharp).for_each(|((x, mean), sharp)| *x = (*x - mean) * sharp);
        }
        let (scale, shift) = (self.part(&layer.scale), self.part(&layer.shift));
        let mut out = normal.clone();
        for row in out.chunks_exact_mut(width) {
            row.iter_mut().zip(scale).zip(shift).for_each(|((x, scale), shift)| *x = *x * scale + shift);
        }
        let mut drop = Vec::new();
        if let Manner::Learning { rng, dropout, .. } = manner
            && *dropout > 0.0
        {
            let kept = 1.0 - *dropout;
            drop.extend((0..out.len()).map(|_| if rng.unit() < f64::from(kept) { 1.0 / kept } else { 0.0 }));
            out.iter_mut().zip(&drop).for_each(|(x, drop)| *x *= drop);
        }
        Pass { given, made, normal, sharp, drop, out }
    }

    /// From what a layer should have said back to what it was given.
    fn backward(&self, layer: &Layer, pass: &Pass, mut back: Vec<f32>, given: &mut [f32], slope: &mut [f32]) {
        let width = layer.width;
        let rows = back.len() / width;
        back.iter_mut().zip(&pass.drop).for_each(|(back, drop)| *back *= drop);
        let (mut sums, mut products) = (vec![0.0; width], vec![0.0; width]);
        for (back, normal) in back.chunks_exact(width).zip(pass.normal.chunks_exact(width)) {
            for (i, (back, normal)) in back.iter().zip(normal).enumerate() {
                sums[i] += back;
                products[i] += back * normal;
            }
        }
        add(&mut slope[layer.shift.clone()], &sums);
        add(&mut slope[layer.scale.clone()], &products);
        let share = 1.0 / rows as f32;
        let scale = self.part(&layer.scale);
        let normals = pass.normal.chunks_exact(width).zip(pass.made.chunks_exact(width));
        for (back, (normal, made)) in back.chunks_exact_mut(width).zip(normals) {
            for (i, back) in back.iter_mut().enumerate() {
                let even = *back - share * (sums[i] + normal[i] * products[i]);
                *back = if made[i] > 0.0 { scale[i] * pass.sharp[i] * even } else { 0.0 };
            }
        }
        add_first_turned((rows, layer.given, width), &pass.given, &back, &mut slope[layer.matrix.clone()]);
        for back in back.chunks_exact(width) {
            add(&mut slope[layer.start.clone()], back);
        }
        add_second_turned((rows, width, layer.given), &back, self.part(&layer.matrix), given);
    }

    /// The loss of a head that rates steps, and what the numbers that it saw should have been.
    fn steps(
        &self,
        lessons: &[&Lesson],
        number: usize,
        rated: &[f32],
        mut slope: Option<&mut [f32]>,
    ) -> ((f64, u32), Vec<f32>) {
        let head = &self.heads[number];
        let given = head.given;
        let (matrix, start) = (self.part(&head.matrix), self.part(&head.start));
        let mut back = vec![0.0; if slope.is_some() { rated.len() } else { 0 }];
        let (mut sum, mut count) = (0.0, 0);
        let share_of_batch = 1.0 / lessons.len() as f32;
        let mut off: Vec<f32> = Vec::new();
        for (i, lesson) in lessons.iter().enumerate() {
            let Some((_, targets)) = lesson.heads.iter().find(|(head, _)| *head == number) else { continue };
            let row = &rated[i * given..(i + 1) * given];
            off.clear();
            off.extend(targets.iter().map(|(output, _)| {
                let output = usize::from(*output);
                start[output] + product(row, &matrix[output * given..(output + 1) * given])
            }));
            crate::graph::softmax(&mut off);
            count += 1;
            for (off, (_, share)) in off.iter_mut().zip(targets) {
                if *share > 0.0 {
                    sum += f64::from(*share) * (f64::from(*share).ln() - f64::from(off.max(1e-9)).ln());
                }
                *off = (*off - share) * share_of_batch;
            }
            let Some(slope) = &mut slope else { continue };
            let back = &mut back[i * given..(i + 1) * given];
            for (off, (output, _)) in off.iter().zip(targets) {
                let output = usize::from(*output);
                slope[head.start.start + output] += off;
                let at = output * given..(output + 1) * given;
                let own = &mut slope[head.matrix.start..][at.clone()];
                own.iter_mut().zip(row).for_each(|(slope, x)| *slope += off * x);
                back.iter_mut().zip(&matrix[at]).for_each(|(back, w)| *back += off * w);
            }
        }
        ((sum, count), back)
    }

    /// The same for the value.
    fn value(
        &self,
        lessons: &[&Lesson],
        head: &Crown,
        rated: &[f32],
        measure: Measure,
        mut slope: Option<&mut [f32]>,
    ) -> ((f64, u32), Vec<f32>) {
        let given = head.given;
        let (row_of, start) = (self.part(&head.matrix), self.part(&head.start)[0]);
        let mut back = vec![0.0; if slope.is_some() { rated.len() } else { 0 }];
        let (mut sum, mut count) = (0.0, 0);
        for (i, (lesson, row)) in lessons.iter().zip(rated.chunks_exact(given)).enumerate() {
            let Some(came) = lesson.value else { continue };
            let told = (start + product(row, row_of)).tanh();
            let (loss, off) = match measure {
                Measure::Square => ((told - came).powi(2), 2.0 * (told - came) * (1.0 - told * told)),
                // As chances, (1 + value) / 2; the slope through tanh is the difference itself.
                Measure::Entropy => {
                    let chance = |value: f32| (0.5 + 0.5 * value).clamp(1e-6, 1.0 - 1e-6);
                    let (told, came) = (chance(told), 0.5 + 0.5 * came);
                    (-came * told.ln() - (1.0 - came) * (1.0 - told).ln(), 2.0 * (told - came))
                }
            };
            sum += f64::from(loss);
            count += 1;
            let Some(slope) = &mut slope else { continue };
            let off = off / lessons.len() as f32;
            slope[head.start.start] += off;
            add_scaled(&mut slope[head.matrix.clone()], row, off);
            add_scaled(&mut back[i * given..(i + 1) * given], row_of, off);
        }
        ((sum, count), back)
    }

    /// Adds how the pull of the heads' weights towards zero changes with each of them.
    pub(super) fn pull(&self, strength: f32, slope: &mut [f32]) {
        for head in &self.heads {
            let inner = head.inner.as_ref().map(|layer| layer.matrix.clone());
            for at in [Some(head.matrix.clone()), inner].into_iter().flatten() {
                let weights = self.part(&at).to_vec();
                add_scaled(&mut slope[at], &weights, 2.0 * strength);
            }
        }
    }
}

/// The mean of each column and the mean square of what differs from it.
fn moments(rows: &[f32], width: usize) -> (Vec<f32>, Vec<f32>) {
    let share = 1.0 / (rows.len() / width) as f32;
    let (mut mean, mut variance) = (vec![0.0; width], vec![0.0; width]);
    for row in rows.chunks_exact(width) {
        add_scaled(&mut mean, row, share);
    }
    for row in rows.chunks_exact(width) {
        for (i, x) in row.iter().enumerate() {
            variance[i] += share * (x - mean[i]) * (x - mean[i]);
        }
    }
    (mean, variance)
}

fn product(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(to: &mut [f32], from: &[f32]) {
    to.iter_mut().zip(from).for_each(|(to, x)| *to += x);
}

fn add_scaled(to: &mut [f32], from: &[f32], factor: f32) {
    to.iter_mut().zip(from).for_each(|(to, x)| *to += factor * x);
}
