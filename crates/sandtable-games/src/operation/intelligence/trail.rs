//! What a side has seen of the enemy, event by event, and what follows from it.

use super::stages::{Passage, Stages};
use super::supply::Supply;
use crate::operation::Node;
use crate::operation::board::Board;
use crate::operation::stacks::{Stacks, nodes};
use crate::operation::state::{Phase, Side};
use crate::operation::view::View;

/// Everything that a side has seen of the enemy in one game.
///
/// It must be shown every view from the first on, one after every event: a toss, a step, a combat. Views of the own turns count too, since moving reveals.
#[derive(Clone, Debug)]
pub struct Trail {
    pub(super) side: Side,
    /// Whether the game began from the board's own start.
    usual: bool,
    pub(super) last: Option<View>,
    /// Pieces that the enemy has lost since its last move.
    pub(super) lost: Stacks,
    /// The nodes whose pieces are known as of the enemy's last move.
    known: u64,
    /// Where Red stood when the combats of this turn began, if that was seen.
    lines: Option<u64>,
    pub(super) supplies: Vec<Supply>,
    pub(super) stages: Stages,
    pub(super) scratch: Vec<f64>,
}

impl Trail {
    /// Of a game that begins where the board says, which both sides know.
    pub fn new(side: Side) -> Self {
        Trail {
            side,
            usual: true,
            last: None,
            lost: Stacks::EMPTY,
            known: 0,
            lines: None,
            supplies: Vec::new(),
            stages: Stages::default(),
            scratch: Vec::new(),
        }
    }

    /// Of a game that begins somewhere else: what is out of sight at first may be anywhere.
    pub fn elsewhere(side: Side) -> Self {
        Trail { usual: false, ..Trail::new(side) }
    }

    /// Whose trail it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Forgets everything; another game begins, as the last one did.
    pub fn begin(&mut self) {
        self.last = None;
    }

    /// Something happened, and this is what the side sees now.
    ///
    /// A trail of a usual game whose first view cannot be of its beginning goes on as one of a game that begins elsewhere; so does one whose
    /// views contradict each other, from the enemy's next move on.
    pub fn observe(&mut self, board: &Board, view: &View) {
        match self.last.take() {
            None => self.open(board, view),
            Some(last) => self.follow(board, &last, view),
        }
        let enemies = view.shown.pieces(self.side.other());
        for node in nodes(view.seen & !self.known) {
            self.stages.see(node, enemies.at(node) + self.lost.at(node));
        }
        self.known |= view.seen;
        self.forget(board, view);
        self.last = Some(view.clone());
    }

    fn open(&mut self, board: &Board, view: &View) {
        let enemy = self.side.other();
        self.lines = None;
        let (pieces, own) = (board.start[enemy as usize], board.start[self.side as usize]);
        let state = &view.shown;
        let unmoved = state.turns_left == board.turns
            && state.goal == 0
            && state.pieces(self.side) == own
            && state.pieces(enemy) == pieces.on(view.seen)
            && view.enemies == pieces.total()
            && matches!(state.phase, Phase::Toss | Phase::Move(_));
        if self.usual && unmoved {
            self.lost = Stacks::EMPTY;
            self.supplies.clear();
            self.known = board.all();
            self.stages.begin(board, self.known, pieces, view.enemies);
        } else {
            self.reopen(board, view);
        }
    }

    /// Begins anew with what is seen now.
    fn reopen(&mut self, board: &Board, view: &View) {
        self.lost = Stacks::EMPTY;
        self.supplies.clear();
        self.known = view.seen;
        let pieces = view.shown.pieces(self.side.other());
        self.stages.begin(board, view.seen, pieces, view.enemies);
    }

    fn follow(&mut self, board: &Board, last: &View, view: &View) {
        let enemy = self.side.other();
        let moving = |view: &View| matches!(&view.shown.phase, Phase::Move(orders) if orders.side == enemy);
        if moving(last) && !moving(view) {
            self.enter(board, last, view);
        }
        match (&last.shown.phase, &view.shown.phase) {
            (Phase::Combat { pending, .. }, _) => {
                let node = pending.trailing_zeros() as Node;
                if view.enemies < last.enemies {
                    self.lost = self.lost.plus(Stacks::of(node, 1));
                } else {
                    self.beaten(board, last, node);
                }
            }
            (_, Phase::Combat { .. }) => self.lines = Some(view.shown.red.occupied()),
            _ => {}
        }
        if !matches!(view.shown.phase, Phase::Combat { .. }) {
            self.lines = None;
        }
    }

    /// The enemy has moved.
    fn enter(&mut self, board: &Board, last: &View, view: &View) {
        let side = self.side.other();
        let (before, after) = (&last.shown, &view.shown);
        // Who defended a node and attacks there now has brought somebody in; who still defends it has not.
        let defended = before.contested() & !before.pinned(side) & after.contested();
        let entered = defended & after.pinned(side);
        let passage = Passage {
            side,
            lost: self.lost,
            pinned: before.pinned(side),
            entered,
            shunned: defended & !entered,
            scored: if side == Side::Blue { after.goal - before.goal } else { 0 },
        };
        if self.stages.flow.repair() {
            self.stages.extend(board, &passage);
            self.lost = Stacks::EMPTY;
            self.known = 0;
        } else {
            self.reopen(board, view);
        }
    }

    /// An own piece was lost on a node. A single attacker of Blue's without supply has no strength and cannot have done it.
    fn beaten(&mut self, board: &Board, last: &View, node: Node) {
        let state = &last.shown;
        let weak = self.side == Side::Red
            && state.blue_attacks >> node & 1 == 1
            && state.blue.at(node) == 1
            && board.home >> node & 1 == 0;
        let Some(lines) = self.lines.filter(|_| weak && self.known != board.all()) else { return };
        let stage = self.stages.len() - 1;
        self.supplies.push(Supply { stage, node, open: board.all() & !lines, lost: self.lost });
    }

    /// Where everything is known, what was before does not matter any more.
    fn forget(&mut self, board: &Board, view: &View) {
        let seen = self.stages_seen(board);
        let total = view.enemies + self.lost.total();
        let everything = seen.total() == total;
        if everything && (self.stages.len() > 1 || self.known != board.all()) {
            self.known = board.all();
            self.supplies.clear();
            self.stages.begin(board, self.known, seen, total);
        }
    }

    /// What is known of the pieces as of the enemy's last move.
    fn stages_seen(&self, board: &Board) -> Stacks {
        let stage = self.stages.len() - 1;
        let known = |node: Node| {
            let (least, _) = self.stages.flow.bounds(self.stages.held(stage, node));
            Stacks::of(node, least as u8)
        };
        nodes(self.known & board.all()).fold(Stacks::EMPTY, |all, node| all.plus(known(node)))
    }
}
