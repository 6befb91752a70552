//! Games: what they are, who sits where with which key, and one row for each event.

use rusqlite::{Connection, OptionalExtension, Row, params};
use sandtable_core::record::Event;
use sandtable_core::{Payoff, Seat};
use serde_json::{Value, json};

use super::Keep;
use crate::web::error::{Answer, Refusal};

pub const TABLES: &str = "
    CREATE TABLE game (
        id TEXT PRIMARY KEY,
        spec TEXT NOT NULL,
        seed INTEGER NOT NULL,
        deal INTEGER NOT NULL,
        seating INTEGER NOT NULL,
        start TEXT,
        watch TEXT NOT NULL,
        watched INTEGER NOT NULL,
        created INTEGER NOT NULL,
        version INTEGER NOT NULL,
        turn TEXT NOT NULL,
        running INTEGER NOT NULL,
        speed REAL NOT NULL,
        moving INTEGER NOT NULL,
        result TEXT
    ) WITHOUT ROWID;
    CREATE TABLE seat (
        game TEXT NOT NULL,
        seat INTEGER NOT NULL,
        player TEXT NOT NULL,
        key TEXT NOT NULL,
        PRIMARY KEY (game, seat)
    ) WITHOUT ROWID;
    CREATE TABLE event (
        game TEXT NOT NULL,
        number INTEGER NOT NULL,
        event TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;";

/// What came later: when somebody last asked for a game, and how often each seat saw it change.
pub const SEEN: &str = "
    ALTER TABLE game ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;
    UPDATE game SET touched = created;
    ALTER TABLE seat ADD COLUMN seen INTEGER NOT NULL DEFAULT 1;
    UPDATE seat SET seen = (SELECT version FROM game WHERE id = game);";

/// What does not change in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// Its name in addresses.
    pub id: String,
    /// The game's spec.
    pub spec: String,
    /// The seed, the deal and the seating, which fix all dice.
    pub deal: (u64, u64, u32),
    /// The position in which it began, unless that is the game's own.
    pub start: Option<String>,
    /// The keys of the seats.
    pub keys: Vec<String>,
    /// The key for watching.
    pub watch: String,
    /// When it was made, in seconds since 1970.
    pub created: i64,
}

/// What a key opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A seat.
    Seat(Seat),
    /// The place of those who watch.
    Watch,
}

impl Card {
    /// What a key opens.
    pub fn key(&self, key: Option<&str>) -> Answer<Key> {
        let Some(key) = key else { return Err(Refusal::forbidden("expected a key: ?key=…")) };
        match self.keys.iter().position(|k| k == key) {
            Some(seat) => Ok(Key::Seat(seat)),
            None if key == self.watch => Ok(Key::Watch),
            None => Err(Refusal::forbidden("this key does not fit this game")),
        }
    }
}

/// What changes as a game goes on, beside its events.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// Grows with each change.
    pub version: u64,
    /// Whose decision is next, as the table says it.
    pub turn: Value,
    /// Whether dice and agents go on by themselves.
    pub running: bool,
    /// Events a second; 0 for as fast as it goes.
    pub speed: f64,
    /// Whether dice or an agent are next.
    pub moving: bool,
    /// What each seat got, when the game is over.
    pub result: Option<Payoff>,
    /// Whether no person has ever sat there, so that those who watch may see everything.
    pub watched: bool,
    /// When somebody last asked for it, in seconds since 1970.
    pub touched: i64,
    /// Where something is hidden: the version that each seat sees, which grows with each change of its own view.
    pub seen: Vec<u64>,
}

/// A game as it is kept.
pub struct Kept {
    /// What does not change.
    pub card: Card,
    /// What does.
    pub head: Head,
    /// Who plays each seat.
    pub players: Vec<String>,
    /// All that happened.
    pub events: Vec<Event>,
}

