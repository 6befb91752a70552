//! The thesis's players and its loop.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use sandtable_arena::matchup::Matchup;
use sandtable_arena::spec::Spec;
use sandtable_arena::train::{self, Training};
use sandtable_arena::work::Work;
use sandtable_arena::{Failure, registry};

/// A folder of a test's own.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("sandtable-test-kth-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A loop of the smallest size, with rollouts first and then the value head.
fn training(out: &Path, rounds: u32) -> Training {
    let agent = "kth:player=4,expert=24,helps=2,hidden=16+16,inner=16,passes=3,batch=8";
    Training {
        game: Spec::parse("risk:mini12,neutral=no").unwrap(),
        agent: Spec::parse(agent).unwrap(),
        method: "thesis".into(),
        opponents: Vec::new(),
        from: Vec::new(),
        rounds,
        games: 30,
        seed: 3,
        out: out.to_path_buf(),
        fresh: false,
    }
}

fn run(training: &Training, threads: usize, stop_after: u64) -> Result<Vec<f64>, Failure> {
    let (stop, played) = (AtomicBool::new(false), AtomicU64::new(0));
    let progress = |games: u64| {
        if played.fetch_add(games, Ordering::Relaxed) + games >= stop_after {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let work = Work { progress: &progress, stop: &stop, threads };
    Ok(train::run(training, &work, &|_| ())?.history)
}

#[test]
fn a_loop_that_is_stopped_again_and_again_ends_with_the_same_networks() {
    let folder = Folder::new("stopped");
    let [whole, torn] = ["whole", "torn"].map(|name| folder.0.join(format!("{name}.safetensors")));
    let history = run(&training(&whole, 3), 2, u64::MAX).unwrap();
    assert_eq!(history.len(), 3);
    let mut interrupted = 0;
    let again = loop {
        match run(&training(&torn, 3), 1, 17) {
            Ok(history) => break history,
            Err(Failure::Interrupted(_)) => interrupted += 1,
            Err(e) => panic!("{e}"),
        }
        // A line that was being written when the power went.
        let data = torn.with_extension("kth").join("data-1.jsonl");
        let mut text = fs::read_to_string(&data).unwrap();
        text.push_str("{\"game\":29,\"lesson\":{\"boa");
        fs::write(&data, text).unwrap();
    };
    assert!(interrupted >= 5, "{interrupted} times");
    assert_eq!(again, history);
    let read = |out: &Path, name: &str| fs::read(out.with_extension("kth").join(name)).unwrap();
    for name in ["net-1.safetensors", "net-2.safetensors", "net-3.safetensors"] {
        assert!(read(&whole, name) == read(&torn, name), "{name} differs");
    }
    assert!(fs::read(&whole).unwrap() == read(&whole, "net-3.safetensors"));
    for name in ["data-1.jsonl", "data-2.jsonl", "data-3.jsonl"] {
        let sorted = |out: &Path| {
            let text = String::from_utf8(read(out, name)).unwrap();
            let mut lines: Vec<String> = text.lines().map(String::from).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&whole).len(), 31, "a heading and a line for each game");
        assert!(sorted(&whole) == sorted(&torn), "{name} differs");
    }
    // Another training does not go on with these files, nor from a network.
    let other = Training { seed: 4, ..training(&whole, 3) };
    let refusal = run(&other, 1, u64::MAX).unwrap_err().to_string();
    assert!(refusal.contains("another training"), "{refusal}");
    let start = format!("kth:net={}", whole.display());
    let other = Training { agent: Spec::parse(&start).unwrap(), ..training(&whole, 3) };
    let refusal = run(&other, 1, u64::MAX).unwrap_err().to_string();
    assert!(refusal.contains("starts from nothing"), "{refusal}");
}

#[test]
fn data_that_is_broken_is_refused_by_its_line() {
    let folder = Folder::new("broken");
    let out = folder.0.join("net.safetensors");
    run(&training(&out, 1), 2, u64::MAX).unwrap();
    fs::remove_file(out.with_extension("kth").join("net-1.safetensors")).unwrap();
    let data = out.with_extension("kth").join("data-1.jsonl");
    let text = fs::read_to_string(&data).unwrap();
    for (from, to) in [
        ("\"lesson\":{", "\"lesson\":{\"more\":1,"),
        ("\"board\":[", "\"board\":[0.5,"),
        ("{\"game\"", "{game"),
    ] {
        fs::write(&data, text.replacen(from, to, 1)).unwrap();
        let refusal = run(&training(&out, 1), 1, u64::MAX).unwrap_err().to_string();
        assert!(
            refusal.contains("data-1.jsonl:") && refusal.contains("expected a game and its lesson"),
            "{refusal}"
        );
    }
}

fn share(game: &str, seats: [&str; 2], games: u64) -> f64 {
    let matchup = Matchup { swap: true, seed: 8, ..Matchup::plain(&seats, games) };
    let result = Work::quietly(|work| registry::open(game).unwrap().run_match(&matchup, work, None)).unwrap();
    assert!(result.mishaps.is_empty(), "{:?}", result.mishaps);
    result.score.mean[0]
}

#[test]
fn the_search_of_the_thesis_plays() {
    assert!(share("risk:duel", ["kth:sims=60", "quick"], 20) > 0.8);
    assert!(share("risk:mini12,neutral=no", ["kth:sims=200", "kth:sims=20"], 60) > 0.55);
}

#[test]
fn players_of_the_thesis_with_a_network() {
    let folder = Folder::new("players");
    let out = folder.0.join("net.safetensors");
    run(&training(&out, 1), 2, u64::MAX).unwrap();
    let (game, net) = ("risk:mini12,neutral=no", out.display());
    for player in [
        format!("kth:net={net},sims=0"),
        format!("kth:net={net},sims=0,act=draw"),
        format!("kth:net={net},sims=30"),
        format!("kth:net={net},sims=30,value=net"),
    ] {
        share(game, [&player, "quick"], 4);
    }
    let refused = |game: &str, agent: &str| {
        let game = registry::open(game).unwrap();
        game.check_agent(agent, 0).unwrap_err().to_string()
    };
    let other_map = refused("risk:duel", &format!("kth:net={net}"));
    assert!(other_map.contains("expected a flat network for the sheet"), "{other_map}");
    assert!(refused(game, "kth:sims=0").contains("expected one, net=FILE"));
    assert!(
        refused("risk:classic", "kth").contains("kth"),
        "games that do not fit on a sheet have no such player"
    );
}
