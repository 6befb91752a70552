//! Turns that have begun can be finished: steps are legal exactly if they can.

use std::collections::HashSet;

use sandtable_core::{Game, Notation, Rng, Stream};
use sandtable_games::operation::{
    Action, Board, Generator, LIMIT, Operation, Orders, Phase, Side, Sight, Stacks, State,
};

use super::{by_steps, game, states_of};

/// The case in which a node has to take pieces in and send others away at the same time.
#[test]
fn a_crowd_can_turn_on_the_spot() {
    let game = game("5x5", Sight::Lucid);
    let mut state =
        game.parse_state("turns 20; blue D3=2 E3=2 D2=2 E2=3 D1=3 E1=3; red A5=2; move blue").unwrap();
    let turn = ["D3-D2x2", "E3-E2x2", "D2-D1x2", "E2-E1x2", "E2-D2", "D1-C1x3", "E1-E2", "E1-D1", "end"];
    for text in ["D3-D2x2", "E3-E2x2", "D2-D1x2", "E2-E1x2"] {
        let step = game.parse_action(text).unwrap();
        assert!(game.check(&state, step).is_ok(), "{text}");
        game.apply(&mut state, step);
        let mut actions = Vec::new();
        game.actions(&state, &mut actions);
        assert!(!actions.is_empty(), "no step follows {text}");
    }
    let mut state =
        game.parse_state("turns 20; blue D3=2 E3=2 D2=2 E2=3 D1=3 E1=3; red A5=2; move blue").unwrap();
    for text in turn {
        let step = game.parse_action(text).unwrap();
        assert!(game.check(&state, step).is_ok(), "{text}");
        game.apply(&mut state, step);
    }
}

/// Pieces of both sides anywhere: nearly every node is full (`dense`), or about half of them are empty.
fn crowd(game: &Operation, rng: &mut Rng, most: u8, dense: bool) -> State {
    let board = game.board();
    let mut state = game.start();
    (state.blue, state.red) = (Stacks::EMPTY, Stacks::EMPTY);
    for side in Side::BOTH {
        for node in 0..board.len() as u8 {
            let empty = rng.below(if dense { 8 } else { 2 }) == 0;
            let absent = side == Side::Red && rng.below(3) > 0;
            let left = most.saturating_sub(state.pieces(side).total());
            let count = if empty || absent { 0 } else { LIMIT - rng.below(2) as u8 };
            let pieces = state.pieces_mut(side);
            *pieces = pieces.plus(Stacks::of(node, count.min(left)));
        }
    }
    state.blue_attacks = rng.bits() & state.contested();
    state.phase = Phase::Move(Orders::none(Side::BOTH[rng.below(2) as usize]));
    state
}

/// Whether orders along the edges still open can leave at most three pieces everywhere, by the plainest maximum flow: a
/// path at a time through a matrix of what may still flow from place to place.
fn can_finish(game: &Operation, state: &State) -> bool {
    let Phase::Move(orders) = &state.phase else { return true };
    let board = game.board();
    let (own, pinned) = (state.pieces(orders.side), state.pinned(orders.side));
    if (0..board.len() as u8).all(|n| own.at(n) - orders.leaving.at(n) + orders.arriving.at(n) <= LIMIT) {
        return true;
    }
    let n = board.len();
    let (source, goal, sink) = (2 * n, 2 * n + 1, 2 * n + 2);
    let mut room = vec![vec![0u32; 2 * n + 3]; 2 * n + 3];
    let (mut all, mut flow) = (0, 0);
    for node in 0..n {
        let standing = u32::from(own.at(node as u8) - orders.leaving.at(node as u8));
        let free = u32::from(LIMIT - orders.arriving.at(node as u8));
        // To begin with, as many stay as can.
        let stay = standing.min(free);
        for (a, b, most) in [(source, node, standing), (node, n + node, standing), (n + node, sink, free)] {
            (room[a][b], room[b][a]) = (most - stay, stay);
        }
        all += standing;
        flow += stay;
    }
    room[goal][sink] = if orders.side == Side::Blue { all } else { 0 };
    for edge in &board.edges[usize::from(orders.next_edge)..] {
        if pinned >> edge.from & 1 == 0 {
            room[usize::from(edge.from)][edge.to.map_or(goal, |to| n + usize::from(to))] = u32::from(LIMIT);
        }
    }
    loop {
        let mut before = vec![None; room.len()];
        let mut open = vec![source];
        while let Some(at) = open.pop() {
            for to in 0..room.len() {
                if to != source && before[to].is_none() && room[at][to] > 0 {
                    before[to] = Some(at);
                    open.push(to);
                }
            }
        }
        if before[sink].is_none() {
            return flow == all;
        }
        let mut at = sink;
        while let Some(from) = before[at] {
            room[from][at] -= 1;
            room[at][from] += 1;
            at = from;
        }
        flow += 1;
    }
}

