//! Grid Risk against its paper: the laws, the files, the battles, and the checks of section 3.10.

use sandtable_core::{Args, Game, Notation, Policy, Rng, Stream, Turn, laws};
use sandtable_games::grid::{
    self, AipPlayer, Allocation, Chance, Draws, Grid, Heuristics, PlayerFile, PositionFile, RuleFile,
    ScoreMax, Significance, TournamentFile, distribution, fight, player_file, roll, roll_chance,
};

fn game(rules: &str) -> Grid {
    let def = grid::grid();
    let mut args = Args::defaults(def.params);
    assert!(args.set("rules", rules));
    (def.build)(&args).unwrap()
}

fn rules() -> RuleFile {
    RuleFile::parse("p1vp2.rg", include_str!("../../../data/rules/p1vp2.rg")).unwrap()
}

#[test]
fn the_laws_hold_under_every_rule_file() {
    for (variant, _) in grid::grid().variants {
        laws::hold(&game(variant), 2, 1);
    }
}

#[test]
fn the_papers_files_are_read_as_printed_and_written_canonically() {
    let rules = rules();
    assert_eq!((rules.size, rules.men, rules.turns), ((10, 10), 100, 100));
    assert_eq!(rules.players[1].as_deref(), Some("aiPlayer2.aip"));
    assert_eq!(RuleFile::parse("x", &rules.text()).unwrap(), rules);
    let positions = PositionFile::parse("x", include_str!("../../../data/positions/standard.pos")).unwrap();
    assert_eq!(positions.squares[1][9], (9, 5, 10));
    assert_eq!(PositionFile::parse("x", &positions.text()).unwrap(), positions);
    for name in ["aiPlayer0", "aiPlayer6c.aip", "reinforcePlayer3"] {
        let file = player_file(name).unwrap();
        assert_eq!(PlayerFile::parse("x", &file.text()).unwrap(), file);
    }
    let learned = player_file("reinforcePlayer1").unwrap();
    assert_eq!(learned.sets.len(), 2);
    assert_eq!((learned.sets[0].minimum_attack, learned.sets[1].minimum_attack), (1.3688314, 1.5));
    assert_eq!(player_file("aiPlayer0").unwrap().sets[0], Heuristics::none());
    let old = include_str!("../../../data/tournaments/example_tourn1b.trn");
    let old = TournamentFile::parse("x", old).unwrap();
    assert_eq!((old.both_ways, old.first_versus, old.players.len()), (false, false, 3));
    let bare = TournamentFile::parse("x", include_str!("../../../data/tournaments/tourn10.trn")).unwrap();
    assert_eq!((bare.players.len(), bare.first_versus), (14, true));
    assert_eq!(TournamentFile::parse("x", &bare.text()).unwrap(), bare);
}

