//! How a network's surprise at some lessons changes with each weight: forward through all of them at once, then back.

use sandtable_core::chart::Reading;

use super::answer::{Asked, softmax};
use super::{Graph, NEIGHBOURS};
use crate::matrix::{add_first_turned, add_product, add_second_turned};

/// A position with what came of it.
#[derive(Clone, Copy, Debug)]
pub struct Lesson<'a> {
    /// The ways of its map.
    pub ways: &'a [(u16, u16)],
    /// The position.
    pub reading: &'a Reading,
    /// What could be done.
    pub asked: &'a Asked,
    /// How good each of that was found to be: shares of one, or nothing where nobody looked.
    pub shares: &'a [f32],
    /// What became of each seat: shares of one, or nothing where nobody knows.
    pub chances: &'a [f32],
    /// What became of each place some turns on ([`super::KEPT`] and its like), or nothing where nobody looked.
    pub kept: &'a [u8],
}

/// By how many nats a network was surprised, summed over lessons, and how many lessons there were of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// About what became of the seats.
    pub value: f64,
    /// About which steps were good, beyond what nobody could have known: the entropy of the shares is taken off.
    pub policy: f64,
    /// About who keeps which place, on the mean of a lesson's places.
    pub kept: f64,
    /// Lessons with chances.
    pub valued: u32,
    /// Lessons with shares.
    pub rated: u32,
    /// Lessons that say what became of places.
    pub foretold: u32,
}

impl Loss {
    /// Adds another.
    pub fn add(&mut self, other: Loss) {
        self.value += other.value;
        self.policy += other.policy;
        self.valued += other.valued;
        self.rated += other.rated;
        self.kept += other.kept;
        self.foretold += other.foretold;
    }
}

/// What is remembered on the way forward.
struct Way {
    /// The rows that went into each layer, and what came out above zero.
    heard: Vec<Vec<f32>>,
    made: Vec<Vec<f32>>,
    /// What places are in the end.
    places: Vec<f32>,
    /// The mean of each lesson's places.
    all: Vec<f32>,
}

/// The rows of a lesson among those of all.
pub(super) struct Rows {
    pub(super) begin: usize,
    end: usize,
}

impl Graph {
    /// Adds to `slope` how the surprise at some lessons changes with each weight; returns the surprise. Without a slope it only looks.
    pub fn learn(&self, lessons: &[Lesson], slope: Option<&mut [f32]>) -> Loss {
        self.learn_ahead(lessons, &[], slope)
    }

    /// The same with a head that foretells who keeps what, unless it has no weights; its slopes come after those of the network.
    pub(crate) fn learn_ahead(
        &self,
        lessons: &[Lesson],
        head: &[f32],
        mut slope: Option<&mut [f32]>,
    ) -> Loss {
        let mut begin = 0;
        let rows: Vec<Rows> = lessons
            .iter()
            .map(|lesson| {
                let rows = Rows { begin, end: begin + lesson.reading.held.len() };
                begin = rows.end;
                rows
            })
            .collect();
        let way = self.forward(lessons, &rows);
        let mut back = vec![0.0; way.places.len()];
        let mut back_all = vec![0.0; way.all.len()];
        let mut loss = self.seats(lessons, &rows, &way, (&mut back, &mut back_all), slope.as_deref_mut());
        loss.add(self.steps(lessons, &rows, &way, (&mut back, &mut back_all), slope.as_deref_mut()));
        if !head.is_empty() {
            let own = self.numbers().len();
            let learning = slope.as_deref_mut().map(|slope| (&mut back[..], &mut slope[own..]));
            loss.add(self.keepers(lessons, &rows, &way.places, head, learning));
        }
        if let Some(slope) = slope {
            let width = self.sizes.width;
            for (rows, back_all) in rows.iter().zip(back_all.chunks_exact(width)) {
                let share = 1.0 / (rows.end - rows.begin) as f32;
                for back in back[rows.begin * width..rows.end * width].chunks_exact_mut(width) {
                    back.iter_mut().zip(back_all).for_each(|(back, all)| *back += share * all);
                }
            }
            self.backward(lessons, &rows, way, back, slope);
        }
        loss
    }

