//! What learning automata choose where the exact worth of every first move is known.

use std::time::Instant;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use sandtable_agents::automata::{Feedback, Opponent, Planner, Settings, Valued, read};
use sandtable_core::{Args, BadInput, Param, Problem, Rng, Stream};

use crate::Failure;
use crate::spec::{Spec, unknown};
use crate::work::Work;

/// The rounds of the first tier, unless told otherwise; each later one has half of them.
const ROUNDS: u32 = 600;

/// How automata learn a small scenario.
pub const PARAMS: [Param; 10] = [
    Param::new("tiers", "kinds of automata for the turns ahead, joined by +", "bayes"),
    Param::new(
        "rounds",
        "rounds of each tier, joined by +; auto: 600, and half of it from tier to tier",
        "auto",
    ),
    Param::new("rate", "the learning rate of the first tier, between 0 and 1; 0 is the kind's own", "0"),
    Param::new("rise", "what the rate is multiplied by from tier to tier", "1.5"),
    Param::new("limiter", "how often Tsetlin automata heed a penalty, between 0 and 1", "0.7"),
    Param::new("sure", "stop when all automata are so sure, between 0 and 1; 0 plays all rounds", "0"),
    Param::new("feedback", "exact (the mean over all dice) or dice (the paper)", "exact"),
    Param::new("lessons", "with exact feedback: how often a situation is learned, the best being kept", "2"),
    Param::new("opponent", "without a script: turn (learns its own turn, the paper) or tiers", "tiers"),
    Param::new(
        "keep",
        "yes: automata of later tiers keep what they learned, one per unit and actions above",
        "no",
    ),
];

/// Reads an agent: `automata` with parameters, for a scenario of so many turns.
pub fn settings(text: &str, turns: usize, scripted: bool) -> Result<Settings, BadInput> {
    let spec = Spec::parse(text)?;
    if spec.name != "automata" {
        return Err(unknown("agent that learns small scenarios", &spec.name, &["automata"]));
    }
    let args = spec.args(&PARAMS)?;
    let rounds = match args.get("rounds") {
        "auto" => (0..turns).map(|t| (ROUNDS >> t).max(1).to_string()).collect::<Vec<_>>().join("+"),
        given => given.to_string(),
    };
    let (built, sure) = read(&args, &rounds)?;
    if built.len() > turns {
        let line = format!("{} tiers: expected at most {turns}, the turns of the scenario", built.len());
        return Err(BadInput::new(line));
    }
    let opponent = match one_of(&args, "opponent", ["tiers", "turn"])? {
        _ if scripted => Opponent::Script,
        0 => Opponent::Tiers,
        _ => Opponent::Reply(built[0]),
    };
    let settings = Settings {
        feedback: match one_of(&args, "feedback", ["exact", "dice"])? {
            0 => Feedback::Exact { lessons: args.parse("lessons", "a whole number from 1 on")? },
            _ => Feedback::Dice,
        },
        keep: one_of(&args, "keep", ["no", "yes"])? == 1,
        sure,
        ..Settings::fast(built, opponent)
    };
    settings.check()?;
    Ok(settings)
}

fn one_of(args: &Args, name: &str, known: [&str; 2]) -> Result<usize, BadInput> {
    let given = args.get(name);
    let line = || format!("{name}={given}: expected {} or {}", known[0], known[1]);
    known.iter().position(|k| *k == given).ok_or_else(|| BadInput::new(line()))
}

/// Which of all first moves each of some runs chooses (its number in the list), and how many seconds that took. Runs are
/// functions of the seed and their number.
pub fn choices<P: Problem>(
    problem: &P,
    moves: &[Valued],
    settings: &Settings,
    runs: u64,
    seed: u64,
    work: &Work,
) -> Result<Vec<(usize, f64)>, Failure> {
    let start = problem.start();
    let after = |problem: &mut P, choices: &[u16]| {
        let mut moved = start.clone();
        problem.advance(&mut moved, choices);
        problem.alike(&moved)
    };
    let mut fresh = problem.clone();
    let numbers: FxHashMap<P::Situation, usize> =
        moves.iter().enumerate().map(|(i, found)| (after(&mut fresh, &found.choices), i)).collect();
    let one = |run: u64| -> Result<(usize, f64), Failure> {
        if work.stopped() {
            return Err(Failure::Interrupted("stopped before the last run".into()));
        }
        let mut problem = problem.clone();
        let mut rng = Rng::new(seed, run, Stream::World);
        let begun = Instant::now();
        let decision = Planner::new(settings.clone()).decide(&mut problem, &start, None, &mut rng);
        let seconds = begun.elapsed().as_secs_f64();
        (work.progress)(1);
        Ok((numbers[&after(&mut problem, &decision.choices)], seconds))
    };
    work.pool()?.install(|| (0..runs).into_par_iter().map(one).collect())
}
