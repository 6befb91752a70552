//! Matches: many games between the same agents, on all cores, with statistics.
//!
//! A match is a pure function of the game, the seats and the seed. Deals are played in chunks whose size depends on
//! their number alone, and the chunks' sums are added in order, so that the result is the same to the last bit on any
//! number of threads.

mod result;
mod tally;

pub use result::{Corrected, MatchResult, Mishaps, Shares, Statistics};
use tally::Tally;

use std::io::Write;
use std::time::Instant;

use rayon::prelude::*;
use sandtable_core::{Notation, Seat};

use crate::Failure;
use crate::episode::{Counter, Deal};
use crate::hosted::Hosted;
use crate::luck::{Gauge, Method};
use crate::replay::{Recorder, record_line};
use crate::sprt::{Accepted, Sprt};
use crate::stats::Moments;
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
    let session = Session { hosted, matchup, players, seatings, recording: records.is_some() };
    session.check()?;
    let deals = matchup.games.div_ceil(u64::from(seatings));
    let chunk = (deals / CHUNKS_IN_BLOCK).clamp(1, 256);
    let chunks = deals.div_ceil(chunk);
    let pool = work.crowd(hosted.desks.appetite())?;
    let began = Instant::now();
    let mut total = session.tally()?;
    let (mut scores, mut verdict) = (Moments::default(), None);
    'blocks: for first in (0..chunks).step_by(CHUNKS_IN_BLOCK as usize) {
        let block = first..(first + CHUNKS_IN_BLOCK).min(chunks);
        let tallies: Result<Vec<Tally>, Failure> = pool.install(|| {
            block
                .into_par_iter()
                .map(|c| session.play(c * chunk..((c + 1) * chunk).min(deals), work))
                .collect()
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
    Ok(total.result(&session, verdict, began.elapsed().as_secs_f64()))
}

/// A match that is being played.
struct Session<'a, G: Notation> {
    hosted: &'a Hosted<G>,
    matchup: &'a Matchup,
    players: usize,
    seatings: u32,
    recording: bool,
}

impl<G: Notation> Session<'_, G> {
    /// Refuses what cannot be played, before anything is.
    fn check(&self) -> Result<(), Failure> {
        if self.matchup.games == 0 {
            return Err(Failure::BadInput("0 games: expected at least 1".into()));
        }
        if self.matchup.statistics && self.hosted.knowledge.counted().is_empty() {
            return Err(Failure::BadInput(format!("statistics: {} counts nothing", self.hosted.spec.name)));
        }
        if self.matchup.sprt.is_some() && (!self.matchup.swap || self.players != 2) {
            return Err(Failure::BadInput(
                "a sequential test needs two seats, and each deal played from both (swap)".into(),
            ));
        }
        let seated = |seating| self.hosted.seated(&self.agents(seating)).map(drop);
        seated(0)?;
        for seating in 1..self.seatings {
            seated(seating).map_err(|e| Failure::BadInput(format!("swapped seats: {e}")))?;
        }
        self.check_luck()
    }

    /// A regression needs more deals than terms: two more for an error.
    fn check_luck(&self) -> Result<(), Failure> {
        let Gauge::Terms { chosen, .. } = self.gauge()? else { return Ok(()) };
        let (terms, seatings) = (chosen.len() as u64 * u64::from(self.seatings), u64::from(self.seatings));
        let (deals, least) = (self.matchup.games.div_ceil(seatings), terms + 2);
        if deals < least {
            let games = least * seatings;
            let line = format!("not enough games: luck correction by {terms} terms needs at least {games}");
            return Err(Failure::BadInput(line));
        }
        Ok(())
    }

    fn gauge(&self) -> Result<Gauge<G>, Failure> {
        let method = self.matchup.luck;
        Gauge::new(&self.hosted.kit(), method).ok_or_else(|| {
            let name = &self.hosted.spec.name;
            Failure::BadInput(match method {
                Method::Value => format!("luck by value: {name} has no evaluation"),
                _ => format!("luck correction: {name} names no luck terms, expected none or value"),
            })
        })
    }

    fn tally(&self) -> Result<Tally, Failure> {
        let variables = match self.gauge()? {
            Gauge::Value { .. } => self.players,
            gauge => gauge.len() * self.seatings as usize,
        };
        Ok(Tally::new(self.players, variables, self.hosted.knowledge.counted().len()))
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
            if let Gauge::Value { unlisted, .. } = &mut gauge {
                tally.unlisted += std::mem::take(unlisted);
                self.share_luck(&mut luck);
            }
            tally.add_deal(&payoffs, &luck);
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