    fn forward(&self, lessons: &[Lesson], rows: &[Rows]) -> Way {
        let width = self.sizes.width;
        let (count, places) = (rows.last().map_or(0, |r| r.end), self.legend.places.len());
        let broad = (1 + self.legend.relations.len()) * width;
        let whole: Vec<f32> = lessons.iter().flat_map(|l| l.reading.whole.iter().copied()).collect();
        let mut common: Vec<f32> =
            lessons.iter().flat_map(|_| self.part(&self.parts.start)).copied().collect();
        let form = (lessons.len(), self.legend.whole.len(), width);
        add_product(form, &whole, self.part(&self.parts.whole), &mut common);
        let mut first = Vec::with_capacity(count * width);
        for (rows, common) in rows.iter().zip(common.chunks_exact(width)) {
            (rows.begin..rows.end).for_each(|_| first.extend_from_slice(common));
        }
        let numbers: Vec<f32> = lessons.iter().flat_map(|l| l.reading.places.iter().copied()).collect();
        add_product((count, places, width), &numbers, self.part(&self.parts.places), &mut first);
        first.iter_mut().for_each(|x| *x = x.max(0.0));
        let mut way = Way { heard: Vec::new(), made: vec![first.clone()], places: first, all: Vec::new() };
        for (matrix, start) in &self.parts.layers {
            let mut heard = vec![0.0; count * broad];
            for (row, place) in heard.chunks_exact_mut(broad).zip(way.places.chunks_exact(width)) {
                row[..width].copy_from_slice(place);
            }
            for (lesson, rows) in lessons.iter().zip(rows) {
                for (&(from, to), &relation) in lesson.ways.iter().zip(&lesson.reading.relations) {
                    let at = (rows.begin + usize::from(to)) * broad + (1 + usize::from(relation)) * width;
                    let from = (rows.begin + usize::from(from)) * width;
                    let from = &way.places[from..from + width];
                    heard[at..at + width].iter_mut().zip(from).for_each(|(x, y)| *x += NEIGHBOURS * y);
                }
            }
            let mut made: Vec<f32> = (0..count).flat_map(|_| self.part(start)).copied().collect();
            add_product((count, broad, width), &heard, self.part(matrix), &mut made);
            made.iter_mut().for_each(|x| *x = x.max(0.0));
            way.places.iter_mut().zip(&made).for_each(|(x, made)| *x += made);
            way.heard.push(heard);
            way.made.push(made);
        }
        way.all = vec![0.0; lessons.len() * width];
        for (rows, all) in rows.iter().zip(way.all.chunks_exact_mut(width)) {
            let share = 1.0 / (rows.end - rows.begin) as f32;
            for place in way.places[rows.begin * width..rows.end * width].chunks_exact(width) {
                all.iter_mut().zip(place).for_each(|(all, x)| *all += share * x);
            }
        }
        way
    }

