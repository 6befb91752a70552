//! Positions over HTTP: how they look, and what an agent advises.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use sandtable_arena::advice::Question;
use sandtable_core::Turn;
use serde::Deserialize;
use serde_json::{Value, json};

use super::catalog::{language, seats_json};
use super::error::{Answer, Form, Refusal};
use super::room::{LIMIT, turn_json};
use super::{App, blocking, specs};

/// A position of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    game: String,
    state: Option<String>,
}

/// `POST /api/position`.
pub async fn position(Form(shown): Form<Shown>) -> Answer<Json<Value>> {
    blocking(move || {
        let (opened, live) = specs::look_at(&shown.game, shown.state.as_deref())?;
        let state = live.state_text();
        let (layout, scene, choices, turn) = opened.game.scene_of(&state)?;
        let mut shown = json!({
            "layout": layout,
            "scene": scene,
            "choices": choices,
            "turn": turn_json(turn),
            "state": state,
            "seats": seats_json(&*opened.game),
            "example": opened.game.example_state(1),
            "language": language(&*opened.game),
        });
        if layout.spaces.is_empty() {
            let seat = if let Turn::Player(seat) = turn { seat } else { 0 };
            shown["board"] = json!(live.board(seat));
        }
        Ok(Json(shown))
    })
    .await
}

/// A question to an agent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Consultation {
    game: String,
    state: String,
    agent: String,
    seconds: Option<f64>,
    #[serde(default = "first")]
    seed: u64,
}

fn first() -> u64 {
    1
}

/// `POST /api/advise`.
pub async fn advise(State(app): State<Arc<App>>, Form(asked): Form<Consultation>) -> Answer<Json<Value>> {
    let most = LIMIT.as_secs_f64();
    let seconds = asked.seconds.unwrap_or(2.0);
    if !(0.001..=most).contains(&seconds) {
        return Err(Refusal::bad(format!("seconds {seconds}: expected a number up to {most}")));
    }
    specs::check(&asked.agent)?;
    app.thinking(move || {
        let opened = specs::open(&asked.game)?;
        let question = Question {
            file: "state",
            state: &asked.state,
            agent: &asked.agent,
            time: Some(Duration::from_secs_f64(seconds)),
            limit: Some(LIMIT),
            seed: asked.seed,
        };
        let advice = opened.game.advise(&question)?;
        let mut json = json!(advice);
        json["board"] = json!(advice.board);
        Ok(Json(json))
    })
    .await
}
