//! Games that are small enough to be solved: the exact worth of every first move, and what learners choose beside it.

pub mod bound;
pub mod hidden;
pub mod learned;
pub mod whole;

use sandtable_agents::automata::{Answers, Exact};
use sandtable_core::{BadInput, Problem};
use serde::Serialize;

use crate::spec::Spec;
use crate::stats::Moments;
use crate::work::Work;
use crate::{Failure, registry};

pub use bound::{Bound, Hunt};
pub use hidden::Hidden;
pub use whole::{Opening, Task, Whole, Worth};

/// Who learns, how often, and from which seed on.
#[derive(Clone, Debug)]
pub struct Learner {
    /// The agent.
    pub agent: String,
    /// How many runs.
    pub runs: u64,
    /// The seed of the first.
    pub seed: u64,
}

/// What is exact about a game.
#[derive(Clone, Debug, Serialize)]
pub struct Solution {
    /// The game.
    pub game: String,
    /// Who moves first.
    pub player: String,
    /// How many turns each side has.
    pub turns: usize,
    /// Whether the other side follows a script.
    pub scripted: bool,
    /// What the best first move gains.
    pub gain: f64,
    /// Every first move, the best first.
    pub moves: Vec<Move>,
    /// What somebody learned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub learned: Option<Attempts>,
}

/// What an agent learned over many runs.
#[derive(Clone, Debug, Serialize)]
pub struct Attempts {
    /// The agent.
    pub agent: String,
    /// The runs.
    pub runs: u64,
    /// How many of them chose a best first move.
    pub best: u64,
    /// The exact gain of what they chose, on average.
    pub gain: f64,
    /// Its standard error.
    pub stderr: f64,
    /// Seconds for a decision.
    pub seconds: f64,
}

/// A first move.
#[derive(Clone, Debug, Serialize)]
pub struct Move {
    /// In words.
    pub choice: String,
    /// How many runs of a learner chose it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen: Option<u64>,
    /// In how many ways the units can do this.
    pub ways: u64,
    /// What it gains on average against the script, or against the best answers.
    pub gain: f64,
    /// The same against answers that look no further than their own turn, where there is no script.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shallow: Option<f64>,
    /// What each answer leaves of it, the worst for the first side first, where no dice fall before and there is no script.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<(String, f64)>,
}

/// The most runs of a learner.
const MAX_RUNS: u64 = 1_000_000;
/// Moves whose gains differ by less are equally good.
pub(crate) const EQUAL: f64 = 1e-9;

/// What was solved.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Solved {
    /// A small scenario of one decision per unit.
    Scenario(Solution),
    /// A whole game.
    Game(Whole),
    /// A whole game in which something is hidden.
    Hidden(Hidden),
}

/// Solves the game that a spec names. In small scenarios of one decision per unit an agent learns, in whole games it is measured.
pub fn solve(text: &str, runs: u64, task: &Task, work: &Work) -> Result<Solved, Failure> {
    if !(1..=MAX_RUNS).contains(&runs) {
        return Err(Failure::BadInput(format!("{runs} runs: expected 1 to {MAX_RUNS}")));
    }
    let spec = Spec::parse(text)?;
    let games = registry::games();
    let found = games.iter().find(|game| game.name() == spec.name && game.has_scenarios());
    let Some(listed) = found.filter(|_| !task.whole) else {
        return registry::open(text)?.solve(task, work);
    };
    let learner = match &task.agents[..] {
        [] => None,
        [agent] => Some(Learner { agent: agent.clone(), runs, seed: task.seed }),
        _ => return Err(Failure::BadInput(format!("{text}: expected one agent, which learns it"))),
    };
    Ok(Solved::Scenario(listed.solve(&spec, learner.as_ref(), work)?))
}

/// Solves a problem, and lets somebody learn it; its game and name are for people.
pub(crate) fn exactly<P: Problem>(
    (game, name): (&str, &str),
    mut problem: P,
    learner: Option<&Learner>,
    work: &Work,
) -> Result<Solution, Failure> {
    let (start, turns, scripted) = (problem.start(), problem.turns(), problem.scripted());
    let settings = learner.map(|l| learned::settings(&l.agent, turns, scripted)).transpose()?;
    let size = |e: BadInput| BadInput::new(format!("{name}: {e}"));
    let mut exact = Exact::new(turns, Answers::Best);
    let mut simple = Exact::new(turns, Answers::Shallow);
    let mut moves = Vec::new();
    let all = exact.moves(&mut problem, &start).map_err(size)?;
    for found in &all {
        let mut moved = start.clone();
        problem.advance(&mut moved, &found.choices);
        let (mut shallow, mut answers) = (None, Vec::new());
        if !scripted {
            let value = simple.after(&mut problem, &moved, turns).map_err(size)?;
            shallow = Some(problem.gain_of(value));
            let mut after = Vec::new();
            problem.outcomes(&moved, &mut after);
            if let [(here, _)] = &after[..] {
                for answer in exact.moves_in(&mut problem, here, turns).map_err(size)?.iter().rev() {
                    answers.push((problem.describe(here, &answer.choices), problem.gain_of(answer.value)));
                }
            }
        }
        moves.push(Move {
            choice: problem.describe(&start, &found.choices),
            chosen: learner.map(|_| 0),
            ways: found.ways,
            gain: problem.gain_of(found.value),
            shallow,
            answers,
        });
    }
    let gain = moves.first().map_or(0.0, |m| m.gain);
    let mut learned = None;
    if let (Some(Learner { agent, runs, seed }), Some(settings)) = (learner, settings) {
        let (mut gains, mut seconds, mut best) = (Moments::default(), Moments::default(), 0);
        for (number, time) in learned::choices(&problem, &all, &settings, *runs, *seed, work)? {
            let chosen = &mut moves[number];
            *chosen.chosen.get_or_insert(0) += 1;
            best += u64::from(gain - chosen.gain < EQUAL);
            gains.add(chosen.gain);
            seconds.add(time);
        }
        learned = Some(Attempts {
            agent: agent.clone(),
            runs: *runs,
            best,
            gain: gains.mean(),
            stderr: gains.stderr(),
            seconds: seconds.mean(),
        });
    }
    Ok(Solution {
        game: format!("{game}:{name}"),
        player: problem.player().to_string(),
        turns,
        scripted,
        gain,
        moves,
        learned,
    })
}
