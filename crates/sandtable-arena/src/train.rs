//! Learning: which agents can learn, and the games that they play for it.

use std::path::PathBuf;

use rayon::prelude::*;
pub use sandtable_core::train::{
    Begin, Bout, Contest, Duel, Learned, Lessons, Look, Maker, Mean, Plot, Recorded, Score, Seen, Training,
};
use sandtable_core::{Game, Kit, Notation, Seat};

use crate::episode::{Counter, Deal, Finish, Table, Watch};
use crate::luck::{Gauge, Method, Sums};
use crate::recorded::recorded;
use crate::spec::{Spec, unknown};
use crate::sprt::{Accepted, Sprt};
use crate::stats::Moments;
use crate::work::Work;
use crate::{Failure, registry};

/// Deals that are played on one thread without a pause.
const CHUNK: u64 = 10;
/// Deals of a duel between two looks at the score.
const TOGETHER: u64 = 20;

/// Everything that can be learned, each with its game's name.
pub fn lessons() -> Vec<(&'static str, Lessons)> {
    let of = |game: &dyn registry::Listed| {
        let name = game.name();
        game.lessons().into_iter().map(move |lessons| (name, lessons))
    };
    registry::games().iter().flat_map(|game| of(&**game)).collect()
}

/// Finds what a training can be run by, and fills in its defaults.
pub fn prepare(training: &mut Training) -> Result<Lessons, Failure> {
    let (game, agent) = (&training.game.name, &training.agent.name);
    let all = lessons();
    let Some((_, lessons)) = all.iter().find(|(name, l)| name == game && l.agent == agent) else {
        let able: Vec<String> = all.iter().map(|(name, l)| format!("{} of {name}", l.agent)).collect();
        let line = format!("{agent} of {game} does not learn; {} can", able.join(", "));
        return Err(Failure::BadInput(line));
    };
    let names: Vec<&str> = lessons.methods.iter().map(|(name, _)| *name).collect();
    if training.method.is_empty() {
        training.method = names[0].into();
    }
    if !names.contains(&training.method.as_str()) {
        return Err(unknown("method", &training.method, &names).into());
    }
    if training.opponents.is_empty() {
        training.opponents = lessons.opponents.iter().map(|o| o.to_string()).collect();
    }
    match (lessons.records, training.from.is_empty()) {
        (true, true) => {
            let line =
                format!("{agent} learns from records of games: expected files of them, as --from FILE");
            return Err(Failure::BadInput(line));
        }
        (false, false) => {
            let line = format!("{agent} plays the games that it learns from; records are not for it");
            return Err(Failure::BadInput(line));
        }
        _ => {}
    }
    if training.games < 2 || training.rounds == 0 {
        return Err(Failure::BadInput("expected one round and two games at least".into()));
    }
    Ok(*lessons)
}

/// Hears how a training gets on: its curves so far, what is told by numbers first.
pub type Tell<'a> = &'a (dyn Fn(&[Plot]) + Sync);

/// Runs a training that has been prepared.
pub fn run(training: &Training, work: &Work, tell: Tell) -> Result<Learned, Failure> {
    registry::open(&training.game.to_string())?.train(training, work, tell)
}

/// Games that are played for a learner.
pub struct Matches<'a, G: Notation> {
    kit: Kit<'a, G>,
    spec: &'a Spec,
    work: &'a Work<'a>,
    pool: rayon::ThreadPool,
    tell: Tell<'a>,
}

impl<'a, G: Notation> Matches<'a, G> {
    /// Under the rules of a kit, which a spec names.
    pub fn new(kit: Kit<'a, G>, spec: &'a Spec, work: &'a Work<'a>, tell: Tell<'a>) -> Result<Self, Failure> {
        Ok(Matches { kit, spec, work, pool: work.pool()?, tell })
    }

    /// A payoff as a share of what there is to win, where equals get a half.
    fn share(&self, payoff: f64) -> f64 {
        let info = self.kit.game.info();
        let (low, high) = info.payoff;
        0.5 + ((payoff - low) / (high - low) - 1.0 / info.seats.len() as f64)
    }

    /// Plays some deals on this thread; `after` sees each when it has ended, with who looked on.
    fn stretch<W: Watch<G>>(
        &self,
        seats: &[Maker<G>],
        deals: impl Iterator<Item = Deal>,
        begin: Begin<G>,
        watch: &mut W,
        mut after: impl FnMut(&mut W, Finish),
    ) -> Result<(), Failure> {
        let mut table = Table::new(self.kit.game, seats.iter().map(|make| make()).collect());
        let mut played = 0;
        for deal in deals {
            self.go_on()?;
            let finish = table.play_from(begin(self.kit.game, deal.deal), deal, watch);
            after(watch, finish);
            played += 1;
        }
        (self.work.progress)(played);
        Ok(())
    }

    /// Has all deals played in stretches, on as many threads as there are; the answers in the order of the deals.
    fn stretches<T: Send>(
        &self,
        (seed, deals, seating): (u64, u64, u32),
        one: impl Fn(&mut dyn Iterator<Item = Deal>) -> Result<T, Failure> + Sync,
    ) -> Result<Vec<T>, Failure> {
        let starts: Vec<u64> = (0..deals).step_by(CHUNK as usize).collect();
        let stretch = |from: u64| {
            let numbers = from..(from + CHUNK).min(deals);
            one(&mut numbers.map(|deal| Deal { seed, deal, seating }))
        };
        self.pool.install(|| starts.into_par_iter().map(stretch).collect())
    }
}

/// Looks at positions for a learner.
struct Looking<'a, G: Game> {
    look: Look<'a, G>,
    notes: Vec<(Seat, Vec<f32>)>,
}

