//! Orders in any order: where each has its place in a turn, and which two are one.
//!
//! A turn goes: troops move in, cards are traded, troops are placed, attacks, moves at the end. Where any number of moves ends a turn, they
//! go by source and target, and chains of them become moves straight from where troops are left over to where they are needed.
//!
//! Troops may be placed in any order, as at the table: all orders of a placement lead to one position, and a search that may first reinforce one
//! front and then think again about another need not know in advance which of them comes first on the map.

use super::map::MAX_TERRITORIES;
use super::options::Fortify;
use super::rules::Risk;
use super::state::{Action, NEUTRAL, Phase, Set, State, members};

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

/// Moves as a flow: each territory gives or gets what all moves together leave it with. Moves in a circle stay as they are.
pub(super) fn unchain(game: &Risk, state: &State, orders: &[Action]) -> Option<(Vec<usize>, Vec<Action>)> {
    if game.options.fortify != Fortify::Unlimited {
        return None;
    }
    let own = |t: u8| usize::from(t) < game.map.len() && state.own() >> t & 1 == 1;
    let mut gain = [0i64; MAX_TERRITORIES];
    let (mut ways, mut all): ([Set; MAX_TERRITORIES], Set) = ([0; MAX_TERRITORIES], 0);
    let mut chain = Vec::new();
    for (at, &order) in orders.iter().enumerate() {
        let Action::Fortify { from, to, troops } = order else { continue };
        let (source, target) = (usize::from(from), usize::from(to));
        if own(from) && own(to) && game.fortifiable(state, source) >> to & 1 == 1 {
            gain[source] -= i64::from(troops);
            gain[target] += i64::from(troops);
            ways[source] |= 1 << to;
            all |= 1 << from | 1 << to;
            chain.push(at);
        }
    }
    let mut rest = all;
    while let Some(end) = members(rest).find(|&t| ways[t] & rest == 0) {
        rest &= !(1 << end);
    }
    if rest != 0 {
        return None;
    }
    let mut moves = Vec::new();
    for source in members(all) {
        for target in members(game.fortifiable(state, source) & all) {
            let troops = gain[target].min(-gain[source]);
            if troops > 0 {
                gain[source] += troops;
                gain[target] -= troops;
                let (from, to) = (source as u8, target as u8);
                moves.push(Action::Fortify { from, to, troops: u16::try_from(troops).ok()? });
            }
        }
    }
    Some((chain, moves))
}
