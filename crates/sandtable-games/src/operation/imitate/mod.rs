//! Imitation: a player that does what recorded players would do (FFI/RAPPORT-2000/04403, chapter 9).
//!
//! It learns two things of a side. The *kind* of its moves: limits within which nearly all recorded moves stay, in the language of constraints. And
//! *which* of the moves of that kind was chosen: a small net gives each a score, and the chance of a move is the softmax of the scores. So it
//! has the two parts of the report's design, both from records. A person's records serve as well as a program's.

pub mod learn;
mod signs;

pub use signs::Signs;

use sandtable_core::catalog::read_file;
use sandtable_core::train::{Net, read_json};
use sandtable_core::{Args, BadInput, Kit, Param, Policy, Proposer, Rng};
use serde::{Deserialize, Serialize};

use super::board::Board;
use super::constraints::{Alternatives, Constraints, Move};
use super::players::planner::{Planner, Proper, Stance};
use super::rules::Operation;
use super::state::{Action, Phase, Side, State};

/// What comes with the program, for the report's board: `one-axis-blue` and `dist-exp-red`.
const SHIPPED: &str = include_str!("../../../../../data/nets/lucid.imitator");

/// What can be set.
pub const PARAMS: [Param; 4] = [
    Param::main("file", "what `train` has written; without it, what comes with the program", ""),
    Param::new("of", "in training: learn from these players alone, such as human", ""),
    Param::new("choose", "best: the likeliest move; drawn: each as likely as it seems", "best"),
    Param::new("most", "a list of moves stops there", "2000"),
];

/// What has been learned of both sides, as a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lore {
    blue: Option<Habit>,
    red: Option<Habit>,
}

/// What has been learned of a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Habit {
    /// What it did in decisions from which it has not learned.
    exam: Exam,
    /// The kind of its moves.
    within: String,
    net: Net,
}

/// How well a side is imitated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exam {
    /// How many decisions there were.
    pub decisions: u64,
    /// In how many the recorded move was among those that are considered.
    pub considered: u64,
    /// In how many the very same move is chosen.
    pub same: u64,
    /// In how many it is among the first five.
    pub five: u64,
}

impl Lore {
    /// Reads what `train` has written for this board.
    fn parse(place: &str, text: &str, board: &Board) -> Result<[Option<Known>; 2], BadInput> {
        let refuse = |why: String| BadInput::new(format!("{place}: {why}"));
        let lore: Lore = read_json(place, text, "what an imitator has learned")
            .map_err(|e| BadInput::new(e.to_string()))?;
        let names = Signs::names(board);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let known = |habit: Option<Habit>| {
            let Some(Habit { within, net, .. }) = habit else { return Ok(None) };
            let within = Constraints::parse_alternatives(board, &within)
                .map_err(|e| refuse(format!("its constraints do not suit this board: {e}")))?;
            if net.signs != names {
                return Err(refuse("expected a net for the numbers of this board".into()));
            }
            net.check(place).map_err(|e| BadInput::new(e.to_string()))?;
            Ok(Some(Known { within, net }))
        };
        Ok([known(lore.blue)?, known(lore.red)?])
    }
}

/// What has been learned of a side, ready for use.
struct Known {
    within: Alternatives,
    net: Net,
}

impl Known {
    fn planner(&self, most: usize) -> Planner {
        planner(self.within.clone(), most)
    }
}

/// Lists the widest kind of moves that is not too long.
fn planner(within: Alternatives, most: usize) -> Planner {
    Planner::new(Stance::Fixed(within), Proper { least: most, most })
}

/// Makes an imitator.
pub fn build(kit: &Kit<Operation>, args: &Args) -> Result<Box<dyn Policy<Operation>>, BadInput> {
    let board = kit.game.board();
    let most = args.number("most", 1..=100_000)?;
    let known = match args.get("file") {
        // It has learned on the report's board; on others it knows nobody.
        "" => Lore::parse("lucid.imitator", SHIPPED, board).unwrap_or_default(),
        file => Lore::parse(file, &read_file(file, "expected what an imitator has learned")?, board)?,
    };
    let drawn = args.flag("choose", "drawn", "best")?;
    let stranger = kit.policy("net")?.1;
    let known = known.map(|known| known.map(|known| (known.planner(most), known.net)));
    Ok(Box::new(Imitator { known, stranger, drawn, scorer: Scorer::default() }))
}

/// Does what somebody else would do. Of a side that it has not seen it knows nothing, and plays it as `net` does.
struct Imitator {
    known: [Option<(Planner, Net)>; 2],
    stranger: Box<dyn Policy<Operation>>,
    drawn: bool,
    scorer: Scorer,
}

/// How likely moves are; keeps its memory from one turn to the next.
#[derive(Default)]
struct Scorer {
    signs: Signs,
    moves: Vec<Move>,
    rows: Vec<f32>,
    chances: Vec<f32>,
}

impl Scorer {
    /// Lists the moves that are considered, with their chances.
    fn weigh(&mut self, game: &Operation, state: &State, side: Side, planner: &mut Planner, net: &Net) {
        self.moves.clear();
        planner.propose(game, state, &mut self.moves);
        self.rows.clear();
        self.moves.iter().for_each(|turn| self.signs.read(game, state, side, turn, &mut self.rows));
        net.chances(&self.rows, &mut self.chances);
    }
}

impl Policy<Operation> for Imitator {
    fn choose(&mut self, game: &Operation, state: &State, rng: &mut Rng, plan: &mut Vec<Action>) {
        let Phase::Move(orders) = &state.phase else { return };
        let Some((planner, net)) = &mut self.known[orders.side as usize] else {
            return self.stranger.choose(game, state, rng, plan);
        };
        let scorer = &mut self.scorer;
        scorer.weigh(game, state, orders.side, planner, net);
        let likeliest = |a: &usize, b: &usize| scorer.chances[*a].total_cmp(&scorer.chances[*b]);
        let best = (0..scorer.moves.len()).rev().max_by(likeliest).expect("a planner proposes something");
        let chosen = match self.drawn {
            true => {
                let mut left = rng.unit() as f32;
                let reached = |chance: &f32| {
                    left -= chance;
                    left < 0.0
                };
                scorer.chances.iter().position(reached).unwrap_or(best)
            }
            false => best,
        };
        planner.steps(game, state, &scorer.moves[chosen], plan);
    }
}
