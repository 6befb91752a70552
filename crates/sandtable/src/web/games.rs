//! Live games over HTTP: made, looked at, played, steered, replayed.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, stream};
use sandtable_arena::live::HUMAN;
use sandtable_arena::registry;
use sandtable_core::Turn;
use sandtable_core::record::Record;
use serde::Deserialize;
use serde_json::{Value, json};

use super::desk::Opening;
use super::door::Stay;
use super::error::{Answer, Form, Refusal};
use super::keep::games::Key;
use super::room::{Inner, PACE, Room};
use super::table::{self, Past, Wish, Written, eyes, replay, table, table_after, version};
use super::{App, blocking, specs};

/// The most bytes of a person's steps.
pub(super) const STEPS: usize = 64 << 10;

/// The most orders of a turn.
const MOST_ORDERS: usize = 1000;

/// The shortest time between two pieces of news: a page cannot draw faster anyway.
const BREATH: Duration = Duration::from_millis(40);

type WishQuery = Result<Query<Wish>, QueryRejection>;

/// A game to be made.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct New {
    game: Option<String>,
    #[serde(default)]
    seats: Vec<String>,
    seed: Option<u64>,
    state: Option<String>,
    record: Option<Record>,
}

/// `POST /api/games`.
pub async fn create(State(app): State<Arc<App>>, Form(new): Form<New>) -> Answer<Response> {
    blocking(move || {
        let spec = match (&new.game, &new.record) {
            (Some(game), None) => registry::watched(game)?,
            (None, Some(record)) => record.game_spec(),
            (Some(game), Some(record)) if *game == record.game_spec() => game.clone(),
            (Some(game), Some(record)) => {
                return Err(Refusal::bad(format!("the record is of {}, not of {game}", record.game_spec())));
            }
            (None, None) => return Err(Refusal::bad("expected a game, or a record")),
        };
        if new.record.is_some() && new.state.is_some() {
            return Err(Refusal::bad("a record begins where it begins: expected no state beside it"));
        }
        let game = specs::open(&spec)?;
        let seats = match (new.seats.is_empty(), &new.record) {
            (true, None) => game.game.usual(),
            _ => new.seats,
        };
        let players = seats.iter().chain(new.record.iter().flat_map(|r| &r.seats));
        players.filter(|p| *p != HUMAN).try_for_each(|p| specs::check(p))?;
        let seed = new.seed.unwrap_or_else(random_seed);
        let opening = Opening { game, seats, seed, state: new.state, record: new.record };
        let room = app.desk.create(opening)?;
        let keys: serde_json::Map<String, Value> =
            room.card.keys.iter().enumerate().map(|(seat, key)| (seat.to_string(), json!(key))).collect();
        let made = json!({ "id": room.card.id, "keys": keys, "watch": room.card.watch });
        Ok((StatusCode::CREATED, Json(made)).into_response())
    })
    .await
}

/// A seed that a page can hold exactly.
fn random_seed() -> u64 {
    getrandom::u64().expect("the operating system has random bytes") >> 16
}

/// `GET /api/games`.
pub async fn list(State(app): State<Arc<App>>) -> Answer<Json<Vec<Value>>> {
    blocking(move || app.keep.list_games().map(Json)).await
}

/// Does something with a game under its lock, for a key.
async fn with<T: Send + 'static>(
    app: Arc<App>,
    id: String,
    wish: Wish,
    job: impl FnOnce(&App, &Arc<Room>, &mut Inner, Key, &Wish) -> Answer<T> + Send + 'static,
) -> Answer<T> {
    blocking(move || {
        app.desk.with(&id, |room, inner| {
            let key = room.card.key(wish.key.as_deref())?;
            job(&app, room, inner, key, &wish)
        })
    })
    .await
}

/// `GET /api/games/{id}`.
pub async fn show(State(app): State<Arc<App>>, Path(id): Path<String>, wish: WishQuery) -> Answer<Written> {
    let Query(wish) = wish?;
    with(app, id, wish, |_, room, inner, key, wish| table(room, inner, key, wish)).await
}

/// Steps of a person.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Steps {
    steps: String,
    version: u64,
}

