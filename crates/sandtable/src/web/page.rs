//! The page: its files are inside the program, or in a folder that is being worked on.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use super::App;
use super::error::Refusal;

#[derive(RustEmbed)]
#[folder = "page/"]
struct Files;

/// A file of the page; `/` is its first.
pub async fn page(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let Some((bytes, tag)) = find(app.page.as_deref(), path) else {
        return Refusal::missing(format!("there is no /{path}")).into_response();
    };
    let fresh = [(header::CACHE_CONTROL, "no-cache".to_string()), (header::ETAG, tag.clone())];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, fresh).into_response();
    }
    (fresh, [(header::CONTENT_TYPE, kind(path))], bytes).into_response()
}

/// The bytes of a file and a tag that changes with them.
fn find(folder: Option<&Path>, path: &str) -> Option<(Cow<'static, [u8]>, String)> {
    let plain = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':', '%']);
    if !path.split('/').all(plain) {
        return None;
    }
    if let Some(folder) = folder {
        let bytes = std::fs::read(folder.join(path)).ok()?;
        let tag = format!("\"{:x}\"", super::files::hash(&bytes));
        return Some((bytes.into(), tag));
    }
    let file = Files::get(path)?;
    let tag: String = file.metadata.sha256_hash()[..8].iter().map(|b| format!("{b:02x}")).collect();
    Some((file.data, format!("\"{tag}\"")))
}

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        _ => "text/plain; charset=utf-8",
    }
}
