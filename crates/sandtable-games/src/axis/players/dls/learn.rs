//! How `dls` learns what its features count: CMA-ES over the weights, each measured by games against some opponents from both sides.
//!
//! Section VIII of the paper leaves the method open. Games are what the weights are for, and three numbers are few enough to be found by them.

use sandtable_core::train::{Contest, Learned, Lessons, Maker, Trainer, Training};
use sandtable_core::{Agent, AgentDef, Args, Failure, Kit};

use super::weights::Weights;
use super::{Dls, Options};
use crate::axis::Axis;
use crate::evolution::{self, Breed, Evolution};

/// How `dls` learns.
pub const TRAINER: Trainer<Axis> = Trainer {
    lessons: Lessons {
        agent: "dls",
        methods: &[("cma", "CMA-ES over what money, income and places for new units count")],
        opponents: &["dls", "triplea:fast"],
        records: false,
        total_games: evolution::total_games,
    },
    run,
};

fn run(kit: &Kit<Axis>, training: &Training, contest: &dyn Contest<Axis>) -> Result<Learned, Failure> {
    let (dls, _) = kit.player(TRAINER.lessons.agent)?;
    let options = Options::of(&training.agent.args(dls.params)?)?;
    Dls::new(kit, options)?;
    let opponents = training.opponents.iter().map(|o| kit.player(o)).collect::<Result<Vec<_>, _>>()?;
    for (def, args) in &opponents {
        def.make(kit, args)?;
    }
    let breed = Weighed { kit, options, opponents: &opponents, contest };
    evolution::cma(Evolution::new(training, &breed)?, &options.weights.to_unit())
}

/// `dls` with other weights, measured against some opponents.
struct Weighed<'a> {
    kit: &'a Kit<'a, Axis>,
    options: Options,
    opponents: &'a [(AgentDef<Axis>, Args)],
    contest: &'a dyn Contest<Axis>,
}

impl Breed for Weighed<'_> {
    fn share(&self, genes: &[f64], seed: u64, games: u64) -> Result<f64, Failure> {
        let Weighed { kit, options, .. } = *self;
        let options = Options { weights: Weights::from_unit(genes), ..options };
        let own = || Box::new(Dls::new(kit, options).expect("it was made before")) as Box<dyn Agent<Axis>>;
        let deals = games.div_ceil(2 * self.opponents.len() as u64);
        let mut won = 0.0;
        for (def, args) in self.opponents {
            let other = || def.make(kit, args).expect("it was made before");
            let pair: [Maker<Axis>; 2] = [&own, &other];
            for seat in 0..2 {
                let seats = [pair[seat], pair[1 - seat]];
                won += self.contest.play(&seats, seed, deals, seat as u32)?.payoffs[seat];
            }
        }
        Ok(won / (2 * deals * self.opponents.len() as u64) as f64)
    }

    fn text(&self, genes: &[f64], games: u64) -> String {
        let place = &self.kit.game.scenario.name;
        format!(
            "# weights of dls, the best of {games} games on {place}\n{}",
            Weights::from_unit(genes).text()
        )
    }

    fn tell(&self, axis: &'static str, history: &[f64]) {
        self.contest.tell(axis, history);
    }
}
