//! What each side sees: everything in Operation Lucid, only what is near in Operation Opaque (section 2.2).

use sandtable_core::Rng;

use super::Node;
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
        if sight == Sight::Lucid {
            return View { side, shown, seen: board.all(), enemies };
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

    /// Like [`View::imagine`], with the unseen enemies at random where they may be: out of sight, at most three on a node, and
    /// none further from a starting node of its side than the turns played so far could take it.
    ///
    /// Those in sight are taken to have come from the nearest starting nodes; which of the others were lost is left to chance.
    pub fn guess(&self, board: &Board, rng: &mut Rng) -> State {
        let mut state = self.shown.clone();
        let theirs = self.side.other();
        let mut origins = board.start[theirs as usize];
        let played = board.turns - state.turns_left;
        let homes = origins.occupied();
        let within = |from: u64, node: Node| nodes(from).any(|home| board.distance(home, node) <= played);
        let dark =
            nodes(!self.seen).take_while(|n| usize::from(*n) < board.len()).fold(0, |all, n| all | 1 << n);
        let visible = *state.pieces_mut(theirs);
        for node in nodes(visible.occupied()) {
            for _ in 0..visible.at(node) {
                let nearest = nodes(origins.occupied()).min_by_key(|home| board.distance(*home, node));
                origins = nearest.map_or(origins, |home| origins.minus(Stacks::of(home, 1)));
            }
        }
        for _ in visible.total()..self.enemies {
            let home = one_of(origins, rng);
            origins = home.map_or(origins, |home| origins.minus(Stacks::of(home, 1)));
            let enemy = state.pieces_mut(theirs);
            let free = dark & !enemy.full();
            // A position that was set up by hand may hold more than the starting nodes explain.
            let near = |from: u64| nodes(free).filter(|n| within(from, *n)).fold(0u64, |all, n| all | 1 << n);
            let places = [near(home.map_or(0, |home| 1 << home)), near(homes), free];
            let Some(places) = places.into_iter().find(|places| *places != 0) else { break };
            let chosen = rng.below(places.count_ones()) as usize;
            let node = nodes(places).nth(chosen).expect("there are that many");
            *enemy = enemy.plus(Stacks::of(node, 1));
        }
        let placed = *state.pieces_mut(theirs);
        self.with(board, placed)
    }

    /// The position if the enemies, seen and unseen, are there. To Red in the middle of combats, Blue has the supply that it would have now.
    pub fn with(&self, board: &Board, enemies: Stacks) -> State {
        let mut state = self.shown.clone();
        *state.pieces_mut(self.side.other()) = enemies;
        if let Phase::Combat { pending, supplied } = &mut state.phase
            && self.side == Side::Red
        {
            *supplied = *pending & board.supplied(state.blue.occupied(), state.red.occupied());
        }
        state
    }
}

/// The node of a piece at random, each piece equally likely.
fn one_of(pieces: Stacks, rng: &mut Rng) -> Option<Node> {
    let mut number = match pieces.total() {
        0 => return None,
        all => rng.below(all.into()) as u8,
    };
    nodes(pieces.occupied()).find(|node| {
        let here = pieces.at(*node);
        let found = number < here;
        number = number.saturating_sub(here);
        found
    })
}
