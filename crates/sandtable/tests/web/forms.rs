//! Files that are written in forms: drafts, names, and what is refused.

use serde_json::{Value, json};

use super::client::Server;

#[test]
fn rules_positions_and_players_are_written_kept_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let catalog = client.got("/api/catalog");
    let grid = catalog["games"].as_array().unwrap().iter().find(|g| g["name"] == "grid").unwrap();
    let kinds: Vec<&str> =
        grid["files"].as_array().unwrap().iter().map(|k| k["name"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["rules", "positions", "player"]);
    assert!(
        grid["files"][0]["fields"].as_array().unwrap().iter().all(|f| f["about"].as_str().unwrap().len() > 3)
    );
    let draft = |kind: &str, more: Value| {
        let mut order = json!({ "game": "grid", "kind": kind });
        more.as_object().unwrap().iter().for_each(|(key, value)| order[key] = value.clone());
        order
    };
    // From a shipped file to values, with one changed to a text, and kept.
    let shipped = client.posted("/api/files/form", &draft("rules", json!({ "from": "p1vp2" })));
    assert_eq!(shipped["values"]["MEN_ADDED"], "X+X^0.1");
    let mut values = shipped["values"].clone();
    values["NO_OF_TURNS"] = json!(3);
    values["BLUE_PLAYER"] = json!("");
    values["RED_PLAYER"] = json!("aiPlayer7.aip");
    let changed = client.posted("/api/files/form", &draft("rules", json!({ "values": values })));
    assert!(changed["text"].as_str().unwrap().contains("NO_OF_TURNS 3;\n"));
    let back = client.posted("/api/files/form", &draft("rules", json!({ "text": changed["text"] })));
    assert_eq!(back, changed);
    let keep =
        |name: &str, text: &Value| json!({ "name": name, "text": text, "game": "grid", "kind": "rules" });
    let kept = client.posted("/api/files", &keep("my rules.rg", &changed["text"]));
    let handle = kept["handle"].as_str().unwrap().to_string();
    assert_eq!(client.got("/api/files")[0]["name"], "my rules.rg");
    assert_eq!(client.get(&format!("/api/files/{handle}")).text(), changed["text"].as_str().unwrap());
    // They say who plays: Red by its file, Blue a person; and every roll has its scores.
    let game = client.make(&json!({ "game": format!("grid:{handle},pos=standard") }));
    let table = client.got(&game.at("", 1));
    let players: Vec<&str> =
        table["seats"].as_array().unwrap().iter().map(|s| s["player"].as_str().unwrap()).collect();
    assert_eq!(players, ["aip:aiPlayer7", "human"]);
    assert!(table["game"].as_str().unwrap().ends_with("rolls=single"), "{}", table["game"]);
    // A newer file takes the name over; forgetting it leaves the game its file.
    let other = client.posted("/api/files", &keep("my rules.rg", &shipped["text"]));
    assert_eq!(client.got("/api/files").as_array().unwrap().len(), 1);
    let other = other["handle"].as_str().unwrap();
    assert_eq!(client.send("DELETE", &format!("/api/files/{other}"), &[], b"").status, 200);
    assert_eq!(client.send("DELETE", &format!("/api/files/{other}"), &[], b"").status, 404);
    assert_eq!(client.got("/api/files"), json!([]));
    server.kill();
    let server = Server::start(folder.path());
    assert_eq!(server.client().get(&game.at("", 1)).status, 200, "the game still has its rules");
}

#[test]
fn what_is_wrong_is_refused_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let form = "/api/files/form";
    let rules = |values: Value| json!({ "game": "grid", "kind": "rules", "values": values });
    let mut refuse = |path: &str, body: &Value, expect: &str| {
        let line = client.refused(path, body, 400);
        assert!(line.contains(expect), "{line}");
    };
    refuse(form, &rules(json!({ "GRID_X": "ten" })), "GRID_X is 'ten': expected a whole number from 1 to 64");
    refuse(form, &rules(json!({ "GRID_X": [1, 2] })), "GRID_X is");
    refuse(form, &rules(json!({ "GRID_Q": 1 })), "'GRID_Q': expected one of GRID_X");
    refuse(form, &rules(json!({ "MEN_ADDED": "X;GRID_X 1" })), "one line without ';'");
    refuse(form, &rules(json!({ "MEN_ADDED": "(".repeat(100_000) })), "MEN_ADDED");
    refuse(
        form,
        &json!({ "game": "grid", "kind": "rules", "text": "GRID_X 0;" }),
        "the rules:1: GRID_X is '0'",
    );
    refuse(form, &json!({ "game": "grid", "kind": "rules", "text": "x".repeat(300_000) }), "at most 262144");
    refuse(
        form,
        &json!({ "game": "grid", "kind": "hat" }),
        "expected one of those of grid: rules, positions, player",
    );
    refuse(form, &json!({ "game": "chess", "kind": "rules" }), "expected one that reads files");
    refuse(
        form,
        &json!({ "game": "grid", "kind": "rules", "text": "", "from": "p1vp2" }),
        "expected one of text",
    );
    let text = "GAMES_PLAYED 20;";
    let keep =
        |name: &str, text: &str| json!({ "name": name, "text": text, "game": "grid", "kind": "player" });
    refuse("/api/files", &keep("my.aip", "COURAGE 1;"), "my.aip:1: COURAGE: expected GAMES_PLAYED first");
    for name in ["my.rg", ".aip", "../my.aip", "a\nb.aip", "a,b.aip", &"a".repeat(99)] {
        refuse("/api/files", &keep(name, text), "expected a name of 60 characters at most that ends in .aip");
    }
    refuse("/api/files", &json!({ "name": "x.aip", "text": text, "game": "grid" }), "both a game and a kind");
    assert_eq!(
        client.post(form, &json!({ "game": "grid", "kind": "player", "from": "../web.db" })).status,
        404
    );
    assert_eq!(client.get("/api/files/..%2Fweb.db").status, 404);
    assert_eq!(client.got("/api/files"), json!([]), "nothing of it was kept");
    client.posted("/api/files", &keep("my.aip", text));
    client.refused("/api/files", &keep("my.aip", "nonsense"), 400);
    assert_eq!(client.got("/api/files").as_array().unwrap().len(), 1, "what was there is there");
}
