//! After the battles: who goes back, where reinforcements go, and then unit by unit.

use super::{AGAIN, Staff};
use crate::axis::players::tactics::choices::turns;
use crate::axis::players::tactics::closing::{finish, redeploy};
use crate::axis::players::tactics::moves::Moves;
use crate::axis::players::tactics::sketch::{Board, Force};
use crate::axis::players::tactics::turns::{Middle, Tactic, fronts};

/// Values in points must differ by more than this: one hundredth in the logit of winning.
const CLEARLY: f32 = 1.0;

impl Staff {
    /// The best redeployment, looking deeper and deeper: the best of the tactics, and what it becomes unit by unit.
    pub(super) fn think_again(&mut self, mut middle: Middle, bought: &Force) -> Moves {
        let money = std::mem::take(&mut middle.sketch.money[usize::from(middle.sketch.side)]);
        let mut plans = self.retreats(&middle);
        let deepest = self.start(AGAIN);
        self.search.begin(deepest);
        let end = |board: &Board, moves: &Moves| finish(board, &moves.middle(), bought, money);
        for depth in self.depths(deepest) {
            let (mut best, mut favourite) = (f32::NEG_INFINITY, 0);
            for (i, moves) in plans.iter().enumerate() {
                let next = end(&self.search.board, moves);
                let Some(value) = self.search.bounded(&next, depth, -best) else {
                    return plans.swap_remove(0);
                };
                if -value > best {
                    (best, favourite) = (-value, i);
                }
            }
            plans.swap(0, favourite);
            if self.options.units {
                let search = &mut self.search;
                let better = |moves: &Moves| {
                    let next = end(&search.board, moves);
                    let value = -search.bounded(&next, depth, -(best + CLEARLY))?;
                    let better = value > best + CLEARLY;
                    best = if better { value } else { best };
                    Some(better)
                };
                if !plans[0].improve(better) {
                    break;
                }
            }
        }
        plans.swap_remove(0)
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
