//! Files that people gave names to. Their contents lie beside the store, under handles.

use rusqlite::{OptionalExtension, params};
use serde_json::{Value, json};

use super::{Keep, now};
use crate::web::error::{Answer, Refusal};

pub const TABLES: &str = "
    CREATE TABLE file (
        game TEXT NOT NULL,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        handle TEXT NOT NULL,
        created INTEGER NOT NULL,
        PRIMARY KEY (game, kind, name)
    );";

/// The most names.
const MOST: i64 = 500;

impl Keep {
    /// Gives a file a name; an older one of that name loses it.
    pub fn name_file(&self, game: &str, kind: &str, name: &str, handle: &str) -> Answer<()> {
        let fits = self.act(|db| {
            let others = "SELECT count(*) FROM file WHERE NOT (game = ?1 AND kind = ?2 AND name = ?3)";
            let known: i64 = db.query_row(others, params![game, kind, name], |row| row.get(0))?;
            if known < MOST {
                let sql = "INSERT OR REPLACE INTO file (game, kind, name, handle, created)
                           VALUES (?1, ?2, ?3, ?4, ?5)";
                db.execute(sql, params![game, kind, name, handle, now()])?;
            }
            Ok(known < MOST)
        })?;
        match fits {
            true => Ok(()),
            false => Err(Refusal::full(format!("{MOST} files are kept already"))),
        }
    }

    /// All files with names.
    pub fn files(&self) -> Answer<Vec<Value>> {
        self.ask(|db| {
            let sql = "SELECT game, kind, name, handle, created FROM file ORDER BY game, kind, name";
            let mut query = db.prepare(sql)?;
            let read = |row: &rusqlite::Row| {
                let text = |i: usize| row.get::<_, String>(i);
                let created: i64 = row.get(4)?;
                Ok(json!({
                    "game": text(0)?,
                    "kind": text(1)?,
                    "name": text(2)?,
                    "handle": text(3)?,
                    "created": created,
                }))
            };
            query.query_map([], read)?.collect()
        })
    }

    /// What a file is called.
    pub fn file_name(&self, handle: &str) -> Answer<Option<String>> {
        let sql = "SELECT name FROM file WHERE handle = ?1 ORDER BY created DESC LIMIT 1";
        self.ask(|db| db.query_row(sql, [handle], |row| row.get(0)).optional())
    }

    /// Forgets the names of a file; `false` if it had none.
    pub fn forget_file(&self, handle: &str) -> Answer<bool> {
        self.act(|db| Ok(db.execute("DELETE FROM file WHERE handle = ?1", [handle])? > 0))
    }
}