/// `POST /api/games/{id}/steps`.
pub async fn steps(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    wish: WishQuery,
    Form(steps): Form<Steps, STEPS>,
) -> Answer<Written> {
    let Query(wish) = wish?;
    with(app, id, wish, move |app, room, inner, key, wish| {
        may_decide(room, inner, key, steps.version)?;
        inner.live.play(&steps.steps)?;
        room.save(&app.keep, inner)?;
        table(room, inner, key, wish)
    })
    .await
}

/// Refuses those who are not to decide.
pub(super) fn deciding(room: &Room, inner: &Inner, key: Key) -> Answer<()> {
    let names = &room.game.game.info().seats;
    match (inner.live.turn(), key) {
        (_, Key::Watch) => Err(Refusal::forbidden("those who watch take no steps")),
        (Turn::Over, _) => Err(Refusal::conflict("the game is over")),
        (Turn::Chance, _) => Err(Refusal::conflict("the dice are next")),
        (Turn::Player(mover), Key::Seat(seat)) if mover != seat => {
            let line = format!("{} is to decide, not {}", names[mover].name, names[seat].name);
            Err(Refusal::forbidden(line))
        }
        (Turn::Player(seat), _) if !inner.human(seat) => {
            let line = format!("{} decides for {}", inner.live.specs()[seat], names[seat].name);
            Err(Refusal::conflict(line))
        }
        _ => Ok(()),
    }
}

/// Refuses those who are not to decide, or who have not seen the last of it.
fn may_decide(room: &Room, inner: &Inner, key: Key, seen: u64) -> Answer<()> {
    deciding(room, inner, key)?;
    let now = version(inner, key);
    match seen == now {
        true => Ok(()),
        false => Err(Refusal::conflict(format!("version {seen}, but the game is at {now}: look again"))),
    }
}

/// Orders of a person for a turn.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Orders {
    orders: Vec<String>,
    version: u64,
    #[serde(default)]
    partial: bool,
    #[serde(default)]
    close: bool,
}

/// `POST /api/games/{id}/turn`.
pub async fn turn(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    wish: WishQuery,
    Form(turn): Form<Orders, STEPS>,
) -> Answer<Written> {
    let Query(wish) = wish?;
    with(app, id, wish, move |app, room, inner, key, wish| {
        may_decide(room, inner, key, turn.version)?;
        let least = usize::from(!turn.close);
        if !(least..=MOST_ORDERS).contains(&turn.orders.len()) {
            let line = format!("{} orders: expected {least} to {MOST_ORDERS}", turn.orders.len());
            return Err(Refusal::bad(line));
        }
        let orders = match (turn.close, turn.partial) {
            (true, true) => {
                return Err(Refusal::bad("a turn is closed with all of its orders or not at all"));
            }
            (true, false) => inner.live.close_turn(&turn.orders)?,
            (false, partial) => inner.live.play_turn(&turn.orders, partial)?,
        };
        if !orders.played.is_empty() {
            room.save(&app.keep, inner)?;
        }
        table_after(room, inner, key, wish, Some(&orders))
    })
    .await
}

/// Nothing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// `POST /api/games/{id}/undo`.
pub async fn undo(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    wish: WishQuery,
    Form(Nothing {}): Form<Nothing>,
) -> Answer<Written> {
    let Query(wish) = wish?;
    with(app, id, wish, |app, room, inner, key, wish| {
        table::undo(room, inner, key)?;
        inner.error = None;
        room.save(&app.keep, inner)?;
        table(room, inner, key, wish)
    })
    .await
}

/// How the game is to go on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Control {
    running: Option<bool>,
    speed: Option<f64>,
    step: Option<bool>,
}

/// Refuses those who may only look on while people play.
fn steer(people: usize, key: Key) -> Answer<()> {
    match key {
        Key::Watch if people > 0 => Err(Refusal::forbidden("people play: those who watch steer nothing")),
        _ => Ok(()),
    }
}

