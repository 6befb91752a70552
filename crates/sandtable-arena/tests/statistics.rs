//! Statistics files against appendix 5 of *A Game of Intelligent Risk*: as printed, and never wrong without a word.

use std::path::Path;

use sandtable_arena::matchup::Matchup;
use sandtable_arena::registry;
use sandtable_arena::spec::Spec;
use sandtable_arena::statistics_file::{StatisticsFile, compare};
use sandtable_arena::train::{self, Training};
use sandtable_arena::work::Work;
use sandtable_games::grid::player_file;

const ONE: &str = include_str!("../../../data/statistics/example1a.txt");
const MANY: &str = include_str!("../../../data/statistics/example1b.txt");

#[test]
fn the_papers_examples_are_read_and_written_as_printed() {
    for text in [ONE, MANY] {
        let file = StatisticsFile::parse("x", text).unwrap();
        assert_eq!(file.text(), text);
    }
    let one = StatisticsFile::parse("x", ONE).unwrap();
    assert_eq!((one.matches[0].wins, one.matches[0].games.len(), &one.tournament), ([1, 2], 3, &None));
    assert_eq!(one.matches[0].moments(0, 0).mean(), 6775.0 / 3.0);
    let many = StatisticsFile::parse("x", MANY).unwrap();
    assert_eq!(many.matches.len(), 3);
    assert_eq!(many.matches[1].players, ["aiPlayer3.aip", "aiPlayer1.aip"]);
}

/// Appendix 5.1 again: the same names of files, players and statistics, and games of the same kind.
#[test]
fn ours_have_the_names_of_the_papers() {
    let game = registry::open("grid").unwrap();
    let usual = game.usual();
    let seats: Vec<&str> = usual.iter().map(String::as_str).collect();
    let matchup = Matchup { statistics: true, ..Matchup::plain(&seats, 60) };
    let result = Work::quietly(|work| game.run_match(&matchup, work, None)).unwrap();
    let ours = StatisticsFile::of_match(Path::new("some/folder/mine.txt"), &*game, &result).unwrap();
    assert_eq!(StatisticsFile::parse("x", &ours.text()).unwrap(), ours);
    let theirs = StatisticsFile::parse("x", ONE).unwrap();
    let (a, b) = (&ours.matches[0], &theirs.matches[0]);
    assert_eq!(
        (&ours.file[..], &a.rules, &a.players, &a.names),
        ("mine.txt", &b.rules, &b.players, &b.names)
    );
    let compared = compare(&theirs, &ours);
    assert_eq!((compared.len(), compared[0].differences.len(), compared[0].games), (1, 26, [3, 60]));
    // Three games are few: their own scatter is not known well.
    let far = compared[0].differences.iter().filter(|d| d.errors.is_some_and(|e| e.abs() > 6.0));
    assert_eq!(far.collect::<Vec<_>>(), Vec::<&_>::new());
}

#[test]
fn wrong_files_are_refused_with_line_and_expectation() {
    let check = |text: &str, expect: &str| {
        assert_eq!(StatisticsFile::parse("x", text).unwrap_err().0, expect);
    };
    let change = |from: &str, to: &str| {
        assert!(ONE.contains(from), "{from}");
        ONE.replacen(from, to, 1)
    };
    check("", "x:1: expected a tag like <red_wins=3>");
    check(&ONE[..60], "x:3: expected a tag like <red_wins=3>");
    check(
        &change("<red_points=6775>", "<red_points=6776>"),
        "x:52: points before here is not the sum over the games",
    );
    check(&change("<game_2>", "<game_3>"), "x:22: expected <game_2>");
    check(&change("<red_men=2041>", "<red_men=many>"), "x:11: expected a number in <red_men=…> before here");
    check(&change("<red_men=2041>", "<red_men=inf>"), "x:11: expected a number in <red_men=…> before here");
    check(&change("<red_wins=1>", "<red_wins=2>"), "x:51: expected the wins of 3 games before here");
    check(&change("<red_wins=1>", "<red_wins=0.5>"), "x:51: expected the wins of 3 games before here");
    check(&change("played=3", "played=0"), "x:5: expected the number of games, 1 at least, before here");
    check(&change("played=3", "played=99999999999999"), "x:50: expected <game_4>");
    check(
        &change("<red_squares=36>", "<red_points=36>"),
        "x:10: <red_points=…>: expected each name once, 100 at most",
    );
    check(&format!("{ONE}more"), "x:66: expected nothing after </file>");
    let other =
        MANY.replacen("<fixture=aiPlayer3.aip,aiPlayer1.aip>", "<fixture=aiPlayer3.aip,aiPlayer9.aip>", 1);
    let error = StatisticsFile::parse("x", &other).unwrap_err().0;
    assert!(error.ends_with("is not that of <fixture=aiPlayer3.aip,aiPlayer9.aip>"), "{error}");
    assert!(
        StatisticsFile::parse("x", &MANY.replacen("<match_2>", "<match_3>", 1))
            .unwrap_err()
            .0
            .contains("expected <match_2>")
    );
}

/// Section 5.3: the games of all sets of the file count, the older ones stay in it, and the matches can be played again.
#[test]
fn a_training_goes_on_from_a_learned_player_and_can_be_told() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("my.aip");
    let mut training = Training {
        game: Spec::parse("grid").unwrap(),
        agent: Spec::parse("aip:reinforcePlayer1").unwrap(),
        method: String::new(),
        opponents: Vec::new(),
        from: Vec::new(),
        rounds: 3,
        games: 20,
        seed: 7,
        out: out.clone(),
        fresh: false,
    };
    train::prepare(&mut training).unwrap();
    let learned = Work::quietly(|work| train::run(&training, work, &|_| ())).unwrap();
    let file = player_file(out.to_str().unwrap()).unwrap();
    let before = player_file("reinforcePlayer1").unwrap();
    assert_eq!(file.sets.len(), 5);
    assert_eq!(file.sets[3..], before.sets[..], "the older history is there");
    assert_eq!(learned.history.len(), 5);
    // The matches again, with their statistics: they explain every step, the games before the first being 2 × 20.
    let game = registry::open("grid").unwrap();
    let bouts: Vec<_> = learned.matches.iter().map(|bout| (bout.clone(), 0)).collect();
    let told = Work::quietly(|work| StatisticsFile::play(Path::new("t.txt"), "my.aip", &*game, &bouts, work))
        .unwrap();
    assert_eq!(told.matches.len(), 3);
    for (round, one) in told.matches.iter().enumerate() {
        let us = one.players.iter().position(|player| player == "my.aip").unwrap();
        assert_eq!(us, round % 2, "Red first");
        let totals = one.totals();
        let sum = |name: &str| totals[one.names.iter().position(|n| n == name).unwrap()];
        let above = |name: &str| sum(name)[us] - sum(name)[1 - us];
        let rash = above("battles_init") > above("battles_won");
        let lost = one.wins[1 - us] as f64 / 20.0;
        let already = 40.0 + 20.0 * round as f64;
        let factor = (already + 20.0 * (1.0 + if rash { lost } else { -lost })) / (already + 20.0);
        let (old, new) = (learned.history[1 + round], learned.history[2 + round]);
        assert!((old * factor - new).abs() < 1e-12, "round {round}: {old} times {factor} is not {new}");
    }
}
