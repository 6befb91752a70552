//! Long runs: what was asked for, how far it is, and what came out.

use rusqlite::{OptionalExtension, Row, params};
use serde_json::Value;

use super::{Keep, now};
use crate::web::error::Answer;

pub const TABLES: &str = "
    CREATE TABLE run (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        title TEXT NOT NULL,
        request TEXT NOT NULL,
        state TEXT NOT NULL,
        created INTEGER NOT NULL,
        done INTEGER NOT NULL,
        total INTEGER NOT NULL,
        seconds REAL NOT NULL,
        error TEXT,
        result TEXT
    );";

/// A run as it is kept, without its result.
#[derive(Clone, Debug)]
pub struct KeptRun {
    /// Its number.
    pub id: i64,
    /// `match`, `tournament`, `train` or `reproduce`.
    pub kind: String,
    /// What it is, in one line.
    pub title: String,
    /// What was asked for.
    pub request: Value,
    /// When, in seconds since 1970.
    pub created: i64,
    /// How far it is.
    pub status: Status,
}

/// How far a run is.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    /// Where it stands.
    pub state: State,
    /// Games played.
    pub done: u64,
    /// Games to play.
    pub total: u64,
    /// How long it took so far.
    pub seconds: f64,
    /// Why it failed.
    pub error: Option<String>,
}

/// Where a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Others are before it.
    Waiting,
    /// It is under way.
    Running,
    /// It has a result.
    Done,
    /// It was called off.
    Cancelled,
    /// It has no result.
    Failed,
}

impl State {
    const ALL: [(State, &str); 5] = [
        (State::Waiting, "waiting"),
        (State::Running, "running"),
        (State::Done, "done"),
        (State::Cancelled, "cancelled"),
        (State::Failed, "failed"),
    ];

    /// In one word.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(state, _)| *state == self).map_or("", |(_, name)| name)
    }

    fn named(text: &str) -> State {
        Self::ALL.iter().find(|(_, name)| *name == text).map_or(State::Failed, |(state, _)| *state)
    }

    /// Whether nothing will change any more.
    pub fn over(self) -> bool {
        !matches!(self, State::Waiting | State::Running)
    }
}

fn read(row: &Row) -> rusqlite::Result<KeptRun> {
    let json = |text: String| serde_json::from_str(&text).unwrap_or_default();
    Ok(KeptRun {
        id: row.get(0)?,
        kind: row.get(1)?,
        title: row.get(2)?,
        request: json(row.get(3)?),
        created: row.get(4)?,
        status: Status {
            state: State::named(&row.get::<_, String>(5)?),
            done: row.get::<_, i64>(6)? as u64,
            total: row.get::<_, i64>(7)? as u64,
            seconds: row.get(8)?,
            error: row.get(9)?,
        },
    })
}

impl Keep {
    /// Keeps a new run and gives it a number; of runs that are over only the newest `most` stay.
    pub fn add_run(
        &self,
        kind: &str,
        title: &str,
        request: &Value,
        total: u64,
        most: usize,
    ) -> Answer<KeptRun> {
        let created = now();
        let state = State::Waiting;
        let id = self.act(|db| {
            db.execute(
                "INSERT INTO run (kind, title, request, state, created, done, total, seconds)
                 VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6, 0)",
                params![kind, title, request.to_string(), state.name(), created, total as i64],
            )?;
            let id = db.last_insert_rowid();
            db.execute(
                "DELETE FROM run WHERE state NOT IN ('waiting', 'running') AND id NOT IN
                 (SELECT id FROM run ORDER BY id DESC LIMIT ?1)",
                [most as i64],
            )?;
            Ok(id)
        })?;
        let status = Status { state, done: 0, total, seconds: 0.0, error: None };
        Ok(KeptRun { id, kind: kind.into(), title: title.into(), request: request.clone(), created, status })
    }

    /// Keeps how far a run is, and its result if it has one now.
    pub fn set_run(&self, id: i64, status: &Status, result: Option<&Value>) -> Answer<()> {
        self.act(|db| {
            let sql = "UPDATE run SET state = ?2, done = ?3, total = ?4, seconds = ?5, error = ?6,
                       result = coalesce(?7, result) WHERE id = ?1";
            let (done, total) = (status.done as i64, status.total as i64);
            let result = result.map(Value::to_string);
            db.execute(
                sql,
                params![id, status.state.name(), done, total, status.seconds, status.error, result],
            )
            .map(drop)
        })
    }

    /// All runs, the oldest first.
    pub fn runs(&self) -> Answer<Vec<KeptRun>> {
        self.ask(|db| {
            let columns = "id, kind, title, request, created, state, done, total, seconds, error";
            let mut query = db.prepare(&format!("SELECT {columns} FROM run ORDER BY id"))?;
            query.query_map([], read)?.collect()
        })
    }

    /// What came out of a run.
    pub fn run_result(&self, id: i64) -> Answer<Option<Value>> {
        let text: Option<Option<String>> = self.ask(|db| {
            db.query_row("SELECT result FROM run WHERE id = ?1", [id], |row| row.get(0)).optional()
        })?;
        Ok(text.flatten().and_then(|t| serde_json::from_str(&t).ok()))
    }
}
