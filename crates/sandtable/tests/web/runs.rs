//! Runs: started, followed, called off, kept, and taken up again.

use serde_json::{Value, json};

use super::client::{Client, Server};

fn over(run: &Value) -> bool {
    !["waiting", "running"].contains(&run["state"].as_str().unwrap())
}

fn start(client: &mut Client, request: &Value) -> String {
    format!("/api/runs/{}", client.posted("/api/runs", request)["id"])
}

#[test]
fn every_kind_of_run_ends_with_tables() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let kinds = client.got("/api/run-kinds");
    let names: Vec<&str> = kinds.as_array().unwrap().iter().map(|k| k["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["match", "tournament", "train", "reproduce"]);
    let requests = [
        json!({ "kind": "match", "game": "lucid:3x3", "seats": ["random", "random"], "games": 50, "swap": true, "luck": "simple" }),
        json!({ "kind": "tournament", "game": "lucid:3x3", "agents": ["random", "simple-blue", "simple-red"], "games": 20 }),
        json!({ "kind": "train", "game": "grid", "agent": "aip:reinforcePlayer2", "rounds": 2, "games": 4 }),
        json!({ "kind": "reproduce", "ids": ["lucid-3.1"], "quick": true }),
    ];
    let runs: Vec<String> = requests.iter().map(|request| start(&mut client, request)).collect();
    for (path, request) in runs.iter().zip(&requests) {
        let run = client.wait(path, over);
        assert_eq!((&run["state"], &run["kind"]), (&json!("done"), &request["kind"]), "{run}");
        assert_eq!(run["done"], run["total"], "{run}");
        let table = &run["result"]["tables"][0];
        let width = table["columns"].as_array().unwrap().len();
        assert!(
            table["rows"].as_array().unwrap().iter().all(|r| r.as_array().unwrap().len() == width),
            "{table}"
        );
        let csv = client.get(&format!("{path}/table.csv?n=0"));
        assert!(csv.headers.contains("content-type: text/csv"), "{}", csv.headers);
        assert_eq!(csv.text().lines().count(), 1 + table["rows"].as_array().unwrap().len());
        assert_eq!(client.get(&format!("{path}/table.csv?n=9")).status, 404);
        assert_eq!(client.got(&format!("{path}/result.json")), run["result"]);
    }
    let trained = client.got(&runs[2]);
    assert_eq!(trained["result"]["files"], json!([{ "name": "statistics.txt" }]));
    let told = client.get(&format!("{}/file?n=0", runs[2])).text();
    assert!(told.contains("<no_games_played=4>") && told.ends_with("</file>\n"), "{told}");
    assert_eq!(client.get(&format!("{}/file?n=1", runs[2])).status, 404);
    let curve = &trained["result"]["curves"][0]["series"][0]["points"];
    assert_eq!(curve.as_array().unwrap().len(), 4, "the two sets that were there, and two rounds");
    // What has been learned can play.
    let player = format!("aip:{}", trained["result"]["out"].as_str().unwrap());
    client.make(&json!({ "game": "grid", "seats": [player, "human"] }));
    assert_eq!(client.got(&runs[0])["result"]["games"], 50, "as the command's --json");
    // Published tables have figures, and are a page to keep.
    let figure = client.get(&format!("{}/plot.svg?n=0", runs[3]));
    assert!(figure.headers.contains("content-type: image/svg+xml") && figure.text().starts_with("<svg"));
    assert_eq!(client.get(&format!("{}/plot.svg?n=99", runs[3])).status, 404);
    let page = client.get(&format!("{}/report.html", runs[3]));
    assert!(page.text().contains("18 published numbers: "), "{}", page.text());
    assert_eq!(client.get(&format!("{}/report.html", runs[0])).status, 404);
    // All are listed after a restart.
    server.kill();
    let server = Server::start(folder.path());
    let list = server.client().got("/api/runs");
    assert_eq!(list.as_array().unwrap().len(), runs.len());
    assert!(list.as_array().unwrap().iter().all(|r| r["state"] == "done"));
}

#[test]
fn runs_wait_are_called_off_and_go_on_after_kill_9() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut client = server.client();
    let long = json!({ "kind": "match", "game": "lucid", "seats": ["random", "random"], "games": 5_000_000 });
    let first = start(&mut client, &long);
    let progress = client.wait(&first, |r| r["done"].as_u64() > Some(0));
    assert_eq!(progress["state"], "running");
    assert!(progress["left"].as_f64() > Some(0.0), "{progress}");
    assert_eq!(client.get(&format!("{first}/result.json")).status, 409);
    let tournament = json!({
        "kind": "tournament", "game": "lucid", "agents": ["random", "simple-blue", "simple-red"], "games": 200_000
    });
    let second = start(&mut client, &tournament);
    client.wait(&second, |r| r["done"].as_u64() > Some(0));
    let third = start(&mut client, &long);
    assert_eq!(client.got(&third)["state"], "waiting", "two at a time");
    for _ in 0..19 {
        start(&mut client, &long);
    }
    client.refused("/api/runs", &long, 429);
    assert_eq!(client.posted(&format!("{first}/cancel"), &json!({}))["state"], "cancelled");
    client.refused(&format!("{first}/cancel"), &json!({}), 409);
    client.wait(&third, |r| r["state"] == "running");
    let played = client.got(&second)["done"].as_u64().unwrap();
    server.kill();
    let server = Server::start(folder.path());
    let mut client = server.client();
    assert_eq!(client.got(&first)["state"], "cancelled");
    let third = client.got(&third);
    assert_eq!((&third["state"], &third["error"]), (&json!("failed"), &json!("interrupted")));
    // The tournament goes on; what it had played is in its store, but for the last moment.
    let again = client.wait(&second, |r| r["done"].as_u64() > Some(0));
    assert!(again["done"].as_u64().unwrap() * 2 > played, "{played}: {again}");
}
