//! Which constraints contradict each other.

use super::{Constraints, Limit, Lister};
use crate::operation::board::Board;
use crate::operation::state::{Side, State};

/// The constraints, as few as possible, that no move satisfies together; none if some move satisfies all.
///
/// Each is dropped in turn and stays dropped if the others contradict each other without it.
pub fn conflict(board: &Board, state: &State, side: Side, constraints: &Constraints) -> Option<Constraints> {
    conflict_within(board, state, side, constraints, MANY)
}

/// The same with searches for so many moves: shorter ones may overlook that constraints contradict each other, and then name more of them or
/// none.
pub(super) fn conflict_within(
    board: &Board,
    state: &State,
    side: Side,
    constraints: &Constraints,
    many: usize,
) -> Option<Constraints> {
    let mut lister = Lister::default();
    let mut possible = |constraints: &Constraints| {
        let found = !lister.list(board, state, side, constraints, many).is_empty();
        found || !lister.complete()
    };
    if possible(constraints) {
        return None;
    }
    let mut needed = constraints.clone();
    let mut i = 0;
    while i < needed.areas.len() {
        let area = needed.areas.remove(i);
        if possible(&needed) {
            needed.areas.insert(i, area);
            i += 1;
        }
    }
    for what in Limit::ALL {
        let bound = needed.limit(what);
        needed.set(what, None);
        if bound.is_some() && possible(&needed) {
            needed.set(what, bound);
        }
    }
    Some(needed)
}

/// Searches for so many moves may be long; one is enough to know.
const MANY: usize = 1 << 14;
