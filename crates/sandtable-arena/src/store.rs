//! The store: games of tournaments, kept in an SQLite file as they are finished.
//!
//! A game is one row under its tournament, table and deal, so it cannot be counted twice; rows are committed several
//! times a second, so a process that is killed loses at most the games of the last moment, which are played again. A row
//! carries a checksum, so a damaged one is noticed.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use sandtable_core::Payoff;

use crate::Failure;
use crate::episode::Finish;
use crate::matchup::Mishaps;

/// The version of the tables that this release makes and reads; the first had no checksums, the second no mishaps.
const SCHEMA: i64 = 3;

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
    /// What went wrong with the agent in each seat; nothing if all was well, or if it was stored before this was kept.
    pub mishaps: Vec<Mishaps>,
}

/// The tables of the store. The sum of a row is over all that it says: see [`checksum`].
const TABLES: &str = "
    CREATE TABLE tournament (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE);
    CREATE TABLE game (
        tournament INTEGER NOT NULL REFERENCES tournament (id),
        seating INTEGER NOT NULL,
        deal INTEGER NOT NULL,
        payoff TEXT NOT NULL,
        turns INTEGER NOT NULL,
        checksum INTEGER,
        mishaps TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (tournament, seating, deal)
    ) WITHOUT ROWID;";

impl Store {
    /// Opens the store in a folder, which is made if it is not there.
    pub fn open(folder: &Path) -> Result<Store, Failure> {
        let path = folder.join("sandtable.db");
        let db = open_database(&path, SCHEMA, |db, version| match version {
            0 => db.execute_batch(TABLES),
            1 => add_checksums(db).and_then(|()| add_mishaps(db)),
            _ => add_mishaps(db),
        })?;
        Ok(Store { db, place: path.display().to_string() })
    }

    /// The file.
    pub fn place(&self) -> &str {
        &self.place
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
                    act.prepare_cached("INSERT OR IGNORE INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
                for game in games {
                    let payoff =
                        serde_json::to_string(&game.finish.payoff).expect("payoffs are plain numbers");
                    let (table, deal, turns) = (game.table as i64, game.deal as i64, game.finish.turns);
                    let mishaps = match game.mishaps.is_empty() {
                        true => String::new(),
                        false => serde_json::to_string(&game.mishaps).expect("mishaps are plain data"),
                    };
                    let sum = checksum(tournament, table, deal, &payoff, turns, &mishaps);
                    insert.execute(params![tournament, table, deal, payoff, turns, sum, mishaps])?;
                }
            }
            act.commit()
        };
        write().map_err(|e| self.trouble(e))
    }

    /// All games of a tournament, by table and deal. Fails if a row is not what was written.
    pub fn games(&self, tournament: i64) -> Result<Vec<StoredGame>, Failure> {
        type Row = (i64, i64, String, u32, Option<i64>, String);
        let read = || -> rusqlite::Result<Vec<Row>> {
            let mut query = self.db.prepare(
                "SELECT seating, deal, payoff, turns, checksum, mishaps FROM game WHERE tournament = ?1
                 ORDER BY seating, deal",
            )?;
            let row =
                |r: &rusqlite::Row| Ok((r.get(0)?, r.get(1)?, r.get(2)?, r.get(3)?, r.get(4)?, r.get(5)?));
            query.query_map([tournament], row)?.collect()
        };
        let rows = read().map_err(|e| self.trouble(e))?;
        let mut games: Vec<StoredGame> = Vec::with_capacity(rows.len());
        for (table, deal, payoff, turns, sum, mishaps) in rows {
            let damaged = || self.damaged(&format!("table {}, deal {deal}", table.saturating_add(1)));
            if sum != Some(checksum(tournament, table, deal, &payoff, turns, &mishaps)) {
                return Err(damaged());
            }
            let payoff: Payoff = serde_json::from_str(&payoff).map_err(|_| damaged())?;
            let mishaps = match mishaps.as_str() {
                "" => Vec::new(),
                text => serde_json::from_str(text).map_err(|_| damaged())?,
            };
            let (table, deal, finish) = (table as usize, deal as u64, Finish { payoff, turns });
            let game = StoredGame { table, deal, finish, mishaps };
            // A page that is read twice has sound rows in the wrong place.
            if games.last().is_some_and(|last| (last.table, last.deal) >= (game.table, game.deal)) {
                return Err(damaged());
            }
            games.push(game);
        }
        Ok(games)
    }

    /// That the file is not what was written; `place` says where, or how that was noticed.
    pub fn damaged(&self, place: &str) -> Failure {
        let line =
            format!("the store {} is damaged ({place}): the tournament must be started afresh", self.place);
        Failure::Failed(line)
    }

    fn trouble(&self, error: rusqlite::Error) -> Failure {
        Failure::BadInput(format!("cannot use the store {}: {error}", self.place))
    }
}

