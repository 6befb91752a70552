//! Matches: many games between the same agents, on all cores, with statistics.
//!
//! A match is a pure function of the game, the seats and the seed. Deals are played in chunks whose size depends on
//! their number alone, and the chunks' sums are added in order, so that the result is the same to the last bit on any
//! number of threads.

use std::io::Write;
use std::time::Instant;

use rayon::prelude::*;
use sandtable_core::{Notation, Seat};
use serde::Serialize;

use crate::Failure;
use crate::episode::{Counter, Deal, Finish, Mishap};
use crate::hosted::Hosted;
use crate::luck::{Estimate, Gauge, Method, Sums};
use crate::replay::{Recorder, record_line};
use crate::sprt::{Accepted, Sprt, Verdict};
use crate::stats::{Moments, Turns, tidy};
use crate::work::Work;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Matchup {
    /// The agents' specs: agent i has seat i, in the first seating of each deal.
    pub agents: Vec<String>,
    /// How many games; with `swap` rounded up to whole deals.
    pub games: u64,
    /// Fixes all random numbers.
    pub seed: u64,
    /// Whether each deal is played from every seat, the agents moving round.
    pub swap: bool,
    /// How to correct for luck.
    pub luck: Method,
    /// Stop when the games have decided between two hypotheses about the first agent; needs `swap`.
    pub sprt: Option<Sprt>,
    /// Whether to count the game's own statistics.
    pub statistics: bool,
    /// The number of the first seating, which fixes the agents' thoughts: 0, but for a table of a tournament.
    pub seating: u32,
}

impl Matchup {
    /// A plain match: seed 1, no swapping, no correction, nothing counted.
    pub fn plain(agents: &[&str], games: u64) -> Self {
        Matchup {
            agents: agents.iter().map(|a| a.to_string()).collect(),
            games,
            seed: 1,
            swap: false,
            luck: Method::None,
            sprt: None,
            statistics: false,
            seating: 0,
        }
    }
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchResult {
    /// The game's spec.
    pub game: String,
    /// The agents' specs.
    pub seats: Vec<String>,
    /// Games played.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// Games in which the agent had the best payoff, and not all had the same.
    pub wins: Vec<u64>,
    /// Games in which all had the same payoff.
    pub draws: u64,
    /// The payoff per game, of each agent.
    pub score: Estimate,
    /// The same, corrected for luck.
    pub luck: Corrected,
    /// The sequential test, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Verdict>,
    /// The game's own statistics, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statistics: Option<Statistics>,
    /// The statistics of every game, all of the first seat's, then of the next, if they were asked for.
    #[serde(skip)]
    pub each_game: Vec<Vec<f64>>,
    /// What went wrong with each agent; nothing if all was well.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mishaps: Vec<Mishaps>,
    /// The lengths of the games.
    pub turns: Turns,
    /// How long it took.
    pub seconds: f64,
    /// How fast it was.
    pub games_per_second: f64,
}

/// What a game counts, summed over a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Statistics {
    /// The names.
    pub names: Vec<&'static str>,
    /// The sums over all games, for each agent.
    pub totals: Vec<Vec<f64>>,
}

/// What went wrong with an agent in a match: a random legal step was taken for it each time.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Mishaps {
    /// How often.
    pub count: u64,
    /// What it was the first time.
    pub first: Option<String>,
}

impl Mishaps {
    fn add(&mut self, count: u64, first: Option<String>) {
        self.count += count;
        if self.first.is_none() {
            self.first = first;
        }
    }
}

/// An estimate that has been corrected for luck.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Corrected {
    /// How.
    pub method: Method,
    /// The corrected means.
    pub mean: Vec<f64>,
    /// Their standard errors.
    pub stderr: Vec<f64>,
    /// How many times more games the plain means would need for the same standard errors.
    pub factor: Option<f64>,
}

/// Chunks are gathered in blocks: after each block records are written and the sequential test is made.
const CHUNKS_IN_BLOCK: u64 = 64;

