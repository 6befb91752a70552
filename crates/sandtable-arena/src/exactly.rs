//! Exact values of a position and of every step in it, wherever a solution is at hand: a table that fits the game, or the game itself if it is small.

use sandtable_agents::exact::Solution;
pub use sandtable_agents::exact::game_of;
use sandtable_core::{BadInput, Candidate, Game, Idea, Notation, Turn};
use serde::Serialize;

use crate::advice::{Considered, considered};
use crate::hosted::Hosted;

/// What positions may take in memory, for each table.
const BYTES: usize = 16 << 30;
/// Steps that are told, the best first.
const TOLD: usize = 40;

/// Exact values.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Exact {
    /// What the position is worth to each seat under best play of all.
    pub value: Vec<f64>,
    /// How far off the values may be: where a game may go on for ever they are closed in on.
    pub error: f64,
    /// Every step of whoever is to decide with its worth to that seat, the best first; many are not listed.
    pub steps: Vec<Considered>,
    /// The draws that may come, where dice are next.
    pub draws: Vec<Draw>,
    /// How many steps or draws there are.
    pub of: usize,
}

/// What dice may show.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Draw {
    /// The draw in words.
    pub words: String,
    /// How likely it is.
    pub chance: f64,
    /// The worth to each seat.
    pub value: Vec<f64>,
}

/// The exact values of a position; nothing if no solution that is at hand has it.
pub(crate) fn exactly<G: Notation>(hosted: &Hosted<G>, state: &G::State) -> Result<Option<Exact>, BadInput> {
    let game = &hosted.game;
    if game.turn(state) == Turn::Over {
        let value = game.payoff(state).values().to_vec();
        return Ok(Some(Exact { value, error: 0.0, steps: Vec::new(), of: 0, draws: Vec::new() }));
    }
    let solutions = Solution::at_hand(&hosted.kit(), BYTES)?;
    Ok(solutions.iter().find_map(|solution| told(game, solution, state)))
}

fn told<G: Notation>(game: &G, solution: &Solution<G>, state: &G::State) -> Option<Exact> {
    let seats = game.info().seats.len();
    let each = |value: f64| (0..seats).map(|seat| solution.seen_by(seat, value)).collect();
    let value = solution.value(game, state)?;
    let (low, high) = solution.worth();
    let (mut steps, mut draws) = (Vec::new(), Vec::new());
    let of;
    match game.turn(state) {
        Turn::Player(seat) => {
            let all = solution.steps(game, state)?;
            of = all.len();
            let step = |&(step, value): &(G::Action, f64)| {
                let value = solution.seen_by(seat, value);
                considered(game, state, &Candidate { idea: Idea::Step(step), visits: 1, value, stderr: 0.0 })
            };
            steps = all.iter().take(TOLD).map(step).collect();
        }
        _ => {
            let mut outcomes = Vec::new();
            game.outcomes(state, &mut outcomes);
            of = outcomes.len();
            for (draw, chance) in outcomes.into_iter().take(TOLD) {
                let mut next = state.clone();
                game.resolve(&mut next, draw);
                let value = each(value_of(game, solution, &next)?);
                draws.push(Draw { words: game.chance_text(state, draw), chance, value });
            }
        }
    }
    Some(Exact { value: each(value), error: (high - low) / 2.0, steps, of, draws })
}

/// What a position that may be the end of the game is worth to the first seat.
fn value_of<G: Game>(game: &G, solution: &Solution<G>, state: &G::State) -> Option<f64> {
    match game.turn(state) {
        Turn::Over => Some(game.payoff(state).values()[0]),
        _ => solution.value(game, state),
    }
}