fn write_head(db: &Connection, id: &str, head: &Head) -> rusqlite::Result<()> {
    let sql = "UPDATE game SET version = ?2, turn = ?3, running = ?4, speed = ?5, moving = ?6, result = ?7,
               watched = ?8, touched = ?9 WHERE id = ?1";
    let (turn, result) = (head.turn.to_string(), result_text(head));
    let Head { version, running, speed, moving, watched, touched, .. } = head;
    let values = params![id, *version as i64, turn, running, speed, moving, result, watched, touched];
    db.prepare_cached(sql)?.execute(values)?;
    let mut seat =
        db.prepare_cached("UPDATE seat SET seen = ?3 WHERE game = ?1 AND seat = ?2 AND seen != ?3")?;
    for (number, seen) in head.seen.iter().enumerate() {
        seat.execute(params![id, number as i64, *seen as i64])?;
    }
    Ok(())
}

fn result_text(head: &Head) -> Option<String> {
    head.result.map(|r| serde_json::to_string(&r).expect("payoffs are plain numbers"))
}

fn write_events(db: &Connection, id: &str, from: usize, events: &[Event]) -> rusqlite::Result<()> {
    let mut insert = db.prepare_cached("INSERT INTO event VALUES (?1, ?2, ?3)")?;
    for (number, event) in (from as i64..).zip(events) {
        insert.execute(params![id, number, serde_json::to_string(event).expect("an event is plain data")])?;
    }
    Ok(())
}