impl<G: Game> Watch<G> for Looking<'_, G> {
    fn step(&mut self, game: &G, before: &G::State, seat: Seat, _: G::Action) {
        let mut note = Vec::new();
        (self.look)(game, before, &mut note);
        if !note.is_empty() {
            self.notes.push((seat, note));
        }
    }
    fn chance(&mut self, _: &G, _: &G::State, _: G::Chance) {}
}

impl<G: Notation> Contest<G> for Matches<'_, G> {
    fn play(&self, seats: &[Maker<G>], seed: u64, deals: u64, seating: u32) -> Result<Score, Failure> {
        let Kit { game, knowledge, .. } = self.kit;
        let parts = self.stretches((seed, deals, seating), |deals| {
            let mut counter = Counter::new(game, knowledge);
            let mut payoffs = vec![0.0; seats.len()];
            self.stretch(seats, deals, &|game, _| game.start(), &mut counter, |_, finish| {
                payoffs.iter_mut().zip(finish.payoff.values()).for_each(|(sum, payoff)| *sum += payoff);
            })?;
            Ok(Score { payoffs, counts: counter.sums })
        })?;
        let add = |a: &mut Vec<f64>, b: Vec<f64>| match a.is_empty() {
            true => *a = b,
            false => a.iter_mut().zip(b).for_each(|(a, b)| *a += b),
        };
        Ok(parts.into_iter().fold(Score::default(), |mut sum, part| {
            add(&mut sum.payoffs, part.payoffs);
            add(&mut sum.counts, part.counts);
            sum
        }))
    }

    fn corrected(
        &self,
        seats: &[Maker<G>],
        seed: u64,
        deals: u64,
        seating: u32,
    ) -> Result<Vec<Mean>, Failure> {
        let gauge = || {
            let expanded = Gauge::new(&self.kit, Method::Expanded);
            expanded.or_else(|| Gauge::new(&self.kit, Method::None)).expect("nothing can always be measured")
        };
        let sums = || Sums::new(seats.len(), gauge().len());
        let parts = self.stretches((seed, deals, seating), |deals| {
            let (mut sums, mut luck) = (sums(), Vec::new());
            self.stretch(seats, deals, &|game, _| game.start(), &mut gauge(), |gauge, finish| {
                luck.clear();
                gauge.read(&mut luck);
                sums.add(finish.payoff.values(), &luck);
            })?;
            Ok(sums)
        })?;
        let mut all = sums();
        parts.iter().for_each(|part| all.merge(part));
        let estimate = all.regressed();
        let means = estimate.mean.into_iter().zip(estimate.stderr);
        Ok(means.map(|(value, stderr)| Mean { value, stderr }).collect())
    }

    fn watch(
        &self,
        seats: &[Maker<G>],
        seed: u64,
        deals: u64,
        begin: Begin<G>,
        look: Look<G>,
    ) -> Result<Vec<Seen>, Failure> {
        let parts = self.stretches((seed, deals, 0), |deals| {
            let mut games = Vec::new();
            self.stretch(
                seats,
                deals,
                begin,
                &mut Looking { look, notes: Vec::new() },
                |looking, finish| {
                    let notes = std::mem::take(&mut looking.notes);
                    games.push(Seen { notes, payoffs: finish.payoff.values().to_vec() });
                },
            )?;
            Ok(games)
        })?;
        Ok(parts.into_iter().flatten().collect())
    }

    fn spread(&self, parts: u64, one: &(dyn Fn(u64) -> Result<(), Failure> + Sync)) -> Result<(), Failure> {
        let each = |part: u64| {
            self.go_on()?;
            one(part)
        };
        self.pool.install(|| (0..parts).into_par_iter().try_for_each(each))
    }

    fn go_on(&self) -> Result<(), Failure> {
        match self.work.stopped() {
            true => Err(Failure::Interrupted("stopped; the same command goes on from there".into())),
            false => Ok(()),
        }
    }

    fn played(&self, games: u64) {
        (self.work.progress)(games);
    }

    fn duel(
        &self,
        own: Maker<G>,
        other: Maker<G>,
        seed: u64,
        deals: u64,
        test: Option<(f64, f64)>,
    ) -> Result<Duel, Failure> {
        let seats = self.kit.game.info().seats.len();
        let test = test.map(|(low, high)| Sprt { low, high });
        let (mut scores, mut decided) = (Moments::default(), None);
        for first in (0..deals).step_by(TOGETHER as usize) {
            let some: Vec<u64> = (first..(first + TOGETHER).min(deals)).collect();
            let one = |&deal: &u64| -> Result<f64, Failure> {
                self.go_on()?;
                let mut sum = 0.0;
                for seat in 0..seats {
                    let agents = (0..seats).map(|s| if s == seat { own() } else { other() }).collect();
                    let mut table = Table::new(self.kit.game, agents);
                    let finish = table.play(Deal { seed, deal, seating: seat as u32 }, &mut ());
                    sum += self.share(finish.payoff.values()[seat]);
                }
                Ok(sum / seats as f64)
            };
            let shares: Vec<f64> =
                self.pool.install(|| some.par_iter().map(one).collect::<Result<_, _>>())?;
            shares.into_iter().for_each(|share| scores.add(share));
            decided = test.and_then(|test| match test.judge(&scores).accepted {
                Accepted::Undecided => None,
                accepted => Some(accepted == Accepted::High),
            });
            if decided.is_some() {
                break;
            }
        }
        let stderr = scores.stderr();
        Ok(Duel { games: scores.n * seats as u64, score: scores.mean(), stderr, decided })
    }

    fn plot(&self, plots: &[Plot]) {
        (self.tell)(plots);
    }

    fn recorded(&self, files: &[PathBuf]) -> Result<Vec<Recorded<G>>, Failure> {
        recorded(self.kit.game, self.spec, files)
    }
}