    /// The surprise at what became of the seats.
    fn seats(
        &self,
        lessons: &[Lesson],
        rows: &[Rows],
        way: &Way,
        (back, back_all): (&mut [f32], &mut [f32]),
        slope: Option<&mut [f32]>,
    ) -> Loss {
        let (width, hidden) = (self.sizes.width, self.sizes.seats);
        let numbers = self.legend.seats.len();
        let each = 2 * width + numbers;
        // One row for each seat of each lesson that says what became of it.
        let mut given = Vec::new();
        let mut whose = Vec::new();
        for (i, lesson) in lessons.iter().enumerate().filter(|(_, l)| !l.chances.is_empty()) {
            for seat in 0..lesson.reading.strength.len() {
                let begin = given.len();
                given.resize(begin + each, 0.0);
                let row = &mut given[begin..];
                let mut held = 0;
                for (place, x) in way.places[rows[i].begin * width..].chunks_exact(width).enumerate() {
                    if place == lesson.reading.held.len() {
                        break;
                    }
                    if lesson.reading.held[place] >> seat & 1 == 1 {
                        held += 1;
                        row[..width].iter_mut().zip(x).for_each(|(sum, x)| *sum += x);
                    }
                }
                row[..width].iter_mut().for_each(|x| *x /= held.max(1) as f32);
                row[width..2 * width].copy_from_slice(&way.all[i * width..(i + 1) * width]);
                row[2 * width..].copy_from_slice(&lesson.reading.seats[seat * numbers..][..numbers]);
                whose.push((i, seat, held.max(1)));
            }
        }
        let mut inner: Vec<f32> =
            whose.iter().flat_map(|_| self.part(&self.parts.seat_start)).copied().collect();
        add_product((whose.len(), each, hidden), &given, self.part(&self.parts.seat), &mut inner);
        inner.iter_mut().for_each(|x| *x = x.max(0.0));
        let last = self.part(&self.parts.seat_out);
        let trust = self.weights.numbers[self.parts.trust];
        let mut loss = Loss::default();
        // How far each seat's score is off.
        let mut off = vec![0.0; whose.len()];
        let mut at = 0;
        for lesson in lessons.iter().filter(|l| !l.chances.is_empty()) {
            let seats = lesson.reading.strength.len();
            let off = &mut off[at..at + seats];
            for ((off, row), strength) in
                off.iter_mut().zip(inner[at * hidden..].chunks_exact(hidden)).zip(&lesson.reading.strength)
            {
                let score: f32 = row.iter().zip(last).map(|(x, w)| x * w).sum();
                *off = if *strength == f32::NEG_INFINITY { *strength } else { score + trust * strength };
            }
            softmax(off);
            for (off, came) in off.iter_mut().zip(lesson.chances) {
                if *came > 0.0 {
                    loss.value -= f64::from(*came) * f64::from(off.max(1e-9)).ln();
                }
                *off -= came;
            }
            loss.valued += 1;
            at += seats;
        }
        let Some(slope) = slope else { return loss };
        let mut back_inner = vec![0.0; inner.len()];
        for (row, &off) in off.iter().enumerate() {
            let (i, seat, _) = whose[row];
            let strength = lessons[i].reading.strength[seat];
            if strength != f32::NEG_INFINITY {
                slope[self.parts.trust] += off * strength;
            }
            let at = row * hidden..(row + 1) * hidden;
            for (unit, x) in inner[at.clone()].iter().enumerate() {
                slope[self.parts.seat_out.start + unit] += off * x;
                back_inner[at.start + unit] = if *x > 0.0 { off * last[unit] } else { 0.0 };
            }
        }
        add_first_turned(
            (whose.len(), each, hidden),
            &given,
            &back_inner,
            &mut slope[self.parts.seat.clone()],
        );
        sum_rows(&back_inner, &mut slope[self.parts.seat_start.clone()]);
        let mut back_given = vec![0.0; given.len()];
        add_second_turned(
            (whose.len(), hidden, each),
            &back_inner,
            self.part(&self.parts.seat),
            &mut back_given,
        );
        for ((i, seat, held), row) in whose.into_iter().zip(back_given.chunks_exact(each)) {
            let share = 1.0 / held as f32;
            for place in
                (0..lessons[i].reading.held.len()).filter(|p| lessons[i].reading.held[*p] >> seat & 1 == 1)
            {
                let at = (rows[i].begin + place) * width;
                back[at..at + width].iter_mut().zip(row).for_each(|(back, x)| *back += share * x);
            }
            back_all[i * width..(i + 1) * width]
                .iter_mut()
                .zip(&row[width..])
                .for_each(|(back, x)| *back += x);
        }
        loss
    }

