//! Long runs: what was asked for, how far it is, and what came out.

pub const TABLES: &str = "
    CREATE TABLE run (
        id INTEGER PRIMARY KEY,
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
