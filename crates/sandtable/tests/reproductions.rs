//! `sandtable reproduce`: killed and taken up again, and as a page.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rusqlite::Connection;

/// Two tables of 54 parts, on one thread so that there is time to kill.
fn reproduce(data: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.args(["reproduce", "lucid-3.1", "lucid-3.2", "--quick", "--json", "--threads", "1"]);
    command.args(more).arg("--data").arg(data).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

fn document(data: &Path, more: &[&str]) -> String {
    let out = reproduce(data, more).output().unwrap();
    assert!(out.status.success());
    String::from_utf8(out.stdout).unwrap()
}

/// How many parts are stored.
fn parts(data: &Path) -> i64 {
    let file = data.join("reproductions.db");
    let count = |db: Connection| db.query_row("SELECT count(*) FROM part", [], |row| row.get(0));
    if file.exists() { Connection::open(file).and_then(count).unwrap_or(0) } else { 0 }
}

#[test]
fn a_reproduction_survives_being_killed() {
    let (whole, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let expected = document(whole.path(), &[]);
    let all = parts(whole.path());
    assert!(all > 40, "{all} parts");
    for _ in 0..3 {
        let before = parts(killed.path());
        let mut child = reproduce(killed.path(), &[]).spawn().unwrap();
        let deadline = Instant::now() + Duration::from_secs(60);
        while parts(killed.path()) == before && before < all && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let stored = parts(killed.path());
    assert!(stored > 0, "the kills came before anything was stored");
    assert_eq!(document(killed.path(), &[]), expected);
    assert_eq!(parts(killed.path()), all);
    // Once more it measures nothing; afresh it comes to the same.
    assert_eq!(document(killed.path(), &[]), expected);
    assert_eq!(document(killed.path(), &["--fresh"]), expected);
}

#[test]
fn damage_to_the_store_is_told_and_mended_by_fresh() {
    let folder = tempfile::tempdir().unwrap();
    let expected = document(folder.path(), &[]);
    let db = Connection::open(folder.path().join("reproductions.db")).unwrap();
    db.execute("UPDATE part SET value = replace(value, '4', '5')", []).unwrap();
    drop(db);
    let refused = reproduce(folder.path(), &[]).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(
        said.contains("is damaged (lucid-3.1, whole): the experiment must be run with --fresh"),
        "{said}"
    );
    assert_eq!(document(folder.path(), &["--fresh"]), expected);
}

#[test]
fn the_page_has_a_summary_and_every_number() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    document(folder.path(), &["--html", page.to_str().unwrap()]);
    let html = std::fs::read_to_string(page).unwrap();
    assert!(html.contains("36 published numbers: "), "{html}");
    assert_eq!(html.matches("<td class=\"name\">").count(), 54);
    assert!(html.contains("prefers-color-scheme:dark") && !html.contains("<script"));
}