/// `POST /api/games/{id}/control`.
pub async fn control(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    wish: WishQuery,
    Form(control): Form<Control>,
) -> Answer<Written> {
    let Query(wish) = wish?;
    with(app, id, wish, move |app, room, inner, key, wish| {
        steer(inner.people(), key)?;
        if let Some(speed) = control.speed {
            if speed != 0.0 && !(PACE.0..=PACE.1).contains(&speed) {
                let (slowest, fastest) = PACE;
                let line = format!("speed {speed}: expected 0, or {slowest} to {fastest} events a second");
                return Err(Refusal::bad(line));
            }
            inner.speed = speed;
        }
        inner.running = control.running.unwrap_or(inner.running);
        inner.owed = control.step.unwrap_or(false) && !inner.running && inner.moving();
        inner.error = None;
        room.save(&app.keep, inner)?;
        table(room, inner, key, wish)
    })
    .await
}

/// Who is to play a seat.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seating {
    seat: usize,
    player: String,
}

/// `POST /api/games/{id}/seat`.
pub async fn seat(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    wish: WishQuery,
    Form(seating): Form<Seating>,
) -> Answer<Written> {
    let Query(wish) = wish?;
    with(app, id, wish, move |app, room, inner, key, wish| {
        if key != Key::Seat(seating.seat) {
            return Err(Refusal::forbidden("a seat is given away with its own key"));
        }
        let agent = Some(seating.player.as_str()).filter(|p| *p != HUMAN);
        agent.map(specs::check).transpose()?;
        inner.live.set_agent(seating.seat, agent)?;
        inner.watched &= agent.is_some();
        inner.error = None;
        room.save_seat(&app.keep, inner, seating.seat)?;
        table(room, inner, key, wish)
    })
    .await
}

/// `GET /api/games/{id}/record`.
pub async fn record(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    wish: WishQuery,
) -> Answer<Response> {
    let Query(wish) = wish?;
    let name =
        format!("attachment; filename=\"sandtable-{}.json\"", id.replace(|c: char| !c.is_alphanumeric(), ""));
    let record = with(app, id, wish, |_, room, inner, key, _| match eyes(room, inner, key)? {
        None => Ok(inner.live.record()),
        Some(_) => {
            Err(Refusal::forbidden("the record shows hidden pieces: it is there when the game is over"))
        }
    })
    .await?;
    Ok(([(header::CONTENT_DISPOSITION, name)], Json(record)).into_response())
}

/// `GET /api/games/{id}/replay`.
pub async fn look_back(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    wish: WishQuery,
) -> Answer<Written> {
    let Query(wish) = wish?;
    blocking(move || {
        let past =
            app.desk.with(&id, |room, inner| Past::of(room, inner, room.card.key(wish.key.as_deref())?))?;
        replay(past, &wish)
    })
    .await
}

/// `DELETE /api/games/{id}`: also of a game that cannot be read any more.
pub async fn delete(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    wish: WishQuery,
) -> Answer<Json<Value>> {
    let Query(wish) = wish?;
    blocking(move || {
        app.desk.delete(&id, |kept| {
            let people = kept.players.iter().filter(|p| *p == HUMAN).count();
            steer(people, kept.card.key(wish.key.as_deref())?)
        })?;
        Ok(Json(json!({ "deleted": id })))
    })
    .await
}

/// `GET /api/games/{id}/events`.
pub async fn events(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    wish: WishQuery,
    stay: Stay,
) -> Answer<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let Query(wish) = wish?;
    let seat = app.listener(stay)?;
    let closing = app.closing.subscribe();
    let news = with(app, id, wish, |_, room, inner, key, _| {
        eyes(room, inner, key)?;
        Ok(room.listen(key))
    })
    .await?;
    // The first piece of news comes at once, so that nothing is missed between two requests.
    let stream =
        stream::unfold((news, closing, seat, true), |(mut news, mut closing, seat, first)| async move {
            if !first {
                tokio::time::sleep(BREATH).await;
                tokio::select! {
                    changed = news.changed() => changed.ok()?,
                    _ = closing.wait_for(|closing| *closing) => return None,
                }
            }
            let told = *news.borrow_and_update();
            let event = Event::default().json_data(told).expect("news are plain data");
            Some((Ok(event), (news, closing, seat, false)))
        });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}
