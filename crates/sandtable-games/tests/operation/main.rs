//! Operation against its report: the laws, the counts, and brute force where the board is small.

mod belief;
mod command;
mod constraints;
mod fuzzy;
mod guess;
mod guide;
mod imitate;
mod inquiry;
mod intelligence;
mod narrow;
mod net;
mod orders;
mod players;
mod settle;
mod trail;

use std::collections::HashSet;

use sandtable_core::{Args, Game, Notation, Rng, Seat, Stream, Turn, laws};
use sandtable_games::operation::{
    self, Action, Board, Chance, Generator, LIMIT, Operation, Phase, Side, Sight, Stacks, State, nodes,
};

fn game(name: &str, sight: Sight) -> Operation {
    let def = operation::lucid();
    let mut args = Args::defaults(def.params);
    assert!(args.set("board", name));
    let built = (def.build)(&args).unwrap();
    Operation::new(built.board().clone(), sight)
}

const BOARDS: [&str; 4] = ["5x5", "4x4", "3x3", "2x3"];

#[test]
fn the_laws_hold_on_every_board_in_both_games() {
    for board in BOARDS {
        for sight in [Sight::Lucid, Sight::Opaque] {
            let game = game(board, sight);
            laws::hold(&game, if board == "5x5" { 20 } else { 100 }, 1);
            laws::luck(&game, operation::lucid().knowledge.luck.unwrap(), 10, 1);
        }
    }
}

/// A state that differs only in what section 2.2 hides from `seat`: enemies that stand neither with nor next to a piece
/// of its own go elsewhere, out of sight too.
fn scramble(game: &Operation, state: &State, seat: Seat, rng: &mut Rng) -> State {
    let board = game.board();
    let side = Side::BOTH[seat];
    let own = state.pieces(side);
    let near = |node: u8| {
        own.at(node) > 0
            || board.edges.iter().any(|e| {
                e.to.is_some_and(|to| {
                    (e.from == node && own.at(to) > 0) || (to == node && own.at(e.from) > 0)
                })
            })
    };
    let dark: Vec<u8> = (0..board.len() as u8).filter(|n| !near(*n)).collect();
    let mut other = state.clone();
    let enemy = other.pieces_mut(side.other());
    let mut hidden = 0;
    for &node in &dark {
        hidden += enemy.at(node);
        *enemy = enemy.minus(Stacks::of(node, enemy.at(node)));
    }
    while hidden > 0 {
        let node = *rng.pick(&dark);
        if enemy.at(node) < LIMIT {
            *enemy = enemy.plus(Stacks::of(node, 1));
            hidden -= 1;
        }
    }
    if let Phase::Move(orders) = &mut other.phase
        && orders.side != side
    {
        *orders = operation::Orders::none(orders.side);
    }
    if let (Phase::Combat { supplied, .. }, Side::Red) = (&mut other.phase, side) {
        *supplied = 0;
    }
    other
}

#[test]
fn opaque_hides_what_section_2_2_hides() {
    for board in BOARDS {
        let game = game(board, Sight::Opaque);
        laws::hidden(&game, 40, 2, |state, seat, rng| scramble(&game, state, seat, rng));
    }
}

#[test]
fn opaque_shows_what_is_near_before_combat_and_hides_it_after() {
    let game = game("5x5", Sight::Opaque);
    // A lone Blue piece enters C4 next to Red in C5; D5 stays out of sight.
    let mut state = game.parse_state("turns 9; blue C3=1 A1=2; red C5=2 C4=1 D5=3 A5=1; move blue").unwrap();
    let before = game.view(&state, 0);
    assert_eq!((before.shown.red.total(), before.enemies), (1, 7));
    let step = game.parse_action("C3-C4").unwrap();
    game.apply(&mut state, step);
    assert_eq!(
        game.view(&state, 0).shown.red.total(),
        1,
        "orders reveal nothing before they are carried out"
    );
    assert_eq!(game.view(&state, 1).shown.blue.total(), 1, "Red saw the piece in C3 from C4");
    game.apply(&mut state, Action::End);
    let fighting = game.view(&state, 0);
    assert_eq!(
        (fighting.shown.red.at(game.board().parse_node("C5").unwrap()), fighting.shown.red.total()),
        (2, 3)
    );
    game.resolve(&mut state, Chance::Combat(Side::Red));
    let after = game.view(&state, 0);
    assert_eq!((after.shown.red.total(), after.enemies), (0, 7));
    assert_eq!(game.view(&state, 1).shown.goal, 0);
}

