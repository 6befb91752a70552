//! What a run does: the same matches, tournaments, trainings and experiments as the commands of these names.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use sandtable_arena::reproduce::{self, Experiment, Ledger, experiments, find};
use sandtable_arena::requests::Match;
use sandtable_arena::spec::Spec;
use sandtable_arena::statistics_file::StatisticsFile;
use sandtable_arena::tournament::Tournament;
use sandtable_arena::train::{self, Bout, Lessons, Plot, Training};
use sandtable_arena::work::Work;
use sandtable_arena::{AnyGame, Failure, registry};
use serde::Deserialize;
use serde_json::Value;

use super::error::{Answer, Refusal};
use super::{results, specs};

/// The most games of a run.
const MOST_GAMES: u64 = 100_000_000;

/// The most games of which a run keeps the statistics one by one.
const MOST_COUNTED: u64 = 5000;

/// The most agents of a run.
const MOST_AGENTS: usize = 64;

/// Hears what there is to show of a run that is under way.
pub type Told<'a> = &'a (dyn Fn(Value) + Sync);

/// What is to be done.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Job {
    /// Many games between the same agents.
    Match(Match),
    /// A round robin.
    Tournament(RoundRobin),
    /// A player learns.
    Train(Train),
    /// Published tables.
    Reproduce(Reproduce),
}

/// As `sandtable tournament` takes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundRobin {
    game: String,
    agents: Vec<String>,
    #[serde(default = "hundred")]
    games: u64,
    #[serde(default = "one")]
    seed: u64,
    #[serde(default)]
    first_versus: bool,
    #[serde(default)]
    one_way: bool,
    #[serde(default)]
    stats: bool,
    #[serde(default)]
    fresh: bool,
}

/// As `sandtable train` takes it; the file to write is the server's choice.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Train {
    game: String,
    agent: String,
    #[serde(default)]
    method: String,
    #[serde(default)]
    against: Vec<String>,
    #[serde(default = "twenty")]
    rounds: u32,
    #[serde(default = "twenty_games")]
    games: u64,
    #[serde(default = "one")]
    seed: u64,
    hours: Option<f64>,
    /// Whether it was interrupted before and goes on.
    #[serde(skip)]
    goes_on: bool,
}

/// As `sandtable reproduce` takes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reproduce {
    #[serde(default)]
    ids: Vec<String>,
    #[serde(default)]
    all: bool,
    #[serde(default)]
    quick: bool,
    #[serde(default)]
    fresh: bool,
}

fn one() -> u64 {
    1
}

fn hundred() -> u64 {
    100
}

fn twenty() -> u32 {
    20
}

fn twenty_games() -> u64 {
    20
}

