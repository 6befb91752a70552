//! A grid under the rules of a file (section 3.3): how it lies, how it is set up, and how battles, moves and turns end.

use sandtable_core::{BadInput, GameInfo, SeatInfo};

use super::layout::{neighbours, placed};
use super::position_file::PositionFile;
use super::rule_file::{Allocation, MAX_MEN, MAX_SQUARES, RuleFile};
use super::state::{Battle, Phase, Side, Square, State};

/// A game without a turn limit is drawn after this many turns of each player.
const LONGEST: u32 = 5000;
/// The rules on one grid.
#[derive(Clone, Debug)]
pub struct Grid {
    pub(super) rules: RuleFile,
    pub(super) start: State,
    neighbours: Vec<Vec<Square>>,
    /// The men on a square after a pair of turns, by the men before.
    grown: Vec<i16>,
    /// Whether every roll of a battle is a draw of its own, also where nobody may withdraw.
    single_rolls: bool,
    /// The names of the files of rules and positions.
    files: [Option<String>; 2],
    pub(super) info: GameInfo,
}

impl Grid {
    /// The rules of a file, with the positions of another if they ask for it.
    pub fn new(name: &str, rules: RuleFile, positions: Option<&PositionFile>) -> Result<Grid, BadInput> {
        let men = match (rules.square_allocation, positions) {
            (Allocation::FromFile, Some(positions)) => placed(&rules, positions)?,
            (Allocation::FromFile, None) => {
                return Err(BadInput::new("the rules take the positions FROM_FILE: expected pos=FILE.pos"));
            }
            (_, Some(_)) => return Err(BadInput::new("the rules take no positions from a file")),
            (_, None) => [0; MAX_SQUARES],
        };
        let left = rules.men - rules.squares;
        let phase = match (rules.square_allocation, rules.men_allocation) {
            (Allocation::FromFile, Allocation::FromFile) => Phase::Aim,
            (Allocation::FromFile, _) if left == 0 => Phase::Aim,
            (Allocation::FromFile, _) => {
                let first = men.iter().position(|m| *m > 0).expect("every side has squares");
                Phase::Men { left, square: first as Square }
            }
            _ => Phase::Squares,
        };
        let start = State { men, side: Side::Red, turns: 0, moves_left: rules.moves, phase };
        let grow = |men: i16| match rules.men_added.value(f64::from(men)) {
            value if value.is_nan() => men,
            value => value.floor().clamp(0.0, f64::from(MAX_MEN)) as i16,
        };
        Ok(Grid {
            neighbours: neighbours(&rules),
            grown: (0..=MAX_MEN).map(|men| if men == 0 { 0 } else { grow(men) }).collect(),
            info: GameInfo {
                name: format!("Grid Risk, {name}"),
                seats: Side::BOTH.map(|s| SeatInfo { name: s.name().into(), team: s.seat() }).into(),
                payoff: (-1.0, 1.0),
                max_actions: MAX_MEN as usize + 1,
                hidden: false,
            },
            rules,
            start,
            single_rolls: false,
            files: [None, None],
        })
    }

    /// The same with every roll of a battle as a draw of its own, or not.
    pub fn rolling_singly(self, single_rolls: bool) -> Grid {
        Grid { single_rolls, ..self }
    }

    /// The same, made from these files.
    pub(super) fn of_files(self, files: [Option<String>; 2]) -> Grid {
        Grid { files, ..self }
    }

    /// The files that it was made from: rules and positions.
    pub(super) fn files(&self) -> &[Option<String>; 2] {
        &self.files
    }

    /// The rules.
    pub fn rules(&self) -> &RuleFile {
        &self.rules
    }

    /// How many squares there are.
    pub fn squares(&self) -> usize {
        self.neighbours.len()
    }

    /// The squares next to a square.
    #[inline]
    pub fn neighbours(&self, square: Square) -> &[Square] {
        &self.neighbours[usize::from(square)]
    }

    /// The points of a side.
    pub fn points(&self, state: &State, side: Side) -> u64 {
        let (men, squares) = state.totals(side);
        let points = |count: u32, each: u32| u64::from(count) * u64::from(each);
        points(men, self.rules.man_points) + points(squares, self.rules.square_points)
    }

    /// How many men a square with so many gains after a pair of turns; it may lose some.
    pub(super) fn growth(&self, men: u16) -> i16 {
        self.grown[usize::from(men)] - men as i16
    }

