//! A flat network that is asked and no longer learns: each normalisation is part of the layer after it, and every row of weights is as long as a processor
//! likes. Only the scores of steps that somebody asks about are worked out; nothing is allocated once the room has grown.

use sandtable_core::sheet::{Outputs, Row};

use super::{Crown, Flat, Layer, TINY};
use crate::kernel::{LANES, add_product, dot};

/// A layer of numbers above zero.
#[derive(Clone, Debug)]
struct Step {
    given: usize,
    width: usize,
    matrix: Vec<f32>,
    start: Vec<f32>,
}

/// A head whose rows of weights cover all that it could see, late numbers and padding among it.
#[derive(Clone, Debug)]
struct Rows {
    inner: Option<Step>,
    wide: usize,
    matrix: Vec<f32>,
    start: Vec<f32>,
}

/// A flat network, to be asked.
#[derive(Clone, Debug)]
pub struct Ready {
    hidden: Vec<Step>,
    heads: Vec<Rows>,
    late: usize,
}

/// What a network says, and the room that it needs to find out.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// What the position is worth to the mover, from -1 to 1.
    pub value: f32,
    /// How promising each step is; they sum to one, unless no step stands anywhere.
    pub priors: Vec<f32>,
    seen: Vec<f32>,
    made: Vec<f32>,
    inner: Vec<f32>,
    /// The outputs of all heads that are asked about, and their scores.
    wanted: Vec<((u8, u16), f32)>,
}

/// What normalisation comes to: a factor and what is added, for each number.
fn normal(flat: &Flat, layer: &Layer) -> (Vec<f32>, Vec<f32>) {
    let parts = flat.part(&layer.scale).iter().zip(flat.part(&layer.variance));
    let factors: Vec<f32> = parts.map(|(scale, variance)| scale / (variance + TINY).sqrt()).collect();
    let means = flat.part(&layer.mean).iter().zip(flat.part(&layer.shift));
    let added = means.zip(&factors).map(|((mean, shift), factor)| shift - factor * mean).collect();
    (factors, added)
}

fn padded(n: usize) -> usize {
    n.next_multiple_of(LANES)
}

impl Flat {
    /// Makes it ready to be asked.
    pub fn ready(&self) -> Ready {
        // What the layer before adds to and multiplies each number with.
        let mut before = (vec![1.0; self.form.board], vec![0.0; self.form.board]);
        let mut hidden = Vec::new();
        for layer in &self.hidden {
            hidden.push(self.folded(layer, (&before.0, &before.1)));
            before = normal(self, layer);
        }
        let heads = self.heads.iter().map(|head| self.rows(head, &before)).collect();
        Ready { hidden, heads, late: self.form.late }
    }

    /// A layer that sees numbers before they were normalised.
    fn folded(&self, layer: &Layer, (factors, added): (&[f32], &[f32])) -> Step {
        let mut matrix = self.part(&layer.matrix).to_vec();
        let mut start = self.part(&layer.start).to_vec();
        for ((row, factor), add) in matrix.chunks_exact_mut(layer.width).zip(factors).zip(added) {
            start.iter_mut().zip(&*row).for_each(|(start, w)| *start += add * w);
            row.iter_mut().for_each(|w| *w *= factor);
        }
        Step { given: layer.given, width: layer.width, matrix, start }
    }

    fn rows(&self, head: &Crown, before: &(Vec<f32>, Vec<f32>)) -> Rows {
        let width = before.0.len();
        let (first, last) = head.sees;
        if let Some(layer) = &head.inner {
            let (mut factors, mut added) = before.clone();
            factors.resize(layer.given, 1.0);
            added.resize(layer.given, 0.0);
            let step = self.folded(layer, (&factors, &added));
            // The layer sees all late numbers; those that it has no weights for count nothing.
            let mut matrix = vec![0.0; (width + self.form.late) * layer.width];
            matrix[..width * layer.width].copy_from_slice(&step.matrix[..width * layer.width]);
            matrix[(width + first) * layer.width..(width + last) * layer.width]
                .copy_from_slice(&step.matrix[width * layer.width..]);
            let (factors, added) = normal(self, layer);
            let (matrix_out, start) = self.outputs(head, (&factors, &added), |i| i, layer.width);
            let inner = Step { given: width + self.form.late, matrix, ..step };
            return Rows { inner: Some(inner), wide: layer.width, matrix: matrix_out, start };
        }
        let place = |i: usize| if i < width { i } else { i + first };
        let wide = padded(width + self.form.late);
        let (matrix, start) = self.outputs(head, (&before.0, &before.1), place, wide);
        Rows { inner: None, wide, matrix, start }
    }

