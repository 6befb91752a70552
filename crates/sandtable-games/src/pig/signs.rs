//! What a position says about who will win, for values that are learned: both scores and what is at stake, bent and multiplied.

use sandtable_core::Signs;

use super::rules::{Pig, State};

/// Powers of the three numbers, up to this degree in all.
const DEGREE: usize = 4;

/// The powers.
pub struct Powers;

impl Signs<Pig> for Powers {
    fn count(&self) -> usize {
        // Once for each player in turn: what is at stake belongs to one of them.
        2 * products().count()
    }

    fn read(&self, game: &Pig, state: &State, out: &mut [f64]) {
        let seat = state.seat();
        let powers = |points: u16| {
            let mut powers = [1.0; DEGREE + 1];
            for i in 1..=DEGREE {
                powers[i] = powers[i - 1] * f64::from(points) / f64::from(game.target());
            }
            powers
        };
        let (own, other) = (powers(state.scores[seat]), powers(state.scores[1 - seat]));
        let stake = powers(state.stake);
        let start = seat * out.len() / 2;
        for (sign, [a, b, c]) in out[start..].iter_mut().zip(products()) {
            *sign = own[a] * other[b] * stake[c];
        }
    }
}

/// The exponents of all products, that of none among them.
fn products() -> impl Iterator<Item = [usize; 3]> {
    let rest = |a: usize| (0..=DEGREE - a).flat_map(move |b| (0..=DEGREE - a - b).map(move |c| [a, b, c]));
    (0..=DEGREE).flat_map(rest)
}
