//! What a move shows somebody who imitates: where the side stands after it, how it got there, and how that answers the enemy.
//!
//! Scores of moves are compared within a position, so what all moves share counts only where a hidden unit joins it with something else.

use crate::operation::board::{Board, MAX_SIDE};
use crate::operation::constraints::Move;
use crate::operation::eval::Outlook;
use crate::operation::rules::Operation;
use crate::operation::stacks::{LIMIT, Stacks, nodes};
use crate::operation::state::{Side, State};

/// The numbers beside those by node.
const OTHERS: [&str; 40] = [
    "turns left",
    "goal",
    "north",
    "east",
    "south",
    "west",
    "staying",
    "scoring",
    "moving",
    "nodes",
    "axes forward",
    "attacks begun",
    "attackers there",
    "enemies there",
    "attacks by three",
    "left a fight",
    "joined a fight",
    "attacks with supply",
    "attacks without",
    "leading axis",
    "steps to it",
    "way on it",
    "guards before it",
    "guards by pieces",
    "guards by rows",
    "guards by distance",
    "guards massed",
    "mass by pieces",
    "mass by rows",
    "outlook: fighting",
    "outlook: leaving",
    "outlook: through",
    "outlook: hunted",
    "outlook: caught",
    "outlook: open",
    "outlook: blocked",
    "outlook: in time",
    "outlook: massed",
    "outlook: pushing",
    "outlook",
];

/// Reads moves.
#[derive(Clone, Default)]
pub struct Signs {
    outlook: Outlook,
}

impl Signs {
    /// The names of the numbers on a board.
    pub fn names(board: &Board) -> Vec<String> {
        let places = (0..board.len() as u8).map(|node| format!("own {}", board.node_name(node)));
        places.chain(OTHERS.map(String::from)).collect()
    }

    /// Appends the numbers of a move of `side` in `before`, in the order of their names.
    pub fn read(&self, game: &Operation, before: &State, side: Side, turn: &Move, out: &mut Vec<f32>) {
        let board = game.board();
        let mut after = before.clone();
        turn.carry_out(game, &mut after);
        let own = turn.result.pieces;
        out.extend((0..board.len() as u8).map(|node| f32::from(own.at(node)) / f32::from(LIMIT)));
        let start = board.start.map(|stacks| f64::from(stacks.total()));
        let mut push = |x: f64| out.push(x as f32);
        push(f64::from(before.turns_left) / f64::from(board.turns));
        push(f64::from(before.goal) / start[0]);
        flow(board, before, side, turn, start[side as usize], &mut push);
        fights(board, before, &after, side, turn, &mut push);
        balance(board, &after, start, &mut push);
        // What is massed is a square of pieces.
        let features = self.outlook.features(board, &after).into_iter().enumerate();
        features.for_each(|(i, f)| push(f / if i == 8 { start[0] * start[0] } else { start[0] / 2.0 }));
        push(self.outlook.expects(board, &after) / start[0]);
    }
}

/// Who went where.
fn flow(board: &Board, before: &State, side: Side, turn: &Move, start: f64, push: &mut impl FnMut(f64)) {
    let sent = turn.sent.map(Stacks::total);
    let moving: u8 = sent.iter().sum();
    let staying = before.pieces(side).total() - moving;
    let forward = turn.sent[if side == Side::Blue { 0 } else { 2 }].occupied();
    let inner = if side == Side::Blue { !board.north } else { u64::MAX };
    let axes = nodes(forward & inner).fold(0u32, |axes, node| axes | 1 << board.column(node));
    sent.iter().for_each(|&count| push(f64::from(count) / start));
    push(f64::from(staying) / start);
    push(f64::from(turn.result.scoring) / f64::from(LIMIT));
    push(f64::from(moving) / start);
    push(f64::from(turn.result.pieces.occupied().count_ones()) / start);
    push(f64::from(axes.count_ones()) / f64::from(board.columns));
}

/// What is attacked, left and joined.
fn fights(board: &Board, before: &State, after: &State, side: Side, turn: &Move, push: &mut impl FnMut(f64)) {
    let contested = before.contested();
    let enemies = before.pieces(side.other());
    let begun = turn.result.entered & !contested;
    let leaving = turn.sent.iter().fold(Stacks::EMPTY, |all, sent| all.plus(*sent));
    let attacks =
        after.contested() & if side == Side::Blue { after.blue_attacks } else { !after.blue_attacks };
    let supplied = board.supplied(after.blue.occupied(), after.red.occupied());
    let count = |mask: u64| f64::from(mask.count_ones()) / f64::from(LIMIT);
    let pieces = |stacks: Stacks, mask: u64| f64::from(stacks.on(mask).total()) / 9.0;
    push(count(begun));
    push(pieces(turn.result.pieces, begun));
    push(pieces(enemies, begun));
    push(count(begun & turn.result.pieces.full()));
    push(pieces(leaving, contested));
    push(count(turn.result.entered & contested));
    push(count(attacks & supplied));
    push(count(attacks & !supplied));
}

/// Blue's mass by axis, and how Red's guards in the last row answer it.
fn balance(board: &Board, after: &State, [blue, red]: [f64; 2], push: &mut impl FnMut(f64)) {
    let columns = usize::from(board.columns);
    // By pieces, by pieces and their rows, and by the square of the way into the goal.
    let mut mass = [[0.0; MAX_SIDE]; 3];
    for node in nodes(after.blue.occupied()) {
        let (pieces, axis) = (f64::from(after.blue.at(node)), usize::from(board.column(node)));
        mass[0][axis] += pieces;
        mass[1][axis] += pieces * f64::from(board.row(node) + 1);
        for target in nodes(board.north) {
            let way = f64::from(board.distance(node, target)) + 1.0;
            mass[2][usize::from(board.column(target))] += pieces / (way * way);
        }
    }
    let leading = (0..columns).rev().max_by(|&a, &b| mass[1][a].total_cmp(&mass[1][b])).unwrap_or(0);
    let away = |node| f64::from(after.blue.at(node)) * f64::from(board.column(node).abs_diff(leading as u8));
    let steps: f64 = nodes(after.blue.occupied()).map(away).sum();
    let guards = |axis: usize| f64::from(after.red.at(axis as u8));
    push(mass[0][leading] / blue);
    push(steps / blue);
    push(mass[1][leading] / (blue * f64::from(board.rows)));
    push(guards(leading) / f64::from(LIMIT));
    for mass in &mass {
        let all: f64 = mass[..columns].iter().sum();
        let answered: f64 = (0..columns).map(|axis| guards(axis) * mass[axis]).sum();
        push(answered / all.max(1e-9) / f64::from(LIMIT));
    }
    push((0..columns).map(|axis| guards(axis).powi(2)).sum::<f64>() / (red * f64::from(LIMIT)));
    for mass in &mass[..2] {
        let all: f64 = mass[..columns].iter().sum();
        push(mass[..columns].iter().map(|m| m * m).sum::<f64>() / (all * all).max(1e-9));
    }
}
