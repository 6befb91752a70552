//! The two levels of a command: what it orders, and what it says about it.

use sandtable_core::agent::{Ask, Thought};
use sandtable_core::{Agent, Game, Guess, Idea, Notation, Rng, Seats, Stream, laws};
use sandtable_games::operation::constraints::Constraints;
use sandtable_games::operation::{self, Action, Operation, Side, Sight, State};

use super::{BOARDS, game};

fn commander(game: &Operation, text: &str) -> Box<dyn Agent<Operation>> {
    let def = operation::lucid();
    let kit = def.kit(game);
    let (player, args) = kit.player(text).unwrap();
    player.make(&kit, &args).unwrap()
}

fn ask(
    game: &Operation,
    agent: &mut dyn Agent<Operation>,
    state: &State,
    side: Side,
) -> (Vec<Action>, Thought<Action>) {
    let (view, mut plan) = (game.view(state, side.seat()), Vec::new());
    let (mut belief, mut rng) = (Guess, Rng::new(3, 0, Stream::World));
    let mut ask = Ask::new(game, side.seat(), &view, &mut belief, &mut rng);
    ask.explain = true;
    let thought = agent.act(&mut ask, &mut plan).unwrap();
    (plan, thought)
}

#[test]
fn a_command_keeps_the_laws_on_every_board_in_both_games() {
    for board in BOARDS {
        for sight in [Sight::Lucid, Sight::Opaque] {
            let game = game(board, sight);
            for text in ["command:trials=60", "command:wide=0;keep=3;goals=1", "command:depth=2;eval=net"] {
                laws::agent(&game, Seats::Any, &mut Guess, || commander(&game, text), 12, 5);
            }
        }
    }
}

#[test]
fn goals_are_told_in_the_language_of_areas_and_on_the_board() {
    let game = game("5x5", Sight::Lucid);
    for (side, text) in [
        (Side::Blue, "turns 20; blue A1=3 A2=3 A3=3 B1=3 C1=3; red A5=3 B5=3 C5=2 D5=2; move blue"),
        (Side::Red, "turns 20; blue A1=3 A2=3 A3=3 B1=3 C1=3; red A5=3 B5=3 C5=2 D5=2; move red"),
    ] {
        let state = game.parse_state(text).unwrap();
        let mut agent = commander(&game, "command:trials=300;keep=2");
        agent.begin(&game, side.seat(), &mut Rng::new(1, 0, Stream::World));
        let (plan, thought) = ask(&game, &mut *agent, &state, side);
        let Idea::Turn(words) = &thought.candidates[0].idea else { panic!("a course in words") };
        let (course, ala) = words.split_once(": ").expect("the course, and its goals");
        let goals = Constraints::parse(game.board(), ala).unwrap();
        assert!(!goals.areas.is_empty(), "{words}");
        let wanted: f64 = thought.heat.iter().flat_map(|heat| &heat.values).sum();
        let asked: u32 = goals.areas.iter().map(|area| u32::from(area.least)).sum();
        assert!((wanted - f64::from(asked)).abs() < 1e-9, "{wanted} on the board, {asked} in {ala}");
        assert!(thought.candidates.len() > 1 && thought.candidates[0].visits > thought.candidates[7].visits);
        // The same question has the same answer; on the next turn the course is kept, and nothing is weighed.
        let (kept, again) = ask(&game, &mut *agent, &state, side);
        let Idea::Turn(words) = &again.candidates[0].idea else { panic!("a course in words") };
        assert!(words.starts_with(&format!("{course}, kept: ")), "{words}");
        assert_eq!(again.candidates.len(), 1);
        assert!(!plan.is_empty() && !kept.is_empty());
        let mut fresh = commander(&game, "command:trials=300;keep=2");
        assert_eq!(ask(&game, &mut *fresh, &state, side).0, plan);
    }
}

#[test]
fn whoever_stands_before_the_goal_goes_in_and_whoever_can_be_caught_is() {
    let game = game("5x5", Sight::Lucid);
    let last = game.parse_state("turns 1; blue A5=2 C5=3 E1=3; red E5=2; move blue").unwrap();
    let (plan, _) = ask(&game, &mut *commander(&game, "command"), &last, Side::Blue);
    let mut after = last.clone();
    plan.iter().for_each(|step| game.apply(&mut after, *step));
    assert_eq!(after.goal, 5);
    // Red's stack beside an open axis moves before Blue's only column, which needs two turns of two.
    let near = game.parse_state("turns 4; blue A4=3; red B5=3; move red").unwrap();
    let (plan, _) = ask(&game, &mut *commander(&game, "command"), &near, Side::Red);
    let mut after = near.clone();
    plan.iter().for_each(|step| game.apply(&mut after, *step));
    let guarded = after.red.at(game.board().parse_node("A5").unwrap());
    assert!(guarded >= 2, "{}", game.state_text(&after));
}
