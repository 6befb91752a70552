//! How nets learn: what a net expects of a position is drawn towards what it expects of those that follow, and towards the
//! result (TD(λ), section 6.3 of the report).
//!
//! `report` is the report's method: one net of 66 numbers and 20 hidden units plays itself, now and then at random, and learns from the positions that
//! came up; `supply` and `timid` are the report's variations of it. `league` has a net for each side, which meets the other side's net and the opponents in turns; `reply` learns one side alone, against the
//! opponents. These two take luck out of the targets, as chapter 9 proposes: where the report looks at the position that followed, they
//! take the mean over whose turn it might have been and how all combats might have ended, the other side moving as it really does.
//! They play without random moves, from positions that others have strayed into: so what is learned is how well the net plays, and not how well it
//! plays with blunders.
//!
//! What plays, and what is written in the end, is the mean of the weights over the last rounds: single rounds are too noisy.
//!
//! A round plays games with the nets as they are, and then improves them; a round is a function of the seed and the nets. What the next one needs is
//! stored after each, so a training that was killed goes on as if nothing had happened.

use sandtable_core::catalog::read_file;
use sandtable_core::policy::Seated;
use sandtable_core::train::{
    Contest, Learned, Lessons, Maker, Net, Optimiser, Trainer, Training, read_json, write_whole,
};
use sandtable_core::{Agent, Failure, Kit, Policy, Rng, Stream};
use serde::{Deserialize, Serialize};

use super::lessons::{self, Method};
use super::{Nets, Reader};
use crate::operation::rules::Operation;
use crate::operation::state::Side;

/// How the nets of Operation learn.
pub const TRAINER: Trainer<Operation> = Trainer {
    lessons: Lessons {
        agent: "net",
        methods: &[
            ("league", "a net for each side, against each other and the opponents, targets without luck"),
            ("reply", "one side alone, against opponents that can all play the other side"),
            ("report", "TD(λ) from self-play as in the report: 66 numbers, 20 hidden units, no supply"),
            ("supply", "the same, and Blue keeps lines of supply while it learns (section 6.5)"),
            ("timid", "the same as report without random moves: Blue never learns to advance (section 6.4)"),
        ],
        opponents: &["dist-exp-red", "one-axis-blue", "axes-exp-red", "simple-blue", "simple-red"],
        records: false,
        total_games: |training| {
            let exams = (1..=training.rounds).filter(|r| examined(training, *r)).count() as u64;
            let learners = if training.method == "league" { 2 } else { 1 };
            learners * (u64::from(training.rounds) * training.games + exams * EXAM)
        },
    },
    run,
};

/// Games of an exam.
const EXAM: u64 = 400;
/// Exams of a training, at most.
const EXAMS: u32 = 25;
/// How much a round counts in the mean of the weights.
const MEAN: f32 = 0.1;

/// What is plotted.
const AXIS: &str = "Blue's pieces in the goal, exam";

/// Whether an exam follows a round, counted from 1.
fn examined(training: &Training, round: u32) -> bool {
    round == training.rounds || round.is_multiple_of(training.rounds.div_ceil(EXAMS).max(1))
}

/// A net that learns.
#[derive(Serialize, Deserialize)]
struct Learner {
    /// The side that it learns for: blue, red, or none if it is one for both.
    side: Option<u8>,
    net: Net,
    /// The mean of its weights over the last rounds.
    mean: Net,
    optimiser: Optimiser,
}

impl Learner {
    fn side(&self) -> Option<Side> {
        self.side.map(|side| Side::BOTH[usize::from(side & 1)])
    }
}

/// All that the next round needs.
#[derive(Serialize, Deserialize)]
struct Progress {
    /// Which training this is.
    training: String,
    round: u32,
    learners: Vec<Learner>,
    history: Vec<f64>,
}

impl Progress {
    /// What is written in the end.
    fn nets(&self) -> Nets {
        let of = |side: Side| self.learners.iter().find(|l| l.side() == Some(side)).map(|l| l.mean.clone());
        match (of(Side::Blue), of(Side::Red)) {
            (None, None) => Nets::Both(self.learners[0].mean.clone()),
            (blue, red) => Nets::Sides { blue, red },
        }
    }
}

/// The opponents' specs, by the side that they play.
struct Rivals([Vec<String>; 2]);

