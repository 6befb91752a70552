//! Learning by trial: players are numbers, and the better ones decide where to look next. What is measured is logged and the best player
//! so far is written to its file, so a training that was interrupted goes on where it was. [`cma`] is CMA-ES; a game may search otherwise
//! with the same [`Evolution`] (`grid/learn/genetic.rs`).

use sandtable_core::Failure;
use sandtable_core::train::{Learned, Log, Training, write_whole};

use crate::tune;

/// Players in a generation.
pub const POPULATION: usize = 16;
/// How many times the games of an evaluation settle which player is the best so far.
pub const SETTLING: u64 = 4;
/// What is plotted.
const AXIS: &str = "share of games won by the best so far";

/// Players that are made from numbers between 0 and 1.
pub trait Breed {
    /// The share of games that the player of these genes wins.
    fn share(&self, genes: &[f64], seed: u64, games: u64) -> Result<f64, Failure>;

    /// The file of the player that so many games have settled on.
    fn text(&self, genes: &[f64], games: u64) -> String;

    /// Hears how the training gets on.
    fn tell(&self, axis: &'static str, history: &[f64]);
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
        breed.tell(AXIS, &self.history);
        Ok(())
    }

    /// What has been learned, when at least one generation has ended.
    pub fn learned(self) -> Learned {
        let (_, genes) = self.best.expect("there was a generation");
        let player = self.breed.text(&genes, SETTLING * self.training.games);
        Learned {
            player,
            history: self.history,
            axis: AXIS,
            matches: Vec::new(),
            plots: Vec::new(),
            tables: Vec::new(),
        }
    }
}

/// CMA-ES from the genes of a player on.
pub fn cma(mut evolution: Evolution, start: &[f64]) -> Result<Learned, Failure> {
    let training = evolution.training;
    let mut fittest = None::<(f64, Vec<f64>)>;
    tune::cma_es(start, POPULATION, training.rounds, training.seed, |genes, before| {
        let share = evolution.fitness(genes, (before / POPULATION) as u32)?;
        if fittest.as_ref().is_none_or(|(best, _)| share > *best) {
            fittest = Some((share, genes.to_vec()));
        }
        if (before + 1).is_multiple_of(POPULATION) {
            let (_, genes) = fittest.take().expect("a generation has players");
            evolution.settle(&genes)?;
        }
        Ok(-share)
    })?;
    Ok(evolution.learned())
}
