//! Matches: the same on any number of threads, unbiased, and true to exact values.

use std::sync::atomic::AtomicBool;

use sandtable_arena::luck::Method;
use sandtable_arena::matchup::{MatchResult, Matchup};
use sandtable_arena::replay::parse_record;
use sandtable_arena::sprt::{Accepted, Sprt};
use sandtable_arena::train::{Contest, Matches};
use sandtable_arena::work::Work;
use sandtable_arena::{Failure, registry};
use sandtable_core::policy::Seated;
use sandtable_core::record::Event;
use sandtable_core::{Agent, Spec};
use sandtable_games::operation::{self, Operation, Sight};

fn matchup(agents: [&str; 2], games: u64) -> Matchup {
    Matchup::plain(&agents, games)
}

fn play(game: &str, matchup: &Matchup, threads: usize) -> (MatchResult, String) {
    let work = Work { progress: &|_| (), stop: &AtomicBool::new(false), threads };
    let mut records = Vec::new();
    let game = registry::open(game).unwrap();
    let mut result = game.run_match(matchup, &work, Some(&mut records)).unwrap();
    result.seconds = 0.0;
    result.games_per_second = 0.0;
    (result, String::from_utf8(records).unwrap())
}

#[test]
fn results_and_records_do_not_depend_on_threads() {
    for (game, agents, swap) in [
        ("lucid", ["one-axis-blue", "dist-exp-red"], false),
        ("lucid:3x3", ["random", "random"], true),
        ("opaque:4x4", ["random", "axes-exp-red"], false),
    ] {
        for (_, luck) in Method::ALL {
            let matchup = Matchup { luck, swap, ..matchup(agents, 3001) };
            let alone = play(game, &matchup, 1);
            for threads in [2, 5] {
                assert!(play(game, &matchup, threads) == alone, "{game}, {luck:?}, {threads} threads");
            }
        }
    }
}

#[test]
fn corrections_do_not_move_the_mean() {
    for (game, agents) in [
        ("lucid", ["simple-blue", "axes-exp-red"]),
        ("lucid", ["one-axis-blue", "dist-exp-red"]),
        ("lucid:4x4", ["simple-blue", "dist-exp-red"]),
        ("opaque", ["one-axis-blue", "axes-exp-red"]),
    ] {
        let raw = play(game, &Matchup { seed: 9, ..matchup(agents, 40_000) }, 0).0;
        for luck in [Method::Simple, Method::Expanded, Method::Value] {
            let other = play(game, &Matchup { luck, ..matchup(agents, 20_000) }, 0).0;
            let difference = other.luck.estimate.mean[0] - raw.score.mean[0];
            let error = other.luck.estimate.stderr[0].unwrap().hypot(raw.score.stderr[0].unwrap());
            assert!(difference.abs() < 4.0 * error, "{game} {agents:?} {luck:?}: {difference} ± {error}");
            assert!(other.luck.factor.unwrap() > 1.5, "{game} {agents:?} {luck:?}: {:?}", other.luck);
        }
    }
}

#[test]
fn a_board_with_time_enough_gives_the_exact_mean() {
    // Each column is a duel of 3 against 2 without supply: 5/6 of a piece survives it on average, 25/6 in all.
    let text = include_str!("../../../data/boards/lucid.board").replace("turns 36", "turns 200");
    let file = tempfile::NamedTempFile::with_suffix(".board").unwrap();
    std::fs::write(file.path(), text).unwrap();
    let game = format!("lucid:{}", file.path().display());
    let matchup = Matchup { luck: Method::Expanded, ..matchup(["simple-blue", "simple-red"], 40_000) };
    let result = play(&game, &matchup, 0).0;
    let (off, error) = (result.luck.estimate.mean[0] - 25.0 / 6.0, result.luck.estimate.stderr[0].unwrap());
    assert!(off.abs() < 4.0 * error, "off by {off} ± {error}");
}

