//! Battles that were fought before: exact ends, by forces.

use rustc_hash::FxHashMap;

use super::MAX_KINDS;
use crate::axis::battle::{End, Losses, Retreat, Setup, fight};
use crate::axis::scenario::Unit;

/// How many units of each kind.
pub(super) type Force = [u8; MAX_KINDS];

/// One way in which a battle may end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    pub attack: Force,
    pub defence: Force,
    pub taken: bool,
    pub chance: f64,
}

/// All battles so far.
#[derive(Clone, Default)]
pub(super) struct Battles {
    known: FxHashMap<(Force, Force), (u32, u32)>,
    ends: Vec<Ending>,
    kinds: usize,
}

impl Battles {
    pub fn new(units: &[Unit]) -> Battles {
        Battles { kinds: units.len(), ..Battles::default() }
    }

    /// The ends of a battle that is fought out; their chances add up to 1.
    pub fn ends(&mut self, units: &[Unit], attack: Force, defence: Force) -> &[Ending] {
        let (first, end) = match self.known.get(&(attack, defence)) {
            Some(range) => *range,
            None => {
                let range = self.work_out(units, attack, defence);
                self.known.insert((attack, defence), range);
                range
            }
        };
        &self.ends[first as usize..end as usize]
    }

    fn work_out(&mut self, units: &[Unit], attack: Force, defence: Force) -> (u32, u32) {
        let wide = |force: Force| force[..self.kinds].iter().map(|&n| u16::from(n)).collect::<Vec<u16>>();
        let narrow = |counts: &[u16]| {
            let mut force = [0; MAX_KINDS];
            force.iter_mut().zip(counts).for_each(|(f, &n)| *f = n as u8);
            force
        };
        let outcomes = fight(&Setup {
            units,
            attackers: &wide(attack),
            defenders: &wide(defence),
            attack_losses: &Losses::Cost,
            defence_losses: &Losses::Cost,
            retreat: Retreat::Never,
        });
        let all: f64 = outcomes.iter().map(|o| o.chance).sum();
        let first = self.ends.len() as u32;
        self.ends.extend(outcomes.iter().map(|o| Ending {
            attack: narrow(&o.attackers),
            defence: narrow(&o.defenders),
            taken: o.end == (End::Won { taken: true }),
            chance: o.chance / all,
        }));
        (first, self.ends.len() as u32)
    }
}
