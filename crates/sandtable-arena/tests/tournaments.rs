//! Tournaments: stopped and resumed they come out as if they had not been.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use sandtable_arena::episode::{Deal, Finish};
use sandtable_arena::hosted::Hosted;
use sandtable_arena::matchup::Mishaps;
use sandtable_arena::store::{Store, StoredGame};
use sandtable_arena::tournament::{Standings, Tournament};
use sandtable_arena::work::Work;
use sandtable_arena::{AnyGame, Failure, report};
use sandtable_core::{Agent, AgentDef, Args, Ask, Fault, Payoff, Rng, Spec, Stream, Thought};
use sandtable_games::pig::{self, Pig};

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
    standings.map(plain)
}

/// What does not depend on when and where it was played.
fn plain(standings: Standings) -> Standings {
    Standings { seconds: 0.0, reused: 0, store: String::new(), ..standings }
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

/// Section 3.1 of the report: each pair plays Blue once and Red once, the results are summed, and the value is 0.
#[test]
fn pairs_have_one_list_and_resume() {
    let agents =
        ["one-axis-blue+dist-exp-red", "simple-red+simple-blue", "one-axis-blue:axis=C+simple-red", "random"];
    let pairs = Tournament {
        game: "lucid".into(),
        agents: agents.map(String::from).to_vec(),
        games: 400,
        ..tournament()
    };
    let folder = tempfile::tempdir().unwrap();
    let first = Work::quietly(|work| pairs.run(folder.path(), false, work)).map(plain).unwrap();
    assert_eq!((first.tables.len(), first.played), (12, 2400), "every two meet in both seatings");
    assert!(first.ratings.iter().all(|r| r.group == 0) && first.summed);
    let strengths: f64 = first.ratings.iter().map(|r| r.strength.value).sum();
    assert!(strengths.abs() < 1e-9);
    for duel in &first.duels {
        assert!((duel.payoff[0].value + duel.payoff[1].value).abs() < 1e-9, "{duel:?}");
        let seated = |seats: [usize; 2]| {
            let names = seats.map(|i| duel.agents[i].clone());
            first.tables.iter().find(|t| t.seats == names).unwrap().score.mean[0]
        };
        // What the first gets as Blue, less what it lets through as Red.
        let sum = seated([0, 1]) - seated([1, 0]);
        assert!((duel.lead.unwrap().value - sum).abs() < 1e-9, "{duel:?}");
    }
    let best = &first.ratings[0];
    assert_eq!((best.agent.as_str(), best.nash.unwrap().weight.round()), (agents[0], 1.0));
    for rating in &first.ratings {
        let worst = rating.worst.as_ref().unwrap();
        let own = first.duels.iter().flat_map(|d| [(&d.agents[0], d.payoff[0]), (&d.agents[1], d.payoff[1])]);
        let least = own.filter(|(a, _)| **a == rating.agent).map(|(_, p)| p.value).reduce(f64::min);
        assert_eq!(Some(worst.payoff.value), least, "{rating:?}");
    }
    assert!(best.elo.unwrap().low > first.ratings[1].elo.unwrap().high, "{:?}", first.ratings);
    let again = Work::quietly(|work| pairs.run(folder.path(), false, work)).unwrap();
    assert_eq!(again.reused, 2400);
    assert!(plain(again) == first);
    let page = report::tournament(&first, &report::Origin::here("0"));
    assert!(page.contains("one-axis-blue+dist-exp-red") && page.contains("<h2>Two by two</h2>"));
}

/// Where agents take one side only, Nash averaging mixes each side by itself, and the worst opponent is on the other side.
#[test]
fn sides_are_rated_against_each_other() {
    let agents = ["simple-blue", "one-axis-blue", "simple-red", "dist-exp-red"].map(String::from).to_vec();
    let sides = Tournament { game: "lucid".into(), agents, games: 200, ..tournament() };
    let folder = tempfile::tempdir().unwrap();
    let standings = Work::quietly(|work| sides.run(folder.path(), false, work)).unwrap();
    let of = |name: &str| standings.ratings.iter().find(|r| r.agent == name).unwrap();
    assert_eq!(of("one-axis-blue").worst.as_ref().unwrap().opponent, "dist-exp-red");
    assert_eq!(of("simple-red").worst.as_ref().unwrap().opponent, "one-axis-blue");
    assert!(of("simple-red").worst.as_ref().unwrap().payoff.value < -12.0, "the most that gets through");
    assert!(
        of("one-axis-blue").nash.unwrap().weight > 0.99 && of("dist-exp-red").nash.unwrap().weight > 0.99
    );
    assert!(!standings.summed && standings.circles.is_empty());
}

#[test]
fn stored_games_of_another_version_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let key = serde_json::to_string(&tournament()).unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let id = store.tournament(&key).unwrap();
    let finish = Finish { payoff: Payoff::zero_sum(9.0), turns: 3 };
    store.add(id, &[StoredGame { table: 0, deal: 0, finish, mishaps: Vec::new() }]).unwrap();
    let error = run(folder.path(), false).unwrap_err();
    assert!(matches!(error, Failure::Failed(ref line) if line.contains("afresh")), "{error}");
    assert_eq!(run(folder.path(), true).unwrap().played, 15_000);
}

