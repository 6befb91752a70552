//! Whole games that are small enough: what they are worth, how they are opened, and what agents are worth in them.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use sandtable_agents::exact::{Limits, Measures, Pupil, Solution, Unsolved};
use sandtable_core::{Notation, Seats, Turn};
use serde::Serialize;

use super::{Solved, hidden};
use crate::Failure;
use crate::hosted::Hosted;
use crate::work::Work;

/// What is asked of a solution.
#[derive(Clone, Debug)]
pub struct Task {
    /// Agents that are to be measured.
    pub agents: Vec<String>,
    /// What they draw when a game begins.
    pub seed: u64,
    /// Bytes that positions may take.
    pub bytes: usize,
    /// The position to solve the game from, in its notation, and where that stands; its start without one.
    pub state: Option<(String, String)>,
    /// Whether scenarios of one decision per unit are solved as whole games, too, by their rules alone.
    pub whole: bool,
    /// A file with values that were found before; found anew without one.
    pub table: Option<String>,
    /// Where to keep the values.
    pub out: Option<PathBuf>,
    /// How well the value is to be known where something is hidden.
    pub precision: f64,
}

impl Task {
    /// Solves a game from its start and measures agents.
    pub fn plain(agents: &[&str], bytes: usize) -> Self {
        let agents = agents.iter().map(|agent| agent.to_string()).collect();
        Task { agents, seed: 1, bytes, state: None, whole: false, table: None, out: None, precision: 1e-3 }
    }
}

/// A game that has been solved.
#[derive(Clone, Debug, Serialize)]
pub struct Whole {
    /// The game.
    pub game: String,
    /// The position that was asked about, in the game's notation.
    pub from: String,
    /// What that is worth to the first seat under best play of both sides.
    pub value: f64,
    /// How far off that may be.
    pub error: f64,
    /// The seat whose value it is.
    pub seat: String,
    /// How many positions were kept.
    pub positions: u64,
    /// Positions a second, listed and valued; nothing where a file had the values.
    pub positions_per_second: Option<f64>,
    /// How long it took.
    pub seconds: f64,
    /// The first decisions, by what happens before them.
    pub openings: Vec<Opening>,
    /// What agents are worth.
    pub agents: Vec<Worth>,
}

/// A first decision.
#[derive(Clone, Debug, Serialize)]
pub struct Opening {
    /// What happened before, in words; empty where nothing does.
    pub after: String,
    /// Who decides.
    pub mover: String,
    /// What that is worth to the first seat.
    pub value: f64,
    /// The steps of a best turn up to dice or its end.
    pub plan: String,
    /// First steps with what they are worth to the first seat, the best for the mover first.
    pub steps: Vec<(String, f64)>,
}

/// What an agent is worth, on the scale of its own payoff (section 3.1 of the report on Operation).
#[derive(Clone, Debug, Serialize)]
pub struct Worth {
    /// The agent.
    pub agent: String,
    /// Where it sits.
    pub seat: String,
    /// What the seat gets under best play of both sides.
    pub value: f64,
    /// What it gets against the opponent that is worst for it.
    pub geq: f64,
    /// What it gets against best play: at least, and at most.
    pub peq: (f64, f64),
    /// In how many positions it was asked.
    pub asked: u64,
}

/// First decisions that are shown at most: a game may be dealt in many ways.
const SHOWN: usize = 12;

