//! Positions from outside: whatever is read can be played.

use super::advance;
use crate::{BadInput, Notation, Rng, Stream, Turn};

/// Reads a position that somebody wrote. One that is accepted reads back, and so does every later one for `events` events;
/// wherever a player is to decide there is a legal step, and wherever dice are to fall they can.
pub fn text<G: Notation>(game: &G, text: &str, events: u32, seed: u64) -> Result<(), BadInput> {
    let mut state = game.parse_state(text)?;
    let mut rng = Rng::new(seed, 0, Stream::World);
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    for _ in 0..events {
        let written = game.state_text(&state);
        let read = game
            .parse_state(&written)
            .unwrap_or_else(|e| panic!("'{written}', which follows from '{text}', does not read back: {e}"));
        assert_eq!(read, state, "'{written}', which follows from '{text}', reads back as another");
        match game.turn(&state) {
            Turn::Player(_) => {
                actions.clear();
                game.actions(&state, &mut actions);
                assert!(!actions.is_empty(), "no legal step in '{written}', which follows from '{text}'");
            }
            Turn::Chance => {
                outcomes.clear();
                game.outcomes(&state, &mut outcomes);
                assert!(
                    outcomes.iter().all(|(_, p)| *p > 0.0),
                    "an outcome without probability in '{written}'"
                );
            }
            Turn::Over => {}
        }
        game.scene_all(&state);
        if !advance(game, &mut state, &mut rng) {
            break;
        }
    }
    Ok(())
}
