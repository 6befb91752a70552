//! The data sets of a training: a file for each iteration, a line for each game, appended as games end.
//!
//! A line that was being written when the power went is cut off, and its game is played again. What is learned does not depend on the order of the lines.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use sandtable_core::Failure;
use sandtable_core::sheet::Form;
use sandtable_nets::flat::Lesson;
use serde::{Deserialize, Serialize};

/// A game of a data set.
#[derive(Serialize, Deserialize)]
struct Line {
    game: u64,
    lesson: Option<Lesson>,
}

/// The data set of one iteration.
pub struct Store {
    path: PathBuf,
    file: Mutex<File>,
    known: BTreeMap<u64, Option<Lesson>>,
}

fn failed(path: &Path) -> impl Fn(std::io::Error) -> Failure {
    move |e| Failure::BadInput(format!("{}: cannot keep what is to be learned: {e}", path.display()))
}

impl Store {
    /// Opens the data set of a training, which the first line names; what is there of another training is refused.
    pub fn open(path: &Path, training: &str, form: &Form) -> Result<Store, Failure> {
        let failed = failed(path);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(&failed)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(&failed)?;
        // A line counts when it has ended.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(&failed)?;
        file.seek(SeekFrom::End(0)).map_err(&failed)?;
        let mut lines = text[..whole].lines().enumerate();
        match lines.next() {
            None => writeln!(file, "{training}").map_err(&failed)?,
            Some((_, first)) if first == training => {}
            Some(_) => {
                let line = format!(
                    "{}:1: the data of another training; expected '{training}' (or --fresh to start over)",
                    path.display()
                );
                return Err(Failure::BadInput(line));
            }
        }
        let mut known = BTreeMap::new();
        for (number, text) in lines {
            let bad = |why: String| {
                let place = format!("{}:{}", path.display(), number + 1);
                Failure::BadInput(format!("{place}: expected a game and its lesson: {why}"))
            };
            let line: Line = serde_json::from_str(text).map_err(|e| bad(e.to_string()))?;
            if line.lesson.as_ref().is_some_and(|lesson| !lesson.fits(form)) {
                return Err(bad("the lesson is of another sheet".into()));
            }
            known.insert(line.game, line.lesson);
        }
        Ok(Store { path: path.into(), file: Mutex::new(file), known })
    }

    /// Which of so many games are missing.
    pub fn missing(&self, games: u64) -> Vec<u64> {
        (0..games).filter(|game| !self.known.contains_key(game)).collect()
    }

    /// Adds a game.
    pub fn add(&self, game: u64, lesson: Option<Lesson>) -> Result<(), Failure> {
        let mut text = serde_json::to_string(&Line { game, lesson }).expect("plain data");
        text.push('\n');
        let mut file = self.file.lock().expect("nobody panics while writing");
        file.write_all(text.as_bytes()).map_err(failed(&self.path))
    }

    /// The lessons of so many games, in the games' order.
    pub fn lessons(self, games: u64) -> Vec<Lesson> {
        self.known.into_iter().filter(|(game, _)| *game < games).filter_map(|(_, lesson)| lesson).collect()
    }
}
