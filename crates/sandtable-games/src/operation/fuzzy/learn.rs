//! How the rules learn: their midpoints are tuned against an opponent by Nelder–Mead, as in section 7.2 of the report, or by CMA-ES.
//!
//! What is made small, or large for Blue, is the mean number of Blue's pieces in the goal, corrected for luck. Every trial of Nelder–Mead has deals of
//! its own, as the report's seem to have had; a generation of CMA-ES shares them.
//!
//! A trial that looks best is looked at again on other deals, four times as many, before it takes the place of the best so far: the best of
//! many noisy numbers is mostly lucky.
//!
//! Every answer is logged, so that a training that was killed plays its log back and goes on.

use sandtable_core::policy::Seated;
use sandtable_core::train::{Contest, Learned, Lessons, Log, Maker, Mean, Trainer, Training, write_whole};
use sandtable_core::{Agent, Failure, Kit, Rng, Stream};

use super::{Fuzzy, PARAMS, RuleBase, base_of};
use crate::operation::rules::Operation;
use crate::operation::state::Side;
use crate::tune;

/// How `fuzzy` learns.
pub const TRAINER: Trainer<Operation> = Trainer {
    lessons: Lessons {
        agent: "fuzzy",
        methods: &[
            ("nelder-mead", "the report's optimiser over all midpoints; a round is one trial"),
            ("random-start", "the same from midpoints that the seed draws"),
            ("cma-es", "CMA-ES over all midpoints; a round is a generation of 14 trials"),
        ],
        opponents: &["one-axis-blue"],
        records: false,
        total_games: |training| {
            let trials = match training.method.as_str() {
                "cma-es" => POPULATION as u64 + AGAIN,
                _ => 1 + AGAIN,
            };
            (u64::from(training.rounds) * trials + AGAIN) * training.games
        },
    },
    run,
};

/// Trials of a generation.
const POPULATION: usize = 14;
/// How many times the games of a trial decide whether it is the best so far.
const AGAIN: u64 = 4;

/// Opponents to measure rules against.
pub struct Range<'a> {
    kit: &'a Kit<'a, Operation>,
    contest: &'a dyn Contest<Operation>,
    opponents: &'a [String],
}

impl<'a> Range<'a> {
    /// Against players of the game, who must be able to play the side that `side` does not.
    pub fn new(
        kit: &'a Kit<'a, Operation>,
        contest: &'a dyn Contest<Operation>,
        opponents: &'a [String],
        side: Side,
    ) -> Result<Self, Failure> {
        for opponent in opponents {
            let (seats, _) = kit.policy(opponent)?;
            if !seats.contains(side.other().seat()) {
                let line =
                    format!("{opponent} cannot play {}: expected another opponent", side.other().name());
                return Err(Failure::BadInput(line));
            }
        }
        Ok(Range { kit, contest, opponents })
    }

    /// The mean number of Blue's pieces in the goal, over so many games shared among all opponents.
    pub fn through(&self, base: &RuleBase, seed: u64, games: u64) -> Result<Mean, Failure> {
        let own = || -> Box<dyn Agent<Operation>> {
            Box::new(Seated(Fuzzy::new(Side::BOTH.map(|_| base.clone()), false)))
        };
        let each = games.div_ceil(self.opponents.len() as u64);
        let (mut sum, mut squares) = (0.0, Some(0.0));
        for opponent in self.opponents {
            let other = || -> Box<dyn Agent<Operation>> {
                Box::new(Seated(self.kit.policy(opponent).expect("it was made before").1))
            };
            let mut seats: [Maker<Operation>; 2] = [&other, &other];
            seats[base.side.seat()] = &own;
            let blue = self.contest.corrected(&seats, seed, each, 0)?[Side::Blue.seat()];
            sum += blue.value;
            squares = squares.zip(blue.stderr).map(|(sum, stderr)| sum + stderr * stderr);
        }
        let count = self.opponents.len() as f64;
        Ok(Mean { value: sum / count, stderr: squares.map(|s: f64| s.sqrt() / count) })
    }
}

/// The seed of the deals of one trial.
fn seed_of(seed: u64, trial: usize) -> u64 {
    seed.wrapping_add((trial as u64) << 32)
}

