//! Small games in which something is hidden: what they are worth, and how they are opened, by lot where that is best.

use std::time::Instant;

use sandtable_agents::exact::{Equilibrium, Limits, Unsolved};
use sandtable_core::{Notation, Turn};
use serde::Serialize;

use super::Task;
use crate::Failure;
use crate::hosted::Hosted;

/// A game with hidden parts that has been solved.
#[derive(Clone, Debug, Serialize)]
pub struct Hidden {
    /// The game.
    pub game: String,
    /// The position from which it was solved, in the game's notation.
    pub from: String,
    /// What that is worth to the first seat if both sides play as well as they can.
    pub value: f64,
    /// How far off that may be: best replies to what was found gain no more.
    pub error: f64,
    /// The seat whose value it is.
    pub seat: String,
    /// How many histories the game has.
    pub histories: u64,
    /// How many decisions the sides can tell apart.
    pub information_sets: u64,
    /// How often the sides played until the value was known so well.
    pub rounds: u32,
    /// How long it took.
    pub seconds: f64,
    /// The first decisions, by what happens before them.
    pub openings: Vec<Mixture>,
}

/// A first decision, by lot.
#[derive(Clone, Debug, Serialize)]
pub struct Mixture {
    /// What happened before, in words; empty where nothing does.
    pub after: String,
    /// Who decides.
    pub mover: String,
    /// Turns with their chances, the most likely first.
    pub turns: Vec<(String, f64)>,
}

/// First decisions that are shown at most.
const SHOWN: usize = 12;
/// Turns that are less likely are not shown.
const SELDOM: f64 = 0.005;

/// Solves a game.
pub fn solve<G: Notation>(
    hosted: &Hosted<G>,
    from: &G::State,
    task: &Task,
    limits: &Limits,
    failed: impl Fn(Unsolved) -> Failure,
) -> Result<Hidden, Failure> {
    let began = Instant::now();
    if !task.agents.is_empty() || task.table.is_some() || task.out.is_some() {
        let line = "where something is hidden, agents are not measured and no table is kept";
        return Err(Failure::BadInput(format!("{}: {line}", hosted.spec)));
    }
    let found = Equilibrium::find(&hosted.kit(), from, task.precision, limits).map_err(failed)?;
    let (low, high) = found.bounds;
    let (histories, information_sets) = found.size();
    let mut openings = Vec::new();
    first(&hosted.game, &found, from, &mut Vec::new(), String::new(), &mut openings);
    Ok(Hidden {
        game: hosted.spec.to_string(),
        from: hosted.game.state_text(from),
        value: (low + high) / 2.0,
        error: (high - low) / 2.0,
        seat: hosted.game.info().seats[0].name.clone(),
        histories,
        information_sets,
        rounds: found.rounds,
        seconds: began.elapsed().as_secs_f64(),
        openings,
    })
}

/// The first decisions after `path`, as steps and draws by number.
fn first<G: Notation>(
    game: &G,
    found: &Equilibrium,
    state: &G::State,
    path: &mut Vec<usize>,
    after: String,
    out: &mut Vec<Mixture>,
) {
    match game.turn(state) {
        Turn::Chance if out.len() < SHOWN => {
            let mut outcomes = Vec::new();
            game.outcomes(state, &mut outcomes);
            for (number, (chance, _)) in outcomes.into_iter().enumerate() {
                let mut next = state.clone();
                game.resolve(&mut next, chance);
                path.push(number);
                let words = format!("{after} {}", game.chance_text(state, chance));
                first(game, found, &next, path, words.trim().to_string(), out);
                path.pop();
            }
        }
        Turn::Player(seat) if out.len() < SHOWN => {
            let mut turns = Vec::new();
            mixture(game, found, state, path, (String::new(), 1.0), &mut turns);
            turns.sort_by(|a, b| b.1.total_cmp(&a.1));
            out.push(Mixture { after, mover: game.info().seats[seat].name.clone(), turns });
        }
        _ => {}
    }
}

/// The turns that a side may play from here on, with their chances.
fn mixture<G: Notation>(
    game: &G,
    found: &Equilibrium,
    state: &G::State,
    path: &mut Vec<usize>,
    (words, chance): (String, f64),
    out: &mut Vec<(String, f64)>,
) {
    let Some(chances) = found.chances(path).filter(|_| chance >= SELDOM) else { return };
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    for (number, (action, step)) in actions.into_iter().zip(chances).enumerate() {
        let mut next = state.clone();
        game.apply(&mut next, action);
        let so_far = (format!("{words} {}", game.action_text(action)).trim().to_string(), chance * step);
        if game.turn(&next) == game.turn(state) && game.turns(&next) == game.turns(state) {
            path.push(number);
            mixture(game, found, &next, path, so_far, out);
            path.pop();
        } else if so_far.1 >= SELDOM {
            out.push(so_far);
        }
    }
}
