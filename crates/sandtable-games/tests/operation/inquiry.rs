//! Questions for people: plans against brute force, and the words of answers.

use std::collections::HashSet;

use sandtable_core::inquiry::{Answer, Asked};
use sandtable_core::{BadInput, Game, Notation, Rng, Stream, Verdict, Wanted};
use sandtable_games::operation::constraints::Area;
use sandtable_games::operation::intelligence::{INQUIRY, Prospect};
use sandtable_games::operation::{Operation, Orders, Phase, Side, Sight, Stacks, State};

use super::game;
use super::intelligence::turns;

/// All placements of a side, with what is in the goal, after so many of its turns with nobody in the way.
fn reachable(game: &Operation, start: &State, side: Side, most: u8) -> Vec<HashSet<State>> {
    let moving =
        |state: &State| State { phase: Phase::Move(Orders::none(side)), turns_left: 9, ..state.clone() };
    let mut all = vec![HashSet::from([moving(start)])];
    for _ in 0..most {
        let mut next = HashSet::new();
        for state in all.last().unwrap() {
            turns(game, state, &mut next);
        }
        all.push(next.iter().map(moving).collect());
    }
    all
}

#[test]
fn plans_take_as_many_turns_as_brute_force_finds() {
    let mut asked = [0; 3];
    for (name, side) in [("2x3", Side::Blue), ("3x3", Side::Blue), ("3x3", Side::Red)] {
        let game = game(name, Sight::Opaque);
        let board = game.board();
        let mut start = game.start();
        *start.pieces_mut(side.other()) = Stacks::EMPTY;
        let worlds = reachable(&game, &start, side, 5);
        let mut rng = Rng::new(3, 0, Stream::World);
        for _ in 0..400 {
            let area = |rng: &mut Rng| {
                let places = rng.bits() & rng.bits() & board.all();
                Area { nodes: places.max(1), goal: rng.below(2) == 0, least: 1 + rng.below(3) as u8 }
            };
            let areas: Vec<Area> = (0..1 + rng.below(2)).map(|_| area(&mut rng)).collect();
            let holds = |state: &State| {
                areas.iter().all(|area| {
                    let scored = if area.goal && side == Side::Blue { state.goal } else { 0 };
                    state.pieces(side).on(area.nodes).total() + scored >= area.least
                })
            };
            let fewest = worlds.iter().position(|all| all.iter().any(holds)).map(|n| n as u8);
            let prospect = Prospect { board, state: &start, side };
            match prospect.fewest_turns(&areas, 5) {
                Ok(found) => {
                    assert_eq!(found, fewest, "{name} {areas:?}");
                    asked[usize::from(found.is_none())] += 1;
                }
                Err(why) => {
                    assert!(why.0.contains("cross"), "{why}");
                    asked[2] += 1;
                }
            }
        }
    }
    assert!(asked.iter().all(|n| *n > 50), "{asked:?}");
}

#[test]
fn enemies_in_the_way_are_gone_round() {
    let game = game("5x5", Sight::Opaque);
    let state = game.parse_state("turns 9; goal 0; blue C3=2; red C4=1 C5=1; toss").unwrap();
    let goal = [Area { nodes: 0, goal: true, least: 2 }];
    let prospect = Prospect { board: game.board(), state: &state, side: Side::Blue };
    assert_eq!(prospect.fewest_turns(&goal, 9), Ok(Some(4)));
    let mut free = state.clone();
    free.red = Stacks::EMPTY;
    let prospect = Prospect { state: &free, ..prospect };
    assert_eq!(prospect.fewest_turns(&goal, 9), Ok(Some(3)));
    assert_eq!(prospect.fewest_turns(&goal, 2), Ok(None));
    let attacking = game.parse_state("turns 9; goal 0; blue C3=2; red C3=1; attacks C3; toss").unwrap();
    let prospect = Prospect { state: &attacking, ..prospect };
    assert_eq!(prospect.fewest_turns(&goal, 9), Ok(None), "attackers stay");
}

fn answer(text: &str, areas: &[Wanted], seat: usize) -> Result<Answer, BadInput> {
    let game = game("5x5", Sight::Opaque);
    let mut witness = (INQUIRY.witness)(&game, seat, true);
    witness.observe(&game, &game.view(&game.start(), seat));
    witness.answer(&game, &Asked { text: text.into(), areas: areas.to_vec() })
}

#[test]
fn answers_come_in_words_and_figures() {
    let found = answer("{({A5,B5},4)}", &[Wanted { spaces: vec![2], least: 1 }], 0).unwrap();
    assert_eq!((found.verdict, found.text.as_str()), (Some(Verdict::Certain), "{({A5,B5},4), ({C5},1)}"));
    assert_eq!(
        (found.areas[0].fewest, found.areas[0].most, found.areas[1].spaces.as_slice()),
        (4, 4, &[2][..])
    );
    assert_eq!(found.heat[0].values[..6], [2.0, 2.0, 2.0, 2.0, 2.0, 0.0]);
    let found = answer("{({C3},1)}", &[], 0).unwrap();
    assert_eq!((found.verdict, found.words.as_str()), (Some(Verdict::Impossible), "It cannot be so."));
    let found = answer("", &[], 0).unwrap();
    assert_eq!(
        (found.verdict, found.words.as_str()),
        (None, "Of 10 enemies on the board, 10 are out of sight.")
    );
    // Section 8.1's own question.
    let found = answer("winning half {({goal},5)}", &[], 0).unwrap();
    assert_eq!((found.verdict, found.text.as_str()), (Some(Verdict::Possible), "winning 18 {({goal},5)}"));
    assert_eq!(found.words, "It takes 5 turns, if nobody is lost.");
    let found = answer("winning 4 {({goal},5)}", &[], 0).unwrap();
    assert_eq!(found.verdict, Some(Verdict::Impossible));
}

#[test]
fn what_cannot_be_answered_is_refused() {
    let refused = |text: &str| answer(text, &[], 0).unwrap_err().0;
    assert_eq!(refused("winning 3 {({F9},1)}"), "1:14: expected a node from A1 to E5, or goal, found 'F9'");
    assert!(refused("nodes <= 6").contains("expected areas alone"));
    assert!(refused("winning some {}").contains("expected 'half' or a whole number"));
    assert!(refused("winning 9 {({A1,B1},1), ({B1,C1},1)}").contains("nested"));
    let many = "({A1},1),".repeat(41);
    assert!(refused(&format!("{{{many}}}")).contains("expected at most 40"));
    assert!(answer("", &[Wanted { spaces: vec![99], least: 1 }], 0).is_err());
}
