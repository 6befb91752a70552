//! What the game's parameters change: the start, and how a game is won.

use sandtable_core::{Args, BadInput, Game, Notation, Turn, laws};
use sandtable_games::axis::scenario::{Scenario, Victory};
use sandtable_games::axis::{Axis, State, axis};

fn built(options: &[(&str, &str)]) -> Result<Axis, BadInput> {
    let def = axis();
    let mut args = Args::defaults(def.params);
    for (name, value) in options {
        assert!(args.set(name, value), "{name}");
    }
    (def.build)(&args)
}

fn game(options: &[(&str, &str)]) -> Axis {
    built(options).unwrap()
}

fn refused(options: &[(&str, &str)]) -> String {
    built(options).err().expect("it should be refused").to_string()
}

/// Plays turns in which the nation to move does only this.
fn turn(game: &Axis, state: &mut State, attack: &str) {
    let (round, mover) = (state.round, state.mover);
    if !attack.is_empty() {
        while game.parse_action(attack).is_ok_and(|step| game.check(state, step).is_err()) {
            let done = game.idle(state).expect("the purchase can be ended");
            game.apply(state, done);
        }
        let step = game.parse_action(attack).unwrap();
        game.apply(state, step);
    }
    while (state.round, state.mover) == (round, mover) && game.turn(state) != Turn::Over {
        let done = game.idle(state).expect("nothing is left but to end the turn");
        game.apply(state, done);
    }
}

#[test]
fn every_nation_begins_with_the_money_that_is_asked_for() {
    assert_eq!(game(&[]).start().money, [24, 44]);
    assert_eq!(game(&[("money", "equal")]).start().money, [34, 34]);
    // The start of the paper, as TripleA's minimap had it in February 2010.
    assert_eq!(game(&[("money", "31")]).start().money, [31, 31]);
    assert_eq!(game(&[("money", "0")]).start().money, [0, 0]);
    for bad in ["-1", "60001", "31.5", "much", ""] {
        let why = refused(&[("money", bad)]);
        assert_eq!(why, format!("money={bad}: expected file, equal, or a whole number up to 60000"));
    }
}

/// The russians stand before the italians' capital, which nobody defends.
const OPEN: &str = "round 3: russians to attack; red-capital russians: infantry=2 factory=1; blue-middle-1 russians: infantry=3; \
                    blue-south-1 italians: infantry=1; blue-capital italians: factory=1";
const TAKE: &str = "attack:2*infantry:blue-middle-1>blue-capital";

#[test]
fn all_capitals_win_at_the_end_of_the_round() {
    for victory in ["map", "capitals"] {
        let game = game(&[("victory", victory)]);
        let mut state = game.parse_state(OPEN).unwrap();
        turn(&game, &mut state, TAKE);
        assert_eq!(game.turn(&state), Turn::Player(1));
        turn(&game, &mut state, "");
        assert_eq!(game.turn(&state), Turn::Over);
        assert_eq!(game.payoff(&state).values(), [1.0, 0.0]);
    }
}

#[test]
fn capitals_that_must_be_held_win_a_round_later() {
    let game = game(&[("victory", "held")]);
    let mut state = game.parse_state(OPEN).unwrap();
    turn(&game, &mut state, TAKE);
    turn(&game, &mut state, "");
    assert_eq!((game.turn(&state), state.round, state.held), (Turn::Player(0), 4, true));
    let text = game.state_text(&state);
    assert_eq!(game.parse_state(&text).unwrap(), state, "{text}");
    turn(&game, &mut state, "");
    turn(&game, &mut state, "");
    assert_eq!(game.turn(&state), Turn::Over);
    assert_eq!((state.round, game.payoff(&state).values()), (5, &[1.0, 0.0][..]));
}

/// The three defeats of the paper came after the enemy's capital had been taken.
#[test]
fn a_capital_that_is_lost_again_in_the_round_is_not_held() {
    let game = game(&[("victory", "held")]);
    // Nobody defends the red capital, and the italians stand next to it.
    let open = OPEN.replace("infantry=2 factory=1", "factory=1");
    let open = open.replace("blue-south-1 italians: infantry=1", "red-north-1 italians: infantry=3");
    let mut state = game.parse_state(&open).unwrap();
    turn(&game, &mut state, TAKE);
    turn(&game, &mut state, "");
    assert!(state.held);
    turn(&game, &mut state, "");
    turn(&game, &mut state, "attack:3*infantry:red-north-1>red-capital");
    assert_eq!((game.turn(&state), state.round, state.held), (Turn::Player(0), 5, false));
}

#[test]
fn all_provinces_are_more_than_all_capitals() {
    let game = game(&[("victory", "provinces")]);
    let mut state = game.parse_state(OPEN).unwrap();
    turn(&game, &mut state, TAKE);
    turn(&game, &mut state, "");
    assert_eq!(game.turn(&state), Turn::Player(0), "the italians have provinces left");
    state.owner.iter_mut().filter(|o| **o == 1).for_each(|o| *o = 0);
    assert_eq!(game.winner(&state), Some(0));
}

#[test]
fn a_victory_must_be_known_and_possible() {
    let why = refused(&[("victory", "total")]);
    assert_eq!(why, "victory=total: expected map, capitals, held or provinces");
    let why = refused(&[("map", "la-1"), ("victory", "held")]);
    assert!(why.contains("there is no capital"), "{why}");
    let game = game(&[]);
    let why = game.parse_state(&format!("{OPEN}; held: 1")).unwrap_err().to_string();
    assert!(why.contains("'held' needs"), "{why}");
}

#[test]
fn files_can_ask_for_every_victory() {
    let text = sandtable_games::axis::scenario::shipped("minimap").unwrap();
    for (word, victory) in [("held", Victory::Held), ("provinces", Victory::Provinces)] {
        let scenario =
            Scenario::parse("test", &text.replace("victory capitals", &format!("victory {word}"))).unwrap();
        assert_eq!(scenario.rules.victory, victory);
        assert_eq!(Scenario::parse("test", &scenario.write()).unwrap(), scenario);
    }
}

#[test]
fn the_laws_hold_where_capitals_must_be_held() {
    laws::hold(&game(&[("victory", "held"), ("rounds", "12")]), 3, 1);
}
