//! PLAN, and the constraints that follow from it (section 7.1.2, table 7.1).

use sandtable_core::Figure;

use super::partition::infer;
use super::{Correction, RuleBase};
use crate::operation::board::Board;
use crate::operation::constraints::{Area, Constraints, Limit};
use crate::operation::stacks::{Stacks, nodes};
use crate::operation::state::{Side, State};

/// What PLAN wants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Objective {
    /// The enemy's weight on the left beside one's own, s/(s+1).
    pub strength: f64,
    /// The share of time that is left.
    pub time: f64,
    /// The moving rate: to the left if it is positive.
    pub rate: f64,
    /// Pieces wanted in the left and in the right half.
    pub wanted: [f64; 2],
}

impl Objective {
    /// Where the position stands in one of PLAN's partitions.
    pub fn input(&self, partition: &str) -> Option<f64> {
        match partition {
            "strength" => Some(self.strength),
            "time" => Some(self.time),
            "rate" => Some(self.rate.abs()),
            _ => None,
        }
    }

    /// For people.
    pub fn figures(&self) -> Vec<Figure> {
        vec![
            Figure::new("strength on the left, s/(s+1)", self.strength),
            Figure::new("time", self.time),
            Figure::new("moving rate e, left", self.rate),
            Figure::new("wanted in the left half", self.wanted[0]),
            Figure::new("wanted in the right half", self.wanted[1]),
        ]
    }
}

/// The left and the right half of a board; they share the middle column where there is one.
pub fn halves(board: &Board) -> [u64; 2] {
    let columns = |from: u8, to: u8| {
        let all = (0..board.len() as u8).filter(|node| (from..to).contains(&board.column(*node)));
        all.fold(0, |mask, node| mask | 1 << node)
    };
    [columns(0, board.columns.div_ceil(2)), columns(board.columns / 2, board.columns)]
}

/// What PLAN wants of a side.
pub fn objective(base: &RuleBase, board: &Board, state: &State, side: Side) -> Objective {
    let count = |pieces: Stacks| halves(board).map(|half| f64::from(pieces.on(half).total()));
    let own = count(state.pieces(side));
    let enemy = count(state.pieces(side.other()));
    let strength = share(enemy[0] * own[1], enemy[1] * own[0]);
    let won = f64::from(turns_won(board, state, side.other()));
    let time = f64::from(state.turns_left) / f64::from(board.turns) - won / f64::from(crossing(board));
    let time = time.clamp(0.0, 1.0);
    let rule = |strength: usize, time: usize| {
        let set = base.plan[strength][time];
        f64::from(set.signum()) * base.rate.0[usize::from(set.unsigned_abs())]
    };
    let rate = infer(base.strength.active(strength), base.time.active(time), rule);
    let moved = correction(base.correction, rate, strength, own, enemy);
    let all = f64::from(state.pieces(side).total());
    let wanted = [own[0] + moved, own[1] - moved].map(|pieces| pieces.clamp(0.0, all));
    Objective { strength, time, rate, wanted }
}

/// How many pieces should change from the right half to the left.
///
/// Mended, the term moves the own ratio towards the enemy's, and a rate that points away from where the enemy is stronger moves it
/// towards the enemy's mirror image.
pub fn correction(how: Correction, rate: f64, strength: f64, own: [f64; 2], enemy: [f64; 2]) -> f64 {
    let term = |left: f64| left * own[1] - (1.0 - left) * own[0];
    match how {
        Correction::Printed => rate * term(strength),
        Correction::Mended => {
            let follows = rate * (strength - 0.5) >= 0.0;
            let [towards, away] = if follows { enemy } else { [enemy[1], enemy[0]] };
            rate.abs() * term(share(towards, away))
        }
    }
}

/// The first one's part of both; half of nothing.
fn share(first: f64, second: f64) -> f64 {
    if first + second > 0.0 { first / (first + second) } else { 0.5 }
}

/// The fewest turns in which a side can have come to where it stands.
fn turns_won(board: &Board, state: &State, side: Side) -> u8 {
    let home = board.start[side as usize].occupied();
    let way = |node| nodes(home).map(|start| board.distance(start, node)).min().unwrap_or(0);
    let through = if side == Side::Blue && state.goal > 0 { crossing(board) } else { 0 };
    let furthest = nodes(state.pieces(side).occupied()).map(way).filter(|way| *way < u8::MAX).max();
    furthest.unwrap_or(0).max(through)
}

/// The fewest turns in which Blue can cross the board.
fn crossing(board: &Board) -> u8 {
    nodes(board.home).map(|start| board.goal_distance(start)).min().unwrap_or(1).max(1)
}

/// The constraints that follow from the objective, and the same with one piece less in each half, as often as the rule base allows.
pub fn constraints(
    base: &RuleBase,
    board: &Board,
    state: &State,
    side: Side,
) -> impl Iterator<Item = Constraints> + use<> {
    let [left, right] = halves(board);
    let wanted = objective(base, board, state, side).wanted.map(|pieces| pieces.round() as u8);
    let limits = base.limits;
    let ahead = if side == Side::Red { Limit::South } else { Limit::North };
    // Whoever can go into the goal is not held back by the limit on those who advance.
    let scoring = match side {
        Side::Blue => state.blue.on(board.north & !state.pinned(Side::Blue)).total(),
        Side::Red => 0,
    };
    let goal = (scoring > 0).then(|| Area { nodes: 0, goal: true, least: state.goal + scoring });
    (0..=limits.ease).map(move |less| {
        let [in_left, in_right] = wanted.map(|pieces| pieces.saturating_sub(less));
        let mut constraints = Constraints::none()
            .at_least(left, in_left)
            .at_least(right, in_right)
            .at_most(Limit::West, limits.west)
            .at_most(Limit::East, limits.east)
            .at_most(ahead, limits.ahead.saturating_add(scoring))
            .at_most(Limit::Nodes, limits.nodes);
        constraints.areas.extend(goal);
        constraints
    })
}
