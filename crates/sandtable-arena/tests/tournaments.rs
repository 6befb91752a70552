//! Tournaments: stopped and resumed they come out as if they had not been.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use sandtable_arena::Failure;
use sandtable_arena::episode::Finish;
use sandtable_arena::store::{Store, StoredGame};
use sandtable_arena::tournament::{Standings, Tournament};
use sandtable_arena::work::Work;
use sandtable_core::Payoff;

fn tournament() -> Tournament {
    Tournament {
        game: "lucid:3x3".into(),
        agents: ["random", "simple-blue", "simple-red", "dist-exp-red"].map(String::from).to_vec(),
        games: 3000,
        seed: 5,
        first_versus: false,
        one_way: false,
    }
}

fn run(folder: &Path, fresh: bool) -> Result<Standings, Failure> {
    let standings = Work::quietly(|work| tournament().run(folder, fresh, work));
    standings.map(|s| Standings { seconds: 0.0, ..s })
}

#[test]
fn a_stopped_tournament_resumes_and_comes_out_the_same() {
    let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let expected = run(whole.path(), false).unwrap();
    assert_eq!(expected.played, 15_000);
    let mut stops = 0;
    loop {
        let (stop, seen) = (AtomicBool::new(false), AtomicU64::new(0));
        let progress = |n| {
            // The first call brings what is stored already.
            if seen.fetch_add(n, Ordering::Relaxed) > 0 && n > 0 {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let work = Work { progress: &progress, stop: &stop, threads: 2 };
        match tournament().run(parts.path(), false, &work) {
            Err(Failure::Interrupted(line)) => {
                assert!(line.contains("of 15000 games"), "{line}");
                stops += 1;
                if stops == 5 {
                    break;
                }
            }
            Ok(_) => break,
            Err(other) => panic!("{other}"),
        }
    }
    assert!(run(parts.path(), false).unwrap() == expected);
    assert!(run(parts.path(), true).unwrap() == expected, "started over");
}

#[test]
fn stored_games_of_another_version_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let key = serde_json::to_string(&tournament()).unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let id = store.tournament(&key).unwrap();
    let finish = Finish { payoff: Payoff::zero_sum(9.0), turns: 3 };
    store.add(id, &[StoredGame { table: 0, deal: 0, finish }]).unwrap();
    let error = run(folder.path(), false).unwrap_err();
    assert!(matches!(error, Failure::Failed(ref line) if line.contains("--fresh")), "{error}");
    assert_eq!(run(folder.path(), true).unwrap().played, 15_000);
}

#[test]
fn a_game_is_stored_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let id = store.tournament("a").unwrap();
    assert_eq!(store.tournament("a").unwrap(), id);
    assert_ne!(store.tournament("b").unwrap(), id);
    let game =
        |goal| StoredGame { table: 1, deal: 7, finish: Finish { payoff: Payoff::zero_sum(goal), turns: 3 } };
    store.add(id, &[game(1.0), game(2.0)]).unwrap();
    store.add(id, &[game(3.0)]).unwrap();
    assert_eq!(store.games(id).unwrap(), [game(1.0)]);
}

#[test]
fn bad_tournament_files_name_the_line() {
    let file = tempfile::NamedTempFile::with_suffix(".toml").unwrap();
    let path = file.path().to_str().unwrap();
    let check = |text: &str, expect: &str| {
        std::fs::write(path, text).unwrap();
        let error = Tournament::read(path).unwrap_err().0;
        assert!(error.starts_with(path) && error.contains(expect), "{error}");
    };
    check("game = \"lucid\"\nagents = [\"random\"]\ngames = \"many\"\n", ":3: ");
    check("game = \"lucid\"\nagents = []\ngames = 1\nspeed = 2\n", ":4: unknown field `speed`");
    check("game = \"lucid\"\nagents = [", ":2: ");
}
