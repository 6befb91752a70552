//! A network at school: samples become lessons, and lessons are learned in batches.

use rayon::prelude::*;
use sandtable_core::chart::Reading;
use sandtable_core::{Chart, Game, Rng};
use sandtable_nets::{Answer, Asked, Lesson, Loss, Pupil, mark};

use super::curves::Bin;
use super::log::Foresight;
use super::sample::{Sample, shuffle};

/// Lessons that are learned from at once.
pub const BATCH: usize = 128;

/// Into how many bins chances are sorted.
const BINS: usize = 10;

/// A network that learns, and the desks on which its lessons are laid out.
pub struct Class<'a, G: Game> {
    game: &'a G,
    chart: &'static dyn Chart<G>,
    ways: Vec<(u16, u16)>,
    desks: Vec<(Reading, Asked)>,
    /// So many turns on is it foretold who keeps what; 0: not at all.
    ahead: u32,
    /// Who learns.
    pub pupil: Pupil,
}

impl<'a, G: Game> Class<'a, G> {
    /// For somebody who learns a game.
    pub fn new(game: &'a G, chart: &'static dyn Chart<G>, pupil: Pupil) -> Class<'a, G> {
        let desks = vec![<(Reading, Asked)>::default(); BATCH];
        Class { game, chart, ways: chart.ways(game), desks, ahead: 0, pupil }
    }

    /// The same, where it is learned, too, who keeps what so many turns on, unless that is none.
    pub fn looking_ahead(mut self, turns: u32) -> Class<'a, G> {
        self.ahead = turns;
        if turns > 0 {
            self.pupil.look_ahead();
        }
        self
    }

    /// How samples find out who keeps what, if that is learned.
    pub fn foresight(&self) -> Option<Foresight<G>> {
        (self.ahead > 0).then_some(Foresight { chart: self.chart, turns: self.ahead })
    }

    /// Learns from all samples once, in an order of the generator's; how surprising they were.
    pub fn teach(&mut self, samples: &[Sample<G>], rng: &mut Rng, length: f32) -> Loss {
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        shuffle(&mut order, rng);
        let mut loss = Loss::default();
        for batch in order.chunks(BATCH) {
            let batch: Vec<&Sample<G>> = batch.iter().map(|&i| &samples[i as usize]).collect();
            loss.add(self.each(&batch, |pupil, lessons| pupil.step(lessons, length)));
        }
        loss
    }

    /// How surprising some samples are.
    pub fn exam(&mut self, samples: &[Sample<G>]) -> Loss {
        let mut loss = Loss::default();
        for batch in samples.chunks(BATCH) {
            let batch: Vec<&Sample<G>> = batch.iter().collect();
            loss.add(self.each(&batch, |pupil, lessons| pupil.exam(lessons)));
        }
        loss
    }

    /// Chances that it sees in ten bins, and what came, on the mean, of what it saw in each.
    pub fn calibration(&mut self, samples: &[Sample<G>]) -> Vec<Bin> {
        let mut bins = vec![Bin::default(); BINS];
        let mut answer = Answer::default();
        let Class { game, chart, ways, desks, pupil, .. } = self;
        let (reading, _) = &mut desks[0];
        for sample in samples {
            chart.read(game, &sample.state, reading);
            pupil.graph.answer(ways, reading, &Asked::default(), &mut answer);
            for (&predicted, &came) in answer.chances.iter().zip(&sample.chances) {
                let bin = &mut bins[((predicted * BINS as f32) as usize).min(BINS - 1)];
                bin.count += 1;
                bin.predicted += f64::from(predicted);
                bin.came += f64::from(came);
            }
        }
        for bin in &mut bins {
            bin.predicted /= f64::from(bin.count.max(1));
            bin.came /= f64::from(bin.count.max(1));
        }
        bins
    }

    /// Lays a batch out and does something with its lessons.
    fn each(&mut self, batch: &[&Sample<G>], what: impl FnOnce(&mut Pupil, &[Lesson]) -> Loss) -> Loss {
        let Class { game, chart, ways, desks, pupil, .. } = self;
        desks.par_iter_mut().zip(batch).for_each(|((reading, asked), sample)| {
            chart.read(game, &sample.state, reading);
            mark(*chart, game, &sample.state, &sample.steps, asked);
        });
        let lessons: Vec<Lesson> = desks
            .iter()
            .zip(batch)
            .map(|((reading, asked), sample)| Lesson {
                ways,
                reading,
                asked,
                shares: &sample.shares,
                chances: &sample.chances,
                kept: &sample.kept,
            })
            .collect();
        what(pupil, &lessons)
    }
}
