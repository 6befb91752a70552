//! Which continents to go for, the best first (section 3).

use super::super::super::state::{Set, members};
use super::reach::Reach;
use super::situation::Situation;

/// Lists the continents worth going for, by their numbers.
pub fn list(view: &Situation, reach: &Reach, found: &mut Vec<(f64, usize)>) {
    found.clear();
    let power = 1.0 / f64::from(1 + view.continents());
    for (number, continent) in view.atlas.continents.iter().enumerate() {
        if view.mine(continent) || continent.members & reach.reached == 0 {
            continue;
        }
        if view.threat.is_some() && view.holder(continent).is_some_and(|h| Some(h.seat) != view.threat) {
            continue;
        }
        let count = count(view, reach, number);
        let doors = continent.doors.count_ones() as i32;
        if view.attacking && view.state.conquered {
            let needed = count.enemy_troops + count.enemies + count.own - count.troops + 2 * doors;
            if 0.8 * f64::from(needed) > f64::from(count.troops) {
                continue;
            }
        }
        let share = view.hand / if view.setup { 3 } else { 2 };
        let strength = (count.own + 2 * count.troops + share).max(1);
        let mut ratio = f64::from(strength) / f64::from(count.enemies + 2 * count.enemy_troops);
        if ratio < 0.5 {
            if view.threat.is_some() {
                continue;
            }
            let excess = f64::from((count.enemy_troops - count.enemies).max(1));
            ratio /= excess.powi(if view.setup { 3 } else { 2 });
        }
        if view.threat.is_none() {
            ratio *= view.value(continent).powf(power);
        }
        found.push((ratio, number));
    }
    found.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let sure = (6 - view.rivals().len() as i32).max(1) as usize;
    let mut place = 0;
    found.retain(|(ratio, _)| {
        place += 1;
        place <= sure || *ratio >= 0.5
    });
}

/// Who stands on a continent and around it.
struct Count {
    own: i32,
    troops: i32,
    enemies: i32,
    enemy_troops: i32,
}

fn count(view: &Situation, reach: &Reach, number: usize) -> Count {
    let continent = &view.atlas.continents[number];
    let mut count = Count { own: 0, troops: 0, enemies: 0, enemy_troops: 0 };
    let mut seen: Set = 0;
    for t in members(continent.members) {
        let own = view.own >> t & 1 == 1;
        if own {
            count.own += 1;
            count.troops += view.troops(t);
        } else {
            let mut troops = view.troops(t);
            if view.threat == Some(view.owner(t)) {
                troops /= 2;
            }
            let firm = reach.reached >> t & 1 == 0 || reach.joint(t) <= 0;
            count.enemies += 1;
            count.enemy_troops += if troops >= 2 && firm { 3 * troops / 2 } else { troops };
        }
        for cross in members(view.atlas.crosses[t] & !seen) {
            seen |= 1 << cross;
            if view.own >> cross & 1 == 1 {
                count.troops += if own { 0 } else { view.troops(cross) - 1 };
            } else if view.threat.is_none() {
                let more = 0.8 * f64::from(view.troops(cross));
                count.enemy_troops = (f64::from(count.enemy_troops) + more) as i32;
            }
        }
    }
    count
}
