//! Adam (Kingma and Ba, 2015) with weights that fade by themselves (Loshchilov and Hutter, 2019).

use serde::{Deserialize, Serialize};

/// How much of an old step goes into the next, and what keeps steps finite.
const MOMENTUM: f32 = 0.9;
const MEMORY: f32 = 0.999;
const TINY: f32 = 1e-8;

/// What is remembered of earlier steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    done: i32,
}

impl Adam {
    /// For so many weights.
    pub fn new(size: usize) -> Adam {
        Adam { mean: vec![0.0; size], square: vec![0.0; size], done: 0 }
    }

    /// Whether it is for so many weights.
    pub fn fits(&self, size: usize) -> bool {
        self.mean.len() == size && self.square.len() == size
    }

    /// How many steps have been taken.
    pub fn done(&self) -> i32 {
        self.done
    }

    /// One step of a certain length down a slope; weights fade by a part `fade` of that length.
    pub fn step(&mut self, weights: &mut [f32], slope: &[f32], length: f32, fade: f32) {
        self.done += 1;
        let warm = |rate: f32| 1.0 - rate.powi(self.done.min(10_000));
        let (momentum, memory) = (warm(MOMENTUM), warm(MEMORY));
        let means = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(slope).zip(means) {
            *mean = MOMENTUM * *mean + (1.0 - MOMENTUM) * slope;
            *square = MEMORY * *square + (1.0 - MEMORY) * slope * slope;
            let step = *mean / momentum / ((*square / memory).sqrt() + TINY);
            *weight -= length * (step + fade * *weight);
        }
    }
}
