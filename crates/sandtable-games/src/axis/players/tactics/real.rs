//! From a real position to what the tactics see of it, and from tactics to real orders.

use super::sketch::{Board, Force, MAX_KINDS, MAX_PLACES, Sketch};
use super::turns::{Fronts, Middle, Reinforce, Tactic, Turn};
use crate::axis::players::orders::{Orders, shop};
use crate::axis::{Action, Axis, State};

/// The position as it was before the mover bought anything in this turn: searches buy the same again.
pub fn before_purchases(game: &Axis, board: &Board, state: &State) -> Sketch {
    let mut sketch = Sketch::of(game, board, state);
    let side = usize::from(state.mover);
    let spent =
        game.scenario.nations[side].buys.iter().map(|&(unit, price)| state.bought[usize::from(unit)] * price);
    sketch.money[side] += f32::from(spent.sum::<u16>());
    sketch
}

/// A turn after its battles, as the position has it.
pub fn middle(game: &Axis, board: &Board, state: &State) -> Middle {
    let sketch = Sketch::of(game, board, state);
    let mut middle = Middle { sketch, ready: [[0.0; MAX_KINDS]; MAX_PLACES], taken: 0 };
    for (p, &province) in board.provinces.iter().enumerate() {
        middle.taken |= u32::from(state.taken.contains(&province)) << p;
        for (k, kind) in board.kinds.iter().enumerate() {
            if middle.sketch.owner[p] == state.mover && kind.movement > 0 {
                middle.ready[p][k] = f32::from(game.ready(state, province, kind.unit));
            }
        }
    }
    middle
}

/// Buys what the tactics want, in the order of the nation's list.
pub fn buy(game: &Axis, board: &Board, state: &State, bought: &Force, plan: &mut Vec<Action>) {
    let count = |unit: u8| board.kinds.iter().position(|k| k.unit == unit).map_or(0, |k| bought[k] as u16);
    shop(game, state, count, plan);
}

/// Takes down what the tactics move.
pub fn note<'a>(board: &'a Board, orders: &'a mut Orders) -> impl FnMut(usize, f32, usize, usize, bool) + 'a {
    orders.clear();
    move |k, amount, from, to, _| {
        let (from, to) = (board.provinces[from], board.provinces[to]);
        orders.add(board.kinds[k].unit, amount.round() as u16, from, to, false);
    }
}

/// A turn in words.
pub fn words(game: &Axis, board: &Board, found: &Fronts, turn: &Turn) -> String {
    let name = |i: usize| game.place_name(board.provinces[usize::from(found.list[i])]);
    let fronts = (0..found.len).filter_map(|i| match turn.tactics[i] {
        Tactic::Attack => Some(format!("attack from {}", name(i))),
        Tactic::Split => Some(format!("split attack from {}", name(i))),
        Tactic::Retreat => Some(format!("retreat from {}", name(i))),
        Tactic::Pass => None,
    });
    let reserves = match turn.reinforce {
        Reinforce::Front(i) => format!("reserves to {}", name(usize::from(i))),
        Reinforce::All => "reserves to all fronts".into(),
        Reinforce::None => "reserves stay".into(),
    };
    fronts.chain([reserves]).collect::<Vec<_>>().join(", ")
}