impl Job {
    /// Its kind, as it is asked for.
    pub fn kind(&self) -> &'static str {
        match self {
            Job::Match(_) => "match",
            Job::Tournament(_) => "tournament",
            Job::Train(_) => "train",
            Job::Reproduce(_) => "reproduce",
        }
    }

    /// What it is, in one line.
    pub fn title(&self) -> String {
        match self {
            Job::Match(job) => format!("{} games of {}: {}", job.games, job.game, job.seats.join(" – ")),
            Job::Tournament(job) => format!("Tournament of {}: {}", job.game, job.agents.join(", ")),
            Job::Train(job) => format!("Training of {} for {}", job.agent, job.game),
            Job::Reproduce(job) => {
                let what = if job.all { "all published tables".into() } else { job.ids.join(", ") };
                format!("Reproduction of {what}{}", if job.quick { ", quick" } else { "" })
            }
        }
    }

    /// What is left of it after an interruption, if it can go on where it was.
    pub fn again(self) -> Option<Job> {
        match self {
            Job::Tournament(job) => Some(Job::Tournament(RoundRobin { fresh: false, ..job })),
            Job::Train(job) => Some(Job::Train(Train { goes_on: true, ..job })),
            Job::Reproduce(job) => Some(Job::Reproduce(Reproduce { fresh: false, ..job })),
            Job::Match(_) => None,
        }
    }

    /// How the file of a player that learns ends.
    pub fn ending(&self) -> &str {
        match self {
            Job::Train(job) => job.agent.split(':').next().unwrap_or_default(),
            _ => "json",
        }
    }

    /// Refuses what cannot be done, before it waits for its turn; else how many games it plays.
    pub fn check(&self) -> Answer<u64> {
        let total = match self {
            Job::Match(job) => games_of(job)?,
            Job::Tournament(job) => {
                job.agents.iter().try_for_each(|a| specs::check_untimed(a))?;
                few(&job.agents)?;
                let opened = specs::open(&job.game)?;
                let games = job.tournament().seatings(&*opened.game)?.iter().map(|s| s.deals).sum();
                if job.stats && games > MOST_COUNTED {
                    let line =
                        format!("{games} games with statistics: at most {MOST_COUNTED}, or without them");
                    return Err(Refusal::bad(line));
                }
                if job.stats { 2 * games } else { games }
            }
            Job::Train(job) => {
                let (training, lessons) = job.training(Path::new("new"))?;
                (lessons.total_games)(&training)
            }
            Job::Reproduce(job) => return Ok(reproduce::units(&job.chosen(&experiments())?, job.quick)),
        };
        match total {
            0 => Err(Refusal::bad("expected at least one game")),
            n if n > MOST_GAMES => Err(Refusal::bad(format!("{n} games: at most {MOST_GAMES}"))),
            n => Ok(n),
        }
    }

    /// Does it. `data` is the folder of tournaments, `out` the file of a player that learns; `told` hears what there is to show meanwhile.
    pub fn run(&self, data: &Path, out: &Path, work: &Work, told: Told) -> Result<Value, Failure> {
        match self {
            Job::Match(job) => {
                let game = registry::open(&job.game)?;
                let job = seated(job, &*game);
                let result = game.run_match(&job.matchup()?, work, None)?;
                let counted = job.stats && !job.swap && result.games <= MOST_COUNTED;
                let two = counted && result.seats.len() == 2;
                let file = two.then(|| StatisticsFile::of_match(Path::new(STATISTICS), &*game, &result));
                Ok(results::with_files(results::of_match(&result), file.transpose()?))
            }
            Job::Tournament(job) => {
                let tournament = job.tournament();
                let standings = tournament.run(data, job.fresh, work)?;
                let game = registry::open(&job.game)?;
                let file = match job.stats {
                    true => Some(statistics("tournament", &*game, &tournament.bouts(&*game)?, work)?),
                    false => None,
                };
                Ok(results::with_files(results::of_tournament(&standings), file))
            }
            Job::Train(job) => job.run(out, work, told),
            Job::Reproduce(job) => {
                let all = experiments();
                let chosen = job.chosen(&all).map_err(|r| Failure::BadInput(r.line))?;
                let ledger = Ledger::open(data)?;
                if job.fresh {
                    chosen.iter().try_for_each(|experiment| ledger.forget(experiment, job.quick))?;
                }
                let sections = reproduce::run(&chosen, job.quick, Some(&ledger), work, &|_| ())?;
                Ok(results::of_reproduction(&sections, job.quick))
            }
        }
    }
}

fn few(agents: &[String]) -> Answer<()> {
    match agents.len() {
        n if n > MOST_AGENTS => Err(Refusal::bad(format!("{n} agents: at most {MOST_AGENTS}"))),
        _ => Ok(()),
    }
}

/// What the file of a run's statistics is called.
const STATISTICS: &str = "statistics.txt";

/// Plays matches with their statistics.
fn statistics(
    from: &str,
    game: &dyn AnyGame,
    bouts: &[(Bout, u64)],
    work: &Work,
) -> Result<StatisticsFile, Failure> {
    StatisticsFile::play(Path::new(STATISTICS), from, game, bouts, work)
}

/// A match with those whom the game names, if it names nobody itself.
fn seated(job: &Match, game: &dyn AnyGame) -> Match {
    let seats = if job.seats.is_empty() { game.usual() } else { job.seats.clone() };
    Match { seats, ..job.clone() }
}

