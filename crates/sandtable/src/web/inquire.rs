//! Questions about what is hidden over HTTP: answered to a seat, from what that seat has seen.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use sandtable_core::inquiry;

use super::error::{Answer, Form, Refusal};
use super::keep::games::Key;
use super::table::Wish;
use super::{App, blocking};

/// The most bytes of a question.
const MOST: usize = 32 << 10;

/// `POST /api/games/{id}/inquire`.
pub async fn in_game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    wish: Result<Query<Wish>, QueryRejection>,
    Form(asked): Form<inquiry::Asked, MOST>,
) -> Answer<Json<inquiry::Answer>> {
    let Query(wish) = wish?;
    let desk = app.desk.clone();
    let inquiring = blocking(move || {
        desk.with(&id, |room, inner| match room.card.key(wish.key.as_deref())? {
            Key::Watch => Err(Refusal::forbidden(
                "only who sits at the table has seen something: expected a seat's key",
            )),
            Key::Seat(seat) => inner
                .live
                .inquiring(seat, asked, None)
                .ok_or_else(|| Refusal::conflict("this game answers no questions about what is hidden")),
        })
    });
    let inquiring = inquiring.await?;
    app.thinking(move || Ok(Json(inquiring()?))).await
}
