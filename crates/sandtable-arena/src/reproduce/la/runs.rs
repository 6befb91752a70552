//! Runs of the planner on one of the three scenarios, and what was right about their choices.

use std::ops::Range;
use std::time::Instant;

use rayon::prelude::*;
use sandtable_agents::automata::{Kind, Opponent, Planner, Settings, Turn, tiers};
use sandtable_core::{BadInput, Problem, Rng, Stream};
use sandtable_games::axis::drill::Drill;
use sandtable_games::axis::open;
use serde::{Deserialize, Serialize};

use super::Combination;
use crate::Failure;
use crate::work::Work;

/// How much the learning rate rises from tier to tier, and how often Tsetlin automata heed penalties: within what the paper
/// found best.
pub(super) const RISE: f64 = 1.5;
pub(super) const LIMITER: f64 = 0.7;
/// Rounds over which choices are averaged in the plot.
const WINDOW: usize = 25;

/// Which scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Task {
    One,
    Two,
    Three,
}

impl Task {
    pub fn name(self) -> &'static str {
        match self {
            Task::One => "la-1",
            Task::Two => "la-2",
            Task::Three => "la-3",
        }
    }

    pub fn drill(self) -> Result<Drill, BadInput> {
        Drill::new(self.name(), open(self.name())?)
    }

    /// Where all units should go in each of the first two turns; nowhere in particular in the first scenario, but not
    /// against the tank.
    fn right(self, turn: usize) -> &'static str {
        match (self, turn) {
            (Task::One, _) => "south",
            (Task::Two, 0) => "north",
            (Task::Two, _) => "v",
            (Task::Three, 0) => "west",
            (Task::Three, _) => "middle",
        }
    }
}

/// What a run chose.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(in super::super) struct Run {
    /// Units that did not do the right thing in the first turn, and in the second.
    pub wrong: [u32; 2],
    /// Units that attack in the first turn.
    pub attackers: u32,
    /// Whether all units end the first turn together.
    pub together: bool,
    /// Whether the opponent's first answer is an attack.
    pub answered: bool,
    /// How long the decision took.
    pub seconds: f64,
}

fn settings(task: Task, combination: &Combination, literal: bool) -> Result<Settings, BadInput> {
    let mut built = tiers(combination.kinds, combination.rounds, None, RISE, LIMITER)?;
    if literal {
        for tier in &mut built {
            if let Kind::Tsetlin(tsetlin) = &mut tier.kind {
                tsetlin.means = false;
            }
        }
    }
    let opponent = match task {
        // The paper's opponent looks at its own turn only, and so gains from attacking infantry that split up; one that looks to the
        // end as well does not attack.
        Task::One if !literal => Opponent::Tiers,
        Task::One => Opponent::Reply(built[0]),
        _ => Opponent::Script,
    };
    let settings = if literal { Settings::literal(built, opponent) } else { Settings::fast(built, opponent) };
    settings.check()?;
    Ok(settings)
}

fn judge(task: Task, drill: &mut Drill, line: &[Turn<Drill>], seconds: f64) -> Run {
    let mut wrong = [0, 0];
    for (turn, wrong) in wrong.iter_mut().enumerate() {
        let step = &line[turn];
        let right = drill.all_to(&step.situation, task.right(turn));
        *wrong = step.decision.choices.iter().zip(&right).filter(|(a, b)| a != b).count() as u32;
    }
    let first = &line[0];
    let targets = drill.targets(&first.situation, &first.decision.choices);
    Run {
        wrong,
        attackers: drill.attackers(&first.situation, &first.decision.choices),
        together: targets.iter().filter(|kinds| kinds.iter().sum::<u32>() > 0).count() == 1,
        answered: drill.attackers(&first.after, &first.answer) > 0,
        seconds,
    }
}

/// Plays runs on all cores; each has its own numbers.
pub(super) fn play(
    task: Task,
    combination: &Combination,
    literal: bool,
    runs: Range<u64>,
    work: &Work,
) -> Result<Vec<Run>, Failure> {
    let settings = settings(task, combination, literal)?;
    let fresh = task.drill()?;
    let one = |run: u64| -> Result<Run, Failure> {
        if work.stopped() {
            return Err(Failure::Interrupted("the experiment was stopped before its end".into()));
        }
        let mut drill = fresh.clone();
        let start = drill.start();
        let mut planner = Planner::new(settings.clone());
        let mut rng = Rng::new(1, run, Stream::World);
        let begun = Instant::now();
        let first = planner.decide(&mut drill, &start, None, &mut rng);
        let seconds = begun.elapsed().as_secs_f64();
        let line = planner.line(&mut drill, &start, first, &mut rng);
        (work.progress)(1);
        Ok(judge(task, &mut drill, &line, seconds))
    };
    work.pool()?.install(|| runs.into_par_iter().map(one).collect())
}

/// How the share of units that choose the right first move grows in one run.
pub(super) fn watch(task: Task, combination: &Combination) -> Result<Vec<f64>, Failure> {
    let mut drill = task.drill()?;
    let start = drill.start();
    let mut planner = Planner::new(settings(task, combination, false)?);
    planner.watched = Some(Vec::new());
    planner.decide(&mut drill, &start, None, &mut Rng::new(1, 0, Stream::World));
    let watched = planner.watched.take().unwrap_or_default();
    let right = drill.all_to(&start, task.right(0));
    let share = |choices: &Vec<u16>| match task {
        Task::One => {
            let attackers = drill.clone().attackers(&start, choices);
            1.0 - f64::from(attackers) / choices.len() as f64
        }
        _ => choices.iter().zip(&right).filter(|(a, b)| a == b).count() as f64 / choices.len() as f64,
    };
    let shares: Vec<f64> = watched.iter().map(share).collect();
    let mean = |i: usize| {
        let window = &shares[i.saturating_sub(WINDOW - 1)..=i];
        window.iter().sum::<f64>() / window.len() as f64
    };
    Ok((0..shares.len()).map(mean).collect())
}
