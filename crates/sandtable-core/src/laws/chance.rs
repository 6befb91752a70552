//! Laws of chance: probabilities sum to one, `sample` follows them, and outcomes read back.

use std::collections::HashMap;

use super::words::Words;
use crate::notation::Notation;
use crate::{Dist, Game, Luck, Rng, Stream, Turn};

/// How many draws are compared with the listed distribution at a chance node.
const DRAWS: u32 = 2_000;
/// A chi-squared value this many standard deviations too large breaks the law: one false alarm in millions.
const SIGMAS: f64 = 5.0;
/// How many changed texts are read at a chance node.
const CHANGED: usize = 8;

/// Checks that a game's measures of luck have mean zero at every chance node of random games.
pub fn luck<G: Game>(game: &G, luck: &dyn Luck<G>, games: u64, seed: u64) {
    let mut outcomes = Vec::new();
    for deal in 0..games {
        let mut rng = Rng::new(seed, deal, Stream::World);
        let mut state = game.start();
        loop {
            outcomes.clear();
            if game.turn(&state) == Turn::Chance && game.outcomes(&state, &mut outcomes) == Dist::Exact {
                let mut mean = vec![0.0; luck.terms().len()];
                for &(chance, p) in &outcomes {
                    let mut terms = vec![0.0; mean.len()];
                    luck.add(game, &state, chance, &mut terms);
                    mean.iter_mut().zip(terms).for_each(|(sum, term)| *sum += p * term);
                }
                assert!(mean.iter().all(|l| l.abs() < 1e-9), "luck terms have mean {mean:?} in {state:?}");
            }
            if !super::advance(game, &mut state, &mut rng) {
                break;
            }
        }
    }
}

/// Checks the chance node `state`; `exhaustive` compares draws with the list.
pub(super) fn hold<G: Notation>(
    game: &G,
    state: &G::State,
    exhaustive: bool,
    words: &mut Words,
    rng: &mut Rng,
) {
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
        words.add(&text, rng);
    }
    for text in words.changed(CHANGED, rng) {
        if let Ok(chance) = game.parse_chance(state, &text) {
            assert!(
                dist != Dist::Exact || outcomes.iter().any(|(listed, _)| *listed == chance),
                "outcome '{text}' cannot happen in {state:?}, but is read as {chance:?}"
            );
        }
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
