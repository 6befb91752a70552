//! The rules of section 2.1 as a [`Game`].

use sandtable_core::{Dist, Game, GameInfo, Illegal, Payoff, Rng, Seat, SeatInfo, Turn};

use super::board::{Board, Edge};
use super::settle::can_settle;
use super::stacks::{LIMIT, Stacks, nodes};
use super::state::{Action, Chance, Orders, Phase, Side, State};
use super::view::{Sight, View};
use super::{BOARDS, Node};

/// The rules on one board, with or without fog.
#[derive(Clone, Debug)]
pub struct Operation {
    board: Board,
    sight: Sight,
    info: GameInfo,
}

impl Operation {
    /// The rules on `board`.
    pub fn new(board: Board, sight: Sight) -> Self {
        let pieces = f64::from(board.start[Side::Blue as usize].total());
        let info = GameInfo {
            name: format!("Operation {sight:?} on {}", board.name),
            seats: Side::BOTH.map(|s| SeatInfo { name: s.name().into(), team: s.seat() }).into(),
            payoff: (-pieces, pieces),
            max_actions: 3 * board.edges.len() + 1,
            hidden: sight == Sight::Opaque,
        };
        Operation { board, sight, info }
    }

    /// The rules on the report's board.
    pub fn default_board(sight: Sight) -> Self {
        let (name, _, text) = BOARDS[0];
        Operation::new(Board::parse(name, text).expect("a shipped board is sound"), sight)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who sees what.
    pub fn sight(&self) -> Sight {
        self.sight
    }

    /// Whether the turn can still be finished after a step that is legal otherwise.
    #[inline]
    fn settles(&self, moving: &Moving, edge: usize, count: u8) -> bool {
        let Edge { from, to } = self.board.edges[edge];
        let arriving = moving.orders.arriving;
        let fits = |to| moving.standing.at(to) + arriving.at(to) + count <= LIMIT;
        if moving.overfull == 0 && to.is_none_or(fits) {
            return true;
        }
        if to.is_some_and(|to| arriving.at(to) + count > LIMIT) {
            return false;
        }
        let mut after = moving.orders.clone();
        add_step(&mut after, from, to, edge, count);
        can_settle(&self.board, &after, moving.standing.minus(Stacks::of(from, count)), moving.pinned)
    }

    /// The position after a turn's orders were carried out; combat, if any, is still to come.
    pub(super) fn end_move(&self, state: &mut State, orders: Orders) {
        let own = state.pieces_mut(orders.side);
        *own = own.minus(orders.leaving).plus(orders.arriving);
        state.goal += orders.scoring;
        let (entered, contested) = (orders.arriving.occupied(), state.contested());
        match orders.side {
            Side::Blue => state.blue_attacks |= entered,
            Side::Red => state.blue_attacks &= !entered,
        }
        state.blue_attacks &= contested;
        if contested == 0 {
            self.end_turn(state);
        } else {
            let supplied = self.board.supplied(state.blue.occupied(), state.red.occupied());
            state.phase = Phase::Combat { pending: contested, supplied: supplied & contested };
        }
    }

    fn end_turn(&self, state: &mut State) {
        state.turns_left -= 1;
        state.phase = if state.turns_left == 0 || state.blue.is_empty() { Phase::Over } else { Phase::Toss };
    }
}

/// What the legality of a side's steps depends on.
struct Moving<'a> {
    orders: &'a Orders,
    /// Its pieces without orders.
    standing: Stacks,
    /// The nodes they may not leave.
    pinned: u64,
    /// The nodes that hold too many if nobody moves any more.
    overfull: u64,
}

impl<'a> Moving<'a> {
    #[inline]
    fn new(state: &State, orders: &'a Orders) -> Self {
        let standing = state.pieces(orders.side).minus(orders.leaving);
        let overfull = standing.overfull_with(orders.arriving);
        Moving { orders, standing, pinned: state.pinned(orders.side), overfull }
    }
}

/// The next node to be fought over, with the strengths of Blue and Red there.
#[inline]
pub fn next_combat(state: &State) -> Option<(Node, u32, u32)> {
    let Phase::Combat { pending, supplied } = state.phase else { return None };
    let node = pending.trailing_zeros() as Node;
    let (blue, red) = state.strengths(node, supplied);
    Some((node, blue, red))
}

impl Game for Operation {
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type View = View;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn start(&self) -> State {
        let [blue, red] = self.board.start;
        State { blue, red, blue_attacks: 0, goal: 0, turns_left: self.board.turns, phase: Phase::Toss }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match &state.phase {
            Phase::Toss | Phase::Combat { .. } => Turn::Chance,
            Phase::Move(orders) => Turn::Player(orders.side.seat()),
            Phase::Over => Turn::Over,
        }
    }

    fn turns(&self, state: &State) -> u32 {
        u32::from(self.board.turns - state.turns_left)
    }

    fn actions(&self, state: &State, out: &mut Vec<Action>) {
        let Phase::Move(orders) = &state.phase else { return };
        let moving = Moving::new(state, orders);
        let movable = moving.standing.occupied() & !moving.pinned;
        for node in nodes(movable) {
            for edge in self.board.edges_from(node).filter(|e| *e >= usize::from(orders.next_edge)) {
                if self.board.edges[edge].to.is_none() && orders.side == Side::Red {
                    continue;
                }
                for count in 1..=moving.standing.at(node) {
                    if self.settles(&moving, edge, count) {
                        out.push(Action::Move { edge: edge as u8, count });
                    }
                }
            }
        }
        if moving.overfull == 0 {
            out.push(Action::End);
        }
    }

