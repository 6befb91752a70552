//! One trial: a plan is carried out, both sides play on by TripleA's planner, and the position some turns later is valued. Those who play on judge
//! battles by averages: as cheap as Fast, and nearly as good as Hard.
//!
//! The dice of attacks that are being decided on fall as they do in the game. All other battles are fought with as many hits as a round brings on
//! average, and one die for the remainder, so that luck which no plan can help does not hide what a plan is worth.

use sandtable_core::plan::carry_out;
use sandtable_core::{Game, Policy, Rng, Turn};

use crate::axis::players::outlook::Outlook;
use crate::axis::players::triplea::{Odds, Planner};
use crate::axis::{Action, Axis, Chance, Phase, State};

/// What a decision of those who play on counts as, in positions: a plan so much and one more for each unit, anything else less.
const PLAN: u64 = 40;
const STEP: u64 = 10;
/// What the logit of the chance to win counts beside that chance, and the most that counts: a game that is won is to be ended too.
const LEAD: f64 = 0.01;
const MOST: f64 = 10.0;

/// Plays plans on.
pub struct Trial {
    policy: Planner,
    pub outlook: Outlook,
    state: State,
    plan: Vec<Action>,
    /// Positions looked at so far.
    pub spent: u64,
}

impl Trial {
    /// Trials on one map.
    pub fn new(game: &Axis, outlook: Outlook) -> Trial {
        let policy = Planner::new(game, Odds::Averages);
        Trial { policy, outlook, state: game.start(), plan: Vec::new(), spent: 0 }
    }

    /// What a plan is worth to the mover, looking so many turns beyond this one.
    pub fn run(&mut self, game: &Axis, plan: (&State, &[Action]), ahead: u32, rng: &mut Rng) -> f64 {
        let risky = plan.0.phase == Phase::Combat;
        self.play(game, plan, ahead, risky, rng)
    }

    /// What it seems to be worth at the end of this turn: for a small part of the cost.
    pub fn look(&mut self, game: &Axis, plan: (&State, &[Action]), rng: &mut Rng) -> f64 {
        self.play(game, plan, 0, false, rng)
    }

    /// Plays on; `risky` has the dice of this turn fall as they do in the game.
    fn play(
        &mut self,
        game: &Axis,
        (start, steps): (&State, &[Action]),
        ahead: u32,
        risky: bool,
        rng: &mut Rng,
    ) -> f64 {
        self.state.clone_from(start);
        carry_out(game, &mut self.state, steps, |_, _| ());
        self.spent += STEP;
        let now = game.turns(start);
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
        self.worth(game, start.mover)
    }

    /// What the position that was reached is worth to a nation: about its chance to win, and a little more for a larger lead.
    fn worth(&mut self, game: &Axis, me: u8) -> f64 {
        if game.turn(&self.state) == Turn::Over {
            let won = 2.0 * game.payoff(&self.state).values()[usize::from(me)] - 1.0;
            return 0.5 + won * (0.5 + LEAD * MOST);
        }
        let logit = self.outlook.logit(game, &self.state);
        let logit = if game.allied(me, self.state.mover) { logit } else { -logit };
        1.0 / (1.0 + (-logit).exp()) + LEAD * logit.clamp(-MOST, MOST)
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
