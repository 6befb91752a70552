//! What experiments have measured, kept in an SQLite file part by part as it comes: a run of hours that is killed goes on.
//!
//! A part is a piece of an experiment that is measured at one go, such as one pairing. It is kept under the experiment, the number of
//! its games, the seed and the program that measured it: parts of a full run belong to a version and its bench signature, which
//! only behaviour moves; those of a quick one take seconds, so they belong to the executable. So do whole experiments with their
//! verdicts, which another executable may judge otherwise.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::UNIX_EPOCH;

use rusqlite::{Connection, OptionalExtension, params};

use super::Experiment;
use crate::Failure;
use crate::store::{checksum_of, open_database};

/// The version of the table.
const SCHEMA: i64 = 1;
/// All experiments begin their dice here.
pub(super) const SEED: u64 = 1;

const TABLE: &str = "
    CREATE TABLE part (
        program TEXT NOT NULL,
        experiment TEXT NOT NULL,
        games INTEGER NOT NULL,
        seed INTEGER NOT NULL,
        part TEXT NOT NULL,
        value TEXT NOT NULL,
        played INTEGER NOT NULL,
        seconds REAL NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (program, experiment, games, seed, part)
    ) WITHOUT ROWID;";

/// An open ledger.
pub struct Ledger {
    db: Mutex<Connection>,
    place: String,
}

/// Under what the parts of an experiment are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Heading {
    program: String,
    experiment: &'static str,
    games: u64,
}

impl Heading {
    pub fn of_parts(experiment: &Experiment, quick: bool) -> Heading {
        let version = env!("CARGO_PKG_VERSION");
        let signature = include_str!("../../../../data/bench-signature.txt").trim();
        let program = format!("{version} {signature}");
        let heading = Heading { program, experiment: experiment.id, games: experiment.total(quick) };
        if quick { heading.of_executable() } else { heading }
    }

    pub fn of_whole(experiment: &Experiment, quick: bool) -> Heading {
        Heading::of_parts(experiment, quick).of_executable()
    }

    fn of_executable(self) -> Heading {
        Heading { program: format!("{} {}", self.program, executable()), ..self }
    }
}

/// Length and age of the file that runs; nothing where that cannot be told, and then only behaviour counts.
fn executable() -> String {
    let about = std::env::current_exe().and_then(std::fs::metadata);
    let told = about.ok().and_then(|file| {
        let age = file.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(format!("{} {}", file.len(), age.as_nanos()))
    });
    told.unwrap_or_default()
}

/// A part that has been measured.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    /// The value as JSON.
    pub value: String,
    /// The games that were counted for it.
    pub played: u64,
    /// How long it took.
    pub seconds: f64,
}

impl Ledger {
    /// Opens the ledger in a folder, which is made if it is not there.
    pub fn open(folder: &Path) -> Result<Ledger, Failure> {
        let path = folder.join("reproductions.db");
        let db = open_database(&path, SCHEMA, |db, _| db.execute_batch(TABLE))?;
        Ok(Ledger { db: Mutex::new(db), place: path.display().to_string() })
    }

    /// Forgets what an experiment has measured, in full or in its quick form.
    pub fn forget(&self, experiment: &Experiment, quick: bool) -> Result<(), Failure> {
        for heading in [Heading::of_whole(experiment, quick), Heading::of_parts(experiment, quick)] {
            let Heading { program, experiment, games } = heading;
            let gone = self.db().execute(
                "DELETE FROM part WHERE program = ?1 AND experiment = ?2 AND games = ?3 AND seed = ?4",
                params![program, experiment, games as i64, SEED as i64],
            );
            gone.map_err(|e| self.trouble(e))?;
        }
        Ok(())
    }

    /// A part that was measured before. Fails if it is not what was written.
    pub(super) fn find(&self, heading: &Heading, part: &str) -> Result<Option<Entry>, Failure> {
        let Heading { program, experiment, games } = heading;
        let row = |r: &rusqlite::Row| {
            let (value, played, seconds): (String, i64, f64) = (r.get(0)?, r.get(1)?, r.get(2)?);
            Ok((Entry { value, played: played as u64, seconds }, r.get::<_, i64>(3)?))
        };
        let found = self.db().query_row(
            "SELECT value, played, seconds, checksum FROM part
             WHERE program = ?1 AND experiment = ?2 AND games = ?3 AND seed = ?4 AND part = ?5",
            params![program, experiment, *games as i64, SEED as i64, part],
            row,
        );
        let Some((entry, sum)) = found.optional().map_err(|e| self.trouble(e))? else { return Ok(None) };
        if sum != entry.checksum(heading, part) {
            return Err(Failure::Failed(format!(
                "the store {} is damaged ({experiment}, {part}): the experiment must be run with --fresh",
                self.place
            )));
        }
        Ok(Some(entry))
    }

    /// Keeps a part; it is on disk when this returns.
    pub(super) fn enter(&self, heading: &Heading, part: &str, entry: &Entry) -> Result<(), Failure> {
        let Heading { program, experiment, games } = heading;
        let sum = entry.checksum(heading, part);
        let Entry { value, played, seconds } = entry;
        let kept = self.db().execute(
            "INSERT OR REPLACE INTO part VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            params![
                program,
                experiment,
                *games as i64,
                SEED as i64,
                part,
                value,
                *played as i64,
                seconds,
                sum
            ],
        );
        kept.map(drop).map_err(|e| self.trouble(e))
    }

    fn db(&self) -> MutexGuard<'_, Connection> {
        self.db.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn trouble(&self, error: rusqlite::Error) -> Failure {
        Failure::BadInput(format!("cannot use the store {}: {error}", self.place))
    }
}

impl Entry {
    fn checksum(&self, heading: &Heading, part: &str) -> i64 {
        checksum_of(&format!("{heading:?} {SEED} {part} {} {} {}", self.value, self.played, self.seconds))
    }
}

#[cfg(test)]
mod tests {
    use super::super::experiments;
    use super::*;

    #[test]
    fn parts_come_back_as_they_were_and_damage_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let all = experiments();
        let (full, quick) = (Heading::of_parts(&all[0], false), Heading::of_parts(&all[0], true));
        let entry = Entry { value: "[0.1,2]".into(), played: 7, seconds: 0.25 };
        Ledger::open(folder.path()).unwrap().enter(&full, "a v b", &entry).unwrap();
        let ledger = Ledger::open(folder.path()).unwrap();
        assert_eq!(ledger.find(&full, "a v b").unwrap().as_ref(), Some(&entry));
        assert_eq!(ledger.find(&quick, "a v b").unwrap(), None);
        assert_eq!(ledger.find(&full, "b v a").unwrap(), None);
        ledger.db().execute("UPDATE part SET value = '[0.1,3]'", []).unwrap();
        assert!(ledger.find(&full, "a v b").unwrap_err().to_string().contains("is damaged"));
        ledger.forget(&all[0], false).unwrap();
        assert_eq!(ledger.find(&full, "a v b").unwrap(), None);
    }
}
