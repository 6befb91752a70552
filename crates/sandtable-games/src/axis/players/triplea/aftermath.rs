//! The board as it is expected to be after the battles of a combat move (A2): whoever is left takes the province.

use super::campaign::Campaign;
use super::reach::Ways;
use crate::axis::scenario::Domain;
use crate::axis::{Moved, Phase, State};

impl Campaign<'_> {
    /// The position after all battles, with redeployments to come. Raiders are taken to be where they came from.
    pub fn aftermath(&mut self) -> State {
        let field = self.field;
        let (game, me) = (field.game, field.me);
        let taken: Vec<bool> = (0..game.provinces() as u16).map(|p| field.state.was_taken(p)).collect();
        let ways = Ways { game, state: field.state, nation: me, closed: &taken };
        let mut next = field.state.clone();
        next.raids.clear();
        next.sorties.clear();
        next.came.clear();
        (next.phase, next.after) = (Phase::Redeploy, None);
        for &i in &self.list {
            let mut left = self.targets[i].verdict(self.judge).left.clone();
            left.resize(game.kinds(), 0);
            let at = self.targets[i].at;
            for s in self.soldiers.iter().filter(|s| s.goes == Some(i)) {
                let unit = &game.scenario.units[s.kind];
                game.counts_mut(&mut next, s.from, me)[s.kind] -= 1;
                let mut range = 0;
                if unit.domain == Domain::Air {
                    range = unit.movement.saturating_sub(game.air_distance(s.from, at));
                } else {
                    for leg in ways.legs(s.from, at, unit.movement, unit.blitz) {
                        if leg != at && !game.allied(me, next.owner[usize::from(leg)]) {
                            game.capture(&mut next, leg);
                        }
                    }
                }
                if left[s.kind] > 0 {
                    left[s.kind] -= 1;
                    game.counts_mut(&mut next, at, me)[s.kind] += 1;
                    next.note(Moved { at, unit: s.kind as u8, left: range, raid: false, count: 1 });
                }
            }
            for nation in (0..=game.nations() as u8).filter(|&n| !game.allied(me, n)) {
                for (n, unit) in game.counts_mut(&mut next, at, nation).iter_mut().zip(&game.scenario.units) {
                    *n = if unit.fights() { 0 } else { *n };
                }
            }
            if !game.allied(me, next.owner[usize::from(at)]) {
                game.capture(&mut next, at);
            }
        }
        // Loot comes too late to be spent.
        next.money.clone_from(&field.state.money);
        next
    }
}