/// Opens an SQLite file whose tables have a version; its folder is made if it is not there. `upgrade` makes the tables, or
/// brings those of an older version up to date, in one transaction: it gets the version that it finds, 0 in a new file.
pub fn open_database(
    path: &Path,
    version: i64,
    upgrade: impl Fn(&Connection, i64) -> rusqlite::Result<()>,
) -> Result<Connection, Failure> {
    let refuse = |why: String| Failure::BadInput(format!("cannot use the store {}: {why}", path.display()));
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|e| refuse(e.to_string()))?;
    }
    let set_up = || -> rusqlite::Result<(Connection, i64)> {
        let mut db = Connection::open(path)?;
        db.busy_timeout(Duration::from_secs(30))?;
        db.pragma_update(None, "journal_mode", "WAL")?;
        db.pragma_update(None, "synchronous", "NORMAL")?;
        let found = |db: &Connection| db.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0));
        if found(&db)? < version {
            // Somebody else may open it at the same time: only one of them upgrades.
            let act = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let now = found(&act)?;
            if now < version {
                upgrade(&act, now)?;
                act.pragma_update(None, "user_version", version)?;
            }
            act.commit()?;
        }
        let now = found(&db)?;
        Ok((db, now))
    };
    match set_up().map_err(|e| refuse(e.to_string()))? {
        (db, now) if now == version => Ok(db),
        (_, now) => Err(refuse(format!("it has format {now}, expected {version}"))),
    }
}

/// Rows of the first version are taken as they are: nothing tells whether they were damaged before.
fn add_checksums(db: &Connection) -> rusqlite::Result<()> {
    db.execute_batch("ALTER TABLE game ADD COLUMN checksum INTEGER")?;
    let mut rows = db.prepare("SELECT tournament, seating, deal, payoff, turns FROM game")?;
    let all: Vec<(i64, i64, i64, String, u32)> = rows
        .query_map([], |r| Ok((r.get(0)?, r.get(1)?, r.get(2)?, r.get(3)?, r.get(4)?)))?
        .collect::<rusqlite::Result<_>>()?;
    let mut set =
        db.prepare("UPDATE game SET checksum = ?4 WHERE tournament = ?1 AND seating = ?2 AND deal = ?3")?;
    for (tournament, table, deal, payoff, turns) in all {
        let sum = checksum(tournament, table, deal, &payoff, turns, "");
        set.execute(params![tournament, table, deal, sum])?;
    }
    Ok(())
}

/// Games of the second version have no word of what went wrong; their checksums stay good, since nothing is all that is added.
fn add_mishaps(db: &Connection) -> rusqlite::Result<()> {
    db.execute_batch("ALTER TABLE game ADD COLUMN mishaps TEXT NOT NULL DEFAULT ''")
}

/// FNV-1a over all that a row says. Each step is invertible, so no single changed byte goes unnoticed.
fn checksum(tournament: i64, table: i64, deal: i64, payoff: &str, turns: u32, mishaps: &str) -> i64 {
    checksum_of(&format!("{tournament} {table} {deal} {payoff} {turns}{mishaps}"))
}

/// The same of any text.
pub(crate) fn checksum_of(text: &str) -> i64 {
    let sum = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    sum as i64
}
