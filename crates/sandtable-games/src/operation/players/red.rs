//! `simple-red`, `axes-exp-red` and `dist-exp-red`.
//!
//! The report leaves the rounding and the expert rules of the two experts open. Here the wanted pieces on each axis
//! are whole numbers by largest remainder, at most three on a node; each turn the pieces move along the last row to
//! the reachable distribution with the least squared distance to the wanted one. They may attack Blue where it
//! stands alone in the last row. The expert rules for combat are two: pieces in a contested node stay, and others join
//! them only if that does not lower Red's chance there. (Whoever joins makes Red the attacker, so a single piece
//! costs more than it brings.)

use sandtable_core::{Heat, Policy, Rng, Thought};

use super::{carry_on, in_sight};
use crate::operation::board::{Board, MAX_SIDE};
use crate::operation::rules::Operation;
use crate::operation::stacks::{LIMIT, nodes};
use crate::operation::state::{Action, Side, State};

/// Stands still.
pub struct SimpleRed;

impl Policy<Operation> for SimpleRed {
    fn choose(&mut self, game: &Operation, state: &State, _rng: &mut Rng, plan: &mut Vec<Action>) {
        carry_on(game, state, plan, plan.len());
    }

    fn goes_by_sight(&self) -> bool {
        true
    }
}

/// How the threat to a node of the last row is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Threat {
    /// Blue's pieces on the axis, weighed by their row: 1 in the south.
    Axes,
    /// Blue's pieces anywhere, weighed by 1/d², with d the way through the node into the goal.
    Distance,
}

/// Mirrors the threat along the last row.
pub struct ExpertRed {
    threat: Threat,
}

impl ExpertRed {
    /// With one of the two measures.
    pub fn new(threat: Threat) -> Self {
        ExpertRed { threat }
    }

    fn threats(&self, board: &Board, state: &State) -> [f64; MAX_SIDE] {
        let mut threats = [0.0; MAX_SIDE];
        for node in nodes(state.blue.occupied()) {
            let pieces = f64::from(state.blue.at(node));
            let column = usize::from(board.column(node));
            let in_last_row = board.north >> node & 1 == 1;
            if self.threat == Threat::Axes {
                threats[column] += pieces * f64::from(board.row(node) + 1);
                continue;
            }
            for target in nodes(board.north).filter(|t| !in_last_row || *t == node) {
                let way = f64::from(board.distance(node, target)) + 1.0;
                threats[usize::from(board.column(target))] += pieces / (way * way);
            }
        }
        threats
    }

    /// How many pieces each node of the last row should hold.
    fn wanted(&self, board: &Board, state: &State) -> [u8; MAX_SIDE] {
        let pieces = state.red.on(board.north).total();
        match self.threat {
            Threat::Axes => {
                let columns = usize::from(board.columns);
                let mut wanted = [0; MAX_SIDE];
                apportion(pieces, &self.threats(board, state)[..columns], &mut wanted, |_| true);
                spill_to_nearest(&mut wanted[..columns]);
                wanted
            }
            Threat::Distance => guards(board, state, pieces, None),
        }
    }
}

/// How so many pieces are shared among the nodes of the last row by the threat of distance, at most three to a node; `spared` is the column of one
/// that gets none.
pub fn guards(board: &Board, state: &State, pieces: u8, spared: Option<u8>) -> [u8; MAX_SIDE] {
    let columns = usize::from(board.columns);
    let threats = ExpertRed::new(Threat::Distance).threats(board, state);
    let open = board.columns - u8::from(spared.is_some());
    let mut left = pieces.min(LIMIT * open);
    let mut wanted = [0; MAX_SIDE];
    let mut settled = [false; MAX_SIDE];
    if let Some(spared) = spared {
        settled[usize::from(spared)] = true;
    }
    loop {
        apportion(left, &threats[..columns], &mut wanted, |c| !settled[c]);
        let Some(over) = (0..columns).find(|&c| wanted[c] > LIMIT) else { return wanted };
        wanted[over] = LIMIT;
        settled[over] = true;
        left -= LIMIT;
    }
}

/// Shares `pieces` among the chosen columns in proportion to their threats, by largest remainder.
///
/// Without any threat the columns share alike. The sum over the chosen columns is `pieces`.
fn apportion(pieces: u8, threats: &[f64], wanted: &mut [u8; MAX_SIDE], chosen: impl Fn(usize) -> bool) {
    let total: f64 = (0..threats.len()).filter(|&c| chosen(c)).map(|c| threats[c]).sum();
    let count = (0..threats.len()).filter(|&c| chosen(c)).count();
    let share = |c: usize| if total > 0.0 { threats[c] / total } else { 1.0 / count as f64 };
    let mut remainders = [f64::NEG_INFINITY; MAX_SIDE];
    let mut left = pieces;
    for c in (0..threats.len()).filter(|&c| chosen(c)) {
        let quota = share(c) * f64::from(pieces);
        // A quota that is whole but for rounding counts as whole.
        wanted[c] = ((quota + 1e-9).floor() as u8).min(left);
        left -= wanted[c];
        remainders[c] = quota - f64::from(wanted[c]);
    }
    for _ in 0..left {
        let most = (0..threats.len()).rev().max_by(|&a, &b| remainders[a].total_cmp(&remainders[b]));
        let Some(c) = most else { return };
        wanted[c] += 1;
        remainders[c] -= 1.0;
    }
}

