//! What a position is worth (section V-C of the paper, and what was learned since).

use super::sketch::{Board, MAX_PLACES, Sketch, attack_power, defence_power, total};

/// The value of a game that is won.
pub const WON: f32 = 10_000.0;
/// A step of one in the logit of winning, in points: so few that a position far ahead is still below a game that is won.
pub const LOGIT: f32 = 100.0;

/// How positions are valued.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// The paper's: the differences of three features, in points; an infantry is worth 15.
    Differences {
        /// Each unit of cost of the army.
        army: f32,
        /// Each unit of money, where one of army counts 1. Section V-C names existing units alone.
        cash: f32,
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
        /// Each unit of worth of the enemy's provinces that the units next to them would take.
        pressure: f32,
    },
}

/// The paper's features. Only the army's weight is published.
pub const PAPER: Value = Value::Differences { army: 5.0, cash: 1.0, income: 10.0, slots: 5.0 };

/// Learned from games of `staff` against itself: a logit over the positions at the beginning of turns.
pub const LEARNED: Value = Value::Ratios { army: 5.7, income: 1.2, tempo: 0.5, pressure: 0.09 };

/// What a position is worth to the side to move. With `strict`, holding all capitals wins only when the round is over.
pub fn evaluate(board: &Board, value: &Value, strict: bool, sketch: &Sketch) -> f32 {
    if let Some(winner) = decided(board, strict, sketch) {
        return if winner == sketch.side { WON } else { -WON };
    }
    let mut army = match value {
        Value::Differences { cash, .. } => sketch.money.map(|money| cash * money),
        Value::Ratios { .. } => sketch.money,
    };
    let (mut income, mut slots) = ([0.0; 2], [0.0; 2]);
    for p in 0..board.len() {
        let owner = usize::from(sketch.owner[p]);
        if owner < 2 {
            army[owner] += board.value(&sketch.units[p]);
            income[owner] += board.worth[p];
            slots[owner] += if board.factory[p] { board.worth[p] } else { 0.0 };
        }
    }
    for side in 0..2 {
        income[side] *= f32::from(u8::from(board.economy && sketch.solvent(board, side as u8)));
        slots[side] *= f32::from(u8::from(board.economy));
    }
    let (own, other) = (usize::from(sketch.side), 1 - usize::from(sketch.side));
    let points = match *value {
        Value::Differences { army: a, income: i, slots: s, .. } => {
            a * (army[own] - army[other])
                + i * (income[own] - income[other])
                + s * (slots[own] - slots[other])
        }
        Value::Ratios { army: a, income: i, tempo, pressure } => {
            let ratio = |x: [f32; 2], some: f32| ((x[own] + some) / (x[other] + some)).ln();
            let prospects = prospects(board, sketch);
            let pressure = pressure * (prospects[own] - prospects[other]);
            LOGIT * (a * ratio(army, 5.0) + i * ratio(income, 5.0) + tempo + pressure)
        }
    };
    points.clamp(-WON + 100.0, WON - 100.0)
}

/// What each side's units would take of the other's provinces next to them: worths, weighed by how much stronger they are.
fn prospects(board: &Board, sketch: &Sketch) -> [f32; 2] {
    let threats = threats(board, sketch);
    let mut gains = [0.0; 2];
    for (q, threat) in threats.iter().enumerate().take(board.len()) {
        let owner = sketch.owner[q];
        if owner < 2 {
            let prize = board.worth[q] + if board.capital[q] < 2 { 7.0 } else { 0.0 };
            gains[1 - usize::from(owner)] += prize * threat;
        }
    }
    gains
}

/// How far each place is in danger from the units next to it, from 0 to 1.
pub fn threats(board: &Board, sketch: &Sketch) -> [f32; MAX_PLACES] {
    let mut danger = [0.0; MAX_PLACES];
    // Powers of places that border on the enemy, worked out when they are needed: few do.
    let mut powers = [(f32::NAN, 0.0); MAX_PLACES];
    for (q, danger) in danger.iter_mut().enumerate().take(board.len()) {
        let owner = sketch.owner[q];
        let (mut power, mut count) = (0.0, 0.0);
        for &p in &board.ways[q] {
            let p = usize::from(p);
            if sketch.owner[p] < 2 && sketch.owner[p] != owner {
                if powers[p].0.is_nan() {
                    powers[p] = (attack_power(board, &sketch.units[p]), total(&sketch.units[p]));
                }
                power += powers[p].0;
                count += powers[p].1;
            }
        }
        if count > 0.0 {
            let wall = defence_power(board, &sketch.units[q]) * total(&sketch.units[q]);
            let odds = power * count / (power * count + wall + 0.1);
            *danger = odds * odds;
        }
    }
    danger
}

/// Who has won, if the game is over.
pub fn decided(board: &Board, strict: bool, sketch: &Sketch) -> Option<u8> {
    // A round ends with the second side's turn.
    if strict && sketch.side != 0 { None } else { sketch.winner(board) }
}
