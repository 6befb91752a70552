//! Laws for drafts: whatever is offered beside some orders can be ordered with them, nothing that can be done at once is left out, and what closes a turn does.

use std::collections::HashSet;

use super::players::position;
use crate::draft::draft;
use crate::plan::{arrange, carry_out};
use crate::{Notation, Rng, Seats, Stream};

/// The most orders that are given.
const ORDERS: u32 = 6;
/// How many of what is offered are tried.
const TRIED: usize = 12;

/// Puts `times` random turns together, order by order, where people do.
pub fn drafts<G: Notation>(game: &G, times: u64, seed: u64) {
    for time in 0..times {
        let mut rng = Rng::new(seed, time, Stream::World);
        let Some((start, _)) = position(game, Seats::Any, &mut rng) else { continue };
        if !game.drafts(&start) {
            continue;
        }
        let mut given = Vec::new();
        for _ in 0..rng.below(ORDERS) {
            let made = draft(game, &start, &given);
            let place = || format!("'{}' with {given:?}", game.state_text(&start));
            let mut offers = Vec::new();
            made.offers(game, &start, &given, |state, step| {
                assert!(!game.choice(state, step).words.is_empty());
                offers.push(step);
            });
            assert_eq!(
                offers.len(),
                offers.iter().collect::<HashSet<_>>().len(),
                "{}: offered twice",
                place()
            );
            if given.is_empty() {
                let mut actions = Vec::new();
                game.actions(&start, &mut actions);
                let missing = actions.iter().find(|&&a| Some(a) != game.idle(&start) && !offers.contains(&a));
                assert_eq!(missing, None, "{}: it can be done, and is not offered", place());
            }
            for _ in 0..TRIED.min(offers.len()) {
                let mut more = given.clone();
                more.push(*rng.pick(&offers));
                let refused = arrange(game, &start, &more).1;
                assert!(refused.is_empty(), "{}: offered, and refused: {refused:?}", place());
            }
            let mut state = start.clone();
            let steps: Vec<G::Action> = made.plan.iter().chain(&made.closing).copied().collect();
            let (taken, no) = carry_out(game, &mut state, &steps, |_, _| ());
            assert!(
                taken == steps.len() && no.is_none(),
                "{}: closed by what cannot be done: {no:?}",
                place()
            );
            if offers.is_empty() {
                break;
            }
            given.push(*rng.pick(&offers));
        }
        // Whoever points anywhere is answered.
        let spaces = game.layout().spaces.len().max(1) as u32;
        let (from, to) = (rng.below(spaces) as usize, rng.below(spaces) as usize);
        match game.meant(&start, from, to) {
            Ok(meant) => assert!(!meant.is_empty()),
            Err(why) => assert!(!why.0.is_empty()),
        }
    }
}
