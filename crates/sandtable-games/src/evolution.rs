//! Learning by trial: players are numbers, and the better ones decide where to look next. What is measured is logged and the best player
//! so far is written to its file, so a training that was interrupted goes on where it was. [`cma`] is CMA-ES; a game may search otherwise
//! with the same [`Evolution`] (`grid/learn/genetic.rs`).

use cmaes::{CMAESOptions, DVector};
use sandtable_core::Failure;
use sandtable_core::train::{Learned, Log, Training, write_whole};

/// Players in a generation.
pub const POPULATION: usize = 16;
/// How many times the games of an evaluation settle which player is the best so far.
pub const SETTLING: u64 = 4;
/// The first steps of CMA-ES, where genes go from 0 to 1.
const SPREAD: f64 = 0.2;

/// Players that are made from numbers between 0 and 1.
pub trait Breed {
    /// The share of games that the player of these genes wins.
    fn share(&self, genes: &[f64], seed: u64, games: u64) -> Result<f64, Failure>;

    /// The file of the player that so many games have settled on.
    fn text(&self, genes: &[f64], games: u64) -> String;
}

/// Evaluations that are logged, and the best player so far.
pub struct Evolution<'a> {
    /// What is to be learned.
    pub training: &'a Training,
    breed: &'a dyn Breed,
    log: Log<f64>,
    best: Option<(f64, Vec<f64>)>,
    history: Vec<f64>,
}

/// How many games a training plays, at most.
pub fn total_games(training: &Training) -> u64 {
    u64::from(training.rounds) * (POPULATION as u64 + SETTLING) * training.games
}

impl<'a> Evolution<'a> {
    /// For a training; the log of an earlier run is taken up unless it is to start over.
    pub fn new(training: &'a Training, breed: &'a dyn Breed) -> Result<Self, Failure> {
        let fresh = training.fresh;
        let log = training.out.with_extension("log.jsonl");
        if training.out.exists() && !log.exists() && !fresh {
            let line = format!("{} is there and has no log: --fresh overwrites it", training.out.display());
            return Err(Failure::BadInput(line));
        }
        let Training { method, game, agent, opponents: names, games, seed, .. } = training;
        let description = format!("{method} {game} {agent} {names:?} games {games} seed {seed}");
        let log = Log::open(&log, &description, fresh)?;
        Ok(Evolution { training, breed, log, best: None, history: Vec::new() })
    }

    /// The share of games that the player of these genes wins.
    ///
    /// Every generation has its own deals, the same for all its members: luck favours none of them, and none for long.
    pub fn fitness(&mut self, genes: &[f64], generation: u32) -> Result<f64, Failure> {
        let Evolution { training, breed, .. } = *self;
        let seed = training.seed.wrapping_add(u64::from(generation) << 32);
        self.log.value(genes, || breed.share(genes, seed, training.games))
    }

    /// Ends a generation: its best player is measured again on other deals, and kept if it is better than the best so far.
    pub fn settle(&mut self, fittest: &[f64]) -> Result<(), Failure> {
        let Evolution { training, breed, .. } = *self;
        let games = SETTLING * training.games;
        let share = self.log.value(fittest, || breed.share(fittest, !training.seed, games))?;
        let record = self.best.as_ref().map_or(f64::NEG_INFINITY, |(best, _)| *best);
        if share > record {
            self.best = Some((share, fittest.to_vec()));
            write_whole(&training.out, &breed.text(fittest, games))?;
        }
        self.history.push(share.max(record));
        Ok(())
    }

    /// What has been learned, when at least one generation has ended.
    pub fn learned(self) -> Learned {
        let (_, genes) = self.best.expect("there was a generation");
        let player = self.breed.text(&genes, SETTLING * self.training.games);
        let axis = "share of games won by the best so far";
        Learned { player, history: self.history, axis, matches: Vec::new() }
    }
}

/// CMA-ES from the genes of a player on.
pub fn cma(mut evolution: Evolution, start: Vec<f64>) -> Result<Learned, Failure> {
    let training = evolution.training;
    let mut failed = None;
    let (mut asked, mut fittest) = (0usize, None::<(f64, Vec<f64>)>);
    let objective = |x: &DVector<f64>| {
        let genes: Vec<f64> = x.iter().map(|v| v.clamp(0.0, 1.0)).collect();
        let outside: f64 = x.iter().zip(&genes).map(|(v, gene)| (v - gene).abs()).sum();
        let generation = (asked / POPULATION) as u32;
        asked += 1;
        let mut measure = || -> Result<f64, Failure> {
            let share = evolution.fitness(&genes, generation)?;
            if fittest.as_ref().is_none_or(|(best, _)| share > *best) {
                fittest = Some((share, genes.clone()));
            }
            if asked.is_multiple_of(POPULATION) {
                let (_, genes) = fittest.take().expect("a generation has players");
                evolution.settle(&genes)?;
            }
            Ok(share)
        };
        match failed.is_none().then(&mut measure) {
            Some(Ok(share)) => outside - share,
            Some(Err(failure)) => {
                failed = Some(failure);
                1.0
            }
            None => 1.0,
        }
    };
    let mut search = CMAESOptions::new(start, SPREAD)
        .population_size(POPULATION)
        .seed(training.seed)
        .build(objective)
        .map_err(|e| Failure::BadInput(format!("CMA-ES: {e:?}")))?;
    for _ in 0..training.rounds {
        // A search that has converged has nothing more to find.
        if search.next().is_some() {
            break;
        }
    }
    drop(search);
    match failed {
        Some(failure) => Err(failure),
        None => Ok(evolution.learned()),
    }
}