/// Plays a match.
pub fn run<G: Notation>(
    hosted: &Hosted<G>,
    matchup: &Matchup,
    work: &Work,
    mut records: Option<&mut dyn Write>,
) -> Result<MatchResult, Failure> {
    let players = hosted.game.info().seats.len();
    let seatings = if matchup.swap { players as u32 } else { 1 };
    let plan = Plan { hosted, matchup, players, seatings, recording: records.is_some() };
    plan.check()?;
    let deals = matchup.games.div_ceil(u64::from(seatings));
    let chunk = (deals / CHUNKS_IN_BLOCK).clamp(1, 256);
    let chunks = deals.div_ceil(chunk);
    let pool = work.pool()?;
    let began = Instant::now();
    let mut total = plan.tally()?;
    let (mut scores, mut verdict) = (Moments::default(), None);
    'blocks: for first in (0..chunks).step_by(CHUNKS_IN_BLOCK as usize) {
        let block = first..(first + CHUNKS_IN_BLOCK).min(chunks);
        let tallies: Result<Vec<Tally>, Failure> = pool.install(|| {
            block.into_par_iter().map(|c| plan.play(c * chunk..((c + 1) * chunk).min(deals), work)).collect()
        });
        for tally in tallies? {
            if let Some(out) = &mut records {
                out.write_all(tally.records.as_bytes())
                    .map_err(|e| Failure::Failed(format!("record: {e}")))?;
            }
            tally.pair_scores.iter().for_each(|&s| scores.add(s));
            total.merge(&tally);
            verdict = matchup.sprt.map(|test| test.judge(&scores));
            if verdict.is_some_and(|v| v.accepted != Accepted::Undecided) {
                break 'blocks;
            }
        }
    }
    Ok(total.result(&plan, verdict, began.elapsed().as_secs_f64()))
}

/// A match that is being played.
struct Plan<'a, G: Notation> {
    hosted: &'a Hosted<G>,
    matchup: &'a Matchup,
    players: usize,
    seatings: u32,
    recording: bool,
}

