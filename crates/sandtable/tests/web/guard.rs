//! Who is not answered: pages of others, foreign names, other kinds of content, bodies without end.

use serde_json::json;

use super::client::{Client, Server};

const JSON: (&str, &str) = ("content-type", "application/json");

fn refused(
    client: &mut Client,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
    status: u16,
) {
    let reply = client.send(method, path, headers, body);
    assert_eq!(reply.status, status, "{method} {path} {headers:?}: {}", reply.text());
    let why = reply.json()["error"].as_str().unwrap().to_string();
    assert!(!why.is_empty() && !why.contains('\n'), "{why}");
}

#[test]
fn pages_of_others_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let order = json!({ "game": "lucid:3x3", "seats": ["human", "human"] }).to_string();
    let order = order.as_bytes();
    let own = format!("http://{}", server.address);
    for headers in [
        &[JSON, ("origin", "http://evil.example")][..],
        &[JSON, ("origin", "null")],
        &[JSON, ("origin", "http://localhost:1")],
        &[JSON, ("sec-fetch-site", "cross-site")],
        &[JSON, ("host", "evil.example")],
        &[JSON, ("host", "evil.example:7878"), ("origin", "http://evil.example:7878")],
    ] {
        refused(&mut client, "POST", "/api/games", headers, order, 403);
        refused(&mut client, "GET", "/api/catalog", &headers[1..], b"", 403);
    }
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
        refused(&mut client, "POST", "/api/games", &[("content-type", kind)], order, 415);
    }
    refused(&mut client, "POST", "/api/games", &[], order, 415);
    assert_eq!(client.got("/api/games"), json!([]), "no game was made");
    assert_eq!(client.send("POST", "/api/games", &[JSON, ("origin", &own)], order).status, 201);
}

#[test]
fn bodies_have_bounds() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let game = client.make(&json!({ "game": "lucid:3x3", "seats": ["human", "human"] }));
    let long = |bytes: usize| json!({ "steps": "x ".repeat(bytes / 2), "version": 1 }).to_string();
    refused(&mut client, "POST", &game.at("/steps", 0), &[JSON], long(70_000).as_bytes(), 413);
    let file = json!({ "name": "my.map", "text": "x".repeat(2 << 20) }).to_string();
    refused(&mut client, "POST", "/api/files", &[JSON], file.as_bytes(), 413);
    // Without its length, too.
    let chunked = [JSON, ("transfer-encoding", "chunked")];
    let mut raw = format!("{:x}\r\n", 3 << 20).into_bytes();
    raw.extend(vec![b' '; 3 << 20]);
    let reply = chunked_post(&server, "/api/games", &chunked, &raw);
    assert!(reply.starts_with("HTTP/1.1 413"), "{reply}");
}

/// A body in pieces; the head of the answer.
fn chunked_post(server: &Server, path: &str, headers: &[(&str, &str)], body: &[u8]) -> String {
    use std::io::{Read, Write};
    let mut stream = std::net::TcpStream::connect(&server.address).unwrap();
    let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    write!(stream, "POST {path} HTTP/1.1\r\nhost: localhost\r\n{headers}\r\n").unwrap();
    let _ = stream.write_all(body);
    let mut answer = vec![0; 4096];
    let read = stream.read(&mut answer).unwrap();
    String::from_utf8_lossy(&answer[..read]).into()
}

#[test]
fn answers_carry_their_rules_for_browsers() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let page = client.get("/");
    assert_eq!(page.status, 200);
    assert!(page.text().contains("<title>Sandtable</title>"));
    assert!(page.headers.contains("content-security-policy: default-src 'self'"), "{}", page.headers);
    assert!(page.headers.contains("x-content-type-options: nosniff"));
    let tag = page.headers.lines().find_map(|l| l.strip_prefix("etag: ")).unwrap().to_string();
    assert_eq!(client.send("GET", "/", &[("if-none-match", &tag)], b"").status, 304);
    let api = client.get("/api/catalog");
    assert!(api.headers.contains("cache-control: no-store"), "{}", api.headers);
    for path in ["/../Cargo.toml", "/assets/../../Cargo.toml", "/.hidden", "/nothing.js", "/%2e%2e/x"] {
        refused(&mut client, "GET", path, &[], b"", 404);
    }
    refused(&mut client, "GET", "/api/nothing", &[], b"", 404);
    refused(&mut client, "PUT", "/api/games", &[], b"", 405);
    refused(&mut client, "POST", "/", &[JSON], b"", 405);
}
