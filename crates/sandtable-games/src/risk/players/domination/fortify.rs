//! The move that ends a turn (section 7).

use super::super::super::state::{MAX_TROOPS, Phase, Set, members};
use super::border::need;
use super::draft::score;
use super::situation::Situation;

/// From where, where to, and how many, if any should move.
pub fn fortify(view: &Situation, border: Set) -> Option<(usize, usize, i32)> {
    let gap = |t: usize| need(view, t) - view.troops(t);
    let posted = |t: usize| border >> t & 1 == 1;
    let guards = best(view, |from, to| {
        let free = !posted(from) || gap(from) / 2 + 1 < 0;
        free && posted(to) && gap(to) >= -1
    });
    if let Some((from, to)) = guards {
        let troops = if posted(from) { -gap(from) / 2 - 1 } else { view.troops(from) - 1 };
        return Some((from, to, troops)).filter(|(_, _, troops)| *troops > 0);
    }
    let landlocked = |t: usize| view.fronts >> t & 1 == 0;
    if let Some((from, to)) = best(view, |from, to| landlocked(from) && !landlocked(to)) {
        return Some((from, to, view.troops(from) - 1));
    }
    let inland = members(view.own & !view.fronts).filter(|&t| view.troops(t) > 2);
    let from = inland.max_by_key(|&t| view.troops(t))?;
    let near = members(view.game.map.adjacent[from] & view.own).filter(|&to| permitted(view, from, to));
    let to = near.min_by_key(|&t| view.troops(t))?;
    Some((from, to, view.troops(from) - 2))
}

/// Whether a move comes in the order of the rules and finds room.
fn permitted(view: &Situation, from: usize, to: usize) -> bool {
    let Phase::Fortify { after } = view.state.phase else { return false };
    after.is_none_or(|last| (from as u8, to as u8) > last) && view.state.troops[to] < MAX_TROOPS
}

/// The move that fits and takes troops from the worst place to the best.
fn best(view: &Situation, fit: impl Fn(usize, usize) -> bool) -> Option<(usize, usize)> {
    let mut found: Option<(i32, (usize, usize))> = None;
    for from in members(view.own).filter(|&t| view.troops(t) > 1) {
        for to in members(view.game.fortifiable(view.state, from)) {
            if permitted(view, from, to) && fit(from, to) {
                let key = score(view, to) - score(view, from);
                if found.is_none_or(|(least, _)| key < least) {
                    found = Some((key, (from, to)));
                }
            }
        }
    }
    found.map(|(_, way)| way)
}
