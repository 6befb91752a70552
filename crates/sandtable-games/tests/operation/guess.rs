//! Worlds that look the same to one side: `guess` in Opaque.

use std::collections::HashSet;

use sandtable_core::{Game, Rng, Stream, Turn, laws};
use sandtable_games::operation::{LIMIT, Operation, Side, Sight, State, View, nodes};

use super::{BOARDS, game};

/// The nodes in which enemies may stand that the view does not show.
fn dark(game: &Operation, view: &View) -> Vec<u8> {
    let board = game.board();
    let played = board.turns - view.shown.turns_left;
    let homes = board.start[view.side.other() as usize].occupied();
    let near = |node: u8| nodes(homes).any(|home| board.distance(home, node) <= played);
    (0..board.len() as u8).filter(|n| view.seen >> n & 1 == 0 && near(*n)).collect()
}

fn check_guesses(game: &Operation, state: &State, rng: &mut Rng) {
    for side in Side::BOTH {
        let view = game.view(state, side.seat());
        let dark = dark(game, &view);
        let hidden = view.enemies - view.shown.pieces(side.other()).total();
        let mut worlds = HashSet::new();
        for _ in 0..24 {
            let world = game.guess(&view, rng);
            assert_eq!(game.view(&world, side.seat()), view, "it looks the same");
            let unseen = world.pieces(side.other()).on(!view.seen);
            assert_eq!(unseen.total(), hidden);
            assert!(nodes(unseen.occupied()).all(|n| dark.contains(&n)), "{unseen:?} of {dark:?}");
            if game.turn(state) == Turn::Player(side.seat()) {
                let (mut real, mut believed) = (Vec::new(), Vec::new());
                game.actions(state, &mut real);
                game.actions(&world, &mut believed);
                assert_eq!(real, believed);
            }
            worlds.insert(world);
        }
        let full = usize::from(hidden) == dark.len() * usize::from(LIMIT);
        let played = game.board().turns - state.turns_left;
        if game.sight() == Sight::Lucid || played == 0 {
            assert_eq!(worlds.len(), 1, "everything is known");
            assert_eq!(worlds.into_iter().next().unwrap().pieces(side.other()), state.pieces(side.other()));
        } else if hidden > 0 && dark.len() > 1 && !full && played >= game.board().rows + game.board().columns
        {
            assert!(worlds.len() > 1, "{hidden} pieces on {dark:?}");
        }
    }
}

#[test]
fn guesses_are_worlds_that_look_the_same() {
    for board in BOARDS {
        for sight in [Sight::Lucid, Sight::Opaque] {
            let game = game(board, sight);
            for deal in 0..20 {
                let mut rng = Rng::new(8, deal, Stream::World);
                let mut state = game.start();
                loop {
                    check_guesses(&game, &state, &mut rng);
                    if !laws::advance(&game, &mut state, &mut rng) {
                        break;
                    }
                }
            }
        }
    }
}

/// Two unseen pieces, one turn after the beginning: each is at home or one node further, and every such world turns up.
#[test]
fn every_possible_world_is_guessed() {
    let game = game("3x3", Sight::Opaque);
    let mut state = game.start();
    state.turns_left -= 1;
    let view = game.view(&state, Side::Blue.seat());
    let mut rng = Rng::new(8, 0, Stream::World);
    let worlds: HashSet<State> = (0..400).map(|_| game.guess(&view, &mut rng)).collect();
    // From A3 to A3 or B3 (A2 is in sight), from C3 to C3 or B3.
    assert_eq!(worlds.len(), 4);
}