#[test]
fn swapping_seats_makes_equals_equal() {
    let matchup = Matchup { swap: true, ..matchup(["random", "random"], 2001) };
    let result = play("lucid:3x3", &matchup, 0).0;
    assert_eq!(result.games, 2002, "whole deals");
    assert_eq!(result.wins.iter().sum::<u64>() + result.draws, 2002);
    assert!(result.score.mean[0].abs() < 4.0 * result.score.stderr[0].unwrap().max(1e-9));
    assert!((result.score.mean[0] + result.score.mean[1]).abs() < 1e-12);
}

#[test]
fn one_game_says_nothing_about_errors() {
    let result = play("lucid:2x3", &matchup(["random", "random"], 1), 1).0;
    assert_eq!((&result.score.stderr[..], result.score.half_width()), (&[None, None][..], None));
    let swapped = Matchup { swap: true, ..matchup(["random", "random"], 2) };
    let result = play("lucid:2x3", &swapped, 1).0;
    assert_eq!((result.games, result.deals, result.swap), (2, 1, true));
    assert_eq!(result.score.stderr, [None, None], "two games with the same dice are one deal");
    let result = play("lucid:2x3", &matchup(["random", "random"], 2), 1).0;
    assert!(result.score.stderr.iter().all(Option::is_some));
}

/// The blue seat of the smallest board decides: swapped, each agent gets what that seat gets.
#[test]
fn shares_are_known_as_well_as_the_deals_allow() {
    let share = |swap| {
        let result = play("lucid", &Matchup { swap, ..matchup(["random", "random"], 400) }, 0).0;
        (result.share.low[0], result.share.mean[0], result.share.high[0], result.games, result.wins[0])
    };
    let (low, mean, high, games, wins) = share(false);
    assert_eq!(mean, wins as f64 / games as f64);
    let wilson = sandtable_arena::stats::wilson(wins as f64, games);
    assert!((low - wilson.0).abs() < 1e-9 && (high - wilson.1).abs() < 1e-9, "one game a deal is Wilson's");
    let (low, mean, high, games, wins) = share(true);
    let wilson = sandtable_arena::stats::wilson(wins as f64, games);
    assert!(low < mean && mean < high);
    assert!((high - low - (wilson.1 - wilson.0)).abs() > 1e-6, "swapped, deals are what is counted");
}

/// Random players on the smallest board: hardly a game is decided, and an evaluation that knows nothing of them would hurt.
#[test]
fn a_value_is_learned_before_it_is_used() {
    let matchup = Matchup { luck: Method::Value, ..matchup(["random", "random"], 400) };
    let learned = play("lucid:2x3", &matchup, 0).0.luck;
    assert!(learned.factor.unwrap() > 0.9, "{learned:?}");
    // Nothing is learned from a handful of games.
    let few = play("lucid", &Matchup { games: 12, ..matchup }, 0).0;
    assert_eq!(few.luck.estimate, few.score);
}

/// Whatever a game names as signs of its positions, they are numbers.
#[test]
fn every_game_can_be_corrected_by_value() {
    for game in
        ["lucid:3x3", "opaque:4x4", "grid", "risk:mini6", "risk:classic,players=3", "axis:la-1", "pig:20"]
    {
        let seats = registry::open(game).unwrap().info().seats.len();
        let plain = Matchup { luck: Method::Value, ..Matchup::plain(&vec!["random"; seats], 25) };
        let result = play(game, &plain, 0).0;
        assert!(result.luck.estimate.mean.iter().all(|m| m.is_finite()), "{game}: {:?}", result.luck);
    }
}

/// Table 3.2 of the report: a value that is learned needs fewer games than its expanded model in every pairing, and both games of a
/// deal are corrected when seats are swapped.
#[test]
fn a_learned_value_needs_fewer_games_than_the_report() {
    let published = [
        ("simple-blue", "simple-red", 23.4),
        ("simple-blue", "axes-exp-red", 13.8),
        ("simple-blue", "dist-exp-red", 17.9),
        ("one-axis-blue", "simple-red", 24.7),
        ("one-axis-blue", "axes-exp-red", 10.4),
        ("one-axis-blue", "dist-exp-red", 10.2),
    ];
    for (blue, red, factor) in published {
        let learned = play("lucid", &Matchup { luck: Method::Value, ..matchup([blue, red], 4000) }, 0).0.luck;
        assert!(learned.factor.unwrap() > factor, "{blue} v {red}: {learned:?}");
    }
    let pairs = ["one-axis-blue+dist-exp-red", "simple-blue+axes-exp-red"];
    let swapped = Matchup { luck: Method::Value, swap: true, ..matchup(pairs, 8000) };
    let learned = play("lucid", &swapped, 0).0.luck;
    assert!(learned.factor.unwrap() > 10.2, "{learned:?}");
    assert!((learned.estimate.mean[0] + learned.estimate.mean[1]).abs() < 1e-6, "{learned:?}");
}

