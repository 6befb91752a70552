//! A lesson beside the others: whether whoever holds a place still holds it some turns on (auxiliary targets, Wu 2019).
//!
//! How a game ends is one bit for all its positions. Who keeps what tells much more of them, and what foretells it is of use for the rest. The head that says so has a weight for
//! each number of a place; it stays with the pupil, and networks that play do without it.

use super::Graph;
use super::learn::{Lesson, Loss, Rows};

/// How much it counts beside the other lessons.
const WEIGHT: f32 = 0.2;

/// What became of a place.
pub const LOST: u8 = 0;
/// Its holder holds it still.
pub const KEPT: u8 = 1;
/// It was nobody's.
pub const NOBODYS: u8 = 2;

impl Graph {
    /// How many weights the head has.
    pub(crate) fn ahead(&self) -> usize {
        self.sizes.width + 1
    }

    /// The surprise at who keeps what. Whoever learns finds in `slope` how it changes with each weight of the head, and in `back` with each number of the places.
    pub(super) fn keepers(
        &self,
        lessons: &[Lesson],
        rows: &[Rows],
        places: &[f32],
        head: &[f32],
        mut learning: Option<(&mut [f32], &mut [f32])>,
    ) -> Loss {
        let width = self.sizes.width;
        let (weights, start) = (&head[..width], head[width]);
        let mut loss = Loss::default();
        for (lesson, rows) in lessons.iter().zip(rows) {
            let known = lesson.kept.iter().filter(|kept| **kept != NOBODYS).count();
            if known == 0 {
                continue;
            }
            for (place, kept) in lesson.kept.iter().enumerate().filter(|(_, kept)| **kept != NOBODYS) {
                let at = (rows.begin + place) * width..(rows.begin + place + 1) * width;
                let x = &places[at.clone()];
                let score = start + x.iter().zip(weights).map(|(x, w)| x * w).sum::<f32>();
                let told = 1.0 / (1.0 + (-score).exp());
                let right = if *kept == KEPT { told } else { 1.0 - told };
                loss.kept -= f64::from(right.max(1e-9)).ln() / known as f64;
                let Some((back, slope)) = &mut learning else { continue };
                let off = WEIGHT / known as f32 * (told - f32::from(*kept));
                slope[width] += off;
                slope.iter_mut().zip(x).for_each(|(slope, x)| *slope += off * x);
                back[at].iter_mut().zip(weights).for_each(|(back, w)| *back += off * w);
            }
            loss.foretold += 1;
        }
        loss
    }
}
