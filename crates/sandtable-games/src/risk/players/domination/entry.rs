//! How many troops move into a territory that was taken (section 7).

use super::super::super::state::{Set, members};
use super::border::need;
use super::reach::Reach;
use super::situation::Situation;

/// How many of the army at `from` should follow into `to`.
pub fn enter(
    view: &Situation,
    reach: &mut Reach,
    border: Set,
    (from, to): (usize, usize),
    eliminating: bool,
) -> i32 {
    let army = view.troops(from);
    if view.foes(to) == 0 {
        return 0;
    }
    if view.foes(from) == 0 {
        return army - 1;
    }
    let posted = border >> from & 1 == 1;
    let hopeful = Reach::hopeful(view);
    let stay = reach.spare(view, (to, army - 1), 0, hopeful, posted).max(1);
    let wanted = army - stay;
    match guarded(view, from) {
        Some(doors_and_bonus) if !view.rising && !eliminating => {
            let extra = match doors_and_bonus {
                (doors, bonus) if doors > 2 => bonus,
                (0, _) => 2,
                (doors, bonus) => 4 * bonus / doors,
            };
            let breaking = breaks(view, to) || view.threat.is_some();
            let extra = if breaking { extra / 2 } else { extra };
            wanted.min(army - need(view, from) - extra)
        }
        None if posted && !view.rising && !eliminating => wanted.min(army - need(view, from) - 2),
        _ => wanted,
    }
}

/// The doors and the bonus of a continent of the player's that a place is on or beside.
fn guarded(view: &Situation, t: usize) -> Option<(i32, i32)> {
    let near = view.game.map.adjacent[t] | 1 << t;
    let mut continents = members(near & view.own).map(|n| view.atlas.of(n));
    let mine = continents.find(|c| view.mine(c))?;
    Some((mine.doors.count_ones() as i32, mine.bonus))
}

/// Whether taking `to` has broken a rival's continent.
fn breaks(view: &Situation, to: usize) -> bool {
    let rest = view.atlas.of(to).members & !(1 << to);
    view.rivals().iter().any(|r| rest != 0 && rest & !r.land == 0)
}
