//! Moves within constraints, proposed to whoever values them: the constraint generator and the move generator of the report's design
//! (section 4.2), with the loop between them.
//!
//! Constraints start strict and are eased until a proper set of moves comes out; a list that grows too long is stopped. Where nothing comes
//! out at all, the side stays where it is.

use std::sync::Arc;

use sandtable_core::{Figure, Frame, Notation, Proposer};

use super::carry_on;
use crate::operation::board::Board;
use crate::operation::constraints::{Alternatives, Bound, Constraints, Limit, Lister, Move, Standing, frame};
use crate::operation::fuzzy::{RuleBase, plan};
use crate::operation::rules::Operation;
use crate::operation::state::{Action, Orders, Phase, Side, State};

/// How the constraints of a turn are made.
#[derive(Clone, Debug)]
pub enum Stance {
    /// The same for every turn, the strictest alternative first.
    Fixed(Alternatives),
    /// As section 6.1 has it; both sides.
    Global,
    /// Blue keeps a supply line along each axis as far as it can (section 6.5), and may also do what `Global` allows; Red has no
    /// supply to keep.
    Supply,
    /// So many pieces in each half of the board as fuzzy rules want there (section 7.1.2).
    Fuzzy(Arc<RuleBase>),
}

/// How many moves are enough, and how many too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proper {
    /// Constraints are eased until there are so many.
    pub least: usize,
    /// A list stops there.
    pub most: usize,
}

impl Default for Proper {
    fn default() -> Self {
        Proper { least: 30, most: 200 }
    }
}

/// Supply matters less when little time is left: no line is asked for in the last turns.
const LAST_TURNS: u8 = 4;

/// Proposes moves.
pub struct Planner {
    stance: Stance,
    proper: Proper,
    lister: Lister,
}

impl Planner {
    /// With a stance.
    pub fn new(stance: Stance, proper: Proper) -> Planner {
        Planner { stance, proper, lister: Lister::default() }
    }

    /// Appends the moves of a side; `took` hears which constraints they satisfy, how many there are, and whether that is all.
    fn gather(&mut self, board: &Board, state: &State, side: Side, out: &mut Vec<Move>, took: Took) {
        let begin = out.len();
        match &self.stance {
            Stance::Fixed(alternatives) => {
                let sets = alternatives.clone();
                self.ease(board, state, side, sets.into_iter(), out, took);
            }
            Stance::Fuzzy(base) => {
                let sets = plan::constraints(base, board, state, side);
                self.ease(board, state, side, sets, out, took);
            }
            stance => {
                let lines =
                    matches!(stance, Stance::Supply) && side == Side::Blue && state.turns_left > LAST_TURNS;
                let sets = EASING[side as usize].into_iter().map(Easing::constraints);
                self.ease(board, state, side, sets, out, took);
                if lines {
                    self.lines(board, state, out, took);
                    // Lines along several axes, and what needs none, overlap.
                    dedup(out, begin);
                }
            }
        }
    }

    /// Eases the constraints until enough moves come out, or too many: then the last list counts that was not too long.
    fn ease(
        &mut self,
        board: &Board,
        state: &State,
        side: Side,
        sets: impl Iterator<Item = Constraints>,
        out: &mut Vec<Move>,
        took: Took,
    ) {
        let begin = out.len();
        let mut last = None;
        for constraints in sets {
            let found = self.lister.list(board, state, side, &constraints, self.proper.most).len();
            let complete = self.lister.complete();
            if !complete && out.len() > begin {
                break;
            }
            out.truncate(begin);
            out.extend_from_slice(self.lister.moves());
            last = Some((constraints, complete));
            if found >= self.proper.least {
                break;
            }
        }
        if let Some((constraints, complete)) = last {
            took(&constraints, out.len() - begin, complete);
        }
    }

    /// For each axis the longest line of supply that can be held after the move.
    fn lines(&mut self, board: &Board, state: &State, out: &mut Vec<Move>, took: Took) {
        let most = (self.proper.most / usize::from(board.columns)).max(1);
        for column in 0..board.columns {
            for length in (2..board.rows).rev() {
                let mut constraints = LINE.constraints();
                for row in 0..length {
                    constraints = constraints.at_least(1 << board.node(column, row), 1);
                }
                let found = self.lister.list(board, state, Side::Blue, &constraints, most);
                if !found.is_empty() {
                    out.extend_from_slice(found);
                    took(&constraints, found.len(), self.lister.complete());
                    break;
                }
            }
        }
    }
}

/// Hears of constraints that were kept to.
type Took<'a> = &'a mut dyn FnMut(&Constraints, usize, bool);