impl<G: Notation> Plan<'_, G> {
    /// Refuses what cannot be played, before anything is.
    fn check(&self) -> Result<(), Failure> {
        if self.matchup.games == 0 {
            return Err(Failure::BadInput("0 games: expected at least 1".into()));
        }
        if self.matchup.statistics && self.hosted.knowledge.counted().is_empty() {
            return Err(Failure::BadInput(format!("--stats: {} counts nothing", self.hosted.spec.name)));
        }
        if self.matchup.sprt.is_some() && (!self.matchup.swap || self.players != 2) {
            return Err(Failure::BadInput("a sequential test needs two seats and --swap".into()));
        }
        let seated = |seating| self.hosted.seated(&self.agents(seating)).map(drop);
        seated(0)?;
        for seating in 1..self.seatings {
            seated(seating).map_err(|e| Failure::BadInput(format!("--swap: {e}")))?;
        }
        Ok(())
    }

    fn gauge(&self) -> Result<Gauge<G>, Failure> {
        let method = self.matchup.luck;
        Gauge::new(&self.hosted.kit(), method).ok_or_else(|| {
            let name = &self.hosted.spec.name;
            Failure::BadInput(match method {
                Method::Value => format!("--luck value: {name} has no evaluation"),
                _ => format!("--luck: {name} names no luck terms; try --luck value"),
            })
        })
    }

    fn tally(&self) -> Result<Tally, Failure> {
        let variables = match self.gauge()? {
            Gauge::Value { .. } => self.players,
            gauge => gauge.len() * self.seatings as usize,
        };
        Ok(Tally {
            sums: Sums::new(self.players, variables),
            wins: vec![0; self.players],
            draws: 0,
            games: 0,
            turns: 0,
            shortest: u32::MAX,
            longest: 0,
            statistics: vec![0.0; self.hosted.knowledge.counted().len() * self.players],
            each_game: Vec::new(),
            pair_scores: Vec::new(),
            mishaps: vec![Mishaps::default(); self.players],
            records: String::new(),
        })
    }

    /// The agents' specs in the order of the seats.
    fn agents(&self, seating: u32) -> Vec<&str> {
        let agents = &self.matchup.agents;
        if agents.is_empty() {
            return Vec::new();
        }
        (0..agents.len()).map(|seat| agents[agent_in(seat, seating, agents.len())].as_str()).collect()
    }

    fn play(&self, deals: std::ops::Range<u64>, work: &Work) -> Result<Tally, Failure> {
        let game = &self.hosted.game;
        let mut gauge = self.gauge()?;
        let mut tally = self.tally()?;
        let mut tables = (0..self.seatings)
            .map(|seating| Ok(self.hosted.table(&self.agents(seating))?))
            .collect::<Result<Vec<_>, Failure>>()?;
        let mut payoffs = vec![0.0; self.players];
        let mut luck: Vec<f64> = Vec::with_capacity(gauge.len() * tables.len());
        for number in deals {
            if work.stopped() {
                return Err(Failure::Interrupted("the match was stopped before its end".into()));
            }
            payoffs.fill(0.0);
            luck.clear();
            let mut score = 0.0;
            for (seating, table) in (0..).zip(&mut tables) {
                let deal =
                    Deal { seed: self.matchup.seed, deal: number, seating: self.matchup.seating + seating };
                let mut recorder = self.recording.then(Recorder::default);
                let mut counter = self.matchup.statistics.then(|| Counter::new(game, &self.hosted.knowledge));
                let finish = table.play(deal, &mut (&mut gauge, (&mut recorder, &mut counter)));
                tally.note(seating, table.mishaps());
                if let Some(counter) = counter {
                    tally.add_statistics(seating, self.players, &counter.sums);
                    tally.each_game.push(counter.sums);
                }
                if let Some(recorder) = recorder {
                    let agents = self.agents(seating);
                    let record = recorder.record(&self.hosted.spec, &agents, deal, Some(finish.payoff));
                    tally.records += &record_line(&record);
                }
                gauge.read(&mut luck);
                score += tally.count(seating, &finish);
                for (seat, payoff) in finish.payoff.values().iter().enumerate() {
                    payoffs[agent_in(seat, seating, self.players)] += payoff / f64::from(self.seatings);
                }
            }
            if let Gauge::Value { inexact, .. } = gauge {
                if inexact {
                    let line = format!("--luck value: {} cannot list all its draws", self.hosted.spec.name);
                    return Err(Failure::BadInput(line));
                }
                self.share_luck(&mut luck);
            }
            tally.sums.add(&payoffs, &luck);
            if self.matchup.sprt.is_some() {
                tally.pair_scores.push(score / f64::from(self.seatings));
            }
            (work.progress)(u64::from(self.seatings));
        }
        Ok(tally)
    }

    /// Turns luck per seat of each seating into mean luck per agent.
    fn share_luck(&self, luck: &mut Vec<f64>) {
        let mut shared = [0.0; sandtable_core::MAX_SEATS];
        for (i, l) in luck.iter().enumerate() {
            let (seating, seat) = (i / self.players, i % self.players);
            shared[agent_in(seat, seating as u32, self.players)] += l / f64::from(self.seatings);
        }
        luck.clear();
        luck.extend_from_slice(&shared[..self.players]);
    }
}

/// Which agent has `seat` when everybody has moved `seating` seats on.
fn agent_in(seat: Seat, seating: u32, players: usize) -> usize {
    (seat + players - seating as usize) % players
}

/// What a stretch of deals came to.
#[derive(Clone, Debug)]
struct Tally {
    sums: Sums,
    wins: Vec<u64>,
    draws: u64,
    games: u64,
    turns: u64,
    shortest: u32,
    longest: u32,
    statistics: Vec<f64>,
    each_game: Vec<Vec<f64>>,
    pair_scores: Vec<f64>,
    mishaps: Vec<Mishaps>,
    records: String,
}