#[test]
fn what_was_reused_and_where_it_is_stored_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let small = Tournament { games: 20, ..tournament() };
    let run = || Work::quietly(|work| small.run(folder.path(), false, work)).unwrap();
    let (first, second) = (run(), run());
    assert_eq!((first.played, first.reused), (100, 0));
    assert_eq!((second.played, second.reused), (100, 100));
    assert!(Path::new(&second.store).starts_with(folder.path()) && Path::new(&second.store).exists());
}

/// An agent on a clock never plays the same game twice: that it came out otherwise says nothing.
#[test]
fn agents_on_a_clock_go_on() {
    for (game, agents) in [
        ("lucid:2x3", ["random", "mcts:ms=1"]),
        ("lucid:2x3", ["random", "automata:seconds=0.001"]),
        ("axis:la-2", ["random", "staff:seconds=0.001"]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let agents = agents.map(String::from).to_vec();
        let tournament = Tournament { game: game.into(), agents, games: 4, ..tournament() };
        let key = serde_json::to_string(&tournament).unwrap();
        let mut store = Store::open(folder.path()).unwrap();
        let id = store.tournament(&key).unwrap();
        // An end that no game has.
        let finish = Finish { payoff: Payoff::zero_sum(0.123), turns: 1 };
        store.add(id, &[StoredGame { table: 0, deal: 0, finish, mishaps: Vec::new() }]).unwrap();
        let standings = Work::quietly(|work| tournament.run(folder.path(), false, work)).unwrap();
        assert_eq!((standings.played, standings.reused), (4, 1), "{game}");
    }
    // The same agents by the number of their simulations do repeat.
    let folder = tempfile::tempdir().unwrap();
    let agents = ["random", "mcts:sims=2"].map(String::from).to_vec();
    let tournament = Tournament { game: "lucid:2x3".into(), agents, games: 4, ..tournament() };
    let mut store = Store::open(folder.path()).unwrap();
    let id = store.tournament(&serde_json::to_string(&tournament).unwrap()).unwrap();
    let finish = Finish { payoff: Payoff::zero_sum(0.123), turns: 1 };
    store.add(id, &[StoredGame { table: 0, deal: 0, finish, mishaps: Vec::new() }]).unwrap();
    assert!(Work::quietly(|work| tournament.run(folder.path(), false, work)).is_err());
}

/// Twelve agents in six seats have 5,544 tables; sixteen 48,048. Neither takes long to list.
#[test]
fn large_tables_are_listed_at_once() {
    let game = sandtable_arena::registry::open("risk:classic,players=6").unwrap();
    let began = std::time::Instant::now();
    for (agents, tables) in [(12, 5544), (16, 48_048)] {
        let agents = (1..=agents).map(|i| format!("mcts:sims={i}")).collect();
        let tournament =
            Tournament { game: "risk:classic,players=6".into(), agents, games: 6, ..tournament() };
        assert_eq!(tournament.seatings(&*game).unwrap().len(), tables);
    }
    assert!(began.elapsed().as_secs_f64() < 5.0, "{:?}", began.elapsed());
}

/// A bit that flips anywhere in the file is noticed, or changes nothing.
#[test]
fn no_flipped_bit_changes_a_result_in_silence() {
    let small = Tournament { games: 100, ..tournament() };
    let run = |folder: &Path| Work::quietly(|work| small.run(folder, false, work));
    let folder = tempfile::tempdir().unwrap();
    let expected = plain(run(folder.path()).unwrap());
    let file = folder.path().join("sandtable.db");
    let sound = std::fs::read(&file).unwrap();
    assert!(!folder.path().join("sandtable.db-wal").exists(), "everything is in the file");
    let (mut noticed, mut rng) = (0, Rng::new(8, 0, Stream::World));
    for _ in 0..300 {
        let mut damaged = sound.clone();
        let byte = rng.below(damaged.len() as u32) as usize;
        damaged[byte] ^= 1 << rng.below(8);
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("sandtable.db"), damaged).unwrap();
        match run(folder.path()) {
            Ok(standings) => assert!(plain(standings) == expected, "byte {byte} changes the result"),
            Err(error) => {
                noticed += 1;
                assert!(error.to_string().contains("store"), "{error}");
            }
        }
    }
    assert!(noticed > 50, "{noticed}");
}

