//! What the server keeps: live games event by event, long runs, and the names of files, in an SQLite file of its own.
//!
//! It is apart from the store of tournaments, so that neither waits for the other's writes. Everything is written before
//! the answer goes out, so a server that is killed goes on where it was.

pub mod files;
pub mod games;
pub mod runs;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::Connection;
use sandtable_arena::Failure;

use super::error::{Answer, Refusal};

/// The tables, from release to release: each text makes the next version out of the one before.
const SCHEMAS: [&[&str]; 3] = [&[games::TABLES, runs::TABLES], &[games::SEEN], &[files::TABLES]];

/// The open file.
pub struct Keep {
    db: Mutex<Connection>,
}

impl Keep {
    /// Opens the file in a folder, which is made if it is not there.
    pub fn open(folder: &Path) -> Result<Keep, Failure> {
        let path = folder.join("web.db");
        let refuse =
            |why: String| Failure::BadInput(format!("cannot use the store {}: {why}", path.display()));
        std::fs::create_dir_all(folder).map_err(|e| refuse(e.to_string()))?;
        let set_up = || -> rusqlite::Result<(Connection, i64)> {
            let db = Connection::open(&path)?;
            db.busy_timeout(Duration::from_secs(30))?;
            db.pragma_update(None, "journal_mode", "WAL")?;
            db.pragma_update(None, "synchronous", "NORMAL")?;
            let version: i64 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
            for (next, schema) in (1..).zip(SCHEMAS).skip(usize::try_from(version).unwrap_or(0)) {
                let schema = schema.concat();
                db.execute_batch(&format!(
                    "BEGIN IMMEDIATE; {schema} PRAGMA user_version = {next}; COMMIT;"
                ))?;
            }
            Ok((db, version))
        };
        let (db, version) = set_up().map_err(|e| refuse(e.to_string()))?;
        if version > SCHEMAS.len() as i64 {
            return Err(refuse(format!("it has format {version}, expected up to {}", SCHEMAS.len())));
        }
        Ok(Keep { db: Mutex::new(db) })
    }

    fn db(&self) -> MutexGuard<'_, Connection> {
        self.db.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something, all of it or nothing.
    fn act<T>(&self, job: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Answer<T> {
        let mut db = self.db();
        let done = db.transaction().and_then(|act| {
            let value = job(&act)?;
            act.commit()?;
            Ok(value)
        });
        done.map_err(trouble)
    }

    /// Looks something up.
    fn ask<T>(&self, job: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Answer<T> {
        job(&self.db()).map_err(trouble)
    }
}

fn trouble(error: rusqlite::Error) -> Refusal {
    Refusal::trouble(format!("the store: {error}"))
}

/// Seconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64)
}
