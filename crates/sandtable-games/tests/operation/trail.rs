//! What a side sees, fact by fact; and that the truth is never excluded, in games on the full board.

use sandtable_core::{Game, Notation, Rng, Stream, Turn};
use sandtable_games::operation::constraints::{Area, Constraints};
use sandtable_games::operation::intelligence::Trail;
use sandtable_games::operation::{Board, Operation, Side, Sight, Stacks, State, nodes};

use super::game;

/// The areas that only this placement satisfies.
fn exactly(pieces: Stacks) -> Vec<Area> {
    let area = |node: u8| Area { nodes: 1u64 << node, goal: false, least: pieces.at(node) };
    nodes(pieces.occupied()).map(area).collect()
}

/// Plays what is written, step by step and draw by draw, and shows a side every view of it.
fn played(game: &Operation, mut state: State, side: Side, events: &str) -> (Trail, State) {
    let mut trail = Trail::elsewhere(side);
    trail.observe(game.board(), &game.view(&state, side.seat()));
    for event in events.split(", ") {
        if game.turn(&state) == Turn::Chance {
            let chance = game.parse_chance(&state, event).unwrap();
            game.resolve(&mut state, chance);
        } else {
            let step = game.parse_action(event).unwrap();
            game.check(&state, step).unwrap();
            game.apply(&mut state, step);
        }
        trail.observe(game.board(), &game.view(&state, side.seat()));
    }
    (trail, state)
}

fn range(trail: &mut Trail, board: &Board, area: &str) -> (u8, u8) {
    let area = Constraints::parse(board, &format!("{{({{{area}}},0)}}")).unwrap().areas[0];
    trail.range(board, area.nodes).unwrap()
}

#[test]
fn the_attack_mark_tells_whether_somebody_came() {
    let game = game("5x5", Sight::Opaque);
    let board = game.board();
    // Blue sees C3 and C4. Both times it will see Red on C3 and D3 afterwards, and nobody on C4.
    let text = "turns 9; goal 0; blue A1=1 C3=2; red C4=1 C3=1 E3=1; attacks C3; move red";
    let state = game.parse_state(text).unwrap();
    // Red still defends C3: whoever stood there stayed, so the one on C4 went north, and D3's came from out of sight.
    let (mut trail, _) = played(&game, state.clone(), Side::Blue, "C4-C5, E3-D3, end");
    assert_eq!(range(&mut trail, board, "C5"), (1, 1));
    assert_eq!(range(&mut trail, board, "E3"), (0, 0));
    // Red attacks C3: the one on C4 came, and the other one went to D3. The third may be anywhere in the dark.
    let (mut trail, _) = played(&game, state, Side::Blue, "C4-C3, C3-D3, end");
    assert_eq!(range(&mut trail, board, "C5"), (0, 1));
    assert_eq!(range(&mut trail, board, "E3"), (0, 1));
    assert_eq!(range(&mut trail, board, "C3,D3"), (2, 2));
}

#[test]
fn a_single_attacker_that_wins_had_supply() {
    let game = game("5x5", Sight::Opaque);
    let board = game.board();
    let text = "turns 9; goal 0; blue C3=1 C2=1 C1=1; red E5=1 C3=1; attacks C3; move red";
    let state = game.parse_state(text).unwrap();
    let (mut trail, after) = played(&game, state.clone(), Side::Red, "end, C3 blue");
    assert_eq!(after.red.total(), 1);
    assert_eq!(range(&mut trail, board, "C1"), (1, 1));
    assert_eq!(range(&mut trail, board, "A1,B1,D1,E1,B2,D2"), (0, 0));
    // If Red wins, anybody may have been anywhere.
    let (mut trail, _) = played(&game, state, Side::Red, "end, C3 red");
    assert_eq!(range(&mut trail, board, "C1"), (0, 1));
    assert_eq!(range(&mut trail, board, "A1,B1,D1,E1,B2,D2"), (0, 1));
}

#[test]
fn the_truth_is_never_excluded() {
    let games = std::env::var("SANDTABLE_TRAILS").map_or(60, |n| n.parse().expect("a number of games"));
    let game = game("5x5", Sight::Opaque);
    let board = game.board();
    let mut steps = Vec::new();
    let mut trails = Side::BOTH.map(Trail::new);
    for deal in 0..games {
        let mut rng = Rng::new(1, deal, Stream::World);
        let mut state = game.start();
        trails.iter_mut().for_each(Trail::begin);
        loop {
            for (side, trail) in Side::BOTH.into_iter().zip(&mut trails) {
                let view = game.view(&state, side.seat());
                trail.observe(board, &view);
                if game.turn(&state) != Turn::Chance {
                    continue;
                }
                let truth = state.pieces(side.other());
                assert!(
                    trail.possible(board, &exactly(truth)).unwrap(),
                    "deal {deal}: {}",
                    game.state_text(&state)
                );
                let drawn = trail.draw(board, &mut rng).expect("the truth can be drawn");
                assert_eq!(drawn.total(), truth.total());
                assert_eq!(drawn.on(view.seen), truth.on(view.seen));
            }
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.sample(&state, &mut rng);
                    game.resolve(&mut state, chance);
                }
                Turn::Player(_) => {
                    steps.clear();
                    game.actions(&state, &mut steps);
                    game.apply(&mut state, *rng.pick(&steps));
                }
            }
        }
    }
}