impl Rivals {
    fn new(kit: &Kit<Operation>, opponents: &[String]) -> Result<Rivals, Failure> {
        let mut rivals = Rivals([Vec::new(), Vec::new()]);
        for spec in opponents {
            let (seats, _) = kit.policy(spec)?;
            for side in Side::BOTH.into_iter().filter(|side| seats.contains(side.seat())) {
                rivals.0[side as usize].push(spec.clone());
            }
        }
        Ok(rivals)
    }

    /// Those whom a side meets.
    fn of(&self, side: Side) -> &[String] {
        &self.0[side.other() as usize]
    }
}

fn run(
    kit: &Kit<Operation>,
    training: &Training,
    contest: &dyn Contest<Operation>,
) -> Result<Learned, Failure> {
    let (own, _) = kit.player(TRAINER.lessons.agent)?;
    let start = training.agent.args(own.params)?.get("file").to_string();
    let description = format!(
        "{} of {} on {} from '{start}', {} rounds of {} games, against {}, seed {}",
        training.method,
        training.agent,
        training.game,
        training.rounds,
        training.games,
        training.opponents.join(" "),
        training.seed
    );
    let rivals = Rivals::new(kit, &training.opponents)?;
    let store = training.out.with_extension("state");
    let mut progress = match resumed(&store, &description, training)? {
        Some(progress) => progress,
        None => Progress {
            training: description,
            round: 0,
            learners: learners(kit, training, &rivals, &start)?,
            history: Vec::new(),
        },
    };
    while progress.round < training.rounds {
        let done = f64::from(progress.round) / f64::from(training.rounds);
        for i in 0..progress.learners.len() {
            let seed = training.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(progress.round))
                ^ ((i as u64) << 60);
            let examples = round(kit, contest, training, &progress, (i, seed), done, &rivals)?;
            let learner = &mut progress.learners[i];
            lessons::improve(&mut learner.net, &mut learner.optimiser, &examples, seed, done as f32);
        }
        progress.round += 1;
        let part = MEAN.max(1.0 / progress.round as f32);
        progress.learners.iter_mut().for_each(|l| l.mean.approach(&l.net, part));
        if examined(training, progress.round) {
            let score = exam(kit, contest, training, &progress, &rivals)?;
            progress.history.push(score);
        }
        let text = serde_json::to_string(&progress).expect("plain data");
        write_whole(&store, &text)?;
        write_whole(&training.out, &progress.nets().text())?;
        contest.tell(AXIS, &progress.history);
    }
    // Whoever was killed between keeping the last round and writing its nets comes here at once.
    write_whole(&training.out, &progress.nets().text())?;
    Ok(Learned {
        player: progress.nets().text(),
        history: progress.history,
        axis: AXIS,
        matches: Vec::new(),
        plots: Vec::new(),
        tables: Vec::new(),
    })
}

/// The nets at the beginning: from a file, or knowing nothing.
fn learners(
    kit: &Kit<Operation>,
    training: &Training,
    rivals: &Rivals,
    start: &str,
) -> Result<Vec<Learner>, Failure> {
    let board = kit.game.board();
    let method = Method::of(&training.method);
    let given = match start {
        "" => None,
        file => Some(Nets::parse(file, &read_file(file, "expected nets to start from")?, board)?),
    };
    let sides: Vec<Option<Side>> = match training.method.as_str() {
        "report" | "supply" | "timid" => vec![None],
        "reply" => {
            let all = |side: &Side| rivals.of(*side).len() == training.opponents.len();
            let sides = Side::BOTH.into_iter().filter(all);
            let sides: Vec<Option<Side>> = sides.map(Some).collect();
            if sides.len() != 1 {
                let line =
                    "reply learns one side: expected opponents that all play the other, with --against";
                return Err(Failure::BadInput(line.into()));
            }
            sides
        }
        _ => Side::BOTH.map(Some).to_vec(),
    };
    let names = Reader::names(method.set, board);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let learner = |(i, side): (usize, Option<Side>)| {
        let new = || Net::new(&names, method.hidden, &mut Rng::new(training.seed, i as u64, Stream::World));
        let net = given.as_ref().map_or_else(new, |nets| nets.of(side.unwrap_or(Side::Blue)).clone());
        if net.signs != names {
            let line =
                format!("{start}: its nets read other numbers than those of the method {}", training.method);
            return Err(Failure::BadInput(line));
        }
        let optimiser = Optimiser::new(&net);
        Ok(Learner { side: side.map(|s| s as u8), mean: net.clone(), net, optimiser })
    };
    sides.into_iter().enumerate().map(learner).collect()
}

