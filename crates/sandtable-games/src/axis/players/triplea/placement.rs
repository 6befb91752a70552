//! Where new units go if there are several factories: to those in danger first, then where they are of most use.
//!
//! The program keeps where it wanted its purchases; here that is found again from what was bought.

use super::field::Field;
use super::judge::Judge;
use super::reach::Threats;
use super::value::{Marks, values};

/// What goes to each factory.
pub fn placement(field: Field, judge: &mut Judge) -> Vec<(u16, Vec<u16>)> {
    let (game, state) = (field.game, field.state);
    let mut left: Vec<u16> = state.bought.clone();
    let mut yards: Vec<(u16, u16)> =
        field.land().map(|p| (p, game.room(state, p))).filter(|(_, room)| *room > 0).collect();
    if let [(at, room)] = yards[..] {
        let mut new = vec![0; game.kinds()];
        let mut room = room;
        for k in (0..game.kinds()).filter(|&k| !game.scenario.units[k].factory) {
            new[k] = left[k].min(room);
            room -= new[k];
        }
        return vec![(at, new)];
    }
    let nothing = vec![false; game.provinces()];
    let worth = values(game, field.atlas, state, field.me, Marks { lost: &nothing, attacked: &nothing });
    let home = field.home();
    yards.sort_by(|a, b| {
        let key = |p: u16| (home == Some(p), worth[usize::from(p)]);
        let ((x, v), (y, w)) = (key(a.0), key(b.0));
        y.cmp(&x).then(w.total_cmp(&v))
    });
    let mut plan: Vec<(u16, Vec<u16>)> = yards.iter().map(|(p, _)| (*p, vec![0; game.kinds()])).collect();
    let mut give = |y: usize, room: &mut u16, left: &mut [u16]| {
        let next = (0..left.len()).find(|&k| left[k] > 0 && !game.scenario.units[k].factory);
        let Some(k) = next.filter(|_| *room > 0) else { return false };
        (left[k], *room) = (left[k] - 1, *room - 1);
        plan[y].1[k] += 1;
        true
    };
    if yards.len() > 1 {
        let threats = Threats::new(game, state, field.me, &nothing, judge);
        for (y, (at, room)) in yards.iter_mut().enumerate() {
            let (there, before) = (field.units(*at, true), left.clone());
            let mut defenders = there.to_vec();
            while judge.plain(threats.at(*at), &defenders).land && give(y, room, &mut left) {
                let new = before.iter().zip(&left).map(|(before, left)| before - left);
                defenders = there.iter().zip(new).map(|(there, new)| there + new).collect();
            }
        }
    }
    let mut order: Vec<usize> = (0..yards.len()).collect();
    order.sort_by(|&a, &b| worth[usize::from(yards[b].0)].total_cmp(&worth[usize::from(yards[a].0)]));
    for y in order {
        while give(y, &mut yards[y].1, &mut left) {}
    }
    plan
}
