//! Positions of Grid Risk that are read: whatever is accepted can be played, and every state that follows reads back.

use proptest::prelude::{Strategy, TestCaseError, any, prop, prop_assert, prop_assert_eq, proptest};
use sandtable_core::{Args, Dist, Game, Notation, Rng, Stream, Turn, laws};
use sandtable_games::grid::{self, Grid, PositionFile, RuleFile};

fn game(rules: &str) -> Grid {
    let def = grid::grid();
    let mut args = Args::defaults(def.params);
    assert!(args.set("rules", rules));
    (def.build)(&args).unwrap()
}

/// Plays on at random from a position that was accepted.
fn playable(game: &Grid, text: &str, seed: u64) -> Result<(), TestCaseError> {
    let Ok(mut state) = game.parse_state(text) else { return Ok(()) };
    let mut rng = Rng::new(seed, 0, Stream::World);
    for _ in 0..400 {
        let written = game.state_text(&state);
        let read = game.parse_state(&written);
        prop_assert_eq!(read.as_ref(), Ok(&state), "from '{}': '{}'", text, written);
        match game.turn(&state) {
            Turn::Over => break,
            Turn::Player(_) => {
                let mut steps = Vec::new();
                game.actions(&state, &mut steps);
                prop_assert!(!steps.is_empty(), "from '{}': no step in '{}'", text, written);
            }
            Turn::Chance => {
                let mut outcomes = Vec::new();
                let exact = game.outcomes(&state, &mut outcomes) == Dist::Exact;
                let sum: f64 = outcomes.iter().map(|(_, p)| p).sum();
                prop_assert!(!exact || (sum - 1.0).abs() < 1e-9, "from '{}': {} in '{}'", text, sum, written);
                prop_assert!(outcomes.iter().all(|(_, p)| *p > 0.0), "from '{}': '{}'", text, written);
            }
        }
        laws::advance(game, &mut state, &mut rng);
    }
    let _ = game.payoff(&state);
    Ok(())
}

/// A number of men, mostly a small one.
fn men() -> impl Strategy<Value = u16> {
    prop::sample::select(vec![1u16, 1, 1, 2, 3, 9, 12, 33, 400, 29_999, 30_000])
}

/// Squares with men, for two sides.
fn squares() -> impl Strategy<Value = Vec<(usize, u16)>> {
    prop::collection::vec((0usize..20, men()), 0..9)
}

const VARIANTS: [&str; 8] =
    ["p1vp2", "straight", "dice", "rout", "scattered", "growth", "survivor", "chosen"];

proptest! {
    #[test]
    fn positions_that_are_accepted_can_be_played(
        variant in 0..VARIANTS.len(),
        red in squares(),
        blue in squares(),
        single in any::<bool>(),
        numbers in (0u32..120, 0u16..45, 0u8..4, men()),
        words in (0usize..20, 0usize..20, 0usize..6, 0usize..4, any::<bool>()),
        seed in any::<u64>(),
    ) {
        let game = game(VARIANTS[variant]);
        // Names within the smallest of the grids.
        let name = |s: usize| format!("{}{}", ["A", "B", "C", "D", "E"][s % 5], 1 + s / 5);
        let list = |squares: &[(usize, u16)]| -> String {
            squares.iter().map(|(s, n)| format!(" {}={}", name(*s), if single { 1 } else { *n })).collect()
        };
        let (turn, left, moves, attackers) = numbers;
        let (from, to, phase, asked, early) = words;
        let phase = match phase {
            0 => "aim".into(),
            1 => "squares".into(),
            2 => format!("men {left} {}", name(from)),
            3 => format!("send {} {}", name(from), name(to)),
            4 => format!("battle {} {attackers} {}", name(to), ["roll", "red", "blue", "nobody"][asked]),
            _ => "over".into(),
        };
        let side = if from % 2 == 0 { "red" } else { "blue" };
        let turn = if early { 0 } else { turn };
        let text = format!("turn {turn}; red{}; blue{}; {side} to move, {moves} left; {phase}", list(&red), list(&blue));
        playable(&game, &text, seed)?;
    }

    #[test]
    fn changed_positions_are_refused_or_can_be_played(
        variant in 0..VARIANTS.len(),
        steps in 0u32..60,
        at in any::<u16>(),
        with in "[0-9]{0,3}",
        seed in any::<u64>(),
    ) {
        let game = game(VARIANTS[variant]);
        let mut rng = Rng::new(seed, 1, Stream::World);
        let mut state = game.start();
        for _ in 0..steps {
            laws::advance(&game, &mut state, &mut rng);
        }
        let mut text = game.state_text(&state);
        let digits: Vec<usize> = (0..text.len()).filter(|i| text.as_bytes()[*i].is_ascii_digit()).collect();
        let at = digits[usize::from(at) % digits.len()];
        text.replace_range(at..=at, &with);
        playable(&game, &text, seed)?;
    }
}

