//! Orders of Grid Risk in any order, and players who take over in the middle of a turn.

use sandtable_core::plan::{arrange, carry_out};
use sandtable_core::{Args, Game, Notation, Rng, Stream, Turn, laws};
use sandtable_games::grid::{self, Action, Grid};

fn game(rules: &str) -> Grid {
    let def = grid::grid();
    let mut args = Args::defaults(def.params);
    assert!(args.set("rules", rules));
    (def.build)(&args).unwrap()
}

#[test]
fn men_are_placed_in_any_order_and_squares_without_an_order_get_none() {
    let game = game("chosen");
    let position = "turn 0; red A1=1 B1=1 C1=1; blue C4=1 D4=1 E4=1; red to move, 1 left; men 9 A1";
    let state = game.parse_state(position).unwrap();
    let orders = |text: &str| -> Vec<Action> {
        text.split(' ').map(|o| game.parse_action(o).unwrap_or_else(|e| panic!("{e}"))).collect()
    };
    let arranged = |text: &str| {
        let (plan, refused) = arrange(&game, &state, &orders(text));
        let words: Vec<String> = plan.iter().map(|s| game.action_text(*s)).collect();
        let why: Vec<String> =
            refused.iter().map(|r| format!("{}: {}", game.action_text(r.step), r.why)).collect();
        (words.join(" "), why.join("; "))
    };
    assert_eq!(arranged("C1+2 A1+4 B1+3"), ("A1+4 B1+3 C1+2".into(), "".into()));
    assert_eq!(arranged("C1+5 C1+4"), ("A1+0 B1+0 C1+9".into(), "".into()));
    assert_eq!(arranged("A1+5 C4+4").1, "C4+4: you have no men there");
    assert_eq!(
        arranged("B1+5 B1+5").1,
        "B1+5: a square before that one comes first; B1+5: a square before that one comes first"
    );
    assert_eq!(arranged("C1+5").1, "C1+5: a square before that one comes first");
}

#[test]
fn any_turn_can_be_given_in_any_order() {
    for (variant, _) in grid::grid().variants {
        let game = game(variant);
        for deal in 0..4 {
            let mut rng = Rng::new(8, deal, Stream::World);
            let mut state = game.start();
            for _ in 0..300 {
                let mover = game.turn(&state);
                match mover {
                    Turn::Over => break,
                    Turn::Chance => {
                        laws::advance(&game, &mut state, &mut rng);
                        continue;
                    }
                    Turn::Player(_) => {}
                }
                let (known, turns) = (state.clone(), state.turns);
                let mut steps = Vec::new();
                while game.turn(&state) == mover && state.turns == turns {
                    let mut actions = Vec::new();
                    game.actions(&state, &mut actions);
                    steps.push(*rng.pick(&actions));
                    game.apply(&mut state, steps[steps.len() - 1]);
                }
                assert!(steps.iter().map(|s| game.rank(&known, *s)).is_sorted(), "{steps:?}");
                let mut given: Vec<Action> = Vec::new();
                for &step in &steps {
                    match game.split(step).filter(|_| rng.below(2) == 0) {
                        Some((a, b)) => given.extend([a, b]),
                        None => given.push(step),
                    }
                }
                // The men of a square may come in any order; moves are sequential.
                let puts = given.iter().take_while(|s| matches!(s, Action::Put { .. })).count();
                for i in (1..puts).rev() {
                    given.swap(i, rng.below(i as u32 + 1) as usize);
                }
                let (plan, refused) = arrange(&game, &known, &given);
                let mut after = known.clone();
                carry_out(&game, &mut after, &plan, |_, _| ());
                assert!(refused.is_empty() && after == state, "{variant}: {given:?}: {refused:?}");
            }
        }
    }
}

#[test]
fn players_take_over_at_any_step_without_breaking_a_rule() {
    let def = grid::grid();
    let files =
        ["aiPlayer0", "aiPlayer2", "aiPlayer4", "aiPlayer8", "aiPlayer10", "reinforcePlayer1", "tuned"];
    let mut names: Vec<String> = files.iter().map(|f| format!("aip:{f}")).collect();
    names.extend((def.knowledge.players)().iter().map(|p| p.name.to_string()));
    for (variant, _) in def.variants {
        let game = game(variant);
        for name in &names {
            let (_, mut policy) = def.kit(&game).policy(name).unwrap();
            let mut rng = Rng::new(9, 0, Stream::World);
            let mut state = game.start();
            for _ in 0..600 {
                if let Turn::Player(_) = game.turn(&state) {
                    let mut plan = Vec::new();
                    policy.choose(&game, &state, &mut rng, &mut plan);
                    let mut after = state.clone();
                    let (taken, refused) = carry_out(&game, &mut after, &plan, |_, _| ());
                    assert!(taken > 0 && refused.is_none(), "{variant}: {name}: {refused:?}");
                }
                if !laws::advance(&game, &mut state, &mut rng) {
                    break;
                }
            }
        }
    }
}

/// Whoever takes over where a move is chosen, but not with how many men, keeps to its heuristics.
#[test]
fn a_move_that_somebody_else_began_is_made_by_the_heuristics() {
    let game = game("p1vp2");
    let state =
        game.parse_state("turn 0; red A1=40 A2=3; blue B1=10; red to move, 1 left; send A1 B1").unwrap();
    let (_, mut least) = grid::grid().kit(&game).policy("aip:aiPlayer6a").unwrap();
    let mut plan = Vec::new();
    least.choose(&game, &state, &mut Rng::new(1, 0, Stream::World), &mut plan);
    assert_eq!(plan, [Action::Send(15)], "1.5 men for each enemy");
}
