//! Orders of Risk in any order, and players who take over in the middle of a turn.

use sandtable_core::plan::{arrange, carry_out};
use sandtable_core::{Args, Game, Notation, Rng, Stream, Turn, laws};
use sandtable_games::risk::{self, Action, Risk, State};

fn game(items: &str) -> Risk {
    let def = risk::risk();
    let mut args = Args::defaults(def.params);
    for item in items.split(',') {
        let (key, value) = item.split_once('=').unwrap_or(("map", item));
        assert!(args.set(key, value), "{item}");
    }
    (def.build)(&args).unwrap_or_else(|e| panic!("{items}: {e}"))
}

const RULES: [&str; 7] = [
    "duel",
    "classic,players=2",
    "mini12,fortify=unlimited,battle=dice,enter=choice",
    "mini12,players=3,fortify=unlimited,trade=choice,pictured=2,hands=hidden,enter=choice",
    "mini12,players=4,setup=draft,fortify=adjacent,trade=choice,cards=progressive",
    "mini12,neutral=yes,setup=place,rounds=10",
    "mini6,setup=draft,neutral=yes",
];

/// Random steps from a decision up to dice, another's decision or the end of the turn.
fn stretch(game: &Risk, state: &mut State, rng: &mut Rng) -> Vec<Action> {
    let (mover, turns) = (game.turn(state), state.turns);
    let mut steps = Vec::new();
    while game.turn(state) == mover && state.turns == turns {
        let mut actions = Vec::new();
        game.actions(state, &mut actions);
        let step = *rng.pick(&actions);
        game.apply(state, step);
        steps.push(step);
    }
    steps
}

/// Splits some of the orders and shuffles all; those of equal rank stay in their order.
fn disorder(game: &Risk, state: &State, steps: &[Action], rng: &mut Rng) -> Vec<Action> {
    let mut given: Vec<Action> = Vec::new();
    for &step in steps {
        match game.split(step).filter(|_| rng.below(2) == 0) {
            Some((a, b)) => given.extend([a, b]),
            None => given.push(step),
        }
    }
    for i in (1..given.len()).rev() {
        let j = rng.below(i as u32 + 1) as usize;
        let rank = |k: usize| game.rank(state, given[k]);
        if (j..i).all(|k| rank(k) != rank(i)) && (j + 1..=i).all(|k| rank(k) != rank(j)) {
            given.swap(i, j);
        }
    }
    given
}

#[test]
fn orders_in_any_order_come_to_the_same() {
    for items in RULES {
        let game = game(items);
        let mut several = 0;
        for deal in 0..6 {
            let mut rng = Rng::new(8, deal, Stream::World);
            let mut state = game.start();
            while game.turn(&state) != Turn::Over {
                let Turn::Player(_) = game.turn(&state) else {
                    laws::advance(&game, &mut state, &mut rng);
                    continue;
                };
                let known = state.clone();
                let steps = stretch(&game, &mut state, &mut rng);
                let ranks: Vec<u64> = steps.iter().map(|s| game.rank(&known, *s)).collect();
                assert!(ranks.is_sorted(), "{items}: {steps:?}");
                let given = disorder(&game, &known, &steps, &mut rng);
                let (plan, refused) = arrange(&game, &known, &given);
                assert!(refused.is_empty(), "{items}: {given:?}: {refused:?}");
                let mut after = known.clone();
                assert_eq!(carry_out(&game, &mut after, &plan, |_, _| ()), (plan.len(), None));
                assert_eq!(after, state, "{items}: {steps:?} given as {given:?}");
                several += usize::from(given != steps);
            }
        }
        assert!(several > 20, "{items}: only {several} were out of order");
    }
}

/// What becomes of orders: the plan in words, and the refusals.
fn arranged(game: &Risk, position: &str, orders: &str) -> (String, Vec<String>) {
    let state = game.parse_state(position).unwrap_or_else(|e| panic!("{position}: {e}"));
    let orders: Vec<Action> = orders.split(' ').map(|o| game.parse_action(o).unwrap()).collect();
    let (plan, refused) = arrange(game, &state, &orders);
    let plan: Vec<String> = plan.iter().map(|s| game.action_text(*s)).collect();
    let refused = refused.iter().map(|r| format!("{}: {}", game.action_text(r.step), r.why)).collect();
    (plan.join(" "), refused)
}

#[test]
fn orders_are_sorted_joined_and_refused_in_words() {
    let game = game("mini6,fortify=unlimited,cards=fixed,trade=choice");
    let board = "red: larch-pass=5 heron-ford=2 millbrook=1; blue: lantern-quay=4 gull-rock=2 thyme-hill=1";
    let red = |what: &str| format!("red to {what}; {board}; cards red: infantry cavalry artillery");
    let (plan, refused) = arranged(&game, &red("trade"), "heron-ford>lantern-quay heron-ford+2 heron-ford+1");
    assert_eq!((plan.as_str(), refused.len()), ("keep heron-ford+3", 1));
    assert_eq!(refused, ["heron-ford>lantern-quay: troops are to be placed, like alaska+3"]);
    let orders = "larch-pass:1>millbrook larch-pass:1>heron-ford larch-pass:2>millbrook";
    let (plan, refused) = arranged(&game, &red("attack"), orders);
    assert_eq!((plan.as_str(), refused.len()), ("halt larch-pass:1>heron-ford larch-pass:3>millbrook", 0));
    let (plan, refused) = arranged(&game, &red("fortify"), "heron-ford:5>millbrook larch-pass:4>heron-ford");
    assert_eq!(plan, "larch-pass:4>heron-ford heron-ford:5>millbrook");
    assert!(refused.is_empty());
    let (plan, refused) = arranged(&game, &red("fortify"), "heron-ford:1>larch-pass larch-pass:5>millbrook");
    assert_eq!(plan, "heron-ford:1>larch-pass");
    assert_eq!(
        refused,
        [
            "larch-pass:5>millbrook: one troop has to stay; what comes from elsewhere goes straight to where it is needed"
        ]
    );
}

#[test]
fn players_take_over_at_any_step_without_breaking_a_rule() {
    for items in RULES {
        let game = game(items);
        let def = risk::risk();
        for agent in (def.knowledge.players)() {
            let (_, mut policy) = def.kit(&game).policy(agent.name).unwrap();
            for deal in 0..3 {
                let mut rng = Rng::new(9, deal, Stream::World);
                let mut state = game.start();
                let mut steps = 0;
                while game.turn(&state) != Turn::Over && steps < 1500 {
                    steps += 1;
                    let Turn::Player(seat) = game.turn(&state) else {
                        laws::advance(&game, &mut state, &mut rng);
                        continue;
                    };
                    let known = game.imagine(&game.view(&state, seat));
                    let (mut plan, mut lots) = (Vec::new(), rng.clone());
                    policy.choose(&game, &known, &mut rng, &mut plan);
                    let mut after = known.clone();
                    let (taken, refused) = carry_out(&game, &mut after, &plan, |_, _| ());
                    assert!(taken > 0 && refused.is_none(), "{items}: {}: {refused:?}", agent.name);
                    // No memory: made anew, it answers the same if it draws the same lots.
                    let (_, mut anew) = def.kit(&game).policy(agent.name).unwrap();
                    let mut again = Vec::new();
                    anew.choose(&game, &known, &mut lots, &mut again);
                    assert_eq!(again, plan, "{items}: {} remembers", agent.name);
                    laws::advance(&game, &mut state, &mut rng);
                }
            }
        }
    }
}