#[test]
fn blue_in_the_goal_sees_nothing_and_red_counts_it() {
    let game = game("5x5", Sight::Opaque);
    let state = game.parse_state("turns 9; goal 4; blue A1=2; red C5=2; toss").unwrap();
    assert_eq!(game.view(&state, 0).shown.red.total(), 0);
    let red = game.view(&state, 1);
    assert_eq!((red.shown.goal, red.enemies, red.shown.blue.total()), (4, 2, 0));
}

/// Every result of a turn, found by moving piece after piece in every possible way.
fn brute_force(game: &Operation, state: &State, side: Side) -> HashSet<(Vec<u8>, Vec<u8>, u8)> {
    let board = game.board();
    let own = state.pieces(side);
    let pinned = state.pinned(side);
    let enemies = state.pieces(side.other()).occupied();
    let pieces: Vec<u8> = nodes(own.occupied()).flat_map(|n| vec![n; usize::from(own.at(n))]).collect();
    let mut partial = HashSet::from([(vec![0u8; board.len()], vec![0u8; board.len()], 0u8)]);
    for &from in &pieces {
        let mut next = HashSet::new();
        for (held, entered, scored) in partial {
            let mut stay = held.clone();
            stay[usize::from(from)] += 1;
            next.insert((stay, entered.clone(), scored));
            for edge in board.edges.iter().filter(|e| e.from == from && pinned >> from & 1 == 0) {
                let (mut held, mut entered) = (held.clone(), entered.clone());
                match edge.to {
                    Some(to) => {
                        held[usize::from(to)] += 1;
                        entered[usize::from(to)] |= (enemies >> to & 1) as u8;
                        next.insert((held, entered, scored));
                    }
                    None if side == Side::Blue => {
                        next.insert((held, entered, scored + 1));
                    }
                    None => {}
                }
            }
        }
        partial = next;
    }
    partial.retain(|(held, ..)| held.iter().all(|n| *n <= LIMIT));
    partial
}

/// Every result of a turn, found through the game's own steps.
fn by_steps(game: &Operation, state: &State) -> HashSet<State> {
    let mut open = HashSet::from([state.clone()]);
    let mut done = HashSet::new();
    while !open.is_empty() {
        let mut next = HashSet::new();
        for state in open {
            let mut actions = Vec::new();
            game.actions(&state, &mut actions);
            for action in actions {
                let mut after = state.clone();
                game.apply(&mut after, action);
                let set = if matches!(after.phase, Phase::Move(_)) { &mut next } else { &mut done };
                set.insert(after);
            }
        }
        open = next;
    }
    done
}

#[test]
fn steps_generator_and_brute_force_find_the_same_turns() {
    let mut generator = Generator::default();
    for (board, games) in [("2x3", 30), ("3x3", 30), ("4x4", 2)] {
        let game = game(board, Sight::Lucid);
        for deal in 0..games {
            let mut rng = Rng::new(5, deal, Stream::World);
            let mut state = game.start();
            loop {
                if let (Phase::Move(orders), Turn::Player(_)) = (&state.phase, game.turn(&state))
                    && orders.next_edge == 0
                {
                    let expected = brute_force(&game, &state, orders.side);
                    let listed = generator.positions(game.board(), &state, orders.side);
                    let flat: HashSet<_> = listed
                        .iter()
                        .map(|p| {
                            let all = 0..game.board().len() as u8;
                            let held: Vec<u8> = all.clone().map(|n| p.pieces.at(n)).collect();
                            (held, all.map(|n| (p.entered >> n & 1) as u8).collect(), p.scoring)
                        })
                        .collect();
                    assert_eq!(flat.len(), listed.len(), "each position is listed once");
                    assert!(flat == expected, "{} listed, {} expected", flat.len(), expected.len());
                    assert!(by_steps(&game, &state) == states_of(&game, &state, listed));
                }
                if !laws::advance(&game, &mut state, &mut rng) {
                    break;
                }
            }
        }
    }
}

