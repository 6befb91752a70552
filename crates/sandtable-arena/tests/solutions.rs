//! Exact solutions against other ways to the same numbers.

use std::path::Path;

use sandtable_agents::exact::{Limits, Pupil, Solution};
use sandtable_arena::advice::Question;
use sandtable_arena::matchup::Matchup;
use sandtable_arena::registry;
use sandtable_arena::solve::{self, Hidden, Hunt, Solved, Task, Whole, bound};
use sandtable_arena::work::Work;
use sandtable_core::policy::Random;
use sandtable_core::{Args, Game, GameDef, Kit, Knowledge, Policy, Rng, Stream, Turn};
use sandtable_games::operation;
use sandtable_games::pig::Pig;

fn solved(game: &str, agents: &[&str]) -> Whole {
    asked(game, &Task::plain(agents, 1 << 30))
}

fn asked(game: &str, task: &Task) -> Whole {
    match Work::quietly(|work| solve::solve(game, 1, task, work)) {
        Ok(Solved::Game(whole)) => whole,
        other => panic!("{game}: {other:?}"),
    }
}

fn refused(game: &str, bytes: usize) -> String {
    let task = Task::plain(&[], bytes);
    Work::quietly(|work| solve::solve(game, 1, &task, work)).expect_err(game).to_string()
}

/// The mean payoff of the first seat, and its standard error.
fn played(game: &str, seats: [&str; 2], games: u64) -> (f64, f64) {
    let matchup = Matchup { seed: 17, ..Matchup::plain(&seats, games) };
    let result = Work::quietly(|work| registry::open(game).unwrap().run_match(&matchup, work, None)).unwrap();
    (result.score.mean[0], result.score.stderr[0].unwrap())
}

#[test]
fn games_without_an_end_agree_with_their_own_solution() {
    for target in [2, 7, 20] {
        let pig = Pig::new(target);
        let whole = solved(&format!("pig:{target}"), &["optimal", "hold", "random"]);
        let own = pig.exact().win(&pig.start());
        assert!((whole.value - own).abs() < 1e-9, "{target}: {} and {own}", whole.value);
        assert!(whole.error < 1e-9);
        for agent in &whole.agents {
            let (low, high) = agent.peq;
            assert!(agent.geq <= low + 1e-9 && low <= high && high <= agent.value + 1e-9, "{agent:?}");
            if agent.agent == "optimal" {
                assert!((agent.geq - agent.value).abs() < 1e-9, "{agent:?}");
            }
        }
    }
}

#[test]
fn best_play_gets_what_the_game_is_worth() {
    for game in ["lucid:2x3", "lucid:3x3"] {
        let whole = solved(game, &["exact", "simple-blue", "simple-red"]);
        assert_eq!(whole.error, 0.0);
        let (mean, stderr) = played(game, ["exact", "exact"], 20_000);
        assert!(
            (mean - whole.value).abs() < 4.0 * stderr,
            "{game}: {mean} ± {stderr}, worth {}",
            whole.value
        );
        for agent in &whole.agents {
            let (low, high) = agent.peq;
            assert!(agent.geq <= low + 1e-9 && low <= high && high <= agent.value + 1e-9, "{agent:?}");
            if agent.agent == "exact" {
                assert!((agent.geq - agent.value).abs() < 1e-9, "{agent:?}");
            }
        }
        // What an agent gets against best play is what matches say.
        let red = whole.agents.iter().find(|a| a.agent == "simple-red").unwrap();
        let (mean, stderr) = played(game, ["exact", "simple-red"], 20_000);
        let (low, high) = (-red.peq.1 - 4.0 * stderr, -red.peq.0 + 4.0 * stderr);
        assert!((low..=high).contains(&mean), "{game}: {mean} ± {stderr}, {red:?}");
    }
}

#[test]
fn what_is_not_solved_says_why() {
    for (game, bytes, why) in [
        ("opaque:2x3", 1 << 20, "too large: more than"),
        ("risk:classic,players=3,hands=open", 1 << 30, "more than two sides"),
        ("lucid:3x3", 100_000, "too large: more than"),
    ] {
        let line = refused(game, bytes);
        assert!(line.contains(why), "{game}: {line}");
    }
}

/// What a position of the report's board is worth, with one piece in the goal already.
const END: &str = "turns 12; goal 1; blue C3=1 D4=1; red D5=1; toss";

