//! The six luck variables of section 3.3.1: how lucky Blue was in the tosses and in the combats.

use sandtable_core::{Luck, LuckModel, LuckTerm};

use super::board::Board;
use super::rules::{Operation, next_combat};
use super::stacks::nodes;
use super::state::{Chance, Side, State};

/// The six variables.
pub struct Variables;

impl Luck<Operation> for Variables {
    fn terms(&self) -> &'static [LuckTerm] {
        &TERMS
    }

    fn add(&self, game: &Operation, state: &State, chance: Chance, out: &mut [f64]) {
        add(game.board(), state, chance, out);
    }
}

/// In the report's notation. The simple model has D and C, the expanded one has all.
pub(super) const TERMS: [LuckTerm; 6] = [
    LuckTerm { name: "D", model: LuckModel::Simple },
    LuckTerm { name: "C", model: LuckModel::Simple },
    LuckTerm { name: "D(S)", model: LuckModel::Expanded },
    LuckTerm { name: "C(S)", model: LuckModel::Expanded },
    LuckTerm { name: "C(B)", model: LuckModel::Expanded },
    LuckTerm { name: "C(G)", model: LuckModel::Expanded },
];

/// Adds what one draw contributes to each term.
fn add(board: &Board, state: &State, chance: Chance, out: &mut [f64]) {
    match chance {
        Chance::Toss(side) => {
            let luck = if side == Side::Blue { 1.0 } else { -1.0 };
            out[0] += luck;
            out[2] += luck * toss_weight(board, state);
        }
        Chance::Combat(winner) => {
            let Some((node, blue, red)) = next_combat(state) else { return };
            let p = f64::from(blue) / f64::from(blue + red);
            let luck = if winner == Side::Blue { 1.0 - p } else { -p };
            let (blue_here, red_here) = (state.blue.at(node), state.red.at(node));
            out[1] += luck;
            if board.north >> node & 1 == 1 {
                out[3] += luck * f64::from(blue_here + red_here);
            }
            out[4] += luck * f64::from(state.blue.total());
            // The moves that Blue needs from here: every Red piece must be beaten first.
            let needed = f64::from(board.goal_distance(node) + red_here);
            let left = f64::from(state.turns_left - 1);
            if needed <= left {
                out[5] += luck * (1.0 - needed / left);
            }
        }
    }
}

/// For each node of the last row: Blue's pieces there times Red's in the nodes beside it.
fn toss_weight(board: &Board, state: &State) -> f64 {
    let sum: u32 = nodes(state.blue.occupied() & board.north)
        .map(|node| {
            let beside = state.red.on(board.around(1 << node) & board.north).total();
            u32::from(state.blue.at(node)) * u32::from(beside)
        })
        .sum();
    f64::from(sum)
}
