//! Best play, by value iteration (Neller and Presser, section 4).
//!
//! Points are never lost, so the positions fall into layers by the sum of both scores. Within a layer only two kinds of
//! turns depend on one another: with `a` against `b` points and with `b` against `a`, because a 1 passes the die and changes no
//! score. Given the worth of losing the stake, the rest of a turn is settled from the highest stake down.

use super::rules::{Action, State};

/// Iterations end when they change less than this.
const PRECISION: f64 = 1e-14;

/// The chance to win of whoever begins a turn, for all scores.
pub struct Exact {
    target: usize,
    begins: Vec<f64>,
}

impl Exact {
    /// Solves Pig to `target` points.
    pub fn solve(target: u16) -> Self {
        let target = usize::from(target);
        let mut exact = Exact { target, begins: vec![0.5; target * target] };
        let mut turn = Vec::new();
        for sum in (0..2 * target - 1).rev() {
            for low in sum.saturating_sub(target - 1)..=sum / 2 {
                let high = sum - low;
                loop {
                    let before = exact.begins(low, high);
                    for (own, other) in [(low, high), (high, low)] {
                        exact.turn(own, other, &mut turn);
                        exact.begins[own * target + other] = turn[0];
                    }
                    if (exact.begins(low, high) - before).abs() < PRECISION {
                        break;
                    }
                }
            }
        }
        exact
    }

    /// The first seat's chance to win in any position.
    pub fn win(&self, state: &State) -> f64 {
        let seat = state.seat();
        let (own, other) = (usize::from(state.scores[seat]), usize::from(state.scores[1 - seat]));
        let mover = if other >= self.target {
            0.0
        } else {
            let mut turn = Vec::new();
            self.turn(own, other, &mut turn);
            let stake = usize::from(state.stake);
            if state.rolling { self.roll(own, other, stake, &turn) } else { turn[stake] }
        };
        if seat == 0 { mover } else { 1.0 - mover }
    }

    /// The best step where a player is to decide.
    pub fn best(&self, state: &State) -> Action {
        let seat = state.seat();
        let (own, other) = (usize::from(state.scores[seat]), usize::from(state.scores[1 - seat]));
        let stake = usize::from(state.stake);
        let mut turn = Vec::new();
        self.turn(own, other, &mut turn);
        match stake > 0 && self.hold(own, other, stake) > self.roll(own, other, stake, &turn) {
            true => Action::Hold,
            false => Action::Roll,
        }
    }

    fn begins(&self, own: usize, other: usize) -> f64 {
        self.begins[own * self.target + other]
    }

    /// The chance to win for each stake with which there is something to decide.
    fn turn(&self, own: usize, other: usize, out: &mut Vec<f64>) {
        out.clear();
        out.resize(self.target - own, 0.0);
        for stake in (0..out.len()).rev() {
            let roll = self.roll(own, other, stake, out);
            out[stake] = if stake > 0 { roll.max(self.hold(own, other, stake)) } else { roll };
        }
    }

    fn hold(&self, own: usize, other: usize, stake: usize) -> f64 {
        1.0 - self.begins(other, own + stake)
    }

    /// `turn` must know the higher stakes.
    fn roll(&self, own: usize, other: usize, stake: usize, turn: &[f64]) -> f64 {
        let more = (2..=6).map(|face| turn.get(stake + face).copied().unwrap_or(1.0));
        (1.0 - self.begins(other, own) + more.sum::<f64>()) / 6.0
    }
}
