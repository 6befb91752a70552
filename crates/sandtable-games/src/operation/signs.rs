//! What a position says about the pieces that will get through, for values that are learned: about 450 numbers.
//!
//! Every number counts by itself and, apart, for whoever has won the toss: what the initiative is worth depends on the position, as the
//! variables D(S) of section 3.3.1 say. Numbers of pieces and combats go with the chance that there is time enough. The
//! axis on which Blue is massed is looked at apart, whichever it is.

use sandtable_core::Signs;

use super::board::Board;
use super::rules::Operation;
use super::stacks::nodes;
use super::state::{Phase, Side, State};

/// The most turns and the longest way that the table of time knows; beyond, it says what it says there.
const TURNS: usize = 251;
const STEPS: usize = 16;

/// Distances to the goal that are told apart.
const LEVELS: usize = 6;
const PER_LEVEL: usize = 7;
/// Numbers about the whole board.
const WHOLE: usize = 18;
/// Shares of Red's pieces that are told apart, with three numbers each.
const SHARES: usize = 11;
/// Kinds of combats: pieces of both sides, who attacks, and supply; each counted, and counted with its time.
const COMBATS: usize = 3 * 3 * 2 * 2;
/// Numbers about Blue's pieces that nobody fights.
const FREE: usize = 11;
/// What counts by itself.
const BASE: usize = WHOLE + LEVELS * PER_LEVEL + 3 * SHARES + 2 * COMBATS + FREE;
/// What stands at the head of the main axis: nobody, one side, or both and who attacks; with four numbers each.
const HEADS: usize = 4 * 4 * 2;
const HEAD: usize = 4 * HEADS;

/// The signs, with their table of time.
pub struct Outlooks {
    /// The chance that at least `d` of `t` tosses are Blue's, at `t * STEPS + d`.
    time: Vec<f64>,
    /// The pieces of both sides at the start.
    start: [f64; 2],
}

impl Outlooks {
    /// For a board.
    pub fn new(board: &Board) -> Self {
        let mut time = vec![0.0; TURNS * STEPS];
        for t in 0..TURNS {
            time[t * STEPS] = 1.0;
            for d in 1..STEPS {
                time[t * STEPS + d] = match t {
                    0 => 0.0,
                    _ => (time[(t - 1) * STEPS + d - 1] + time[(t - 1) * STEPS + d]) / 2.0,
                };
            }
        }
        Outlooks { time, start: board.start.map(|pieces| f64::from(pieces.total()).max(1.0)) }
    }

    /// The chances of enough tosses, and whether Blue (1), Red (−1) or nobody (0) has the initiative.
    fn clock(&self, state: &State) -> (usize, &[f64], f64) {
        let left = usize::from(state.turns_left);
        let (tosses, mover) = match &state.phase {
            Phase::Over => (0, 0.0),
            Phase::Toss => (left, 0.0),
            Phase::Move(orders) => (left - 1, if orders.side == Side::Blue { 1.0 } else { -1.0 }),
            Phase::Combat { .. } => (left - 1, 0.0),
        };
        let row = tosses.min(TURNS - 1) * STEPS;
        (tosses, &self.time[row..row + STEPS], mover)
    }

    /// What counts by itself.
    fn base(&self, board: &Board, state: &State, main: u8, out: &mut [f64]) {
        let (tosses, chances, _) = self.clock(state);
        let in_time = |steps: usize| chances[steps.min(STEPS - 1)];
        let t = tosses as f64 / f64::from(board.turns);
        // On the scale of the report's board.
        let blue = 15.0 * f64::from(state.blue.total()) / self.start[0];
        let red = 10.0 * f64::from(state.red.total()) / self.start[1];
        let (whole, out) = out.split_at_mut(WHOLE);
        whole.copy_from_slice(&[
            f64::from(state.goal),
            t,
            t * t,
            in_time(1),
            in_time(3),
            in_time(5),
            in_time(8),
            blue,
            red,
            blue * red / 10.0,
            blue * blue / 15.0,
            red * red / 10.0,
            blue * t,
            red * t,
            blue * in_time(2),
            blue * in_time(5),
            red * in_time(3),
            blue * red * in_time(2) / 10.0,
        ]);
        let (levels, out) = out.split_at_mut(LEVELS * PER_LEVEL);
        for node in nodes(state.blue.occupied() | state.red.occupied()) {
            let way = usize::from(board.goal_distance(node)).max(1);
            let level = &mut levels[(way - 1).min(LEVELS - 1) * PER_LEVEL..][..PER_LEVEL];
            let (b, r) = (f64::from(state.blue.at(node)), f64::from(state.red.at(node)));
            level[0] += b * in_time(way);
            level[1] += b * in_time(way + 1);
            if board.column(node) == main {
                level[2] += b * in_time(way);
                level[3] += b * in_time(way + 2);
                level[4] += r;
                level[5] += r * b;
                level[6] += r * in_time(way);
            }
        }
        let (shares, out) = out.split_at_mut(3 * SHARES);
        let share = (red.round() as usize).min(SHARES - 1);
        shares[share] = blue / 10.0;
        shares[SHARES + share] = in_time(3);
        shares[2 * SHARES + share] = blue * in_time(4) / 10.0;
        let (combats, free) = out.split_at_mut(2 * COMBATS);
        self.combats(board, state, combats, free);
    }

