//! The learners of Grid Risk's players: the paper's own update, and two learners over all heuristics at once.

mod genetic;
mod reinforce;
mod ring;

use std::path::Path;

use sandtable_core::Kit;
use sandtable_core::catalog::read_file;
use sandtable_core::train::{Bout, Contest, Learned, Lessons, Trainer, Training, write_whole};

pub use reinforce::{Reinforcement, Which};
pub use ring::Ring;
use sandtable_core::Failure;

use super::{Grid, Heuristics, PlayerFile, player_file};
use crate::evolution::{self, Breed, Evolution};

/// How the players of `.aip` files learn.
pub const TRAINER: Trainer<Grid> = Trainer {
    lessons: Lessons {
        agent: "aip",
        methods: &[
            ("reinforce", "MINIMUM_ATTACK by the paper's rule; the history stays in the player's file"),
            ("reinforce-all", "the other real-valued heuristics too, each by its own statistic"),
            ("genetic", "a genetic algorithm over all heuristics"),
            ("cma", "CMA-ES over all heuristics"),
        ],
        opponents: &["aiPlayer9", "aiPlayer10"],
        records: false,
        total_games,
    },
    run,
};

fn total_games(training: &Training) -> u64 {
    match training.method.as_str() {
        "genetic" | "cma" => evolution::total_games(training),
        _ => u64::from(training.rounds) * training.games,
    }
}

/// Players of all heuristics, measured against some others.
struct Aips<'a> {
    ring: Ring<'a>,
    opponents: &'a [Heuristics],
}

impl Aips<'_> {
    fn heuristics(genes: &[f64]) -> Heuristics {
        Heuristics::from_unit(genes.try_into().expect("a gene for each heuristic"))
    }
}

impl Breed for Aips<'_> {
    fn share(&self, genes: &[f64], seed: u64, games: u64) -> Result<f64, Failure> {
        self.ring.share(&Aips::heuristics(genes), self.opponents, seed, games)
    }

    fn text(&self, genes: &[f64], games: u64) -> String {
        text(&Heuristics { games_played: games as u32, ..Aips::heuristics(genes) })
    }

    fn tell(&self, axis: &'static str, history: &[f64]) {
        self.ring.0.tell(axis, history);
    }
}

fn run(kit: &Kit<Grid>, training: &Training, contest: &dyn Contest<Grid>) -> Result<Learned, Failure> {
    let ring = Ring(contest);
    let (aip, _) = kit.player(TRAINER.lessons.agent)?;
    let player = training.agent.args(aip.params)?.get("file").to_string();
    let newest = |name: &str| -> Result<Heuristics, Failure> { Ok(player_file(name)?.sets[0].clone()) };
    let start = player_file(&player)?;
    let opponents = training.opponents.iter().map(|o| newest(o)).collect::<Result<Vec<_>, _>>()?;
    let which = match training.method.as_str() {
        "reinforce" => Which::MinimumAttack,
        "reinforce-all" => Which::All,
        over_all => {
            let breed = Aips { ring, opponents: &opponents };
            let (evolution, first) = (Evolution::new(training, &breed)?, start.sets[0].to_unit());
            return match over_all {
                "cma" => evolution::cma(evolution, &first),
                _ => genetic::genetic(evolution, first),
            };
        }
    };
    // The sets that a player has learned before stay in its file, and their games count in the update.
    let learned_before = start.sets.len();
    let mut file = start.clone();
    if training.out == Path::new(&player) {
        let line = format!(
            "{player} is where it starts from: expected another file to write, to go on in if interrupted"
        );
        return Err(Failure::BadInput(line));
    }
    if training.out.exists() && !training.fresh {
        let place = training.out.display().to_string();
        file = PlayerFile::parse(&place, &read_file(&place, "expected an .aip file")?)?;
        if !file.sets.ends_with(&start.sets) {
            let line = format!("{place} has not learned from {player}: --fresh overwrites it");
            return Err(Failure::BadInput(line));
        }
    }
    let learner = Reinforcement { which, games: training.games, seed: training.seed };
    for round in (file.sets.len() - learned_before) as u32..training.rounds {
        let next = learner.round(ring, &file.sets, &opponents, round)?;
        file.sets.insert(0, next);
        write_whole(&training.out, &file.text())?;
        contest.tell(AXIS, &history(&file));
    }
    let bout = |round: u32| {
        let set = file.sets.len() - learned_before - round as usize;
        let us = format!("aip:{},set={set}", training.out.display());
        let them = format!("aip:{}", learner.opponent(&training.opponents, round));
        let first_is_red = learner.plays_red(round);
        Bout {
            seats: if first_is_red { vec![us, them] } else { vec![them, us] },
            seed: learner.seed_of(round),
            games: training.games,
            seating: u32::from(!first_is_red),
        }
    };
    let matches = (0..training.rounds).map(bout).collect();
    Ok(Learned {
        player: text(&file.sets[0]),
        history: history(&file),
        axis: AXIS,
        matches,
        plots: Vec::new(),
        tables: Vec::new(),
    })
}

/// What is plotted.
const AXIS: &str = "MINIMUM_ATTACK";

/// From the first set that a player had to its last.
fn history(file: &PlayerFile) -> Vec<f64> {
    file.sets.iter().rev().map(|set| set.minimum_attack).collect()
}

/// A player's file with one set of heuristics.
fn text(heuristics: &Heuristics) -> String {
    PlayerFile { sets: vec![heuristics.clone()] }.text()
}