#[test]
fn files_say_where_they_are_wrong() {
    let text = include_str!("../../../data/rules/p1vp2.rg");
    let check = |from: &str, to: &str, expect: &str| {
        let error = RuleFile::parse("my.rg", &text.replace(from, to)).unwrap_err().0;
        assert_eq!(error, expect);
    };
    check("GRID_X 10", "GRID_X ten", "my.rg:1: GRID_X is 'ten': expected a whole number from 1 to 64");
    check("X+X^0.1", "X+Y", "my.rg:7: MEN_ADDED: 'Y' at character 3: expected X, a number or (");
    check(
        "DRAWS REROLLED",
        "DRAWS NEVER",
        "my.rg:12: DRAWS is 'NEVER': expected DEFENDER or ATTACKER or REROLLED",
    );
    check("WEIGHTED TRUE;", "", "my.rg:21: the file ends, expected WEIGHTED");
    let several = "my.rg:17: the file ends, expected GRID_Y, WEIGHTED, WINNER and MOVES_PER_TURN";
    let without: Vec<&str> = text
        .lines()
        .filter(|l| !["GRID_Y", "WEIGHT", "WINNER", "MOVES_"].iter().any(|k| l.starts_with(k)))
        .collect();
    assert_eq!(RuleFile::parse("my.rg", &without.join("\n")).unwrap_err().0, several);
    let bounds = "NO_OF_MEN_IN_BATTLE, NO_OF_OWN_MEN or a whole number from 2 to 10000";
    check(
        "SCORE_MAX NO_OF_MEN_IN_BATTLE",
        "SCORE_MAX",
        &format!("my.rg:13: SCORE_MAX has no value: expected {bounds}"),
    );
    check(
        "SCORE_MAX NO_OF_MEN_IN_BATTLE",
        "SCORE_MAX 1",
        &format!("my.rg:13: SCORE_MAX is '1': expected {bounds}"),
    );
    check("WEIGHTED TRUE;", "WEIGHT TRUE;", "my.rg:14: WEIGHT: not a rule of the game");
    check("GRID_X 10", "GRID_X 60", "my.rg:21: 600 squares: expected at most 256");
    check(
        "SQUARE_ALLOCATION FROM_FILE",
        "SQUARE_ALLOCATION RANDOM",
        "my.rg:21: men FROM_FILE stand on the squares of that file: expected SQUARE_ALLOCATION FROM_FILE",
    );
    let check = |text: &str, expect: &str| {
        assert_eq!(PositionFile::parse("my.pos", text).unwrap_err().0, expect);
    };
    check("", "my.pos:1: the file ends, expected <RED_SQUARES> and <BLUE_SQUARES>");
    check("<RED_SQUARES>\n<0,4>", "my.pos:2: <0,4>: expected column, row and men, like <0,4,10>");
    check("<RED_SQUARES><0,4,1>", "my.pos:1: the file ends, expected </RED_SQUARES>");
    check("hello", "my.pos:1: expected a tag like <RED_SQUARES> or <0,4,10>");
    let check = |text: &str, expect: &str| {
        assert_eq!(PlayerFile::parse("my.aip", text).unwrap_err().0, expect);
    };
    check("", "my.aip:1: expected GAMES_PLAYED");
    check("INSIGNIFICANT 0;", "my.aip:1: INSIGNIFICANT: expected GAMES_PLAYED first");
    check(
        "GAMES_PLAYED 1;\nMAXIMUM_ATTACK 2;",
        "my.aip:2: MAXIMUM_ATTACK is '2': expected a number from 0 to 1",
    );
    check("GAMES_PLAYED 1;\nCOURAGE 2;", "my.aip:2: COURAGE: not a heuristic");
}

#[test]
fn positions_must_fit_the_rules() {
    let refuse = |pos: &str, expect: &str| {
        let positions = PositionFile::parse("x", pos).unwrap();
        let error = Grid::new("x", rules(), Some(&positions)).unwrap_err().0;
        assert!(error.contains(expect), "{error}");
    };
    refuse("<RED_SQUARES><10,0,1></RED_SQUARES><BLUE_SQUARES></BLUE_SQUARES>", "outside the grid");
    refuse("<RED_SQUARES><1,0,1><1,0,1></RED_SQUARES><BLUE_SQUARES></BLUE_SQUARES>", "stands twice");
    refuse("<RED_SQUARES><1,0,1></RED_SQUARES><BLUE_SQUARES></BLUE_SQUARES>", "red has 1 men on 1 squares");
    assert!(Grid::new("x", rules(), None).unwrap_err().0.contains("pos=FILE.pos"));
}

/// The chance that the attacker wins a roll, by all pairs of scores.
fn counted(rules: &RuleFile, attackers: u32, defenders: u32) -> f64 {
    let scores = |men: u32| match rules.score_max {
        ScoreMax::AllMen => 1..=attackers + defenders,
        ScoreMax::OwnMen => 0..=men,
        ScoreMax::Constant(limit) => 1..=limit,
    };
    let weight = |men: u32| if rules.weighted { men } else { 1 };
    let (mut won, mut all) = (0.0, 0.0);
    for a in scores(attackers).map(|score| score * weight(attackers)) {
        for d in scores(defenders).map(|score| score * weight(defenders)) {
            let wins = match (a == d, rules.draws) {
                (false, _) => a > d,
                (true, Draws::Defender) => false,
                (true, Draws::Attacker) => true,
                (true, Draws::Rerolled) => continue,
            };
            won += f64::from(u8::from(wins));
            all += 1.0;
        }
    }
    won / all
}

