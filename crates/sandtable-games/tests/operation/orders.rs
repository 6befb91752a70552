//! Orders in any order, split and joined as people like.

use sandtable_core::plan::arrange;
use sandtable_core::{Game, Notation, Rng, Stream};
use sandtable_games::operation::{Action, Operation, Phase, Sight, State};

use super::game;

fn steps(game: &Operation, text: &str) -> Vec<Action> {
    text.split(' ').map(|word| game.parse_action(word).unwrap()).collect()
}

fn start() -> (Operation, State) {
    let game = game("5x5", Sight::Lucid);
    let state = "turns 20; blue A1=3 B1=3 C3=1; red B5=2 C3=1; attacks C3; move blue";
    let state = game.parse_state(state).unwrap();
    (game, state)
}

#[test]
fn orders_are_brought_into_the_order_of_the_edges() {
    let (game, state) = start();
    let (plan, refused) = arrange(&game, &state, &steps(&game, "end B1-B2 A1-B1 B1-C1 A1-B1x2 B1-B2"));
    assert_eq!((plan, refused), (steps(&game, "A1-B1x3 B1-B2x2 B1-C1 end"), Vec::new()));
}

#[test]
fn orders_that_cannot_be_carried_out_are_told_why() {
    let (game, state) = start();
    for (orders, at, why) in [
        ("A1-A2x2 A1-A2x2", vec![0, 1], "there are not that many pieces to move"),
        ("A1-A2 C3-C4 end", vec![1], "an attacker may not leave a contested node"),
        ("B1-A1 end", vec![0], "a node would hold more than three pieces of a side"),
        ("E1-E2 end", vec![0], "there are not that many pieces to move"),
    ] {
        let (_, refused) = arrange(&game, &state, &steps(&game, orders));
        assert_eq!(refused.iter().map(|r| r.at).collect::<Vec<_>>(), at, "{orders}");
        assert!(refused.iter().all(|r| r.why.0 == why), "{orders}: {refused:?}");
    }
}

/// Random turns, shuffled and split, lead to the same position.
#[test]
fn shuffled_and_split_turns_are_the_same_turns() {
    let game = game("5x5", Sight::Lucid);
    for deal in 0..300 {
        let mut rng = Rng::new(12, deal, Stream::World);
        let mut state = game.start();
        let chance = game.sample(&state, &mut rng);
        game.resolve(&mut state, chance);
        let (begin, mut turn) = (state.clone(), Vec::new());
        while matches!(state.phase, Phase::Move(_)) {
            let mut actions = Vec::new();
            game.actions(&state, &mut actions);
            let step = *rng.pick(&actions);
            turn.extend(game.split(step).map_or(vec![step], |(a, b)| vec![a, b]));
            game.apply(&mut state, step);
        }
        for i in (1..turn.len()).rev() {
            turn.swap(i, rng.below(i as u32 + 1) as usize);
        }
        let (plan, refused) = arrange(&game, &begin, &turn);
        assert_eq!(refused, Vec::new());
        let mut again = begin;
        plan.into_iter().for_each(|step| game.apply(&mut again, step));
        assert_eq!(again, state);
    }
}

/// The words of a position in the middle of a turn, as `docs/operation.md` has them.
#[test]
fn a_position_in_mid_turn_reads_as_documented() {
    let docs = include_str!("../../../../docs/operation.md");
    let text = "turns 12; goal 3; blue C4=3 C5=2; red B5=2; move blue; leaving C5=1 C4=2; arriving C5=2; scoring 1; after C4-C5";
    assert!(docs.contains(&format!("`{text}` is Blue's turn after `C5-goal C4-C5x2`")));
    let game = game("5x5", Sight::Lucid);
    let begin = "turns 12; goal 3; blue C4=3 C5=2; red B5=2; move blue";
    let mut state = game.parse_state(begin).unwrap();
    steps(&game, "C5-goal C4-C5x2").into_iter().for_each(|step| game.apply(&mut state, step));
    assert_eq!(game.parse_state(text).unwrap(), state);
    for word in [
        "turns", "goal", "blue", "red", "attacks", "toss", "move", "combat", "over", "leaving", "arriving",
        "scoring", "after",
    ] {
        assert!(docs.contains(&format!("| `{word}")), "{word} is in the tables");
    }
}