/// Positions without the clock, and those that stand for others, are worth what all of them are worth as they are.
fn hold_to_the_plain_way<G: Game>(name: &str, def: &GameDef<G>, set: &[(&str, &str)]) {
    let mut args = Args::defaults(def.params);
    set.iter().for_each(|(name, value)| assert!(args.set(name, value)));
    let game = (def.build)(&args).unwrap();
    let limits = Limits { bytes: 1 << 30, threads: 0, progress: &|_| true };
    let with = Knowledge { clock: None, ..def.knowledge };
    let plain = Knowledge { essence: None, ..with };
    let kits = [&def.knowledge, &with, &plain].map(|knowledge| Kit { knowledge, ..Kit::bare(&game) });
    let ways = kits.map(|kit| Solution::find(&kit, &game.start(), &limits).unwrap());
    let mut rng = Rng::new(3, 0, Stream::World);
    let mut random = Random::default();
    let (mut state, mut plan) = (game.start(), Vec::new());
    for _ in 0..60 {
        let values = ways.each_ref().map(|way| way.value(&game, &state).unwrap());
        let near = values.iter().all(|value| (value - values[0]).abs() < 1e-12);
        assert!(near, "{name} {state:?}: {values:?}");
        random.playout(&game, &mut state, &mut rng, 1, &mut plan);
        if game.turn(&state) == Turn::Over {
            state = game.start();
        }
    }
}

#[test]
fn positions_that_come_to_the_same_are_worth_the_same() {
    for board in ["2x3", "3x3"] {
        hold_to_the_plain_way(board, &operation::lucid(), &[("board", board)]);
    }
}

/// Where the clock is apart agents are measured without it; position by position, each with its clock, they are worth the same.
#[test]
fn agents_are_worth_the_same_whether_the_clock_is_apart_or_not() {
    let def = operation::lucid();
    let mut args = Args::defaults(def.params);
    assert!(args.set("board", "3x3"));
    let game = (def.build)(&args).unwrap();
    let limits = Limits { bytes: 1 << 30, threads: 0, progress: &|_| true };
    let with_clock = Knowledge { clock: None, ..def.knowledge };
    let ways = [&def.knowledge, &with_clock].map(|knowledge| {
        let kit = Kit { knowledge, ..Kit::bare(&game) };
        let solution = Solution::find(&kit, &game.start(), &limits).unwrap();
        let seated =
            [("simple-blue", 0), ("one-axis-blue", 0), ("axes-exp-red", 1), ("fuzzy", 1), ("net", 0)];
        let pupil = |(name, seat): (&str, usize)| {
            let (player, args) = kit.player(name).unwrap();
            Pupil { seat, agent: player.make(&kit, &args).unwrap(), seed: 7 }
        };
        solution.measure(&game, &game.start(), seated.into_iter().map(pupil).collect(), &limits).unwrap()
    });
    for (a, b) in ways[0].iter().zip(&ways[1]) {
        let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
        let same = near(a.geq, b.geq) && near(a.peq.0, b.peq.0) && near(a.peq.1, b.peq.1);
        assert!(same && a.asked == b.asked, "{a:?} {b:?}");
    }
}

/// Threads share what they find out within a turn; the file that comes of it is the same to the last bit.
#[test]
fn tables_do_not_depend_on_threads() {
    let def = operation::lucid();
    let mut args = Args::defaults(def.params);
    assert!(args.set("board", "2x3"));
    let game = (def.build)(&args).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for knowledge in [&def.knowledge, &Knowledge { clock: None, ..def.knowledge }] {
        let kit = Kit { knowledge, ..Kit::bare(&game) };
        let files = [1, 3].map(|threads| {
            let limits = Limits { bytes: 1 << 30, threads, progress: &|_| true };
            let file = folder.path().join(format!("{threads}.table"));
            let solution = Solution::find(&kit, &game.start(), &limits).unwrap();
            solution.write(&game, &file, "the start").unwrap();
            std::fs::read(file).unwrap()
        });
        assert!(files[0] == files[1]);
    }
}

/// Best play on nine squares gets what they are worth, whoever plays it.
#[test]
fn small_grids_and_scenarios_are_solved() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/rules/tiny.rg");
    let game = format!("grid:{}", file.display());
    let whole = solved(&game, &["exact", "settler"]);
    let (mean, stderr) = played(&game, ["exact", "exact"], 20_000);
    assert!((mean - whole.value).abs() < 4.0 * stderr, "{mean} ± {stderr}, worth {}", whole.value);
    for agent in &whole.agents {
        let best = (agent.geq - agent.value).abs() < 1e-9;
        assert!(agent.geq <= agent.peq.0 + 1e-9 && best == (agent.agent == "exact"), "{agent:?}");
    }
    let scenario = asked("axis:la-1", &Task { whole: true, ..Task::plain(&[], 1 << 30) });
    assert!(scenario.error < 1e-9 && (0.0..=1.0).contains(&scenario.value), "{scenario:?}");
}

fn end_game(table: Option<&Path>, out: Option<&Path>) -> Task {
    let name = |path: &Path| path.to_str().unwrap().to_string();
    Task {
        state: Some(("here".into(), END.into())),
        table: table.map(name),
        out: out.map(Into::into),
        ..Task::plain(&[], 1 << 30)
    }
}

