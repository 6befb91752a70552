//! The rules on tiny maps and positions that were written by hand.

use sandtable_core::{Game, Notation, Turn};
use sandtable_games::axis::battle::Losses;
use sandtable_games::axis::scenario::Scenario;
use sandtable_games::axis::{Axis, Chance, State};

/// Two nations on a line of five provinces, and a bay beside the middle.
const LINE: &str = "\
scenario Line
victory capitals
rounds 50
flak overflight
blitz stopped
factories 1
raids limited
economy on
alliance east
alliance west
unit infantry land attack 1 defence 2 move 1 cost 3 supportable
unit armour land attack 3 defence 3 move 2 cost 5 blitz
unit fighter air attack 3 defence 4 move 4 cost 10
unit bomber air attack 4 defence 1 move 6 cost 15 bombs
unit aa-gun land move 1 cost 5 flak
unit factory land cost 15 factory
nation reds of west money 20 buys infantry armour
nation blues of east money 30 buys infantry armour
province a worth 6 cities 1 capital reds owner reds: b
province b worth 2 owner reds: a c
province c worth 2 owner blues: b d bay
province d worth 2 owner blues: c e
province e worth 4 cities 1 capital blues owner blues: d
province bay water: c
stack a reds infantry 1 factory 1
stack e blues infantry 1 factory 1
";

fn line() -> Axis {
    Axis::new("line", Scenario::parse("line", LINE).unwrap(), Losses::Power).unwrap()
}

fn state(game: &Axis, text: &str) -> State {
    game.parse_state(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Takes steps; `done` ends whatever part of the turn is at hand.
fn take(game: &Axis, state: &mut State, steps: &str) -> Result<(), String> {
    for word in steps.split_whitespace() {
        let step = match word {
            "done" => game.idle(state).ok_or("nothing to end")?,
            _ => game.parse_action(word).map_err(|e| e.0)?,
        };
        game.check(state, step).map_err(|why| format!("'{word}' is not possible: {why}"))?;
        game.apply(state, step);
    }
    Ok(())
}

fn play(game: &Axis, state: &mut State, steps: &str) {
    take(game, state, steps).unwrap_or_else(|e| panic!("{steps}: {e}"));
}

fn refuse(game: &Axis, state: &State, steps: &str) -> String {
    take(game, &mut state.clone(), steps).expect_err(steps)
}

fn may(game: &Axis, state: &State) -> Vec<String> {
    let mut steps = Vec::new();
    game.actions(state, &mut steps);
    steps.into_iter().map(|a| game.action_text(a)).collect()
}

fn draw(game: &Axis, state: &mut State, text: &str) {
    let chance = game.parse_chance(state, text).unwrap_or_else(|e| panic!("{text}: {e}"));
    game.resolve(state, chance);
}

fn owner<'g>(game: &'g Axis, state: &State, place: &str) -> &'g str {
    game.nation_name(state.owner[usize::from(game.parse_place(place).unwrap())])
}

fn count(game: &Axis, state: &State, place: &str, nation: u8, unit: &str) -> u16 {
    let unit = game.parse_unit(unit).unwrap();
    game.counts(state, game.parse_place(place).unwrap(), nation)[usize::from(unit)]
}

#[test]
fn armour_goes_on_through_an_empty_province() {
    let game = line();
    let mut s = state(&game, "round 2: reds to attack; b reds: armour=2; e blues: infantry=1 factory=1");
    play(&game, &mut s, "attack:2*armour:b>c attack:1*armour:c>d done");
    assert_eq!((owner(&game, &s, "c"), owner(&game, &s, "d")), ("reds", "reds"));
    assert_eq!((count(&game, &s, "c", 0, "armour"), count(&game, &s, "d", 0, "armour")), (1, 1));
    assert!(may(&game, &s).iter().all(|step| step.starts_with("done")), "both have moved");
}

