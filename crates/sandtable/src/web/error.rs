//! Refusals: a status and one line, `{"error": "…"}`; and bodies as forms.

use axum::Json;
use axum::body::to_bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use sandtable_arena::Failure;
use sandtable_core::BadInput;
use serde::de::DeserializeOwned;
use serde_json::json;

/// Why a request is not granted.
#[derive(Debug)]
pub struct Refusal {
    /// The status.
    pub status: StatusCode,
    /// What is wrong and what was expected, in one line.
    pub line: String,
}

/// What a handler gives.
pub type Answer<T> = Result<T, Refusal>;

impl Refusal {
    /// A refusal with a status of its own.
    pub fn new(status: StatusCode, line: impl Into<String>) -> Self {
        Refusal { status, line: line.into() }
    }

    /// Input that cannot be used.
    pub fn bad(line: impl Into<String>) -> Self {
        Refusal::new(StatusCode::BAD_REQUEST, line)
    }

    /// Not for this key, or not from there.
    pub fn forbidden(line: impl Into<String>) -> Self {
        Refusal::new(StatusCode::FORBIDDEN, line)
    }

    /// It is not there.
    pub fn missing(line: impl Into<String>) -> Self {
        Refusal::new(StatusCode::NOT_FOUND, line)
    }

    /// Not as things stand now.
    pub fn conflict(line: impl Into<String>) -> Self {
        Refusal::new(StatusCode::CONFLICT, line)
    }

    /// A bound is reached.
    pub fn full(line: impl Into<String>) -> Self {
        Refusal::new(StatusCode::TOO_MANY_REQUESTS, line)
    }

    /// A body beyond its bound.
    pub fn too_large(most: usize) -> Self {
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, format!("the body is larger than {most} bytes"))
    }

    /// The server's own trouble.
    pub fn trouble(line: impl Into<String>) -> Self {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, line)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let line = self.line.split_whitespace().collect::<Vec<_>>().join(" ");
        (self.status, Json(json!({ "error": line }))).into_response()
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::BadInput(line) => Refusal::bad(line),
            Failure::Interrupted(line) => Refusal::conflict(line),
            Failure::Failed(line) => Refusal::trouble(line),
        }
    }
}

impl From<BadInput> for Refusal {
    fn from(bad: BadInput) -> Self {
        Refusal::bad(bad.0)
    }
}

impl From<QueryRejection> for Refusal {
    fn from(rejection: QueryRejection) -> Self {
        Refusal::bad(rejection.body_text())
    }
}

/// The most bytes of a request's body.
pub const MOST_BYTES: usize = 2 << 20;

/// A JSON body of at most `MOST` bytes.
pub struct Form<T, const MOST: usize = MOST_BYTES>(pub T);

impl<T: DeserializeOwned, S: Send + Sync, const MOST: usize> FromRequest<S> for Form<T, MOST> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Answer<Self> {
        let bytes = to_bytes(request.into_body(), MOST).await.map_err(|_| Refusal::too_large(MOST))?;
        // Requests that need no fields may come without a body.
        let text: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
        serde_json::from_slice(text).map(Form).map_err(|e| Refusal::bad(format!("the body: {e}")))
    }
}
