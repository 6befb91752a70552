//! `sandtable ladder`: a field, the worst opponent, results that are kept, and wrong input.

use std::path::Path;
use std::process::Command;

use sandtable_arena::ladder::{Ladder, Rung, Stand};
use sandtable_arena::registry;
use serde_json::Value;

use super::cli::refused;

const FIELD: &str = "\
version = 7
[[rung]]
game = \"pig\"
against = \"random\"
games = 400
tuned = true
[[rung]]
game = \"pig\"
against = \"optimal\"
games = 400
";

fn ladder(folder: &Path, agent: &str, more: &[&str]) -> Value {
    let field = folder.join("field.toml");
    std::fs::write(&field, FIELD).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.arg("ladder").arg(&field).args(["--agent", agent, "--json", "--data"]).arg(folder).args(more);
    let out = command.output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    serde_json::from_slice(&out.stdout).unwrap()
}

#[test]
fn the_worst_opponent_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let climb = ladder(folder.path(), "hold", &[]);
    assert_eq!((&climb["version"], &climb["worst"]), (&7.into(), &1.into()));
    let points = |rung: usize| climb["rungs"][rung]["points"].as_f64().unwrap();
    assert!(points(0) > 0.7 && points(1) < 0.6, "{climb}");
    assert_eq!((&climb["rungs"][0]["tuned"], &climb["rungs"][1]["fair"]), (&true.into(), &0.5.into()));
}

#[test]
fn finished_rungs_are_kept_and_a_line_that_was_cut_off_is_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let first = ladder(folder.path(), "hold", &[]);
    // The times stay the same, so nothing was played again.
    assert_eq!(ladder(folder.path(), "hold", &[]), first);
    let kept = std::fs::read_dir(folder.path().join("ladders")).unwrap().next().unwrap().unwrap().path();
    let text = std::fs::read_to_string(&kept).unwrap();
    std::fs::write(&kept, &text[..text.len() - 9]).unwrap();
    let again = ladder(folder.path(), "hold", &[]);
    assert_eq!(again["rungs"][0], first["rungs"][0]);
    assert_eq!(again["rungs"][1]["points"], first["rungs"][1]["points"]);
    assert_eq!(std::fs::read_to_string(&kept).unwrap().lines().count(), 2);
    // Other numbers of games are other results.
    assert_eq!(ladder(folder.path(), "hold", &["--games", "10"])["rungs"][0]["games"], 10);
}

#[test]
fn deals_that_are_all_alike_say_nothing_of_the_error() {
    let rung = Rung { game: "pig".into(), against: "random".into(), games: 6, tuned: false };
    let stand = |stderr| {
        let rung = rung.clone();
        Stand { rung, points: 0.9, stderr, fair: 0.5, mishaps: Vec::new(), seconds: 0.0 }
    };
    assert_eq!((stand(Some(0.0)).interval(), stand(None).interval()), (None, None));
    let (low, high) = stand(Some(0.1)).interval().unwrap();
    assert!((low - 0.704).abs() < 1e-9 && high == 1.0);
}

#[test]
fn fields_that_are_shipped_can_be_played() {
    for game in registry::games().iter().filter(|game| game.ladder().is_some()) {
        let ladder = Ladder::new(game.name(), "random", None, 1).unwrap();
        assert!(ladder.rungs.len() > 1 && ladder.games() >= 100, "{}", game.name());
    }
}

#[test]
fn wrong_words_are_refused() {
    for (args, expected) in [
        (vec!["ladder", "rsik", "--agent", "random"], "risk"),
        (vec!["ladder", "risk:dule", "--agent", "random"], "risk:duel"),
        (vec!["ladder", "risk", "--agent", "planer"], "planner"),
        (vec!["ladder", "risk", "--agent", "human"], "a person plays"),
        (vec!["ladder", "nowhere.toml", "--agent", "random"], "nowhere.toml"),
    ] {
        refused(&args, expected);
    }
}