#[test]
fn a_factory_and_flak_stop_a_blitz() {
    let game = line();
    for unit in ["factory", "aa-gun"] {
        let text = format!("round 2: reds to attack; b reds: armour=2; c blues: {unit}=1");
        let mut s = state(&game, &text);
        play(&game, &mut s, "attack:2*armour:b>c");
        assert_eq!(owner(&game, &s, "c"), "reds", "{unit}");
        assert_eq!(count(&game, &s, "c", 0, unit), 1, "it is captured");
        assert!(refuse(&game, &s, "attack:1*armour:c>d").contains("not possible"), "{unit}");
    }
}

#[test]
fn planes_need_a_place_to_land() {
    let game = line();
    let text = "round 2: reds to attack; a reds: fighter=1; d blues: infantry=1; e blues: infantry=1";
    let mut s = state(&game, text);
    let why = refuse(&game, &s, "attack:1*fighter:a>d");
    assert!(why.contains("cannot land afterwards"), "three out and two back are more than four: {why}");
    s = state(&game, "round 2: reds to attack; b reds: fighter=1; d blues: infantry=1");
    play(&game, &mut s, "attack:1*fighter:b>d done");
    draw(&game, &mut s, "hits 1 0");
    assert_eq!(owner(&game, &s, "d"), "blues", "planes take no land");
    assert_eq!(may(&game, &s), ["move:1*fighter:d>b"], "it must land, and has two steps left");
    play(&game, &mut s, "move:1*fighter:d>b done");
    assert_eq!(game.turn(&s), Turn::Player(1));
}

#[test]
fn planes_do_not_land_on_what_was_taken_in_this_turn() {
    let game = line();
    let mut s =
        state(&game, "round 2: reds to attack; b reds: infantry=3 fighter=1; c blues: infantry=1; e blues:");
    play(&game, &mut s, "attack:1*fighter:b>c attack:3*infantry:b>c done");
    draw(&game, &mut s, "hits 1 0");
    assert_eq!(owner(&game, &s, "c"), "reds");
    assert_eq!(may(&game, &s), ["move:1*fighter:c>a", "move:1*fighter:c>b"]);
}

#[test]
fn whoever_stands_on_what_was_taken_in_this_turn_has_moved() {
    let game = line();
    let text = "round 2: reds to redeploy; c reds: fighter=1 infantry=1; taken: c; moved: c infantry 1 0 0";
    let why = game.parse_state(text).unwrap_err().0;
    assert!(why.contains("c was taken in this turn, so fighter there have moved"), "{why}");
}

#[test]
fn flak_fires_at_planes_that_attack_and_at_those_that_pass() {
    let game = line();
    let mut s = state(
        &game,
        "round 2: reds to attack; b reds: bomber=2; c blues: aa-gun=1 infantry=1; d blues: infantry=1",
    );
    let mut passing = s.clone();
    play(&game, &mut s, "attack:2*bomber:b>c done");
    let mut outcomes = Vec::new();
    game.outcomes(&s, &mut outcomes);
    let none = outcomes.iter().find(|(c, _)| *c == Chance::Down(0)).unwrap().1;
    assert!((none - 25.0 / 36.0).abs() < 1e-12, "one die for each plane");
    draw(&game, &mut s, "down 2");
    assert!(matches!(game.turn(&s), Turn::Player(0)), "no battle without attackers");
    play(&game, &mut passing, "attack:1*bomber:b>d done");
    assert_eq!(game.turn(&passing), Turn::Chance, "the only way to d is over c");
    draw(&game, &mut passing, "down 1");
    assert_eq!(count(&game, &passing, "d", 0, "bomber"), 0);
}

#[test]
fn a_raid_costs_at_most_what_the_province_is_worth() {
    let game = line();
    let mut s = state(&game, "round 2: reds to attack; a reds: bomber=3; e blues: factory=1 infantry=1");
    assert!(refuse(&game, &s, "raid:1*bomber:a>e").contains("not possible"), "four out and three back");
    s = state(&game, "round 2: reds to attack; b reds: bomber=3; e blues: factory=1 infantry=1");
    play(&game, &mut s, "raid:3*bomber:b>e done");
    let mut outcomes = Vec::new();
    game.outcomes(&s, &mut outcomes);
    assert!(outcomes.iter().all(|(c, _)| matches!(c, Chance::Damage(3 | 4))), "{outcomes:?}");
    let before = s.money[1];
    draw(&game, &mut s, "damage 4");
    assert_eq!(s.money[1], before - 4);
    assert_eq!(owner(&game, &s, "e"), "blues");
}

