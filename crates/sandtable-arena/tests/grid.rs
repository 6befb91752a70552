//! The six checks of section 3.10 of *A Game of Intelligent Risk*, which must hold exactly.

use sandtable_arena::matchup::{MatchResult, Matchup};
use sandtable_arena::registry;
use sandtable_arena::work::Work;

const GAMES: u64 = 100;

fn play(rules: &str, red: &str, blue: &str) -> MatchResult {
    let matchup = Matchup { statistics: true, ..Matchup::plain(&[red, blue], GAMES) };
    let game = registry::open(rules).unwrap();
    Work::quietly(|work| game.run_match(&matchup, work, None)).unwrap()
}

/// A statistic of Red and of Blue.
fn of(result: &MatchResult, name: &str) -> [f64; 2] {
    let statistics = result.statistics.as_ref().unwrap();
    let index = statistics.names.iter().position(|n| *n == name).unwrap();
    [0, 1].map(|side: usize| statistics.totals[side][index])
}

fn check(result: &MatchResult, men_per_player: f64, grid: f64, full_turns: Option<f64>) {
    let games = GAMES as f64;
    let get = |name| of(result, name);
    assert_eq!(result.wins.iter().sum::<u64>() + result.draws, GAMES, "a");
    assert!(get("squares").iter().sum::<f64>() <= games * grid, "b");
    for side in [0, 1] {
        let points = get("men")[side] + 10.0 * get("squares")[side];
        assert_eq!(get("points")[side], points, "c");
        let men = games * men_per_player + get("men_gained")[side] - get("men_lost")[side];
        assert_eq!(get("men")[side], men, "d");
        let moves = get("battles_init")[side] + get("move_occupied")[side] + get("move_empty")[side];
        if let Some(turns) = full_turns {
            assert_eq!(moves, games * turns, "f");
        }
    }
    let battles: f64 = get("battles_init").iter().sum();
    assert_eq!(get("battles_won").iter().sum::<f64>(), battles, "every battle has a winner");
}

#[test]
fn checks_a_to_f_hold_exactly() {
    let result = play("grid", "aip:aiPlayer1", "aip:aiPlayer2");
    check(&result, 100.0, 100.0, Some(100.0));
    assert_eq!([of(&result, "attack_wd"), of(&result, "defend_wd")], [[0.0; 2]; 2], "e");
}

#[test]
fn they_hold_under_other_rules_too() {
    for rules in ["straight", "dice", "rout", "growth"] {
        check(&play(&format!("grid:{rules}"), "aip:aiPlayer8", "aip:aiPlayer4"), 100.0, 100.0, None);
    }
    check(&play("grid:scattered", "random", "aip:reinforcePlayer1"), 40.0, 49.0, None);
    let withdrawing = play("grid:chosen", "random", "random");
    check(&withdrawing, 12.0, 20.0, Some(15.0).filter(|_| withdrawing.turns.min == 15));
    assert!(of(&withdrawing, "defend_wd").iter().sum::<f64>() > 0.0);
    assert_eq!(of(&withdrawing, "attack_wd"), [0.0; 2]);
}
