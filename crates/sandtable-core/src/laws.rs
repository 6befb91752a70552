//! The laws that every game must pass, checked along random games.
//!
//! Legal steps apply and no others are accepted; probabilities sum to one and `sample` agrees with `outcomes`;
//! a clone behaves as its original; luck terms have mean zero; notation round-trips; a view is enough to find the
//! holder's legal steps; scenes and choices fit the layout. Hidden games also pass [`hidden`]. A law that is broken
//! panics and says where.

use std::collections::HashMap;

use crate::notation::Notation;
use crate::{Dist, Game, Luck, Rng, Seat, Stream, Turn};

/// How many draws are compared with the listed distribution at a chance node.
const DRAWS: u32 = 2_000;
/// A chi-squared value this many standard deviations too large breaks the law: one false alarm in millions.
const SIGMAS: f64 = 5.0;

/// Every so many nodes the picture is looked at too: it is made of words, and takes its time.
const PICTURES: u32 = 8;

/// Plays `games` random games and checks every law along the way.
pub fn hold<G: Notation>(game: &G, games: u64, seed: u64) {
    let mut known_actions: Vec<G::Action> = Vec::new();
    let spaces = game.layout().spaces.len();
    for deal in 0..games {
        let mut rng = Rng::new(seed, deal, Stream::World);
        let mut state = game.start();
        let mut path = Vec::new();
        for node in 0u32.. {
            assert!(node < 1_000_000, "game {deal} does not end");
            state_laws(game, &state);
            if node % PICTURES == 0 {
                scene_laws(game, &state, spaces);
            }
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Player(seat) => {
                    let action = player_laws(game, &state, seat, &mut known_actions, &mut rng);
                    game.apply(&mut state, action);
                    path.push(Move::Action(action));
                }
                Turn::Chance => {
                    let exhaustive = node < 20 || rng.below(16) == 0;
                    chance_laws(game, &state, exhaustive, &mut rng);
                    let chance = game.sample(&state, &mut rng);
                    game.resolve(&mut state, chance);
                    path.push(Move::Chance(chance));
                }
            }
        }
        let (least, most) = game.info().payoff;
        let payoff = game.payoff(&state);
        assert_eq!(payoff.values().len(), game.info().seats.len(), "a payoff for each seat");
        assert!(
            payoff.values().iter().all(|v| (least..=most).contains(v)),
            "{payoff:?} outside {least}..{most}"
        );
        for (a, b) in game.info().seats.iter().zip(payoff.values()) {
            for (c, d) in game.info().seats.iter().zip(payoff.values()) {
                assert!(a.team != c.team || b == d, "seats of one team share their payoff: {payoff:?}");
            }
        }
        assert_eq!(replayed(game, &path), state, "game {deal} replays to the same state");
    }
}

/// Checks that views hide what they must, with states that differ only in what `seat` may not know.
///
/// `scramble` returns such a state, drawn at random; it is written from the rules' own words, not from the view.
/// At least one scrambled state must differ from the true one, or the law would hold emptily.
pub fn hidden<G: Game>(
    game: &G,
    games: u64,
    seed: u64,
    mut scramble: impl FnMut(&G::State, Seat, &mut Rng) -> G::State,
) {
    let mut differing = 0;
    for deal in 0..games {
        let mut rng = Rng::new(seed, deal, Stream::World);
        let mut state = game.start();
        while advance(game, &mut state, &mut rng) {
            for seat in 0..game.info().seats.len() {
                let other = scramble(&state, seat, &mut rng);
                differing += u32::from(other != state);
                assert_eq!(
                    game.view(&state, seat),
                    game.view(&other, seat),
                    "seat {seat} sees what it may not"
                );
            }
        }
    }
    assert!(differing > 0, "no state had anything to hide");
}