#[test]
fn a_lost_capital_brings_its_money_and_no_income_until_it_is_back() {
    let game = line();
    let mut s = state(
        &game,
        "round 2: reds to buy; money: reds=9 blues=17; a reds: infantry=1 factory=1; d reds: infantry=9; \
         c blues: infantry=1; e blues: factory=1",
    );
    play(&game, &mut s, "buy:1*infantry done attack:9*infantry:d>e");
    assert_eq!((s.money[0], s.money[1]), (6 + 17, 0), "the loot");
    assert_eq!(count(&game, &s, "e", 0, "factory"), 1, "the factory changes sides");
    assert_eq!(game.income(&s, 1), 0, "no capital, no income");
    play(&game, &mut s, "done done");
    assert_eq!(may(&game, &s), ["place:1*infantry@a"], "what was taken makes nothing in this turn");
    play(&game, &mut s, "place:1*infantry@a");
    assert_eq!(game.turn(&s), Turn::Player(1), "a round is played to its end");
    assert_eq!(game.winner(&s), Some(1), "though the reds hold all capitals: alliance 'west' is the second");
    assert!(!may(&game, &s).iter().any(|step| step.starts_with("buy")), "nothing to buy with");
    play(&game, &mut s, "done done");
    assert_eq!(game.turn(&s), Turn::Over);
    assert_eq!(game.payoff(&s).values(), [1.0, 0.0]);
}

#[test]
fn who_takes_both_capitals_and_loses_one_in_the_same_round_has_not_won() {
    let game = line();
    let mut s = state(
        &game,
        "round 2: reds to attack; d reds: infantry=1; b blues: infantry=3; a reds: factory=1; e blues:",
    );
    play(&game, &mut s, "attack:1*infantry:d>e done done");
    assert!(game.winner(&s).is_some() && game.turn(&s) == Turn::Player(1));
    play(&game, &mut s, "attack:3*infantry:b>a done done");
    assert_eq!(game.turn(&s), Turn::Player(0), "each has the other's capital: it goes on");
    assert_eq!(s.round, 3);
}

#[test]
fn retreats_go_to_where_units_came_from() {
    let game = line();
    let mut s =
        state(&game, "round 2: reds to attack; b reds: infantry=3; d reds: armour=1; c blues: infantry=3");
    play(&game, &mut s, "attack:3*infantry:b>c done");
    draw(&game, &mut s, "hits 0 1");
    assert_eq!(may(&game, &s), ["fight", "retreat:b"], "d is ours too, but nobody came from there");
    play(&game, &mut s, "retreat:b");
    assert_eq!(count(&game, &s, "b", 0, "infantry"), 2);
    assert_eq!(owner(&game, &s, "c"), "blues");
    assert_eq!(game.ready(&s, game.parse_place("b").unwrap(), 0), 0, "they have moved");
}

#[test]
fn an_allys_province_goes_back_to_it() {
    let text = LINE
        .replace("nation blues", "nation greens of west money 5 buys infantry\nnation blues")
        .replace("province b worth 2 owner reds", "province b worth 2 owner greens");
    let game = Axis::new("three", Scenario::parse("three", &text).unwrap(), Losses::Power).unwrap();
    let mut s = state(&game, "round 2: reds to attack; a reds: infantry=1; b blues: factory=1");
    play(&game, &mut s, "attack:1*infantry:a>b");
    assert_eq!(owner(&game, &s, "b"), "greens");
    assert_eq!(count(&game, &s, "b", 1, "factory"), 1, "and what stands there");
    assert_eq!(count(&game, &s, "b", 0, "infantry"), 1, "the liberator stays");
}
