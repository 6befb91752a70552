//! The language of constraints for people: counts, examples, areas, contradictions and bounds on the work.

use std::time::{Duration, Instant};

use sandtable_core::{Game, Narrowed, Notation, Rng, Stream, Wanted, laws, plan};
use sandtable_games::operation::constraints::{Constraints, LANGUAGE, Lister, Move};
use sandtable_games::operation::{Action, Chance, Operation, Phase, Side, Sight, State};

use super::game;

/// The start, with a side to move.
fn to_move(game: &Operation, side: Side) -> State {
    let mut state = game.start();
    game.resolve(&mut state, Chance::Toss(side));
    state
}

fn narrow(game: &Operation, state: &State, text: &str, wanted: &[Wanted]) -> Narrowed<Action> {
    (LANGUAGE.narrow)(game, state, text, wanted, &mut Rng::new(1, 0, Stream::World)).unwrap()
}

#[test]
fn counts_are_those_of_the_report_and_examples_satisfy_what_was_asked() {
    let game = game("5x5", Sight::Lucid);
    let state = to_move(&game, Side::Blue);
    for (text, turns) in [("", 60_112), ("nodes <= 6, forward <= 1", 276)] {
        let found = narrow(&game, &state, text, &[]);
        assert_eq!((found.frame.turns, found.frame.counted), (turns, true), "{text}");
        assert_eq!(found.frame.text, text);
        assert!(!found.examples.is_empty() && found.conflict.is_none());
        let constraints = Constraints::parse(game.board(), text).unwrap();
        let mut lister = Lister::default();
        let all = lister.list(game.board(), &state, Side::Blue, &constraints, usize::MAX).to_vec();
        for example in &found.examples {
            let (taken, refused) = plan::carry_out(&game, &mut state.clone(), example, |_, _| ());
            assert!(refused.is_none() && taken == example.len(), "{example:?}");
            let result = Move::of(game.board(), &state, Side::Blue, example).result;
            assert!(all.iter().any(|one| one.result == result), "{example:?}");
        }
    }
}

#[test]
fn areas_that_were_clicked_become_text_and_outlines() {
    let game = game("5x5", Sight::Lucid);
    let state = to_move(&game, Side::Blue);
    let node = |name: &str| game.layout().spaces.iter().position(|s| s.name == name).unwrap();
    let wanted = Wanted { spaces: vec![node("C2"), node("goal"), node("A1")], least: 4 };
    let found = narrow(&game, &state, "nodes <= 9", &[wanted]);
    assert_eq!(found.frame.text, "{({C2,A1,goal},4)}, nodes <= 9");
    let area = &found.frame.areas[0];
    assert_eq!((area.spaces.len(), area.least, area.holds), (3, 4, 3), "{area:?}");
    assert_eq!(narrow(&game, &state, &found.frame.text, &[]).frame, found.frame);
}

#[test]
fn contradictions_are_named_and_mistakes_have_their_place() {
    let game = game("5x5", Sight::Lucid);
    let state = to_move(&game, Side::Blue);
    let found = narrow(&game, &state, "{({A5},1), ({A1},1)}, nodes <= 6", &[]);
    assert_eq!(found.frame.turns, 0);
    assert_eq!(found.conflict.as_deref(), Some("{({A5},1)}"));
    let refusal = |state: &State, text: &str, spaces: &[usize], least: u32| {
        let wanted = [Wanted { spaces: spaces.to_vec(), least }];
        let wanted = if spaces.is_empty() { &[][..] } else { &wanted };
        (LANGUAGE.narrow)(&game, state, text, wanted, &mut Rng::new(1, 0, Stream::World)).unwrap_err().0
    };
    assert!(refusal(&state, "nodes <= 6\nfoward <= 1", &[], 0).starts_with("2:1: expected areas like"));
    assert!(refusal(&state, "", &[99], 1).contains("space 99: expected one from 0 to 25"));
    assert!(refusal(&state, "", &[3], 256).contains("expected at most 255 pieces"));
    assert!(refusal(&game.start(), "", &[], 0).contains("somebody is to move"));
    let many = format!("{{{}}}", "({A1},1)".repeat(41));
    assert!(refusal(&state, &many, &[], 0).contains("at most 40"));
}

/// Whatever people say, in whatever position, the answer comes soon.
#[test]
fn the_work_is_bounded() {
    let game = game("5x5", Sight::Lucid);
    let mut rng = Rng::new(7, 0, Stream::World);
    let texts = [
        "",
        "north <= 9, east <= 9, south <= 9, west <= 9, stay <= 9, forward <= 4, backward <= 4, nodes <= 12",
        "{({A1,B1,C1,D1,E1,A2,B2},5), ({C3,C4,D3,D4},5), ({E5,D5,goal},1)}, east <= 5, stay <= 8",
        "nodes <= 3, east <= 1, stay <= 4",
    ];
    let mut longest = Duration::ZERO;
    for _ in 0..6 {
        let mut state = game.start();
        while game.turns(&state) < 12 || !matches!(state.phase, Phase::Move(_)) {
            assert!(laws::advance(&game, &mut state, &mut rng));
        }
        for text in texts {
            let begin = Instant::now();
            let found = narrow(&game, &state, text, &[]);
            let took = begin.elapsed();
            longest = longest.max(took);
            assert_eq!(found.examples.is_empty(), found.frame.turns == 0, "{text}");
        }
    }
    assert!(longest < Duration::from_secs(10), "{longest:?}");
}