#[test]
fn the_chance_of_a_roll_is_that_of_all_pairs_of_scores() {
    let mut rng = Rng::new(1, 0, Stream::World);
    for draws in [Draws::Defender, Draws::Attacker, Draws::Rerolled] {
        for score_max in [ScoreMax::AllMen, ScoreMax::OwnMen, ScoreMax::Constant(6), ScoreMax::Constant(2)] {
            for weighted in [false, true] {
                let rules = RuleFile { draws, score_max, weighted, ..rules() };
                for (a, d) in [(1, 1), (1, 2), (3, 2), (2, 5), (7, 7), (1, 40), (31, 17), (64, 3), (12, 18)] {
                    let (p, exact) = (roll_chance(&rules, a, d), counted(&rules, a, d));
                    assert!((p - exact).abs() < 1e-12, "{rules:?} {a} v {d}: {p}, counted {exact}");
                    const N: u32 = 2000;
                    let won = (0..N).filter(|_| roll(&rules, a, d, &mut rng).1).count() as f64 / f64::from(N);
                    let error = (p * (1.0 - p) / f64::from(N)).sqrt();
                    assert!((won - p).abs() <= 5.0 * error, "{rules:?} {a} v {d}: {won}, {p}");
                }
            }
        }
    }
}

/// All ends of a battle with their chances, by following every roll.
fn ends(game: &Grid, state: &grid::State) -> Vec<(String, f64)> {
    let mut all: Vec<(String, f64)> = Vec::new();
    let mut open = vec![(state.clone(), 1.0)];
    while let Some((state, chance)) = open.pop() {
        if !matches!(state.phase, grid::Phase::Battle(_)) {
            let text = game.state_text(&state);
            match all.iter_mut().find(|(known, _)| *known == text) {
                Some((_, sum)) => *sum += chance,
                None => all.push((text, chance)),
            }
            continue;
        }
        let mut outcomes = Vec::new();
        assert_eq!(game.outcomes(&state, &mut outcomes), sandtable_core::Dist::Exact);
        for (draw, p) in outcomes {
            let mut next = state.clone();
            game.resolve(&mut next, draw);
            open.push((next, chance * p));
        }
    }
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

/// Roll by roll, for people, and all at once, where nobody looks on, are one distribution: exactly.
#[test]
fn single_rolls_and_whole_battles_end_alike() {
    for rules in ["p1vp2", "dice", "rout"] {
        let (whole, single) = (game(rules), game(rules).rolling_singly(true));
        for (attackers, defenders) in [(1, 1), (4, 2), (5, 7)] {
            let line = format!(
                "turn 3; red A1=9; blue B2={defenders} J10=5; red to move, 1 left; battle B2 {attackers} roll"
            );
            let state = whole.parse_state(&line).unwrap();
            let (a, b) = (ends(&whole, &state), ends(&single, &state));
            assert!(a.len() > 1 && a.iter().map(|e| &e.0).eq(b.iter().map(|e| &e.0)), "{rules}: {a:?} {b:?}");
            for ((end, p), (_, q)) in a.iter().zip(&b) {
                assert!((p - q).abs() < 1e-12, "{rules} {end}: {p} at once, {q} roll by roll");
            }
        }
    }
}

#[test]
fn a_roll_is_told_with_its_scores() {
    let game = game("p1vp2").rolling_singly(true);
    let line = "turn 3; red A1=9; blue B2=8 J10=5; red to move, 1 left; battle B2 10 roll";
    let state = game.parse_state(line).unwrap();
    let roll = game.parse_chance(&state, "roll 17-9").unwrap();
    assert_eq!(game.chance_text(&state, roll), "roll 17-9");
    assert_eq!(
        game.tell(&state, sandtable_core::Happened::Draw(roll), None),
        "Red scores 17 × 10 = 170 at B2, blue 9 × 8 = 72: blue loses 1 man"
    );
    let mut after = state.clone();
    game.resolve(&mut after, roll);
    assert!(game.state_text(&after).ends_with("blue B2=7 J10=5; red to move, 1 left; battle B2 10 roll"));
    // Eighteen men are in the battle, nobody scores 19 or 0, and 4 × 10 against 5 × 8 is rolled again.
    for (text, expect) in [
        ("roll 19-1", "can be rolled"),
        ("roll 0-1", "can be rolled"),
        ("roll 4-5", "decide"),
        ("roll red", "the scores of both"),
    ] {
        let error = game.parse_chance(&state, text).unwrap_err().0;
        assert!(error.contains(expect), "{text}: {error}");
    }
    let mut rng = Rng::new(4, 0, Stream::World);
    for _ in 0..200 {
        let Chance::Roll(roll) = game.sample(&state, &mut rng) else { panic!("a roll is due") };
        let ((a, d), won) = (roll.scores, roll.attacker_wins);
        assert!((1..=18).contains(&a) && (1..=18).contains(&d) && won == (10 * a > 8 * d));
    }
}

#[test]
fn squares_from_a_file_with_men_by_lot_or_by_choice() {
    let text = include_str!("../../../data/rules/p1vp2.rg");
    let positions = PositionFile::parse("x", include_str!("../../../data/positions/standard.pos")).unwrap();
    for (word, drawn) in [("RANDOM", true), ("CHOSEN", false)] {
        let text = text.replace("MEN_ALLOCATION FROM_FILE", &format!("MEN_ALLOCATION {word}"));
        let rules = RuleFile::parse("x", &text).unwrap();
        assert_eq!(RuleFile::parse("x", &rules.text()).unwrap(), rules);
        let game = Grid::new("x", rules.clone(), Some(&positions)).unwrap();
        laws::hold(&game, 1, 1);
        let mut state = game.start();
        assert_eq!(game.parse_state(&game.state_text(&state)).unwrap(), state);
        assert_eq!(game.turn(&state) == Turn::Chance, drawn);
        let mut rng = Rng::new(3, 0, Stream::World);
        while matches!(state.phase, grid::Phase::Men { .. }) {
            laws::advance(&game, &mut state, &mut rng);
        }
        assert_eq!(grid::Side::BOTH.map(|s| state.totals(s)), [(100, 10); 2]);
        assert!(
            (40..50).all(|s| state.men[s] > 0) && (50..60).all(|s| state.men[s] < 0),
            "the file's squares"
        );
        assert!(state.men[40..50].iter().any(|men| *men != 10) || !drawn, "but not its men");
        assert!(Grid::new("x", rules, None).unwrap_err().0.contains("pos=FILE.pos"));
        let wrong = "turn 0; red A1=1; blue B1=1; red to move, 1 left; men 90 A1";
        assert!(game.parse_state(wrong).unwrap_err().0.contains("come from a file"));
    }
}

/// Every kind of file that comes with the program can be shown in a form and written back from it; what a form says is checked.
#[test]
fn files_are_forms_and_forms_are_files() {
    let def = grid::grid();
    for kind in def.knowledge.files {
        for (name, text) in (kind.shipped)() {
            let values = (kind.read)(name, text).unwrap();
            let given: Vec<(String, String)> =
                values.iter().map(|(key, value)| (key.to_string(), value.clone())).collect();
            let again = kind.fill(name, &given).unwrap();
            assert_eq!((kind.read)(name, &again).unwrap(), values, "{} {name}", kind.name);
            assert_eq!(values.len(), kind.keys.len());
        }
        kind.fill("new", &[]).unwrap();
    }
    let rules = &def.knowledge.files[0];
    let refused = |key: &str, value: &str, expect: &str| {
        let error = rules.fill("my", &[(key.into(), value.into())]).unwrap_err().0;
        assert!(error.contains(expect), "{error}");
    };
    refused("GRID_X", "ten", "my:1: GRID_X is 'ten': expected a whole number from 1 to 64");
    refused("GRID_Q", "3", "'GRID_Q': expected one of GRID_X, GRID_Y");
    refused("MEN_ADDED", "X; GRID_X 3", "expected one line without ';'");
    refused("RED_PLAYER", "a\nGRID_X 3", "expected one line");
    // The bounds that a form shows are those of the reader.
    for kind in def.knowledge.files {
        for key in kind.keys {
            let bounds = match key.value {
                sandtable_core::FileValue::Whole(least, most) => [least.to_string(), most.to_string()],
                sandtable_core::FileValue::Real(least, most) => [least.to_string(), most.to_string()],
                _ => continue,
            };
            let beyond = |text: &str| format!("{}1", text);
            for value in [bounds[0].clone(), bounds[1].clone(), beyond(&bounds[1])] {
                let filled = kind.fill("my", &[(key.name.into(), value.clone())]);
                let of_value =
                    filled.as_ref().err().is_some_and(|e| e.0.contains(&format!("{} is", key.name)));
                assert_eq!(of_value, value == beyond(&bounds[1]), "{} {value}: {filled:?}", key.name);
            }
        }
    }
}

#[test]
fn the_distribution_of_a_battle_is_exact() {
    let rules = rules();
    // 2 against 1: both roll 1 to 3, the attacker doubles. Of nine pairs seven win, one ties and one (1 against 3) loses; then one
    // against one is even.
    let all = distribution(&rules, 2, 1);
    let chance = |s: i32| all.iter().find(|(o, _)| *o == s).map_or(0.0, |(_, p)| *p);
    assert!((chance(2) - 0.875).abs() < 1e-12);
    assert!((chance(1) - 0.0625).abs() < 1e-12 && (chance(-1) - 0.0625).abs() < 1e-12);
    for (a, d) in [(1, 1), (10, 7), (40, 60), (200, 150)] {
        let all = distribution(&rules, a, d);
        assert!((all.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-9);
        let mut rng = Rng::new(2, 0, Stream::World);
        let mean: f64 = all.iter().map(|(s, p)| f64::from(*s) * p).sum();
        let square: f64 = all.iter().map(|(s, p)| f64::from(*s).powi(2) * p).sum();
        let drawn: f64 = (0..4000).map(|_| f64::from(fight(&rules, a, d, &mut rng))).sum::<f64>() / 4000.0;
        let error = ((square - mean * mean) / 4000.0).sqrt();
        assert!((drawn - mean).abs() <= 5.0 * error, "{a} v {d}: {drawn}, exactly {mean}");
    }
}

#[test]
fn starts_by_lot_and_by_choice_give_everybody_his_share() {
    for rules in ["scattered", "chosen"] {
        let game = game(rules);
        let mut state = game.start();
        let mut rng = Rng::new(3, 0, Stream::World);
        let setting_up = |s: &grid::State| matches!(s.phase, grid::Phase::Squares | grid::Phase::Men { .. });
        while setting_up(&state) {
            let chosen = game.rules().square_allocation == Allocation::Chosen;
            assert_eq!(matches!(game.turn(&state), Turn::Player(_)), chosen);
            laws::advance(&game, &mut state, &mut rng);
        }
        let share = (u32::from(game.rules().men), u32::from(game.rules().squares));
        assert_eq!(grid::Side::BOTH.map(|s| state.totals(s)), [share, share]);
    }
}

#[test]
fn a_withdrawal_saves_the_men() {
    let game = game("survivor");
    let line = "turn 0; red A1=4 B1=9; blue C1=5 C2=1; red to move, 3 left; battle C1 8 blue";
    let mut state = game.parse_state(line).unwrap();
    assert_eq!(game.turn(&state), Turn::Player(1));
    let mut away = state.clone();
    game.apply(&mut away, game.parse_action("withdraw-D1").unwrap());
    assert_eq!(
        game.state_text(&away),
        "turn 0; red A1=4 B1=9 C1=8; blue D1=5 C2=1; red to move, 2 left; aim"
    );
    game.apply(&mut state, game.parse_action("stand").unwrap());
    assert_eq!(game.turn(&state), Turn::Player(0), "then the attacker is asked");
    assert!(game.check(&state, game.parse_action("withdraw-C2").unwrap()).is_err(), "the enemy is there");
    game.apply(&mut state, game.parse_action("withdraw-D2").unwrap());
    assert_eq!(
        game.state_text(&state),
        "turn 0; red A1=4 B1=9 D2=8; blue C1=5 C2=1; red to move, 2 left; aim"
    );
}

/// The move that heuristics choose in a position, and the number of men.
fn choice(heuristics: &Heuristics, position: &str) -> (String, u16) {
    choice_of(heuristics, position, 1)
}

fn choice_of(heuristics: &Heuristics, position: &str, seed: u64) -> (String, u16) {
    let game = game("p1vp2");
    let state = game.parse_state(position).unwrap();
    let mut plan = Vec::new();
    let mut rng = Rng::new(seed, 0, Stream::World);
    AipPlayer::new(heuristics.clone()).choose(&game, &state, &mut rng, &mut plan);
    let grid::Action::Send(men) = plan[1] else { panic!("{plan:?}") };
    (game.action_text(plan[0]), men)
}

#[test]
fn each_heuristic_does_what_it_says() {
    let player = |name: &str| player_file(name).unwrap().sets[0].clone();
    let tail = "red to move, 1 left; aim";
    // 15 men may attack 10 (1.5 men per enemy), 14 may not; MAX sends all, MIN just enough.
    let strong = format!("turn 0; red A1=15; blue B1=10; {tail}");
    assert_eq!(choice(&player("aiPlayer7"), &strong), ("A1-B1".into(), 15));
    let many = format!("turn 0; red A1=20; blue B1=10; {tail}");
    assert_eq!(choice(&player("aiPlayer6a"), &many), ("A1-B1".into(), 15));
    assert_eq!(choice(&player("aiPlayer6b"), &many), ("A1-B1".into(), 18));
    assert_eq!(choice(&player("aiPlayer6c"), &many), ("A1-B1".into(), 16));
    let weak = format!("turn 0; red A1=14; blue B1=10; {tail}");
    assert_ne!(choice(&player("aiPlayer7"), &weak).0, "A1-B1");
    // The square that would attack is joined by half of its neighbour's men.
    let two = format!("turn 0; red A1=14 A2=8; blue B1=10; {tail}");
    assert_eq!(choice(&player("aiPlayer8"), &two), ("A2-A1".into(), 4));
    // Nobody is near: all men go to an empty square when attacking, half when defending.
    let far = format!("turn 0; red A1=30; blue J10=10; {tail}");
    assert_eq!(choice(&player("aiPlayer9"), &far).1, 30);
    let few = format!("turn 0; red A1=30; blue J10=300; {tail}");
    assert_eq!(choice(&player("aiPlayer10"), &few).1, 15);
    // A small square is insignificant, even if it could attack: if that is a share of the men, and not a quotient in whole numbers.
    let small = format!("turn 0; red A1=5 E5=95; blue B1=1 J10=50; {tail}");
    assert_eq!(choice(&player("aiPlayer7"), &small).0, "A1-B1");
    for (insignificant_of, men) in [(Significance::Player, 9), (Significance::All, 14)] {
        let strict = Heuristics { insignificant_of, ..player("aiPlayer7") };
        assert!(choice(&strict, &small).0.starts_with("E5-"));
        let few = format!("turn 0; red A1={men} E5={}; blue B1=1 J10=49; {tail}", 100 - men);
        assert!(choice(&strict, &few).0.starts_with("E5-"), "just below a tenth");
        let more = format!("turn 0; red A1={} E5={}; blue B1=1 J10=49; {tail}", men + 1, 99 - men);
        assert_eq!(choice(&strict, &more).0, "A1-B1", "a tenth");
    }
}

#[test]
fn the_heuristics_of_section_6_3_1() {
    let base = player_file("aiPlayer7").unwrap().sets[0].clone();
    let tail = "red to move, 1 left; aim";
    let far = format!("turn 0; red A1=30; blue E5=10; {tail}");
    let approach = Heuristics { approach: true, ..base.clone() };
    assert_eq!(choice(&approach, &far).0, "A1-B2");
    // Every square but A2 is next to C1's forty men; defending, an own square is there as well.
    let near = format!("turn 0; red A1=10 A2=9; blue C1=40; {tail}");
    let avoid = Heuristics { avoid: 1.5, insignificant: 0.0, ..base.clone() };
    for seed in 0..20 {
        let to = choice_of(&avoid, &near, seed).0;
        assert!(!to.ends_with("B1") && !to.ends_with("B2"), "{to}");
    }
    let cautious = Heuristics { defend_decimal: 0.35, ..base.clone() };
    assert!(["A1-A2", "A2-A1"].contains(&choice(&cautious, &near).0.as_str()), "own squares first");
    assert!(!["A1-A2", "A2-A1"].contains(&choice(&base, &near).0.as_str()), "empty squares first");
}

mod fuzz {
    use super::{Grid, PlayerFile, PositionFile, RuleFile, TournamentFile, game, laws};
    use proptest::prelude::{prop_assert_eq, proptest};
    use sandtable_core::{Notation, Rng, Stream};
    use sandtable_games::grid::Expression;

    proptest! {
        #[test]
        fn any_text_is_a_file_or_an_error(text in "\\PC{0,300}") {
            let _ = RuleFile::parse("x", &text);
            let _ = PositionFile::parse("x", &text);
            let _ = PlayerFile::parse("x", &text);
            let _ = TournamentFile::parse("x", &text);
            let _ = Expression::parse(&text);
        }

        #[test]
        fn functions_have_values_or_errors(text in "([X(]|[0-9]{1,3}(\\.[0-9])?|[-+*/^]|\\)| ){0,30}", x in 0.0f64..30000.0) {
            if let Ok(function) = Expression::parse(&text) {
                let value = function.value(x);
                let again = Expression::parse(function.text()).unwrap().value(x);
                prop_assert_eq!(value.to_bits(), again.to_bits());
            }
        }

        #[test]
        fn changed_rules_are_a_sound_game_or_an_error(line in 0usize..19, with in "(TRUE|FALSE|RANDOM|CHOSEN|[0-9]{1,4}|X[-+*/^]X|ALL_MEN|LAST_PLAYER|ATTACKER)") {
            let text = include_str!("../../../data/rules/chosen.rg");
            let mut lines: Vec<String> = text.lines().filter(|l| !l.starts_with('#')).map(String::from).collect();
            let key = lines[line].split(' ').next().unwrap().to_string();
            lines[line] = format!("{key} {with};");
            if let Ok(rules) = RuleFile::parse("x", &lines.join("\n")) {
                prop_assert_eq!(&RuleFile::parse("x", &rules.text()).unwrap(), &rules);
                if let Ok(grid) = Grid::new("x", rules, None) {
                    let (mut state, mut rng) = (sandtable_core::Game::start(&grid), Rng::new(1, 1, Stream::World));
                    for _ in 0..3000 {
                        if !laws::advance(&grid, &mut state, &mut rng) {
                            break;
                        }
                    }
                }
            }
        }

        #[test]
        fn any_state_is_sound_or_an_error(men in "( [A-G][1-7]=[0-9]{1,5}){0,4}", more in "( [A-G][1-7]=[0-9]{1,5}){0,4}", phase in "(aim|over|squares|send [A-G][1-7] [A-G][1-7]|men [0-9]{1,2} [A-G][1-7]|battle [A-G][1-7] [0-9]{1,3} (roll|red|blue))", side in "(red|blue)") {
            let game = game("scattered");
            let text = format!("turn 3; red{men}; blue{more}; {side} to move, 1 left; {phase}");
            if let Ok(state) = game.parse_state(&text) {
                prop_assert_eq!(&game.parse_state(&game.state_text(&state)).unwrap(), &state);
                let (mut state, mut rng) = (state, Rng::new(1, 1, Stream::World));
                for _ in 0..300 {
                    if !laws::advance(&game, &mut state, &mut rng) {
                        break;
                    }
                }
            }
        }
    }
}