/// The N − 1 form of section 3.3 is close to one regression over all games, and closer the more there are.
#[test]
fn leaving_one_out_changes_little() {
    let with = |games, leave_one_out| {
        let plain = matchup(["one-axis-blue", "dist-exp-red"], games);
        let corrected = Matchup { luck: Method::Expanded, leave_one_out, ..plain };
        play("lucid", &corrected, 0).0.luck.estimate
    };
    let apart = |games| {
        let (all, others) = (with(games, false), with(games, true));
        assert!((others.stderr[0].unwrap() / all.stderr[0].unwrap() - 1.0).abs() < 6.0 / games as f64 * 3.0);
        (all.mean[0] - others.mean[0]).abs()
    };
    let (few, many) = (apart(100), apart(10_000));
    assert!(few > 0.0 && few < 0.05 && many < 0.001, "{few} {many}");
    let refused = Matchup { leave_one_out: true, luck: Method::Value, ..matchup(["random", "random"], 100) };
    let game = registry::open("lucid").unwrap();
    let why = Work::quietly(|work| game.run_match(&refused, work, None)).unwrap_err().to_string();
    assert_eq!(why, "leave one out: expected luck correction by simple or expanded");
}

/// Random players pile up troops until battles are too large for the table of their ends.
#[test]
fn draws_that_cannot_be_listed_are_left_as_they_are_and_counted() {
    let matchup = Matchup { luck: Method::Value, ..matchup(["random", "random"], 40) };
    let result = play("risk:duel", &matchup, 0).0;
    assert_eq!(result.games, 40);
    assert!(result.luck.unlisted > 0, "{:?}", result.luck);
    let listed = play("risk:mini6", &matchup, 0).0;
    assert_eq!(listed.luck.unlisted, 0);
}

#[test]
fn a_sequential_test_stops_early_and_always_at_the_same_game() {
    let sprt = Some(Sprt { low: -400.0, high: 400.0 });
    let matchup = Matchup { swap: true, sprt, ..matchup(["random", "random"], 100_000) };
    let alone = play("lucid:2x3", &matchup, 1).0;
    assert!(alone.games < 100_000 && alone.sprt.unwrap().accepted != Accepted::Undecided, "{alone:?}");
    assert!(play("lucid:2x3", &matchup, 2).0 == alone);
}

#[test]
fn records_replay_bit_for_bit_and_changed_ones_do_not() {
    let (_, records) = play("opaque:3x3", &matchup(["random", "dist-exp-red"], 50), 0);
    let game = registry::open("opaque:3x3").unwrap();
    assert_eq!(records.lines().count(), 50);
    for line in records.lines() {
        let record = parse_record("x:1", line).unwrap();
        let replayed = game.replay(&record, true, &mut |_| ()).unwrap();
        assert_eq!(replayed.result, record.result);
    }
    let record = parse_record("x:1", records.lines().next().unwrap()).unwrap();
    let refuse = |change: &dyn Fn(&mut sandtable_core::record::Record), expect: &str| {
        let mut changed = record.clone();
        change(&mut changed);
        let error = game.replay(&changed, false, &mut |_| ()).unwrap_err().to_string();
        assert!(error.contains(expect), "{error}");
    };
    let toss = match &record.steps[0] {
        Event::Dice { dice } if dice == "toss blue" => "toss red",
        _ => "toss blue",
    };
    refuse(&|r| r.steps[0] = Event::Dice { dice: toss.into() }, "event 1: the seed gives");
    refuse(&|r| r.steps[0] = Event::Dice { dice: "toss green".into() }, "event 1: 'toss green'");
    refuse(&|r| r.steps[1] = Event::Step { seat: 5, step: "end".into() }, "event 2");
    refuse(&|r| drop(r.steps.pop()), "the result is None");
    refuse(&|r| r.result = None, "the result is Some");
    refuse(&|r| drop(r.seats.pop()), "1 seats, expected 2");
}

