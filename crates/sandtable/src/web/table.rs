//! A game as a key's holder sees it: the JSON that the page draws.

use std::sync::Arc;

use sandtable_arena::live::{HUMAN, Live};
use sandtable_core::record::Record;
use sandtable_core::{Seat, Turn};
use serde::Deserialize;
use serde_json::{Value, json};

use super::error::{Answer, Refusal};
use super::room::{Inner, Key, Room, turn_json};

/// What is asked for besides the table itself.
#[derive(Default, Deserialize)]
pub struct Wish {
    /// The key.
    pub key: Option<String>,
    /// Whether the layout is wanted: `1`.
    #[serde(default)]
    layout: u8,
    /// The first line of the log that is wanted.
    #[serde(default)]
    log: usize,
    /// After how many events, for replays.
    pub at: Option<usize>,
}

/// Through whose eyes a key's holder sees the game: a seat's, or those of one who may see everything.
pub fn eyes(room: &Room, inner: &Inner, key: Key) -> Answer<Option<Seat>> {
    let open = !room.game.game.info().hidden || inner.live.turn() == Turn::Over;
    match key {
        _ if open => Ok(None),
        Key::Seat(seat) => Ok(Some(seat)),
        Key::Watch if room.card.watched => Ok(None),
        Key::Watch => {
            Err(Refusal::forbidden("people play with hidden pieces: watch again when the game is over"))
        }
    }
}

/// The table.
pub fn table(room: &Room, inner: &Inner, key: Key, wish: &Wish) -> Answer<Value> {
    let who = eyes(room, inner, key)?;
    let live = &*inner.live;
    let mut table = picture(room, live, who, wish);
    let deciding = match (live.turn(), key) {
        (Turn::Player(mover), Key::Seat(seat)) => mover == seat && inner.human(seat),
        _ => false,
    };
    table["choices"] = if deciding { json!(live.choices()) } else { json!([]) };
    let thought = live.thought().filter(|t| who.is_none_or(|seat| seat == t.seat));
    table["thought"] = json!(thought);
    table["undo"] = json!(may_undo(room, inner, key).is_ok());
    describe(&mut table, room, inner, key);
    Ok(table)
}

/// A look back: what is needed for the table as it was, without the game's lock.
pub struct Past {
    room: Arc<Room>,
    who: Option<Seat>,
    record: Record,
    about: Value,
}

impl Past {
    /// All that happened, as far as the key goes.
    pub fn of(room: &Arc<Room>, inner: &Inner, key: Key) -> Answer<Past> {
        let who = eyes(room, inner, key)?;
        let mut about = json!({ "choices": [], "thought": null, "undo": false });
        describe(&mut about, room, inner, key);
        Ok(Past { room: room.clone(), who, record: inner.live.record(), about })
    }
}

/// The table as it was after so many events.
pub fn replay(past: Past, wish: &Wish) -> Answer<Value> {
    let Past { room, who, mut record, about } = past;
    let events = record.steps.len();
    let at = wish.at.unwrap_or(events);
    if at > events {
        return Err(Refusal::bad(format!("at={at}: there are {events} events")));
    }
    if at < events {
        record = Record { result: None, ..record };
        record.steps.truncate(at);
    }
    // Nobody needs to be brought up to date to look back.
    record.seats.fill(HUMAN.into());
    let live = room.game.game.clone().resume(&record)?;
    let mut table = picture(&room, &*live, who, wish);
    let (Value::Object(table_fields), Value::Object(about)) = (&mut table, about) else { unreachable!() };
    table_fields.extend(about);
    table["events"] = json!(events);
    table["at"] = json!(at);
    Ok(table)
}

/// Refuses to take steps back where that would be unfair.
pub fn may_undo(room: &Room, inner: &Inner, key: Key) -> Answer<()> {
    if key == Key::Watch {
        return Err(Refusal::forbidden("those who watch take nothing back"));
    }
    if room.game.game.info().hidden && inner.live.turn() == Turn::Over {
        return Err(Refusal::forbidden("everything has been shown: nothing can be taken back"));
    }
    if room.game.game.info().hidden && inner.people() > 1 {
        return Err(Refusal::forbidden("with hidden pieces and several people nothing can be taken back"));
    }
    match inner.live.can_undo() {
        true => Ok(()),
        false => Err(Refusal::conflict("there is nothing to take back")),
    }
}

/// What stands on the board and what happened, through somebody's eyes.
fn picture(room: &Room, live: &dyn Live, who: Option<Seat>, wish: &Wish) -> Value {
    let layout = room.game.layout();
    let mut log = live.log(who);
    let log = log.split_off(wish.log.min(log.len()));
    let mut picture = json!({
        "turn": turn_json(live.turn()),
        "turns": live.turns(),
        "scene": live.scene(who),
        "log": log,
        "result": live.result(),
        // What the whole position is worth says something about its hidden part.
        "course": if who.is_none() { live.course() } else { &[] },
    });
    if who.is_none() {
        picture["state"] = json!(live.state_text());
    }
    if layout.spaces.is_empty() {
        let seat = who.or(match live.turn() {
            Turn::Player(seat) => Some(seat),
            _ => None,
        });
        let whole = room.game.game.info().hidden && who.is_none();
        picture["board"] = json!(if whole { live.state_text() } else { live.board(seat.unwrap_or(0)) });
    }
    if wish.layout != 0 {
        picture["layout"] = json!(layout);
    }
    picture
}

/// What is known about the game besides.
fn describe(table: &mut Value, room: &Room, inner: &Inner, key: Key) {
    let info = room.game.game.info();
    let seats: Vec<Value> = info
        .seats
        .iter()
        .zip(inner.live.specs())
        .map(|(seat, player)| json!({ "name": seat.name, "team": seat.team, "player": player }))
        .collect();
    let seat = match key {
        Key::Seat(seat) => Some(seat),
        Key::Watch => None,
    };
    for (name, value) in [
        ("id", json!(room.card.id)),
        ("game", json!(room.card.spec)),
        ("version", json!(inner.version)),
        ("seat", json!(seat)),
        ("seats", json!(seats)),
        ("hidden", json!(info.hidden)),
        ("running", json!(inner.running)),
        ("speed", json!(inner.speed)),
        ("thinking", json!(inner.thinking)),
        ("error", json!(inner.error)),
    ] {
        table[name] = value;
    }
}
