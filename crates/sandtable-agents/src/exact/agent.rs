//! An agent that plays by an exact solution.

use std::sync::Arc;

use sandtable_core::knowledge::named;
use sandtable_core::{
    Agent, Args, Ask, BadInput, Candidate, Fault, Figure, Game, Idea, Kit, Param, Rng, Seat, Thought,
};

use super::Solution;
use crate::believer::looks_at_the_clock;
use crate::thinkers;

/// What can be set.
pub const PARAMS: [Param; 3] = [
    Param::main("table", "a file that `solve --out` wrote; a small game is solved without it", ""),
    Param::new(
        "else",
        "who plays where the table has nothing: an agent, with its own parameters joined by ;",
        "",
    ),
    Param::new("megabytes", "memory that positions may take", "2000"),
];

/// Whether some of its decisions depend on the clock.
pub fn timed(args: &Args) -> bool {
    looks_at_the_clock(args.get("else"))
}

/// Plays best wherever the game has been solved.
pub struct Optimal<G: Game> {
    solutions: Vec<Arc<Solution<G>>>,
    otherwise: Option<Box<dyn Agent<G>>>,
}

impl<G: Game> Optimal<G> {
    /// Plays by a solution.
    pub fn by(solution: Arc<Solution<G>>) -> Self {
        Optimal { solutions: vec![solution], otherwise: None }
    }

    /// Solves the game when it is first asked for, or reads its table.
    pub fn build(kit: &Kit<G>, args: &Args) -> Result<Box<dyn Agent<G>>, BadInput> {
        let megabytes: usize = args.number("megabytes", 1..=16_000)?;
        let (file, other) = (args.get("table"), args.get("else"));
        let solutions = match file.is_empty() {
            true => Solution::at_hand(kit, megabytes << 20)?,
            false => vec![Solution::shared(kit, file, megabytes << 20)?],
        };
        if solutions.is_empty() {
            let line =
                "this game is too large to be solved here: expected table=FILE, which `solve --out` writes";
            return Err(BadInput::new(line));
        }
        let otherwise = (!other.is_empty()).then(|| {
            let mut all = thinkers(kit.game, kit.knowledge);
            all.extend((kit.knowledge.players)());
            let (def, own) = named(all, other)?;
            def.make(kit, &own)
        });
        let otherwise = otherwise.transpose().map_err(|e| BadInput::new(format!("else={other}: {e}")))?;
        Ok(Box::new(Optimal { solutions, otherwise }))
    }
}

impl<G: Game> Agent<G> for Optimal<G> {
    fn begin(&mut self, game: &G, seat: Seat, rng: &mut Rng) {
        if let Some(otherwise) = &mut self.otherwise {
            otherwise.begin(game, seat, rng);
        }
    }

    fn act(&mut self, ask: &mut Ask<G>, plan: &mut Vec<G::Action>) -> Result<Thought<G::Action>, Fault> {
        let state = ask.game.imagine(ask.view);
        let known = self.solutions.iter().find_map(|s| Some((s, s.steps(ask.game, &state)?)));
        let Some((solution, steps)) = known else {
            let unknown = || Fault("this position is not in the table, and else= names nobody".into());
            return self.otherwise.as_mut().ok_or_else(unknown)?.act(ask, plan);
        };
        plan.push(steps[0].0);
        if !ask.explain {
            return Ok(Thought::default());
        }
        let candidate = |&(step, value): &(G::Action, f64)| Candidate {
            idea: Idea::Step(step),
            visits: 1,
            value: solution.seen_by(ask.seat, value),
            stderr: 0.0,
        };
        let candidates = steps.iter().map(candidate).collect();
        let figures = vec![Figure::new("positions", solution.positions() as f64)];
        Ok(Thought { candidates, figures, ..Thought::default() })
    }
}