/// Solves a game.
pub fn solve<G: Notation>(hosted: &Hosted<G>, task: &Task, work: &Work) -> Result<Solved, Failure> {
    let (game, name) = (&hosted.game, &hosted.spec);
    let began = Instant::now();
    let done = AtomicU64::new(0);
    let progress = |n| {
        done.fetch_add(n, Ordering::Relaxed);
        (work.progress)(n);
        !work.stopped()
    };
    let limits = Limits { bytes: task.bytes, threads: work.threads, progress: &progress };
    let failed = |why: Unsolved| match why {
        Unsolved::Stopped => Failure::Interrupted("stopped before the game was solved".into()),
        Unsolved::TooLarge { .. } => Failure::BadInput(format!(
            "{name}: {why}; the limit is {:.1} GB: allow more, or choose a smaller board or fewer turns",
            task.bytes as f64 / 1e9
        )),
        Unsolved::Unfit(_) => Failure::BadInput(format!("{name}: not solved: {why}")),
    };
    for agent in &task.agents {
        hosted.find(agent)?;
    }
    let from = match &task.state {
        Some((place, text)) => {
            game.parse_state(text).map_err(|e| Failure::BadInput(format!("{place}: {e}")))?
        }
        None => game.start(),
    };
    if game.info().hidden {
        return hidden::solve(hosted, &from, task, &limits, failed).map(Solved::Hidden);
    }
    let solution = match &task.table {
        Some(file) => Solution::read(&hosted.kit(), file, task.bytes)?.0,
        None => Solution::find(&hosted.kit(), &from, &limits).map_err(failed)?,
    };
    let seconds = began.elapsed().as_secs_f64();
    let text = game.state_text(&from);
    if let Some(out) = &task.out {
        solution.write(game, out, &text)?;
    }
    let (low, high) = match &task.table {
        Some(file) => {
            let value = solution.value(game, &from);
            let missing = || Failure::BadInput(format!("{file}: it has no value for '{text}'"));
            value.map(|value| (value, value)).ok_or_else(missing)?
        }
        None => solution.worth(),
    };
    let value = (low + high) / 2.0;
    let (mut seated, mut pupils) = (Vec::new(), Vec::new());
    for agent in &task.agents {
        for seat in 0..game.info().seats.len() {
            let (def, _) = hosted.find(agent)?;
            if matches!(def.seats, Seats::Only(only) if only != seat) {
                continue;
            }
            seated.push((agent, seat));
            pupils.push(Pupil { seat, agent: hosted.agent(agent, seat)?, seed: task.seed });
        }
    }
    let found = solution.measure(game, &from, pupils, &limits).map_err(failed)?;
    let worth = |((agent, seat), found): ((&String, usize), Measures)| Worth {
        agent: agent.clone(),
        seat: game.info().seats[seat].name.clone(),
        value: solution.seen_by(seat, value),
        geq: found.geq,
        peq: found.peq,
        asked: found.asked,
    };
    let agents = seated.into_iter().zip(found).map(worth).collect();
    Ok(Solved::Game(Whole {
        game: name.to_string(),
        from: text,
        value,
        error: (high - low) / 2.0,
        seat: game.info().seats[0].name.clone(),
        positions: solution.positions(),
        positions_per_second: task.table.is_none().then(|| done.load(Ordering::Relaxed) as f64 / seconds),
        seconds,
        openings: openings(game, &solution, &from),
        agents,
    }))
}

/// The first decisions, each way to deal for itself.
fn openings<G: Notation>(game: &G, solution: &Solution<G>, from: &G::State) -> Vec<Opening> {
    let mut waiting = vec![(from.clone(), String::new())];
    let mut found = Vec::new();
    while let Some((state, after)) = waiting.pop() {
        match game.turn(&state) {
            Turn::Chance => {
                let mut outcomes = Vec::new();
                game.outcomes(&state, &mut outcomes);
                if found.len() + waiting.len() + outcomes.len() > SHOWN {
                    return Vec::new();
                }
                for (chance, _) in outcomes.into_iter().rev() {
                    let mut next = state.clone();
                    game.resolve(&mut next, chance);
                    let words = format!("{after} {}", game.chance_text(&state, chance));
                    waiting.push((next, words.trim().to_string()));
                }
            }
            Turn::Player(seat) => {
                let Some(steps) = solution.steps(game, &state) else { continue };
                found.push(Opening {
                    after,
                    mover: game.info().seats[seat].name.clone(),
                    value: steps[0].1,
                    plan: best_plan(game, solution, &state),
                    steps: steps.iter().map(|(step, value)| (game.action_text(*step), *value)).collect(),
                });
            }
            Turn::Over => {}
        }
    }
    found
}

fn best_plan<G: Notation>(game: &G, solution: &Solution<G>, state: &G::State) -> String {
    let (mut state, mut words) = (state.clone(), Vec::new());
    let (mover, turn) = (game.turn(&state), game.turns(&state));
    while game.turn(&state) == mover && game.turns(&state) == turn {
        let Some(steps) = solution.steps(game, &state) else { break };
        words.push(game.action_text(steps[0].0));
        game.apply(&mut state, steps[0].0);
    }
    words.join(" ")
}
