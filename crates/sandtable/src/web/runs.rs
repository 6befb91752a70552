//! Runs over HTTP: started from forms, followed, called off, and shown.

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
use sandtable_arena::luck::Method;
use sandtable_arena::reproduce::{Section, experiments, page};
use sandtable_arena::train::lessons;
use serde::Deserialize;
use serde_json::{Value, json};

use super::door::Stay;
use super::error::{Answer, Form, Refusal};
use super::games::Nothing;
use super::{App, blocking, results};

/// How often those who listen hear how far a run is.
const PULSE: Duration = Duration::from_millis(250);

/// `GET /api/run-kinds`: what can be run, and the fields of each kind.
pub async fn kinds() -> Json<Value> {
    let field = |name: &str, kind: &str, default: Value, about: &str| json!({ "name": name, "kind": kind, "default": default, "about": about });
    let choice = |name: &str, choices: Vec<&str>, about: &str| json!({ "name": name, "kind": "choice", "default": choices[0], "choices": choices, "about": about });
    let game = || field("game", "game", json!("lucid:3x3"), "the game's spec");
    let seed = || field("seed", "number", json!(1), "fixes all dice and all thoughts");
    let luck = Method::ALL.map(|(name, _)| name).to_vec();
    // Files of records come from the disk, which nobody reaches from here.
    let mut lessons = lessons();
    lessons.retain(|(_, lessons)| !lessons.records);
    let (learning, first) = lessons[0];
    let methods = || lessons.iter().flat_map(|(_, lessons)| lessons.methods);
    let about: Vec<String> = methods().map(|(name, about)| format!("{name}: {about}")).collect();
    let methods: Vec<&str> = methods().map(|(name, _)| *name).collect();
    let ids: Vec<&str> = experiments().iter().map(|e| e.id).collect();
    Json(json!([
        {
            "name": "match",
            "about": "Many games between the same agents: wins, payoffs and their errors.",
            "fields": [
                game(),
                field("seats", "seats", json!([]), "the agents, one for each seat"),
                field("games", "number", json!(100), "how many games to play"),
                seed(),
                field("swap", "flag", json!(false), "play each deal from every seat, with the same dice"),
                choice("luck", luck, "correct for luck"),
                field("leave_one_out", "flag", json!(false), "with simple or expanded: correct each game by the others alone"),
                field("sprt", "text", json!(""), "stop when decided between two Elo differences: LOW,HIGH (with swap)"),
                field("stats", "flag", json!(false), "count the game's own statistics; of up to 5000 games without swap, a file to keep"),
            ],
        },
        {
            "name": "tournament",
            "about": "A round robin, stored as it goes: the same again goes on where it was.",
            "fields": [
                game(),
                field("agents", "agents", json!([]), "the agents; those for single seats are joined by + into one for all"),
                field("games", "number", json!(100), "games for every group of agents that meets"),
                seed(),
                field("first_versus", "flag", json!(false), "only the first agent meets the others"),
                field("one_way", "flag", json!(false), "every group plays one seating only"),
                field("stats", "flag", json!(false), "count the game's own statistics, for a file to keep; plays the games for it"),
                field("fresh", "flag", json!(false), "forget the stored games of this tournament"),
            ],
        },
        {
            "name": "train",
            "about": "A player learns; its file can be used in specs, and it goes on after an interruption.",
            "fields": [
                field("game", "game", json!(learning), "the game's spec"),
                field("agent", "agent", json!(first.agent), "whom to train: an agent with the file it starts from"),
                choice("method", methods, &about.join("; ")),
                field("against", "agents", json!(first.opponents), "the opponents: players of the same kind"),
                field("rounds", "number", json!(20), "matches or generations"),
                field("games", "number", json!(20), "games a match, or an evaluation"),
                seed(),
                field("hours", "number", json!(""), "stop after so many hours"),
            ],
        },
        {
            "name": "reproduce",
            "about": "Published tables and figures, ours beside theirs, stored as they come: the same again goes on where it was.",
            "fields": [
                {
                    "name": "ids",
                    "kind": "ids",
                    "default": [ids[0]],
                    "choices": ids,
                    "about": "which tables",
                },
                field("all", "flag", json!(false), "all of them"),
                field("quick", "flag", json!(true), "fewer games: seconds instead of minutes"),
                field("fresh", "flag", json!(false), "forget what is stored of these tables"),
            ],
        },
    ]))
}

/// `POST /api/runs`.
pub async fn start(State(app): State<Arc<App>>, Form(request): Form<Value>) -> Answer<Response> {
    blocking(move || {
        let id = app.queue.start(request)?;
        Ok((StatusCode::CREATED, Json(json!({ "id": id }))).into_response())
    })
    .await
}

/// `GET /api/runs`.
pub async fn list(State(app): State<Arc<App>>) -> Json<Vec<Value>> {
    Json(app.queue.list())
}

/// A run's number, as it stands in an address.
fn number(id: &str) -> Answer<i64> {
    id.parse().map_err(|_| Refusal::missing(format!("there is no run '{id}'")))
}