#[test]
fn steps_are_legal_exactly_if_the_turn_can_be_finished() {
    let wide = "columns 8\nrows 8\nturns 9\nlateral 1 2 3 4 5 6 7 8\nblue A1=3\nred A8=3\n";
    let wide = Operation::new(Board::parse("wide", wide).unwrap(), Sight::Lucid);
    for (game, tries) in [(game("5x5", Sight::Lucid), 24), (wide, 1)] {
        for deal in 0..tries {
            let mut rng = Rng::new(3, deal, Stream::World);
            let mut state = crowd(&game, &mut rng, 192, deal % 2 == 0);
            while let Phase::Move(orders) = &state.phase {
                let (own, pinned) = (state.pieces(orders.side), state.pinned(orders.side));
                let standing = own.minus(orders.leaving);
                let mut legal = Vec::new();
                for edge in usize::from(orders.next_edge)..game.board().edges.len() {
                    let way = game.board().edges[edge];
                    let may = pinned >> way.from & 1 == 0 && (way.to.is_some() || orders.side == Side::Blue);
                    let fits = |count| way.to.is_none_or(|to| orders.arriving.at(to) + count <= LIMIT);
                    for count in (1..=standing.at(way.from)).filter(|c| may && fits(*c)) {
                        let action = Action::Move { edge: edge as u8, count };
                        let mut after = state.clone();
                        game.apply(&mut after, action);
                        if can_finish(&game, &after) {
                            legal.push(action);
                        }
                    }
                }
                if standing.overfull_with(orders.arriving) == 0 {
                    legal.push(Action::End);
                }
                let mut actions = Vec::new();
                game.actions(&state, &mut actions);
                assert_eq!(actions, legal, "{}", game.state_text(&state));
                // Orders that crowd are the ones that have to be made up for later.
                let crowding = |a: &Action| match a {
                    Action::Move { edge, count } => game.board().edges[usize::from(*edge)]
                        .to
                        .is_some_and(|to| standing.at(to) + orders.arriving.at(to) + count > LIMIT),
                    Action::End => false,
                };
                let crowd: Vec<Action> = actions.iter().copied().filter(crowding).collect();
                let few = &crowd[..crowd.len().min(6)];
                let action = *rng.pick(if few.is_empty() { &actions[..] } else { few });
                game.apply(&mut state, action);
            }
        }
    }
}

#[test]
fn steps_and_generator_find_the_same_turns_in_a_crowd() {
    let square = "columns 3\nrows 3\nturns 9\nlateral 1 2 3\nblue A1=3 B1=3 C1=3\nred A3=3\n";
    let ladder = "columns 2\nrows 3\nturns 9\nlateral 1 3\nblue A1=3 B1=3\nred A3=3\n";
    let row = "columns 6\nrows 1\nturns 9\nlateral 1\nblue A1=3 B1=3\nred E1=3\n";
    let mut generator = Generator::default();
    for (text, tries, most) in [(square, 25, 10), (ladder, 60, 18), (row, 60, 18)] {
        let game = Operation::new(Board::parse("small", text).unwrap(), Sight::Lucid);
        for deal in 0..tries {
            let mut rng = Rng::new(4, deal, Stream::World);
            let state = crowd(&game, &mut rng, most, deal % 2 == 0);
            let Phase::Move(orders) = &state.phase else { unreachable!() };
            let listed = generator.positions(game.board(), &state, orders.side);
            let expected: HashSet<State> = states_of(&game, &state, listed);
            assert!(by_steps(&game, &state) == expected, "{}", game.state_text(&state));
        }
    }
}
