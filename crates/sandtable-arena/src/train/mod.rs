//! Learning for the players of Grid Risk: the paper's own update, and two learners over all heuristics at once.
//!
//! All are functions of their seed and resume after any interruption. The paper's learner keeps its history in the player's file (newest
//! set first); the others write every evaluation to a log beside it, and on restart play the log back.

mod genetic;
mod log;
mod reinforce;

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use sandtable_core::{Agent, Args};
use sandtable_games::grid::{self, AipPlayer, Grid, Heuristics, PlayerFile, STATISTICS, player_file};

use crate::Failure;
use crate::episode::{Counter, Deal, Table};
use crate::spec::unknown;
use crate::work::Work;

pub use reinforce::{Reinforcement, Which};

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The paper's update of `MINIMUM_ATTACK` (section 5.3).
    Reinforce,
    /// The same for all real-valued heuristics, each by its own statistic (section 6.3.2).
    ReinforceAll,
    /// A genetic algorithm over all heuristics (section 2.2.2).
    Genetic,
    /// CMA-ES over all heuristics.
    Cma,
}

impl Method {
    /// The methods by their names.
    pub const ALL: [(&'static str, Method); 4] = [
        ("reinforce", Method::Reinforce),
        ("reinforce-all", Method::ReinforceAll),
        ("genetic", Method::Genetic),
        ("cma", Method::Cma),
    ];

    /// The method of a name.
    pub fn named(name: &str) -> Result<Method, Failure> {
        let names = Method::ALL.map(|(n, _)| n);
        let found = Method::ALL.iter().find(|(n, _)| *n == name);
        Ok(found.ok_or_else(|| unknown("method", name, &names))?.1)
    }
}

/// What is to be learned.
#[derive(Clone, Debug)]
pub struct Training {
    /// How.
    pub method: Method,
    /// The rule file's spec.
    pub rules: String,
    /// Where to start.
    pub player: String,
    /// Whom to play; in the paper aiPlayer9 and aiPlayer10.
    pub opponents: Vec<String>,
    /// Rounds: matches for the paper's learner, generations for the others.
    pub rounds: u32,
    /// Games a match (the paper's learner), or an evaluation (the others).
    pub games: u64,
    /// Fixes everything.
    pub seed: u64,
    /// The file to write.
    pub out: PathBuf,
}

/// What has been learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// The best or last heuristics.
    pub heuristics: Heuristics,
    /// What is plotted over the rounds: `MINIMUM_ATTACK`, or the share of games won by the best of a generation.
    pub history: Vec<f64>,
    /// What that is.
    pub axis: &'static str,
}

impl Training {
    /// How many games it plays, at most.
    pub fn total_games(&self) -> u64 {
        let each = match self.method {
            Method::Reinforce | Method::ReinforceAll => self.games,
            Method::Genetic | Method::Cma => (genetic::POPULATION as u64 + 4) * self.games,
        };
        u64::from(self.rounds) * each
    }

    /// Learns, going on where an earlier run of the same training was interrupted.
    pub fn run(&self, fresh: bool, work: &Work) -> Result<Learned, Failure> {
        let arena = Contest::new(&self.rules)?;
        let start = player_file(&self.player)?.sets[0].clone();
        let opponents: Vec<Heuristics> = self
            .opponents
            .iter()
            .map(|o| Ok(player_file(o)?.sets[0].clone()))
            .collect::<Result<_, Failure>>()?;
        if opponents.is_empty() || self.games < 2 || self.rounds == 0 {
            return Err(Failure::BadInput("expected an opponent, a round and two games at least".into()));
        }
        match self.method {
            Method::Reinforce => self.reinforce(Which::MinimumAttack, &arena, start, &opponents, fresh, work),
            Method::ReinforceAll => self.reinforce(Which::All, &arena, start, &opponents, fresh, work),
            Method::Genetic => genetic::genetic(self, &arena, &start, &opponents, fresh, work),
            Method::Cma => genetic::cma(self, &arena, &start, &opponents, fresh, work),
        }
    }

