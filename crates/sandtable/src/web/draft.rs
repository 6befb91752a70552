//! Turns that people are putting together, over HTTP.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use sandtable_arena::live::{Drafted, Wanted};
use serde::Deserialize;

use super::error::{Answer, Form, Refusal};
use super::games::{STEPS, deciding};
use super::table::Wish;
use super::{App, blocking};

/// The most orders of a turn that is not carried out yet: what else may be ordered is tried with all of them.
const MOST_ORDERS: usize = 200;

/// Orders of a turn that is not carried out yet.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    orders: Vec<String>,
    pointed: Option<(usize, usize)>,
}

/// `POST /api/games/{id}/draft`.
pub async fn draft(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    wish: Result<Query<Wish>, QueryRejection>,
    Form(Asked { orders, pointed }): Form<Asked, STEPS>,
) -> Answer<Json<Drafted>> {
    let Query(wish) = wish?;
    if orders.len() > MOST_ORDERS {
        return Err(Refusal::bad(format!("{} orders: expected at most {MOST_ORDERS}", orders.len())));
    }
    let desk = app.desk.clone();
    let drafting = blocking(move || {
        desk.with(&id, |room, inner| {
            deciding(room, inner, room.card.key(wish.key.as_deref())?)?;
            let drafting = inner.live.drafting(Wanted { orders, pointed });
            drafting.ok_or_else(|| Refusal::conflict("nobody is to decide here"))
        })
    })
    .await?;
    app.thinking(move || Ok(Json(drafting()?))).await
}