impl Tally {
    /// Counts what went wrong with agents.
    fn note(&mut self, seating: u32, mishaps: Vec<Mishap>) {
        let players = self.mishaps.len();
        for Mishap { seat, what } in mishaps {
            self.mishaps[agent_in(seat, seating, players)].add(1, Some(what.0));
        }
    }

    /// Counts a game and returns the first agent's score in it: 1, ½ or 0.
    fn count(&mut self, seating: u32, finish: &Finish) -> f64 {
        self.games += 1;
        self.turns += u64::from(finish.turns);
        self.shortest = self.shortest.min(finish.turns);
        self.longest = self.longest.max(finish.turns);
        let players = self.wins.len();
        let Some(best) = finish.payoff.best() else {
            self.draws += 1;
            return 0.5;
        };
        let mut score = 0.0;
        for (seat, _) in finish.payoff.values().iter().enumerate().filter(|(_, v)| **v == best) {
            let agent = agent_in(seat, seating, players);
            self.wins[agent] += 1;
            if agent == 0 {
                score = 1.0;
            }
        }
        score
    }

    fn add_statistics(&mut self, seating: u32, players: usize, sums: &[f64]) {
        let each = sums.len() / players;
        for (i, sum) in sums.iter().enumerate() {
            self.statistics[agent_in(i / each, seating, players) * each + i % each] += sum;
        }
    }

    fn merge(&mut self, other: &Tally) {
        self.sums.merge(&other.sums);
        self.wins.iter_mut().zip(&other.wins).for_each(|(a, b)| *a += b);
        self.draws += other.draws;
        self.statistics.iter_mut().zip(&other.statistics).for_each(|(a, b)| *a += b);
        self.each_game.extend_from_slice(&other.each_game);
        self.games += other.games;
        self.turns += other.turns;
        self.shortest = self.shortest.min(other.shortest);
        self.longest = self.longest.max(other.longest);
        for (sum, more) in self.mishaps.iter_mut().zip(&other.mishaps) {
            sum.add(more.count, more.first.clone());
        }
    }

    fn statistics(&self, names: &[&'static str]) -> Statistics {
        let totals = self.statistics.chunks(names.len().max(1)).map(<[f64]>::to_vec).collect();
        Statistics { names: names.to_vec(), totals }
    }

    fn result<G: Notation>(&self, plan: &Plan<G>, sprt: Option<Verdict>, seconds: f64) -> MatchResult {
        let method = plan.matchup.luck;
        let score = self.sums.raw();
        let corrected = match method {
            Method::None => score.clone(),
            Method::Simple | Method::Expanded => self.sums.regressed(),
            Method::Value => self.sums.subtracted(),
        };
        let factor = corrected.factor_over(&score).map(tidy);
        let tidied = |e: Estimate| Estimate {
            mean: e.mean.into_iter().map(tidy).collect(),
            stderr: e.stderr.into_iter().map(tidy).collect(),
        };
        let corrected = tidied(corrected);
        MatchResult {
            game: plan.hosted.spec.to_string(),
            seats: plan.matchup.agents.clone(),
            games: self.games,
            seed: plan.matchup.seed,
            wins: self.wins.clone(),
            draws: self.draws,
            score: tidied(score),
            luck: Corrected { method, mean: corrected.mean, stderr: corrected.stderr, factor },
            sprt,
            statistics: plan.matchup.statistics.then(|| self.statistics(plan.hosted.knowledge.counted())),
            each_game: self.each_game.clone(),
            mishaps: match self.mishaps.iter().all(|m| m.count == 0) {
                true => Vec::new(),
                false => self.mishaps.clone(),
            },
            turns: Turns {
                mean: tidy(self.turns as f64 / self.games as f64),
                min: self.shortest,
                max: self.longest,
            },
            seconds,
            games_per_second: self.games as f64 / seconds.max(1e-9),
        }
    }
}
