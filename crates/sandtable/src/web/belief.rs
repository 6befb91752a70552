//! What a seat believes, and what positions are exactly worth, over HTTP: at any moment of a game that a key's holder may look back to.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use sandtable_arena::believed::Believed;
use sandtable_arena::exactly::Exact;
use sandtable_core::{Seat, Turn};
use serde::Deserialize;

use super::error::{Answer, Refusal};
use super::keep::games::Key;
use super::room::Inner;
use super::table::eyes;
use super::{App, blocking};

/// Whose belief, and when.
#[derive(Deserialize)]
pub struct Asked {
    key: Option<String>,
    /// Another's, for those who may see everything.
    seat: Option<Seat>,
    /// After how many events, of those that the key's holder could notice; all that happened without it.
    at: Option<usize>,
}

/// `GET /api/games/{id}/belief`.
pub async fn belief(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Answer<Json<Believed>> {
    let Query(asked) = asked?;
    let desk = app.desk.clone();
    let believing = blocking(move || {
        desk.with(&id, |room, inner| {
            let key = room.card.key(asked.key.as_deref())?;
            let who = eyes(room, inner, key)?;
            let seat = whose(room.card.keys.len(), inner, key, who, asked.seat)?;
            let events = moment(inner, who, asked.at)?;
            inner
                .live
                .believing(seat, events, who.is_none())
                .ok_or_else(|| Refusal::conflict("nothing is hidden in this game"))
        })
    });
    let believing = believing.await?;
    app.thinking(move || Ok(Json(believing()))).await
}

/// `GET /api/games/{id}/exact`.
pub async fn exact(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Answer<Json<Option<Exact>>> {
    let Query(asked) = asked?;
    let desk = app.desk.clone();
    let valuing = blocking(move || {
        desk.with(&id, |room, inner| {
            let who = eyes(room, inner, room.card.key(asked.key.as_deref())?)?;
            let events = moment(inner, who, asked.at)?;
            let none =
                "no exact values are at hand for this game: it is too large, and no table of it was given";
            inner.live.valuing(events).ok_or_else(|| Refusal::conflict(none))
        })
    });
    let valuing = valuing.await?;
    app.thinking(move || Ok(Json(valuing()?))).await
}

/// The seat whose belief may be told: one's own, or any for those who may see everything.
fn whose(seats: usize, inner: &Inner, key: Key, who: Option<Seat>, asked: Option<Seat>) -> Answer<Seat> {
    let own = match (who, key, inner.live.turn()) {
        (Some(seat), ..) | (None, Key::Seat(seat), _) | (None, Key::Watch, Turn::Player(seat)) => seat,
        _ => 0,
    };
    match asked {
        Some(seat) if seat >= seats => Err(Refusal::bad(format!("seat {seat}: expected one below {seats}"))),
        Some(seat) if who.is_some_and(|who| who != seat) => {
            Err(Refusal::forbidden("what another believes is there when the game is over"))
        }
        asked => Ok(asked.unwrap_or(own)),
    }
}

/// After how many events a look back stops.
fn moment(inner: &Inner, who: Option<Seat>, at: Option<usize>) -> Answer<usize> {
    let moments = inner.live.moments(who);
    match at {
        None => Ok(inner.live.events().len()),
        Some(0) => Ok(0),
        Some(at) => moments
            .get(at - 1)
            .copied()
            .ok_or_else(|| Refusal::bad(format!("at={at}: there are {} events", moments.len()))),
    }
}