    /// The surprise at which steps were good.
    fn steps(
        &self,
        lessons: &[Lesson],
        rows: &[Rows],
        way: &Way,
        (back, back_all): (&mut [f32], &mut [f32]),
        slope: Option<&mut [f32]>,
    ) -> Loss {
        let (width, steps, count) = (self.sizes.width, self.sizes.steps, rows.last().map_or(0, |r| r.end));
        let mut loss = Loss::default();
        let rated = || lessons.iter().enumerate().filter(|(_, l)| !l.shares.is_empty());
        if rated().next().is_none() {
            return loss;
        }
        let project = |given: &[f32], n: usize, matrix: &std::ops::Range<usize>| {
            let mut out = vec![0.0; n * steps];
            add_product((n, width, steps), given, self.part(matrix), &mut out);
            out
        };
        let from = project(&way.places, count, &self.parts.from);
        let to = project(&way.places, count, &self.parts.to);
        let all = project(&way.all, lessons.len(), &self.parts.all);
        let (heads, outs) = (self.part(&self.parts.heads), self.part(&self.parts.heads_out));
        let alone = self.part(&self.parts.heads_alone);
        let numbers: Vec<f32> = rated().flat_map(|(_, l)| l.asked.numbers.iter().copied()).collect();
        let total: usize = rated().map(|(_, l)| l.asked.marks.len()).sum();
        let mut inner = vec![0.0; total * steps];
        let form = (total, self.legend.steps.len(), steps);
        add_product(form, &numbers, self.part(&self.parts.step), &mut inner);
        let mut off = vec![0.0; total];
        let mut row = 0;
        for (i, lesson) in rated() {
            let begin = row;
            for mark in &lesson.asked.marks {
                let head = usize::from(mark.head);
                let x = &mut inner[row * steps..(row + 1) * steps];
                let mut hear = |from: &[f32]| x.iter_mut().zip(from).for_each(|(x, y)| *x += y);
                hear(&all[i * steps..(i + 1) * steps]);
                hear(&heads[head * steps..(head + 1) * steps]);
                if let Some(place) = mark.from {
                    hear(&from[(rows[i].begin + usize::from(place)) * steps..][..steps]);
                }
                if let Some(place) = mark.to {
                    hear(&to[(rows[i].begin + usize::from(place)) * steps..][..steps]);
                }
                x.iter_mut().for_each(|x| *x = x.max(0.0));
                let outs = &outs[head * steps..(head + 1) * steps];
                off[row] = alone[head] + x.iter().zip(outs).map(|(x, w)| x * w).sum::<f32>();
                row += 1;
            }
            softmax(&mut off[begin..row]);
            for (off, share) in off[begin..row].iter_mut().zip(lesson.shares) {
                if *share > 0.0 {
                    loss.policy +=
                        f64::from(*share) * (f64::from(*share).ln() - f64::from(off.max(1e-9)).ln());
                }
                *off -= share;
            }
            loss.rated += 1;
        }
        let Some(slope) = slope else { return loss };
        let mut back_inner = vec![0.0; inner.len()];
        let (mut back_from, mut back_to) = (vec![0.0; from.len()], vec![0.0; to.len()]);
        let mut back_project = vec![0.0; all.len()];
        let mut row = 0;
        for (i, lesson) in rated() {
            for mark in &lesson.asked.marks {
                let (head, off) = (usize::from(mark.head), off[row]);
                let x = &inner[row * steps..(row + 1) * steps];
                let back = &mut back_inner[row * steps..(row + 1) * steps];
                slope[self.parts.heads_alone.start + head] += off;
                for (unit, (x, back)) in x.iter().zip(back.iter_mut()).enumerate() {
                    slope[self.parts.heads_out.start + head * steps + unit] += off * x;
                    *back = if *x > 0.0 { off * outs[head * steps + unit] } else { 0.0 };
                }
                let pass = |to: &mut [f32]| to.iter_mut().zip(back.iter()).for_each(|(to, x)| *to += x);
                pass(&mut slope[self.parts.heads.start + head * steps..][..steps]);
                pass(&mut back_project[i * steps..(i + 1) * steps]);
                if let Some(place) = mark.from {
                    pass(&mut back_from[(rows[i].begin + usize::from(place)) * steps..][..steps]);
                }
                if let Some(place) = mark.to {
                    pass(&mut back_to[(rows[i].begin + usize::from(place)) * steps..][..steps]);
                }
                row += 1;
            }
        }
        add_first_turned(form, &numbers, &back_inner, &mut slope[self.parts.step.clone()]);
        let mut pass =
            |given: &[f32], back_given: &mut [f32], back_out: &[f32], matrix: &std::ops::Range<usize>| {
                let n = given.len() / width;
                add_first_turned((n, width, steps), given, back_out, &mut slope[matrix.clone()]);
                add_second_turned((n, steps, width), back_out, self.part(matrix), back_given);
            };
        pass(&way.places, back, &back_from, &self.parts.from);
        pass(&way.places, back, &back_to, &self.parts.to);
        pass(&way.all, back_all, &back_project, &self.parts.all);
        loss
    }

