//! Orders in any order: where each has its place in a turn, and which two are one.
//!
//! A turn goes: troops move in, cards are traded, troops are placed, attacks, moves at the end. Troops may be placed in any order; where any
//! number of moves ends a turn, they go by source and target.

use super::options::Fortify;
use super::rules::Risk;
use super::state::{Action, NEUTRAL, Phase, State};

/// The place of a step among those of a turn.
pub(super) fn rank(game: &Risk, state: &State, step: Action) -> u64 {
    match step {
        Action::Enter(_) => 0,
        Action::Trade { .. } => 1,
        Action::Keep => 2,
        // In the setup, a neutral troop comes after one's own.
        Action::Place { to, .. } => 3 + u64::from(usize::from(state.owner[usize::from(to)]) == NEUTRAL),
        Action::Attack { .. } => 5,
        Action::Halt => 6,
        Action::Fortify { from, to, .. } if game.options.fortify == Fortify::Unlimited => {
            7 + (u64::from(from) << 8 | u64::from(to))
        }
        Action::Fortify { .. } => 7,
        Action::Stay => u64::MAX,
    }
}

/// Troops for the same place, or on the same way, are counted together.
pub(super) fn merge(a: Action, b: Action) -> Option<Action> {
    match (a, b) {
        (Action::Place { to, troops: n }, Action::Place { to: same, troops: m }) if to == same => {
            Some(Action::Place { to, troops: n.saturating_add(m) })
        }
        (Action::Fortify { from, to, troops: n }, Action::Fortify { from: f, to: t, troops: m })
            if (from, to) == (f, t) =>
        {
            Some(Action::Fortify { from, to, troops: n.saturating_add(m) })
        }
        (Action::Enter(n), Action::Enter(m)) => Some(Action::Enter(n.saturating_add(m))),
        _ => None,
    }
}

/// The opposite of [`merge`].
pub(super) fn split(step: Action) -> Option<(Action, Action)> {
    let halves = |n: u16| (n > 1).then_some((n / 2, n - n / 2));
    match step {
        Action::Place { to, troops } => {
            halves(troops).map(|(n, m)| (Action::Place { to, troops: n }, Action::Place { to, troops: m }))
        }
        Action::Fortify { from, to, troops } => halves(troops)
            .map(|(n, m)| (Action::Fortify { from, to, troops: n }, Action::Fortify { from, to, troops: m })),
        Action::Enter(troops) => halves(troops).map(|(n, m)| (Action::Enter(n), Action::Enter(m))),
        _ => None,
    }
}

/// Cards are kept and attacks are over where the next order says so.
pub(super) fn idle(state: &State) -> Option<Action> {
    match state.phase {
        Phase::Trade => Some(Action::Keep),
        Phase::Attack => Some(Action::Halt),
        _ => None,
    }
}
