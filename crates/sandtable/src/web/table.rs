//! A game as a key's holder sees it: the JSON that the page draws.
//!
//! This is the only place that decides what goes out. Where something is hidden, all that a seat gets depends on its own
//! views alone: also how often the game has changed, how many moments it has to look back at, whether somebody is
//! thinking, and what is said about an agent that broke down.

use std::sync::Arc;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use sandtable_arena::live::{HUMAN, Live, LogLine, Mark, Orders, Thought};
use sandtable_core::record::Record;
use sandtable_core::{Choice, Layout, Payoff, Scene, Seat, SeatInfo, Turn};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::catalog::{inquiry, language};
use super::error::{Answer, Refusal};
use super::files;
use super::keep::games::Key;
use super::room::{Inner, News, Room, turn_json};

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
        Key::Watch if inner.watched => Ok(None),
        Key::Watch => {
            Err(Refusal::forbidden("people play with hidden pieces: watch again when the game is over"))
        }
    }
}

/// The version of the game for a key: it grows with each change that its holder can see.
pub fn version(inner: &Inner, key: Key) -> u64 {
    match key {
        Key::Seat(seat) => inner.seen.get(seat).map_or(inner.version, |seen| seen.version),
        Key::Watch => inner.version,
    }
}

/// What is told to those who listen with a key.
pub fn news(inner: &Inner, key: Key) -> News {
    News { version: version(inner, key), thinking: thinking(inner, key) }
}

/// Whether an agent is thinking. Of another's agent a seat is told whether it is at work, not how often it decides.
fn thinking(inner: &Inner, key: Key) -> bool {
    match (inner.live.turn(), key) {
        (Turn::Player(mover), Key::Seat(seat)) if !inner.seen.is_empty() && mover != seat => inner.due(),
        _ => inner.thinking,
    }
}

/// A number that depends on all that a seat is shown, but for the count of its changes.
pub fn print(room: &Room, inner: &Inner, seat: Seat) -> u64 {
    let key = Key::Seat(seat);
    let who = eyes(room, inner, key).unwrap_or(Some(seat));
    let wish = Wish { log: inner.live.log(who).len().saturating_sub(1), ..Wish::default() };
    let told = inner.live.log(who).len();
    // The steps to choose from follow from the rest.
    let Written(text) = write(&Table {
        about: About { version: 0, thinking: false, ..about(room, inner, key, who) },
        picture: picture(room, &*inner.live, who, &wish),
        choices: Vec::new(),
        drafts: false,
        thought: inner.live.thought().filter(|t| who.is_none_or(|seat| seat == t.seat)),
        undo: may_undo(room, inner, key).is_ok(),
        back: None,
        orders: None,
    });
    files::hash(format!("{told} {text}").as_bytes())
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
    /// Whether several orders are put together here before any of them is carried out.
    drafts: bool,
    thought: Option<&'a Thought>,
    undo: bool,
    #[serde(flatten)]
    back: Option<Back>,
    /// What became of the orders that this answers.
    #[serde(flatten)]
    orders: Option<&'a Orders>,
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
    /// What can be said about turns in the game's language for constraints, if it has one.
    language: Option<Value>,
    /// What can be asked about what is hidden, if the game answers that.
    inquiry: Option<Value>,
    /// Whether exact values are at hand for some positions of the game.
    exact: bool,
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
    log: &'a [LogLine],
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
    table_after(room, inner, key, wish, None)
}

/// The table, with what became of orders.
pub fn table_after(
    room: &Room,
    inner: &Inner,
    key: Key,
    wish: &Wish,
    orders: Option<&Orders>,
) -> Answer<Written> {
    let who = eyes(room, inner, key)?;
    let live = &*inner.live;
    let deciding = match (live.turn(), key) {
        (Turn::Player(mover), Key::Seat(seat)) => mover == seat && inner.human(seat),
        _ => false,
    };
    Ok(write(&Table {
        about: about(room, inner, key, who),
        picture: picture(room, live, who, wish),
        choices: if deciding { live.choices() } else { Vec::new() },
        drafts: deciding && live.drafts(),
        thought: live.thought().filter(|t| who.is_none_or(|seat| seat == t.seat)),
        undo: may_undo(room, inner, key).is_ok(),
        back: None,
        orders,
    }))
}

/// A look back: what is needed for the table as it was, without the game's lock.
pub struct Past {
    room: Arc<Room>,
    who: Option<Seat>,
    /// After how many events there was something new.
    moments: Vec<usize>,
    record: Record,
    about: About,
}

