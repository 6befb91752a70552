//! Players who take over in the middle of a turn that somebody else began.

use sandtable_core::laws::advance;
use sandtable_core::{Agent, Args, Ask, Crew, Game, Guess, Notation, Rng, Stream, Turn};
use sandtable_games::axis::{Action, Axis, State, axis};

use super::positions::all;

/// The game's players, as far as they play this map; quick ones.
fn players(game: &Axis) -> Vec<(&'static str, Box<dyn Agent<Axis>>)> {
    let def = axis();
    let kit = def.kit(game);
    let mut found = Vec::new();
    for def in (def.knowledge.players)() {
        let mut args = Args::defaults(def.params);
        if def.params.iter().any(|p| p.name == "depth") {
            args.set("depth", "1");
        }
        if def.params.iter().any(|p| p.name == "starts") {
            args.set("starts", "1");
        }
        if let Ok(agent) = def.make(&kit, &args) {
            found.push((def.name, agent));
        }
    }
    found
}

/// Takes the steps of a plan up to dice or the end of the turn; each must be legal.
fn carry_out(who: &str, game: &Axis, state: &mut State, plan: &[Action]) {
    let (mover, turns) = (game.turn(state), game.turns(state));
    assert!(!plan.is_empty(), "{who} has no plan in {}", game.state_text(state));
    for &step in plan {
        if game.turn(state) != mover || game.turns(state) != turns {
            return;
        }
        if let Err(why) = game.check(state, step) {
            panic!("{who}: '{}' in {}: {why}", game.action_text(step), game.state_text(state));
        }
        game.apply(state, step);
    }
}

/// Plays the rest of a turn, dice included.
fn finish(
    who: &str,
    game: &Axis,
    mut state: State,
    rng: &mut Rng,
    mut ask: impl FnMut(&State, &mut Rng, &mut Vec<Action>),
) {
    let turns = game.turns(&state);
    let mut plan = Vec::new();
    while game.turns(&state) == turns {
        match game.turn(&state) {
            Turn::Over => return,
            Turn::Chance => {
                let chance = game.sample(&state, rng);
                game.resolve(&mut state, chance);
            }
            Turn::Player(_) => {
                plan.clear();
                ask(&state, rng, &mut plan);
                carry_out(who, game, &mut state, &plan);
            }
        }
    }
}

/// Visits decisions of random games: most of them are in the middle of a turn.
fn random_decisions(game: &Axis, games: u64, mut visit: impl FnMut(&State, usize, &mut Rng)) {
    for deal in 0..games {
        let mut rng = Rng::new(5, deal, Stream::World);
        let mut state = game.start();
        for _ in 0..150 {
            if let Turn::Player(seat) = game.turn(&state)
                && rng.below(5) == 0
            {
                visit(&state, seat, &mut rng);
            }
            if !advance(game, &mut state, &mut rng) {
                break;
            }
        }
    }
}

#[test]
fn players_go_on_with_turns_that_others_began() {
    let mut asked = 0;
    for (name, game) in all() {
        for (player, mut agent) in players(&game) {
            let who = format!("{player} on {name}");
            random_decisions(&game, 4, |state, seat, rng| {
                asked += 1;
                agent.begin(&game, seat, rng);
                finish(&who, &game, state.clone(), rng, |state, rng, plan| {
                    let mut belief = Guess;
                    let mut ask = Ask::new(&game, seat, state, &mut belief, rng);
                    agent.act(&mut ask, plan).unwrap_or_else(|e| panic!("{who}: {e:?}"));
                });
            });
        }
    }
    assert!(asked > 1000, "{asked}");
}

#[test]
fn crews_go_on_with_turns_that_others_began() {
    for (name, game) in all() {
        let mut crew: Box<dyn Crew<Axis>> = axis().knowledge.crew.and_then(|build| build(&game)).unwrap();
        let who = format!("the crew on {name}");
        random_decisions(&game, 4, |state, seat, rng| {
            crew.begin(&game, state, seat);
            finish(&who, &game, state.clone(), rng, |state, rng, plan| {
                if !crew.decides(&game, state) {
                    return crew.rest(&game, state, rng, plan);
                }
                let mut widths = Vec::new();
                crew.options(&game, state, &mut widths);
                let choices: Vec<u16> = widths.iter().map(|&n| rng.below(n.into()) as u16).collect();
                crew.plan(&game, state, &choices, plan);
            });
        });
    }
}
