//! Rules on small maps, one for each case in which the rules are easily got wrong. TripleA is the reference.

mod arranged;
mod permitted;
mod positions;
mod takeover;

use sandtable_core::{Args, Game, Notation, Turn};
use sandtable_games::axis::battle::{Losses, summary};
use sandtable_games::axis::scenario::Scenario;
use sandtable_games::axis::{Axis, Chance, State, axis};

/// A map of this folder.
fn path(file: &str) -> String {
    format!("{}/tests/axis_cases/maps/{file}", env!("CARGO_MANIFEST_DIR"))
}

fn build(map: &str) -> Axis {
    let def = axis();
    let mut args = Args::defaults(def.params);
    args.set("map", map);
    (def.build)(&args).unwrap_or_else(|e| panic!("{map}: {e}"))
}

fn game(file: &str) -> Axis {
    build(&path(file))
}

/// A map of this folder with something else in it.
fn changed(file: &str, from: &str, to: &str) -> Axis {
    let text = std::fs::read_to_string(path(file)).unwrap();
    assert!(text.contains(from), "{file} has no '{from}'");
    let scenario = Scenario::parse(file, &text.replace(from, to)).unwrap_or_else(|e| panic!("{e}"));
    Axis::new(file, scenario, Losses::Power).unwrap()
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

/// The start, with the purchase passed over where there is one.
fn attacking(game: &Axis) -> State {
    let mut state = game.start();
    if may(game, &state).iter().any(|step| step.starts_with("buy")) {
        play(game, &mut state, "done");
    }
    state
}

#[test]
fn a_takeover_waits_for_the_raid() {
    let game = game("mm.axis");
    let mut s = attacking(&game);
    let (russians, italians) = (s.money[0], s.money[1]);
    play(&game, &mut s, "raid:2*bomber:red-capital>blue-capital attack:1*infantry:blue-north-1>blue-capital");
    assert_eq!(owner(&game, &s, "blue-capital"), "italians", "the bombs have not fallen yet");
    play(&game, &mut s, "done");
    while game.turn(&s) == Turn::Chance {
        let mut outcomes = Vec::new();
        game.outcomes(&s, &mut outcomes);
        match outcomes.last().unwrap().0 {
            Chance::Damage(n) => assert!(n > 0, "bombs fall on the enemy"),
            other => assert_eq!(other, Chance::Down(2), "flak fires first"),
        }
        draw(&game, &mut s, if matches!(outcomes[0].0, Chance::Down(_)) { "down 0" } else { "damage 8" });
    }
    assert_eq!(owner(&game, &s, "blue-capital"), "russians", "now it is taken");
    assert_eq!((s.money[0], s.money[1]), (russians + italians - 8, 0), "the loot is what the bombs left");
}

#[test]
fn a_liberated_capital_goes_back_with_the_provinces_that_allies_hold() {
    let game = game("liberate.axis");
    let mut s = game
        .parse_state(
            "round 2: british to attack; moscow germans: factory=1; london british: armour=2 factory=1; \
             ural british: infantry=1 factory=1; berlin germans: armour=1 factory=1",
        )
        .unwrap();
    play(&game, &mut s, "attack:2*armour:london>moscow");
    assert_eq!(owner(&game, &s, "moscow"), "russians");
    assert_eq!(count(&game, &s, "moscow", 2, "factory"), 1);
    assert_eq!(count(&game, &s, "moscow", 1, "armour"), 2, "the liberators stay");
    assert_eq!(owner(&game, &s, "ural"), "russians", "a home province held by an ally");
    assert_eq!((count(&game, &s, "ural", 2, "factory"), count(&game, &s, "ural", 1, "factory")), (1, 0));
    assert_eq!(count(&game, &s, "ural", 1, "infantry"), 1, "armies stay whose they are");
}

#[test]
fn a_nation_whose_capital_an_ally_holds_collects_nothing() {
    let game = game("liberate.axis");
    let s =
        game.parse_state("round 2: british to attack; moscow british: ; ural russians: infantry=1").unwrap();
    assert_eq!(game.income(&s, 2), 0);
}

/// Factories that go back to an ally make nothing for those who held them: what has no place any more is paid back.
#[test]
fn units_that_have_lost_their_factory_are_paid_back() {
    let game = game("liberate.axis");
    let mut s = game
        .parse_state(
            "round 2: british to buy; money: british=30; moscow germans: factory=1; london british: armour=2; \
             ural british: infantry=1 factory=1; berlin germans: armour=1 factory=1",
        )
        .unwrap();
    play(&game, &mut s, "buy:5*infantry done attack:2*armour:london>moscow done done");
    assert_eq!(s.mover, 2, "there is nothing to place");
    assert_eq!(s.money[1], 30 + game.income(&s, 1));
}

#[test]
fn only_blitzing_units_pass_what_was_just_taken_and_factories_stop_them() {
    let game = game("pass.axis");
    let mut s = attacking(&game);
    play(&game, &mut s, "attack:1*infantry:r0>m1");
    for step in ["attack:1*armour:r1>m2", "attack:1*truck:r1>m2"] {
        refuse(&game, &s, step);
    }
    play(&game, &mut s, "attack:1*armour:r1>m1");
    refuse(&game, &s, "attack:1*armour:m1>m2");
    let game = changed("pass.axis", "stack m1 blues factory 1\n", "");
    let mut s = attacking(&game);
    play(&game, &mut s, "attack:1*infantry:r0>m1 attack:1*armour:r1>m1 attack:1*truck:r1>m1");
    refuse(&game, &s, "attack:1*truck:m1>m2");
    play(&game, &mut s, "attack:1*armour:m1>m2");
    assert_eq!(owner(&game, &s, "m2"), "reds");
    let mut s = attacking(&game);
    play(&game, &mut s, "attack:1*infantry:r0>m1 done");
    assert!(may(&game, &s).contains(&"done:redeploy".into()), "no battle");
    play(&game, &mut s, "move:1*truck:r1>m1");
}

#[test]
fn dice_and_odds_support_the_same_units() {
    let game = game("supp.axis");
    let mut s = attacking(&game);
    play(&game, &mut s, "attack:1*peasant:r0>b0 attack:1*guard:r0>b0 attack:1*gun:r0>b0 done");
    let mut outcomes = Vec::new();
    game.outcomes(&s, &mut outcomes);
    let odds = summary(&game.setup(&[1, 1, 1], &[1, 0, 0]));
    assert_eq!(odds.rounds, 1.0, "the supported guard cannot miss");
    assert_eq!(outcomes, [(Chance::Hits(1, 0), 1.0)]);
}

#[test]
fn a_new_factory_makes_nothing_in_its_first_turn() {
    let game = game("fac.axis");
    let mut s = game.start();
    play(&game, &mut s, "buy:3*infantry buy:1*factory done done done");
    refuse(&game, &s, "place:1*factory@r1 place:3*infantry@r1");
    assert_eq!(may(&game, &s), ["place:3*infantry@r0"]);
    play(&game, &mut s, "place:3*infantry@r0 place:1*factory@r1");
    assert_eq!(count(&game, &s, "r1", 0, "factory"), 1);
}

#[test]
fn units_blitz_as_far_as_they_move() {
    let game = game("blitz3.axis");
    let mut s = attacking(&game);
    play(&game, &mut s, "attack:2*armour:r0>m1 attack:2*armour:m1>m2 attack:1*armour:m2>m3");
    for place in ["m1", "m2", "m3"] {
        assert_eq!(owner(&game, &s, place), "reds", "{place}");
    }
    refuse(&game, &s, "attack:1*armour:m3>b0");
    play(&game, &mut s, "done");
    assert_eq!(game.turn(&s), Turn::Player(0), "nobody fights");
}

/// Both provinces that the tanks may have come through are open to them.
#[test]
fn a_march_may_have_come_by_any_shortest_way() {
    let game = game("path.axis");
    let mut s = attacking(&game);
    play(&game, &mut s, "attack:4*armour:r0>b0 done");
    draw(&game, &mut s, "hits 0 0");
    assert_eq!(may(&game, &s), ["fight", "retreat:north", "retreat:south"]);
}

#[test]
fn captured_flak_does_not_fire_whatever_the_order_of_the_moves() {
    let game = game("flak.axis");
    let start = attacking(&game);
    for steps in [
        "attack:1*fighter:r0>m2 attack:1*infantry:r1>m1 done",
        "attack:1*fighter:r0>m2 attack:2*infantry:r1>m1 done",
    ] {
        let mut s = start.clone();
        play(&game, &mut s, steps);
        assert!(game.chance_text(&s, game.sample(&s, &mut rng())).starts_with("hits"), "the battle for m2");
    }
    let mut s = start;
    play(&game, &mut s, "attack:1*fighter:r0>m2 done");
    assert!(
        game.chance_text(&s, game.sample(&s, &mut rng())).starts_with("down"),
        "nobody has taken the gun"
    );
}

fn rng() -> sandtable_core::Rng {
    sandtable_core::Rng::new(1, 1, sandtable_core::Stream::World)
}

#[test]
fn no_dice_fall_between_orders() {
    let game = game("over2.axis");
    let mut s = game
        .parse_state(
            "round 1: reds to attack; r0 reds: fighter=4 factory=1; r1 reds: armour=3; \
             m1 blues: aa-gun=1 infantry=1; m2 blues: aa-gun=1 infantry=1; b1 blues: infantry=1",
        )
        .unwrap();
    play(&game, &mut s, "attack:2*fighter:r0>b1 attack:3*armour:r1>m1 done");
    assert_eq!(game.turn(&s), Turn::Chance);
    let mut outcomes = Vec::new();
    game.outcomes(&s, &mut outcomes);
    assert_eq!(outcomes.len(), 3, "{outcomes:?}");
    assert!((outcomes[0].1 - 25.0 / 36.0).abs() < 1e-12, "one province with flak is passed");
    draw(&game, &mut s, "down 2");
    assert_eq!(count(&game, &s, "b1", 0, "fighter"), 0);
    draw(&game, &mut s, "hits 1 0");
    assert_eq!(owner(&game, &s, "m1"), "reds");
    assert!(may(&game, &s).contains(&"done:redeploy".into()), "no battle without planes");
}

/// Planes that land fly over flak too; it fires when all moves have been made.
#[test]
fn flak_fires_at_planes_that_land_after_the_orders() {
    let game = game("over2.axis");
    let mut s = game
        .parse_state(
            "round 1: reds to redeploy; r0 reds: infantry=1 factory=1; r1 reds: armour=3; \
             m1 blues: aa-gun=1 infantry=1; m2 blues: aa-gun=1 infantry=1; b1 blues: infantry=1 | reds fighter=2; \
             moved: b1 fighter 2 3 1",
        )
        .unwrap();
    play(&game, &mut s, "move:2*fighter:b1>r1 move:3*armour:r1>r0 done");
    draw(&game, &mut s, "down 1");
    assert_eq!(count(&game, &s, "r1", 0, "fighter"), 1);
    assert_eq!(s.mover, 1);
}

#[test]
fn very_large_armies_are_counted_rightly() {
    let game =
        changed("supp.axis", "attack 5 defence 0 move 1 cost 9", "attack 5 defence 1 move 1 cost 9 hits 9");
    let mut s =
        game.parse_state("round 1: reds to attack; r0 reds: guard=9999; b0 blues: guard=9999").unwrap();
    play(&game, &mut s, "attack:9999*guard:r0>b0 done");
    let (mut rng, mut rounds) = (rng(), 0);
    while game.turn(&s) == Turn::Chance && rounds < 9 {
        let chance = game.sample(&s, &mut rng);
        let Chance::Hits(theirs, ours) = chance else { panic!("{chance:?}") };
        assert!(theirs > 8000 && ours > 1400, "nobody has fallen yet: {chance:?}");
        game.resolve(&mut s, chance);
        assert_eq!(count(&game, &s, "b0", 1, "guard"), 9999, "they take eight hits each first");
        rounds += 1;
        if may(&game, &s).contains(&"fight".into()) {
            play(&game, &mut s, "fight");
        }
    }
    assert_eq!(rounds, 9);
}

/// A factory that the map lets move, and planes that are guns: neither can be played.
#[test]
fn guns_and_factories_stay_on_the_ground() {
    let game =
        changed("fac.axis", "unit factory land cost 15 factory", "unit factory land move 2 cost 15 factory");
    let mut s = attacking(&game);
    play(&game, &mut s, "done");
    refuse(&game, &s, "move:1*factory:r0>r1");
    let text = std::fs::read_to_string(path("flak.axis")).unwrap();
    let text = text.replace("unit fighter air attack 3", "unit fighter air flak attack 3");
    let scenario = Scenario::parse("flak.axis", &text).unwrap();
    let error = Axis::new("flak.axis", scenario, Losses::Power).err().expect("a plane is no gun");
    assert_eq!(error.0, "flak.axis: 'fighter' is a gun: expected a land unit");
}