    /// From what the places should have been back to the first numbers.
    fn backward(&self, lessons: &[Lesson], rows: &[Rows], way: Way, mut back: Vec<f32>, slope: &mut [f32]) {
        let width = self.sizes.width;
        let (count, places) = (rows.last().map_or(0, |r| r.end), self.legend.places.len());
        let broad = (1 + self.legend.relations.len()) * width;
        let mut back_heard = vec![0.0; count * broad];
        for (layer, (matrix, start)) in self.parts.layers.iter().enumerate().rev() {
            let made = &way.made[layer + 1];
            let back_made: Vec<f32> =
                back.iter().zip(made).map(|(back, made)| if *made > 0.0 { *back } else { 0.0 }).collect();
            add_first_turned(
                (count, broad, width),
                &way.heard[layer],
                &back_made,
                &mut slope[matrix.clone()],
            );
            sum_rows(&back_made, &mut slope[start.clone()]);
            back_heard.fill(0.0);
            add_second_turned((count, width, broad), &back_made, self.part(matrix), &mut back_heard);
            for (back, heard) in back.chunks_exact_mut(width).zip(back_heard.chunks_exact(broad)) {
                back.iter_mut().zip(heard).for_each(|(back, x)| *back += x);
            }
            for (lesson, rows) in lessons.iter().zip(rows) {
                for (&(from, to), &relation) in lesson.ways.iter().zip(&lesson.reading.relations) {
                    let at = (rows.begin + usize::from(to)) * broad + (1 + usize::from(relation)) * width;
                    let from = (rows.begin + usize::from(from)) * width;
                    let heard = &back_heard[at..at + width];
                    back[from..from + width].iter_mut().zip(heard).for_each(|(x, y)| *x += NEIGHBOURS * y);
                }
            }
        }
        back.iter_mut().zip(&way.made[0]).for_each(|(back, made)| *back *= f32::from(u8::from(*made > 0.0)));
        let numbers: Vec<f32> = lessons.iter().flat_map(|l| l.reading.places.iter().copied()).collect();
        add_first_turned((count, places, width), &numbers, &back, &mut slope[self.parts.places.clone()]);
        let mut common = vec![0.0; lessons.len() * width];
        for (rows, common) in rows.iter().zip(common.chunks_exact_mut(width)) {
            sum_rows(&back[rows.begin * width..rows.end * width], common);
        }
        sum_rows(&common, &mut slope[self.parts.start.clone()]);
        let whole: Vec<f32> = lessons.iter().flat_map(|l| l.reading.whole.iter().copied()).collect();
        let form = (lessons.len(), self.legend.whole.len(), width);
        add_first_turned(form, &whole, &common, &mut slope[self.parts.whole.clone()]);
    }
}

/// Adds up rows.
fn sum_rows(rows: &[f32], out: &mut [f32]) {
    for row in rows.chunks_exact(out.len()) {
        out.iter_mut().zip(row).for_each(|(out, x)| *out += x);
    }
}

#[cfg(test)]
mod tests {
    use sandtable_core::chart::{Legend, Mark};
    use sandtable_core::{Rng, Stream};

    use super::*;
    use crate::{Answer, KEPT, LOST, NOBODYS, Sizes};

    static LEGEND: Legend = Legend {
        version: "test-1",
        places: &["a", "b", "c"],
        relations: &["friend", "foe"],
        seats: &["d", "e"],
        whole: &["f"],
        heads: &["go", "stay"],
        steps: &["g", "h"],
    };
    const WAYS: [(u16, u16); 6] = [(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2)];

    fn position(rng: &mut Rng) -> (Reading, Asked, Vec<f32>, Vec<f32>) {
        let mut reading = Reading::default();
        reading.clear(&LEGEND, 4, WAYS.len(), 3);
        let mut some =
            |numbers: &mut [f32]| numbers.iter_mut().for_each(|x| *x = 2.0 * rng.unit() as f32 - 1.0);
        some(&mut reading.places);
        some(&mut reading.seats);
        some(&mut reading.whole);
        some(&mut reading.strength);
        let mut numbers = vec![0.0; 6];
        some(&mut numbers);
        reading.strength[2] = f32::NEG_INFINITY;
        reading.held.copy_from_slice(&[1, 1, 2, 0]);
        reading.relations.copy_from_slice(&[0, 0, 1, 1, 1, 1]);
        let marks = vec![
            Mark { head: 0, from: Some(1), to: Some(2) },
            Mark { head: 0, from: Some(0), to: Some(1) },
            Mark { head: 1, from: None, to: None },
        ];
        (reading, Asked { marks, numbers }, vec![0.5, 0.2, 0.3], vec![0.7, 0.3, 0.0])
    }

