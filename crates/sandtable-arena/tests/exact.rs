//! The arena against exact values: on tiny boards every game between two simple players is worked out.

use std::collections::HashMap;

use sandtable_arena::luck::Method;
use sandtable_arena::matchup::Matchup;
use sandtable_arena::registry;
use sandtable_arena::work::Work;
use sandtable_core::{Agent, Args, Ask, Game, Guess, Kit, Rng, Stream, Turn};
use sandtable_games::operation::{self, Operation, State};

/// The exact mean payoff of Blue from `state` on, between agents that do not draw lots.
fn exact(
    game: &Operation,
    agents: &mut [Box<dyn Agent<Operation>>],
    state: &State,
    known: &mut HashMap<State, f64>,
) -> f64 {
    if let Some(value) = known.get(state) {
        return *value;
    }
    let value = match game.turn(state) {
        Turn::Over => game.payoff(state).values()[0],
        Turn::Chance => {
            let mut outcomes = Vec::new();
            game.outcomes(state, &mut outcomes);
            let mut sum = 0.0;
            for (chance, p) in outcomes {
                let mut next = state.clone();
                game.resolve(&mut next, chance);
                sum += p * exact(game, agents, &next, known);
            }
            sum
        }
        Turn::Player(seat) => {
            let mut plan = Vec::new();
            let mut rng = Rng::new(1, 1, Stream::World);
            let view = game.view(state, seat);
            agents[seat].act(&mut Ask::new(game, seat, &view, &mut Guess, &mut rng), &mut plan).unwrap();
            let mut next = state.clone();
            for action in plan {
                assert_eq!(game.check(&next, action), Ok(()));
                game.apply(&mut next, action);
            }
            exact(game, agents, &next, known)
        }
    };
    known.insert(state.clone(), value);
    value
}

#[test]
fn matches_agree_with_exact_means() {
    let def = operation::lucid();
    for board in ["2x3", "3x3", "4x4"] {
        for red in ["simple-red", "axes-exp-red", "dist-exp-red"] {
            let mut args = Args::defaults(def.params);
            args.set("board", board);
            let game = (def.build)(&args).unwrap();
            let mut agents: Vec<Box<dyn Agent<Operation>>> = ["simple-blue", red]
                .into_iter()
                .map(|name| {
                    let def = operation::players().into_iter().find(|d| d.name == name).unwrap();
                    def.make(&Kit::bare(&game), &Args::defaults(def.params)).unwrap()
                })
                .collect();
            let truth = exact(&game, &mut agents, &game.start(), &mut HashMap::new());
            let luck = Method::Expanded;
            let matchup = Matchup { seed: 3, luck, ..Matchup::plain(&["simple-blue", red], 50_000) };
            let arena = registry::open(&format!("lucid:{board}")).unwrap();
            let result = Work::quietly(|work| arena.run_match(&matchup, work, None)).unwrap();
            for (mean, error) in
                [(result.score.mean[0], result.score.stderr[0]), (result.luck.mean[0], result.luck.stderr[0])]
            {
                let off = mean - truth;
                assert!(off.abs() < 4.0 * error, "{board} {red}: {mean} ± {error}, exactly {truth}");
            }
        }
    }
}
