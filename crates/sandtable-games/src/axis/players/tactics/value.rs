//! What a position is worth (section V-C of the paper, and what was learned since).

use super::sketch::{Board, Sketch};

/// The value of a game that is won.
pub const WON: f32 = 10_000.0;
/// What a doubling of the odds to win is worth, in points, in the learned evaluation: a step of one in the logit.
pub const LOGIT: f32 = 400.0;

/// How positions are valued.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// The paper's: the differences of three features, in points; an infantry is worth 15.
    Differences {
        /// Each unit of cost of the army.
        army: f32,
        /// Each unit of income.
        income: f32,
        /// Each unit that can be placed in a turn.
        slots: f32,
    },
    /// Logarithms of ratios: being ahead counts for more when little is left, so a game that is won is finished even at a loss.
    Ratios {
        /// The armies with the money.
        army: f32,
        /// The incomes.
        income: f32,
        /// Being the one to move.
        tempo: f32,
    },
}

/// The paper's features. Only the army's weight is published.
pub const PAPER: Value = Value::Differences { army: 5.0, income: 10.0, slots: 5.0 };

/// Fitted to 1,500 games of `dls:depth=2` against itself: a logit over the positions at the beginning of turns.
pub const LEARNED: Value = Value::Ratios { army: 6.0, income: 1.5, tempo: 0.2 };

/// What a position is worth to the side to move. With `strict`, holding all capitals wins only when the round is over.
pub fn evaluate(board: &Board, value: &Value, strict: bool, sketch: &Sketch) -> f32 {
    if let Some(winner) = decided(board, strict, sketch) {
        return if winner == sketch.side { WON } else { -WON };
    }
    let mut army = sketch.money;
    let mut slots = [0.0; 2];
    for p in 0..board.len() {
        let owner = usize::from(sketch.owner[p]);
        if owner < 2 {
            army[owner] += board.value(&sketch.units[p]);
            slots[owner] += if board.economy && board.factory[p] { board.worth[p] } else { 0.0 };
        }
    }
    let income = [sketch.income(board, 0), sketch.income(board, 1)];
    let (own, other) = (usize::from(sketch.side), 1 - usize::from(sketch.side));
    let points = match *value {
        Value::Differences { army: a, income: i, slots: s } => {
            a * (army[own] - army[other])
                + i * (income[own] - income[other])
                + s * (slots[own] - slots[other])
        }
        Value::Ratios { army: a, income: i, tempo } => {
            let ratio = |x: [f32; 2], some: f32| ((x[own] + some) / (x[other] + some)).ln();
            LOGIT * (a * ratio(army, 5.0) + i * ratio(income, 5.0) + tempo)
        }
    };
    points.clamp(-WON + 100.0, WON - 100.0)
}

/// Who has won, if the game is over.
pub fn decided(board: &Board, strict: bool, sketch: &Sketch) -> Option<u8> {
    // A round ends with the second side's turn.
    if strict && sketch.side != 0 { None } else { sketch.winner(board) }
}
