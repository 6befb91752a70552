//! Positions as networks read them: nodes with what stands there, edges by whether they lead forward, back or aside. Nothing names a node, so what is learned on one
//! board plays on another.

use std::sync::LazyLock;

use sandtable_core::chart::{Legend, Mark, Reading};
use sandtable_core::{Chart, Game};

use super::board::Edge;
use super::eval::Outlook;
use super::rules::Operation;
use super::stacks::LIMIT;
use super::state::{Action, Phase, Side, State};

const LEGEND: Legend = Legend {
    version: "operation-1",
    places: &[
        "one blue",
        "two blue",
        "three blue",
        "one red",
        "two red",
        "three red",
        "blue attacks",
        "red attacks",
        "supply",
        "blue's home",
        "last row",
        "way to the goal",
        "chance to reach the goal in time",
        "leaving",
        "arriving",
    ],
    relations: &["forward", "back", "aside"],
    seats: &["to move", "pieces", "blue"],
    whole: &[
        "blue moves",
        "red moves",
        "combat",
        "turns left",
        "one over turns left",
        "in the goal",
        "blue on the board",
        "red on the board",
    ],
    heads: &["move", "score", "end"],
    steps: &[
        "share of those who stand there",
        "all of them",
        "enemies there",
        "own there",
        "enemies left behind",
        "nearer to the goal",
    ],
};

/// The chart of Operation.
pub struct Drawn;

static OUTLOOK: LazyLock<Outlook> = LazyLock::new(Outlook::new);

fn is(so: bool) -> f32 {
    f32::from(u8::from(so))
}

/// A number of pieces of one stack.
fn of(pieces: u8) -> f32 {
    f32::from(pieces) / f32::from(LIMIT)
}

impl Chart<Operation> for Drawn {
    fn legend(&self) -> &'static Legend {
        &const { LEGEND }
    }

    fn places(&self, game: &Operation) -> usize {
        game.board().len()
    }

    fn ways(&self, game: &Operation) -> Vec<(u16, u16)> {
        let inside = |edge: &Edge| edge.to.map(|to| (edge.from.into(), to.into()));
        game.board().edges.iter().filter_map(inside).collect()
    }

    fn read(&self, game: &Operation, state: &State, out: &mut Reading) {
        let board = game.board();
        let inside = board.edges.iter().filter_map(|edge| edge.to.map(|to| (edge.from, to)));
        out.clear(&LEGEND, board.len(), inside.clone().count(), Side::BOTH.len());
        for (relation, (from, to)) in out.relations.iter_mut().zip(inside) {
            *relation = match board.goal_distance(to).cmp(&board.goal_distance(from)) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Greater => 1,
                std::cmp::Ordering::Equal => 2,
            };
        }
        let supplied = match state.phase {
            Phase::Combat { supplied, .. } => supplied,
            _ => board.supplied(state.blue.occupied(), state.red.occupied()),
        };
        let contested = state.contested();
        let orders = if let Phase::Move(orders) = &state.phase { Some(orders) } else { None };
        for (node, row) in out.places.chunks_exact_mut(LEGEND.places.len()).enumerate() {
            let (node, bit) = (node as u8, 1u64 << node);
            let [blue, red] = Side::BOTH.map(|side| state.pieces(side).at(node));
            let way = board.goal_distance(node);
            let [leaving, arriving] = orders.map_or([0, 0], |o| [o.leaving.at(node), o.arriving.at(node)]);
            row.copy_from_slice(&[
                is(blue == 1),
                is(blue == 2),
                is(blue == 3),
                is(red == 1),
                is(red == 2),
                is(red == 3),
                is(contested & state.blue_attacks & bit != 0),
                is(contested & !state.blue_attacks & bit != 0),
                is(supplied & bit != 0),
                is(board.home & bit != 0),
                is(board.north & bit != 0),
                f32::from(way) / 8.0,
                OUTLOOK.in_time(state.turns_left, way) as f32,
                of(leaving),
                of(arriving),
            ]);
        }
        for (node, held) in out.held.iter_mut().enumerate() {
            let stands = Side::BOTH.map(|side| u16::from(state.pieces(side).at(node as u8) > 0));
            *held = stands[0] | stands[1] << 1;
        }
        let all = f32::from(board.start[0].total().max(1));
        let [blue, red] = Side::BOTH.map(|side| f32::from(state.pieces(side).total()) / all);
        let moves = |side: Side| is(orders.is_some_and(|orders| orders.side == side));
        out.seats.copy_from_slice(&[moves(Side::Blue), blue, 1.0, moves(Side::Red), red, 0.0]);
        // What Blue is expected to bring through, as a share of all that it could, on the scale of chances.
        let (low, high) = game.info().payoff;
        let chance = ((OUTLOOK.expects(board, state) - low) / (high - low)).clamp(0.01, 0.99);
        let strength = 0.5 * (chance / (1.0 - chance)).ln() as f32;
        out.strength.copy_from_slice(&[strength, -strength]);
        let left = f32::from(state.turns_left);
        out.whole.copy_from_slice(&[
            moves(Side::Blue),
            moves(Side::Red),
            is(matches!(state.phase, Phase::Combat { .. })),
            left / 36.0,
            1.0 / left.max(1.0),
            f32::from(state.goal) / all,
            blue,
            red,
        ]);
    }

    fn step(&self, game: &Operation, state: &State, step: Action, out: &mut [f32]) -> Mark {
        let Action::Move { edge, count } = step else { return Mark { head: 2, from: None, to: None } };
        let board = game.board();
        let Edge { from, to } = board.edges[usize::from(edge)];
        let Phase::Move(orders) = &state.phase else {
            return Mark { head: 0, from: Some(from.into()), to: None };
        };
        let (own, enemies) = (state.pieces(orders.side), state.pieces(orders.side.other()));
        let standing = own.at(from) - orders.leaving.at(from);
        out.copy_from_slice(&[
            f32::from(count) / f32::from(standing.max(1)),
            is(count == standing),
            to.map_or(0.0, |to| of(enemies.at(to))),
            to.map_or(0.0, |to| of(own.at(to))),
            of(enemies.at(from)),
            to.map_or(1.0, |to| is(board.goal_distance(to) < board.goal_distance(from))),
        ]);
        Mark { head: u8::from(to.is_none()), from: Some(from.into()), to: to.map(u16::from) }
    }
}