/// The states that the listed positions lead to.
fn states_of(game: &Operation, state: &State, listed: &[operation::Position]) -> HashSet<State> {
    let Phase::Move(orders) = &state.phase else { panic!("a turn begins here") };
    let side = orders.side;
    listed
        .iter()
        .map(|p| {
            // Of the way there only entering enemies matters: one piece comes to each such node, the others are there.
            let mut next = state.clone();
            let entered = p.pieces.on(p.entered);
            let arriving = nodes(entered.occupied()).fold(Stacks::EMPTY, |sum, n| sum.plus(Stacks::of(n, 1)));
            *next.pieces_mut(side) = p.pieces.minus(arriving);
            next.phase = Phase::Move(operation::Orders {
                side,
                next_edge: 0,
                leaving: Stacks::EMPTY,
                arriving,
                scoring: p.scoring,
            });
            game.apply(&mut next, Action::End);
            next
        })
        .collect()
}

#[test]
fn blue_opens_in_60112_ways() {
    let game = game("5x5", Sight::Lucid);
    let mut generator = Generator::default();
    assert_eq!(generator.positions(game.board(), &game.start(), Side::Blue).len(), 60_112);
    let mut state = game.start();
    game.resolve(&mut state, Chance::Toss(Side::Blue));
    assert_eq!(by_steps(&game, &state).len(), 60_112);
}

#[test]
fn strength_counts_defence_and_supply() {
    let game = game("5x5", Sight::Lucid);
    let odds = |text: &str| {
        let state = game.parse_state(text).unwrap();
        let mut out = Vec::new();
        game.outcomes(&state, &mut out);
        out.iter().find(|(c, _)| *c == Chance::Combat(Side::Blue)).map_or(0.0, |(_, p)| *p)
    };
    let chain = "A1=1 A2=1 A3=1 A4=1";
    let combat = |tail: &str| format!("turns 9; blue {chain} A5=2; red A5=2; {tail}");
    assert_eq!(odds(&combat("attacks A5; combat A5+")), 2.0 / 5.0);
    assert_eq!(odds(&combat("attacks A5; combat A5")), 1.0 / 4.0);
    assert_eq!(odds(&combat("combat A5+")), 3.0 / 5.0);
    assert_eq!(odds("turns 9; blue A5=1; red A5=1; attacks A5; combat A5"), 0.0);
}

#[test]
fn supply_needs_a_chain_that_blue_alone_holds() {
    let game = game("5x5", Sight::Lucid);
    let supplied = |blue: &str, red: &str| {
        let text = format!("turns 9; blue {blue}; red {red}; move blue");
        let mut state = game.parse_state(&text).unwrap();
        let step = game.parse_action("C3-C4").unwrap();
        game.apply(&mut state, step);
        game.apply(&mut state, Action::End);
        let Phase::Combat { pending, supplied } = state.phase else { panic!("a combat") };
        pending & supplied == pending
    };
    assert!(supplied("C1=1 C2=1 C3=2", "C4=1"));
    assert!(!supplied("C1=1 C2=1 C3=1", "C4=1"), "nobody is left in C3");
    assert!(!supplied("C2=1 C3=2", "C4=1"), "the chain must begin at home");
    assert!(supplied("B1=1 B2=1 B3=1 C3=2", "C4=1"), "the chain may turn");
    assert!(!supplied("B1=1 B2=1 C3=2", "C4=1"), "B2 and C3 are not joined");
}

#[test]
fn a_march_into_a_node_that_is_being_left_is_legal() {
    let game = game("5x5", Sight::Lucid);
    let mut state = game.start();
    game.resolve(&mut state, Chance::Toss(Side::Blue));
    let check = |state: &State, text: &str| game.check(state, game.parse_action(text).unwrap());
    // A1 is first in the order of row 1: three go east, so B1 must send three away, which it can.
    assert!(check(&state, "A1-B1x3").is_ok());
    // The last to move cannot push anybody on.
    assert_eq!(check(&state, "E1-D1x1").unwrap_err().0, "a node would hold more than three pieces of a side");
    let step = game.parse_action("A1-B1x3").unwrap();
    game.apply(&mut state, step);
    assert!(check(&state, "end").is_err());
    assert!(check(&state, "A1-A2").is_err(), "there is nobody left");
}

