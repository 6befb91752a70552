//! One trial: a plan is carried out, both sides play on by TripleA's planner, and the position some turns later is valued. Those who play on judge
//! battles by averages: as cheap as Fast, and nearly as good as Hard.
//!
//! The dice of attacks that are being decided on fall as they do in the game. All other battles are fought with as many hits as a round brings on
//! average, and one die for the remainder, so that luck which no plan can help does not hide what a plan is worth.

use sandtable_core::plan::carry_out;
use sandtable_core::{Game, Policy, Rng, Turn};

use crate::axis::players::tactics::playtree::chance;
use crate::axis::players::tactics::sketch::{Board, Sketch};
use crate::axis::players::tactics::value::{LEARNED, evaluate};
use crate::axis::players::triplea::{Odds, Planner};
use crate::axis::{Action, Axis, Chance, Phase, State};

/// What a decision of those who play on counts as, in positions: a plan so much and one more for each unit, anything else less.
const PLAN: u64 = 40;
const STEP: u64 = 10;
/// What each point of a lead counts beside the chance to win, and the most points that count: a game that is won is to be ended too.
const LEAD: f64 = 0.0001;
const MOST: f32 = 1000.0;

/// Plays plans on.
pub struct Trial {
    policy: Planner,
    state: State,
    plan: Vec<Action>,
    /// Positions looked at so far.
    pub spent: u64,
}

impl Trial {
    /// Trials on one map.
    pub fn new(game: &Axis) -> Trial {
        Trial { policy: Planner::new(game, Odds::Averages), state: game.start(), plan: Vec::new(), spent: 0 }
    }

    /// What a plan is worth to the mover, looking so many turns beyond this one.
    pub fn run(
        &mut self,
        game: &Axis,
        board: &Board,
        (start, steps): (&State, &[Action]),
        ahead: u32,
        rng: &mut Rng,
    ) -> f64 {
        self.state.clone_from(start);
        carry_out(game, &mut self.state, steps, |_, _| ());
        self.spent += STEP;
        let (now, risky) = (game.turns(start), start.phase == Phase::Combat);
        while game.turns(&self.state) <= now + ahead {
            match game.turn(&self.state) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = match risky && game.turns(&self.state) == now {
                        true => game.sample(&self.state, rng),
                        false => mean(game, &self.state, rng),
                    };
                    game.resolve(&mut self.state, chance);
                }
                Turn::Player(_) => {
                    self.spent += effort(game, &self.state);
                    self.plan.clear();
                    self.policy.choose(game, &self.state, rng, &mut self.plan);
                    self.plan.iter().for_each(|&step| game.apply(&mut self.state, step));
                }
            }
        }
        worth(game, board, &self.state, start.mover)
    }
}

/// What a decision counts as.
fn effort(game: &Axis, state: &State) -> u64 {
    match state.phase {
        Phase::Purchase { .. } | Phase::Combat | Phase::Redeploy => {
            let counts = (0..game.provinces() as u16).flat_map(|p| game.counts(state, p, state.mover));
            PLAN + counts.map(|&n| u64::from(n)).sum::<u64>()
        }
        _ => STEP,
    }
}

/// What a position is worth to a nation: about its chance to win, and a little more for a larger lead.
fn worth(game: &Axis, board: &Board, state: &State, me: u8) -> f64 {
    if game.turn(state) == Turn::Over {
        let won = 2.0 * game.payoff(state).values()[usize::from(me)] - 1.0;
        return 0.5 + won * (0.5 + LEAD * f64::from(MOST));
    }
    let points = evaluate(board, &LEARNED, true, &Sketch::of(game, board, state));
    let points = if state.mover == me { points } else { -points };
    f64::from(chance(points)) + LEAD * f64::from(points.clamp(-MOST, MOST))
}

/// What the dice of a battle bring on average; where guns fire or bombs fall they are thrown.
fn mean(game: &Axis, state: &State, rng: &mut Rng) -> Chance {
    let Phase::Fire { at } = state.phase else { return game.sample(state, rng) };
    let (attack, defence) = game.dice(state, at);
    let mut hits = |dice: &[u32; 7]| {
        let pips: u32 = dice.iter().zip(0..).map(|(n, pips)| n * pips).sum();
        pips / 6 + u32::from(rng.below(6) < pips % 6)
    };
    let (ours, theirs) = game.endurance(state, at);
    Chance::Hits(hits(&attack).min(theirs), hits(&defence).min(ours))
}
