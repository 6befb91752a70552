//! What of a map does not change: how far it is over land, and how much land lies around.

use crate::axis::Axis;
use crate::axis::players::land::distances;

/// Land from which another province is out of reach.
pub const AWAY: u8 = u8::MAX;
/// Land within so many steps counts as what lies around.
const AROUND: u8 = 6;
/// And within so many it lies near.
const NEAR: u8 = 2;

/// Distances over land, whoever holds it.
pub struct Atlas {
    provinces: usize,
    steps: Vec<u8>,
    around: Vec<f64>,
    near: Vec<Vec<u16>>,
    /// Land that can be entered.
    pub land: Vec<u16>,
}

impl Atlas {
    /// Measures a map.
    pub fn new(game: &Axis) -> Atlas {
        let provinces = game.provinces();
        let mut steps = Vec::with_capacity(provinces * provinces);
        for from in 0..provinces as u16 {
            let row = if game.land(from) { distances(game, &[from]) } else { vec![u16::MAX; provinces] };
            steps.extend(row.into_iter().map(|far| far.min(u16::from(AWAY)) as u8));
        }
        let land = (0..provinces as u16).filter(|&p| game.land(p)).collect();
        let mut atlas = Atlas { provinces, steps, around: Vec::new(), near: Vec::new(), land };
        let within = |from: usize, far: u8| {
            let row = &atlas.steps[from * provinces..(from + 1) * provinces];
            row.iter().filter(|&&steps| steps <= far).count() as f64
        };
        let largest = (0..provinces).map(|p| within(p, AWAY - 1)).fold(1.0, f64::max);
        atlas.around = (0..provinces).map(|p| within(p, AROUND) / largest).collect();
        let near = |p: u16| atlas.land.iter().copied().filter(|&q| atlas.steps(p, q) <= NEAR).collect();
        atlas.near = (0..provinces as u16).map(near).collect();
        atlas
    }

    /// How many steps it is from one province to another.
    pub fn steps(&self, from: u16, to: u16) -> u8 {
        self.steps[usize::from(from) * self.provinces + usize::from(to)]
    }

    /// The land near a province, itself included.
    pub fn near(&self, at: u16) -> &[u16] {
        &self.near[usize::from(at)]
    }

    /// How much land lies around a province, as a share of the largest land mass.
    pub fn around(&self, at: u16) -> f64 {
        self.around[usize::from(at)]
    }
}
