//! A network that learns from batches, on as many threads as there are, with the same result on any number of them.

use rayon::prelude::*;
use sandtable_core::BadInput;
use sandtable_core::chart::Legend;
use sandtable_core::train::Adam;
use serde::Deserialize;

use crate::graph::{Graph, Lesson, Loss, Sizes};

/// Lessons that one thread works through at once. Their number, not that of the threads, decides in which order slopes are added up.
const SHARE: usize = 32;
/// How fast weights that nothing needs fade, for each step of length one.
const FADE: f32 = 0.01;
/// How fast the network that is shown follows the one that learns. Each batch pulls that to and fro, and the mean of where it has been is better than where it is (Polyak and Juditsky, 1992).
const FOLLOW: f32 = 0.002;
/// It follows faster while there are few steps to take the mean of, so that little of where it began is left after some hundreds: as if so many steps had been taken before the first.
const BEFORE: f32 = 10.0;

/// A pupil in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    sizes: Sizes,
    weights: Vec<f32>,
    mean: Vec<f32>,
    adam: Adam,
    #[serde(default)]
    ahead: Option<(Vec<f32>, Adam)>,
}

/// A network and what its optimiser remembers.
#[derive(Clone, Debug)]
pub struct Pupil {
    /// The network that it shows: the mean of those that it has been of late.
    pub graph: Graph,
    /// The one that learns.
    learning: Graph,
    adam: Adam,
    /// The head that foretells who keeps what, if that is learned, too.
    ahead: Option<(Vec<f32>, Adam)>,
}

impl Pupil {
    /// Begins with a network.
    pub fn new(graph: Graph) -> Pupil {
        let adam = Adam::new(graph.numbers().len());
        Pupil { learning: graph.clone(), graph, adam, ahead: None }
    }

    /// Learns to foretell who keeps what from now on, if it does not yet.
    pub fn look_ahead(&mut self) {
        let count = self.graph.ahead();
        self.ahead.get_or_insert_with(|| (vec![0.0; count], Adam::new(count)));
    }

    fn head(&self) -> &[f32] {
        self.ahead.as_ref().map_or(&[], |(head, _)| head)
    }

    /// Everything that it needs to go on, as JSON.
    pub fn written(&self) -> serde_json::Value {
        serde_json::json!({
            "sizes": self.graph.sizes(),
            "weights": self.learning.numbers(),
            "mean": self.graph.numbers(),
            "adam": self.adam,
            "ahead": self.ahead,
        })
    }

    /// Reads that back; what does not fit together is refused.
    pub fn read(place: &str, kept: serde_json::Value, legend: &'static Legend) -> Result<Pupil, BadInput> {
        let refuse =
            |why: &str| BadInput::new(format!("{place}: expected a pupil as training keeps it: {why}"));
        let Kept { sizes, weights, mean, adam, ahead } =
            serde_json::from_value(kept).map_err(|e| refuse(&e.to_string()))?;
        let graph = Graph::with(place, legend, sizes, mean)?;
        let learning = Graph::with(place, legend, sizes, weights)?;
        let fits = |(head, adam): &(Vec<f32>, Adam)| head.len() == graph.ahead() && adam.fits(head.len());
        match adam.fits(graph.numbers().len()) && ahead.as_ref().is_none_or(fits) {
            true => Ok(Pupil { graph, learning, adam, ahead }),
            false => Err(refuse("its optimiser has learned another network")),
        }
    }

    /// One step of a certain length towards what some lessons show; how surprising they were before.
    pub fn step(&mut self, lessons: &[Lesson], length: f32) -> Loss {
        let (own, head) = (self.graph.numbers().len(), self.head());
        let size = own + head.len();
        let graph = &self.learning;
        let one = |share: &[Lesson]| {
            let mut slope = vec![0.0; size];
            (graph.learn_ahead(share, head, Some(&mut slope)), slope)
        };
        let shares: Vec<(Loss, Vec<f32>)> = lessons.par_chunks(SHARE).map(one).collect();
        let (mut loss, mut slope) = (Loss::default(), vec![0.0; size]);
        for (part, more) in shares {
            loss.add(part);
            slope.iter_mut().zip(more).for_each(|(slope, more)| *slope += more);
        }
        slope.iter_mut().for_each(|slope| *slope /= lessons.len().max(1) as f32);
        let (slope, slope_ahead) = slope.split_at(own);
        self.adam.step(self.learning.numbers_mut(), slope, length, FADE);
        if let Some((head, adam)) = &mut self.ahead {
            adam.step(head, slope_ahead, length, FADE);
        }
        let follow = (BEFORE / (BEFORE + self.adam.done() as f32)).max(FOLLOW);
        let mean = self.graph.numbers_mut().iter_mut();
        mean.zip(self.learning.numbers()).for_each(|(mean, weight)| *mean += follow * (weight - *mean));
        loss
    }

    /// How surprising some lessons are to it.
    pub fn exam(&self, lessons: &[Lesson]) -> Loss {
        let exam = |share| self.graph.learn_ahead(share, self.head(), None);
        let parts: Vec<Loss> = lessons.par_chunks(SHARE).map(exam).collect();
        parts.into_iter().fold(Loss::default(), |mut sum, part| {
            sum.add(part);
            sum
        })
    }
}
