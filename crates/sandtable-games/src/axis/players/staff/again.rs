//! After the battles: who goes back, where reinforcements go, and then unit by unit.

use super::{AGAIN, Scale, Staff};
use crate::axis::players::tactics::choices::turns;
use crate::axis::players::tactics::closing::{finish, redeploy};
use crate::axis::players::tactics::moves::Moves;
use crate::axis::players::tactics::sketch::{Board, Force, Sketch};
use crate::axis::players::tactics::turns::{Middle, Tactic, fronts};

/// Values in points must differ by more than this: one hundredth in the logit of winning.
const CLEARLY: f32 = 1.0;

impl Staff {
    /// The best redeployment, looking deeper and deeper: the best of the tactics, and what they become unit by unit.
    pub(super) fn think_again(&mut self, mut middle: Middle, bought: &Force) -> Moves {
        let money = std::mem::take(&mut middle.sketch.money[usize::from(middle.sketch.side)]);
        let mut plans: Vec<(f32, Moves)> = self.retreats(&middle).into_iter().map(|m| (0.0, m)).collect();
        let deepest = self.start(AGAIN);
        self.search.begin(deepest);
        let end = |board: &Board, moves: &Moves| finish(board, &moves.middle(), bought, money);
        for depth in self.depths() {
            if !self.compare_ends(&mut plans, &end, depth) {
                break;
            }
        }
        plans.swap_remove(0).1
    }

    /// Brings the best redeployment to the front, and tries single units of the best few elsewhere. Whether it got to the end before time was up.
    fn compare_ends(
        &mut self,
        plans: &mut [(f32, Moves)],
        end: &impl Fn(&Board, &Moves) -> Sketch,
        depth: usize,
    ) -> bool {
        let mut top = f32::NEG_INFINITY;
        for i in 0..plans.len() {
            let next = end(&self.search.board, &plans[i].1);
            let Some(value) = self.prospect(&next, depth, Scale::Points, top) else { return false };
            plans[i].0 = value;
            if value > top {
                top = value;
                plans[..=i].rotate_right(1);
            }
        }
        plans[1..].sort_by(|a, b| b.0.total_cmp(&a.0));
        for i in 0..self.starts(depth).min(plans.len()) {
            let next = end(&self.search.board, &plans[i].1);
            let Some(mut best) = self.prospect(&next, depth, Scale::Points, f32::NEG_INFINITY) else {
                return false;
            };
            let done = plans[i].1.improve(|moves| {
                let next = end(&self.search.board, moves);
                let value = self.prospect(&next, depth, Scale::Points, best + CLEARLY)?;
                let better = value > best + CLEARLY;
                best = if better { value } else { best };
                Some(better)
            });
            plans[i].0 = best;
            if best > plans[0].0 {
                plans[..=i].rotate_right(1);
            }
            if !done {
                return false;
            }
        }
        true
    }

    /// What the tactics can do after the battles; the first is to do nothing.
    fn retreats(&self, middle: &Middle) -> Vec<Moves> {
        let board = &self.search.board;
        let found = fronts(board, &middle.sketch);
        let mut list = Vec::new();
        turns(board, &middle.sketch, &found, &mut list);
        list.retain(|t| t.tactics.iter().all(|t| matches!(t, Tactic::Pass | Tactic::Retreat)));
        let still = Moves::redeployments(board, middle);
        let mut plans = vec![still.clone()];
        for turn in &list {
            let mut moves = still.clone();
            let mut send = |kind, amount, from, to, _| moves.send(kind, amount, from, to);
            redeploy(board, &mut middle.clone(), &found, turn, &mut send);
            plans.push(moves);
        }
        plans
    }
}