#[test]
fn end_games_are_kept_in_files_and_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("end.table");
    let whole = asked("lucid", &end_game(None, Some(&file)));
    let again = asked("lucid", &end_game(Some(&file), None));
    assert!((whole.value - again.value).abs() < 1e-12, "{} and {}", whole.value, again.value);
    assert!((1.0..3.0).contains(&whole.value), "{}", whole.value);
    assert_eq!(again.positions_per_second, None);
    // A search that has the table plays the end as well as can be: so it says, and so matches from there say.
    let table = format!("mcts:sims=1,table={}", file.display());
    let game = registry::open("lucid").unwrap();
    let said = game
        .advise(&Question {
            file: "here",
            state: &END.replace("toss", "move blue"),
            agent: &table,
            time: None,
            limit: None,
            seed: 1,
        })
        .unwrap();
    let blue = whole.openings.iter().find(|opening| opening.mover == "blue").unwrap();
    assert!((said.account.considered[0].value - blue.value).abs() < 1e-9, "{said:?}");

    // So does `exact`, and where the table has nothing whoever it was told to ask.
    let advised = |state: &str, agent: &str| {
        let (time, limit) = (None, None);
        game.advise(&Question { file: "here", state, agent, time, limit, seed: 1 })
    };
    let by = format!("exact:table={}", file.display());
    let exact = advised(&END.replace("toss", "move blue"), &by).unwrap();
    assert!((exact.account.considered[0].value - blue.value).abs() < 1e-9, "{exact:?}");
    let start = game.example_state(1);
    let nothing = advised(&start, &by).expect_err("it is not in the table").to_string();
    assert!(nothing.contains("not in the table"), "{nothing}");
    assert!(advised(&start, &format!("{by},else=random")).is_ok());
    let none = advised(&start, "exact").expect_err("no table").to_string();
    assert!(none.contains("expected table=FILE"), "{none}");

    let refusal = |task: &Task, game: &str| {
        Work::quietly(|work| solve::solve(game, 1, task, work)).expect_err(game).to_string()
    };
    let task = end_game(Some(&file), None);
    let start = Task { state: None, ..task.clone() };
    assert!(refusal(&start, "lucid").contains("it has no value for"));
    assert!(refusal(&start, "lucid:4x4").contains("by other rules"));
    let bytes = std::fs::read(&file).unwrap();
    let mut bad = bytes.clone();
    *bad.last_mut().unwrap() ^= 1;
    for (bytes, why) in [
        (&bytes[..bytes.len() - 8], "bytes are not what"),
        (&bad[..], "damaged"),
        (b"board 3x3\n", "line 1: expected 'sandtable table 1'"),
    ] {
        std::fs::write(&file, bytes).unwrap();
        assert!(refusal(&task, "lucid").contains(why), "{why}: {}", refusal(&task, "lucid"));
    }
}

fn hidden(game: &str) -> Hidden {
    let task = Task { precision: 1e-4, ..Task::plain(&[], 1 << 30) };
    match Work::quietly(|work| solve::solve(game, 1, &task, work)) {
        Ok(Solved::Hidden(found)) => found,
        other => panic!("{game}: {other:?}"),
    }
}

#[test]
fn fog_in_which_everything_is_seen_changes_nothing() {
    // One column of two nodes: each side sees all of it.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lane.board");
    let board = "board lane\ncolumns 1\nrows 2\nturns 5\nlateral 1\nblue A1=2\nred A2=1\n";
    std::fs::write(&file, board).unwrap();
    let (open, fog) =
        (solved(&format!("lucid:{}", file.display()), &[]), hidden(&format!("opaque:{}", file.display())));
    assert!((open.value - fog.value).abs() <= fog.error + 1e-9, "{} and {fog:?}", open.value);
    assert!(fog.error <= 1e-4);
    assert!((0.1..1.9).contains(&open.value), "{}", open.value);
}

#[test]
fn a_search_that_knows_an_agent_bounds_what_it_gets() {
    let game = registry::open("lucid:3x3").unwrap();
    let hunt = Hunt { search: "mcts:sims=200".into(), games: 200, seed: 3 };
    let agents = ["simple-blue", "simple-red"].map(String::from);
    let bounds = Work::quietly(|work| bound::bounds(&*game, &agents, &hunt, work)).unwrap();
    let whole = solved("lucid:3x3", &["simple-blue", "simple-red"]);
    for (bound, exact) in bounds.iter().zip(&whole.agents) {
        assert_eq!((&bound.agent, &bound.seat), (&exact.agent, &exact.seat));
        // No opponent can take more than the worst, and one who knows the agent takes most of it.
        assert!(bound.score > exact.geq - 4.0 * bound.stderr, "{bound:?} {exact:?}");
        assert!(bound.score < exact.geq + 0.15 + 4.0 * bound.stderr, "{bound:?} {exact:?}");
    }
}