#[test]
fn the_game_ends_with_the_last_turn_or_the_last_piece() {
    let game = game("5x5", Sight::Lucid);
    let mut state = game.parse_state("turns 5; goal 2; blue C5=2; red A5=1; move blue").unwrap();
    for text in ["C5-goalx2", "end"] {
        game.apply(&mut state, game.parse_action(text).unwrap());
    }
    assert_eq!((game.turn(&state), game.payoff(&state).values()), (Turn::Over, &[4.0, -4.0][..]));
    let mut state = game.parse_state("turns 1; blue C4=2; red A5=1; move red").unwrap();
    game.apply(&mut state, Action::End);
    assert_eq!((game.turn(&state), game.turns(&state)), (Turn::Over, 36));
}

#[test]
fn board_files_say_where_they_are_wrong() {
    let check = |text: &str, expect: &str| {
        let error = Board::parse("my.board", text).unwrap_err().0;
        assert_eq!(error, expect);
    };
    let size = "columns 3\nrows 3\n";
    check("", "my.board:1: the file ends, expected a line 'columns …'");
    check("columns 0\n", "my.board:1: 'columns' is '0': expected a whole number from 1 to 16");
    check(
        "columns 16\nrows 16\nlateral 1\n",
        "my.board:3: 16 columns and 16 rows: expected at most 64 nodes",
    );
    check("blue A1=2\n", "my.board:1: expected 'columns' and 'rows' before this line");
    check(&format!("{size}blue A4=2\n"), "my.board:3: 'A4': expected a node from A1 to C3");
    check(&format!("{size}blue A1=4\n"), "my.board:3: 'A1' is '4': expected a whole number from 1 to 3");
    check(&format!("{size}blue A1=1 A1=1\n"), "my.board:3: a node stands twice in 'blue'");
    check(&format!("{size}cut A1-C1\n"), "my.board:3: 'A1-C1': expected two nodes side by side");
    check(&format!("{size}rows 4\n"), "my.board:3: 'rows' stands twice, expected it once");
    check(
        &format!("{size}colour red\n"),
        "my.board:3: 'colour': expected one of board, columns, rows, turns, lateral, join, cut, blue, red",
    );
    check(
        &format!("{size}turns 3\nblue A1=1\nred A1=1\n"),
        "my.board:5: Blue and Red start on the same node",
    );
    check(
        &format!("{size}turns 3\nblue A1=1\nred A3=1\ncut A1-A2\n"),
        "my.board:6: no way leads from Blue's nodes to the goal",
    );
}

mod fuzz {
    use super::{Board, Notation, Operation, Rng, Sight, Stream, game, laws};
    use proptest::prelude::{prop_assert_eq, proptest};

    proptest! {
        #[test]
        fn any_text_is_a_board_or_an_error(text in "\\PC{0,200}") {
            let _ = Board::parse("x", &text);
        }

        #[test]
        fn lines_like_a_board_are_a_sound_game_or_an_error(
            lines in proptest::collection::vec(
                "(columns|rows|turns|lateral|join|cut|blue|red) ([1-9]|[A-D][1-4](=[0-4]|-[A-D][1-4])?)( [A-D][1-4]=[1-3]){0,3}",
                0..12,
            ),
        ) {
            let text = format!("columns 3\nrows 3\n{}", lines.join("\n"));
            if let Ok(board) = Board::parse("x", &text) {
                laws::hold(&Operation::new(board, Sight::Opaque), 1, 1);
            }
        }

        #[test]
        fn any_text_is_a_state_or_an_error(
            clauses in proptest::collection::vec(
                "(turns|goal|blue|red|attacks|toss|over|combat|move|leaving|arriving|scoring|after)( blue| red| [0-9]{1,2}| [A-E][1-5](=[1-4]|-[A-E][1-5])?\\+?){0,3}",
                0..9,
            ),
        ) {
            let game = game("5x5", Sight::Lucid);
            if let Ok(state) = game.parse_state(&clauses.join("; ")) {
                prop_assert_eq!(&game.parse_state(&game.state_text(&state)).unwrap(), &state);
                let (mut state, mut rng) = (state, Rng::new(1, 1, Stream::World));
                while laws::advance(&game, &mut state, &mut rng) {}
            }
        }

        #[test]
        fn any_word_is_a_step_or_an_error(text in "([A-E][1-5]|goal|end|x|-|[0-9]|\\PC){0,6}") {
            let game = game("5x5", Sight::Lucid);
            if let Ok(action) = game.parse_action(&text) {
                prop_assert_eq!(game.parse_action(&game.action_text(action)).unwrap(), action);
            }
        }
    }
}
