//! `sandtable train`: killed and taken up again, on any number of threads, and never over what is there.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::cli::refused;

fn train(folder: &Path, method: &str, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.args(["train", "grid", "aip:reinforcePlayer2", "--method", method, "--out", "my.aip"]);
    command.args(["--against", "aiPlayer9", "--seed", "5"]).args(more).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn trainings_survive_being_killed() {
    for (method, more) in [
        ("reinforce", &["--rounds", "30", "--games", "200"][..]),
        ("genetic", &["--rounds", "4", "--games", "60"]),
        ("cma", &["--rounds", "4", "--games", "60"]),
    ] {
        let (whole, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let out = train(whole.path(), method, more).output().unwrap();
        assert!(out.status.success(), "{method}: {}", String::from_utf8_lossy(&out.stderr));
        for round in 0..4u64 {
            let mut child = train(killed.path(), method, more).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(60 + 50 * round));
            child.kill().unwrap();
            child.wait().unwrap();
        }
        let resumed = train(killed.path(), method, more).output().unwrap();
        assert!(resumed.status.success(), "{method}: {}", String::from_utf8_lossy(&resumed.stderr));
        assert_eq!(resumed.stdout, out.stdout, "{method}");
        let file = |folder: &Path| std::fs::read_to_string(folder.join("my.aip")).unwrap();
        assert_eq!(file(killed.path()), file(whole.path()), "{method}");
    }
}

/// Four batches of games, each with other opponents.
#[test]
fn a_training_of_staff_survives_being_killed() {
    let train = |folder: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
        command.args(["train", "axis:minimap,rounds=2", "staff:nodes=1,ahead=0", "--out", "my.net"]);
        command.args(["--rounds", "2", "--games", "80", "--seed", "5"]).current_dir(folder);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let (whole, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let out = train(whole.path()).output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    for round in 1..4u64 {
        let mut child = train(killed.path()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(700 * round));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(train(killed.path()).output().unwrap().status.success());
    let file = |folder: &Path, name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(file(killed.path(), "my.net"), file(whole.path(), "my.net"));
    assert_eq!(file(killed.path(), "my.log").lines().count(), 5, "each batch is played once");
}

/// The weights of a net of Operation depend on the seed alone: not on kills, nor on threads.
#[test]
fn a_training_of_a_net_survives_being_killed() {
    for method in ["corrected", "report", "reply"] {
        let train = |folder: &Path, threads: &str| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
            command.args(["train", "lucid:3x3", "net", "--method", method, "--out", "my.net"]);
            command.args(["--rounds", "12", "--games", "20", "--seed", "5", "--threads", threads]);
            command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
            command
        };
        let (whole, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let out = train(whole.path(), "1").output().unwrap();
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        for round in 1..4u64 {
            let mut child = train(killed.path(), "2").spawn().unwrap();
            std::thread::sleep(Duration::from_millis(100 * round));
            child.kill().unwrap();
            child.wait().unwrap();
        }
        let resumed = train(killed.path(), "2").output().unwrap();
        assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
        assert_eq!(resumed.stdout, out.stdout, "{method}");
        let file = |folder: &Path| std::fs::read_to_string(folder.join("my.net")).unwrap();
        assert_eq!(file(killed.path()), file(whole.path()), "{method}");
        // What has learned on one board does not play on another.
        let play = Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args(["match", "lucid:4x4", "--seats", "net:my.net", "simple-red", "--games", "2"])
            .current_dir(whole.path())
            .output()
            .unwrap();
        let error = String::from_utf8(play.stderr).unwrap();
        assert!(error.contains("my.net: its number ") && error.contains("A4"), "{error}");
    }
}

#[test]
fn trainings_do_not_depend_on_threads_and_follow_the_rules_of_the_spec() {
    let learned = |rules: &str, threads: &str| {
        let folder = tempfile::tempdir().unwrap();
        let out = Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args(["train", rules, "aip", "--out", "my.aip", "--rounds", "3", "--threads", threads])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(out.status.success(), "{rules}: {}", String::from_utf8_lossy(&out.stderr));
        std::fs::read_to_string(folder.path().join("my.aip")).unwrap()
    };
    let one = learned("grid", "1");
    assert_eq!(one, learned("grid:p1vp2,pos=standard", "2"));
    assert_ne!(one, learned("grid:rules=dice", "2"));
}

#[test]
fn a_players_file_on_disk_comes_before_a_shipped_one_of_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let own = include_str!("../../../data/players/aiPlayer0.aip").replace("INSIGNIFICANT 0;", "COURAGE 1;");
    std::fs::write(folder.path().join("aiPlayer8.aip"), own).unwrap();
    let play = |player: &str| {
        Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args(["match", "grid", "--seats", player, "aip", "--games", "2"])
            .current_dir(folder.path())
            .output()
            .unwrap()
    };
    assert!(play("aip:aiPlayer8").status.success(), "the shipped one by its bare name");
    let error = String::from_utf8(play("aip:aiPlayer8.aip").stderr).unwrap();
    assert!(error.contains("aiPlayer8.aip:2: COURAGE: not a heuristic"), "{error}");
}

#[test]
fn training_overwrites_nothing_without_being_asked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my.aip");
    let other = include_str!("../../../data/players/aiPlayer8.aip");
    for method in ["reinforce", "cma"] {
        std::fs::write(&path, other).unwrap();
        let out = train(folder.path(), method, &["--rounds", "1"]).output().unwrap();
        assert_eq!(out.status.code(), Some(2), "{method}");
        assert!(String::from_utf8(out.stderr).unwrap().contains("--fresh"), "{method}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), other);
        assert!(
            train(folder.path(), method, &["--rounds", "1", "--fresh"]).output().unwrap().status.success()
        );
        std::fs::remove_file(&path).unwrap();
    }
    refused(&["train", "lucid", "imitator", "--out", "x"], "expected files of them, as --from FILE");
    refused(&["train", "grid", "aip", "--out", "x", "--from", "y"], "records are not for it");
    refused(&["train", "lucid", "imitator", "--out", "x", "--from", "y"], "y: ");
    refused(&["train", "lucid", "random", "--out", "x"], "does not learn");
    refused(
        &["train", "grid", "aip", "--out", "x", "--method", "cna"],
        "unknown method 'cna': did you mean 'cma'?",
    );
    refused(&["train", "grid", "aip:nobody", "--out", "x"], "nobody: ");
}

/// Records of matches and those of a person at the terminal teach an imitator, each side by itself; wrong ones are refused with their place.
#[test]
fn an_imitator_learns_from_programs_and_from_people() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str], input: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
        command.args(args).current_dir(folder.path()).stdin(Stdio::piped());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // Whoever reads nothing may be gone by now.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let out = child.wait_with_output().unwrap();
        (out.status.code(), String::from_utf8(out.stderr).unwrap())
    };
    let fine = |args: &[&str], input: &str| {
        assert_eq!(run(args, input).0, Some(0), "{args:?}: {:?}", run(args, input))
    };
    let seats = ["simple-blue", "dist-exp-red"];
    fine(&["match", "lucid:3x3", "--seats", seats[0], seats[1], "--games", "60", "--record", "games"], "");
    let file = std::fs::read_dir(folder.path().join("games")).unwrap().next().unwrap().unwrap();
    let file = format!("games/{}", file.file_name().to_str().unwrap());
    fine(&["train", "lucid:3x3", "imitator", "--from", &file, "--out", "programs.imitator"], "");
    fine(&["match", "lucid:3x3", "--seats", "imitator:programs.imitator", "simple-red", "--games", "4"], "");
    let mut people = vec!["train", "lucid:2x3", "imitator:of=human", "--out", "people.imitator", "--from"];
    let names: Vec<String> = (0..12).map(|seed| format!("person-{seed}.jsonl")).collect();
    for (seed, name) in names.iter().enumerate() {
        let seed = seed.to_string();
        let seats = if seed.len() == 1 { ["human", "simple-red"] } else { ["simple-blue", "human"] };
        let args = ["play", "lucid:2x3", "--seats", seats[0], seats[1], "--seed", &seed, "--record", name];
        run(&args, &"B3-goal end\nB2-B3 end\nB1-B2 end\nend\n".repeat(8));
        people.push(name);
    }
    fine(&people, "");
    let learned = std::fs::read_to_string(folder.path().join("people.imitator")).unwrap();
    assert!(learned.starts_with("{\"blue\":{\"exam\"") && learned.contains("\"red\":null"), "{learned}");
    let (code, error) = run(&["train", "lucid:4x4", "imitator", "--from", &file, "--out", "x"], "");
    assert_eq!(code, Some(2), "{error}");
    let expected = format!("{file}:1: a game of lucid:3x3, expected one of lucid:4x4");
    assert!(error.contains(&expected), "{error}");
}
