//! Uploaded files: rules, positions, boards, maps and players, kept under names that their contents give.

use std::hash::{DefaultHasher, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use sandtable_arena::import::import;
use serde::Deserialize;
use serde_json::{Value, json};

use super::error::{Answer, Form, Refusal};
use super::{App, blocking, forms};

/// How many files are kept.
const MOST_FILES: usize = 1000;

/// An upload.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Upload {
    name: String,
    text: String,
    /// The game and the kind of a file that is to be kept under its name.
    game: Option<String>,
    kind: Option<String>,
}

/// `POST /api/files`: keeps a file and says under which handle; a file of another program becomes one of ours first.
pub async fn upload(State(app): State<Arc<App>>, Form(upload): Form<Upload>) -> Answer<Json<Value>> {
    blocking(move || {
        if let (Some(game), Some(kind)) = (&upload.game, &upload.kind) {
            let ending = forms::check(game, kind, &upload.name, &upload.text)?;
            let handle = keep(&upload.text, ending)?;
            app.keep.name_file(game, kind, &upload.name, &handle)?;
            return Ok(Json(json!({ "handle": handle, "name": upload.name })));
        }
        if upload.game.is_some() || upload.kind.is_some() {
            return Err(Refusal::bad("expected both a game and a kind, or neither"));
        }
        let bad = || {
            let line = format!("'{}': expected a file's name with an ending, such as my.map", upload.name);
            Refusal::bad(line)
        };
        let short =
            |end: &&str| (1..=8).contains(&end.len()) && end.bytes().all(|b| b.is_ascii_alphanumeric());
        let (_, ending) = upload.name.rsplit_once('.').filter(|(_, end)| short(end)).ok_or_else(bad)?;
        let ending = ending.to_ascii_lowercase();
        let Some(imported) = import(&upload.name, &upload.text) else {
            let handle = keep(&upload.text, &ending)?;
            return Ok(Json(json!({ "handle": handle, "name": upload.name })));
        };
        let imported = imported?;
        let handle = keep(&imported.text, imported.ending)?;
        Ok(Json(json!({
            "handle": handle,
            "name": upload.name,
            "scenario": imported.name,
            "understood": imported.understood,
            "ignored": imported.ignored,
            "unplayable": imported.unplayable,
        })))
    })
    .await
}

/// The text of a file that is here.
pub fn read(handle: &str) -> Answer<String> {
    let missing = || Refusal::missing(format!("there is no file '{handle}'"));
    match is_handle(handle) {
        true => std::fs::read_to_string(handle).map_err(|_| missing()),
        false => Err(missing()),
    }
}

/// Whether a value has the form of a handle: of an upload, or of a player that was trained here.
pub fn is_handle(text: &str) -> bool {
    let Some((stem, ending)) = text.split_once('.') else { return false };
    let body = match stem.split_once('-') {
        Some(("f", hash)) => hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit()),
        Some(("t", run)) => (1..=16).contains(&run.len()) && run.bytes().all(|b| b.is_ascii_digit()),
        _ => false,
    };
    body && (1..=8).contains(&ending.len()) && ending.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// A number that depends on the contents alone.
pub fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

/// Writes a file into the working folder under its handle; the same contents get the same handle.
fn keep(text: &str, ending: &str) -> Answer<String> {
    let trouble = |e: std::io::Error| Refusal::trouble(format!("cannot keep the file: {e}"));
    let first = hash(text.as_bytes());
    // Other contents with the same hash are next to impossible, but then the next number is free.
    for number in (0..100).map(|i| first.wrapping_add(i)) {
        let handle = format!("f-{number:016x}.{ending}");
        match std::fs::read(&handle) {
            Ok(known) if known == text.as_bytes() => return Ok(handle),
            Ok(_) => continue,
            Err(_) => {}
        }
        if std::fs::read_dir(".").map_err(trouble)?.count() >= MOST_FILES {
            return Err(Refusal::full(format!("there are {MOST_FILES} files already")));
        }
        let part = PathBuf::from(format!("{handle}.part"));
        std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, &handle)).map_err(trouble)?;
        return Ok(handle);
    }
    Err(Refusal::trouble("no name is free for this file"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_have_one_form() {
        for good in ["f-0123456789abcdef.axis", "f-0123456789ABCDEF.rg", "t-12.aip"] {
            assert!(is_handle(good), "{good}");
        }
        for bad in
            ["f-1.axis", "f-0123456789abcdef", "t-.aip", "t-x.aip", "g-1.aip", "f-0123456789abcdef.a/b"]
        {
            assert!(!is_handle(bad), "{bad}");
        }
    }
}
