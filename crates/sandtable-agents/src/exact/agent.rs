//! An agent that plays by an exact solution.

use std::sync::Arc;

use sandtable_core::{Agent, Args, Ask, BadInput, Candidate, Fault, Figure, Game, Idea, Kit, Param, Thought};

use super::{Limits, Solution};

/// What can be set.
pub const PARAMS: [Param; 2] = [
    Param::main("table", "a file that `solve --out` wrote; the game is solved without it", ""),
    Param::new("megabytes", "memory that positions may take", "1000"),
];

/// Plays best, in games that are small enough to be solved.
pub struct Optimal<G: Game> {
    solution: Arc<Solution<G>>,
}

impl<G: Game> Optimal<G> {
    /// Plays by a solution.
    pub fn by(solution: Arc<Solution<G>>) -> Self {
        Optimal { solution }
    }

    /// Solves the game when it is first asked for, or reads its table.
    pub fn build(kit: &Kit<G>, args: &Args) -> Result<Box<dyn Agent<G>>, BadInput> {
        let megabytes: usize = args.number("megabytes", 1..=16_000)?;
        let (file, bytes) = (args.get("table"), megabytes << 20);
        if !file.is_empty() {
            return Ok(Box::new(Optimal::by(Solution::shared(kit, file, bytes)?)));
        }
        let limits = Limits { bytes, threads: 0, progress: &|_| true };
        let find =
            || Solution::find(kit, &kit.game.start(), &limits).map_err(|e| BadInput::new(e.to_string()));
        let solution = match kit.shelf {
            Some(shelf) => shelf.get(&format!("exact {megabytes}"), find)?,
            None => Arc::new(find()?),
        };
        Ok(Box::new(Optimal { solution }))
    }
}

impl<G: Game> Agent<G> for Optimal<G> {
    fn act(&mut self, ask: &mut Ask<G>, plan: &mut Vec<G::Action>) -> Result<Thought<G::Action>, Fault> {
        let state = ask.game.imagine(ask.view);
        let steps = self.solution.steps(ask.game, &state);
        let steps = steps.ok_or_else(|| Fault("this position is not in the table".into()))?;
        plan.push(steps[0].0);
        if !ask.explain {
            return Ok(Thought::default());
        }
        let candidate = |&(step, value): &(G::Action, f64)| Candidate {
            idea: Idea::Step(step),
            visits: 1,
            value: self.solution.seen_by(ask.seat, value),
            stderr: 0.0,
        };
        let candidates = steps.iter().map(candidate).collect();
        let figures = vec![Figure::new("positions", self.solution.positions() as f64)];
        Ok(Thought { candidates, figures, ..Thought::default() })
    }
}