    fn network(rng: &mut Rng) -> Graph {
        let mut graph = Graph::new(&LEGEND, Sizes { width: 16, layers: 2, seats: 16, steps: 16 }, rng);
        graph.numbers_mut().iter_mut().for_each(|w| *w = 0.5 * (2.0 * rng.unit() as f32 - 1.0));
        graph
    }

    #[test]
    fn slopes_are_what_small_changes_bring() {
        let mut rng = Rng::new(6, 0, Stream::World);
        let graph = network(&mut rng);
        let positions: Vec<_> = (0..3).map(|_| position(&mut rng)).collect();
        let mut lessons: Vec<Lesson> = positions
            .iter()
            .map(|(reading, asked, shares, chances)| Lesson {
                ways: &WAYS,
                reading,
                asked,
                shares,
                chances,
                kept: &[KEPT, LOST, KEPT, NOBODYS],
            })
            .collect();
        lessons[1].shares = &[];
        lessons[2].chances = &[];
        lessons[0].kept = &[];
        let own = graph.numbers().len();
        let head: Vec<f32> = (0..graph.ahead()).map(|_| rng.unit() as f32 - 0.5).collect();
        let mut slope = vec![0.0; own + head.len()];
        let loss = graph.learn_ahead(&lessons, &head, Some(&mut slope));
        assert_eq!((loss.valued, loss.rated, loss.foretold), (2, 2, 2));
        let at = |i: usize, d: f32| {
            let (mut near, mut head) = (graph.clone(), head.clone());
            *near.numbers_mut().iter_mut().chain(&mut head).nth(i).unwrap() += d;
            let loss = near.learn_ahead(&lessons, &head, None);
            // As much as the head counts beside the others.
            loss.value + loss.policy + 0.2 * loss.kept
        };
        let (mut steep, mut bent) = (0, Vec::new());
        for (i, slope) in slope.iter().enumerate() {
            let numeric = (at(i, 0.001) - at(i, -0.001)) / 0.002;
            if (numeric - f64::from(*slope)).abs() > 1e-2 {
                bent.push((i, numeric, *slope));
            }
            steep += usize::from(slope.abs() > 0.05);
        }
        // A unit that begins to answer within the small change bends the line there.
        assert!(bent.len() < 10, "{bent:?}");
        assert!(steep > 100, "only {steep} weights matter");
    }

    #[test]
    fn answers_are_those_that_were_learned_from() {
        let mut rng = Rng::new(4, 0, Stream::World);
        let graph = network(&mut rng);
        let mut answer = Answer::default();
        for _ in 0..20 {
            let (reading, asked, shares, chances) = position(&mut rng);
            let lesson = Lesson {
                ways: &WAYS,
                reading: &reading,
                asked: &asked,
                shares: &shares,
                chances: &chances,
                kept: &[],
            };
            let loss = graph.learn(&[lesson], None);
            graph.answer(&WAYS, &reading, &asked, &mut answer);
            let surprise = |told: &[f32], came: &[f32]| -> f64 {
                let pairs = told.iter().zip(came).filter(|(_, came)| **came > 0.0);
                pairs.map(|(told, came)| -f64::from(*came) * f64::from(*told).ln()).sum()
            };
            assert!((surprise(&answer.chances, &chances) - loss.value).abs() < 1e-4);
            let entropy = surprise(&shares, &shares);
            assert!((surprise(&answer.priors, &shares) - entropy - loss.policy).abs() < 1e-4);
            assert_eq!(answer.chances[2], 0.0, "who has lost has no chance");
        }
    }

    #[test]
    fn a_file_reads_back_and_one_that_does_not_fit_is_refused() {
        let graph = network(&mut Rng::new(5, 0, Stream::World));
        let bytes = graph.bytes("test", "nothing");
        let (again, note) = Graph::parse("x", &bytes, &LEGEND).unwrap();
        assert_eq!(again.numbers(), graph.numbers());
        assert_eq!((note.name.as_str(), note.chart.as_str()), ("test", "test-1"));
        static OTHER: Legend = Legend { version: "test-2", ..LEGEND };
        let refusal = Graph::parse("x", &bytes, &OTHER).unwrap_err().to_string();
        assert!(refusal.contains("expected a graph network for the chart test-2"), "{refusal}");
        for cut in [0, 7, 100, bytes.len() - 1] {
            assert!(Graph::parse("x", &bytes[..cut], &LEGEND).is_err(), "{cut} bytes");
        }
    }
}
