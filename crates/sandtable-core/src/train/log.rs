//! A log of evaluations: what has been measured need not be measured again.
//!
//! A learner that depends on its seed alone asks the same questions in the same order when it is started again; as long as the log has
//! the answers, they come from there. Each answer is one line, written at once, so a killed process loses the one it was working on.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::Failure;

/// A question and its answer.
#[derive(Serialize, Deserialize)]
struct Entry<V> {
    genes: Vec<f64>,
    value: V,
}

/// An open log of answers of one kind.
pub struct Log<V> {
    known: std::vec::IntoIter<Entry<V>>,
    file: File,
    place: String,
}

impl<V: Serialize + DeserializeOwned> Log<V> {
    /// Opens the log of a training, whose description is its first line; a log of another training is refused.
    pub fn open(path: &Path, description: &str, fresh: bool) -> Result<Log<V>, Failure> {
        let place = path.display().to_string();
        let refuse = |e: std::io::Error| Failure::BadInput(format!("cannot use the log {place}: {e}"));
        let mut known = Vec::new();
        if path.exists() && !fresh {
            let text = std::fs::read_to_string(path).map_err(refuse)?;
            let mut lines = text.lines();
            if lines.next() != Some(description) {
                let line = format!("{place} is the log of another training: --fresh overwrites it");
                return Err(Failure::BadInput(line));
            }
            // A last line that was cut off in writing does not parse, and is measured again.
            known = lines.map_while(|l| serde_json::from_str::<Entry<V>>(l).ok()).collect();
        }
        let mut file = File::create(path.with_extension("part")).map_err(refuse)?;
        writeln!(file, "{description}").map_err(refuse)?;
        for entry in &known {
            writeln!(file, "{}", serde_json::to_string(entry).expect("plain data")).map_err(refuse)?;
        }
        std::fs::rename(path.with_extension("part"), path).map_err(refuse)?;
        let file = OpenOptions::new().append(true).open(path).map_err(refuse)?;
        Ok(Log { known: known.into_iter(), file, place })
    }

    /// The value of `genes`: from the log, or measured and written there.
    pub fn value(
        &mut self,
        genes: &[f64],
        measure: impl FnOnce() -> Result<V, Failure>,
    ) -> Result<V, Failure> {
        if let Some(entry) = self.known.next() {
            if entry.genes == genes {
                return Ok(entry.value);
            }
            let line =
                format!("{} does not fit this version of the program: --fresh starts over", self.place);
            return Err(Failure::Failed(line));
        }
        let entry = Entry { genes: genes.to_vec(), value: measure()? };
        let line = serde_json::to_string(&entry).expect("plain data");
        writeln!(self.file, "{line}")
            .map_err(|e| Failure::Failed(format!("cannot write {}: {e}", self.place)))?;
        Ok(entry.value)
    }
}
