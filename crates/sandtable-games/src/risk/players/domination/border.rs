//! The border of one's continents, and what its guards need (section 6, "border").

use super::super::super::state::{Set, members};
use super::situation::Situation;

/// The doors of the player's continents that others are next to; behind doors that are covered, the land outward that they are next to.
pub fn border(view: &Situation) -> Set {
    let mut border = 0;
    for continent in view.atlas.continents.iter().filter(|c| view.mine(c)) {
        let mut seen = continent.members;
        let mut open: Set = 0;
        for door in members(continent.doors) {
            if view.foes(door) != 0 {
                border |= 1 << door;
            } else {
                open |= view.atlas.crosses[door];
            }
        }
        while open != 0 {
            let t = open.trailing_zeros() as usize;
            open &= open - 1;
            seen |= 1 << t;
            if view.foes(t) != 0 {
                border |= 1 << t;
            } else {
                open |= view.game.map.adjacent[t] & !seen;
            }
        }
    }
    border
}

/// How many troops a place should have: as many as the strongest foreign neighbour, and more where it covers a continent.
pub fn need(view: &Situation, t: usize) -> i32 {
    let mut need = members(view.foes(t)).map(|foe| view.troops(foe)).max().unwrap_or(0);
    if view.rising || view.threat.is_some() || !view.behind() || view.mine(view.atlas.of(t)) {
        return need;
    }
    let weak = |&cross: &usize| view.troops(cross) < view.atlas.of(cross).bonus;
    if let Some(cross) = members(view.atlas.crosses[t]).find(weak) {
        let bonus = view.atlas.of(cross).bonus;
        if need > 0 && view.own >> cross & 1 == 1 {
            need += bonus;
        } else {
            need = need.max(bonus / 2);
        }
    }
    need
}

/// The first of some places with fewer than two troops.
pub fn bare(view: &Situation, places: Set) -> Option<usize> {
    members(places).find(|&t| view.troops(t) < 2)
}

/// The next place for troops among guards, and how many, if they fall short of what they need.
pub fn shore_up(view: &Situation, places: Set) -> Option<(usize, i32)> {
    if let Some(t) = bare(view, places) {
        return Some((t, 2 - view.troops(t)));
    }
    if view.setup || view.rising && view.me.cards > 1 {
        return None;
    }
    let gap = |t: usize| need(view, t) - view.troops(t);
    members(places).find(|&t| gap(t) > 0).map(|t| (t, gap(t)))
}

/// The next place for troops among guards that get all there are.
pub fn fortify(view: &Situation, places: Set) -> Option<(usize, i32)> {
    let short = bare(view, places).map(|t| (t, 2 - view.troops(t)));
    short.or_else(|| members(places).next().map(|t| (t, need(view, t) + 2)))
}
