//! What a position shows a net, in numbers: the report's 66 (chapter 6), and a longer list.
//!
//! The report names two of its high-level features, Blue pieces on open axes and Blue pieces in defensive combat posture; the others are
//! lost, and chosen here. It had none about supply, which its net therefore never learned; the longer list has.
//!
//! Everything is read as it stands between two turns: who moves next is not known.

use crate::operation::board::{Board, MAX_SIDE};
use crate::operation::eval::{NAMES as OUTLOOK, Outlook};
use crate::operation::rules::Operation;
use crate::operation::stacks::{LIMIT, nodes};
use crate::operation::state::{Side, State};

/// Which numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// The report's: pieces by node, time and goal, and 14 of a higher level.
    Report,
    /// Each stack by its size, who attacks where, where supply reaches, each axis by itself, and time in more detail.
    Full,
}

/// Reads positions of one board.
#[derive(Clone)]
pub struct Reader {
    pub(super) set: Set,
    outlook: Outlook,
}

/// The high-level features of the report's set.
const HIGH: [&str; 14] = [
    "blue on open axes",
    "blue in defensive posture",
    "blue attacking",
    "red in defensive posture",
    "red attacking",
    "blue on the board",
    "red on the board",
    "blue about to score",
    "blue on the fullest axis",
    "red before the fullest axis",
    "blue's advance",
    "blue in time",
    "open axes",
    "shortest open way",
];

/// How many Blue turns the full set asks the chance of.
const TURNS: usize = 8;

impl Reader {
    /// For a set of numbers.
    pub fn new(set: Set) -> Reader {
        Reader { set, outlook: Outlook::new() }
    }

    /// The names of the numbers on a board.
    pub fn names(set: Set, board: &Board) -> Vec<String> {
        let places: Vec<String> = (0..board.len() as u8).map(|n| board.node_name(n)).collect();
        let mut names: Vec<String> = Vec::new();
        let mut each = |what: &str| names.extend(places.iter().map(|place| format!("{what} {place}")));
        match set {
            Set::Report => ["blue", "red"].iter().for_each(|what| each(what)),
            Set::Full => {
                for side in ["blue", "red"] {
                    (1..=LIMIT).for_each(|n| each(&format!("{n} {side}")));
                }
                ["blue attacks", "red attacks", "supply"].iter().for_each(|what| each(what));
            }
        }
        names.extend(["turns left", "goal"].map(String::from));
        names.extend(HIGH.map(String::from));
        if set == Set::Full {
            names.extend(OUTLOOK.map(|what| format!("outlook: {what}")));
            names.extend((1..=TURNS).map(|n| format!("chance of {n} turns")));
            for column in 0..board.columns {
                let letter = char::from(b'A' + column);
                names.extend(["mass", "guards", "supply"].map(|what| format!("{what} on axis {letter}")));
            }
            names.extend(["attacks with supply", "attacks without", "blue in supply"].map(String::from));
        }
        names
    }

    /// Appends the numbers of a position, in the order of their names.
    pub fn read(&self, game: &Operation, state: &State, out: &mut Vec<f32>) {
        let (mut few, mut all) = (Vec::new(), Vec::new());
        let behind = self.read_parts(game, state, &mut few, &mut all);
        let begin = out.len();
        out.resize(begin + behind, 0.0);
        few.iter().for_each(|(i, x)| out[begin + usize::from(*i)] = *x);
        out.extend(all);
    }

    /// The same in two parts: of the numbers by node those that are not zero, with their places, and all others, which stand behind. Returns how many
    /// there are by node.
    pub fn read_parts(
        &self,
        game: &Operation,
        state: &State,
        few: &mut Vec<(u16, f32)>,
        all: &mut Vec<f32>,
    ) -> usize {
        let board = game.board();
        let supplied = match self.set {
            Set::Report => 0,
            Set::Full => board.supplied(state.blue.occupied(), state.red.occupied()),
        };
        let behind = match self.set {
            Set::Report => {
                for side in Side::BOTH {
                    let stacks = state.pieces(side);
                    for node in nodes(stacks.occupied()) {
                        let place = side as usize * board.len() + usize::from(node);
                        few.push((place as u16, f32::from(stacks.at(node)) / 3.0));
                    }
                }
                2 * board.len()
            }
            Set::Full => stacks(board, state, supplied, few),
        };
        let [blue_start, red_start] = board.start.map(|s| f32::from(s.total()));
        all.push(f32::from(state.turns_left) / f32::from(board.turns));
        all.push(f32::from(state.goal) / blue_start);
        self.high(board, state, blue_start, red_start, all);
        if self.set == Set::Full {
            self.axes(board, state, supplied, blue_start, all);
        }
        behind
    }