/// What is wrong with a position, in words.
fn refused(variant: &str, text: &str) -> String {
    game(variant).parse_state(text).expect_err(text).0
}

#[test]
fn positions_that_cannot_come_up_are_refused() {
    for (variant, text, why) in [
        (
            "chosen",
            "turn 0; red A1=1; blue; blue to move, 0 left; squares",
            "before the first turn all moves are left",
        ),
        (
            "scattered",
            "turn 9; red A1=1; blue; blue to move, 1 left; squares",
            "before the first turn no turns are done",
        ),
        (
            "p1vp2",
            "turn 0; red A1=1; blue; blue to move, 1 left; squares",
            "the men of this game come from a file",
        ),
        (
            "chosen",
            "turn 0; red A1=1 A2=1 A3=1; blue B1=9 B2=1 B3=1; red to move, 1 left; men 9 A1",
            "blue's men do not add up",
        ),
        (
            "chosen",
            "turn 0; red A1=1 A2=2 A3=1; blue B1=1 B2=1 B3=1; red to move, 1 left; men 8 A1",
            "the squares from there on have one man each so far",
        ),
        (
            "survivor",
            "turn 0; red A1=4; blue C1=5; red to move, 3 left; battle C1 8 nobody",
            "expected roll, red or blue after a battle",
        ),
    ] {
        let error = refused(variant, text);
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn points_of_full_boards_are_counted() {
    let rules =
        include_str!("../../../data/rules/p1vp2.rg").replace("POINTS_PER_MAN 1;", "POINTS_PER_MAN 10000;");
    let positions = PositionFile::parse("x", include_str!("../../../data/positions/standard.pos")).unwrap();
    let game = Grid::new("x", RuleFile::parse("x", &rules).unwrap(), Some(&positions)).unwrap();
    let row = |row: u32| -> String { ('A'..='J').map(|c| format!(" {c}{row}=30000")).collect() };
    let red: String = (1..=5).map(row).collect();
    let text = format!("turn 100; red{red}; blue J10=1; red to move, 1 left; over");
    let state = game.parse_state(&text).unwrap();
    assert_eq!(game.points(&state, grid::Side::Red), 15_000_000_500);
    assert_eq!(game.payoff(&state).values(), [1.0, -1.0]);
}

#[test]
fn the_positions_of_the_docs_are_read() {
    let docs = include_str!("../../../docs/grid.md");
    let mut phases = Vec::new();
    let mut rules = None;
    for line in docs.split("```").skip(1).step_by(2).flat_map(str::lines) {
        if let Some(spec) = line.strip_prefix("# grid") {
            rules = Some(game(spec.strip_prefix(':').unwrap_or("p1vp2")));
        } else if let Some(game) = rules.as_ref().filter(|_| line.starts_with("turn ")) {
            let state = game.parse_state(line).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(game.state_text(&state), line);
            phases.push(std::mem::discriminant(&state.phase));
        }
    }
    phases.dedup();
    assert!(phases.len() >= 6, "every phase has an example");
}

#[test]
fn the_docs_name_every_key_of_a_rule_file() {
    let docs = include_str!("../../../docs/grid.md");
    let rules = RuleFile::parse("x", include_str!("../../../data/rules/p1vp2.rg")).unwrap().text();
    for key in rules.lines().map(|line| line.split(' ').next().unwrap()) {
        assert!(docs.contains(&format!("`{key}`")), "docs/grid.md does not name {key}");
    }
}