/// What went wrong is stored with the game, summed over the tables, and shown.
#[test]
fn mishaps_are_kept_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let agents = ["random", "mcts:ms=1"].map(String::from).to_vec();
    let tournament = Tournament { game: "lucid:2x3".into(), agents, games: 4, ..tournament() };
    let run = || Work::quietly(|work| tournament.run(folder.path(), false, work)).unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let id = store.tournament(&serde_json::to_string(&tournament).unwrap()).unwrap();
    let finish = Finish { payoff: Payoff::zero_sum(0.0), turns: 1 };
    let [fine, once] = [(0, None), (1, Some("out of <time>"))]
        .map(|(count, first)| Mishaps { count, first: first.map(String::from) });
    for (table, mishaps) in [(0, [&fine, &once]), (1, [&once, &fine])] {
        let mishaps = mishaps.map(Mishaps::clone).to_vec();
        store.add(id, &[StoredGame { table, deal: 0, finish, mishaps }]).unwrap();
    }
    let standings = run();
    assert_eq!((standings.played, standings.reused), (4, 2));
    let told = standings.mishaps();
    let [(agent, mishaps)] = &told[..] else { panic!("{told:?}") };
    assert_eq!((*agent, mishaps.count), ("mcts:ms=1", 2));
    let line = "mcts:ms=1 failed 2 times, and a random step was taken for it; first: out of";
    assert_eq!(mishaps.text(agent), format!("{line} <time>"));
    let origin = report::Origin::here("1");
    assert!(report::tournament(&standings, &origin).contains(&format!("{line} &lt;time&gt;")));
    let json = serde_json::to_value(&standings).unwrap();
    assert_eq!(json["tables"][1]["mishaps"][0], serde_json::json!({"count": 1, "first": "out of <time>"}));
}

/// A player that never has an answer.
struct Asleep;

impl Agent<Pig> for Asleep {
    fn act(&mut self, _: &mut Ask<Pig>, _: &mut Vec<pig::Action>) -> Result<Thought<pig::Action>, Fault> {
        Err(Fault("it fell asleep".into()))
    }
}

