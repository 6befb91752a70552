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
use crate::luck::{Estimate, Gauge, Method, Sums, learned, others};
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
    /// Whether each game is corrected by a regression on the others alone (`simple` and `expanded`; `value` always is).
    pub leave_one_out: bool,
    /// Stop when the games have decided between two hypotheses about the first agent; needs `swap`.
    pub sprt: Option<Sprt>,
    /// Whether to count the game's own statistics.
    pub statistics: bool,
    /// The number of the first seating, which fixes the agents' thoughts: 0, but for a table of a tournament.
    pub seating: u32,
    /// The number of the first deal: 0, but for a table of a tournament at which the same agents meet again.
    pub first_deal: u64,
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
            leave_one_out: false,
            sprt: None,
            statistics: false,
            seating: 0,
            first_deal: 0,
        }
    }
}

/// Chunks are gathered in blocks: after each block records are written and the sequential test is made.
const CHUNKS_IN_BLOCK: u64 = 64;

/// The luck sums of the chunks in a block may take this many bytes.
const MOST_MEMORY: usize = 128 << 20;

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
    let mut folds = Vec::new();
    if matchup.luck == Method::Value {
        folds.resize(learned::FOLDS, total.sums.clone());
    }
    let at_once = ((MOST_MEMORY / total.sums.bytes().max(1)) as u64).clamp(4, CHUNKS_IN_BLOCK);
    let (mut scores, mut verdict) = (Moments::default(), None);
    'blocks: for first in (0..chunks).step_by(at_once as usize) {
        let block = first..(first + at_once).min(chunks);
        let tallies: Result<Vec<Tally>, Failure> = pool.install(|| {
            block
                .into_par_iter()
                .map(|c| session.play(c * chunk..((c + 1) * chunk).min(deals), work))
                .collect()
        });
        for (tally, number) in tallies?.into_iter().zip(first..) {
            if let Some(out) = &mut records {
                out.write_all(tally.records.as_bytes())
                    .map_err(|e| Failure::Failed(format!("record: {e}")))?;
            }
            tally.pair_scores.iter().for_each(|&s| scores.add(s));
            total.merge(&tally);
            if !folds.is_empty() {
                folds[(number % learned::FOLDS as u64) as usize].merge(&tally.sums);
            }
            verdict = matchup.sprt.map(|test| test.judge(&scores));
            if verdict.is_some_and(|v| v.accepted != Accepted::Undecided) {
                break 'blocks;
            }
        }
    }
    let corrected = pool.install(|| session.corrected(&total, &folds))?;
    Ok(total.result(&session, corrected, verdict, began.elapsed().as_secs_f64()))
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
        let gauge = self.gauge()?;
        let seatings = u64::from(self.seatings);
        let deals = self.matchup.games.div_ceil(seatings);
        let bad = |line: String| Err(Failure::BadInput(line));
        if self.matchup.leave_one_out && !self.regresses() {
            return bad("leave one out: expected luck correction by simple or expanded".into());
        }
        if self.matchup.leave_one_out && deals > others::MOST_DEALS {
            let most = others::MOST_DEALS * seatings;
            return bad(format!("leave one out: expected at most {most} games, beyond it changes nothing"));
        }
        let terms = gauge.len() as u64 * seatings;
        if self.regresses() && deals < terms + 2 {
            let games = (terms + 2) * seatings;
            return bad(format!("not enough games: luck correction by {terms} terms needs at least {games}"));
        }
        Ok(())
    }

    /// Whether the correction is a regression on the game's own terms.
    fn regresses(&self) -> bool {
        matches!(self.matchup.luck, Method::Simple | Method::Expanded)
    }

    /// The means corrected for luck.
    fn corrected(&self, total: &Tally, folds: &[Sums]) -> Result<Estimate, Failure> {
        Ok(match self.matchup.luck {
            Method::None => total.sums.raw(),
            Method::Simple | Method::Expanded if self.matchup.leave_one_out => {
                total.rows.corrected(&total.sums)
            }
            Method::Simple | Method::Expanded => total.sums.regressed(),
            Method::Value => {
                let gauge = self.gauge()?;
                learned::corrected(folds, gauge.trusted(), gauge.len())
            }
        })
    }

    fn gauge(&self) -> Result<Gauge<G>, Failure> {
        let method = self.matchup.luck;
        Gauge::new(&self.hosted.kit(), method).ok_or_else(|| {
            let name = &self.hosted.spec.name;
            Failure::BadInput(match method {
                Method::Value => {
                    format!("luck by value: {name} has no evaluation and no signs to learn one from")
                }
                _ => format!("luck correction: {name} names no luck terms, expected none or value"),
            })
        })
    }

    fn tally(&self) -> Result<Tally, Failure> {
        let variables = self.gauge()?.len() * self.seatings as usize;
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
                let Matchup { seed, first_deal, seating: first, .. } = self.matchup;
                let deal = Deal { seed: *seed, deal: first_deal + number, seating: first + seating };
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
            tally.unlisted += gauge.unlisted();
            tally.add_deal(&payoffs, &luck);
            if self.matchup.leave_one_out {
                tally.rows.add(&payoffs, &luck);
            }
            if self.matchup.sprt.is_some() {
                tally.pair_scores.push(score / f64::from(self.seatings));
            }
            (work.progress)(u64::from(self.seatings));
        }
        Ok(tally)
    }
}

/// Which agent has `seat` when everybody has moved `seating` seats on.
fn agent_in(seat: Seat, seating: u32, players: usize) -> usize {
    (seat + players - seating as usize) % players
}
