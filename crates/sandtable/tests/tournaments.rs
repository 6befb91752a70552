//! `sandtable tournament`: killed and taken up again, as pages, and Grid Risk's own files.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use sandtable_arena::store::Store;
use serde_json::Value;

use super::cli::{json, refused};

fn tournament(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.args(["tournament", "lucid", "--games", "12000", "--seed", "3", "--json", "--data"]).arg(data);
    command.args(["--agents", "random", "simple-blue", "simple-red", "dist-exp-red"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn standings(data: &Path) -> Value {
    let out = tournament(data).output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let mut standings: Value = serde_json::from_slice(&out.stdout).unwrap();
    for key in ["seconds", "reused", "store"] {
        assert!(!standings[key].take().is_null(), "{key}");
    }
    standings
}

#[test]
fn a_tournament_survives_being_killed() {
    let (whole, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let expected = standings(whole.path());
    assert_eq!(expected["played"], 60_000);
    let mut grew = 0;
    let mut before = 0;
    for round in 0..10u64 {
        let mut child = tournament(killed.path()).spawn().unwrap();
        // Ten moments, spread from at once to well into the play.
        std::thread::sleep(Duration::from_millis(20 + (round * 7919) % 311));
        child.kill().unwrap();
        child.wait().unwrap();
        let mut store = Store::open(killed.path()).unwrap();
        let id = store.tournament(&key(&expected)).unwrap();
        let stored = store.games(id).unwrap().len();
        assert!(stored >= before, "games were lost: {before} before, {stored} now");
        grew += u32::from(stored > before);
        before = stored;
    }
    assert!(grew >= 2, "the kills came before anything was stored");
    assert_eq!(standings(killed.path()), expected);
}

/// The description under which the store keeps the tournament.
fn key(standings: &Value) -> String {
    let tournament: sandtable_arena::tournament::Tournament = serde_json::from_value(serde_json::json!({
        "game": standings["game"], "agents": standings["agents"],
        "games": standings["games"], "seed": standings["seed"],
    }))
    .unwrap();
    serde_json::to_string(&tournament).unwrap()
}

#[test]
fn a_tournament_writes_a_page_with_a_plot() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("out.html");
    let out = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(["tournament", "lucid:2x3", "--agents", "random", "simple-blue", "simple-red", "--games", "50"])
        .args(["--html", page.to_str().unwrap(), "--data", folder.path().to_str().unwrap()])
        .output()
        .unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let html = std::fs::read_to_string(page).unwrap();
    assert!(html.contains("<svg") && html.contains("simple-blue"));
    let version = format!("by sandtable {}", env!("CARGO_PKG_VERSION"));
    assert!(html.contains("Made on 20") && html.contains(&version), "{html}");
    assert!(html.contains("sandtable tournament lucid:2x3 --agents random simple-blue"), "{html}");
    for link in ["src=", "href=", "@import", "url("] {
        assert!(!html.contains(link), "the page fetches something: {link}");
    }
}

/// Every command in the README's code blocks runs as printed, but for the long ones that test.sh runs by themselves.
#[test]
fn agents_on_a_clock_play_on_after_being_killed() {
    let folder = tempfile::tempdir().unwrap();
    let tournament = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
        command.args(["tournament", "axis:la-2", "--games", "60", "--json", "--data"]).arg(folder.path());
        command.args(["--agents", "staff:seconds=0.01", "automata:seconds=0.01", "mcts:ms=10"]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    for round in 0..10u64 {
        let mut child = tournament().spawn().unwrap();
        std::thread::sleep(Duration::from_millis(60 + (round * 7919) % 311));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let out = tournament().output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let standings: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(standings["played"], 180);
    assert!(standings["reused"].as_u64().unwrap() > 0, "the kills came before anything was stored");
}

#[test]
fn tournament_files_and_statistics_files_of_grid_risk() {
    use sandtable_arena::statistics_file::StatisticsFile;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let stats = folder.path().join("stats.txt");
    let trn = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/tournaments/tourn3.trn");
    let args = ["tournament", trn, "--games", "10", "--data", data, "--json", "--stats-file"];
    let standings = json(&[&args[..], &[stats.to_str().unwrap()]].concat());
    assert_eq!(standings["played"], 60);
    let file = StatisticsFile::parse("x", &std::fs::read_to_string(&stats).unwrap()).unwrap();
    assert_eq!(file.matches.len(), 6);
    for (table, one) in standings["tables"].as_array().unwrap().iter().zip(&file.matches) {
        assert_eq!(table["wins"], serde_json::json!(one.wins), "the same games");
    }
    let path = stats.to_str().unwrap();
    json(&[
        "match",
        "grid",
        "--seats",
        "aip:aiPlayer1",
        "aip:aiPlayer2",
        "--games",
        "3",
        "--stats-file",
        path,
        "--json",
    ]);
    let file = StatisticsFile::parse("x", &std::fs::read_to_string(&stats).unwrap()).unwrap();
    assert_eq!((file.tournament, file.matches[0].games.len()), (None, 3));
    let path = folder.path().join("stats.json");
    let path = path.to_str().unwrap();
    json(&["match", "grid", "--seats", "aip", "aip", "--games", "3", "--stats-file", path, "--json"]);
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(file["matches"][0]["games"].as_array().unwrap().len(), 3);
    refused(
        &["match", "lucid", "--seats", "random", "random", "--stats"],
        "statistics: lucid counts nothing",
    );
}

/// Appendix 7: without a tournament file the players of the rule file meet; statistics files are shown and compared.
#[test]
fn rule_files_name_their_players_and_statistics_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let rules = include_str!("../../../data/rules/p1vp2.rg").replace("aiPlayer1.aip", "mine.aip");
    std::fs::write(path("my.rg"), rules).unwrap();
    std::fs::write(path("mine.aip"), include_str!("../../../data/players/aiPlayer0.aip")).unwrap();
    let game = format!("grid:{},pos=standard", path("my.rg"));
    let result = json(&["match", &game, "--games", "4", "--stats-file", &path("a.txt"), "--json"]);
    assert_eq!(result["seats"], serde_json::json!([format!("aip:{}", path("mine.aip")), "aip:aiPlayer2"]));
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/statistics/example1a.txt");
    let shown = json(&["statistics", &path("a.txt"), example, "--json"]);
    let first = &shown["files"][0]["matches"][0];
    assert_eq!(first["rules"], serde_json::json!(["my.rg", "standard.pos"]));
    assert_eq!(first["players"], serde_json::json!(["mine.aip", "aiPlayer2.aip"]));
    assert_eq!(shown["compared"], serde_json::json!([]), "other players");
    json(&["match", "grid", "--games", "4", "--stats-file", &path("b.txt"), "--json"]);
    let shown = json(&["statistics", &path("b.txt"), example, "--json"]);
    assert_eq!(shown["compared"][0]["differences"].as_array().unwrap().len(), 26);
    std::fs::write(path("c.txt"), "<file=c.txt>\n<tournament_file=null>\n<game_rules=x>").unwrap();
    refused(&["statistics", &path("c.txt")], "c.txt:3: expected <game_rules_file=…>");
    refused(&["statistics", &path("d.txt")], "d.txt: ");
    refused(&["match", "grid:straight"], "names no players: expected --seats RED BLUE");
    refused(&["match", "pig"], "names no players: expected --seats");
    let human = include_str!("../../../data/rules/p1vp2.rg").replace("aiPlayer1.aip", "HUMAN");
    std::fs::write(path("human.rg"), human).unwrap();
    refused(&["match", &format!("grid:{},pos=standard", path("human.rg"))], "human: a person plays in");
}

#[test]
fn the_first_agent_against_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("t.toml");
    let text =
        "game = \"pig\"\nagents = [\"hold\", \"random\", \"optimal\"]\ngames = 4\nfirst_versus = true\n";
    std::fs::write(&file, text).unwrap();
    let data = folder.path().to_str().unwrap();
    let by_file = json(&["tournament", file.to_str().unwrap(), "--data", data, "--json"]);
    let flags =
        ["tournament", "pig", "--agents", "hold", "random", "optimal", "--games", "4", "--first-versus"];
    let by_flag = json(&[&flags[..], &["--data", data, "--json"]].concat());
    assert_eq!((by_file["tables"].as_array().unwrap().len(), &by_file["tables"]), (4, &by_flag["tables"]));
    refused(
        &["tournament", file.to_str().unwrap(), "--one-way"],
        "--first-versus and --one-way stand in the tournament file",
    );
    std::fs::write(&file, text.replace("first_versus", "first_verses")).unwrap();
    refused(&["tournament", file.to_str().unwrap()], "t.toml:4: unknown field `first_verses`");
}
