//! What a training keeps beside the file that it writes: its games, every round's network, the pupil with what its optimiser remembers, and a line of
//! figures for each round. All of it is appended or replaced whole, so nothing is lost or counted twice whenever a training is stopped.

use std::path::{Path, PathBuf};

use sandtable_core::chart::Legend;
use sandtable_core::train::{read_json, write_whole};
use sandtable_core::{BadInput, Failure};
use sandtable_nets::{Graph, Pupil};
use serde::{Deserialize, Serialize};

use super::curves::Round;
use super::log::Store;

/// How far a training is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// Games of the game's own players that have been learned from.
    pub started: u64,
    /// Rounds that are over.
    pub rounds: u64,
    /// The round whose network is the best.
    pub best: u64,
}

/// The pupil between two lessons.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    description: String,
    progress: Progress,
    pupil: serde_json::Value,
}

/// The folder of a training.
pub struct Folder {
    path: PathBuf,
    description: String,
}

impl Folder {
    /// The folder beside a file; that of another training is refused unless it may be replaced.
    pub fn open(out: &Path, description: &str, fresh: bool) -> Result<Folder, Failure> {
        let path = out.with_extension("training");
        let refuse =
            |e: std::io::Error| Failure::BadInput(format!("cannot use the folder {}: {e}", path.display()));
        if fresh && path.exists() {
            std::fs::remove_dir_all(&path).map_err(refuse)?;
        }
        std::fs::create_dir_all(&path).map_err(refuse)?;
        Ok(Folder { description: description.into(), path })
    }

    fn pupil_file(&self) -> PathBuf {
        self.path.join("pupil.json")
    }

    fn rounds_file(&self) -> PathBuf {
        self.path.join("rounds.jsonl")
    }

    /// The network that a round ended with; that of round 0 is what the first round's games are played with.
    pub fn net(&self, round: u64) -> PathBuf {
        self.path.join(format!("net-{round:04}.safetensors"))
    }

    /// The games.
    pub fn store(&self, description: &str) -> Result<Store, Failure> {
        Store::open(&self.path.join("games.jsonl"), description)
    }

    /// The pupil and how far it was, if the training has begun.
    pub fn pupil(&self, legend: &'static Legend) -> Result<Option<(Pupil, Progress)>, Failure> {
        let file = self.pupil_file();
        if !file.exists() {
            return Ok(None);
        }
        let place = file.display().to_string();
        let text = std::fs::read_to_string(&file).map_err(|e| BadInput::new(format!("{place}: {e}")))?;
        let kept: Kept = read_json(&place, &text, "a pupil as training keeps it")?;
        if kept.description != self.description {
            let line = format!("{place} is of another training: --fresh overwrites it");
            return Err(Failure::BadInput(line));
        }
        Ok(Some((Pupil::read(&place, kept.pupil, legend)?, kept.progress)))
    }

    /// Keeps the pupil.
    pub fn keep(&self, pupil: &Pupil, progress: &Progress) -> Result<(), Failure> {
        let kept = Kept {
            description: self.description.clone(),
            progress: progress.clone(),
            pupil: pupil.written(),
        };
        write_whole(&self.pupil_file(), &serde_json::to_string(&kept).expect("plain data"))
    }

    /// Writes down a round's network.
    pub fn publish(&self, round: u64, graph: &Graph, description: &str) -> Result<(), Failure> {
        let training = format!("{description}; after {round} rounds");
        whole(&self.net(round), &graph.bytes(&format!("round {round}"), &training))
    }

    /// Copies a round's network to the file that the training writes.
    pub fn crown(&self, round: u64, out: &Path) -> Result<(), Failure> {
        let from = self.net(round);
        let bytes = std::fs::read(&from)
            .map_err(|e| Failure::BadInput(format!("cannot read {}: {e}", from.display())))?;
        whole(out, &bytes)
    }

    /// The figures of all rounds.
    pub fn rounds(&self) -> Result<Vec<Round>, Failure> {
        let file = self.rounds_file();
        if !file.exists() {
            return Ok(Vec::new());
        }
        let place = file.display().to_string();
        let text = std::fs::read_to_string(&file).map_err(|e| BadInput::new(format!("{place}: {e}")))?;
        text.lines().map(|line| read_json(&place, line, "the figures of a round")).collect()
    }

    /// Adds the figures of a round, in place of those of the same round if it is played again.
    pub fn note(&self, round: &Round) -> Result<(), Failure> {
        let mut rounds = self.rounds()?;
        rounds.retain(|known| known.round < round.round);
        rounds.push(round.clone());
        let lines = rounds.iter().map(|round| serde_json::to_string(round).expect("plain data") + "\n");
        write_whole(&self.rounds_file(), &lines.collect::<String>())
    }
}

/// Writes bytes so that they are there whole or not at all.
fn whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let part = path.with_extension("part");
    let written = std::fs::write(&part, bytes).and_then(|()| std::fs::rename(&part, path));
    written.map_err(|e| Failure::BadInput(format!("cannot write {}: {e}", path.display())))
}
