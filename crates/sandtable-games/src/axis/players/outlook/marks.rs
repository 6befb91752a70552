//! What single provinces show, in numbers, as the alliance to move sees them: who holds them, what stands there, and what either side can bring. Nothing names a
//! province, a nation or a kind of unit.

use crate::axis::players::triplea::judge::Judge;
use crate::axis::players::triplea::reach::Threats;
use crate::axis::scenario::Domain;
use crate::axis::{Axis, NOBODY, State};

/// The names of the numbers.
pub const MARKS: [&str; 19] = [
    "held by us",
    "held by them",
    "worth",
    "our capital",
    "their capital",
    "factory",
    "our hits",
    "our attack",
    "our defence",
    "our planes",
    "their hits",
    "their attack",
    "their defence",
    "their planes",
    "what they can bring",
    "what we can bring",
    "what can come against what stands",
    "near our capital",
    "near their capital",
];

/// What stands in a province on one side.
#[derive(Clone, Copy, Default)]
struct Army {
    hits: f64,
    attack: f64,
    defence: f64,
    planes: f64,
}

fn army(game: &Axis, state: &State, at: u16, ours: bool) -> Army {
    let mut army = Army::default();
    for nation in (0..game.nations() as u8).filter(|&n| game.allied(state.mover, n) == ours) {
        let counts = game.counts(state, at, nation).iter().zip(&game.scenario.units);
        for (&n, unit) in counts.filter(|(n, unit)| **n > 0 && unit.fights()) {
            let n = f64::from(n);
            army.hits += n * f64::from(unit.hits.max(1));
            army.attack += n * f64::from(unit.attack);
            army.defence += n * f64::from(unit.defence);
            army.planes += if unit.domain == Domain::Air { n } else { 0.0 };
        }
    }
    army
}

/// Large numbers count for less and less.
fn log(x: f64) -> f64 {
    (1.0 + x).ln() / 2.0
}

/// Two digits are enough, and keep logs of trainings small.
pub fn short(x: f64) -> f32 {
    ((x * 100.0).round() / 100.0) as f32
}

/// The marks of a province, appended in the order of their names. `they` and `we` can bring so much; `near` is how near it is to our capitals and
/// to theirs, from 0 to 1.
pub fn read(
    (game, state, judge): (&Axis, &State, &Judge),
    at: u16,
    (they, we): (&Threats, &Threats),
    near: [f64; 2],
    out: &mut Vec<f32>,
) {
    let is = |so: bool| f64::from(u8::from(so));
    let province = &game.scenario.provinces[usize::from(at)];
    let owner = state.owner[usize::from(at)];
    let held = |ours: bool| owner != NOBODY && game.allied(state.mover, owner) == ours;
    let capital = |ours: bool| province.capital.is_some_and(|n| game.allied(state.mover, n) == ours);
    let [ours, theirs] = [true, false].map(|ours| army(game, state, at, ours));
    let [they, we] = [they, we].map(|threats| judge.attack(threats.at(at)));
    let strength = |army: &Army| 2.0 * army.hits + army.defence;
    let against = match held(true) {
        true => (they + 2.0) / (strength(&ours) + 2.0),
        false => (we + 2.0) / (strength(&theirs) + 2.0),
    };
    let numbers: [f64; MARKS.len()] = [
        is(held(true)),
        is(held(false)),
        f64::from(province.worth) / 5.0,
        is(capital(true)),
        is(capital(false)),
        is(game.has_factory(state, at)),
        log(ours.hits),
        log(ours.attack),
        log(ours.defence),
        log(ours.planes),
        log(theirs.hits),
        log(theirs.attack),
        log(theirs.defence),
        log(theirs.planes),
        log(they),
        log(we),
        against.ln().clamp(-3.0, 3.0) / 2.0,
        near[0],
        near[1],
    ];
    out.extend(numbers.map(short));
}

#[cfg(test)]
mod tests {
    use sandtable_core::Game;

    use super::MARKS;
    use crate::axis::battle::Losses;
    use crate::axis::players::outlook::reader;
    use crate::axis::players::outlook::signs::SIGNS;
    use crate::axis::{Axis, open};

    /// Both halves of the map are alike at the start: whoever moves sees the same in his own half, and in the other's with the sides changed.
    #[test]
    fn marks_are_those_of_the_mover() {
        let game = Axis::new("minimap", open("minimap").unwrap(), Losses::Power).unwrap();
        let (reader, mut state) = (reader(&game), game.start());
        let mut seen = Vec::new();
        let mut marks = |mover: u8, name: &str| -> Vec<f32> {
            state.mover = mover;
            seen.clear();
            reader.read(&game, &state, &mut seen);
            let land = game.scenario.provinces.iter().enumerate().filter(|(p, _)| game.land(*p as u16));
            let place = land.map(|(_, p)| &p.name).position(|n| n == name).unwrap();
            seen[SIGNS.len() + place * MARKS.len()..][..MARKS.len()].to_vec()
        };
        let ours = marks(0, "red-capital");
        let mark = |name: &str| ours[MARKS.iter().position(|m| *m == name).unwrap()];
        let told = ["held by us", "held by them", "our capital", "near our capital", "factory", "worth"];
        assert_eq!(told.map(mark), [1.0, 0.0, 1.0, 1.0, 1.0, 2.0]);
        assert!(mark("our hits") > 0.0 && mark("their hits") == 0.0);
        for (red, blue) in [("red-capital", "blue-capital"), ("red-north-2", "blue-north-2")] {
            assert_eq!(marks(0, red), marks(1, blue));
            assert_eq!(marks(1, red), marks(0, blue));
            assert_ne!(marks(0, red), marks(0, blue));
        }
    }
}