/// Takes one random step or draw; `false` when the game is over.
pub fn advance<G: Game>(game: &G, state: &mut G::State, rng: &mut Rng) -> bool {
    match game.turn(state) {
        Turn::Over => return false,
        Turn::Player(_) => {
            let mut actions = Vec::new();
            game.actions(state, &mut actions);
            game.apply(state, *rng.pick(&actions));
        }
        Turn::Chance => {
            let chance = game.sample(state, rng);
            game.resolve(state, chance);
        }
    }
    true
}

/// Checks that a game's measures of luck have mean zero at every chance node of random games.
pub fn luck<G: Game>(game: &G, luck: &dyn Luck<G>, games: u64, seed: u64) {
    let mut outcomes = Vec::new();
    for deal in 0..games {
        let mut rng = Rng::new(seed, deal, Stream::World);
        let mut state = game.start();
        while advance(game, &mut state, &mut rng) {
            outcomes.clear();
            if game.turn(&state) != Turn::Chance || game.outcomes(&state, &mut outcomes) != Dist::Exact {
                continue;
            }
            let mut mean = vec![0.0; luck.terms().len()];
            for &(chance, p) in &outcomes {
                let mut terms = vec![0.0; mean.len()];
                luck.add(game, &state, chance, &mut terms);
                mean.iter_mut().zip(terms).for_each(|(sum, term)| *sum += p * term);
            }
            assert!(mean.iter().all(|l| l.abs() < 1e-9), "luck terms have mean {mean:?} in {state:?}");
        }
    }
}

enum Move<G: Game> {
    Action(G::Action),
    Chance(G::Chance),
}

fn replayed<G: Game>(game: &G, path: &[Move<G>]) -> G::State {
    let mut state = game.start();
    for step in path {
        match step {
            Move::Action(a) => game.apply(&mut state, *a),
            Move::Chance(c) => game.resolve(&mut state, *c),
        }
    }
    state
}

fn state_laws<G: Notation>(game: &G, state: &G::State) {
    let text = game.state_text(state);
    let read = game.parse_state(&text).unwrap_or_else(|e| panic!("state '{text}' does not read back: {e}"));
    assert_eq!(&read, state, "state '{text}' reads back as another");
    for seat in 0..game.info().seats.len() {
        let view = game.view(state, seat);
        let imagined = game.imagine(&view);
        assert_eq!(game.view(&imagined, seat), view, "the imagined state looks different to seat {seat}");
        if !game.info().hidden {
            assert_eq!(&imagined, state, "an open game shows seat {seat} the whole state");
        }
    }
}

fn scene_laws<G: Notation>(game: &G, state: &G::State, spaces: usize) {
    let all = game.scene_all(state);
    assert_eq!(all.places.len(), spaces, "a place for each space of the layout");
    for seat in 0..game.info().seats.len() {
        let scene = game.scene(&game.view(state, seat));
        assert_eq!(scene.places.len(), spaces, "a place for each space of the layout");
        assert!(game.info().hidden || scene == all, "an open game shows seat {seat} the whole scene");
    }
    let Turn::Player(seat) = game.turn(state) else { return };
    let known = game.imagine(&game.view(state, seat));
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    for action in actions {
        let choice = game.choice(state, action);
        assert_eq!(choice.step, game.action_text(action), "a choice is written like its step");
        assert!(!choice.words.is_empty() && !choice.verb.is_empty(), "{choice:?} lacks words");
        for space in choice.from.iter().chain(&choice.to) {
            assert!(*space < spaces, "{choice:?} is about a space that is not there");
        }
        assert_eq!(game.choice(&known, action), choice, "seat {seat} is told what it cannot see");
    }
}

