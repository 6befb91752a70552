//! Learning: which agents can learn, and how a training is described, run and resumed.
//!
//! A training is a function of its seed and resumes after any interruption: a learner keeps its history in the file that it writes, or
//! logs every evaluation and plays the log back.

mod aip;
mod genetic;
mod log;
mod reinforce;

use std::path::{Path, PathBuf};

pub use aip::Contest;
pub use reinforce::{Reinforcement, Which};

use crate::Failure;
use crate::spec::{Spec, unknown};
use crate::work::Work;

/// All learners: one line each.
pub fn trainers() -> [Trainer; 1] {
    [aip::TRAINER]
}

/// How an agent of a game learns.
pub struct Trainer {
    /// The game's name.
    pub game: &'static str,
    /// The agent's name.
    pub agent: &'static str,
    /// The methods, each with one line; the first is the default.
    pub methods: &'static [(&'static str, &'static str)],
    /// Whom it plays unless told otherwise.
    pub opponents: &'static [&'static str],
    total_games: fn(&Training) -> u64,
    run: fn(&Training, bool, &Work) -> Result<Learned, Failure>,
}

/// What is to be learned.
#[derive(Clone, Debug)]
pub struct Training {
    /// The game's spec.
    pub game: Spec,
    /// The agent's spec: where to start.
    pub agent: Spec,
    /// How; empty for the default.
    pub method: String,
    /// Whom to play; empty for the default.
    pub opponents: Vec<String>,
    /// Rounds: matches or generations.
    pub rounds: u32,
    /// Games a match, or an evaluation.
    pub games: u64,
    /// Fixes everything.
    pub seed: u64,
    /// The file to write.
    pub out: PathBuf,
}

/// What has been learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// The best or last player, as a file.
    pub player: String,
    /// What is plotted over the rounds.
    pub history: Vec<f64>,
    /// What that is.
    pub axis: &'static str,
}

impl Training {
    /// Finds who can run this training, and fills in that learner's defaults.
    pub fn trainer(&mut self) -> Result<Trainer, Failure> {
        let found = trainers().into_iter().find(|t| (t.game, t.agent) == (&self.game.name, &self.agent.name));
        let Some(trainer) = found else {
            let able: Vec<String> = trainers().iter().map(|t| format!("{} of {}", t.agent, t.game)).collect();
            let line =
                format!("{} of {} does not learn; {} can", self.agent.name, self.game.name, able.join(", "));
            return Err(Failure::BadInput(line));
        };
        let names: Vec<&str> = trainer.methods.iter().map(|(name, _)| *name).collect();
        if self.method.is_empty() {
            self.method = names[0].into();
        }
        if !names.contains(&self.method.as_str()) {
            return Err(unknown("method", &self.method, &names).into());
        }
        if self.opponents.is_empty() {
            self.opponents = trainer.opponents.iter().map(|o| o.to_string()).collect();
        }
        if self.games < 2 || self.rounds == 0 {
            return Err(Failure::BadInput("expected one round and two games at least".into()));
        }
        Ok(trainer)
    }
}

impl Trainer {
    /// How many games a training plays, at most.
    pub fn total_games(&self, training: &Training) -> u64 {
        (self.total_games)(training)
    }

    /// Learns, going on where an earlier run of the same training was interrupted; `fresh` starts over.
    pub fn run(&self, training: &Training, fresh: bool, work: &Work) -> Result<Learned, Failure> {
        (self.run)(training, fresh, work)
    }
}

/// Writes a file so that it is there whole or not at all.
fn write_whole(path: &Path, text: &str) -> Result<(), Failure> {
    let part = path.with_extension("part");
    let written = std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path));
    written.map_err(|e| Failure::BadInput(format!("cannot write {}: {e}", path.display())))
}
