//! What every chart must satisfy: numbers that are numbers, places and ways that exist, and as many of each as the legend says.

use crate::chart::{Chart, Reading};
use crate::{Game, Rng, Stream, Turn};

/// Holds a chart to its legend along some random games.
pub fn chart<G: Game>(game: &G, chart: &dyn Chart<G>, games: u64, seed: u64) {
    /// After so many events a game is left: some hardly end by themselves.
    const LONGEST: u32 = 600;
    let legend = chart.legend();
    let (places, ways) = (chart.places(game), chart.ways(game));
    let seats = game.info().seats.len();
    assert!(
        ways.iter().all(|&(a, b)| usize::from(a) < places && usize::from(b) < places),
        "ways end on the map"
    );
    let mut reading = Reading::default();
    let mut steps = Vec::new();
    for number in 0..games {
        let mut rng = Rng::new(seed, number, Stream::World);
        let mut state = game.start();
        for _ in 0..LONGEST {
            if game.turn(&state) == Turn::Over {
                break;
            }
            chart.read(game, &state, &mut reading);
            let Reading { places: rows, relations, held, seats: players, strength, whole } = &reading;
            assert_eq!(rows.len(), places * legend.places.len(), "numbers of places");
            assert_eq!(players.len(), seats * legend.seats.len(), "numbers of seats");
            assert_eq!((relations.len(), held.len(), strength.len()), (ways.len(), places, seats));
            assert_eq!(whole.len(), legend.whole.len(), "numbers of the whole");
            let all = rows.iter().chain(players).chain(whole);
            assert!(
                all.clone().all(|x| x.is_finite() && x.abs() < 100.0),
                "numbers of a size to learn from: {reading:?}"
            );
            assert!(relations.iter().all(|&relation| usize::from(relation) < legend.relations.len()));
            assert!(held.iter().all(|held| held >> seats == 0), "only seats hold places");
            assert!(strength.iter().any(|x| x.is_finite()) && strength.iter().all(|x| *x < f32::INFINITY));
            if matches!(game.turn(&state), Turn::Player(_)) {
                steps.clear();
                game.actions(&state, &mut steps);
                for &step in &steps {
                    let mut numbers = vec![0.0; legend.steps.len()];
                    let mark = chart.step(game, &state, step, &mut numbers);
                    assert!(usize::from(mark.head) < legend.heads.len(), "{step:?} has a head of the legend");
                    assert!(
                        [mark.from, mark.to].iter().flatten().all(|&at| usize::from(at) < places),
                        "{step:?}"
                    );
                    assert!(
                        numbers.iter().all(|x| x.is_finite() && x.abs() < 100.0),
                        "{step:?}: {numbers:?}"
                    );
                }
            }
            super::advance(game, &mut state, &mut rng);
        }
    }
}
