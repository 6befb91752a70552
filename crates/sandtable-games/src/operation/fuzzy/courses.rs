//! COA1 and COA2: how urgent a move is, from the forces that it leaves in the two northern rows (section 7.1.2, table 7.2).

use std::sync::Arc;

use sandtable_core::{Figure, Payoff, Value};

use super::RuleBase;
use super::partition::{Active, between, infer};
use crate::operation::board::{Board, MAX_SIDE};
use crate::operation::rules::Operation;
use crate::operation::stacks::{LIMIT, Stacks};
use crate::operation::state::{Side, State};

/// Rates positions by their priority for one side.
pub struct Courses {
    base: Arc<RuleBase>,
    /// COA1 for each number of Red pieces, at each of Blue's sets: pieces are whole, so this half of the inference is done once.
    threats: [[f64; 3]; LIMIT as usize + 1],
    /// Blue's pieces for which the forces below were worked out; they stay where they are while Red's moves are rated.
    blue: Option<Stacks>,
    /// Blue's force in the nodes of the last row, and in those of the row before it.
    forces: [[Active; MAX_SIDE]; 2],
}

impl Courses {
    /// By the rules of one side.
    pub fn new(base: Arc<RuleBase>) -> Courses {
        let of = |red: usize, blue: usize| {
            between(base.force.active(red as f64), |set| base.threat.0[usize::from(base.coa1[set][blue])])
        };
        let threats = std::array::from_fn(|red| std::array::from_fn(|blue| of(red, blue)));
        Courses { base, threats, blue: None, forces: [[(0, 0.0); MAX_SIDE]; 2] }
    }

    /// The mean threats in the row before the last and in the last.
    pub fn rows(&mut self, board: &Board, state: &State) -> [f64; 2] {
        if self.blue != Some(state.blue) {
            self.blue = Some(state.blue);
            self.look(board, state.blue);
        }
        let mut sums = [0.0; 2];
        for (from_north, sum) in sums.iter_mut().enumerate() {
            let row = row(board, from_north);
            for column in 0..board.columns {
                let threats = &self.threats[usize::from(state.red.at(board.node(column, row)))];
                let force = self.forces[from_north][usize::from(column)];
                *sum += between(force, |set| threats[set]);
            }
        }
        let [last, before] = sums.map(|sum| sum / f64::from(board.columns));
        [before, last]
    }

    /// Works out Blue's force in every node of both rows.
    fn look(&mut self, board: &Board, blue: Stacks) {
        for column in 0..board.columns {
            let mut force = 0.0;
            for up in 0..board.rows {
                force = force * self.base.further + f64::from(blue.at(board.node(column, up)));
                for from_north in 0..2 {
                    if up == row(board, from_north) {
                        self.forces[from_north][usize::from(column)] = self.base.force.active(force);
                    }
                }
            }
        }
    }

    /// The priority of a move that leaves this position.
    pub fn priority(&mut self, board: &Board, state: &State) -> f64 {
        let [before, last] = self.rows(board, state).map(|threat| self.base.row.active(threat));
        let rule =
            |before: usize, last: usize| self.base.priority.0[usize::from(self.base.coa2[before][last])];
        infer(before, last, rule)
    }
}

/// A row, counted from the last one; a board of one row has it twice.
fn row(board: &Board, from_north: usize) -> u8 {
    board.rows.saturating_sub(1 + from_north as u8)
}

impl Value<Operation> for Courses {
    fn value(&mut self, game: &Operation, state: &State) -> Payoff {
        let priority = self.priority(game.board(), state);
        let sign = if self.base.side == Side::Blue { 1.0 } else { -1.0 };
        Payoff::zero_sum(sign * priority)
    }

    fn figures(&mut self, game: &Operation, state: &State) -> Vec<Figure> {
        let [before, last] = self.rows(game.board(), state);
        let rows = game.board().rows;
        vec![
            Figure::new(&format!("threat in row {}", rows.saturating_sub(1).max(1)), before),
            Figure::new(&format!("threat in row {rows}"), last),
        ]
    }
}