    fn high(&self, board: &Board, state: &State, blue_start: f32, red_start: f32, out: &mut Vec<f32>) {
        let (blue, red) = (state.blue, state.red);
        let contested = state.contested();
        let (attacked, defended) = (contested & state.blue_attacks, contested & !state.blue_attacks);
        let (mut open, mut advance, mut in_time) = (0u32, 0u32, 0.0);
        let mut axes = [0u32; MAX_SIDE];
        let mut shortest = board.rows + 1;
        let ahead = |node: u8| -> u64 {
            // The node itself and everything north of it on its axis.
            (0..board.rows)
                .map(|i| u32::from(i) * u32::from(board.columns))
                .take_while(|back| *back <= node.into())
                .fold(0, |all, back| all | 1 << (u32::from(node) - back))
        };
        for node in nodes(blue.occupied()) {
            let pieces = u32::from(blue.at(node));
            let way = board.goal_distance(node);
            axes[usize::from(board.column(node))] += pieces;
            advance += pieces * u32::from(board.row(node));
            in_time += pieces as f64 * self.outlook.in_time(state.turns_left, way);
            if ahead(node) & red.occupied() == 0 {
                open += pieces;
                shortest = shortest.min(way);
            }
        }
        let columns = usize::from(board.columns);
        let fullest = (0..columns).max_by_key(|&c| (axes[c], usize::MAX - c)).unwrap_or(0);
        let before = 1u64 << fullest;
        let guards = red.on((before | board.around(before)) & board.north).total();
        let mut red_axes = 0u32;
        nodes(red.occupied()).for_each(|node| red_axes |= 1 << board.column(node));
        let part = |n: u32, of: f32| n as f32 / of;
        out.extend([
            part(open, blue_start),
            part(blue.on(defended).total().into(), 5.0),
            part(blue.on(attacked).total().into(), 5.0),
            part(red.on(attacked).total().into(), 5.0),
            part(red.on(defended).total().into(), 5.0),
            part(blue.total().into(), blue_start),
            part(red.total().into(), red_start),
            part(blue.on(board.north & !contested).total().into(), 5.0),
            part(axes[fullest], blue_start),
            part(guards.into(), 9.0),
            part(advance, blue_start * f32::from(board.rows)),
            in_time as f32 / blue_start,
            part(u32::from(board.columns) - red_axes.count_ones(), f32::from(board.columns)),
            f32::from(shortest) / f32::from(board.rows + 1),
        ]);
    }

    fn axes(&self, board: &Board, state: &State, supplied: u64, blue_start: f32, out: &mut Vec<f32>) {
        let features = self.outlook.features_with(board, state, supplied);
        // What is massed is a square of pieces.
        let scale = |i: usize| if i == 8 { blue_start * blue_start } else { blue_start / 2.0 };
        out.extend(features.iter().enumerate().map(|(i, f)| *f as f32 / scale(i)));
        out.extend((1..=TURNS as u8).map(|n| self.outlook.in_time(state.turns_left, n) as f32));
        for column in 0..board.columns {
            let (mut mass, mut guards, mut reach) = (0.0, 0.0, 0);
            for row in 0..board.rows {
                let node = board.node(column, row);
                let pieces = f64::from(state.blue.at(node));
                mass += pieces * self.outlook.in_time(state.turns_left, board.goal_distance(node));
                guards += f64::from(state.red.at(node));
                if supplied >> node & 1 == 1 {
                    reach = row + 1;
                }
            }
            out.extend([mass as f32 / 9.0, guards as f32 / 4.0, f32::from(reach) / f32::from(board.rows)]);
        }
        let attacked = state.contested() & state.blue_attacks;
        let count = |mask: u64| mask.count_ones() as f32 / 3.0;
        let in_supply = f32::from(state.blue.on(supplied).total()) / blue_start;
        out.extend([count(attacked & supplied), count(attacked & !supplied), in_supply]);
    }
}

/// Each stack by its size, who attacks where, and where supply reaches; returns how many numbers that are.
fn stacks(board: &Board, state: &State, supplied: u64, few: &mut Vec<(u16, f32)>) -> usize {
    let len = board.len();
    let mut set = |row: usize, node: u8| few.push(((row * len + usize::from(node)) as u16, 1.0));
    for side in Side::BOTH {
        let stacks = state.pieces(side);
        for node in nodes(stacks.occupied()) {
            (0..usize::from(stacks.at(node))).for_each(|n| set(3 * side as usize + n, node));
        }
    }
    let contested = state.contested();
    let masks = [contested & state.blue_attacks, contested & !state.blue_attacks, supplied];
    for (i, mask) in masks.into_iter().enumerate() {
        nodes(mask).for_each(|node| set(6 + i, node));
    }
    (2 * usize::from(LIMIT) + 3) * len
}