/// How strict section 6.1's constraints are: nodes beyond a third of the pieces, axes used forward and backward, and pieces
/// to either side.
#[derive(Clone, Copy)]
struct Easing {
    nodes: u8,
    forward: u8,
    backward: u8,
    sideways: u8,
}

/// From strict to none, for Blue and for Red; the report gives only the number of nodes, 1 + pieces/3. Who defends must spread, so Red is
/// limited in how much it moves, and stays north first.
const EASING: [[Easing; 5]; 2] = [
    [
        Easing { nodes: 1, forward: 2, backward: 0, sideways: 1 },
        Easing { nodes: 2, forward: 2, backward: 0, sideways: 1 },
        Easing { nodes: 2, forward: 2, backward: 0, sideways: 2 },
        Easing { nodes: 3, forward: 3, backward: 1, sideways: 3 },
        Easing::NONE,
    ],
    [
        Easing { forward: 0, sideways: 1, ..Easing::NONE },
        Easing { forward: 0, sideways: 2, ..Easing::NONE },
        Easing { forward: 1, sideways: 2, ..Easing::NONE },
        Easing { forward: 2, sideways: 3, ..Easing::NONE },
        Easing::NONE,
    ],
];

/// The section's own constraints, for Blue's lines of supply: one axis forward, and room for the line.
const LINE: Easing = Easing { nodes: 2, forward: 1, backward: 0, sideways: 1 };

impl Easing {
    const NONE: Easing = Easing { nodes: 64, forward: 16, backward: 16, sideways: 255 };

    fn constraints(self) -> Constraints {
        let mut constraints = Constraints::none()
            .at_most(Limit::Forward, self.forward)
            .at_most(Limit::Backward, self.backward)
            .at_most(Limit::East, self.sideways)
            .at_most(Limit::West, self.sideways);
        constraints.set(Limit::Nodes, Some(Bound { fixed: self.nodes, per: Some(3) }));
        constraints
    }
}

impl Proposer<Operation> for Planner {
    type Turn = Move;

    fn propose(&mut self, game: &Operation, state: &State, out: &mut Vec<Move>) {
        let Phase::Move(Orders { side, .. }) = state.phase else { return };
        let begin = out.len();
        self.gather(game.board(), state, side, out, &mut |_, _, _| ());
        if out.len() == begin {
            out.push(Move::stay(state, side));
        }
    }

    fn near(&mut self, game: &Operation, state: &State, turn: &Move, out: &mut Vec<Move>) {
        let Phase::Move(Orders { side, .. }) = state.phase else { return };
        turn.around(game.board(), state, side, out);
    }

    fn after(&self, game: &Operation, state: &State, turn: &Move) -> State {
        let mut after = state.clone();
        turn.carry_out(game, &mut after);
        after
    }

    fn steps(&self, game: &Operation, state: &State, turn: &Move, plan: &mut Vec<Action>) {
        let begin = plan.len();
        turn.orders(game.board(), plan);
        carry_on(game, state, plan, begin);
    }

    fn frames(&mut self, game: &Operation, state: &State) -> Vec<Frame> {
        let Phase::Move(Orders { side, .. }) = state.phase else { return Vec::new() };
        let standing = Standing { board: game.board(), state, side };
        let mut frames = Vec::new();
        self.gather(game.board(), state, side, &mut Vec::new(), &mut |constraints, turns, counted| {
            frames.push(frame(standing, constraints, turns as u64, counted));
        });
        frames
    }

    fn words(&self, game: &Operation, _state: &State, turn: &Move) -> String {
        let mut plan = Vec::new();
        turn.orders(game.board(), &mut plan);
        match plan.is_empty() {
            true => "all stay".into(),
            false => plan.iter().map(|step| game.action_text(*step)).collect::<Vec<_>>().join(" "),
        }
    }

    fn figures(&self, game: &Operation, state: &State) -> Vec<Figure> {
        let (Stance::Fuzzy(base), Phase::Move(orders)) = (&self.stance, &state.phase) else {
            return Vec::new();
        };
        plan::objective(base, game.board(), state, orders.side).figures()
    }
}

/// Leaves each result once among the moves from `begin` on, in a fixed order.
fn dedup(moves: &mut Vec<Move>, begin: usize) {
    let key = |m: &Move| (m.result.pieces, m.result.entered, m.result.scoring);
    moves[begin..].sort_unstable_by_key(key);
    let mut kept = begin;
    for i in begin..moves.len() {
        if i == begin || key(&moves[i]) != key(&moves[kept - 1]) {
            moves[kept] = moves[i];
            kept += 1;
        }
    }
    moves.truncate(kept);
}
