//! What each side sees: everything in Operation Lucid, only what is near in Operation Opaque (section 2.2).

use super::board::Board;
use super::stacks::{LIMIT, Stacks, nodes};
use super::state::{Orders, Phase, Side, State};

/// Which of the two games is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sight {
    /// Everything is seen.
    Lucid,
    /// Enemies are seen in nodes with own pieces and in nodes next to those.
    Opaque,
}

/// What one side knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// Whose view it is.
    pub side: Side,
    /// The position without what the side does not see: enemies out of sight and their orders are not there, and in
    /// Opaque Red is not told where Blue has supply.
    pub shown: State,
    /// The nodes whose enemies are seen: elsewhere there may be some.
    pub seen: u64,
    /// Enemies on the board, seen or not. Both sides always know the numbers.
    pub enemies: u8,
}

impl View {
    /// What `side` sees of `state`.
    #[inline]
    pub fn new(board: &Board, sight: Sight, state: &State, side: Side) -> Self {
        let enemies = state.pieces(side.other()).total();
        let mut shown = state.clone();
        let all = if board.len() == 64 { u64::MAX } else { (1 << board.len()) - 1 };
        if sight == Sight::Lucid {
            return View { side, shown, seen: all, enemies };
        }
        // The goal yields no sight, and orders move nothing before they are carried out.
        let own = state.pieces(side).occupied();
        let seen = own | board.around(own);
        let enemy = shown.pieces_mut(side.other());
        *enemy = enemy.on(seen);
        match &mut shown.phase {
            Phase::Move(orders) if orders.side != side => *orders = Orders::none(orders.side),
            Phase::Combat { supplied, .. } if side == Side::Red => *supplied = 0,
            _ => {}
        }
        View { side, shown, seen, enemies }
    }

    /// The state if everything is seen; otherwise one with the unseen enemies on the first nodes out of sight.
    pub fn imagine(&self, board: &Board) -> State {
        let mut state = self.shown.clone();
        let enemy = state.pieces_mut(self.side.other());
        let mut unseen = self.enemies - enemy.total();
        for node in nodes(!self.seen).take_while(|n| usize::from(*n) < board.len()) {
            let here = unseen.min(LIMIT);
            *enemy = enemy.plus(Stacks::of(node, here));
            unseen -= here;
        }
        state
    }
}
