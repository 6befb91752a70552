//! `sandtable train`: killed and taken up again, on any number of threads, and never over what is there.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use super::cli::refused;

fn train(folder: &Path, method: &str, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.args(["train", "grid", "aip:reinforcePlayer2", "--method", method, "--out", "my.aip"]);
    command
        .args(["--against", "aiPlayer9", "--seed", "5", "--svg", "curve.svg"])
        .args(more)
        .current_dir(folder);
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
        let curve = |folder: &Path| std::fs::read_to_string(folder.join("curve.svg")).unwrap();
        assert!(curve(whole.path()).starts_with("<svg"));
        assert_eq!(curve(killed.path()), curve(whole.path()), "{method}");
    }
}

/// Trains once without a pause and once with kills, and gives both folders: `file` is the same in both.
fn survives_kills(args: &[&str], file: &str, pause: u64) -> [TempDir; 2] {
    let train = |folder: &TempDir| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
        command.arg("train").args(args).args(["--seed", "5", "--out", file]).current_dir(folder);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let [whole, killed] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let out = train(&whole).output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    for round in 1..4 {
        let mut child = train(&killed).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(pause * round));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let resumed = train(&killed).output().unwrap();
    assert_eq!(resumed.stdout, out.stdout);
    assert_eq!(read(&killed, file), read(&whole, file));
    [whole, killed]
}

fn read(folder: &TempDir, name: &str) -> String {
    std::fs::read_to_string(folder.path().join(name)).unwrap()
}

/// Four batches of games, each with other opponents.
#[test]
fn a_training_of_staff_survives_being_killed() {
    let args = ["axis:minimap,rounds=2", "staff:nodes=4,ahead=0", "--rounds", "2", "--games", "80"];
    let [_, killed] = survives_kills(&args, "my.net", 700);
    assert_eq!(read(&killed, "my.log").lines().count(), 5, "each batch is played once");
}

#[test]
fn a_training_of_dls_survives_being_killed_and_its_weights_play() {
    let start = "dls:depth=1,income=40";
    let args =
        ["axis:minimap,rounds=8", start, "--against", "triplea:easy", "--rounds", "2", "--games", "20"];
    let [whole, killed] = survives_kills(&args, "my.dls", 150);
    let log = read(&killed, "my.log.jsonl");
    assert_eq!(log.lines().count(), 1 + 2 * (16 + 1), "each player is measured once");
    let play = |agent: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
        command.args(["match", "axis:minimap", "--seats", agent, "triplea:easy", "--games", "10", "--json"]);
        let out = command.current_dir(&whole).output().unwrap();
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        let found: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
        (found["turns"].clone(), found["wins"].clone())
    };
    let (found, weights) = (read(&whole, "my.dls"), "dls:depth=1,weights=my.dls");
    let weight = |name: &str| {
        let line = found.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        format!("{name}={}", line.trim())
    };
    let spelt = ["cash", "income", "slots"].map(weight).join(",");
    assert_eq!(play(weights), play(&format!("dls:depth=1,{spelt}")), "the file means these weights");
    assert_ne!(play(weights), play("dls:depth=1"), "and they are not the shipped ones");
    std::fs::write(whole.path().join("my.dls"), "income much").unwrap();
    let seats = ["match", "axis:minimap", "--seats", weights, "triplea:easy"];
    let refused = Command::new(env!("CARGO_BIN_EXE_sandtable")).args(seats).current_dir(&whole).output();
    let error = String::from_utf8(refused.unwrap().stderr).unwrap();
    assert!(error.contains("my.dls:1: income much: expected a number from 0 to 1000"), "{error}");
}

/// A training that was left alone, on one thread, and the same on two that was killed again and again: folders and last words.
struct Twice {
    whole: TempDir,
    killed: TempDir,
    out: Output,
    resumed: Output,
}

