//! Turns within constraints over HTTP, in a live game and in any position.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use sandtable_arena::live::Narrowing;
use sandtable_arena::narrow::{Asked, Narrowed};
use sandtable_core::{Turn, Wanted};
use serde::Deserialize;

use super::error::{Answer, Form, Refusal};
use super::table::{Wish, eyes};
use super::{App, blocking, specs};

/// The most bytes of a question.
const MOST: usize = 32 << 10;

/// `POST /api/games/{id}/narrow`.
pub async fn in_game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    wish: Result<Query<Wish>, QueryRejection>,
    Form(asked): Form<Asked, MOST>,
) -> Answer<Json<Narrowed>> {
    let Query(wish) = wish?;
    let desk = app.desk.clone();
    let narrowing = blocking(move || {
        desk.with(&id, |room, inner| {
            let who = eyes(room, inner, room.card.key(wish.key.as_deref())?)?;
            match (who, inner.live.turn()) {
                (Some(seat), Turn::Player(mover)) if seat != mover => {
                    Err(Refusal::forbidden("with hidden pieces one asks about one's own turn"))
                }
                _ => wanted(inner.live.narrowing(asked)),
            }
        })
    });
    answer(&app, narrowing.await?).await
}

/// A question about constraints in a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Elsewhere {
    game: String,
    state: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    areas: Vec<Wanted>,
    #[serde(default)]
    seed: u64,
}

/// `POST /api/narrow`.
pub async fn in_position(
    State(app): State<Arc<App>>,
    Form(Elsewhere { game, state, text, areas, seed }): Form<Elsewhere>,
) -> Answer<Json<Narrowed>> {
    let narrowing = blocking(move || {
        let live = specs::look_at(&game, Some(&state))?.1;
        wanted(live.narrowing(Asked { text, areas, seed }))
    });
    answer(&app, narrowing.await?).await
}

fn wanted(narrowing: Option<Narrowing>) -> Answer<Narrowing> {
    narrowing.ok_or_else(|| {
        Refusal::conflict("nobody is to decide here, or this game has no language for constraints")
    })
}

/// The answer, worked out apart from the game.
async fn answer(app: &App, narrowing: Narrowing) -> Answer<Json<Narrowed>> {
    app.thinking(move || Ok(Json(narrowing()?))).await
}
