//! Orders in any order, split as people like, become the same turn.

use sandtable_core::plan::arrange;
use sandtable_core::{Game, Notation, Rng, Stream, Turn};
use sandtable_games::axis::{Action, Axis, State};

use super::positions::all;
use super::{attacking, game, take};

/// A random turn from a decision up to dice or its end.
fn stretch(game: &Axis, state: &mut State, rng: &mut Rng) -> Vec<Action> {
    let (mover, turns) = (game.turn(state), game.turns(state));
    let mut steps = Vec::new();
    while game.turn(state) == mover && game.turns(state) == turns {
        let mut all = Vec::new();
        game.actions(state, &mut all);
        let step = *rng.pick(&all);
        game.apply(state, step);
        steps.push(step);
    }
    steps
}

/// Splits some orders, and shuffles all but those of equal rank.
fn scattered(game: &Axis, known: &State, steps: &[Action], rng: &mut Rng) -> Vec<Action> {
    let mut orders = Vec::new();
    for &step in steps {
        match game.split(step).filter(|_| rng.below(2) == 0) {
            Some((a, b)) => orders.extend([a, b]),
            None => orders.push(step),
        }
    }
    let mut keyed: Vec<(u64, Action)> = orders.iter().map(|&step| (game.rank(known, step), step)).collect();
    for i in (1..keyed.len()).rev() {
        keyed.swap(i, rng.below(i as u32 + 1) as usize);
    }
    // Orders of equal rank come in the order in which they were.
    let places: Vec<u64> = keyed.iter().map(|(rank, _)| *rank).collect();
    let mut left = orders;
    let mut next = |rank: u64| {
        let at = left.iter().position(|&step| game.rank(known, step) == rank).unwrap();
        left.remove(at)
    };
    places.into_iter().map(&mut next).collect()
}

#[test]
fn a_turn_is_the_same_in_any_order_of_its_orders() {
    let mut long = 0;
    for (name, game) in all() {
        for deal in 0..12 {
            let mut rng = Rng::new(9, deal, Stream::World);
            let mut state = game.start();
            for _ in 0..60 {
                match game.turn(&state) {
                    Turn::Over => break,
                    Turn::Chance => {
                        let chance = game.sample(&state, &mut rng);
                        game.resolve(&mut state, chance);
                    }
                    Turn::Player(_) => {
                        let known = state.clone();
                        let steps = stretch(&game, &mut state, &mut rng);
                        let ranks: Vec<u64> = steps.iter().map(|&s| game.rank(&known, s)).collect();
                        assert!(ranks.is_sorted(), "{name}: {steps:?} in {}", game.state_text(&known));
                        long += u32::from(steps.len() > 3);
                        let given = scattered(&game, &known, &steps, &mut rng);
                        let (plan, refused) = arrange(&game, &known, &given);
                        assert!(refused.is_empty(), "{name}: {refused:?} in {}", game.state_text(&known));
                        let mut arranged = known.clone();
                        plan.iter().for_each(|&step| game.apply(&mut arranged, step));
                        assert_eq!(arranged, state, "{name}: {plan:?}, not {steps:?}");
                    }
                }
            }
        }
    }
    assert!(long > 1000, "{long}");
}

/// A whole turn in pieces and without its ends, and an order that cannot be part of it.
#[test]
fn orders_need_no_ends_and_refusals_say_why() {
    let game = game("pass.axis");
    let known = game.start();
    let given: Vec<Action> = [
        "move:1*truck:r1>r0",
        "attack:1*armour:m1>m2",
        "attack:1*armour:r1>m1",
        "attack:1*truck:r1>m2",
        "buy:1*infantry",
    ]
    .map(|step| game.parse_action(step).unwrap())
    .to_vec();
    let (plan, refused) = arrange(&game, &known, &given);
    let words: Vec<String> = plan.iter().map(|&step| game.action_text(step)).collect();
    assert_eq!(words, ["attack:1*armour:r1>m1", "done:attack", "move:1*truck:r1>r0"]);
    let reasons: Vec<(usize, &str)> = refused.iter().map(|r| (r.at, r.why.0.as_ref())).collect();
    assert_eq!(
        reasons,
        [
            (1, "not that many units there can go on"),
            (3, "it is out of reach: only own land lets units through, and factories and flak stop a blitz"),
            (4, "it is not the time for that: attacks are to be ordered"),
        ]
    );
}

#[test]
fn refusals_are_sentences() {
    let said = |file: &str, steps: &str| {
        let game = game(file);
        take(&game, &mut attacking(&game), steps).expect_err(steps)
    };
    for (file, steps, why) in [
        ("over.axis", "buy:1*infantry", "it is not the time for that: attacks are to be ordered"),
        (
            "over.axis",
            "move:1*infantry:r1>r0",
            "before the battles units attack; they move on their own side afterwards",
        ),
        ("over.axis", "attack:1*infantry:r1>r0", "before the battles units move against the enemy only"),
        ("over.axis", "attack:9*infantry:r1>b1", "not that many units there can still move"),
        ("over.axis", "attack:1*aa-gun:r1>b1", "guns and factories do not move before the battles"),
        (
            "over.axis",
            "attack:1*infantry:r0>b1",
            "it is out of reach: only own land lets units through, and factories and flak stop a blitz",
        ),
        ("over.axis", "raid:1*fighter:r0>b0", "only bombers raid factories"),
        ("over.axis", "raid:1*bomber:r0>b1", "there is no factory of the enemy"),
        (
            "over.axis",
            "attack:1*infantry:r1>b1 attack:1*fighter:r2>b2",
            "moves go by the order of the map, and a later one has been made",
        ),
        ("over.axis", "done:buy", "that is not the part of the turn that can be ended now"),
        ("over.axis", "done attack:1*infantry:r1>b1", "the attacks of this turn are over"),
        ("over.axis", "done move:1*infantry:r1>b1", "after the battles units go to friendly provinces only"),
        ("over.axis", "done move:1*factory:r0>r1", "factories do not move"),
        ("over.axis", "done move:1*infantry:r1>r1", "it is there already"),
        ("over.axis", "fight", "it is not the time for that: attacks are to be ordered"),
        ("flak.axis", "attack:1*fighter:r0>m1", "planes fight where enemies stand, and take no land"),
        ("flak.axis", "attack:1*fighter:r0>b0", "it is out of reach, or cannot land afterwards"),
        ("fac.axis", "done done place:1*infantry@r0", "it is not the time for that: units are to be bought"),
    ] {
        assert!(said(file, steps).ends_with(why), "{steps}: {}", said(file, steps));
    }
}
