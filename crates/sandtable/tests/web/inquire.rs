//! Questions about what is hidden: answered to a seat from what it has seen, and blind to the rest.

use serde_json::{Value, json};

use super::client::{Server, mover, settled};

#[test]
fn a_seat_is_answered_from_what_it_has_seen() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let game = client.make(&json!({ "game": "opaque", "seats": ["human", "human"], "seed": 1 }));
    let table = client.wait(&game.at("", 0), settled);
    assert!(table["inquiry"]["about"].as_str().unwrap().contains("at least"), "{table}");
    let rows = [("{({A5,B5},4)}", 0), ("{({A1,B1},6)}", 1)];
    for (text, seat) in rows {
        let asked = client.posted(&game.at("/inquire", seat), &json!({ "text": text }));
        assert_eq!(
            (&asked["verdict"], &asked["text"]),
            (&json!("certain"), &json!(text)),
            "nobody has moved"
        );
    }
    // The other side moves away, out of sight: now it may be so or not.
    let seat = mover(&table).unwrap();
    let own = client.got(&game.at("", seat));
    let steps = ["A1-A2 end", "A5-A4 end"][seat];
    client.posted(&game.at("/steps", seat), &json!({ "steps": steps, "version": own["version"] }));
    let (text, other) = (rows[1 - seat].0, 1 - seat);
    let asked = client.posted(&game.at("/inquire", other), &json!({ "text": text }));
    assert_eq!(asked["verdict"], "possible", "{asked}");
    assert_eq!(asked["areas"][0]["fewest"], 0);
    // An area may be drawn besides.
    let areas = json!([{ "spaces": [12], "least": 1 }]);
    let asked = client.posted(&game.at("/inquire", other), &json!({ "text": "", "areas": areas }));
    assert_eq!((&asked["text"], &asked["verdict"]), (&json!("{({C3},1)}"), &json!("impossible")));
}

#[test]
fn what_is_hidden_stays_so() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let mut answers: Vec<Value> = Vec::new();
    for red in ["A5", "E5"] {
        let state = format!("turns 9; goal 0; blue C1=2 C2=1; red {red}=2; move blue");
        let order = json!({ "game": "opaque", "seats": ["human", "human"], "state": state, "seed": 1 });
        let game = client.make(&order);
        let ask = json!({ "text": "{({A5},1)}" });
        answers.push(client.posted(&game.at("/inquire", 0), &ask));
        assert_eq!(client.post(&game.watched("/inquire"), &ask).status, 403);
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0]["verdict"], "possible");
}

#[test]
fn what_is_wrong_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let game = client.make(&json!({ "game": "opaque", "seats": ["human", "human"], "seed": 1 }));
    let refused = client.refused(&game.at("/inquire", 0), &json!({ "text": "{({F9},1)}" }), 400);
    assert!(refused.contains("1:4: expected a node"), "{refused}");
    client.refused(&game.at("/inquire", 0), &json!({ "text": "(".repeat(40_000) }), 413);
    client.refused(&game.at("/inquire", 0), &json!({ "question": "" }), 400);
    // In an open game there is nothing to ask.
    let open = client.make(&json!({ "game": "lucid", "seats": ["human", "human"], "seed": 1 }));
    let table = client.got(&open.at("", 0));
    assert!(table["inquiry"].is_null());
    client.refused(&open.at("/inquire", 0), &json!({}), 409);
}
