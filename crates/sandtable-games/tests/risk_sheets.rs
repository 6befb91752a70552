//! Sheets of Risk: what KTH's flat network reads, and where steps stand.

use std::collections::HashSet;

use sandtable_core::sheet::Row;
use sandtable_core::{Args, Game, Notation, Rng, Stream, Turn};
use sandtable_games::risk::{Risk, risk};

fn game(map: &str) -> Risk {
    let def = risk();
    let mut args = Args::defaults(def.params);
    args.set("map", map);
    (def.build)(&args).unwrap()
}

#[test]
fn the_thesis_s_sizes() {
    let sheet = risk().knowledge.sheet.unwrap();
    let form = sheet.form(&game("duel")).unwrap();
    let outputs: Vec<(&str, usize)> = form.heads.iter().map(|head| (head.name, head.outputs)).collect();
    let expected =
        [("place", 126), ("attack", 166), ("fortify", 3444), ("decide-attack", 2), ("decide-fortify", 2)];
    assert_eq!(outputs, expected);
    assert_eq!((form.board, form.late), (126, 10));
    // Cards and troops to place; cards and the flag; cards.
    let seen: Vec<usize> = form.heads.iter().map(|head| head.sees.1 - head.sees.0).collect();
    assert_eq!(seen, [9, 9, 8, 9, 8]);
    assert_ne!(form.version, sheet.form(&game("mini12")).unwrap().version, "a network belongs to one map");
    let refusal = sheet.form(&game("classic")).unwrap_err().to_string();
    assert!(refusal.contains("players=2"), "{refusal}");
}

#[test]
fn numbers_of_a_position() {
    let game = game("duel");
    let sheet = risk().knowledge.sheet.unwrap();
    let names: Vec<&str> = game.map.territories.iter().map(|t| t.name.as_str()).collect();
    let list = |from: usize, troops: u32| -> String {
        names[from..from + 14].iter().map(|name| format!(" {name}={troops}")).collect()
    };
    let text = format!(
        "blue to place 6; red:{}; blue:{}; neutral:{}; cards red: infantry wild; cards blue: cavalry cavalry",
        list(0, 1),
        list(14, 2),
        list(28, 3)
    );
    let state = game.parse_state(&text).unwrap();
    let mut row = Row::default();
    sheet.read(&game, &state, &mut row);
    assert_eq!(row.mover, 1);
    let near = |found: f32, expected: f32| assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    near(row.board.iter().sum(), 1.0);
    near(row.board[0], 1.0 / 84.0);
    near(row.board[42 + 14], 2.0 / 84.0);
    near(row.board[84 + 28], 3.0 / 84.0);
    assert_eq!(row.board[42], 0.0);
    let third = 1.0 / 3.0;
    let late = [6.0 / 84.0, third, 0.0, 0.0, third, 0.0, 2.0 * third, 0.0, 0.0, 0.0];
    row.late.iter().zip(late).for_each(|(found, expected)| near(*found, expected));
}

/// What a search considers stands somewhere, and no two steps stand in one place.
#[test]
fn every_step_has_a_place_of_its_own() {
    let game = game("duel");
    let def = risk();
    let sheet = def.knowledge.sheet.unwrap();
    let form = sheet.form(&game).unwrap();
    let mut guide = def.knowledge.guide.unwrap()(&game);
    let mut quick = def.knowledge.quick.unwrap()(&game);
    let mut rng = Rng::new(11, 0, Stream::World);
    let mut met = [0; 5];
    for _ in 0..6 {
        let mut state = game.start();
        let (mut steps, mut plan) = (Vec::new(), Vec::new());
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.sample(&state, &mut rng);
                    game.resolve(&mut state, chance);
                }
                Turn::Player(_) => {
                    steps.clear();
                    guide.consider(&game, &state, &mut steps);
                    let mut seen = HashSet::new();
                    for step in &steps {
                        let outputs = sheet.step(&game, &state, *step);
                        let places: Vec<(u8, u16)> = outputs.all().collect();
                        assert!(!places.is_empty(), "{step:?} stands nowhere");
                        for (head, output) in &places {
                            assert!(
                                usize::from(*output) < form.heads[usize::from(*head)].outputs,
                                "{step:?}"
                            );
                            met[usize::from(*head)] += 1;
                        }
                        assert!(seen.insert(places), "{step:?} stands where another does");
                    }
                    plan.clear();
                    quick.choose(&game, &state, &mut rng, &mut plan);
                    plan.iter().for_each(|step| game.apply(&mut state, *step));
                }
            }
        }
    }
    assert!(met.iter().all(|count| *count > 100), "{met:?}");
}