/// Moves what exceeds three on an axis to the nearest axes with room.
fn spill_to_nearest(wanted: &mut [u8]) {
    while let Some(over) = wanted.iter().position(|w| *w > LIMIT) {
        let room = (0..wanted.len()).filter(|&c| wanted[c] < LIMIT).min_by_key(|c| c.abs_diff(over));
        let Some(room) = room else { return };
        wanted[over] -= 1;
        wanted[room] += 1;
    }
}

impl Policy<Operation> for ExpertRed {
    fn choose(&mut self, game: &Operation, state: &State, _rng: &mut Rng, plan: &mut Vec<Action>) {
        let (board, begin) = (game.board(), plan.len());
        let known = in_sight(game, state, Side::Red);
        let wanted = self.wanted(board, &known);
        redeploy(board, &known, &wanted, plan);
        carry_on(game, state, plan, begin);
    }

    fn thought(&mut self, game: &Operation, state: &State) -> Thought<Action> {
        let board = game.board();
        let known = in_sight(game, state, Side::Red);
        let (threats, wanted) = (self.threats(board, &known), self.wanted(board, &known));
        // The goal is a space too, behind the nodes.
        let spread = |name: &str, of: &dyn Fn(usize) -> f64| {
            let mut values = vec![0.0; board.len() + 1];
            nodes(board.north).for_each(|n| values[usize::from(n)] = of(board.column(n).into()));
            Heat { name: name.into(), values }
        };
        let heat =
            vec![spread("threat", &|c| threats[c]), spread("pieces it wants there", &|c| wanted[c].into())];
        Thought { heat, ..Thought::default() }
    }

    fn goes_by_sight(&self) -> bool {
        true
    }
}

/// Pieces that cross the border between a column and the next: eastward and westward.
type Crossing = (u8, u8);

/// Appends the moves along the last row to the reachable distribution nearest to `wanted`; of equally near ones the one
/// with the fewest moves. A dynamic programme from west to east over what crosses each border between columns.
fn redeploy(board: &Board, state: &State, wanted: &[u8; MAX_SIDE], plan: &mut Vec<Action>) {
    const WORST: u32 = u32::MAX;
    let columns = usize::from(board.columns);
    let contested = state.contested();
    let here = |c: usize| state.red.at(c as u8);
    let movable = |c: usize| if contested >> c & 1 == 1 { 0 } else { here(c) };
    if (0..columns).all(|c| here(c) == wanted[c]) {
        return;
    }
    // cost[c][e][w]: the best cost of columns west of c, if e pieces cross into c from the west and w leave it that way.
    let mut cost = [[[WORST; 4]; 4]; MAX_SIDE + 1];
    let mut before = [[[(0, 0); 4]; 4]; MAX_SIDE + 1];
    cost[0][0][0] = 0;
    for c in 0..columns {
        let joined = c + 1 < columns && board.edge(c as u8, Some(c as u8 + 1)).is_some();
        let most_west = if joined { movable(c + 1) } else { 0 };
        for (east_in, west_out) in crossings(LIMIT, movable(c)) {
            let so_far = cost[c][usize::from(east_in)][usize::from(west_out)];
            if so_far == WORST {
                continue;
            }
            let most_east = if joined { movable(c) - west_out } else { 0 };
            for (east_out, west_in) in crossings(most_east, most_west) {
                let held = here(c) - west_out - east_out + east_in + west_in;
                if held > LIMIT || state.weakens(Side::Red, c as u8, east_in + west_in) {
                    continue;
                }
                let miss = u32::from(held.abs_diff(wanted[c])).pow(2);
                let total = so_far + 64 * miss + u32::from(east_out + west_in);
                let slot = &mut cost[c + 1][usize::from(east_out)][usize::from(west_in)];
                if total < *slot {
                    *slot = total;
                    before[c + 1][usize::from(east_out)][usize::from(west_in)] = (east_in, west_out);
                }
            }
        }
    }
    let mut crossed = [(0, 0); MAX_SIDE + 1];
    for c in (0..columns).rev() {
        let (east, west) = crossed[c + 1];
        crossed[c] = before[c + 1][usize::from(east)][usize::from(west)];
    }
    for c in 0..columns {
        let mut step = |to: u8, count: u8| {
            if count > 0 {
                let edge =
                    board.edge(c as u8, Some(to)).expect("pieces cross only where nodes are joined") as u8;
                plan.push(Action::Move { edge, count });
            }
        };
        step(c as u8 + 1, crossed[c + 1].0);
        step((c as u8).wrapping_sub(1), crossed[c].1);
    }
}

fn crossings(east: u8, west: u8) -> impl Iterator<Item = Crossing> {
    (0..=east).flat_map(move |e| (0..=west).map(move |w| (e, w)))
}