    /// The rows of a head's outputs, each `wide` numbers, with number `i` at its place.
    fn outputs(
        &self,
        head: &Crown,
        (factors, added): (&[f32], &[f32]),
        place: impl Fn(usize) -> usize,
        wide: usize,
    ) -> (Vec<f32>, Vec<f32>) {
        let mut matrix = vec![0.0; head.outputs * wide];
        let mut start = self.part(&head.start).to_vec();
        let given = self.part(&head.matrix).chunks_exact(head.given);
        for ((row, out), start) in given.zip(matrix.chunks_exact_mut(wide)).zip(&mut start) {
            for (i, w) in row.iter().enumerate() {
                out[place(i)] = w * factors.get(i).copied().unwrap_or(1.0);
                *start += w * added.get(i).copied().unwrap_or(0.0);
            }
        }
        (matrix, start)
    }
}

impl Step {
    fn go(&self, given: &[f32], out: &mut Vec<f32>) {
        out.clear();
        out.extend_from_slice(&self.start);
        add_product(&given[..self.given], self.given, &self.matrix, self.width, out);
        out.iter_mut().for_each(|x| *x = x.max(0.0));
    }
}

impl Ready {
    /// Answers about a position, and about steps by where they stand.
    pub fn reply(&self, row: &Row, steps: &[Outputs], out: &mut Reply) {
        out.seen.clear();
        out.seen.extend_from_slice(&row.board);
        for step in &self.hidden {
            step.go(&out.seen, &mut out.made);
            std::mem::swap(&mut out.seen, &mut out.made);
        }
        out.seen.extend_from_slice(&row.late);
        out.seen.resize(padded(out.seen.len()), 0.0);
        let value = &self.heads[self.heads.len() - 1];
        out.value = value.score(&out.seen, &mut out.inner, 0, false).tanh();
        out.priors.clear();
        if steps.is_empty() {
            return;
        }
        // Each output once, those of a head together.
        out.wanted.clear();
        out.wanted.extend(steps.iter().flat_map(|step| step.all()).map(|output| (output, 0.0)));
        out.wanted.sort_unstable_by_key(|(output, _)| *output);
        out.wanted.dedup_by_key(|(output, _)| *output);
        for head in out.wanted.chunk_by_mut(|a, b| a.0.0 == b.0.0) {
            let rows = &self.heads[usize::from(head[0].0.0)];
            // The layer of a head's own is worked out for the first of its outputs.
            let mut known = false;
            for ((_, output), score) in head.iter_mut() {
                *score = rows.score(&out.seen, &mut out.inner, usize::from(*output), known);
                known = true;
            }
            let most = head.iter().map(|(_, score)| *score).fold(f32::NEG_INFINITY, f32::max);
            head.iter_mut().for_each(|(_, score)| *score = (*score - most).exp());
            let sum: f32 = head.iter().map(|(_, score)| *score).sum();
            head.iter_mut().for_each(|(_, score)| *score /= sum);
        }
        let share = |output: (u8, u16)| {
            let at = out.wanted.binary_search_by_key(&output, |(output, _)| *output);
            out.wanted[at.expect("it was asked about")].1
        };
        let prior = |step: &Outputs| match step.first {
            None => 0.0,
            Some(_) => step.all().map(share).product(),
        };
        out.priors.extend(steps.iter().map(prior));
    }

    /// How many late numbers it expects.
    pub fn late(&self) -> usize {
        self.late
    }
}

impl Rows {
    fn score(&self, seen: &[f32], room: &mut Vec<f32>, output: usize, known: bool) -> f32 {
        let row = &self.matrix[output * self.wide..][..self.wide];
        let dotted = match &self.inner {
            Some(inner) => {
                if !known {
                    inner.go(seen, room);
                }
                dot(room, row)
            }
            None => dot(&seen[..self.wide], row),
        };
        dotted + self.start[output]
    }
}