    #[inline]
    fn check(&self, state: &State, action: Action) -> Result<(), Illegal> {
        let Phase::Move(orders) = &state.phase else {
            return Err(Illegal::because("nobody is to move now"));
        };
        let moving = Moving::new(state, orders);
        let crowded = Err(Illegal::because("a node would hold more than three pieces of a side"));
        let Action::Move { edge, count } = action else {
            return if moving.overfull == 0 { Ok(()) } else { crowded };
        };
        let edge = usize::from(edge);
        let Some(way) = self.board.edges.get(edge) else {
            return Err(Illegal::because("there is no such edge"));
        };
        if edge < usize::from(orders.next_edge) {
            return Err(Illegal::because(
                "steps go from north to south and west to east, and each way is used once",
            ));
        }
        if way.to.is_none() && orders.side == Side::Red {
            return Err(Illegal::because("only Blue may enter the goal"));
        }
        if count == 0 || moving.standing.at(way.from) < count {
            return Err(Illegal::because("there are not that many pieces to move"));
        }
        if moving.pinned >> way.from & 1 == 1 {
            return Err(Illegal::because("an attacker may not leave a contested node"));
        }
        if self.settles(&moving, edge, count) { Ok(()) } else { crowded }
    }

    #[inline]
    fn apply(&self, state: &mut State, action: Action) {
        let Phase::Move(orders) = &mut state.phase else { panic!("nobody is to move now") };
        match action {
            Action::Move { edge, count } => {
                let edge = usize::from(edge);
                let way = self.board.edges[edge];
                add_step(orders, way.from, way.to, edge, count);
            }
            Action::End => {
                let orders = orders.clone();
                self.end_move(state, orders);
            }
        }
    }

    #[inline]
    fn sample(&self, state: &State, rng: &mut Rng) -> Chance {
        let side = |blue| if blue { Side::Blue } else { Side::Red };
        match next_combat(state) {
            None => Chance::Toss(side(rng.below(2) == 0)),
            Some((_, blue, red)) => Chance::Combat(side(rng.below(blue + red) < blue)),
        }
    }

    fn outcomes(&self, state: &State, out: &mut Vec<(Chance, f64)>) -> Dist {
        match next_combat(state) {
            None => out.extend(Side::BOTH.map(|s| (Chance::Toss(s), 0.5))),
            Some((_, blue, red)) => {
                let p = f64::from(blue) / f64::from(blue + red);
                out.extend(
                    [(Chance::Combat(Side::Blue), p), (Chance::Combat(Side::Red), 1.0 - p)]
                        .into_iter()
                        .filter(|(_, p)| *p > 0.0),
                );
            }
        }
        Dist::Exact
    }

    #[inline]
    fn resolve(&self, state: &mut State, chance: Chance) {
        match (chance, &mut state.phase) {
            (Chance::Toss(side), phase) => *phase = Phase::Move(Orders::none(side)),
            (Chance::Combat(winner), Phase::Combat { pending, supplied }) => {
                let node = pending.trailing_zeros() as Node;
                *pending &= *pending - 1;
                *supplied &= *pending;
                let done = *pending == 0;
                let losers = state.pieces_mut(winner.other());
                *losers = losers.minus(Stacks::of(node, 1));
                state.blue_attacks &= state.contested();
                if done {
                    self.end_turn(state);
                }
            }
            (Chance::Combat(_), _) => panic!("there is no combat now"),
        }
    }

    fn payoff(&self, state: &State) -> Payoff {
        Payoff::zero_sum(f64::from(state.goal))
    }

    #[inline]
    fn view(&self, state: &State, seat: Seat) -> View {
        View::new(&self.board, self.sight, state, Side::BOTH[seat])
    }

    fn imagine(&self, view: &View) -> State {
        view.imagine(&self.board)
    }

    fn guess(&self, view: &View, rng: &mut Rng) -> State {
        match self.sight {
            Sight::Lucid => view.imagine(&self.board),
            Sight::Opaque => view.guess(&self.board, rng),
        }
    }

    fn rank(&self, _state: &State, step: Action) -> u64 {
        match step {
            Action::Move { edge, .. } => edge.into(),
            Action::End => u64::MAX,
        }
    }

    fn merge(&self, a: Action, b: Action) -> Option<Action> {
        match (a, b) {
            (Action::End, Action::End) => Some(a),
            (Action::Move { edge, count }, Action::Move { edge: same, count: more }) if edge == same => {
                Some(Action::Move { edge, count: count.saturating_add(more) })
            }
            _ => None,
        }
    }

    fn idle(&self, state: &State) -> Option<Action> {
        matches!(state.phase, Phase::Move(_)).then_some(Action::End)
    }

    fn split(&self, step: Action) -> Option<(Action, Action)> {
        let Action::Move { edge, count: count @ 2.. } = step else { return None };
        Some((Action::Move { edge, count: 1 }, Action::Move { edge, count: count - 1 }))
    }
}

#[inline]
fn add_step(orders: &mut Orders, from: Node, to: Option<Node>, edge: usize, count: u8) {
    orders.leaving = orders.leaving.plus(Stacks::of(from, count));
    match to {
        Some(to) => orders.arriving = orders.arriving.plus(Stacks::of(to, count)),
        None => orders.scoring += count,
    }
    orders.next_edge = edge as u16 + 1;
}