/// A result without the contents of its files, which are for those who ask for them.
fn brief(mut result: Value) -> Value {
    let files = result.get_mut("files").and_then(Value::as_array_mut);
    files.into_iter().flatten().filter_map(Value::as_object_mut).for_each(|file| drop(file.remove("text")));
    result
}

/// `GET /api/runs/{id}`.
pub async fn show(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer<Json<Value>> {
    blocking(move || {
        let id = number(&id)?;
        let mut json = app.queue.find(id)?.json();
        json["result"] = json!(app.queue.result(id)?.map(brief));
        Ok(Json(json))
    })
    .await
}

/// `POST /api/runs/{id}/cancel`.
pub async fn cancel(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Form(Nothing {}): Form<Nothing>,
) -> Answer<Json<Value>> {
    blocking(move || Ok(Json(app.queue.cancel(number(&id)?)?.json()))).await
}

/// `GET /api/runs/{id}/events`.
pub async fn events(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    stay: Stay,
) -> Answer<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let seat = app.listener(stay)?;
    let run = app.queue.find(number(&id)?)?;
    let closing = app.closing.subscribe();
    // The last piece of news is that it is over; then the stream ends.
    let stream = stream::unfold((run, closing, seat, None), |(run, closing, seat, last)| async move {
        let mut last: Option<Value> = last;
        loop {
            if last.as_ref().is_some_and(|l| l["over"] == true) || *closing.borrow() {
                return None;
            }
            let (status, mut news) = (run.status(), run.json());
            news["over"] = json!(status.state.over());
            let same =
                last.as_ref().is_some_and(|l| l["state"] == news["state"] && l["done"] == news["done"]);
            if !same {
                let event = Event::default().json_data(&news).expect("news are plain data");
                return Some((Ok(event), (run, closing, seat, Some(news))));
            }
            last = Some(news);
            tokio::time::sleep(PULSE).await;
        }
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

/// Which table.
#[derive(Deserialize)]
pub struct Which {
    #[serde(default)]
    n: usize,
}

async fn result(app: Arc<App>, id: String) -> Answer<(i64, Value)> {
    blocking(move || {
        let id = number(&id)?;
        app.queue.find(id)?;
        let result = app.queue.result(id)?;
        result.map(|r| (id, r)).ok_or_else(|| Refusal::conflict(format!("run {id} has no result yet")))
    })
    .await
}

fn file(name: String, kind: &'static str, text: String) -> Response {
    let name = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, kind.to_string()), (header::CONTENT_DISPOSITION, name)], text).into_response()
}

/// `GET /api/runs/{id}/table.csv`.
pub async fn table(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    which: Result<Query<Which>, QueryRejection>,
) -> Answer<Response> {
    let Query(which) = which?;
    let (id, result) = result(app, id).await?;
    let table = &result["tables"][which.n];
    if table.is_null() {
        return Err(Refusal::missing(format!("run {id} has no table {}", which.n)));
    }
    Ok(file(format!("sandtable-{id}-{}.csv", which.n), "text/csv; charset=utf-8", results::csv(table)))
}

/// `GET /api/runs/{id}/plot.svg`.
pub async fn plot(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    which: Result<Query<Which>, QueryRejection>,
) -> Answer<Response> {
    let Query(which) = which?;
    let (id, result) = result(app, id).await?;
    let svg = result["plots"][which.n]["svg"].as_str();
    let svg = svg.ok_or_else(|| Refusal::missing(format!("run {id} has no figure {}", which.n)))?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg.to_string()).into_response())
}

/// `GET /api/runs/{id}/report.html`.
pub async fn report(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer<Response> {
    let (id, result) = result(app, id).await?;
    let sections: Vec<Section> = serde_json::from_value(result["sections"].clone())
        .map_err(|_| Refusal::missing(format!("run {id} has no published tables")))?;
    let quick = result["quick"] == json!(true);
    let page = page(&sections, quick, &crate::cmd::origin());
    Ok(file(format!("sandtable-{id}.html"), "text/html; charset=utf-8", page))
}

/// `GET /api/runs/{id}/file`.
pub async fn attached(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    which: Result<Query<Which>, QueryRejection>,
) -> Answer<Response> {
    let Query(which) = which?;
    let (id, result) = result(app, id).await?;
    let found = &result["files"][which.n];
    match (found["name"].as_str(), found["text"].as_str()) {
        (Some(name), Some(text)) => {
            Ok(file(format!("sandtable-{id}-{name}"), "text/plain; charset=utf-8", text.into()))
        }
        _ => Err(Refusal::missing(format!("run {id} has no file {}", which.n))),
    }
}

/// `GET /api/runs/{id}/result.json`.
pub async fn whole(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer<Response> {
    let (id, result) = result(app, id).await?;
    let text = serde_json::to_string_pretty(&brief(result)).expect("results are plain data");
    Ok(file(format!("sandtable-{id}.json"), "application/json", text))
}