    /// Whether squares are given out by lot at the start.
    pub(super) fn draws_squares(&self) -> bool {
        self.rules.square_allocation == Allocation::Random
    }

    /// Whether men are.
    pub(super) fn draws_men(&self) -> bool {
        self.rules.men_allocation == Allocation::Random
    }

    /// Whether a battle is fought roll by roll, and not all at once.
    pub(super) fn rolls_singly(&self) -> bool {
        self.single_rolls || self.rules.defender_withdraws || self.rules.attacker_withdraws
    }

    fn may_withdraw(&self, side: Side, attacker: Side) -> bool {
        if side == attacker { self.rules.attacker_withdraws } else { self.rules.defender_withdraws }
    }

    /// Where a side may withdraw to: neighbours that the other does not hold.
    pub(super) fn refuges<'a>(
        &'a self,
        state: &'a State,
        side: Side,
        square: Square,
    ) -> impl Iterator<Item = Square> + 'a {
        self.neighbours(square).iter().copied().filter(move |&n| state.men_of(side.other(), n) == 0)
    }

    /// The side that is asked next before a roll: `after` is the one that has just answered.
    pub(super) fn asks(&self, state: &State, battle: Battle, after: Option<Side>) -> Option<Side> {
        let (attacker, defender) = (state.side, state.side.other());
        let order = match after {
            None => &[defender, attacker][..],
            Some(side) if side == defender => &[attacker],
            Some(_) => &[],
        };
        order.iter().find(|&&side| self.may_ask(state, side, battle.square)).copied()
    }

    /// Whether a side can leave the battle on a square.
    pub(super) fn may_ask(&self, state: &State, side: Side, square: Square) -> bool {
        self.may_withdraw(side, state.side) && self.refuges(state, side, square).next().is_some()
    }

    /// The turns of each player after which a game ends.
    pub(super) fn longest(&self) -> u32 {
        if self.rules.turns == 0 { LONGEST } else { self.rules.turns }
    }

    pub(super) fn set_up_next(&self, state: &mut State) {
        let held = |side| Side::BOTH.map(|s| state.totals(s).1 as u16)[side as usize];
        if state.phase == Phase::Squares {
            if held(Side::Blue) < self.rules.squares {
                state.side = state.side.other();
                return;
            }
            state.side = Side::Red;
        } else {
            state.side = state.side.other();
        }
        let begun = matches!(state.phase, Phase::Men { .. });
        let left = self.rules.men - self.rules.squares;
        if left == 0 || (begun && state.side == Side::Red) {
            state.side = Side::Red;
            state.phase = Phase::Aim;
        } else {
            state.phase =
                Phase::Men { left, square: self.own_from(state, 0).expect("every side has squares") };
        }
    }

    /// The first square of the side to move, from `square` on.
    pub(super) fn own_from(&self, state: &State, square: usize) -> Option<Square> {
        (square..self.squares()).map(|s| s as Square).find(|&s| state.men_of(state.side, s) > 0)
    }

    pub(super) fn end_battle(&self, state: &mut State, square: Square, survivors: i32) {
        state.men[usize::from(square)] = survivors as i16 * state.side.sign();
        self.end_move(state);
    }

    pub(super) fn end_move(&self, state: &mut State) {
        state.phase = Phase::Aim;
        state.moves_left -= 1;
        if Side::BOTH.iter().any(|s| state.totals(*s).0 == 0) {
            state.phase = Phase::Over;
            return;
        }
        if state.moves_left > 0 {
            return;
        }
        state.moves_left = self.rules.moves;
        if state.side == Side::Blue {
            for men in &mut state.men[..self.squares()] {
                *men = men.signum() * self.grown[men.unsigned_abs() as usize];
            }
            state.turns += 1;
            let gone = Side::BOTH.iter().any(|s| state.totals(*s).0 == 0);
            if gone || state.turns == self.longest() {
                state.phase = Phase::Over;
            }
        }
        state.side = state.side.other();
    }
}

/// Adds men to an empty or own square; more than [`MAX_MEN`] do not fit.
pub(super) fn join(state: &mut State, side: Side, square: Square, count: u16) {
    let there = state.men_of(side, square);
    state.men[usize::from(square)] = (there + count).min(MAX_MEN as u16) as i16 * side.sign();
}
