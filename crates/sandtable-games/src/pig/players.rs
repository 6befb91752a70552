//! Three players: one by a rule of thumb, one by playing on at random, one by best play. All choose from the position alone,
//! so searches can play on with them.

use sandtable_core::policy::Random;
use sandtable_core::{AgentDef, Game, Param, Policy, Rng};

use super::rules::{Action, Pig, State};

const AT: &[Param] = &[Param::main("at", "how much is enough", "20")];
const PLAYOUTS: &[Param] =
    &[Param::main("playouts", "random games for a decision, shared among its steps", "1000")];

/// The players that belong to Pig.
pub fn players() -> Vec<AgentDef<Pig>> {
    let hold = AgentDef::policy("hold", "any seat: holds as soon as enough is at stake", |_, args| {
        Ok(Box::new(Hold { at: args.number("at", 0..=u16::MAX)? }))
    });
    let about = "any seat: plays on at random after each step, and takes the one that won most often";
    let flat = AgentDef::policy("flat", about, |_, args| {
        let playouts = args.number("playouts", 1..=1_000_000_000)?;
        Ok(Box::new(Flat { playouts, random: Random::default(), actions: Vec::new(), plan: Vec::new() }))
    });
    let about = "any seat: best play, from the exact value of every position";
    let optimal = AgentDef::policy("optimal", about, |_, _| Ok(Box::new(Optimal)));
    vec![AgentDef { params: AT, ..hold }, AgentDef { params: PLAYOUTS, ..flat }, optimal]
}

struct Hold {
    at: u16,
}

impl Policy<Pig> for Hold {
    fn choose(&mut self, _: &Pig, state: &State, _: &mut Rng, plan: &mut Vec<Action>) {
        let enough = state.stake > 0 && state.stake >= self.at;
        plan.push(if enough { Action::Hold } else { Action::Roll });
    }
}

struct Optimal;

impl Policy<Pig> for Optimal {
    fn choose(&mut self, game: &Pig, state: &State, _: &mut Rng, plan: &mut Vec<Action>) {
        plan.push(game.exact().best(state));
    }
}

/// One step deep, and random beyond: the yardstick for searches.
struct Flat {
    playouts: u32,
    random: Random<Pig>,
    actions: Vec<Action>,
    plan: Vec<Action>,
}

impl Policy<Pig> for Flat {
    fn choose(&mut self, game: &Pig, state: &State, rng: &mut Rng, plan: &mut Vec<Action>) {
        self.actions.clear();
        game.actions(state, &mut self.actions);
        let (mut best, mut most) = (self.actions[0], 0);
        let each = if self.actions.len() > 1 { self.playouts.div_ceil(self.actions.len() as u32) } else { 0 };
        for &action in &self.actions {
            let mut wins = 0;
            for _ in 0..each {
                let mut end = state.clone();
                game.apply(&mut end, action);
                self.random.playout(game, &mut end, rng, u32::MAX, &mut self.plan);
                wins += u32::from(game.winner(&end) == Some(state.seat()));
            }
            if wins > most {
                (best, most) = (action, wins);
            }
        }
        plan.push(best);
    }
}
