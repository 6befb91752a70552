//! One trial: a plan is carried out, both sides play on by TripleA's planner, and the position is valued whenever a turn has ended; the mean of these looks is
//! what the plan is worth. Whoever moved last looks too good, and with several looks that evens out. Those who play on judge battles by averages: as cheap as Fast,
//! and nearly as good as Hard.
//!
//! The dice of attacks that are being decided on fall as they do in the game. All other battles are fought with as many hits as a round brings on
//! average, and one die for the remainder, so that luck which no plan can help does not hide what a plan is worth.

use sandtable_core::plan::carry_out;
use sandtable_core::{Game, Policy, Turn};

use super::luck::Luck;
use crate::axis::players::outlook::Outlook;
use crate::axis::players::triplea::{Odds, Planner};
use crate::axis::{Action, Axis, Phase, State};

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
    luck: Luck,
    /// Positions looked at so far.
    pub spent: u64,
}

impl Trial {
    /// Trials on one map.
    pub fn new(game: &Axis, outlook: Outlook) -> Trial {
        let mut policy = Planner::new(game, Odds::Averages);
        policy.hasty = true;
        let luck = Luck::new(game.provinces());
        Trial { policy, outlook, state: game.start(), plan: Vec::new(), luck, spent: 0 }
    }

    /// What a plan is worth to the mover, looking so many turns beyond this one, by the luck of a trial.
    pub fn run(
        &mut self,
        game: &Axis,
        plan: (&State, &[Action]),
        ahead: u32,
        (seed, number): (u64, u32),
    ) -> f64 {
        self.luck.begin(seed, number);
        let risky = plan.0.phase == Phase::Combat;
        self.play(game, plan, ahead, risky)
    }

    /// What it seems to be worth at the end of this turn: for a small part of the cost.
    pub fn look(&mut self, game: &Axis, plan: (&State, &[Action]), seed: u64) -> f64 {
        self.luck.begin(seed, 0);
        self.play(game, plan, 0, false)
    }

    /// Plays on, and takes the mean of what the position is worth whenever a turn has ended; `risky` has the dice of this turn fall as they do in
    /// the game.
    fn play(&mut self, game: &Axis, (start, steps): (&State, &[Action]), ahead: u32, risky: bool) -> f64 {
        self.state.clone_from(start);
        carry_out(game, &mut self.state, steps, |_, _| ());
        self.spent += STEP;
        let now = game.turns(start);
        let end = now + ahead + 1;
        let (mut sum, mut last) = (0.0, now);
        loop {
            let over = game.turn(&self.state) == Turn::Over;
            let turn = if over { end } else { game.turns(&self.state) };
            if turn > last {
                // Where the game is over, nothing changes any more.
                sum += self.worth(game, start.mover) * f64::from(turn - last);
                last = turn;
                if turn >= end {
                    return sum / f64::from(turn - now);
                }
            }
            match game.turn(&self.state) {
                Turn::Over => unreachable!("the last look was taken"),
                Turn::Chance => {
                    let chance = self.luck.throw(game, &self.state, turn, risky && turn == now);
                    game.resolve(&mut self.state, chance);
                }
                Turn::Player(_) => {
                    self.spent += effort(game, &self.state);
                    self.plan.clear();
                    let mut rng = self.luck.rng(turn);
                    self.policy.choose(game, &self.state, &mut rng, &mut self.plan);
                    self.plan.iter().for_each(|&step| game.apply(&mut self.state, step));
                }
            }
        }
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
pub fn effort(game: &Axis, state: &State) -> u64 {
    match state.phase {
        Phase::Purchase { .. } | Phase::Combat | Phase::Redeploy => {
            let counts = (0..game.provinces() as u16).flat_map(|p| game.counts(state, p, state.mover));
            PLAN + counts.map(|&n| u64::from(n)).sum::<u64>()
        }
        _ => STEP,
    }
}

#[cfg(test)]
mod tests {
    use sandtable_core::Game;

    use super::*;
    use crate::axis::battle::Losses;
    use crate::axis::players::outlook::Outlook;
    use crate::axis::{Part, open};

    /// What each look adds, from trials that look farther and farther: once the game is over nothing changes any more.
    #[test]
    fn a_trial_is_worth_the_mean_of_all_looks() {
        let mut scenario = open("minimap").unwrap();
        scenario.rules.rounds = 2;
        let game = Axis::new("minimap", scenario, Losses::Power).unwrap();
        let mut trial = Trial::new(&game, Outlook::new(&game, "").unwrap());
        let (start, steps) = (game.start(), [Action::Done(Part::Purchase)]);
        let look = trial.look(&game, (&start, &steps), 7);
        let mut sum = 0.0;
        let looks: Vec<f64> = (0..7)
            .map(|ahead| {
                let all = trial.run(&game, (&start, &steps), ahead, (7, 0)) * f64::from(ahead + 1);
                let look = all - sum;
                sum = all;
                look
            })
            .collect();
        assert_eq!(looks[0], look);
        assert!(looks[..3].iter().all(|look| (look - 0.5).abs() > 1e-6), "{looks:?}");
        assert!(looks[3..].iter().all(|look| (look - 0.5).abs() < 1e-9), "nobody has won: {looks:?}");
    }
}