fn player_laws<G: Notation>(
    game: &G,
    state: &G::State,
    seat: Seat,
    known: &mut Vec<G::Action>,
    rng: &mut Rng,
) -> G::Action {
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    assert!(!actions.is_empty(), "no legal step in {state:?}");
    assert!(actions.len() <= game.info().max_actions, "{} steps: more than announced", actions.len());
    for (i, &action) in actions.iter().enumerate() {
        assert!(!actions[..i].contains(&action), "{action:?} is listed twice");
        assert_eq!(game.check(state, action), Ok(()), "listed step {action:?} is refused");
        let text = game.action_text(action);
        assert!(!text.contains(char::is_whitespace), "step '{text}' has white space");
        assert_eq!(game.parse_action(&text).as_ref(), Ok(&action), "step '{text}' reads back as another");
        let (mut a, mut b) = (state.clone(), state.clone());
        game.apply(&mut a, action);
        game.apply(&mut b, action);
        assert_eq!(a, b, "{action:?} is not deterministic");
        assert_ne!(&a, state, "{action:?} changes nothing");
    }
    for &other in known.iter().filter(|a| !actions.contains(a)) {
        let verdict = game.check(state, other);
        assert!(
            verdict.is_err_and(|why| !why.0.is_empty()),
            "{other:?} is not listed in {state:?}, but accepted"
        );
    }
    let mut imagined = Vec::new();
    game.actions(&game.imagine(&game.view(state, seat)), &mut imagined);
    assert_eq!(imagined, actions, "seat {seat} cannot tell its legal steps from its view");
    let chosen = *rng.pick(&actions);
    if known.len() < 400 && !known.contains(&chosen) {
        known.push(chosen);
    }
    chosen
}

fn chance_laws<G: Notation>(game: &G, state: &G::State, exhaustive: bool, rng: &mut Rng) {
    let mut outcomes = Vec::new();
    let dist = game.outcomes(state, &mut outcomes);
    let missing = match dist {
        Dist::Exact => 0.0,
        Dist::Truncated { missing } => missing,
        Dist::SampleOnly => return,
    };
    let total: f64 = outcomes.iter().map(|(_, p)| p).sum();
    assert!(
        (total + missing - 1.0).abs() < 1e-9,
        "probabilities sum to {total} with {missing} missing in {state:?}"
    );
    assert!(outcomes.iter().all(|(_, p)| *p > 0.0), "an outcome without probability in {state:?}");
    for &(chance, _) in &outcomes {
        let text = game.chance_text(state, chance);
        assert_eq!(
            game.parse_chance(state, &text).as_ref(),
            Ok(&chance),
            "outcome '{text}' reads back as another"
        );
    }
    if exhaustive {
        sample_agrees(game, state, &outcomes, missing, rng);
    }
}

fn sample_agrees<G: Game>(
    game: &G,
    state: &G::State,
    outcomes: &[(G::Chance, f64)],
    missing: f64,
    rng: &mut Rng,
) {
    let mut counts: HashMap<G::Chance, u32> = HashMap::new();
    for _ in 0..DRAWS {
        *counts.entry(game.sample(state, rng)).or_default() += 1;
    }
    let (mut chi, mut cells, mut rare, mut rare_seen) = (0.0, 0u32, missing, 0u32);
    let mut listed = 0;
    for (chance, p) in outcomes {
        let seen = counts.get(chance).copied().unwrap_or(0);
        listed += seen;
        if p * f64::from(DRAWS) < 5.0 {
            rare += p;
            rare_seen += seen;
        } else {
            chi += (f64::from(seen) - p * f64::from(DRAWS)).powi(2) / (p * f64::from(DRAWS));
            cells += 1;
        }
    }
    assert!(missing > 0.0 || listed == DRAWS, "an outcome was drawn that is not listed in {state:?}");
    rare_seen += DRAWS - listed;
    if rare * f64::from(DRAWS) >= 5.0 {
        chi += (f64::from(rare_seen) - rare * f64::from(DRAWS)).powi(2) / (rare * f64::from(DRAWS));
        cells += 1;
    }
    if cells > 1 {
        // Wilson and Hilferty: the cube root of chi-squared over its degrees of freedom is nearly normal.
        let df = f64::from(cells - 1);
        let spread = 2.0 / (9.0 * df);
        let z = ((chi / df).cbrt() - (1.0 - spread)) / spread.sqrt();
        assert!(
            z < SIGMAS,
            "sample and outcomes disagree in {state:?}: chi-squared {chi:.1} with {df} degrees"
        );
    }
}
