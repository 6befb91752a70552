//! Orders in any order: where a step stands in a turn, which steps are one, and which can be left out.

use super::rules::Axis;
use super::state::{Action, Key, MAX_COUNT, Part, Phase, State};

/// The parts of a turn, in their order.
const BUY: u64 = 0;
const BOUGHT: u64 = 1;
const ATTACK: u64 = 2;
const ATTACKED: u64 = 3;
const MOVE: u64 = 4;
const MOVED: u64 = 5;
const PLACE: u64 = 6;

fn in_part(part: u64, rest: u64) -> u64 {
    part << 48 | rest
}

fn of_key((stage, from, unit, to, raid): Key) -> u64 {
    let [stage, from, unit, to] = [stage.into(), from.into(), unit.into(), u64::from(to)];
    stage << 46 | from << 30 | unit << 22 | to << 6 | u64::from(raid)
}

impl Axis {
    /// Where a step stands among those of a turn: by part, then as the part orders its steps.
    pub(super) fn order_of(&self, state: &State, step: Action) -> u64 {
        let known = |unit: u8, from: u16, to: u16| {
            usize::from(unit) < self.kinds() && usize::from(from.max(to)) < self.provinces()
        };
        match step {
            Action::Buy { unit, .. } => {
                in_part(BUY, self.entry(state, unit).map_or(u64::from(u8::MAX), |entry| entry as u64))
            }
            Action::Attack { unit, from, to, .. } if known(unit, from, to) => {
                in_part(ATTACK, of_key(self.key(state, true, unit, (from, to), false)))
            }
            Action::Raid { unit, from, to, .. } if known(unit, from, to) => {
                in_part(ATTACK, of_key(self.key(state, true, unit, (from, to), true)))
            }
            Action::Move { unit, from, to, .. } if known(unit, from, to) => {
                in_part(MOVE, of_key(self.key(state, false, unit, (from, to), false)))
            }
            Action::Place { unit, at, .. } => {
                let factory = self.scenario.units.get(usize::from(unit)).is_some_and(|u| u.factory);
                in_part(PLACE, u64::from(factory) << 24 | u64::from(unit) << 16 | u64::from(at))
            }
            Action::Attack { .. } | Action::Raid { .. } => in_part(ATTACK, 0),
            Action::Move { .. } => in_part(MOVE, 0),
            Action::Done(Part::Purchase) => in_part(BOUGHT, 0),
            Action::Done(Part::Attacks) | Action::Fight | Action::Retreat(_) => in_part(ATTACKED, 0),
            Action::Done(Part::Moves) => in_part(MOVED, 0),
        }
    }
}

/// Two steps that differ in their count alone, as one.
pub(super) fn merge(a: Action, b: Action) -> Option<Action> {
    let (first, second) = (count(a)?, count(b)?);
    let same = with_count(a, 1) == with_count(b, 1);
    let sum = first.checked_add(second).filter(|&sum| same && sum <= MAX_COUNT)?;
    Some(with_count(a, sum))
}

/// A step of several units as two.
pub(super) fn split(step: Action) -> Option<(Action, Action)> {
    let count = count(step).filter(|&count| count > 1)?;
    Some((with_count(step, count / 2), with_count(step, count - count / 2)))
}

/// The end of the part at hand.
pub(super) fn idle(state: &State) -> Option<Action> {
    match state.phase {
        Phase::Purchase { .. } => Some(Action::Done(Part::Purchase)),
        Phase::Combat => Some(Action::Done(Part::Attacks)),
        Phase::Redeploy => Some(Action::Done(Part::Moves)),
        _ => None,
    }
}

fn count(step: Action) -> Option<u16> {
    match step {
        Action::Buy { count, .. }
        | Action::Attack { count, .. }
        | Action::Raid { count, .. }
        | Action::Move { count, .. }
        | Action::Place { count, .. } => Some(count),
        _ => None,
    }
}

fn with_count(step: Action, count: u16) -> Action {
    match step {
        Action::Buy { unit, .. } => Action::Buy { unit, count },
        Action::Attack { unit, from, to, .. } => Action::Attack { unit, count, from, to },
        Action::Raid { unit, from, to, .. } => Action::Raid { unit, count, from, to },
        Action::Move { unit, from, to, .. } => Action::Move { unit, count, from, to },
        Action::Place { unit, at, .. } => Action::Place { unit, count, at },
        other => other,
    }
}
