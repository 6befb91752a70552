//! Exact solutions against other ways to the same numbers.

use sandtable_arena::matchup::Matchup;
use sandtable_arena::registry;
use sandtable_arena::solve::{self, Solved, Task, Whole};
use sandtable_arena::work::Work;
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
        let own = pig.exact().win(&sandtable_core::Game::start(&pig));
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
        ("opaque:2x3", 1 << 30, "something is hidden"),
        ("risk:classic,players=3,hands=open", 1 << 30, "more than two sides"),
        ("lucid:3x3", 100_000, "too large: more than"),
    ] {
        let line = refused(game, bytes);
        assert!(line.contains(why), "{game}: {line}");
    }
}
