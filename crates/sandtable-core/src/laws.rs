//! The laws that every game must pass, checked along random games.
//!
//! Legal steps apply and no others are accepted, neither steps from elsewhere in the game nor words that only look like
//! steps; turns end; probabilities sum to one and `sample` agrees with `outcomes`; a clone behaves as its original;
//! notation round-trips, also with a statement a line; a view is enough to find the holder's legal steps, and
//! so is any guess at what it hides; scenes and choices fit the layout. Hidden games also pass [`hidden`].
//!
//! Those who play have laws too: [`agent`], [`policy`] and [`belief`]; [`chart`] is for what networks read. [`orders`] holds for what people and programs may
//! give in any order, [`drafts`] for turns that they put together, and [`text`] for positions that they write. A law that is broken panics and says where.

mod chance;
mod charts;
mod drafts;
mod orders;
mod players;
mod texts;
mod turns;
mod words;

pub use chance::luck;
pub use charts::chart;
pub use drafts::drafts;
pub use orders::{disorder, orders};
pub use players::{agent, belief, policy, position};
pub use texts::text;
use words::Words;

use crate::notation::Notation;
use crate::{Game, Rng, Seat, Stream, Turn};

/// Every so many nodes the picture is looked at too: it is made of words, and takes its time.
const PICTURES: u32 = 8;
/// Every so many nodes a turn is drawn out as long as it goes.
const LONG_TURNS: u32 = 64;
/// How many steps that need never have been legal are put to `check` at a node.
const CHANGED: usize = 12;
/// How many steps from elsewhere in the game are put to it.
const ELSEWHERE: usize = 40;

/// Plays `games` random games and checks every law along the way.
pub fn hold<G: Notation>(game: &G, games: u64, seed: u64) {
    let mut known = Known::<G> { elsewhere: Vec::new(), words: Words::default(), draws: Words::default() };
    let spaces = game.layout().spaces.len();
    for deal in 0..games {
        let mut rng = Rng::new(seed, deal, Stream::World);
        let mut state = game.start();
        let mut path = Vec::new();
        for node in 0u32.. {
            assert!(node < 1_000_000, "game {deal} does not end");
            state_laws(game, &state, &mut rng);
            if node % PICTURES == 0 {
                scene_laws(game, &state, spaces);
            }
            if node % LONG_TURNS == 0 {
                turns::end(game, &state, &mut rng);
            }
            match game.turn(&state) {
                Turn::Over => {
                    refused(game, &state, &[], &mut known, &mut rng);
                    break;
                }
                Turn::Player(seat) => {
                    let action = player_laws(game, &state, seat, &mut known, &mut rng);
                    game.apply(&mut state, action);
                    path.push(Move::Action(action));
                }
                Turn::Chance => {
                    let exhaustive = node < 20 || rng.below(16) == 0;
                    refused(game, &state, &[], &mut known, &mut rng);
                    chance::hold(game, &state, exhaustive, &mut known.draws, &mut rng);
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

fn state_laws<G: Notation>(game: &G, state: &G::State, rng: &mut Rng) {
    let text = game.state_text(state);
    assert!(!text.contains('\n'), "state '{text}' takes more than one line");
    for text in [text.clone(), format!("{text}\n"), text.replace("; ", "\n") + "\n"] {
        let read =
            game.parse_state(&text).unwrap_or_else(|e| panic!("state {text:?} does not read back: {e}"));
        assert_eq!(&read, state, "state {text:?} reads back as another");
    }
    for seat in 0..game.info().seats.len() {
        let view = game.view(state, seat);
        let imagined = game.imagine(&view);
        assert_eq!(game.view(&imagined, seat), view, "the imagined state looks different to seat {seat}");
        if !game.info().hidden {
            assert_eq!(&imagined, state, "an open game shows seat {seat} the whole state");
        }
        let guessed = game.guess(&view, rng);
        assert_eq!(game.view(&guessed, seat), view, "what is guessed looks different to seat {seat}");
        assert_eq!(game.turn(&guessed), game.turn(state), "what is guessed has somebody else to decide");
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

/// What has been met in the games so far.
struct Known<G: Game> {
    /// Steps that were legal somewhere.
    elsewhere: Vec<G::Action>,
    /// How steps are written.
    words: Words,
    /// How draws are written.
    draws: Words,
}

fn player_laws<G: Notation>(
    game: &G,
    state: &G::State,
    seat: Seat,
    known: &mut Known<G>,
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
        known.words.add(&text, rng);
        let (mut a, mut b) = (state.clone(), state.clone());
        game.apply(&mut a, action);
        game.apply(&mut b, action);
        assert_eq!(a, b, "{action:?} is not deterministic");
        assert_ne!(&a, state, "{action:?} changes nothing");
    }
    refused(game, state, &actions, known, rng);
    let view = game.view(state, seat);
    for (what, other) in [("imagined", game.imagine(&view)), ("guessed", game.guess(&view, rng))] {
        let mut same = Vec::new();
        game.actions(&other, &mut same);
        assert_eq!(same, actions, "seat {seat} cannot tell its legal steps from what is {what}");
    }
    // Steps of every kind, not only those that are chosen: where one of many is chosen, the others are nearly legal later.
    known.elsewhere.push(*rng.pick(&actions));
    if known.elsewhere.len() > 10 * ELSEWHERE {
        known.elsewhere.swap_remove(rng.below(known.elsewhere.len() as u32) as usize);
    }
    *rng.pick(&actions)
}

/// Nothing but the `legal` steps is accepted, and every refusal gives a reason.
fn refused<G: Notation>(
    game: &G,
    state: &G::State,
    legal: &[G::Action],
    known: &mut Known<G>,
    rng: &mut Rng,
) {
    let refuse = |action: G::Action| {
        if !legal.contains(&action) {
            let why = game.check(state, action);
            assert!(
                why.is_err_and(|why| !why.0.is_empty()),
                "{action:?} is not listed in {state:?}, but accepted"
            );
        }
    };
    if !known.elsewhere.is_empty() {
        (0..ELSEWHERE).for_each(|_| refuse(*rng.pick(&known.elsewhere)));
    }
    for text in known.words.changed(CHANGED, rng) {
        if let Ok(action) = game.parse_action(&text) {
            let again = game.action_text(action);
            assert_eq!(
                game.parse_action(&again),
                Ok(action),
                "'{text}' becomes '{again}' and then another step"
            );
            refuse(action);
        }
    }
}