/// Runs a training both ways; it is killed a few times, after a pause that grows by so many milliseconds.
fn twice(train: impl Fn(&Path, &str) -> Command, pause: u64) -> Twice {
    killed(train, (1..4).map(|round| pause * round))
}

/// Runs a training both ways; it is killed after each of these pauses, in milliseconds.
fn killed(train: impl Fn(&Path, &str) -> Command, pauses: impl Iterator<Item = u64>) -> Twice {
    let (whole, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let out = train(whole.path(), "1").output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    for pause in pauses {
        let mut child = train(killed.path(), "2").spawn().unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let resumed = train(killed.path(), "2").output().unwrap();
    assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
    Twice { whole, killed, out, resumed }
}

/// The weights of a net of Operation depend on the seed alone: not on kills, nor on threads.
#[test]
fn a_training_of_a_net_survives_being_killed() {
    let cases = [
        ("league", ""),
        ("report", ""),
        ("reply", "--against=dist-exp-red"),
        ("reply", "--against=one-axis-blue"),
    ];
    for (method, against) in cases {
        let train = |folder: &Path, threads: &str| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
            command.args(["train", "lucid:3x3", "net", "--method", method, "--out", "my.net"]);
            command.args(["--rounds", "12", "--games", "20", "--seed", "5", "--threads", threads]);
            command.args((!against.is_empty()).then_some(against));
            command.args(["--svg", "curve.svg"]);
            command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
            command
        };
        let Twice { whole, killed, out, resumed } = twice(train, 100);
        assert_eq!(resumed.stdout, out.stdout, "{method}");
        let file = |folder: &Path| std::fs::read_to_string(folder.join("my.net")).unwrap();
        assert_eq!(file(killed.path()), file(whole.path()), "{method}");
        let curve = |folder: &Path| std::fs::read_to_string(folder.join("curve.svg")).unwrap();
        assert!(curve(whole.path()).starts_with("<svg"));
        assert_eq!(curve(killed.path()), curve(whole.path()), "{method}");
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

/// `train` with the loop of networks, written to `my.net`.
fn networks(folder: &Path, game: &str, agent: &str, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.args(["train", game, agent, "--out", "my.net", "--seed", "5"]).args(more);
    command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Games that were played stay played, none twice, and the network in the end is the same to the last bit, however often it is killed and whatever it was at.
#[test]
fn a_training_of_networks_survives_being_killed() {
    let train = |folder: &Path, threads: &str| {
        let more = ["--rounds=2", "--games=30", "--threads", threads, "--svg=curve.svg", "--html=page.html"];
        networks(folder, "risk:mini6", "exit:sims=12,luck=yes", &more)
    };
    let Twice { whole, killed, out, resumed } = killed(train, (1..=10).map(|round| 60 * round));
    assert_eq!(resumed.stdout, out.stdout);
    let weights = |folder: &Path| std::fs::read(folder.join("my.net")).unwrap();
    assert_eq!(weights(killed.path()), weights(whole.path()));
    for file in ["curve.svg", "my.training/rounds.jsonl"] {
        let read = |folder: &Path| std::fs::read_to_string(folder.join(file)).unwrap();
        assert_eq!(read(killed.path()), read(whole.path()), "{file}");
    }
    // Games are written down as they end, in any order.
    let games = |folder: &Path| {
        let text = std::fs::read_to_string(folder.join("my.training/games.jsonl")).unwrap();
        let mut lines: Vec<String> = text.lines().map(String::from).collect();
        lines.sort();
        lines
    };
    assert_eq!(games(whole.path()).len(), 1 + 60);
    assert_eq!(games(killed.path()), games(whole.path()));
    // The heading comes first.
    assert_luck_is_noise(&games(whole.path())[1..]);
    let told = String::from_utf8(out.stdout).unwrap();
    assert!(told.contains("Chances on held-out games after round 2, in per cent: "), "{told}");
    let page = std::fs::read_to_string(whole.path().join("page.html")).unwrap();
    assert_eq!(page.matches("<svg").count(), 4, "surprise twice, strength, calibration");
    // The same weights play another map, and no other game.
    let play = |game: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
        command.args(["match", game, "--seats", "exit:sims=4,net=my.net", "random", "--games", "2"]);
        command.current_dir(whole.path()).output().unwrap()
    };
    assert!(play("risk:mini12,players=2").status.success());
    std::fs::write(whole.path().join("my.net"), b"not weights").unwrap();
    let error = String::from_utf8(play("risk:mini6").stderr).unwrap();
    assert!(error.contains("my.net: expected a safetensors file"), "{error}");
}

/// What dice brought is nothing on the mean, and without it how games ended is less noisy.
fn assert_luck_is_noise(games: &[String]) {
    let each = games.iter().map(|line| {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        let first = |of: &serde_json::Value| of[0].as_f64().unwrap();
        let on_the_way: f64 = game["decisions"].as_array().unwrap().iter().map(|d| first(&d["luck"])).sum();
        (first(&game["end"]), on_the_way + first(&game["luck"]))
    });
    let each: Vec<(f64, f64)> = each.collect();
    let n = each.len() as f64;
    let moments = |of: &dyn Fn(&(f64, f64)) -> f64| {
        let mean = each.iter().map(of).sum::<f64>() / n;
        (mean, each.iter().map(|game| (of(game) - mean).powi(2)).sum::<f64>() / (n - 1.0))
    };
    let (luck, spread) = moments(&|game| game.1);
    assert!(luck.abs() < 3.0 * (spread / n).sqrt(), "{luck} with a variance of {spread}");
    let (before, after) = (moments(&|game| game.0).1, moments(&|game| game.0 - game.1).1);
    assert!(after < 0.7 * before, "the variance falls from {before} to {after}");
}

/// Games of the rounds before are searched again and written once more; kills change nothing about that, and the newest lines count.
#[test]
fn a_training_that_searches_again_survives_being_killed() {
    let train = |folder: &Path, threads: &str| {
        let more = ["--rounds=3", "--games=12", "--threads", threads, "--method=nothing"];
        networks(folder, "risk:mini6", "exit:sims=12,again=2,ahead=2", &more)
    };
    let Twice { whole, killed, out, resumed } = killed(train, (1..=6).map(|round| 50 * round));
    assert_eq!(resumed.stdout, out.stdout);
    let games = |folder: &TempDir| {
        let text = read(folder, "my.training/games.jsonl");
        let mut lines: Vec<String> = text.lines().map(String::from).collect();
        lines.sort();
        lines
    };
    // Half of the twelve in the second round, half of the twenty-four in the third.
    assert_eq!(games(&whole).len(), 1 + 36 + 6 + 12);
    assert_eq!(games(&killed), games(&whole));
    let weights = |folder: &TempDir| std::fs::read(folder.path().join("my.net")).unwrap();
    assert_eq!(weights(&killed), weights(&whole));
}

/// A store of games says what its lines mean: those of another version are not read as if they were of this one.
#[test]
fn games_of_another_version_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let train = |more: &[&str]| {
        let args = [&["--rounds=1", "--games=12"][..], more].concat();
        networks(folder.path(), "risk:mini6", "exit:sims=4", &args).output().unwrap()
    };
    assert!(train(&[]).status.success());
    let file = folder.path().join("my.training/games.jsonl");
    let games = std::fs::read_to_string(&file).unwrap();
    assert!(games.starts_with("games, version 2; exit on risk:mini6"), "{}", &games[..80]);
    std::fs::write(&file, games.replacen("version 2", "version 1", 1)).unwrap();
    let refused = train(&[]);
    assert_eq!(refused.status.code(), Some(2));
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(error.contains("games.jsonl has the games of another training or version"), "{error}");
    assert!(train(&["--fresh"]).status.success());
}

/// The same loop, without a word about the game, for every game that has a chart.
#[test]
fn networks_learn_every_game_with_a_chart() {
    for (game, agent, others) in [
        ("lucid:3x3", "exit:sims=8", &["random"][..]),
        ("axis:minimap,rounds=2", "exit:sims=2", &["random"]),
        ("risk:mini12,players=3", "exit:sims=4", &["random", "random"]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let out = networks(folder.path(), game, agent, &["--rounds=1", "--games=12"]).output().unwrap();
        assert!(out.status.success(), "{game}: {}", String::from_utf8_lossy(&out.stderr));
        let line = read(&folder, "my.training/rounds.jsonl");
        let round: serde_json::Value = serde_json::from_str(line.trim()).unwrap();
        assert!(round["samples"].as_u64().unwrap() > 0, "{game}: {line}");
        // What it learned is not worse by much than what it began with: a chart whose numbers are too large makes networks worthless at once.
        let surprise = |of: &str| round[of]["value"].as_f64().unwrap();
        assert!(surprise("exam") < surprise("before") + 0.5, "{game}: {line}");
        let play = Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args(["match", game, "--games=1", "--seats", "exit:sims=4,net=my.net"])
            .args(others)
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(play.status.success(), "{game}: {}", String::from_utf8_lossy(&play.stderr));
    }
}

/// The game's own players teach a network from which it can be seen that it has learned, and one that is there learns on.
#[test]
fn networks_learn_from_the_players_of_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let sandtable = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
        let out = command.args(args).current_dir(folder.path()).output().unwrap();
        assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
        out.stdout
    };
    let train = |agent: &str, out: &str| {
        let args = ["train", "risk:mini6", agent, "--rounds", "1", "--games", "12", "--seed", "6"];
        sandtable(&[&args[..], &["--out", out]].concat());
    };
    // What the rounds add is little: what the network begins them with is looked at.
    train("exit:sims=4,start=0,beside=0", "nothing.net");
    train("exit:sims=4,start=200,beside=0", "some.net");
    let net = |name: &str| format!("{name}.training/net-0000.safetensors");
    train(&format!("exit:sims=4,net={},start=1,beside=0", net("some")), "more.net");
    let [nothing, some, more] = ["nothing", "some", "more"].map(net);
    let bytes = |file: &str| std::fs::read(folder.path().join(file)).unwrap();
    assert_ne!(bytes(&some), bytes(&more), "it learned on");
    for learned in [some, more] {
        let seats = [&learned, &nothing].map(|net| format!("policy:net={net},choose=draw"));
        let args = ["match", "risk:mini12,players=2", "--swap", "--games", "200", "--json", "--seats"];
        let found = sandtable(&[&args[..], &[&seats[0], &seats[1]]].concat());
        let found: serde_json::Value = serde_json::from_slice(&found).unwrap();
        let won = found["wins"][0].as_u64().unwrap();
        assert!(won > 130, "{learned}: {won} of 200 on a larger map");
    }
}

/// Neither do fuzzy rules: their trials are logged, and played back.
#[test]
fn a_training_of_fuzzy_rules_survives_being_killed() {
    for (method, rounds) in [("nelder-mead", "60"), ("random-start", "60"), ("cma-es", "5")] {
        let train = |folder: &Path, threads: &str| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
            command.args(["train", "lucid:4x4", "fuzzy", "--method", method, "--out", "my.fuzzy"]);
            command.args(["--rounds", rounds, "--games", "30", "--seed", "5", "--threads", threads]);
            command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
            command
        };
        let Twice { whole, killed, out, resumed } = twice(train, 40);
        assert_eq!(resumed.stdout, out.stdout, "{method}");
        for file in ["my.fuzzy", "my.log.jsonl"] {
            let read = |folder: &Path| std::fs::read_to_string(folder.join(file)).unwrap();
            assert_eq!(read(killed.path()), read(whole.path()), "{method}, {file}");
        }
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
    let both = ["train", "lucid", "net", "--method", "reply", "--out", "x"];
    refused(&both, "reply learns one side: expected opponents that all play the other");
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
