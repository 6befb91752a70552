//! Games that are small enough to be solved: the exact worth of every first move.

use sandtable_agents::automata::{Answers, Exact};
use sandtable_core::{BadInput, Squad};
use sandtable_games::axis::drill::Drill;
use sandtable_games::axis::{axis, open};
use serde::Serialize;

use crate::spec::{Spec, unknown};

/// Solves what a spec names.
type Solver = fn(&Spec) -> Result<Solution, BadInput>;

/// Games with scenarios that can be solved: one line each.
const SOLVERS: [(&str, Solver); 1] = [("axis", drill)];

/// What is exact about a game.
#[derive(Clone, Debug, Serialize)]
pub struct Solution {
    /// The game.
    pub game: String,
    /// Who moves first.
    pub player: String,
    /// How many turns each side has.
    pub turns: usize,
    /// Whether the other side follows a script.
    pub scripted: bool,
    /// What the best first move gains.
    pub gain: f64,
    /// Every first move, the best first.
    pub moves: Vec<Move>,
}

/// A first move.
#[derive(Clone, Debug, Serialize)]
pub struct Move {
    /// In words.
    pub choice: String,
    /// In how many ways the units can do this.
    pub ways: u64,
    /// What it gains on average against the script, or against the best answers.
    pub gain: f64,
    /// The same against answers that look no further than their own turn, where there is no script.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shallow: Option<f64>,
    /// What each answer leaves of it, the worst for the first side first, where no dice fall before and there is no script.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<(String, f64)>,
}

/// Solves the game that a spec names.
pub fn solve(text: &str) -> Result<Solution, BadInput> {
    let spec = Spec::parse(text)?;
    match SOLVERS.iter().find(|(name, _)| *name == spec.name) {
        Some((_, solver)) => solver(&spec),
        None => {
            crate::registry::open(text)?;
            let names = SOLVERS.map(|(name, _)| name);
            let hint = unknown("game that can be solved", &spec.name, &names);
            Err(BadInput::new(format!("{text}: too large to be solved exactly; {hint}")))
        }
    }
}

fn drill(spec: &Spec) -> Result<Solution, BadInput> {
    let args = spec.args(axis().params)?;
    let name = args.get("map");
    let mut drill = Drill::new(name, open(name)?)
        .map_err(|e| BadInput::new(format!("{e} (only scenarios for automata can be solved exactly)")))?;
    let (start, turns, scripted) = (drill.start(), drill.turns(), drill.scripted());
    let size = |e: BadInput| BadInput::new(format!("{name}: {e}"));
    let mut exact = Exact::new(turns, Answers::Best);
    let mut simple = Exact::new(turns, Answers::Shallow);
    let mut moves = Vec::new();
    for found in exact.moves(&mut drill, &start).map_err(size)? {
        let mut moved = start;
        drill.advance(&mut moved, &found.choices);
        let (mut shallow, mut answers) = (None, Vec::new());
        if !scripted {
            let value = simple.after(&mut drill, &moved, turns).map_err(size)?;
            shallow = Some(drill.gain_of(value));
            let mut after = Vec::new();
            drill.outcomes(&moved, &mut after);
            if let [(here, _)] = after[..] {
                for answer in exact.moves_in(&mut drill, &here, turns).map_err(size)?.iter().rev() {
                    answers.push((drill.describe(&here, &answer.choices), drill.gain_of(answer.value)));
                }
            }
        }
        moves.push(Move {
            choice: drill.describe(&start, &found.choices),
            ways: found.ways,
            gain: drill.gain_of(found.value),
            shallow,
            answers,
        });
    }
    Ok(Solution {
        game: format!("{}:{name}", spec.name),
        player: drill.scenario().nations[0].name.clone(),
        turns,
        scripted,
        gain: moves.first().map_or(0.0, |m| m.gain),
        moves,
    })
}
