//! How long questions about a hidden enemy take.

use std::time::Instant;

use sandtable_core::{Game, Rng, Stream, Turn};
use sandtable_games::operation::constraints::Area;
use sandtable_games::operation::intelligence::Trail;
use sandtable_games::operation::{Operation, Side, Sight};

use crate::Failure;

/// Asks about up to three random areas, which may cross each other, after all turns of random games of Opaque, each side in turn: the median of the times, and what
/// all but one in a hundred stay below.
pub(super) fn times(questions: usize) -> Result<(f64, f64), Failure> {
    let game = Operation::default_board(Sight::Opaque);
    let board = game.board();
    let mut times = Vec::new();
    let mut steps = Vec::new();
    for deal in 0.. {
        let side = Side::BOTH[(deal % 2) as usize];
        let mut rng = Rng::new(1, deal, Stream::World);
        let (mut trail, mut state) = (Trail::new(side), game.start());
        while game.turn(&state) != Turn::Over {
            trail.observe(board, &game.view(&state, side.seat()));
            match game.turn(&state) {
                Turn::Player(_) => {
                    steps.clear();
                    game.actions(&state, &mut steps);
                    game.apply(&mut state, *rng.pick(&steps));
                }
                _ => {
                    let chance = game.sample(&state, &mut rng);
                    game.resolve(&mut state, chance);
                }
            }
        }
        trail.observe(board, &game.view(&state, side.seat()));
        // Some games are over before their time.
        for _ in 0..if state.turns_left == 0 { 2 } else { 0 } {
            let area = |rng: &mut Rng| Area {
                nodes: rng.bits() & rng.bits() & board.all(),
                goal: false,
                least: rng.below(4) as u8,
            };
            let areas: Vec<Area> = (0..1 + rng.below(3)).map(|_| area(&mut rng)).collect();
            let began = Instant::now();
            std::hint::black_box((trail.certain(board, &areas), trail.possible(board, &areas)?));
            times.push(began.elapsed().as_secs_f64());
        }
        if times.len() >= questions {
            break;
        }
    }
    times.sort_by(f64::total_cmp);
    Ok((times[times.len() / 2], times[times.len() * 99 / 100]))
}
