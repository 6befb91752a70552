//! Ten thousand requests that make no sense: each gets its reason, none changes anything.

use std::time::Instant;

use serde_json::{Value, json};

use super::client::{Client, Game, Numbers, Server, mover, settled};

const COUNT: usize = 10_000;

/// A request: method, address, body.
struct Request(&'static str, String, Vec<u8>);

/// A value of a type and size that nobody expects.
fn odd_value(numbers: &mut Numbers) -> Value {
    match numbers.below(10) {
        0 => Value::Null,
        1 => json!(-1),
        2 => json!(1e300),
        3 => json!([[], {}]),
        4 => json!({ "a": [1, 2, { "b": null }] }),
        5 => json!("../../etc/passwd"),
        6 => json!("\u{0}\u{7f}\u{202e}🎲"),
        7 => json!("x".repeat(5000)),
        8 => json!(true),
        _ => json!(u64::MAX),
    }
}

fn random_bytes(numbers: &mut Numbers) -> Vec<u8> {
    (0..numbers.below(200) + 1).map(|_| numbers.below(256) as u8).collect()
}

/// A body that was right before something happened to it.
fn spoiled(numbers: &mut Numbers, good: &Value) -> Vec<u8> {
    let text = good.to_string().into_bytes();
    match numbers.below(5) {
        0 => text[..1 + numbers.below(text.len() - 1)].to_vec(),
        1 => random_bytes(numbers),
        2 => {
            let mut body = good.clone();
            let names: Vec<String> = body.as_object().unwrap().keys().cloned().collect();
            body[names[numbers.below(names.len())].as_str()] = match odd_value(numbers) {
                Value::Null => json!([0]),
                value => value,
            };
            body.to_string().into_bytes()
        }
        3 => {
            let mut body = good.clone();
            body["surprise"] = odd_value(numbers);
            body.to_string().into_bytes()
        }
        _ => odd_value(numbers).to_string().into_bytes(),
    }
}

/// A step that is not there.
fn illegal_step(numbers: &mut Numbers, version: &Value) -> Value {
    let letters = "ABCabc123-=>x end,:";
    let letter = |n: usize| letters.as_bytes()[n % letters.len()] as char;
    let text: String = (0..numbers.below(12)).map(|_| letter(numbers.below(100))).collect();
    json!({ "steps": format!("{text} Q{}", numbers.below(100)), "version": version })
}

fn request(numbers: &mut Numbers, game: &Game, seat: usize, version: &Value) -> Request {
    let steps = game.at("/steps", seat);
    let order = json!({ "game": "lucid:3x3", "seats": ["human", "human"] });
    let run = json!({ "kind": "match", "game": "lucid:3x3", "seats": ["random", "random"] });
    let odds = json!({ "attackers": 5, "defenders": 3 });
    match numbers.below(14) {
        0 => Request("POST", steps, illegal_step(numbers, version).to_string().into_bytes()),
        1 => Request("POST", steps, spoiled(numbers, &json!({ "steps": "end", "version": 0 }))),
        2 => Request("POST", "/api/games".into(), spoiled(numbers, &order)),
        3 => Request("POST", "/api/runs".into(), spoiled(numbers, &run)),
        4 => Request("POST", "/api/odds/risk".into(), spoiled(numbers, &odds)),
        5 => Request(
            "POST",
            "/api/position".into(),
            spoiled(numbers, &json!({ "game": "lucid:3x3", "state": "x" })),
        ),
        6 => Request(
            "POST",
            "/api/files".into(),
            spoiled(numbers, &json!({ "name": "noending", "text": "x" })),
        ),
        7 => Request("POST", game.at("/control", seat), spoiled(numbers, &json!({ "speed": -1.0 }))),
        8 => {
            let body = json!({ "seat": seat, "player": format!("nobody{}", numbers.below(1000)) });
            Request("POST", game.at("/seat", seat), spoiled(numbers, &body))
        }
        9 => Request("GET", format!("/api/games/{:x}?key=1", numbers.below(usize::MAX)), Vec::new()),
        10 => {
            Request("GET", format!("/api/games/{}?key={:x}", game.id, numbers.below(usize::MAX)), Vec::new())
        }
        11 => Request("GET", format!("/api/agents?game=game{}", numbers.below(1000)), Vec::new()),
        12 => Request("POST", format!("/api/runs/{}/cancel", numbers.below(1 << 30)), b"{}".to_vec()),
        _ => {
            let agent = ["aip:/etc/passwd", "mcts:sims=-1", "lucid:..", "", ":", "random:x", "exec:ls"];
            let agent = agent[numbers.below(agent.len())];
            let body = json!({ "game": "lucid:3x3", "seats": ["human", agent] });
            Request("POST", "/api/games".into(), body.to_string().into_bytes())
        }
    }
}

fn everything(client: &mut Client, game: &Game, seat: usize) -> [Value; 3] {
    [client.got(&game.at("", seat)), client.got("/api/games"), client.got("/api/runs")]
}

#[test]
fn nonsense_changes_nothing_and_gets_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let game = client.make(&json!({ "game": "lucid:3x3", "seats": ["human", "human"], "seed": 1 }));
    let seat = mover(&client.wait(&game.at("", 0), settled)).unwrap();
    let before = everything(&mut client, &game, seat);
    let mut numbers = Numbers(2026);
    let begin = Instant::now();
    for i in 0..COUNT {
        let Request(method, path, body) = request(&mut numbers, &game, seat, &before[0]["version"]);
        let reply = client.send(method, &path, &[("content-type", "application/json")], &body);
        let shown = || format!("{i}: {method} {path} {}", String::from_utf8_lossy(&body));
        assert!((400..500).contains(&reply.status), "{}: {} {}", shown(), reply.status, reply.text());
        let why = reply.json()["error"].as_str().map(str::to_string).unwrap_or_default();
        assert!(!why.is_empty() && why.lines().count() == 1, "{}: {why:?}", shown());
    }
    println!("{COUNT} requests in {:.1} s", begin.elapsed().as_secs_f64());
    assert_eq!(everything(&mut client, &game, seat), before);
}
