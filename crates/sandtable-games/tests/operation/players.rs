//! The reference players answer from any position of a turn, also one that somebody else began.

use sandtable_core::{Build, Game, Notation, Policy, Rng, Seats, Stream, Turn, laws};
use sandtable_games::operation::{self, Action, Board, Operation, Phase, Side, Sight, State};

use super::{BOARDS, game};

/// The players as policies, each with its seat; `one-axis-blue` along every axis.
fn policies(game: &Operation) -> Vec<(String, usize, Box<dyn Policy<Operation>>)> {
    let def = operation::lucid();
    let kit = def.kit(game);
    let mut names: Vec<String> = (def.knowledge.players)()
        .iter()
        .filter(|p| matches!(p.build, Build::Policy(_)))
        .map(|p| p.name.to_string())
        .collect();
    assert!(
        ["simple-blue", "one-axis-blue", "simple-red", "axes-exp-red", "dist-exp-red"]
            .iter()
            .all(|name| names.iter().any(|n| n == name))
    );
    let columns = (b'A'..b'A' + game.board().columns).map(char::from);
    names.extend(columns.map(|c| format!("one-axis-blue:{c}")));
    let seat = |seats| (0..2).find(|seat| Seats::Only(*seat) == seats);
    let mut list = Vec::new();
    for name in names {
        let (seats, _) = kit.policy(&name).unwrap();
        for seat in seat(seats).map_or(vec![0, 1], |seat| vec![seat]) {
            list.push((name.clone(), seat, kit.policy(&name).unwrap().1));
        }
    }
    list
}

/// Checks that each player of the seat whose turn it is finishes the turn from here without breaking a rule.
fn take_over(game: &Operation, state: &State, players: &mut [(String, usize, Box<dyn Policy<Operation>>)]) {
    let Turn::Player(mover) = game.turn(state) else { return };
    for (name, seat, policy) in players.iter_mut().filter(|(_, seat, _)| *seat == mover) {
        let (mut after, mut rng) = (state.clone(), Rng::new(1, *seat as u64, Stream::World));
        let mut plan = vec![Action::End];
        policy.choose(game, state, &mut rng, &mut plan);
        assert!(plan.len() > 1, "{name} has no answer to {}", game.state_text(state));
        for &step in &plan[1..] {
            let text = game.action_text(step);
            let check = game.check(&after, step);
            assert_eq!(check, Ok(()), "{name}: {text} in {}", game.state_text(&after));
            game.apply(&mut after, step);
        }
        assert!(!matches!(after.phase, Phase::Move(_)), "{name} finishes the turn");
    }
}

#[test]
fn players_take_over_at_any_step() {
    let crowded = "columns 4\nrows 4\nturns 12\nlateral 1 2 3 4\nblue A1=3 B1=3 C1=3 D1=3 A2=3 B2=3\nred A4=3 B4=3 C4=3\n";
    let crowded = Operation::new(Board::parse("crowded", crowded).unwrap(), Sight::Lucid);
    let mut games: Vec<Operation> = BOARDS.iter().map(|board| game(board, Sight::Lucid)).collect();
    games.extend([game("5x5", Sight::Opaque), crowded]);
    for game in games {
        let mut players = policies(&game);
        for deal in 0..60 {
            let mut rng = Rng::new(6, deal, Stream::World);
            let mut state = game.start();
            loop {
                take_over(&game, &state, &mut players);
                if !laws::advance(&game, &mut state, &mut rng) {
                    break;
                }
            }
        }
    }
}

/// What `one-axis-blue` begins in its first turn it goes on with: the axis is seen from the position alone.
#[test]
fn one_axis_blue_keeps_its_axis_without_remembering_it() {
    let game = game("5x5", Sight::Lucid);
    let def = operation::lucid();
    let kit = def.kit(&game);
    let mut blue = kit.policy("one-axis-blue").unwrap().1;
    let mut red = kit.policy("dist-exp-red").unwrap().1;
    let mut drawn = [0; 5];
    for deal in 0..300 {
        let mut rng = Rng::new(7, deal, Stream::World);
        let (mut state, mut axis) = (game.start(), None);
        while game.turn(&state) != Turn::Over {
            let mut plan = Vec::new();
            match game.turn(&state) {
                Turn::Player(0) => {
                    blue.choose(&game, &state, &mut rng, &mut plan);
                    let fixed = axis.get_or_insert_with(|| {
                        let Some(Action::Move { edge, .. }) = plan.iter().find(|step| forward(&game, step))
                        else {
                            panic!("the first turn goes north")
                        };
                        game.board().column(game.board().edges[usize::from(*edge)].from)
                    });
                    let mut same = Vec::new();
                    let name = format!("one-axis-blue:{}", char::from(b'A' + *fixed));
                    kit.policy(&name).unwrap().1.choose(&game, &state, &mut rng, &mut same);
                    assert_eq!(plan, same, "{name} in {}", game.state_text(&state));
                }
                Turn::Player(_) => red.choose(&game, &state, &mut rng, &mut plan),
                _ => {
                    let chance = game.sample(&state, &mut rng);
                    game.resolve(&mut state, chance);
                }
            }
            plan.into_iter().for_each(|step| game.apply(&mut state, step));
        }
        drawn[usize::from(axis.unwrap())] += 1;
    }
    assert!(drawn.iter().all(|n| (30..=90).contains(n)), "{drawn:?}");
}

fn forward(game: &Operation, step: &Action) -> bool {
    let Action::Move { edge, .. } = step else { return false };
    let edge = game.board().edges[usize::from(*edge)];
    edge.to.is_none_or(|to| game.board().row(to) > game.board().row(edge.from))
}

/// In fog a player looks at what its side sees, wherever the rest is imagined.
#[test]
fn experts_look_at_what_red_sees() {
    let game = game("5x5", Sight::Opaque);
    let def = operation::opaque();
    let kit = def.kit(&game);
    for name in ["axes-exp-red", "dist-exp-red"] {
        let mut red = kit.policy(name).unwrap().1;
        let mut rng = Rng::new(1, 1, Stream::World);
        let mut plans = Vec::new();
        for unseen in ["A3=3 A2=3 A1=3", "E3=3 E2=3 E1=3"] {
            let text = format!("turns 9; blue C4=2 {unseen}; red A5=2 B5=2 C5=2 D5=2 E5=2; move red");
            let state = game.parse_state(&text).unwrap();
            assert_eq!(game.view(&state, Side::Red.seat()).shown.blue.total(), 2);
            let mut plan = Vec::new();
            red.choose(&game, &state, &mut rng, &mut plan);
            plans.push(plan);
        }
        assert_eq!(plans[0], plans[1], "{name}");
    }
}
