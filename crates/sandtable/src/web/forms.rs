//! Files that people write in forms: the kinds that games declare, drafts of them, and those that are kept under a name.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use sandtable_arena::registry;
use sandtable_core::{FileKey, FileKind, FileValue, TakenBy};
use serde::Deserialize;
use serde_json::{Value, json};

use super::error::{Answer, Form, Refusal};
use super::{App, blocking, files};

/// The most bytes of a file that is written in a form.
const LONGEST: usize = 256 << 10;

/// The kinds of files of a game, as forms show them.
pub fn kinds_json(kinds: &[FileKind]) -> Vec<Value> {
    let kind = |kind: &FileKind| {
        let shipped: Vec<&str> = (kind.shipped)().into_iter().map(|(name, _)| name).collect();
        let taken_by = match kind.taken_by {
            TakenBy::Game(param) => json!({ "param": param }),
            TakenBy::Player(agent, param) => json!({ "agent": agent, "param": param }),
        };
        json!({
            "name": kind.name,
            "about": kind.about,
            "ending": kind.ending,
            "taken_by": taken_by,
            "shipped": shipped,
            "fields": kind.keys.iter().map(field).collect::<Vec<_>>(),
        })
    };
    kinds.iter().map(kind).collect()
}

fn field(key: &FileKey) -> Value {
    let (kind, choices, range) = match key.value {
        FileValue::Whole(least, most) => ("number", &[][..], format!(" ({least} to {most})")),
        FileValue::Real(least, most) => ("number", &[][..], format!(" ({least} to {most})")),
        FileValue::Choice(words) => ("choice", words, String::new()),
        FileValue::Open(words) => ("choice", words, String::new()),
        FileValue::Text => ("text", &[][..], String::new()),
    };
    let about = format!("{}{range}", key.about);
    json!({ "name": key.name, "kind": kind, "default": key.default, "choices": choices, "about": about })
}

fn find(game: &str, kind: &str) -> Answer<&'static FileKind> {
    let games = registry::games();
    let Some(found) = games.iter().find(|g| g.name() == game) else {
        return Err(Refusal::bad(format!("game '{game}': expected one that reads files")));
    };
    let names: Vec<&str> = found.files().iter().map(|k| k.name).collect();
    found.files().iter().find(|k| k.name == kind).ok_or_else(|| {
        Refusal::bad(format!("kind '{kind}': expected one of those of {game}: {}", names.join(", ")))
    })
}

/// What a form asks for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    game: String,
    kind: String,
    /// A file's text.
    text: Option<String>,
    /// Or values by key.
    values: Option<BTreeMap<String, Value>>,
    /// Or the name of a shipped file, or the handle of a kept one.
    from: Option<String>,
}

/// `POST /api/files/form`: a file as text and as values, from either of them or from a file that is there.
pub async fn draft(Form(draft): Form<Draft>) -> Answer<Json<Value>> {
    blocking(move || {
        let kind = find(&draft.game, &draft.kind)?;
        let origin = format!("the {}", kind.name);
        let text = match (draft.text, draft.values, draft.from) {
            (Some(text), None, None) => text,
            (None, Some(values), None) => {
                let plain = |value: Value| match value {
                    Value::String(text) => text,
                    other => other.to_string(),
                };
                let given: Vec<(String, String)> =
                    values.into_iter().map(|(key, value)| (key, plain(value))).collect();
                bounded(given.iter().map(|(key, value)| key.len() + value.len()).sum())?;
                kind.fill(&origin, &given)?
            }
            (None, None, Some(from)) => match (kind.shipped)().into_iter().find(|(name, _)| *name == from) {
                Some((_, text)) => text.into(),
                None => files::read(&from)?,
            },
            (None, None, None) => kind.fill(&origin, &[])?,
            _ => return Err(Refusal::bad("expected one of text, values and from")),
        };
        bounded(text.len())?;
        let values: BTreeMap<&str, String> = (kind.read)(&origin, &text)?.into_iter().collect();
        Ok(Json(json!({ "text": text, "values": values })))
    })
    .await
}

fn bounded(bytes: usize) -> Answer<()> {
    match bytes {
        n if n > LONGEST => Err(Refusal::bad(format!("{n} bytes: at most {LONGEST}"))),
        _ => Ok(()),
    }
}

/// Checks a file that is to be kept under a name, by the reader of its kind.
pub fn check(game: &str, kind: &str, name: &str, text: &str) -> Answer<&'static str> {
    let found = find(game, kind)?;
    let fits = |stem: &str| (1..=60).contains(&stem.len()) && !stem.contains(['/', '\\', ',', ':']);
    let named = name.strip_suffix(found.ending).and_then(|rest| rest.strip_suffix('.'));
    if !named.is_some_and(fits) || name.contains(char::is_control) {
        let line =
            format!("'{name}': expected a name of 60 characters at most that ends in .{}", found.ending);
        return Err(Refusal::bad(line));
    }
    bounded(text.len())?;
    (found.read)(name, text)?;
    Ok(found.ending)
}

/// `GET /api/files`.
pub async fn list(State(app): State<Arc<App>>) -> Answer<Json<Vec<Value>>> {
    blocking(move || app.keep.files().map(Json)).await
}

/// `GET /api/files/{handle}`.
pub async fn show(State(app): State<Arc<App>>, Path(handle): Path<String>) -> Answer<Response> {
    blocking(move || {
        let text = files::read(&handle)?;
        let name = app.keep.file_name(&handle)?.unwrap_or_else(|| handle.clone());
        let plain: String =
            name.chars().map(|c| if c.is_ascii_graphic() && c != '"' { c } else { '_' }).collect();
        let attachment = format!("attachment; filename=\"{plain}\"");
        let kind = "text/plain; charset=utf-8".to_string();
        Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, attachment)], text).into_response())
    })
    .await
}

/// `DELETE /api/files/{handle}`: forgets the name. The contents stay, for the games that were made with them.
pub async fn forget(State(app): State<Arc<App>>, Path(handle): Path<String>) -> Answer<Json<Value>> {
    blocking(move || match app.keep.forget_file(&handle)? {
        true => Ok(Json(json!({ "deleted": handle }))),
        false => Err(Refusal::missing(format!("no file is kept as '{handle}'"))),
    })
    .await
}