impl Keep {
    /// Keeps a new game.
    pub fn add_game(&self, kept: &Kept) -> Answer<()> {
        let (card, head) = (&kept.card, &kept.head);
        let (seed, deal, seating) = card.deal;
        self.act(|db| {
            db.execute(
                "INSERT INTO game VALUES
                 (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
                params![
                    card.id,
                    card.spec,
                    seed as i64,
                    deal as i64,
                    seating,
                    card.start,
                    card.watch,
                    head.watched,
                    card.created,
                    head.version as i64,
                    head.turn.to_string(),
                    head.running,
                    head.speed,
                    head.moving,
                    result_text(head),
                    head.touched
                ],
            )?;
            for (seat, (player, key)) in kept.players.iter().zip(&card.keys).enumerate() {
                let seen = head.seen.get(seat).copied().unwrap_or(head.version);
                let values = params![card.id, seat as i64, player, key, seen as i64];
                db.execute("INSERT INTO seat VALUES (?1, ?2, ?3, ?4, ?5)", values)?;
            }
            write_events(db, &card.id, 0, &kept.events)
        })
    }

    /// Keeps what has happened since: the events from number `from` on, after which nothing else follows.
    pub fn extend_game(&self, id: &str, from: usize, events: &[Event], head: &Head) -> Answer<()> {
        self.act(|db| {
            write_events(db, id, from, events)?;
            write_head(db, id, head)
        })
    }

    /// Forgets the events from number `from` on.
    pub fn cut_game(&self, id: &str, from: usize, head: &Head) -> Answer<()> {
        self.act(|db| {
            db.execute("DELETE FROM event WHERE game = ?1 AND number >= ?2", params![id, from as i64])?;
            write_head(db, id, head)
        })
    }

    /// Keeps who plays a seat now.
    pub fn seat_player(&self, id: &str, seat: usize, player: &str, head: &Head) -> Answer<()> {
        self.act(|db| {
            let sql = "UPDATE seat SET player = ?3 WHERE game = ?1 AND seat = ?2";
            db.execute(sql, params![id, seat as i64, player])?;
            write_head(db, id, head)
        })
    }

    /// Forgets a game.
    pub fn delete_game(&self, id: &str) -> Answer<()> {
        self.act(|db| {
            db.execute("DELETE FROM event WHERE game = ?1", [id])?;
            db.execute("DELETE FROM seat WHERE game = ?1", [id])?;
            db.execute("DELETE FROM game WHERE id = ?1", [id]).map(drop)
        })
    }

    /// A game, if it is there.
    pub fn game(&self, id: &str) -> Answer<Option<Kept>> {
        let found = self.ask(|db| {
            let game = |row: &Row| {
                let (seed, deal): (i64, i64) = (row.get("seed")?, row.get("deal")?);
                let card = Card {
                    id: row.get("id")?,
                    spec: row.get("spec")?,
                    deal: (seed as u64, deal as u64, row.get("seating")?),
                    start: row.get("start")?,
                    keys: Vec::new(),
                    watch: row.get("watch")?,
                    created: row.get("created")?,
                };
                let result: Option<String> = row.get("result")?;
                let head = Head {
                    version: row.get::<_, i64>("version")? as u64,
                    turn: serde_json::from_str(&row.get::<_, String>("turn")?).unwrap_or_default(),
                    running: row.get("running")?,
                    speed: row.get("speed")?,
                    moving: row.get("moving")?,
                    result: result.and_then(|r| serde_json::from_str(&r).ok()),
                    watched: row.get("watched")?,
                    touched: row.get("touched")?,
                    seen: Vec::new(),
                };
                Ok((card, head))
            };
            let Some((mut card, mut head)) =
                db.query_row("SELECT * FROM game WHERE id = ?1", [id], game).optional()?
            else {
                return Ok(None);
            };
            let mut players = Vec::new();
            let mut seats = db.prepare("SELECT player, key, seen FROM seat WHERE game = ?1 ORDER BY seat")?;
            let mut seats = seats.query([id])?;
            while let Some(seat) = seats.next()? {
                players.push(seat.get(0)?);
                card.keys.push(seat.get(1)?);
                head.seen.push(seat.get::<_, i64>(2)? as u64);
            }
            let mut events = db.prepare("SELECT event FROM event WHERE game = ?1 ORDER BY number")?;
            let events =
                events.query_map([id], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
            Ok(Some((card, head, players, events)))
        })?;
        let Some((card, head, players, events)) = found else { return Ok(None) };
        let damaged = |e: serde_json::Error| Refusal::trouble(format!("the store: game {id}: {e}"));
        let events =
            events.iter().map(|e| serde_json::from_str(e)).collect::<Result<_, _>>().map_err(damaged)?;
        Ok(Some(Kept { card, head, players, events }))
    }

    /// The newest games, as the list shows them.
    pub fn list_games(&self) -> Answer<Vec<Value>> {
        self.ask(|db| {
            let mut games = db.prepare_cached(
                "SELECT id, spec, turn, created,
                        (SELECT json_group_array(player) FROM (SELECT player FROM seat WHERE game = id ORDER BY seat))
                 FROM game ORDER BY created DESC, id LIMIT 1000",
            )?;
            let rows = games.query_map([], |row| {
                let (id, spec): (String, String) = (row.get(0)?, row.get(1)?);
                let json = |at: usize| -> rusqlite::Result<Value> {
                    Ok(serde_json::from_str(&row.get::<_, String>(at)?).unwrap_or_default())
                };
                let (turn, created, seats) = (json(2)?, row.get::<_, i64>(3)?, json(4)?);
                let over = turn == "over";
                Ok(json!({ "id": id, "game": spec, "seats": seats, "turn": turn, "over": over, "created": created }))
            })?;
            rows.collect()
        })
    }

    /// How many games there are.
    pub fn count_games(&self) -> Answer<usize> {
        self.ask(|db| db.query_row("SELECT count(*) FROM game", [], |row| row.get::<_, i64>(0)))
            .map(|n| n as usize)
    }

    /// The games that went on by themselves when the server ended, at most so many: those last asked for first.
    pub fn moving_games(&self, most: usize) -> Answer<Vec<String>> {
        self.ask(|db| {
            let sql =
                "SELECT id FROM game WHERE running AND moving ORDER BY touched DESC, created DESC LIMIT ?1";
            db.prepare(sql)?.query_map([most as i64], |row| row.get(0))?.collect()
        })
    }

    /// The games that nobody has asked for since then, at most so many: the longest forgotten first.
    pub fn forgotten_games(&self, since: i64, most: usize) -> Answer<Vec<String>> {
        self.ask(|db| {
            let sql = "SELECT id FROM game WHERE touched < ?1 ORDER BY touched LIMIT ?2";
            db.prepare(sql)?.query_map(params![since, most as i64], |row| row.get(0))?.collect()
        })
    }

    /// Somebody asked for a game, and nothing else has changed.
    pub fn touch_game(&self, id: &str, touched: i64) -> Answer<()> {
        self.act(|db| {
            db.execute("UPDATE game SET touched = ?2 WHERE id = ?1", params![id, touched]).map(drop)
        })
    }
}
