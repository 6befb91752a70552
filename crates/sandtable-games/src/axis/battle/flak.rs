//! The guns' fire before the first round: how many planes of each kind may be left, and with which chance.

use super::super::scenario::Domain;
use super::Setup;

/// Fewer planes than with this chance are not followed.
const PRUNE: f64 = 1e-12;

/// The attackers that may be left, one block of counts for each way.
#[derive(Default)]
pub(super) struct Flak {
    chances: Vec<f64>,
    counts: Vec<u16>,
    more: (Vec<f64>, Vec<u16>),
    /// The chance of all that was not followed.
    pub(super) missing: f64,
}

impl Flak {
    /// Fires, if the defender has a gun.
    pub(super) fn fire(&mut self, setup: &Setup) {
        self.missing = 0.0;
        self.chances.clear();
        self.counts.clear();
        self.chances.push(1.0);
        self.counts.extend_from_slice(setup.attackers);
        let guns = setup.units.iter().zip(setup.defenders).any(|(unit, &count)| unit.flak && count > 0);
        if !guns {
            return;
        }
        let kinds = setup.units.len();
        for (kind, unit) in setup.units.iter().enumerate() {
            let planes = setup.attackers[kind];
            if planes == 0 || unit.domain != Domain::Air || !unit.fights() {
                continue;
            }
            self.more.0.clear();
            self.more.1.clear();
            for (chance, counts) in self.chances.iter().zip(self.counts.chunks_exact(kinds)) {
                for down in 0..=planes {
                    let p = chance * shot_down(planes, down);
                    if p < PRUNE {
                        self.missing += p;
                        continue;
                    }
                    self.more.0.push(p);
                    let start = self.more.1.len();
                    self.more.1.extend_from_slice(counts);
                    self.more.1[start + kind] -= down;
                }
            }
            std::mem::swap(&mut self.chances, &mut self.more.0);
            std::mem::swap(&mut self.counts, &mut self.more.1);
        }
    }

    /// How many ways there are.
    pub(super) fn len(&self) -> usize {
        self.chances.len()
    }

    /// A way: its chance and who is left.
    pub(super) fn way(&self, n: usize) -> (f64, &[u16]) {
        let kinds = self.counts.len() / self.chances.len();
        (self.chances[n], &self.counts[n * kinds..][..kinds])
    }
}

/// The chance that of so many planes exactly `down` are shot down, each on a 1.
fn shot_down(planes: u16, down: u16) -> f64 {
    let choose: f64 = (1..=down).map(|k| f64::from(planes + 1 - k) / f64::from(k)).product();
    choose * (1.0f64 / 6.0).powi(down.into()) * (5.0f64 / 6.0).powi((planes - down).into())
}
