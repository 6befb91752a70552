//! What there is to look up: the catalogue, agents, odds, files, and the description of it all.

use serde_json::{Value, json};

use super::client::Server;

#[test]
fn the_catalogue_names_games_agents_and_calculators() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let catalog = client.got("/api/catalog");
    assert_eq!(catalog["games"][0]["name"], "lucid");
    assert!(catalog["reproductions"].as_array().unwrap().iter().any(|r| r["id"] == "lucid-3.1"));
    for game in catalog["games"].as_array().unwrap() {
        let agents = client.got(&format!("/api/agents?game={}", game["name"].as_str().unwrap()));
        assert!(
            agents["agents"].as_array().unwrap().iter().any(|a| a["name"] == "random" && a["seats"] == "any")
        );
        assert!(agents["seats"].as_array().unwrap().len() > 1);
    }
    for calculator in client.got("/api/odds").as_array().unwrap() {
        let fields = calculator["fields"].as_array().unwrap();
        let filled: Value =
            fields.iter().map(|f| (f["name"].as_str().unwrap().to_string(), f["default"].clone())).collect();
        let odds = client.posted(&format!("/api/odds/{}", calculator["name"].as_str().unwrap()), &filled);
        let chances =
            odds["distribution"].as_array().unwrap().iter().map(|end| end["chance"].as_f64().unwrap());
        assert!((chances.sum::<f64>() - 1.0).abs() < 1e-9, "{odds}");
        assert!(odds["shown"]["groups"][0]["ends"].as_array().unwrap().len() > 1);
    }
    let units =
        json!({ "attackers": { "infantry": 3, "armour": 2 }, "defenders": { "infantry": 4, "fighter": 0 } });
    let odds = client.posted("/api/odds/axis", &units);
    assert_eq!(odds["attackers"], json!({ "infantry": 3, "armour": 2 }));
    client.refused("/api/odds/axis", &json!({ "attackers": "infantry=3" }), 400);
    client.refused(
        "/api/odds/axis",
        &json!({ "attackers": "infantry=3", "defenders": "infantry=1", "map": "/x.axis" }),
        400,
    );
    client.refused("/api/odds/chess", &json!({}), 404);
}

#[test]
fn every_request_that_is_described_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let described = client.got("/api/openapi.json");
    let paths = described["paths"].as_object().unwrap();
    assert!(paths.len() >= 24, "{}", paths.len());
    for (path, methods) in paths {
        let address = path.replace("{id}", "1").replace("{game}", "none");
        for method in methods.as_object().unwrap().keys() {
            let kind = [("content-type", "application/json")];
            let reply = client.send(&method.to_uppercase(), &address, &kind, b"[]");
            assert!(!reply.text().contains("openapi.json") || reply.status == 200, "{method} {path}");
            assert_ne!(reply.status, 405, "{method} {path}");
        }
        let other = if methods.get("put").is_none() { "PUT" } else { "PATCH" };
        assert_eq!(client.send(other, &address, &[], b"").status, 405, "{path}");
    }
}

#[test]
fn files_are_kept_under_handles() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let board = std::fs::read_to_string("../../data/boards/3x3.board").unwrap();
    let kept = client.posted("/api/files", &json!({ "name": "my.board", "text": board }));
    let handle = kept["handle"].as_str().unwrap();
    assert!(handle.starts_with("f-") && handle.ends_with(".board"), "{handle}");
    assert_eq!(
        client.posted("/api/files", &json!({ "name": "other.board", "text": board }))["handle"],
        *handle
    );
    let spec = format!("lucid:{handle}");
    let game = client.make(&json!({ "game": spec, "seats": ["human", "human"] }));
    assert_eq!(client.got(&game.at("", 0))["game"], *spec);
    let broken = board.replacen("rows", "rwos", 1);
    let kept = client.posted("/api/files", &json!({ "name": "broken.board", "text": broken }));
    let order =
        json!({ "game": format!("lucid:{}", kept["handle"].as_str().unwrap()), "seats": ["human", "human"] });
    let why = client.refused("/api/games", &order, 400);
    assert!(why.contains(".board:"), "the place is named: {why}");
    assert!(!why.contains(folder.path().to_str().unwrap()), "but not this machine's folders: {why}");
    for bad in ["../x.board", "/etc/passwd", "f-0000000000000000.board", "a/b", "web.db", "..%2fweb.db"] {
        client.refused(
            "/api/games",
            &json!({ "game": format!("lucid:{bad}"), "seats": ["human", "human"] }),
            400,
        );
    }
    for name in ["noending", "x.", "x.a/b", "x.toolongending"] {
        client.refused("/api/files", &json!({ "name": name, "text": "" }), 400);
    }
    let why = client.refused("/api/files", &json!({ "name": "x.xml", "text": "<game>" }), 400);
    assert!(why.contains("x.xml"), "{why}");
    // Games with files of their own come back, too.
    server.kill();
    let server = Server::start(folder.path());
    server.client().got(&game.at("", 0));
}
