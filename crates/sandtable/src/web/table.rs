//! A game as a key's holder sees it: the JSON that the page draws.

use std::sync::Arc;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use sandtable_arena::live::{HUMAN, Live, Mark, Thought, Told};
use sandtable_core::record::Record;
use sandtable_core::{Choice, Layout, Payoff, Scene, Seat, SeatInfo, Turn};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::{Answer, Refusal};
use super::keep::games::Key;
use super::room::{Inner, Room, turn_json};

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

/// A table that has been written down: a game is not copied to be shown.
pub struct Written(String);

impl IntoResponse for Written {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.0).into_response()
    }
}

fn write(table: &impl Serialize) -> Written {
    Written(serde_json::to_string(table).expect("a table is plain data"))
}

/// What the page draws.
#[derive(Serialize)]
struct Table<'a> {
    #[serde(flatten)]
    about: About,
    #[serde(flatten)]
    picture: Picture<'a>,
    /// The steps to choose from, if the key's holder is to decide.
    choices: Vec<Choice>,
    thought: Option<&'a Thought>,
    undo: bool,
    #[serde(flatten)]
    back: Option<Back>,
}

/// What is known about the game besides.
#[derive(Serialize)]
struct About {
    id: String,
    game: String,
    version: u64,
    seat: Option<Seat>,
    seats: Vec<Player>,
    hidden: bool,
    running: bool,
    speed: f64,
    thinking: bool,
    error: Option<String>,
}

/// A seat and who plays it.
#[derive(Serialize)]
struct Player {
    name: String,
    team: usize,
    player: String,
}

/// What stands on the board and what happened, through somebody's eyes.
#[derive(Serialize)]
struct Picture<'a> {
    turn: Value,
    turns: u32,
    scene: Scene,
    log: &'a [Told],
    result: Option<Payoff>,
    course: &'a [Mark],
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<&'a Layout>,
}

/// In replays: after how many events, of how many.
#[derive(Serialize)]
struct Back {
    at: usize,
    events: usize,
}

/// The table.
pub fn table(room: &Room, inner: &Inner, key: Key, wish: &Wish) -> Answer<Written> {
    let who = eyes(room, inner, key)?;
    let live = &*inner.live;
    let deciding = match (live.turn(), key) {
        (Turn::Player(mover), Key::Seat(seat)) => mover == seat && inner.human(seat),
        _ => false,
    };
    Ok(write(&Table {
        about: about(room, inner, key),
        picture: picture(room, live, who, wish),
        choices: if deciding { live.choices() } else { Vec::new() },
        thought: live.thought().filter(|t| who.is_none_or(|seat| seat == t.seat)),
        undo: may_undo(room, inner, key).is_ok(),
        back: None,
    }))
}

/// A look back: what is needed for the table as it was, without the game's lock.
pub struct Past {
    room: Arc<Room>,
    who: Option<Seat>,
    record: Record,
    about: About,
}

impl Past {
    /// All that happened, as far as the key goes.
    pub fn of(room: &Arc<Room>, inner: &Inner, key: Key) -> Answer<Past> {
        let who = eyes(room, inner, key)?;
        Ok(Past { room: room.clone(), who, record: inner.live.record(), about: about(room, inner, key) })
    }
}

/// The table as it was after so many events.
pub fn replay(past: Past, wish: &Wish) -> Answer<Written> {
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
    Ok(write(&Table {
        about,
        picture: picture(&room, &*live, who, wish),
        choices: Vec::new(),
        thought: None,
        undo: false,
        back: Some(Back { at, events }),
    }))
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

fn picture<'a>(room: &'a Room, live: &'a dyn Live, who: Option<Seat>, wish: &Wish) -> Picture<'a> {
    let (layout, log) = (room.game.layout(), live.log(who));
    let board = || {
        let mover = if let Turn::Player(seat) = live.turn() { seat } else { 0 };
        let whole = room.game.game.info().hidden && who.is_none();
        if whole { live.state_text() } else { live.board(who.unwrap_or(mover)) }
    };
    Picture {
        turn: turn_json(live.turn()),
        turns: live.turns(),
        scene: live.scene(who),
        log: &log[wish.log.min(log.len())..],
        result: live.result(),
        // What the whole position is worth says something about its hidden part.
        course: if who.is_none() { live.course() } else { &[] },
        state: who.is_none().then(|| live.state_text()),
        board: layout.spaces.is_empty().then(board),
        layout: (wish.layout != 0).then_some(layout),
    }
}

fn about(room: &Room, inner: &Inner, key: Key) -> About {
    let info = room.game.game.info();
    let seats = info.seats.iter().zip(inner.live.specs());
    let player = |(seat, player): (&SeatInfo, &String)| Player {
        name: seat.name.clone(),
        team: seat.team,
        player: player.clone(),
    };
    About {
        id: room.card.id.clone(),
        game: room.card.spec.clone(),
        version: inner.version,
        seat: if let Key::Seat(seat) = key { Some(seat) } else { None },
        seats: seats.map(player).collect(),
        hidden: info.hidden,
        running: inner.running,
        speed: inner.speed,
        thinking: inner.thinking,
        error: inner.error.clone(),
    }
}
