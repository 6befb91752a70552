//! Laws for those who play: from any position of a game, in the middle of a turn too, they answer with steps that can be taken;
//! what a seat believes looks like what it sees.

use std::time::Duration;

use super::advance;
use crate::plan::carry_out;
use crate::{Agent, Ask, Belief, Budget, Game, Notation, Policy, Rng, Seat, Seats, Stream, Turn};

/// What a thinker may spend on a decision while it is held to the laws.
const LIMIT: Budget = Budget { effort: Some(40), time: Some(Duration::from_millis(20)) };
/// Every so many nodes of a game all that is believed is looked at, not only what is drawn from it.
const LISTED: u32 = 16;
/// More answers than this in a turn are too many.
const ANSWERS: usize = 2_000;

/// A position from the middle of a random game in which one of the `seats` is to decide, each such one equally likely.
pub fn position<G: Game>(game: &G, seats: Seats, rng: &mut Rng) -> Option<(G::State, Seat)> {
    let mut state = game.start();
    let mut found = None;
    let mut count = 0;
    loop {
        if let Turn::Player(seat) = game.turn(&state)
            && seats.contains(seat)
        {
            count += 1;
            if rng.below(count) == 0 {
                found = Some((state.clone(), seat));
            }
        }
        if !advance(game, &mut state, rng) {
            return found;
        }
    }
}

/// Lets an agent take over at a random step of a random game, `times` times: it finishes the turn without breaking a rule.
pub fn agent<G: Notation>(
    game: &G,
    seats: Seats,
    belief: &mut dyn Belief<G>,
    mut make: impl FnMut() -> Box<dyn Agent<G>>,
    times: u64,
    seed: u64,
) {
    for time in 0..times {
        let mut rng = Rng::new(seed, time, Stream::World);
        let Some((start, seat)) = position(game, seats, &mut rng) else { continue };
        let mut agent = make();
        agent.begin(game, seat, &mut rng);
        belief.begin(game, seat);
        let (mut state, turn) = (start.clone(), game.turns(&start));
        let mut plan = Vec::new();
        for answer in 0.. {
            match game.turn(&state) {
                Turn::Chance => {
                    advance(game, &mut state, &mut rng);
                    continue;
                }
                Turn::Player(now) if now == seat && game.turns(&state) == turn => {}
                _ => break,
            }
            assert!(answer < ANSWERS, "the turn does not end");
            let view = game.view(&state, seat);
            plan.clear();
            let mut ask = Ask::new(game, seat, &view, belief, &mut rng);
            ask.limit = LIMIT;
            ask.explain = answer == 0;
            let place = || format!("seat {seat} in '{}'", game.state_text(&state));
            let thought = agent.act(&mut ask, &mut plan).unwrap_or_else(|e| panic!("{}: {e}", place()));
            let spaces = game.layout().spaces.len();
            assert!(
                thought.heat.iter().all(|h| h.values.len() == spaces),
                "{}: heat without a space",
                place()
            );
            assert!(!plan.is_empty(), "{}: no step", place());
            let mut next = state.clone();
            if let (_, Some(no)) = carry_out(game, &mut next, &plan, |_, _| ()) {
                let steps: Vec<String> = plan.iter().map(|&step| game.action_text(step)).collect();
                panic!("{}: step {} of {steps:?}: {}", place(), no.at + 1, no.why);
            }
            state = next;
        }
    }
}

/// Asks a policy in random positions, `times` times: it answers with steps up to dice or the end of the turn and no further, and
/// twice the same when it is asked with the same random numbers.
pub fn policy<G: Notation>(game: &G, seats: Seats, policy: &mut dyn Policy<G>, times: u64, seed: u64) {
    for time in 0..times {
        let mut rng = Rng::new(seed, time, Stream::World);
        let Some((state, seat)) = position(game, seats, &mut rng) else { continue };
        let (mut plan, mut again) = (Vec::new(), Vec::new());
        policy.choose(game, &state, &mut rng.clone(), &mut plan);
        let place = || format!("seat {seat} in '{}'", game.state_text(&state));
        let steps: Vec<String> = plan.iter().map(|&step| game.action_text(step)).collect();
        let (taken, no) = carry_out(game, &mut state.clone(), &plan, |_, _| ());
        assert!(no.is_none(), "{}: {steps:?}: {no:?}", place());
        assert!(taken == plan.len() && taken > 0, "{}: {taken} of {steps:?} could be taken", place());
        policy.choose(game, &state, &mut rng, &mut again);
        assert_eq!(plan, again, "{}: another plan when asked again", place());
    }
}

/// Lets a seat believe through random games: what is believed looks like what is seen, and the same steps are legal in it.
pub fn belief<G: Notation>(game: &G, belief: &mut dyn Belief<G>, games: u64, seed: u64) {
    for deal in 0..games {
        for seat in 0..game.info().seats.len() {
            let mut rng = Rng::new(seed, deal, Stream::World);
            let mut state = game.start();
            belief.begin(game, seat);
            for node in 0u32.. {
                let view = game.view(&state, seat);
                let sample = belief.sample(game, &view, &mut rng);
                let place = || format!("seat {seat} in '{}'", game.state_text(&state));
                let others = [belief.likely(game, &view, &mut rng), belief.last_seen(game, &view, &mut rng)];
                for believed in others.iter().chain([&sample]) {
                    let looks = game.view(believed, seat);
                    assert_eq!(looks, view, "{}: what is believed looks different", place());
                }
                assert_eq!(game.turn(&sample), game.turn(&state), "{}: somebody else to decide", place());
                if game.info().hidden && node % LISTED == 0 {
                    let worlds = belief.worlds(game, &view, &mut rng);
                    let all: f64 = worlds.iter().map(|(_, chance)| chance).sum();
                    assert!((all - 1.0).abs() < 1e-6, "{}: chances sum to {all}", place());
                    let alike = worlds.iter().all(|(world, _)| game.view(world, seat) == view);
                    assert!(alike, "{}: what is believed looks different", place());
                }
                let mut own = None;
                match game.turn(&state) {
                    Turn::Over => break,
                    Turn::Chance => drop(advance(game, &mut state, &mut rng)),
                    Turn::Player(mover) => {
                        let (mut legal, mut believed) = (Vec::new(), Vec::new());
                        game.actions(&state, &mut legal);
                        if mover == seat {
                            game.actions(&sample, &mut believed);
                            assert_eq!(legal, believed, "{}: other steps are believed legal", place());
                        }
                        let step = *rng.pick(&legal);
                        own = (mover == seat).then_some(step);
                        game.apply(&mut state, step);
                    }
                }
                if belief.observes() {
                    belief.observe(game, &game.view(&state, seat), own);
                }
            }
        }
    }
}