impl Past {
    /// All that happened, as far as the key goes.
    pub fn of(room: &Arc<Room>, inner: &Inner, key: Key) -> Answer<Past> {
        let who = eyes(room, inner, key)?;
        let moments = inner.live.moments(who);
        Ok(Past {
            room: room.clone(),
            who,
            moments,
            record: inner.live.record(),
            about: about(room, inner, key, who),
        })
    }
}

/// The table as it was after so many events of those that the key's holder could notice.
pub fn replay(past: Past, wish: &Wish) -> Answer<Written> {
    let Past { room, who, moments, mut record, about } = past;
    let events = moments.len();
    let at = wish.at.unwrap_or(events);
    if at > events {
        return Err(Refusal::bad(format!("at={at}: there are {events} events")));
    }
    let length = if at == 0 { 0 } else { moments[at - 1] };
    if length < record.steps.len() {
        record = Record { result: None, ..record };
        record.steps.truncate(length);
    }
    // Nobody needs to be brought up to date to look back.
    record.seats.fill(HUMAN.into());
    let live = room.game.game.clone().resume(&record)?;
    Ok(write(&Table {
        about,
        picture: picture(&room, &*live, who, wish),
        choices: Vec::new(),
        drafts: false,
        thought: None,
        undo: false,
        back: Some(Back { at, events }),
        orders: None,
    }))
}

/// Refuses to take steps back where that would be unfair.
pub fn may_undo(room: &Room, inner: &Inner, key: Key) -> Answer<()> {
    let Key::Seat(seat) = key else {
        return Err(Refusal::forbidden("those who watch take nothing back"));
    };
    let hidden = room.game.game.info().hidden;
    if hidden && inner.live.turn() == Turn::Over {
        return Err(Refusal::forbidden("everything has been shown: nothing can be taken back"));
    }
    match hidden {
        false if inner.live.can_undo() => Ok(()),
        true if inner.human(seat) && inner.live.can_retract(seat) => Ok(()),
        false => Err(Refusal::conflict("there is nothing to take back")),
        true => Err(Refusal::conflict(
            "with hidden pieces only one's own steps of this turn can be taken back, before anything new is seen",
        )),
    }
}

/// Takes steps back.
pub fn undo(room: &Room, inner: &mut Inner, key: Key) -> Answer<()> {
    may_undo(room, inner, key)?;
    match key {
        Key::Seat(seat) if room.game.game.info().hidden => inner.live.retract(seat),
        _ => inner.live.undo(),
    };
    Ok(())
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

fn about(room: &Room, inner: &Inner, key: Key, who: Option<Seat>) -> About {
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
        version: version(inner, key),
        seat: if let Key::Seat(seat) = key { Some(seat) } else { None },
        seats: seats.map(player).collect(),
        hidden: info.hidden,
        running: inner.running,
        speed: inner.speed,
        thinking: thinking(inner, key),
        error: inner.error.as_ref().map(|trouble| match who {
            Some(seat) if seat != trouble.seat => {
                let name = &info.seats[trouble.seat].name;
                format!("the agent of {name} cannot go on; somebody else can take the seat over")
            }
            _ => trouble.line.clone(),
        }),
        language: language(&*room.game.game),
        inquiry: inquiry(&*room.game.game),
        exact: room.game.game.is_solved(),
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::Semaphore;

    use super::*;
    use crate::web::desk::{Desk, Opening};
    use crate::web::keep::Keep;
    use crate::web::room::Trouble;
    use crate::web::specs;

    #[test]
    fn what_an_agent_did_wrong_is_told_to_its_own_seat_alone() {
        let folder = tempfile::tempdir().unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let _inside = runtime.enter();
        let desk = Desk::new(Arc::new(Keep::open(folder.path()).unwrap()), Arc::new(Semaphore::new(1)));
        for (game, told) in [("opaque", [true, false]), ("lucid", [true, true])] {
            let seats = vec!["random".into(), "human".into()];
            let opening =
                Opening { game: specs::open(game).unwrap(), seats, seed: 1, state: None, record: None };
            let room = desk.create(opening).unwrap();
            let mut inner = room.lock().unwrap();
            let line = "random broke the rules with 'A1-A2x3'".to_string();
            inner.error = Some(Trouble { seat: 0, line });
            for (seat, told) in told.into_iter().enumerate() {
                let Written(text) = table(&room, &inner, Key::Seat(seat), &Wish::default()).unwrap();
                let error = serde_json::from_str::<Value>(&text).unwrap()["error"].to_string();
                assert_eq!(error.contains("A1-A2x3"), told, "{game} {seat}: {error}");
                assert!(error.contains("rules") || error.contains("blue"), "{error}");
            }
        }
    }
}
