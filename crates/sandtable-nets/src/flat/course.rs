//! A course: passes through lessons until a network no longer gets better at those that are held back.

use sandtable_core::Rng;
use sandtable_core::train::Adam;

use super::Flat;
use super::learn::{Lesson, Loss, Manner, Measure};

/// How much is kept from batch to batch of the means that layers are normalised by. The first batches of a course are averaged: means that began anywhere would take
/// hundreds of steps to come true, and exams before that would end a course that had hardly begun.
const MEMORY: f32 = 0.99;

/// How a flat network learns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// Lessons a step.
    pub batch: usize,
    /// The length of a step.
    pub length: f32,
    /// How strongly the weights of heads are pulled towards zero.
    pub pull: f32,
    /// The share of numbers that dropout leaves out.
    pub dropout: f32,
    /// So many passes may bring nothing before it ends.
    pub patience: u32,
    /// It ends after so many passes in any case.
    pub passes: u32,
    /// What the value is measured by.
    pub measure: Measure,
}

impl Default for Course {
    fn default() -> Self {
        Course {
            batch: 32,
            length: 0.001,
            pull: 0.01,
            dropout: 0.5,
            patience: 10,
            passes: 200,
            measure: Measure::Square,
        }
    }
}

/// How a pass through all lessons went.
#[derive(Clone, Debug, PartialEq)]
pub struct PassReport {
    /// While it learned, with dropout.
    pub learning: Loss,
    /// On the lessons that were held back, afterwards.
    pub held: Loss,
}

impl Flat {
    /// Takes a course; the network is then as it was after its best pass. The first report is of the network as it came, and nothing was learned for it.
    pub fn study(
        &mut self,
        lessons: &[Lesson],
        held: &[Lesson],
        course: Course,
        rng: &mut Rng,
    ) -> Vec<PassReport> {
        let mut adam = Adam::new(self.numbers().len());
        let mut order: Vec<usize> = (0..lessons.len()).collect();
        let mut best = (self.numbers().to_vec(), f64::INFINITY);
        let mut reports =
            vec![PassReport { learning: Loss::default(), held: self.exam(held, course.measure) }];
        let mut since = 0;
        for _ in 0..course.passes {
            for i in (1..order.len()).rev() {
                order.swap(i, rng.below(i as u32 + 1) as usize);
            }
            let mut learning = Loss::default();
            for batch in order.chunks(course.batch.max(1)) {
                let batch: Vec<&Lesson> = batch.iter().map(|i| &lessons[*i]).collect();
                let loss = self.step(&batch, course, &mut adam, rng);
                match learning.heads.is_empty() {
                    true => learning = loss,
                    false => learning.add(&loss),
                }
            }
            let exam = self.exam(held, course.measure);
            let total = exam.total();
            reports.push(PassReport { learning, held: exam });
            since += 1;
            if total < best.1 {
                best = (self.numbers().to_vec(), total);
                since = 0;
            }
            if since >= course.patience {
                break;
            }
        }
        self.numbers_mut().copy_from_slice(&best.0);
        reports
    }

    /// One step towards what some lessons show; how wrong it was before.
    pub fn step(&mut self, batch: &[&Lesson], course: Course, adam: &mut Adam, rng: &mut Rng) -> Loss {
        let mut slope = vec![0.0; self.numbers().len()];
        let mut kept = Vec::new();
        let done = adam.done() as f32;
        let memory = MEMORY.min(done / (done + 1.0));
        let dropout = course.dropout;
        let manner = Manner::Learning { rng, dropout, slope: &mut slope, memory, kept: &mut kept };
        let loss = self.pass(batch, course.measure, manner);
        self.pull(course.pull, &mut slope);
        adam.step(self.numbers_mut(), &slope, course.length, 0.0);
        for (at, new) in kept {
            self.numbers_mut()[at].copy_from_slice(&new);
        }
        loss
    }

    /// How wrong it is about some lessons.
    pub fn exam(&self, lessons: &[Lesson], measure: Measure) -> Loss {
        /// Lessons at a time.
        const SOME: usize = 256;
        let mut sum = Loss::zero(self.heads.len());
        for some in lessons.chunks(SOME) {
            let some: Vec<&Lesson> = some.iter().collect();
            sum.add(&self.pass(&some, measure, Manner::Exam));
        }
        sum
    }
}
