//! Turns within constraints: counted and drawn for whoever is to decide, refused with place and expectation, and blind to what is hidden.

use serde_json::{Value, json};

use super::client::{Server, mover, settled};

const GAME: &str = "lucid";

#[test]
fn turns_within_constraints_are_counted_drawn_and_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let game = client.make(&json!({ "game": GAME, "seats": ["human", "human"], "seed": 1 }));
    let table = client.wait(&game.at("", 0), settled);
    assert!(table["language"]["about"].as_str().unwrap().contains("at least"), "{table}");
    let seat = mover(&table).unwrap();
    let ask = json!({ "text": "nodes <= 6", "areas": [{ "spaces": [0, 1], "least": 1 }], "seed": 3 });
    let found = client.posted(&game.at("/narrow", seat), &ask);
    assert_eq!(found["text"], "{({A5,B5},1)}, nodes <= 6");
    assert_eq!(found["areas"][0]["spaces"], json!([0, 1]));
    assert_eq!(client.posted(&game.at("/narrow", seat), &ask), found, "the seed fixes the examples");
    // In an open game everybody may ask.
    assert_eq!(client.posted(&game.at("/narrow", 1 - seat), &ask), found);
    let all = client.posted(&game.at("/narrow", seat), &json!({}));
    assert_eq!(all["turns"], json!(if seat == 0 { 60_112 } else { 11_359 }));
    let own = client.got(&game.at("", seat));
    let example = &all["examples"][0];
    assert!(!example["arrows"].as_array().unwrap().is_empty(), "{example}");
    let steps = json!({ "steps": example["steps"], "version": own["version"] });
    let after = client.posted(&game.at("/steps", seat), &steps);
    assert_ne!(after["turns"], own["turns"], "a whole turn was played");
}

#[test]
fn what_is_wrong_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let state = client.posted("/api/position", &json!({ "game": GAME }))["example"].clone();
    let ask = |text: &str| json!({ "game": GAME, "state": state, "text": text });
    let found = client.posted("/api/narrow", &ask("{({goal},99)}"));
    assert_eq!((&found["turns"], &found["conflict"]), (&json!(0), &json!("{({goal},99)}")));
    let refused = client.refused("/api/narrow", &ask("nodes <= 6\nforward < 1"), 400);
    assert!(refused.contains("2:9: expected '<='"), "{refused}");
    let mut wrong = ask("");
    wrong["areas"] = json!([{ "spaces": [1_000_000], "least": 1 }]);
    client.refused("/api/narrow", &wrong, 400);
    client.refused("/api/narrow", &ask(&"(".repeat(40_000)), 400);
    // Not every game has a language.
    let shown = client.posted("/api/position", &json!({ "game": "risk:duel" }));
    assert!(shown["language"].is_null());
    client.refused(
        "/api/narrow",
        &json!({ "game": "risk:duel", "state": shown["example"], "text": "" }),
        409,
    );
}

#[test]
fn what_is_hidden_stays_so() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let mut answers: Vec<Value> = Vec::new();
    for red in ["A5", "E5"] {
        // Red's piece stands where Blue does not see it; a wrong answer would tell where.
        let state = format!("turns 9; goal 0; blue C1=2 C2=1; red {red}=2; move blue");
        let order = json!({ "game": "opaque", "seats": ["human", "human"], "state": state, "seed": 1 });
        let game = client.make(&order);
        let ask = json!({ "text": "north <= 2", "seed": 5 });
        answers.push(client.posted(&game.at("/narrow", 0), &ask));
        client.refused(&game.at("/narrow", 1), &ask, 403);
        assert_eq!(client.post(&game.watched("/narrow"), &ask).status, 403);
    }
    assert_eq!(answers[0], answers[1]);
}