fn resumed(
    store: &std::path::Path,
    description: &str,
    training: &Training,
) -> Result<Option<Progress>, Failure> {
    let place = store.display();
    if training.fresh || !store.exists() {
        if training.out.exists() && !training.fresh {
            let line =
                format!("{} is there and {place} is not: --fresh overwrites it", training.out.display());
            return Err(Failure::BadInput(line));
        }
        return Ok(None);
    }
    let text = read_file(&place.to_string(), "expected a training to go on with")?;
    let progress: Progress = read_json(&place.to_string(), &text, "a training to go on with")?;
    if progress.training != description {
        return Err(Failure::BadInput(format!("{place} is of another training: --fresh overwrites it")));
    }
    let sound = |l: &Learner| l.optimiser.fits(&l.net) && l.optimiser.fits(&l.mean);
    if progress.learners.is_empty() || !progress.learners.iter().all(sound) {
        return Err(Failure::BadInput(format!(
            "{place}: its parts do not fit each other: --fresh starts over"
        )));
    }
    Ok(Some(progress))
}

/// Plays the games of a round for one of the nets: what is to be learned from them.
fn round(
    kit: &Kit<Operation>,
    contest: &dyn Contest<Operation>,
    training: &Training,
    progress: &Progress,
    (i, seed): (usize, u64),
    done: f64,
    rivals: &Rivals,
) -> Result<Vec<sandtable_core::train::Example>, Failure> {
    let learner = &progress.learners[i];
    let method = Method::of(&training.method);
    let table = lessons::Table { kit, contest, method: &method, seed };
    let Some(side) = learner.side() else {
        return table.alone(&learner.mean, training.games, done);
    };
    let other = progress.learners.iter().find(|l| l.side() == Some(side.other()));
    let named = rivals.of(side);
    // Two fifths of the games against the other net, if it learns too; the rest in equal parts.
    let first = if other.is_some() && !named.is_empty() { training.games * 2 / 5 } else { 0 };
    let mut examples = Vec::new();
    if let Some(other) = other {
        let games = if named.is_empty() { training.games } else { first };
        let rival = || lessons::player(&method, &other.mean, 0.0, None);
        table.meet((side, &learner.mean), &|| Box::new(rival()), (0, games), &mut examples)?;
    }
    for (n, spec) in named.iter().enumerate() {
        let games = (training.games - first) / named.len() as u64;
        let rival = || kit.policy(spec).expect("it was made before").1;
        table.meet((side, &learner.mean), &rival, (n + 1, games), &mut examples)?;
    }
    Ok(examples)
}

/// The mean of Blue's pieces in the goal that the nets get through as Blue against the first opponent, or let through as Red if they know no other side.
fn exam(
    kit: &Kit<Operation>,
    contest: &dyn Contest<Operation>,
    training: &Training,
    progress: &Progress,
    rivals: &Rivals,
) -> Result<f64, Failure> {
    let knows = |side: Side| progress.learners.iter().any(|l| l.side().is_none_or(|s| s == side));
    let side = Side::BOTH.into_iter().find(|side| knows(*side) && !rivals.of(*side).is_empty());
    let Some(side) = side else {
        return Err(Failure::BadInput("expected an opponent to be examined against, with --against".into()));
    };
    let method = Method::of(&training.method);
    let nets = progress.nets();
    let own =
        || Box::new(Seated(lessons::player(&method, nets.of(side), 0.0, None))) as Box<dyn Agent<Operation>>;
    let rival = || {
        let policy: Box<dyn Policy<Operation>> =
            kit.policy(&rivals.of(side)[0]).expect("it was made before").1;
        Box::new(Seated(policy)) as Box<dyn Agent<Operation>>
    };
    let mut seats: [Maker<Operation>; 2] = [&rival, &rival];
    seats[side.seat()] = &own;
    let score = contest.play(&seats, !training.seed, EXAM, 0)?;
    Ok(score.payoffs[0] / EXAM as f64)
}
