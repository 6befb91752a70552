//! Orders of Risk in any order, and players who take over in the middle of a turn.

use sandtable_core::plan::{arrange, carry_out};
use sandtable_core::{Args, Game, Notation, Rng, Stream, Turn, laws};
use sandtable_games::risk::{self, Action, Phase, Risk, State, members};

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

fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    (1..items.len()).rev().for_each(|i| items.swap(i, rng.below(i as u32 + 1) as usize));
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
    assert_eq!(refused, ["heron-ford>lantern-quay: troops are to be placed, like larch-pass+3"]);
    let orders = "larch-pass:1>millbrook larch-pass:1>heron-ford larch-pass:2>millbrook";
    let (plan, refused) = arranged(&game, &red("attack"), orders);
    assert_eq!((plan.as_str(), refused.len()), ("halt larch-pass:1>heron-ford larch-pass:3>millbrook", 0));
    let (plan, refused) = arranged(&game, &red("fortify"), "heron-ford:5>millbrook larch-pass:4>heron-ford");
    assert_eq!(plan, "larch-pass:4>heron-ford heron-ford:5>millbrook");
    assert!(refused.is_empty());
    let (plan, refused) = arranged(&game, &red("fortify"), "heron-ford:1>larch-pass larch-pass:5>millbrook");
    assert_eq!(plan, "larch-pass:4>millbrook heron-ford:1>millbrook");
    assert!(refused.is_empty());
}

#[test]
fn chains_of_moves_go_straight_to_where_they_end() {
    let game = game("mini6,fortify=unlimited");
    let board = "red to fortify; red: larch-pass=5 heron-ford=2 millbrook=1 lantern-quay=4; blue: gull-rock=2 thyme-hill=1";
    let check = |orders: &str, plan: &str, refused: &[&str]| {
        let (got, no) = arranged(&game, board, orders);
        assert_eq!((got.as_str(), no), (plan, refused.iter().map(|r| r.to_string()).collect()), "{orders}");
    };
    // Out of the map's order, through two territories, and with an end of the turn behind it.
    check(
        "lantern-quay:3>heron-ford heron-ford:4>larch-pass stay",
        "heron-ford:1>larch-pass lantern-quay:3>larch-pass stay",
        &[],
    );
    check(
        "millbrook:2>larch-pass heron-ford:2>millbrook lantern-quay:2>heron-ford",
        "lantern-quay:2>larch-pass",
        &[],
    );
    // What is not there cannot be passed on, and moves in a circle are no chain.
    let none = "at least one troop has to move and one has to stay";
    check(
        "heron-ford:9>larch-pass lantern-quay:3>heron-ford",
        "lantern-quay:3>heron-ford",
        &[&format!("heron-ford:9>larch-pass: {none}")],
    );
    check(
        "larch-pass:9>heron-ford heron-ford:9>larch-pass",
        "",
        &[&format!("larch-pass:9>heron-ford: {none}"), &format!("heron-ford:9>larch-pass: {none}")],
    );
    // An order that is wrong in itself does not keep the others from being carried out.
    let (plan, refused) =
        arranged(&game, board, "gull-rock:1>larch-pass lantern-quay:3>heron-ford heron-ford:4>larch-pass");
    assert_eq!((plan.as_str(), refused.len()), ("heron-ford:1>larch-pass lantern-quay:3>larch-pass", 1));
}

#[test]
fn moves_in_any_order_come_to_what_they_come_to_one_after_another() {
    let game = game("mini12,fortify=unlimited");
    let mut straightened = 0;
    for seed in 0..300 {
        let mut rng = Rng::new(seed, 0, Stream::World);
        let mut state = game.start();
        while !matches!(state.phase, Phase::Fortify { after: None }) || state.own().count_ones() < 4 {
            match game.turn(&state) {
                Turn::Chance => {
                    let chance = game.sample(&state, &mut rng);
                    game.resolve(&mut state, chance);
                }
                Turn::Over => state = game.start(),
                Turn::Player(_) => {
                    let mut actions = Vec::new();
                    game.actions(&state, &mut actions);
                    game.apply(&mut state, *rng.pick(&actions));
                }
            }
        }
        // Troops are handed on along the territories in a random order, so nobody gives before all have come.
        let mut order: Vec<u8> = members(state.own()).map(|t| t as u8).collect();
        shuffle(&mut order, &mut rng);
        let (mut troops, mut moves) = (state.troops, Vec::new());
        for (i, &from) in order.iter().enumerate() {
            for &to in &order[i + 1..] {
                let most = troops[usize::from(from)] - 1;
                if game.fortifiable(&state, usize::from(from)) >> to & 1 == 1 && most > 0 && rng.below(2) == 0
                {
                    let n = 1 + rng.below(u32::from(most)) as u16;
                    moves.push(Action::Fortify { from, to, troops: n });
                    troops[usize::from(from)] -= n;
                    troops[usize::from(to)] += n;
                }
            }
        }
        shuffle(&mut moves, &mut rng);
        let (plan, refused) = arrange(&game, &state, &moves);
        assert!(refused.is_empty(), "{}: {refused:?}", game.state_text(&state));
        straightened += usize::from(plan.iter().any(|step| !moves.contains(step)));
        let (taken, _) = carry_out(&game, &mut state, &plan, |_, _| ());
        assert_eq!((taken, state.troops), (plan.len(), troops));
    }
    assert!(straightened > 30, "only {straightened} went another way than they were given");
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
