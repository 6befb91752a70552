//! Partners of those who learn or look ahead: one side's moves come from a planner or from a player of the game, now and then at random.

use sandtable_core::{Figure, Frame, Policy, Proposer, Rng, Seat, Stream};

use super::planner::Planner;
use crate::operation::constraints::Move;
use crate::operation::rules::Operation;
use crate::operation::state::{Action, Phase, Side, State};

/// Proposes what a planner does for one side and what a player does for the other: whoever looks ahead with it expects that player's answer.
pub struct Facing {
    planner: Planner,
    /// Who is expected to play each side, where somebody in particular is.
    rivals: Rivals,
    own: Option<Side>,
    plan: Vec<Action>,
}

/// A player for Blue and one for Red, where there is one.
pub type Rivals = [Option<Box<dyn Policy<Operation>>>; 2];

impl Facing {
    /// With rivals, who are met on the sides that are not `own`.
    pub fn new(planner: Planner, rivals: Rivals, own: Option<Side>) -> Facing {
        Facing { planner, rivals, own, plan: Vec::new() }
    }

    /// Whether a side's moves are a rival's.
    fn rival(&mut self, side: Side) -> Option<&mut Box<dyn Policy<Operation>>> {
        self.rivals[side as usize].as_mut().filter(|_| self.own.is_some_and(|own| own != side))
    }
}

impl Proposer<Operation> for Facing {
    type Turn = Move;

    fn asked_by(&mut self, seat: Seat) {
        self.own = Some(Side::BOTH[seat]);
    }

    fn propose(&mut self, game: &Operation, state: &State, out: &mut Vec<Move>) {
        let Phase::Move(orders) = &state.phase else { return };
        let mut plan = std::mem::take(&mut self.plan);
        match self.rival(orders.side) {
            Some(rival) => {
                plan.clear();
                // Always the same draws, so that the answer depends on the position alone.
                let mut rng = Rng::new(0, 0, Stream::World);
                rival.choose(game, state, &mut rng, &mut plan);
                out.push(Move::of(game.board(), state, orders.side, &plan));
            }
            None => self.planner.propose(game, state, out),
        }
        self.plan = plan;
    }

    fn near(&mut self, game: &Operation, state: &State, turn: &Move, out: &mut Vec<Move>) {
        let Phase::Move(orders) = &state.phase else { return };
        if self.rival(orders.side).is_none() {
            self.planner.near(game, state, turn, out);
        }
    }

    fn after(&self, game: &Operation, state: &State, turn: &Move) -> State {
        self.planner.after(game, state, turn)
    }

    fn steps(&self, game: &Operation, state: &State, turn: &Move, plan: &mut Vec<Action>) {
        self.planner.steps(game, state, turn, plan);
    }

    fn frames(&mut self, game: &Operation, state: &State) -> Vec<Frame> {
        self.planner.frames(game, state)
    }

    fn words(&self, game: &Operation, state: &State, turn: &Move) -> String {
        self.planner.words(game, state, turn)
    }

    fn figures(&self, game: &Operation, state: &State) -> Vec<Figure> {
        self.planner.figures(game, state)
    }
}

/// A player that now and then makes a random move of those that a planner proposes.
pub struct Wanderer {
    player: Box<dyn Policy<Operation>>,
    planner: Planner,
    /// How often.
    share: f64,
    moves: Vec<Move>,
}

impl Wanderer {
    /// From a player.
    pub fn new(player: Box<dyn Policy<Operation>>, planner: Planner, share: f64) -> Wanderer {
        Wanderer { player, planner, share, moves: Vec::new() }
    }
}

impl Policy<Operation> for Wanderer {
    fn choose(&mut self, game: &Operation, state: &State, rng: &mut Rng, plan: &mut Vec<Action>) {
        if rng.unit() >= self.share {
            return self.player.choose(game, state, rng, plan);
        }
        self.moves.clear();
        self.planner.propose(game, state, &mut self.moves);
        let chosen = *rng.pick(&self.moves);
        self.planner.steps(game, state, &chosen, plan);
    }
}