#[test]
fn games_of_axis_and_allies_do_not_depend_on_threads_and_replay() {
    for (name, agents) in [
        ("axis:la-2", ["random", "ez-fodder"]),
        ("axis:minimap,rounds=4", ["random", "random"]),
        ("axis:minimap,money=equal", ["dls:depth=1", "ez-fodder"]),
    ] {
        let matchup = Matchup { swap: true, ..matchup(agents, 12) };
        let (alone, records) = play(name, &matchup, 1);
        assert!(play(name, &matchup, 2) == (alone, records.clone()), "{name}");
        let game = registry::open(name).unwrap();
        for line in records.lines() {
            let record = parse_record("x:1", line).unwrap();
            assert_eq!(game.replay(&record, true, &mut |_| ()).unwrap().result, record.result);
        }
    }
}

#[test]
fn what_cannot_be_played_is_refused_before_it_begins() {
    let refuse = |game: &str, matchup: Matchup, expect: &str| {
        let played = Work::quietly(|work| registry::open(game).unwrap().run_match(&matchup, work, None));
        assert_eq!(played.unwrap_err(), Failure::BadInput(expect.into()));
    };
    let agents = ["simple-blue", "simple-red"];
    refuse("lucid", matchup(agents, 0), "0 games: expected at least 1");
    refuse("lucid", matchup(["simple-red", "simple-blue"], 1), "simple-red plays red only, not blue");
    refuse(
        "lucid",
        Matchup { swap: true, ..matchup(agents, 1) },
        "swapped seats: simple-red plays red only, not blue",
    );
    refuse(
        "lucid",
        matchup(["simple-bleu", "simple-red"], 1),
        "unknown agent for lucid 'simple-bleu': did you mean 'simple-blue'?",
    );
    refuse(
        "lucid",
        matchup(["one-axis-blue:axis=Q", "simple-red"], 1),
        "one-axis-blue: axis=Q: expected a column from A to E, or random",
    );
    let luck = Method::Expanded;
    refuse(
        "lucid",
        Matchup { luck, ..matchup(agents, 7) },
        "not enough games: luck correction by 6 terms needs at least 8",
    );
    refuse(
        "lucid:3x3",
        Matchup { luck, swap: true, ..matchup(["random", "random"], 20) },
        "not enough games: luck correction by 12 terms needs at least 28",
    );
    refuse(
        "grid",
        Matchup { luck, ..matchup(["random", "random"], 9) },
        "luck correction: grid names no luck terms, expected none or value",
    );
    let mut three = matchup(agents, 1);
    three.agents.push("random".into());
    refuse("lucid", three, "lucid: 2 seats (blue, red), but 3 agents");
}

/// What a learner is told of some games is what a match says of them.
#[test]
fn contests_correct_for_luck_as_matches_do() {
    let def = operation::lucid();
    let game = Operation::default_board(Sight::Lucid);
    let kit = def.kit(&game);
    let agents = ["one-axis-blue", "dist-exp-red"];
    let make = |name: &str| -> Box<dyn Agent<Operation>> { Box::new(Seated(kit.policy(name).unwrap().1)) };
    let (blue, red) = (|| make(agents[0]), || make(agents[1]));
    let spec = Spec::parse("lucid").unwrap();
    let means =
        Work::quietly(|work| Matches::new(kit, &spec, work, &|_| ())?.corrected(&[&blue, &red], 7, 205, 0))
            .unwrap();
    let matchup = Matchup { seed: 7, luck: Method::Expanded, ..matchup(agents, 205) };
    let estimate = play("lucid", &matchup, 1).0.luck.estimate;
    for (seat, mean) in means.iter().enumerate() {
        assert!((mean.value - estimate.mean[seat]).abs() < 1e-9, "{mean:?} {estimate:?}");
        assert!(
            (mean.stderr.unwrap() - estimate.stderr[seat].unwrap()).abs() < 1e-9,
            "{mean:?} {estimate:?}"
        );
    }
}
