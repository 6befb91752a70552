//! Turns end, however much the players and the dice try to go on.

use std::collections::HashSet;

use crate::{Game, Rng, Turn};

/// More events than this in a turn are too many: whoever counts or searches whole turns would never be done.
const EVENTS: usize = 20_000;
/// How many steps or draws are tried for one that does not end the turn.
const TRIES: usize = 40;

/// Draws the turn out from `state` on and checks that it ends, and that steps alone never lead back to a position. Dice may: a
/// round of battle without a hit.
pub(super) fn end<G: Game>(game: &G, state: &G::State, rng: &mut Rng) {
    let turn = game.turns(state);
    let mut seen = HashSet::new();
    let mut state = state.clone();
    let mut actions = Vec::new();
    for events in 0.. {
        if game.turns(&state) != turn || game.turn(&state) == Turn::Over {
            break;
        }
        assert!(events < EVENTS, "a turn goes on for ever; after {EVENTS} events it is at {state:?}");
        if game.turn(&state) == Turn::Chance {
            seen.clear();
        }
        assert!(seen.insert(state.clone()), "a turn comes back to {state:?}");
        let mut next = state.clone();
        for _ in 0..TRIES {
            next = state.clone();
            if game.turn(&state) == Turn::Chance {
                let chance = game.sample(&next, rng);
                game.resolve(&mut next, chance);
            } else {
                actions.clear();
                game.actions(&state, &mut actions);
                game.apply(&mut next, *rng.pick(&actions));
            }
            if game.turns(&next) == turn {
                break;
            }
        }
        state = next;
    }
}
