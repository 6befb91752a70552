//! Who may talk to the server: programs of this machine and its own page, not the pages of others.
//!
//! A browser sends requests for any page that asks. So the name in `Host` must be one of this machine's (a foreign name
//! that was made to point here is none), an `Origin` must be the page's own, and what changes something must come as
//! JSON, which pages of others cannot send unasked. The body, too, is taken in here, within its bounds.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::App;
use super::door::Stay;
use super::error::{Answer, MOST_BYTES, Refusal};

/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(15);

/// What every answer says about itself to browsers.
const HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // Keys stand in addresses, which must not leave with a link.
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Checks a request before anything else sees it, and marks the answer.
pub async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api");
    let checked = check(&app.address, request.method(), request.uri(), request.headers());
    let mut response = match checked {
        Ok(()) => answer(request, next).await.unwrap_or_else(IntoResponse::into_response),
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if api {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Has a request answered once all of it is there.
async fn answer(request: Request, next: Next) -> Answer<Response> {
    let (mut parts, body) = request.into_parts();
    let bytes = read(&parts.headers, body).await?;
    let _stay = Stay::from_request_parts(&mut parts, &()).await;
    Ok(next.run(Request::from_parts(parts, bytes.into())).await)
}

/// The body of a request.
async fn read(headers: &HeaderMap, body: Body) -> Answer<Bytes> {
    let length = headers.get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|l| l > MOST_BYTES) {
        return Err(Refusal::too_large(MOST_BYTES));
    }
    match tokio::time::timeout(PATIENCE, to_bytes(body, MOST_BYTES)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(e)) if format!("{e:?}").contains("LengthLimit") => Err(Refusal::too_large(MOST_BYTES)),
        Ok(Err(e)) => Err(Refusal::bad(format!("the body cannot be read: {e}"))),
        Err(_) => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body took too long to arrive")),
    }
}

fn check(address: &SocketAddr, method: &Method, uri: &Uri, headers: &HeaderMap) -> Answer<()> {
    let text = |name: HeaderName| headers.get(name).map(|v| v.to_str().unwrap_or_default());
    let host = uri.authority().map(|a| a.as_str()).or_else(|| text(header::HOST)).unwrap_or_default();
    if !ours(address, host) {
        return Err(Refusal::forbidden(format!(
            "'{host}' is not this server: expected {address} or localhost"
        )));
    }
    if let Some(origin) = text(header::ORIGIN) {
        let from = origin.split_once("://").map_or("", |(_, from)| from);
        if !from.eq_ignore_ascii_case(host) {
            return Err(Refusal::forbidden(format!("requests from '{origin}' are not answered")));
        }
    }
    let fetched = |name| text(HeaderName::from_static(name)).unwrap_or_default();
    // Following a link from elsewhere to the page itself is fine: it holds nothing until its own scripts ask.
    let followed = fetched("sec-fetch-mode") == "navigate"
        && fetched("sec-fetch-dest") == "document"
        && !uri.path().starts_with("/api");
    if fetched("sec-fetch-site") == "cross-site" && !followed {
        return Err(Refusal::forbidden("requests from other sites are not answered"));
    }
    if method == Method::POST {
        let kind = text(header::CONTENT_TYPE).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            let line = format!("content-type '{kind}': expected application/json");
            return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, line));
        }
    }
    Ok(())
}

/// Whether a host, with or without a port, is a name of this server. Ports are left to tunnels.
fn ours(address: &SocketAddr, host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    let ip = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    match ip {
        // A server that listens everywhere cannot know all its numbers; a foreign page has a name, not a number.
        Ok(ip) => ip.is_loopback() || ip == address.ip() || address.ip().is_unspecified(),
        Err(_) => name.eq_ignore_ascii_case("localhost"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn try_with(method: Method, path: &str, headers: &[(&str, &str)]) -> Result<(), u16> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(HeaderName::try_from(*name).unwrap(), HeaderValue::from_str(value).unwrap());
        }
        let address = "127.0.0.1:7878".parse().unwrap();
        check(&address, &method, &path.parse().unwrap(), &map).map_err(|r| r.status.as_u16())
    }

    #[test]
    fn only_names_of_this_machine_are_answered() {
        for (host, expect) in [
            ("127.0.0.1:7878", Ok(())),
            ("localhost:7878", Ok(())),
            ("LOCALHOST", Ok(())),
            ("[::1]:7878", Ok(())),
            ("127.1.2.3", Ok(())),
            ("evil.example:7878", Err(403)),
            ("localhost.evil.example", Err(403)),
            ("127.0.0.1.evil.example:7878", Err(403)),
            ("192.168.0.7:7878", Err(403)),
            ("", Err(403)),
        ] {
            assert_eq!(try_with(Method::GET, "/api/catalog", &[("host", host)]), expect, "{host}");
        }
    }

    #[test]
    fn pages_of_others_are_refused() {
        let host = ("host", "localhost:7878");
        let get = |path: &str, more: &[(&str, &str)]| try_with(Method::GET, path, &[&[host], more].concat());
        assert_eq!(get("/", &[("origin", "http://localhost:7878")]), Ok(()));
        assert_eq!(get("/", &[("origin", "http://localhost:3000")]), Err(403));
        assert_eq!(get("/", &[("origin", "http://127.0.0.1:7878")]), Err(403));
        assert_eq!(get("/", &[("origin", "null")]), Err(403));
        assert_eq!(get("/", &[("sec-fetch-site", "cross-site")]), Err(403));
        let followed = [
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
        ];
        assert_eq!(get("/", &followed), Ok(()));
        assert_eq!(get("/api/games", &followed), Err(403));
    }

    #[test]
    fn what_changes_something_comes_as_json() {
        let post = |kind: &str| {
            try_with(Method::POST, "/api/games", &[("host", "localhost"), ("content-type", kind)])
        };
        assert_eq!(post("application/json"), Ok(()));
        assert_eq!(post("Application/JSON; charset=utf-8"), Ok(()));
        assert_eq!(post("text/plain"), Err(415));
        assert_eq!(post("application/x-www-form-urlencoded"), Err(415));
    }
}