/// Refuses a match that cannot be played; else how many games it has.
fn games_of(job: &Match) -> Answer<u64> {
    let job = &seated(job, &*specs::open(&job.game)?.game);
    job.seats.iter().try_for_each(|a| specs::check_untimed(a))?;
    few(&job.seats)?;
    job.matchup()?;
    let game = &specs::open(&job.game)?.game;
    let seats = game.info().seats.len();
    if job.seats.len() != seats {
        return Err(Refusal::bad(format!("{} agents: {} has {seats} seats", job.seats.len(), job.game)));
    }
    job.seats.iter().enumerate().try_for_each(|(seat, agent)| game.check_agent(agent, seat))?;
    Ok(job.games)
}

impl RoundRobin {
    fn tournament(&self) -> Tournament {
        Tournament {
            game: self.game.clone(),
            agents: self.agents.clone(),
            games: self.games,
            seed: self.seed,
            first_versus: self.first_versus,
            one_way: self.one_way,
        }
    }
}

impl Train {
    fn training(&self, out: &Path) -> Answer<(Training, Lessons)> {
        specs::check(&self.agent)?;
        few(&self.against)?;
        self.against.iter().try_for_each(|player| specs::check_value(player))?;
        specs::open(&self.game)?.game.check_agent(&self.agent, 0)?;
        if self.hours.is_some_and(|h| !(h > 0.0 && h <= 1000.0)) {
            return Err(Refusal::bad("hours: expected a number above 0"));
        }
        let mut training = Training {
            game: Spec::parse(&self.game)?,
            agent: Spec::parse(&self.agent)?,
            method: self.method.clone(),
            opponents: self.against.clone(),
            from: Vec::new(),
            rounds: self.rounds,
            games: self.games,
            seed: self.seed,
            out: out.to_path_buf(),
            fresh: !self.goes_on,
        };
        let lessons = train::prepare(&mut training)?;
        Ok((training, lessons))
    }

    fn run(&self, out: &Path, work: &Work, told: Told) -> Result<Value, Failure> {
        let (training, _) = self.training(out).map_err(|r| Failure::BadInput(r.line))?;
        let end = self.hours.map(|h| Instant::now() + Duration::from_secs_f64(3600.0 * h));
        let time_up = AtomicBool::new(false);
        let progress = |games: u64| {
            (work.progress)(games);
            if end.is_some_and(|end| Instant::now() > end) {
                time_up.store(true, Ordering::Relaxed);
                work.stop.store(true, Ordering::Relaxed);
            }
        };
        let timed = Work { progress: &progress, stop: work.stop, threads: work.threads };
        let so_far = Mutex::new(None);
        let tell = |plots: &[Plot]| {
            let shown = results::of_training(&self.agent, &training, plots);
            told(shown.clone());
            *so_far.lock().unwrap_or_else(PoisonError::into_inner) = Some(shown);
        };
        match train::run(&training, &timed, &tell) {
            Ok(learned) => {
                let game = registry::open(&self.game)?;
                let bouts: Vec<(Bout, u64)> = learned.matches.iter().map(|bout| (bout.clone(), 0)).collect();
                let games: u64 = bouts.iter().map(|(bout, _)| bout.games).sum();
                let file = match (1..=MOST_COUNTED).contains(&games) {
                    true => {
                        let quietly = Work { progress: &|_| {}, stop: work.stop, threads: work.threads };
                        Some(statistics(&out.to_string_lossy(), &*game, &bouts, &quietly)?)
                    }
                    false => None,
                };
                Ok(results::with_files(results::of_trained(&self.agent, &training, &learned), file))
            }
            Err(Failure::Interrupted(_)) if time_up.load(Ordering::Relaxed) => {
                let so_far = so_far.into_inner().unwrap_or_else(PoisonError::into_inner);
                Ok(so_far.unwrap_or_else(|| results::of_training(&self.agent, &training, &[])))
            }
            Err(failure) => Err(failure),
        }
    }
}

impl Reproduce {
    fn chosen<'a>(&self, all: &'a [Experiment]) -> Answer<Vec<&'a Experiment>> {
        if self.all {
            return Ok(all.iter().collect());
        }
        if self.ids.is_empty() {
            return Err(Refusal::bad("expected ids of published tables, or all"));
        }
        Ok(self.ids.iter().map(|id| find(all, id)).collect::<Result<_, _>>()?)
    }
}