/// Nelder–Mead from `start` on: how many trials, with how many games each, stage after stage; `measure` hears the rules, a seed and how many games.
/// What comes back are the numbers of all trials and the rules of the one with the best number.
pub fn descend(
    start: &RuleBase,
    stages: &[(u32, u64)],
    seed: u64,
    mut measure: impl FnMut(&RuleBase, u64, u64) -> Result<f64, Failure>,
) -> Result<(Vec<f64>, RuleBase), Failure> {
    let trials = stages.iter().map(|(trials, _)| *trials as usize).sum();
    let games: Vec<u64> =
        stages.iter().flat_map(|(trials, games)| std::iter::repeat_n(*games, *trials as usize)).collect();
    let (mut history, mut best) = (Vec::new(), (f64::MAX, start.clone()));
    tune::nelder_mead(&start.genes(), trials, |genes, trial| {
        let base = start.with_genes(genes);
        let through = measure(&base, seed_of(seed, trial), games[trial])?;
        history.push(through);
        let cost = if start.side == Side::Red { through } else { -through };
        // Numbers from more games are worth more than better ones from fewer.
        let fresh_stage = trial > 0 && games[trial] > games[trial - 1];
        if cost < best.0 || fresh_stage {
            best = (cost, base);
        }
        Ok(cost)
    })?;
    Ok((history, best.1))
}

/// What a training keeps: its log, and the best rules so far, in their file.
struct Book<'a> {
    training: &'a Training,
    range: Range<'a>,
    log: Log<f64>,
    sign: f64,
    best: Option<(f64, RuleBase)>,
}

impl Book<'_> {
    fn through(&mut self, base: &RuleBase, seed: u64, games: u64) -> Result<f64, Failure> {
        let range = &self.range;
        self.log.value(&base.genes(), || Ok(range.through(base, seed, games)?.value))
    }

    /// Looks at promising rules again, and keeps them if they are better than the best so far.
    fn settle(&mut self, base: &RuleBase) -> Result<(), Failure> {
        let Training { seed, games, out, .. } = self.training;
        let cost = self.sign * self.through(base, !seed, AGAIN * games)?;
        if self.best.as_ref().is_none_or(|(best, _)| cost < *best) {
            write_whole(out, &base.text())?;
            self.best = Some((cost, base.clone()));
        }
        Ok(())
    }
}

fn run(
    kit: &Kit<Operation>,
    training: &Training,
    contest: &dyn Contest<Operation>,
) -> Result<Learned, Failure> {
    let args = training.agent.args(&PARAMS)?;
    let given = base_of(&args)?.unwrap_or_else(|| RuleBase::shipped(Side::Red));
    let range = Range::new(kit, contest, &training.opponents, given.side)?;
    let path = training.out.with_extension("log.jsonl");
    if training.out.exists() && !path.exists() && !training.fresh {
        let line = format!("{} is there and has no log: --fresh overwrites it", training.out.display());
        return Err(Failure::BadInput(line));
    }
    let Training { method, game, agent, opponents, rounds, games, seed, fresh, .. } = training;
    let description = format!("{method} {game} {agent} {opponents:?} games {games} seed {seed}");
    let log = Log::open(&path, &description, *fresh)?;
    let sign = if given.side == Side::Red { 1.0 } else { -1.0 };
    let mut book = Book { training, range, log, sign, best: None };
    let mut history = Vec::new();
    if method == "cma-es" {
        // No generation has the start itself in it.
        book.settle(&given)?;
        let mut fittest = None::<(f64, RuleBase)>;
        tune::cma_es(&given.genes(), POPULATION, *rounds, *seed, |genes, before| {
            let base = given.with_genes(genes);
            let cost = sign * book.through(&base, seed_of(*seed, before / POPULATION), *games)?;
            if fittest.as_ref().is_none_or(|(best, _)| cost < *best) {
                fittest = Some((cost, base));
            }
            if (before + 1).is_multiple_of(POPULATION) {
                let (_, base) = fittest.take().expect("a generation has trials");
                book.settle(&base)?;
                history.extend(book.best.as_ref().map(|(cost, _)| sign * cost));
            }
            Ok(cost)
        })?;
    } else {
        let start = match method.as_str() {
            "random-start" => given.at_random(&mut Rng::new(*seed, 0, Stream::World)),
            _ => given,
        };
        let mut least = f64::MAX;
        (history, _) = descend(&start, &[(*rounds, *games)], *seed, |base, seed, games| {
            let through = book.through(base, seed, games)?;
            if sign * through < least {
                least = sign * through;
                book.settle(base)?;
            }
            Ok(through)
        })?;
    }
    let Some((_, best)) = book.best else {
        return Err(Failure::Failed("no trial was finished: expected more rounds".into()));
    };
    let axis = "Blue's pieces in the goal, corrected for luck";
    Ok(Learned {
        player: best.text(),
        history,
        axis,
        matches: Vec::new(),
        plots: Vec::new(),
        tables: Vec::new(),
    })
}