    /// Combats by their kind, and Blue's pieces that nobody fights.
    fn combats(&self, board: &Board, state: &State, combats: &mut [f64], free: &mut [f64]) {
        let (_, chances, _) = self.clock(state);
        let in_time = |steps: usize| chances[steps.min(STEPS - 1)];
        let contested = state.contested();
        let supplied = match state.phase {
            Phase::Combat { supplied, .. } => supplied,
            _ => board.supplied(state.blue.occupied(), state.red.occupied()),
        };
        let [mut through, mut hunted, mut caught, mut open, mut blocked] = [0.0; 5];
        for node in nodes(state.blue.occupied()) {
            let (bit, way) = (1u64 << node, usize::from(board.goal_distance(node)));
            let (b, r) = (usize::from(state.blue.at(node)), usize::from(state.red.at(node)));
            let pieces = b as f64;
            if contested & bit != 0 {
                let attacks = (state.blue_attacks >> node & 1) as usize;
                let kind = ((b - 1) * 3 + r - 1) * 4 + attacks * 2 + (supplied >> node & 1) as usize;
                combats[kind] += 1.0;
                combats[COMBATS + kind] += in_time(way + r * attacks);
            } else if board.north & bit != 0 {
                let beside = f64::from(state.red.on(board.around(bit) & board.north).total());
                through += pieces * in_time(way);
                hunted += pieces * beside * in_time(way);
                caught += if beside > 0.0 { pieces } else { 0.0 };
            } else {
                let guards = usize::from(state.red.at(board.column(node)));
                match guards {
                    0 => open += pieces * in_time(way),
                    _ => blocked += pieces * in_time(way + guards),
                }
            }
        }
        let fights = f64::from(contested.count_ones());
        free.copy_from_slice(&[
            through,
            hunted,
            caught,
            open,
            blocked,
            through * in_time(1),
            hunted * in_time(2),
            open * open / 5.0,
            blocked * blocked / 5.0,
            fights,
            fights * in_time(3),
        ]);
    }

    /// What stands at the head of an axis.
    fn head(&self, board: &Board, state: &State, axis: u8, out: &mut [f64]) {
        let node = board.node(axis, board.rows - 1);
        let attacks = (state.blue_attacks >> node & 1) as usize;
        let kind = (usize::from(state.blue.at(node)) * 4 + usize::from(state.red.at(node))) * 2 + attacks;
        let beside = state.red.on(board.around(1 << node) & board.north).total();
        let numbers = [
            1.0,
            f64::from(state.blue.total()) / self.start[0],
            f64::from(state.red.total()) / self.start[1],
            f64::from(beside) / 4.0,
        ];
        numbers.iter().enumerate().for_each(|(i, number)| out[i * HEADS + kind] = *number);
    }
}

/// The axis on which most of Blue's pieces are, those ahead counting for more.
fn main_axis(board: &Board, state: &State) -> u8 {
    let mut mass = [0.0; super::board::MAX_SIDE];
    for node in nodes(state.blue.occupied()) {
        let ahead = 1.0 - 0.02 * f64::from(board.goal_distance(node));
        mass[usize::from(board.column(node))] += f64::from(state.blue.at(node)) * ahead;
    }
    let columns = 0..board.columns;
    let most = columns.reduce(|a, b| if mass[usize::from(b)] > mass[usize::from(a)] { b } else { a });
    most.unwrap_or(0)
}

impl Signs<Operation> for Outlooks {
    fn count(&self) -> usize {
        2 * BASE + 1 + HEAD
    }

    fn read(&self, game: &Operation, state: &State, out: &mut [f64]) {
        let (board, mover) = (game.board(), self.clock(state).2);
        let main = main_axis(board, state);
        let (base, rest) = out.split_at_mut(BASE);
        self.base(board, state, main, base);
        if mover == 0.0 {
            return;
        }
        let (crossed, rest) = rest.split_at_mut(BASE);
        crossed.iter_mut().zip(base).for_each(|(c, b)| *c = mover * *b);
        rest[0] = mover;
        self.head(board, state, main, &mut rest[1..]);
        rest[1..].iter_mut().for_each(|h| *h *= mover);
    }
}
