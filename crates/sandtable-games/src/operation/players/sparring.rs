//! Partners of those who learn: one side's moves come from a planner or from a player of the game, now and then at random.

use sandtable_core::{Policy, Proposer, Rng, Stream};

use super::planner::Planner;
use crate::operation::constraints::Move;
use crate::operation::rules::Operation;
use crate::operation::state::{Action, Phase, Side, State};

/// Proposes what a planner does for one side and what a player does for the other: whoever looks ahead with it expects that player's answer.
pub struct Facing {
    planner: Planner,
    rival: Option<(Side, Box<dyn Policy<Operation>>)>,
    plan: Vec<Action>,
}

impl Facing {
    /// With a rival on one side, or none.
    pub fn new(planner: Planner, rival: Option<(Side, Box<dyn Policy<Operation>>)>) -> Facing {
        Facing { planner, rival, plan: Vec::new() }
    }
}

impl Proposer<Operation> for Facing {
    type Turn = Move;

    fn propose(&mut self, game: &Operation, state: &State, out: &mut Vec<Move>) {
        let Phase::Move(orders) = &state.phase else { return };
        match &mut self.rival {
            Some((side, rival)) if *side == orders.side => {
                self.plan.clear();
                // Always the same draws, so that the answer depends on the position alone.
                let mut rng = Rng::new(0, 0, Stream::World);
                rival.choose(game, state, &mut rng, &mut self.plan);
                out.push(Move::of(game.board(), state, *side, &self.plan));
            }
            _ => self.planner.propose(game, state, out),
        }
    }

    fn near(&mut self, game: &Operation, state: &State, turn: &Move, out: &mut Vec<Move>) {
        let Phase::Move(orders) = &state.phase else { return };
        if self.rival.as_ref().is_none_or(|(side, _)| *side != orders.side) {
            self.planner.near(game, state, turn, out);
        }
    }

    fn after(&self, game: &Operation, state: &State, turn: &Move) -> State {
        self.planner.after(game, state, turn)
    }

    fn steps(&self, game: &Operation, state: &State, turn: &Move, plan: &mut Vec<Action>) {
        self.planner.steps(game, state, turn, plan);
    }

    fn words(&self, game: &Operation, state: &State, turn: &Move) -> String {
        self.planner.words(game, state, turn)
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
