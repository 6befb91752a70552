//! The learners of Grid Risk's players: the paper's own update, and two learners over all heuristics at once.

use rayon::prelude::*;
use sandtable_core::Agent;
use sandtable_core::catalog::read_file;
use sandtable_core::policy::Seated;
use sandtable_games::grid::{self, AipPlayer, Grid, Heuristics, PlayerFile, STATISTICS, player_file};

use super::genetic::{self, Bench};
use super::reinforce::{Reinforcement, Which};
use super::{Learned, Trainer, Training, write_whole};
use crate::Failure;
use crate::episode::{Counter, Deal, Table};
use crate::spec::Spec;
use crate::work::Work;

/// How the players of `.aip` files learn.
pub const TRAINER: Trainer = Trainer {
    game: "grid",
    agent: "aip",
    methods: &[
        ("reinforce", "MINIMUM_ATTACK by the paper's rule; the history stays in the player's file"),
        ("reinforce-all", "the other real-valued heuristics too, each by its own statistic"),
        ("genetic", "a genetic algorithm over all heuristics"),
        ("cma", "CMA-ES over all heuristics"),
    ],
    opponents: &["aiPlayer9", "aiPlayer10"],
    total_games,
    run,
};

fn total_games(training: &Training) -> u64 {
    let each = match training.method.as_str() {
        "genetic" | "cma" => (genetic::POPULATION as u64 + genetic::SETTLING) * training.games,
        _ => training.games,
    };
    u64::from(training.rounds) * each
}

fn run(training: &Training, fresh: bool, work: &Work) -> Result<Learned, Failure> {
    let arena = Contest::new(&training.game, work)?;
    let def = grid::grid().knowledge.players;
    let aip = def().into_iter().find(|d| d.name == TRAINER.agent).expect("the game has this player");
    let player = training.agent.args(aip.params)?.get("file").to_string();
    let newest = |name: &str| -> Result<Heuristics, Failure> { Ok(player_file(name)?.sets[0].clone()) };
    let start = newest(&player)?;
    let opponents = training.opponents.iter().map(|o| newest(o)).collect::<Result<Vec<_>, _>>()?;
    let which = match training.method.as_str() {
        "reinforce" => Which::MinimumAttack,
        "reinforce-all" => Which::All,
        over_all => {
            let bench = Bench::new(training, &arena, &opponents, fresh, work)?;
            let learn = if over_all == "cma" { genetic::cma } else { genetic::genetic };
            return learn(bench, &start);
        }
    };
    let mut file = PlayerFile { sets: vec![start.clone()] };
    if training.out.exists() && !fresh {
        let place = training.out.display().to_string();
        file = PlayerFile::parse(&place, &read_file(&place, "expected an .aip file")?)?;
        if file.sets.last() != Some(&start) {
            let line = format!("{place} has not learned from {player}: --fresh overwrites it");
            return Err(Failure::BadInput(line));
        }
    }
    let learner = Reinforcement { which, games: training.games, seed: training.seed };
    for round in file.sets.len() as u32 - 1..training.rounds {
        let next = learner.round(&arena, &file.sets, &opponents, round, work)?;
        file.sets.insert(0, next);
        write_whole(&training.out, &file.text())?;
    }
    let history = file.sets.iter().rev().map(|s| s.minimum_attack).collect();
    Ok(Learned { player: text(&file.sets[0]), history, axis: "MINIMUM_ATTACK" })
}

/// A player's file with one set of heuristics.
pub fn text(heuristics: &Heuristics) -> String {
    PlayerFile { sets: vec![heuristics.clone()] }.text()
}

/// Plays heuristics against each other.
pub struct Contest {
    game: Grid,
    pool: rayon::ThreadPool,
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
    /// Under the rules that a spec of the game names.
    pub fn new(game: &Spec, work: &Work) -> Result<Contest, Failure> {
        let def = grid::grid();
        Ok(Contest { game: (def.build)(&game.args(def.params)?)?, pool: work.pool()? })
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
                .map(|&p| Box::new(Seated(AipPlayer::new(players[p].clone()))) as Box<dyn Agent<Grid>>)
                .collect();
            let mut table = Table::new(&self.game, agents);
            let mut counter = Counter::new(&self.game, &grid::grid().knowledge);
            let mut won = [0.0; 2];
            for deal in from..(from + 10).min(deals) {
                if work.stopped() {
                    return Err(Failure::Interrupted("stopped; the same command goes on from there".into()));
                }
                let finish = table.play(Deal { seed, deal, seating: u32::from(!first_is_red) }, &mut counter);
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
        let starts: Vec<u64> = (0..deals).step_by(10).collect();
        let parts: Result<Vec<Score>, Failure> =
            self.pool.install(|| starts.into_par_iter().map(chunk).collect());
        Ok(parts?.into_iter().fold(
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
