//! Requests that try to break the house: speeds that no clock can hold, connections that say nothing, games without end,
//! records that lie.

use std::io::Write;
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use super::client::{Numbers, Server, play};

/// Opens the server's store while it does not run.
fn store(data: &Path) -> rusqlite::Connection {
    rusqlite::Connection::open(data.join("web.db")).unwrap()
}

#[test]
fn speeds_have_bounds_also_those_that_were_kept_before() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let game = client.make(&json!({ "game": "lucid:3x3", "seats": ["random", "random"] }));
    for speed in [1e-300, 1e-9, 0.001, -1.0, 1001.0, 1e300] {
        let order = json!({ "running": true, "speed": speed });
        let why = client.refused(&game.watched("/control"), &order, 400);
        assert!(why.contains("speed"), "{why}");
    }
    let table = client.got(&game.watched(""));
    assert_eq!(table["running"], false, "nothing of it was taken");
    server.kill();
    for speed in ["1e-300", "-1.0", "9e999", "NULL"] {
        let sql = format!("UPDATE game SET running = 1, speed = {speed}");
        if store(folder.path()).execute(&sql, []).is_err() {
            continue;
        }
        let server = Server::start(folder.path());
        let mut client = server.client();
        for _ in 0..4 {
            let table = client.got(&game.watched(""));
            let speed = table["speed"].as_f64().unwrap();
            assert!(speed == 0.0 || (0.01..=1000.0).contains(&speed), "{speed}");
        }
        server.kill();
    }
    let server = Server::start(folder.path());
    let mut client = server.client();
    client.posted(&game.watched("/control"), &json!({ "running": true, "speed": 0 }));
    client.wait(&game.watched(""), |t| t["turn"] == "over");
}

/// Connections that begin to say something.
fn half_open(server: &Server, count: usize, words: &str) -> Vec<TcpStream> {
    let open = |_| {
        let mut stream = TcpStream::connect(&server.address).ok()?;
        stream.write_all(words.as_bytes()).ok()?;
        Some(stream)
    };
    (0..count).filter_map(open).collect()
}

#[test]
#[cfg(unix)]
fn half_open_connections_freeze_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_with_files(folder.path(), 256);
    let body = "POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                content-length: 100\r\n\r\n{";
    for words in ["GET /api/catalog HTTP/1.1\r\nhost: local", "", body] {
        let held = half_open(&server, 300, words);
        let begin = Instant::now();
        for _ in 0..3 {
            assert_eq!(server.client().get("/api/catalog").status, 200, "{words:?}");
        }
        let took = begin.elapsed();
        assert!(took < Duration::from_secs(5), "{words:?}: {took:?}");
        drop(held);
    }
}

#[test]
fn headers_and_bodies_must_arrive_in_time() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let body = "POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                content-length: 100\r\n\r\n{";
    for words in ["GET /api/catalog HTTP/1.1\r\nhost: local", "", body] {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        stream.write_all(words.as_bytes()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(25))).unwrap();
        let mut answer = String::new();
        let end = std::io::Read::read_to_string(&mut stream, &mut answer);
        assert!(end.is_ok(), "{words:?}: the connection is closed: {end:?}");
    }
}

#[test]
fn games_that_nobody_asks_for_make_way_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let order = json!({ "game": "grid", "seats": ["random", "random"] });
    for _ in 0..1000 {
        let game = client.make(&order);
        client.posted(&game.watched("/control"), &json!({ "running": true, "speed": 0.01 }));
    }
    client.refused("/api/games", &order, 429);
    server.kill();
    store(folder.path()).execute("UPDATE game SET touched = touched - 3600", []).unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    // Those that went on by themselves are brought back one after another.
    std::thread::sleep(Duration::from_secs(3));
    for _ in 0..20 {
        let game = client.make(&order);
        client.got(&game.watched(""));
    }
}

#[test]
fn a_record_with_a_wrong_result_is_bad_input() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let game = client.make(&json!({ "game": "lucid:3x3", "seats": ["human", "human"], "seed": 3 }));
    play(&mut client, &game, &mut Numbers(1), 1000);
    let mut record = client.got(&game.at("/record", 0));
    record["result"] = json!([99.0, -99.0]);
    let why = client.refused("/api/games", &json!({ "record": record }), 400);
    assert!(why.contains("result"), "{why}");
    record["steps"][0] = json!({ "seat": 7, "step": "nonsense" });
    client.refused("/api/games", &json!({ "record": record }), 400);
}

/// Rounds for months, in an agent that learns before it decides.
const ENDLESS: &str = "automata:rounds=9000000+9000000";

#[test]
fn agents_without_end_hold_no_thinker() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    // More of them than this machine has thinkers; some are stopped, the others deleted.
    let order = json!({ "game": "lucid:3x3", "seats": [ENDLESS, ENDLESS] });
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let games: Vec<_> = (0..cores + 1).map(|_| client.make(&order)).collect();
    for game in &games {
        client.posted(&game.watched("/control"), &json!({ "running": true, "speed": 0 }));
    }
    client.wait(&games[0].watched(""), |t| t["thinking"] == true);
    std::thread::sleep(Duration::from_millis(200));
    for (i, game) in games.iter().enumerate() {
        match i % 2 {
            0 => drop(client.posted(&game.watched("/control"), &json!({ "running": false }))),
            _ => assert_eq!(client.send("DELETE", &game.watched(""), &[], b"").status, 200),
        }
    }
    let begin = Instant::now();
    let odds = json!({ "attackers": 5, "defenders": 3 });
    client.posted("/api/odds/risk", &odds);
    let game = client.make(&json!({ "game": "lucid:3x3", "seats": ["human", "random"], "seed": 1 }));
    play(&mut client, &game, &mut Numbers(3), 500);
    let took = begin.elapsed();
    assert!(took < Duration::from_secs(20), "a decision takes ten seconds at most: {took:?}");
}

#[test]
fn advice_keeps_to_the_simulations_that_were_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let shown = client.posted("/api/position", &json!({ "game": "lucid:3x3" }));
    let ask = |agent: &str, seconds: f64| json!({ "game": "lucid:3x3", "state": shown["example"], "agent": agent, "seconds": seconds });
    let visits = |advice: serde_json::Value| -> u64 {
        advice["considered"].as_array().unwrap().iter().map(|c| c["visits"].as_u64().unwrap()).sum()
    };
    let fixed = client.posted("/api/advise", &ask("mcts:sims=500", 2.0));
    assert!((1..=500).contains(&visits(fixed.clone())), "{fixed}");
    let again = client.posted("/api/advise", &ask("mcts:sims=500", 0.5));
    assert_eq!(again["considered"], fixed["considered"], "time changes nothing");
    let begin = Instant::now();
    client.posted("/api/advise", &ask(ENDLESS, 0.1));
    let took = begin.elapsed();
    assert!(took < Duration::from_secs(20), "{took:?}");
}
