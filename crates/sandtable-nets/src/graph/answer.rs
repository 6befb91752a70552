//! Asking a network about one position. Nothing is allocated once the room has grown.

use sandtable_core::chart::{Mark, Reading};

use super::{Graph, NEIGHBOURS};
use crate::kernel::{add, add_product, dot_above_zero};

/// Steps that somebody asks about: where they stand, and their numbers one step behind the other.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Where they stand.
    pub marks: Vec<Mark>,
    /// Their numbers.
    pub numbers: Vec<f32>,
}

impl Asked {
    /// Forgets all steps.
    pub fn clear(&mut self) {
        self.marks.clear();
        self.numbers.clear();
    }
}

/// What a network says, and the room that it needs to find out.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// Each seat's chance; they sum to one.
    pub chances: Vec<f32>,
    /// How promising each step is; they sum to one.
    pub priors: Vec<f32>,
    /// What places are, with what their neighbours are, and what follows.
    heard: Vec<f32>,
    made: Vec<f32>,
    seats: Vec<f32>,
    hidden: Vec<f32>,
    from: Vec<f32>,
    to: Vec<f32>,
}

fn zeros(numbers: &mut Vec<f32>, count: usize) {
    numbers.clear();
    numbers.resize(count, 0.0);
}

impl Graph {
    /// Answers about a position on a map with these ways.
    pub fn answer(&self, ways: &[(u16, u16)], reading: &Reading, asked: &Asked, out: &mut Answer) {
        self.see(ways, reading, out);
        self.judge(reading, out);
        self.rate(reading, asked, out);
    }

    /// Works out what each place is: the first `width` numbers of each row of `heard`.
    fn see(&self, ways: &[(u16, u16)], reading: &Reading, out: &mut Answer) {
        let (width, places) = (self.sizes.width, reading.held.len());
        let broad = (1 + self.legend.relations.len()) * width;
        let common = &mut out.hidden;
        common.clear();
        common.extend_from_slice(self.part(&self.parts.start));
        add_product(&reading.whole, self.legend.whole.len(), self.part(&self.parts.whole), width, common);
        out.made.clear();
        (0..places).for_each(|_| out.made.extend_from_slice(&out.hidden));
        let matrix = self.part(&self.parts.places);
        add_product(&reading.places, self.legend.places.len(), matrix, width, &mut out.made);
        zeros(&mut out.heard, places * broad);
        for (row, made) in out.heard.chunks_exact_mut(broad).zip(out.made.chunks_exact(width)) {
            row.iter_mut().zip(made).for_each(|(x, made)| *x = made.max(0.0));
        }
        for (matrix, start) in &self.parts.layers {
            for row in out.heard.chunks_exact_mut(broad) {
                row[width..].fill(0.0);
            }
            for (&(from, to), &relation) in ways.iter().zip(&reading.relations) {
                let at = usize::from(to) * broad + (1 + usize::from(relation)) * width;
                let from = usize::from(from) * broad;
                // Two parts of one row never overlap: the first stands for the place itself.
                out.made.clear();
                out.made.extend_from_slice(&out.heard[from..from + width]);
                add(&mut out.heard[at..at + width], &out.made);
            }
            for row in out.heard.chunks_exact_mut(broad) {
                row[width..].iter_mut().for_each(|x| *x *= NEIGHBOURS);
            }
            out.made.clear();
            let start = self.part(start);
            (0..places).for_each(|_| out.made.extend_from_slice(start));
            add_product(&out.heard, broad, self.part(matrix), width, &mut out.made);
            for (row, made) in out.heard.chunks_exact_mut(broad).zip(out.made.chunks_exact(width)) {
                row.iter_mut().zip(made).for_each(|(x, made)| *x += made.max(0.0));
            }
        }
        // What is wanted from here on are the places alone.
        for place in 0..places {
            out.heard.copy_within(place * broad..place * broad + width, place * width);
        }
        out.heard.truncate(places * width);
    }

    /// Works out the chances.
    fn judge(&self, reading: &Reading, out: &mut Answer) {
        let (width, seats) = (self.sizes.width, reading.strength.len());
        let each = 2 * width + self.legend.seats.len();
        zeros(&mut out.seats, seats * each);
        zeros(&mut out.from, width);
        for (place, row) in out.heard.chunks_exact(width).enumerate() {
            add(&mut out.from, row);
            for seat in reading.holders(place) {
                add(&mut out.seats[seat * each..seat * each + width], row);
            }
        }
        let share = 1.0 / reading.held.len() as f32;
        out.from.iter_mut().for_each(|x| *x *= share);
        out.hidden.clear();
        for (seat, row) in out.seats.chunks_exact_mut(each).enumerate() {
            let held = reading.held.iter().filter(|held| *held >> seat & 1 == 1).count();
            let share = 1.0 / held.max(1) as f32;
            row[..width].iter_mut().for_each(|x| *x *= share);
            row[width..2 * width].copy_from_slice(&out.from);
            row[2 * width..]
                .copy_from_slice(&reading.seats[seat * self.legend.seats.len()..][..self.legend.seats.len()]);
            out.hidden.extend_from_slice(self.part(&self.parts.seat_start));
        }
        add_product(&out.seats, each, self.part(&self.parts.seat), self.sizes.seats, &mut out.hidden);
        let last = self.part(&self.parts.seat_out);
        let trust = self.weights.numbers[self.parts.trust];
        out.chances.clear();
        for (hidden, strength) in out.hidden.chunks_exact(self.sizes.seats).zip(&reading.strength) {
            let lost = *strength == f32::NEG_INFINITY;
            out.chances.push(if lost { *strength } else { dot_above_zero(hidden, last) + trust * strength });
        }
        softmax(&mut out.chances);
    }

    /// Works out how promising steps are; `from` holds the mean of all places.
    fn rate(&self, reading: &Reading, asked: &Asked, out: &mut Answer) {
        out.priors.clear();
        if asked.marks.is_empty() {
            return;
        }
        let (width, steps) = (self.sizes.width, self.sizes.steps);
        let count = self.legend.steps.len();
        zeros(&mut out.seats, steps);
        add_product(&out.from, width, self.part(&self.parts.all), steps, &mut out.seats);
        zeros(&mut out.from, reading.held.len() * steps);
        zeros(&mut out.to, reading.held.len() * steps);
        add_product(&out.heard, width, self.part(&self.parts.from), steps, &mut out.from);
        add_product(&out.heard, width, self.part(&self.parts.to), steps, &mut out.to);
        let (heads, outs) = (self.part(&self.parts.heads), self.part(&self.parts.heads_out));
        let alone = self.part(&self.parts.heads_alone);
        for (mark, numbers) in asked.marks.iter().zip(asked.numbers.chunks_exact(count)) {
            let head = usize::from(mark.head);
            out.hidden.clear();
            out.hidden.extend_from_slice(&out.seats);
            add(&mut out.hidden, &heads[head * steps..][..steps]);
            if let Some(from) = mark.from {
                add(&mut out.hidden, &out.from[usize::from(from) * steps..][..steps]);
            }
            if let Some(to) = mark.to {
                add(&mut out.hidden, &out.to[usize::from(to) * steps..][..steps]);
            }
            add_product(numbers, count, self.part(&self.parts.step), steps, &mut out.hidden);
            out.priors.push(dot_above_zero(&out.hidden, &outs[head * steps..][..steps]) + alone[head]);
        }
        softmax(&mut out.priors);
    }
}

/// Scores as shares of one.
pub fn softmax(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = (*score - most).exp();
        sum += *score;
    }
    scores.iter_mut().for_each(|score| *score /= sum);
}
