//! The store: games of tournaments, kept in an SQLite file as they are finished.
//!
//! A game is one row under its tournament, table and deal, so it cannot be counted twice; rows are committed several
//! times a second, so a process that is killed loses at most the games of the last moment, which are played again.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};
use sandtable_core::Payoff;

use crate::Failure;
use crate::episode::Finish;

/// The version of the tables that this release makes and reads.
const SCHEMA: i64 = 1;

/// An open store.
pub struct Store {
    db: Connection,
    place: String,
}

/// A finished game of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredGame {
    /// The table: an index into the tournament's seatings.
    pub table: usize,
    /// The deal.
    pub deal: u64,
    /// How it ended.
    pub finish: Finish,
}

impl Store {
    /// Opens the store in a folder, which is made if it is not there.
    pub fn open(folder: &Path) -> Result<Store, Failure> {
        let place = folder.join("sandtable.db").display().to_string();
        let refuse = |why: String| Failure::BadInput(format!("cannot use the store {place}: {why}"));
        std::fs::create_dir_all(folder).map_err(|e| refuse(e.to_string()))?;
        let set_up = || -> rusqlite::Result<(Connection, i64)> {
            let db = Connection::open(folder.join("sandtable.db"))?;
            db.busy_timeout(Duration::from_secs(30))?;
            db.pragma_update(None, "journal_mode", "WAL")?;
            db.pragma_update(None, "synchronous", "NORMAL")?;
            let version: i64 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
            if version == 0 {
                db.execute_batch(
                    "BEGIN IMMEDIATE;
                     CREATE TABLE IF NOT EXISTS tournament (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE);
                     CREATE TABLE IF NOT EXISTS game (
                         tournament INTEGER NOT NULL REFERENCES tournament (id),
                         seating INTEGER NOT NULL,
                         deal INTEGER NOT NULL,
                         payoff TEXT NOT NULL,
                         turns INTEGER NOT NULL,
                         PRIMARY KEY (tournament, seating, deal)
                     ) WITHOUT ROWID;
                     PRAGMA user_version = 1;
                     COMMIT;",
                )?;
            }
            Ok((db, version))
        };
        let (db, version) = set_up().map_err(|e| refuse(e.to_string()))?;
        if version != 0 && version != SCHEMA {
            return Err(refuse(format!("it has format {version}, expected {SCHEMA}")));
        }
        Ok(Store { db, place })
    }

    /// The number of the tournament with this description; a new one if there is none.
    pub fn tournament(&mut self, key: &str) -> Result<i64, Failure> {
        let find = |db: &Connection| {
            db.query_row("SELECT id FROM tournament WHERE key = ?1", [key], |row| row.get(0)).optional()
        };
        let enter = |db: &Connection| -> rusqlite::Result<i64> {
            if let Some(id) = find(db)? {
                return Ok(id);
            }
            db.execute("INSERT OR IGNORE INTO tournament (key) VALUES (?1)", [key])?;
            Ok(find(db)?.expect("it has just been entered"))
        };
        enter(&self.db).map_err(|e| self.trouble(e))
    }

    /// Forgets a tournament's games.
    pub fn clear(&mut self, tournament: i64) -> Result<(), Failure> {
        let gone = self.db.execute("DELETE FROM game WHERE tournament = ?1", [tournament]);
        gone.map(drop).map_err(|e| self.trouble(e))
    }

    /// Keeps finished games, all of them or none. Games that are there already stay as they are.
    pub fn add(&mut self, tournament: i64, games: &[StoredGame]) -> Result<(), Failure> {
        let mut write = || -> rusqlite::Result<()> {
            let act = self.db.transaction()?;
            {
                let mut insert =
                    act.prepare_cached("INSERT OR IGNORE INTO game VALUES (?1, ?2, ?3, ?4, ?5)")?;
                for game in games {
                    let payoff =
                        serde_json::to_string(&game.finish.payoff).expect("payoffs are plain numbers");
                    let (table, deal) = (game.table as i64, game.deal as i64);
                    insert.execute(params![tournament, table, deal, payoff, game.finish.turns])?;
                }
            }
            act.commit()
        };
        write().map_err(|e| self.trouble(e))
    }

    /// All games of a tournament, by table and deal.
    pub fn games(&self, tournament: i64) -> Result<Vec<StoredGame>, Failure> {
        let read = || -> rusqlite::Result<Vec<(i64, i64, String, u32)>> {
            let mut query = self.db.prepare(
                "SELECT seating, deal, payoff, turns FROM game WHERE tournament = ?1 ORDER BY seating, deal",
            )?;
            let rows = query.query_map([tournament], |r| Ok((r.get(0)?, r.get(1)?, r.get(2)?, r.get(3)?)))?;
            rows.collect()
        };
        let rows = read().map_err(|e| self.trouble(e))?;
        rows.into_iter()
            .map(|(table, deal, payoff, turns)| {
                let payoff: Payoff = serde_json::from_str(&payoff)
                    .map_err(|e| Failure::Failed(format!("the store {} is damaged: {e}", self.place)))?;
                Ok(StoredGame { table: table as usize, deal: deal as u64, finish: Finish { payoff, turns } })
            })
            .collect()
    }

    fn trouble(&self, error: rusqlite::Error) -> Failure {
        Failure::BadInput(format!("cannot use the store {}: {error}", self.place))
    }
}
