//! Raids on factories (A6).

use super::campaign::Campaign;

/// A raid is flown for this much.
const ENOUGH: f64 = 4.0;
/// What a bomber is expected to destroy, about.
const DAMAGE: f64 = 3.0;

impl Campaign<'_> {
    /// Sends bombers against factories, one by one, until one is needed elsewhere.
    pub fn bomb(&mut self) {
        let field = self.field;
        let mut sent = vec![0.0; field.game.provinces()];
        for s in 0..self.soldiers.len() {
            let (kind, from) = (self.soldiers[s].kind, self.soldiers[s].from);
            if !field.game.scenario.units[kind].bombs {
                continue;
            }
            if !self.soldiers[s].idle() {
                return;
            }
            let score = |at: u16| {
                let guns = if field.game.enemy_flak(field.state, at) { 1.0 } else { 10.0 };
                guns * (field.worth(at) - DAMAGE * sent[usize::from(at)])
            };
            let able = |&at: &u16| {
                field.game.safe_raid(field.state, kind as u8, from, at) && field.lands_well(kind, from, at)
            };
            let best =
                field.land().filter(able).max_by(|&a, &b| score(a).total_cmp(&score(b)).then(b.cmp(&a)));
            if let Some(at) = best.filter(|&at| score(at) >= ENOUGH) {
                sent[usize::from(at)] += 1.0;
                self.soldiers[s].raids = Some(at);
            }
        }
    }
}
