//! TripleA's players against facts about the program: matches on its minimap.

use sandtable_core::{Agent, Args, Ask, Game, Guess, Rng, Stream, Turn, plan::carry_out};
use sandtable_games::axis::{Axis, axis};

/// How many games the first of two levels wins, seats taken in turns, and how many rounds games last on average.
fn meet(levels: [&str; 2], games: u64) -> (f64, f64) {
    let def = axis();
    let game = (def.build)(&Args::defaults(def.params)).unwrap();
    let players = (def.knowledge.players)();
    let found = players.iter().find(|p| p.name == "triplea").unwrap();
    let mut agents = levels.map(|level| {
        let mut args = Args::defaults(found.params);
        args.set("level", level);
        found.make(&def.kit(&game), &args).unwrap()
    });
    let (mut won, mut rounds) = (0.0, 0.0);
    for deal in 0..games {
        let first = (deal % 2) as usize;
        let (payoff, length) = play(&game, &mut agents, first, deal);
        won += payoff;
        rounds += length;
    }
    (won, rounds / games as f64)
}

/// One game with the first agent in this seat: its payoff, and the last round.
fn play(game: &Axis, agents: &mut [Box<dyn Agent<Axis>>; 2], first: usize, deal: u64) -> (f64, f64) {
    let mut rng = Rng::new(1, deal, Stream::World);
    let (mut state, mut plan) = (game.start(), Vec::new());
    loop {
        match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => {
                let chance = game.sample(&state, &mut rng);
                game.resolve(&mut state, chance);
            }
            Turn::Player(seat) => {
                plan.clear();
                let mut guess = Guess;
                let mut ask = Ask::new(game, seat, &state, &mut guess, &mut rng);
                agents[seat ^ first].act(&mut ask, &mut plan).unwrap();
                let (_, refused) = carry_out(game, &mut state, &plan.clone(), |_, _| ());
                assert_eq!(refused, None);
            }
        }
    }
    (game.payoff(&state).values()[first], f64::from(state.round))
}

/// The program: 40 to 0, in 7 to 18 rounds.
#[test]
fn fast_beats_easy() {
    let (won, rounds) = meet(["fast", "easy"], 20);
    assert_eq!(won, 20.0);
    assert!((8.0..16.0).contains(&rounds), "{rounds} rounds");
}

/// The program: 25 rounds on the mean, half of the games for either seat. The standard error of 200 games is about one round.
#[test]
fn easy_meets_its_like() {
    let (won, rounds) = meet(["easy", "easy"], 200);
    assert!((75.0..125.0).contains(&won), "{won} won");
    assert!((17.0..29.0).contains(&rounds), "{rounds} rounds");
}

/// The program's Hard is no weaker than its Fast.
#[test]
fn hard_is_no_weaker_than_fast() {
    let (won, _) = meet(["hard", "fast"], 6);
    assert!(won >= 3.0, "{won} of 6");
}
