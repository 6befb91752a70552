//! What is offered and what is permitted are written apart, and agree.

use std::collections::HashSet;

use sandtable_core::laws::advance;
use sandtable_core::{Game, Rng, Stream, Turn};
use sandtable_games::axis::{Action, Axis, NOWHERE, Part};

use super::positions::all;

/// Any step, possible or not.
fn any_step(game: &Axis, listed: &[Action], rng: &mut Rng) -> Action {
    let unit = rng.below(game.kinds() as u32 + 1) as u8;
    let place = |rng: &mut Rng| rng.below(game.provinces() as u32 + 1) as u16;
    let count = rng.below(4) as u16;
    let (from, to) = (place(rng), place(rng));
    let near = |rng: &mut Rng, count: u16| (count + rng.below(3) as u16).saturating_sub(1);
    match rng.below(8) {
        0 => Action::Buy { unit, count },
        1 => Action::Place { unit, count, at: to },
        2 => Action::Retreat(if rng.below(4) == 0 { NOWHERE } else { to }),
        3 => *rng.pick(&[
            Action::Done(Part::Purchase),
            Action::Done(Part::Attacks),
            Action::Done(Part::Moves),
            Action::Fight,
        ]),
        4 => *rng.pick(&[
            Action::Attack { unit, count, from, to },
            Action::Move { unit, count, from, to },
            Action::Raid { unit, count, from, to },
        ]),
        // A step that is possible, changed in one place.
        _ => match *rng.pick(listed) {
            Action::Buy { unit, count } => Action::Buy { unit, count: near(rng, count) },
            Action::Place { unit, count, at } => match rng.below(2) {
                0 => Action::Place { unit, count: near(rng, count), at },
                _ => Action::Place { unit, count, at: to },
            },
            Action::Attack { unit: k, count, from: start, to: end } => match rng.below(5) {
                0 => Action::Attack { unit: k, count: near(rng, count), from: start, to: end },
                1 => Action::Attack { unit: k, count, from: start, to },
                2 => Action::Attack { unit: k, count, from, to: end },
                3 => Action::Attack { unit, count, from: start, to: end },
                _ => Action::Raid { unit: k, count, from: start, to: end },
            },
            Action::Move { unit: k, count, from: start, to: end } => match rng.below(4) {
                0 => Action::Move { unit: k, count: near(rng, count), from: start, to: end },
                1 => Action::Move { unit: k, count, from: start, to },
                2 => Action::Move { unit: k, count, from, to: end },
                _ => Action::Move { unit, count, from: start, to: end },
            },
            Action::Raid { unit: k, count, from: start, to: end } => match rng.below(3) {
                0 => Action::Raid { unit: k, count: near(rng, count), from: start, to: end },
                1 => Action::Raid { unit: k, count, from: start, to },
                _ => Action::Attack { unit: k, count, from: start, to: end },
            },
            other => other,
        },
    }
}

#[test]
fn a_step_is_permitted_if_and_only_if_it_is_offered() {
    let (mut yes, mut no) = (0, 0);
    for (name, game) in all() {
        for deal in 0..6 {
            let mut rng = Rng::new(3, deal, Stream::World);
            let mut state = game.start();
            for _ in 0..250 {
                if let Turn::Player(_) = game.turn(&state) {
                    let mut listed = Vec::new();
                    game.actions(&state, &mut listed);
                    let offered: HashSet<Action> = listed.iter().copied().collect();
                    assert_eq!(offered.len(), listed.len(), "{name}: a step is listed twice in {state:?}");
                    for _ in 0..40 {
                        let step = any_step(&game, &listed, &mut rng);
                        let verdict = game.check(&state, step);
                        assert_eq!(
                            verdict.is_ok(),
                            offered.contains(&step),
                            "{name}: {step:?} {verdict:?} {state:?}"
                        );
                        *(if verdict.is_ok() { &mut yes } else { &mut no }) += 1;
                    }
                    for &step in &listed {
                        assert_eq!(game.check(&state, step), Ok(()), "{name}: {step:?} in {state:?}");
                    }
                }
                if !advance(&game, &mut state, &mut rng) {
                    break;
                }
            }
        }
    }
    assert!(yes > 10_000 && no > 50_000, "{yes} permitted, {no} refused");
}
