//! What there is: games, agents and published experiments.

use axum::Json;
use axum::extract::Query;
use sandtable_arena::reproduce::experiments;
use sandtable_arena::{AnyGame, registry};
use sandtable_core::Seats;
use serde::Deserialize;
use serde_json::{Value, json};

use super::error::Answer;
use super::{blocking, forms, specs};
use crate::output::{params_json, titles_json};

/// `GET /api/catalog`.
pub async fn catalog() -> Json<Value> {
    let variant = |(name, about): &(&str, &str)| json!({ "name": name, "about": about });
    let games: Vec<Value> = registry::games()
        .iter()
        .map(|g| {
            let variants: Vec<Value> = g.variants().iter().map(variant).collect();
            let params = params_json(g.params());
            let files = forms::kinds_json(g.files());
            json!({
                "name": g.name(),
                "about": g.about(),
                "params": params,
                "variants": variants,
                "files": files,
            })
        })
        .collect();
    let experiments: Vec<Value> =
        experiments().iter().map(|e| json!({ "id": e.id, "about": e.about, "games": e.games.0 })).collect();
    Json(json!({ "version": env!("CARGO_PKG_VERSION"), "games": games, "reproductions": experiments }))
}

/// Which game.
#[derive(Deserialize)]
pub struct Which {
    game: String,
}

/// `GET /api/agents?game=SPEC`.
pub async fn agents(
    which: Result<Query<Which>, axum::extract::rejection::QueryRejection>,
) -> Answer<Json<Value>> {
    let Query(which) = which?;
    blocking(move || {
        let opened = specs::open(&which.game)?;
        let game = &opened.game;
        let agents: Vec<Value> = game
            .agents()
            .iter()
            .map(|a| {
                let seats = match a.seats {
                    Seats::Any => json!("any"),
                    Seats::Only(seat) => json!([seat]),
                };
                let (params, titles) = (params_json(a.params), titles_json(&a.titles));
                json!({ "name": a.name, "about": a.about, "params": params, "seats": seats, "titles": titles })
            })
            .collect();
        Ok(Json(json!({
            "seats": seats_json(&**game),
            "hidden": game.info().hidden,
            "agents": agents,
            "usual": game.usual(),
        })))
    })
    .await
}

/// The seats of a game.
pub fn seats_json(game: &dyn AnyGame) -> Vec<Value> {
    game.info().seats.iter().map(|s| json!({ "name": s.name, "team": s.team })).collect()
}

/// What can be said about turns in a game's language for constraints, if it has one.
pub fn language(game: &dyn AnyGame) -> Option<Value> {
    game.language().map(described)
}

/// What can be asked about what is hidden in a game, if it answers that.
pub fn inquiry(game: &dyn AnyGame) -> Option<Value> {
    game.inquiry().map(described)
}

fn described((about, example): (&str, &str)) -> Value {
    json!({ "about": about, "example": example })
}
