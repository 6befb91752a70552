//! Who can get where in one turn: the units of a nation over land and through the air, and all that enemies could bring against a province.

use super::judge::Judge;
use crate::axis::scenario::Domain;
use crate::axis::{Axis, State};

/// A nation's ways on a board. Provinces that are closed let nobody through.
#[derive(Clone, Copy)]
pub struct Ways<'a> {
    pub game: &'a Axis,
    pub state: &'a State,
    pub nation: u8,
    pub closed: &'a [bool],
}

impl<'a> Ways<'a> {
    /// Whether enemies of the nation fight there.
    pub fn hostile(&self, at: u16) -> bool {
        (0..=self.game.nations() as u8).any(|n| {
            !self.game.allied(self.nation, n)
                && self
                    .game
                    .counts(self.state, at, n)
                    .iter()
                    .zip(&self.game.scenario.units)
                    .any(|(c, u)| *c > 0 && u.fights())
        })
    }

    fn friendly(&self, at: u16) -> bool {
        self.game.allied(self.nation, self.state.owner[usize::from(at)])
    }

    /// Whether nobody and nothing stands there.
    fn empty(&self, at: u16) -> bool {
        (0..=self.game.nations() as u8).all(|n| self.game.counts(self.state, at, n).iter().all(|&c| c == 0))
    }

    fn lets_through(&self, at: u16, blitz: bool) -> bool {
        !self.closed[usize::from(at)]
            && match self.friendly(at) {
                true => !self.hostile(at),
                false => blitz && self.empty(at),
            }
    }

    /// Calls `visit` with all provinces in reach of land units, and from where they come to each.
    pub fn march(&self, from: u16, movement: u8, blitz: bool, mut visit: impl FnMut(u16, u16)) {
        let mut seen = vec![from];
        let mut front = 0..1;
        for step in 1..=movement {
            let before = seen.len();
            for i in front {
                let here = seen[i];
                if step > 1 && !self.lets_through(here, blitz) {
                    continue;
                }
                for &to in self.game.land_ways(here) {
                    if !seen.contains(&to) {
                        seen.push(to);
                        visit(to, here);
                    }
                }
            }
            front = before..seen.len();
        }
    }

    /// Where units that go from one province to another come by: what they enter on the way without fighting, and at last the target.
    pub fn legs(&self, from: u16, to: u16, movement: u8, blitz: bool) -> Vec<u16> {
        let mut before = Vec::new();
        self.march(from, movement, blitz, |at, last| before.push((at, last)));
        let (mut legs, mut at) = (vec![to], to);
        while let Some(&(_, last)) = before.iter().find(|(p, _)| *p == at) {
            if last != from && !self.friendly(last) {
                legs.push(last);
            }
            at = last;
        }
        legs.reverse();
        legs
    }

    /// Whether planes get from one province to another, with a place to land in reach if they have used more than half of their range.
    fn flies(&self, from: u16, to: u16, movement: u8) -> bool {
        let far = self.game.air_distance(from, to);
        let Some(left) = movement.checked_sub(far) else { return false };
        2 * left >= movement
            || (0..self.game.provinces() as u16).any(|p| {
                self.game.air_distance(to, p) <= left
                    && self.game.land(p)
                    && self.friendly(p)
                    && !self.closed[usize::from(p)]
            })
    }
}

/// What enemies could send against each province in their next turn. A unit counts against every province that it reaches.
pub struct Threats {
    kinds: usize,
    forces: Vec<u16>,
}

impl Threats {
    /// The largest attack that a single enemy nation could make on each province. Enemies in closed provinces are taken as dead.
    pub fn new(game: &Axis, state: &State, me: u8, closed: &[bool], judge: &Judge) -> Threats {
        let kinds = game.kinds();
        let mut threats = Threats { kinds, forces: Vec::new() };
        for nation in (0..game.nations() as u8).filter(|&n| !game.allied(me, n)) {
            let forces = one(Ways { game, state, nation, closed });
            if threats.forces.is_empty() {
                threats.forces = forces;
                continue;
            }
            for (most, other) in threats.forces.chunks_mut(kinds).zip(forces.chunks(kinds)) {
                if judge.attack(other) > judge.attack(most) {
                    most.copy_from_slice(other);
                }
            }
        }
        threats.forces.resize(game.provinces() * kinds, 0);
        threats
    }

    /// The largest attack on a province.
    pub fn at(&self, at: u16) -> &[u16] {
        let first = usize::from(at) * self.kinds;
        &self.forces[first..first + self.kinds]
    }
}

/// What one nation could send against each province.
fn one(ways: Ways) -> Vec<u16> {
    let (game, kinds) = (ways.game, ways.game.kinds());
    let mut forces = vec![0; game.provinces() * kinds];
    for from in (0..game.provinces() as u16).filter(|&p| !ways.closed[usize::from(p)]) {
        let counts = game.counts(ways.state, from, ways.nation);
        if counts.iter().all(|&n| n == 0) {
            continue;
        }
        for (k, (unit, &n)) in game.scenario.units.iter().zip(counts).enumerate() {
            if n == 0 || !unit.fights() || unit.movement == 0 {
                continue;
            }
            let mut add = |to: u16| forces[usize::from(to) * kinds + k] += n;
            match unit.domain {
                Domain::Land => ways.march(from, unit.movement, unit.blitz, |to, _| add(to)),
                Domain::Air => (0..game.provinces() as u16)
                    .filter(|&to| to != from && game.land(to) && ways.flies(from, to, unit.movement))
                    .for_each(add),
                Domain::Sea => {}
            }
        }
    }
    forces
}
