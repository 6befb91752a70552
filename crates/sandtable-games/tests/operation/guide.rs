//! What searches are told about Operation.

use std::collections::HashSet;

use sandtable_core::{Game, Guide, Rng, Seats, Stream, Turn, laws};
use sandtable_games::operation::{self, Action, Doctrine, Sight};

use super::{BOARDS, game};

#[test]
fn every_step_is_considered_once() {
    for board in BOARDS {
        let game = game(board, Sight::Lucid);
        let mut guide = Doctrine::new(&game);
        for deal in 0..20 {
            let mut rng = Rng::new(21, deal, Stream::World);
            let mut state = game.start();
            loop {
                if matches!(game.turn(&state), Turn::Player(_)) {
                    let (mut all, mut considered) = (Vec::new(), Vec::new());
                    game.actions(&state, &mut all);
                    guide.consider(&game, &state, &mut considered);
                    assert_eq!(all.len(), considered.len());
                    let set = |list: Vec<Action>| list.into_iter().collect::<HashSet<_>>();
                    assert_eq!(set(all), set(considered));
                }
                if !laws::advance(&game, &mut state, &mut rng) {
                    break;
                }
            }
        }
    }
}

/// On every board the habits name players that it has, for both sides, and an attack along each of its columns.
#[test]
fn proposers_fit_the_board() {
    let def = operation::lucid();
    for board in BOARDS {
        let game = game(board, Sight::Lucid);
        let kit = def.kit(&game);
        let habits = Doctrine::new(&game).habits();
        let (mut axes, mut sides) = (0, HashSet::new());
        for name in habits.propose.split('+') {
            let (seats, _) = kit.policy(name).unwrap();
            sides.extend((0..2).filter(|seat| seats == Seats::Only(*seat)));
            axes += u8::from(name.starts_with("one-axis-blue"));
        }
        assert_eq!((axes, sides.len()), (game.board().columns, 2));
    }
}