    fn reinforce(
        &self,
        which: Which,
        arena: &Contest,
        start: Heuristics,
        opponents: &[Heuristics],
        fresh: bool,
        work: &Work,
    ) -> Result<Learned, Failure> {
        let mut file = PlayerFile { sets: vec![start.clone()] };
        if self.out.exists() && !fresh {
            let place = self.out.display().to_string();
            file = player_file(&place)?;
            if file.sets.last() != Some(&start) {
                let line = format!("{place} has not learned from {}: --fresh overwrites it", self.player);
                return Err(Failure::BadInput(line));
            }
        }
        let learner = Reinforcement { which, games: self.games, seed: self.seed };
        for round in file.sets.len() as u32 - 1..self.rounds {
            let next = learner.round(arena, &file.sets, opponents, round, work)?;
            file.sets.insert(0, next);
            write_whole(&self.out, &file.text())?;
        }
        let history = file.sets.iter().rev().map(|s| s.minimum_attack).collect();
        Ok(Learned { heuristics: file.sets[0].clone(), history, axis: "MINIMUM_ATTACK" })
    }
}

/// Writes a file so that it is there whole or not at all.
fn write_whole(path: &Path, text: &str) -> Result<(), Failure> {
    let part = path.with_extension("part");
    let written = std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path));
    written.map_err(|e| Failure::BadInput(format!("cannot write {}: {e}", path.display())))
}

/// Plays heuristics against each other.
pub struct Contest {
    game: Grid,
}

/// What came of some games: of the first player, then of the second.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// Games won; draws count half.
    pub won: [f64; 2],
    /// The statistics of section 3.6, summed.
    pub statistics: [Vec<f64>; 2],
}

impl Contest {
    /// Under some rules.
    pub fn new(rules: &str) -> Result<Contest, Failure> {
        let def = grid::grid();
        let mut args = Args::defaults(def.params);
        args.set("rules", rules);
        Ok(Contest { game: (def.build)(&args)? })
    }

    /// Plays deals with the first player as Red, or as Blue.
    pub fn play(
        &self,
        players: [&Heuristics; 2],
        first_is_red: bool,
        seed: u64,
        deals: u64,
        work: &Work,
    ) -> Result<Score, Failure> {
        let seats = if first_is_red { [0, 1] } else { [1, 0] };
        let chunk = |from: u64| -> Result<Score, Failure> {
            let agents: Vec<Box<dyn Agent<Grid>>> = seats
                .iter()
                .map(|&p| Box::new(AipPlayer::new(players[p].clone())) as Box<dyn Agent<Grid>>)
                .collect();
            let mut table = Table::new(&self.game, agents);
            let mut counter = Counter::new(&self.game);
            let mut won = [0.0; 2];
            for deal in from..(from + 10).min(deals) {
                if work.stopped() {
                    return Err(Failure::Interrupted("stopped; the same command goes on from there".into()));
                }
                let finish =
                    table.play(Deal { seed, deal, seating: u32::from(!first_is_red) }, &mut counter)?;
                for (seat, payoff) in finish.payoff.values().iter().enumerate() {
                    won[seats[seat]] += (payoff + 1.0) / 2.0;
                }
            }
            (work.progress)((from + 10).min(deals) - from);
            let n = STATISTICS.len();
            let of = |player: usize| {
                let seat = seats[player];
                counter.sums[seat * n..(seat + 1) * n].to_vec()
            };
            Ok(Score { won, statistics: [of(0), of(1)] })
        };
        let parts: Vec<Score> = (0..deals)
            .step_by(10)
            .collect::<Vec<_>>()
            .into_par_iter()
            .map(chunk)
            .collect::<Result<_, _>>()?;
        Ok(parts.into_iter().fold(
            Score { won: [0.0; 2], statistics: [vec![0.0; STATISTICS.len()], vec![0.0; STATISTICS.len()]] },
            |mut sum, part| {
                for p in 0..2 {
                    sum.won[p] += part.won[p];
                    sum.statistics[p].iter_mut().zip(&part.statistics[p]).for_each(|(a, b)| *a += b);
                }
                sum
            },
        ))
    }

    /// The share of games that `player` wins against the opponents, each deal from both sides.
    pub fn share(
        &self,
        player: &Heuristics,
        opponents: &[Heuristics],
        seed: u64,
        games: u64,
        work: &Work,
    ) -> Result<f64, Failure> {
        let deals = games.div_ceil(2 * opponents.len() as u64);
        let mut won = 0.0;
        for opponent in opponents {
            for red in [true, false] {
                won += self.play([player, opponent], red, seed, deals, work)?.won[0];
            }
        }
        Ok(won / (2 * deals * opponents.len() as u64) as f64)
    }
}
