//! Learners over all heuristics at once: a genetic algorithm as section 2.2.2 describes it, and CMA-ES.

use sandtable_core::train::{Learned, Log, Training, write_whole};
use sandtable_core::{Failure, Rng, Stream};

use super::{Ring, text};
use crate::grid::Heuristics;
use crate::tune;

/// Players in a generation.
pub const POPULATION: usize = 16;
/// How many times the games of an evaluation settle which player is the best so far.
pub const SETTLING: u64 = 4;
/// Those who win less than this have no children.
const UNFIT: f64 = 0.1;
/// The chance that a child's gene is changed.
const MUTATION: f64 = 0.1;

type Genes = [f64; Heuristics::GENES];

/// What is plotted.
const AXIS: &str = "share of games won by the best so far";

/// What both learners need: evaluations that are logged, and the best player so far, written to its file.
pub struct Bench<'a> {
    training: &'a Training,
    ring: Ring<'a>,
    opponents: &'a [Heuristics],
    log: Log<f64>,
    best: Option<(f64, Genes)>,
    history: Vec<f64>,
}

impl<'a> Bench<'a> {
    /// For a training; the log of an earlier run is taken up unless it is to start over.
    pub fn new(training: &'a Training, ring: Ring<'a>, opponents: &'a [Heuristics]) -> Result<Self, Failure> {
        let fresh = training.fresh;
        let log = training.out.with_extension("log.jsonl");
        if training.out.exists() && !log.exists() && !fresh {
            let line = format!("{} is there and has no log: --fresh overwrites it", training.out.display());
            return Err(Failure::BadInput(line));
        }
        let Training { method, game, agent, opponents: names, games, seed, .. } = training;
        let description = format!("{method} {game} {agent} {names:?} games {games} seed {seed}");
        let log = Log::open(&log, &description, fresh)?;
        Ok(Bench { training, ring, opponents, log, best: None, history: Vec::new() })
    }

    /// The share of games that the player of these genes wins.
    ///
    /// Every generation has its own deals, the same for all its members: luck favours none of them, and none for long.
    fn fitness(&mut self, genes: &Genes, generation: u32) -> Result<f64, Failure> {
        let Bench { training, ring, opponents, .. } = *self;
        let seed = training.seed.wrapping_add(u64::from(generation) << 32);
        let measure = || ring.share(&Heuristics::from_unit(genes), opponents, seed, training.games);
        self.log.value(genes, measure)
    }

    /// Ends a generation: its best player is measured again on other deals, and kept if it is better than the best so far.
    fn settle(&mut self, fittest: Genes) -> Result<(), Failure> {
        let Bench { training, ring, opponents, .. } = *self;
        let games = SETTLING * training.games;
        let measure = || ring.share(&Heuristics::from_unit(&fittest), opponents, !training.seed, games);
        let share = self.log.value(&fittest, measure)?;
        if self.best.is_none_or(|(best, _)| share > best) {
            self.best = Some((share, fittest));
            let heuristics = Heuristics { games_played: games as u32, ..Heuristics::from_unit(&fittest) };
            write_whole(&training.out, &text(&heuristics))?;
        }
        self.history.push(self.best.expect("just set").0);
        ring.0.tell(AXIS, &self.history);
        Ok(())
    }

    fn learned(self) -> Learned {
        let (_, genes) = self.best.expect("there was a generation");
        let player = text(&Heuristics::from_unit(&genes));
        Learned { player, history: self.history, axis: AXIS, matches: Vec::new() }
    }
}

/// Section 2.2.2: the fitter players pair, children take half of each parent's genes, some genes mutate.
pub fn genetic(mut bench: Bench, start: &Heuristics) -> Result<Learned, Failure> {
    let training = bench.training;
    let mut rng = Rng::new(training.seed, 0, Stream::Thought { seating: 0, seat: 0 });
    let random = |rng: &mut Rng| -> Genes { std::array::from_fn(|_| rng.unit()) };
    let mut players: Vec<Genes> = (1..POPULATION).map(|_| random(&mut rng)).collect();
    players.push(start.to_unit());
    for generation in 0..training.rounds {
        let mut ranked = Vec::with_capacity(players.len());
        for genes in &players {
            ranked.push((bench.fitness(genes, generation)?, *genes));
        }
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        bench.settle(ranked[0].1)?;
        let fit = ranked.iter().filter(|(share, _)| *share >= UNFIT).count().max(2);
        // The best player lives on; better players are in more pairs: the lower of two draws picks the parent.
        let parent = |rng: &mut Rng| {
            let pick = rng.below(fit as u32).min(rng.below(fit as u32));
            ranked[pick as usize].1
        };
        let mut next = vec![ranked[0].1];
        while next.len() < POPULATION {
            let (mother, father) = (parent(&mut rng), parent(&mut rng));
            let cut = Heuristics::GENES / 2;
            let mut children = [mother, father];
            children[0][cut..].copy_from_slice(&father[cut..]);
            children[1][cut..].copy_from_slice(&mother[cut..]);
            for mut child in children {
                for gene in &mut child {
                    if rng.unit() < MUTATION {
                        *gene = rng.unit();
                    }
                }
                next.push(child);
            }
        }
        next.truncate(POPULATION);
        players = next;
    }
    Ok(bench.learned())
}

/// CMA-ES from the starting player on.
pub fn cma(mut bench: Bench, start: &Heuristics) -> Result<Learned, Failure> {
    let training = bench.training;
    let mut fittest = None::<(f64, Genes)>;
    tune::cma_es(&start.to_unit(), POPULATION, training.rounds, training.seed, |genes, before| {
        let genes: Genes = genes.try_into().expect("as many as at the start");
        let share = bench.fitness(&genes, (before / POPULATION) as u32)?;
        if fittest.is_none_or(|(best, _)| share > best) {
            fittest = Some((share, genes));
        }
        if (before + 1).is_multiple_of(POPULATION) {
            let (_, genes) = fittest.take().expect("a generation has players");
            bench.settle(genes)?;
        }
        Ok(-share)
    })?;
    Ok(bench.learned())
}