#[test]
fn games_tell_what_went_wrong_in_them() {
    let def = pig::pig();
    let (spec, game) = (Spec::parse("pig").unwrap(), (def.build)(&Args::defaults(def.params)).unwrap());
    let mut hosted = Hosted::new(spec, game, def.knowledge);
    hosted.agents.push(AgentDef::agent("asleep", "has no answer", |_, _| Ok(Box::new(Asleep))));
    let deals = [1, 2].map(|deal| Deal { seed: 1, deal, seating: 0 });
    let mut all = Vec::new();
    let mut keep = |_, _, mishaps| {
        all.push(Mishaps::by_seat(2, mishaps));
        true
    };
    hosted.play_deals(&["hold", "asleep"], &deals, &mut keep).unwrap();
    assert_eq!(all.len(), 2);
    for game in &all {
        assert_eq!(game[0], Mishaps::default());
        assert!(game[1].count > 0 && game[1].first.as_deref() == Some("it fell asleep"), "{game:?}");
    }
}

/// The first version of the store had no checksums, the second no mishaps.
#[test]
fn old_stores_are_brought_up_to_date() {
    let small = Tournament { games: 20, ..tournament() };
    let run = |folder: &Path| Work::quietly(|work| small.run(folder, false, work)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let expected = run(folder.path());
    let expected = plain(expected);
    for older in
        ["DROP COLUMN mishaps; PRAGMA user_version = 2;", "DROP COLUMN checksum; PRAGMA user_version = 1;"]
    {
        let db = rusqlite::Connection::open(folder.path().join("sandtable.db")).unwrap();
        if older.contains("checksum") {
            db.execute_batch("ALTER TABLE game DROP COLUMN mishaps;").unwrap();
        }
        db.execute_batch(&format!("ALTER TABLE game {older}")).unwrap();
        drop(db);
        let again = run(folder.path());
        assert_eq!((again.played, again.reused), (100, 100));
        assert!(plain(again) == expected);
    }
    let db = rusqlite::Connection::open(folder.path().join("sandtable.db")).unwrap();
    db.execute_batch("PRAGMA user_version = 99;").unwrap();
    drop(db);
    let Err(error) = Store::open(folder.path()) else { panic!("a later version is not understood") };
    assert!(error.to_string().contains("it has format 99, expected 3"), "{error}");
}

#[test]
fn a_game_is_stored_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let id = store.tournament("a").unwrap();
    assert_eq!(store.tournament("a").unwrap(), id);
    assert_ne!(store.tournament("b").unwrap(), id);
    let game = |goal| StoredGame {
        table: 1,
        deal: 7,
        finish: Finish { payoff: Payoff::zero_sum(goal), turns: 3 },
        mishaps: vec![Mishaps::default(), Mishaps { count: 2, first: Some("it fell asleep".into()) }],
    };
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

/// An agent that stands several times meets the others as often: with other dice each time, and one rating.
#[test]
fn agents_that_stand_several_times_meet_again() {
    let folder = tempfile::tempdir().unwrap();
    let agents = ["simple-blue", "random", "simple-red", "random"].map(String::from).to_vec();
    let tournament = Tournament { agents, games: 40, first_versus: true, ..tournament() };
    let standings = Work::quietly(|work| tournament.run(folder.path(), false, work)).unwrap();
    let seats: Vec<String> = standings.tables.iter().map(|t| t.seats.join(" ")).collect();
    assert_eq!(seats, ["simple-blue random", "simple-blue simple-red", "simple-blue random"]);
    assert_ne!(standings.tables[0].score, standings.tables[2].score, "other dice");
    assert_eq!(standings.ratings.len(), 3);
    let random = standings.ratings.iter().find(|r| r.agent == "random").unwrap();
    assert_eq!(random.games, 80);
    let again = Work::quietly(|work| tournament.run(folder.path(), false, work)).unwrap();
    assert_eq!((again.reused, plain(again)), (120, plain(standings)));
}
