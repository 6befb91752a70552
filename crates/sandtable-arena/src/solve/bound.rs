//! Bounds on what agents are worth at worst, where a game is too large to be solved: somebody who knows an agent plays against it.
//!
//! Whatever an agent gets against one opponent, it gets no more against the worst (Geq of Halck et al., section 3.1). The opponent
//! here is a search that takes the other seat to play as the agent really does.

use sandtable_core::Seats;
use serde::Serialize;

use crate::matchup::Matchup;
use crate::spec::Spec;
use crate::work::Work;
use crate::{AnyGame, Failure};

/// Standard errors of a bound that holds in 95 of 100 cases.
const ONE_SIDED: f64 = 1.645;

/// How opponents are looked for.
#[derive(Clone, Debug)]
pub struct Hunt {
    /// The search, an agent with a parameter `model`.
    pub search: String,
    /// Games against each agent.
    pub games: u64,
    /// Their seed.
    pub seed: u64,
}

/// What an agent gets at most against the worst opponent.
#[derive(Clone, Debug, Serialize)]
pub struct Bound {
    /// The agent.
    pub agent: String,
    /// Where it sits.
    pub seat: String,
    /// Who played against it.
    pub opponent: String,
    /// What the agent got, on average, and the standard error of that.
    pub score: f64,
    /// The standard error of the score.
    pub stderr: f64,
    /// With a confidence of 95 %, Geq is not above this.
    pub bound: f64,
    /// How many games were played.
    pub games: u64,
}

/// Bounds on agents in every seat that they can play.
pub fn bounds(
    game: &dyn AnyGame,
    agents: &[String],
    hunt: &Hunt,
    work: &Work,
) -> Result<Vec<Bound>, Failure> {
    let cards = game.agents();
    let seats = game.info().seats.clone();
    let mut bounds = Vec::new();
    for agent in agents {
        let name = Spec::parse(agent)?.name;
        let card = cards.iter().find(|card| card.name == name);
        for (seat, info) in seats.iter().enumerate() {
            if card.is_some_and(|card| matches!(card.seats, Seats::Only(only) if only != seat)) {
                continue;
            }
            game.check_agent(agent, seat)?;
            let opponent = who_knows(&hunt.search, agent);
            let seated = |at: usize| if at == seat { agent.as_str() } else { opponent.as_str() };
            let seated: Vec<&str> = (0..seats.len()).map(seated).collect();
            let matchup = Matchup { seed: hunt.seed, ..Matchup::plain(&seated, hunt.games) };
            let result = game.run_match(&matchup, work, None)?;
            let (score, stderr) =
                (result.score.mean[seat], result.score.stderr[seat].unwrap_or(f64::INFINITY));
            bounds.push(Bound {
                agent: agent.clone(),
                seat: info.name.clone(),
                opponent,
                score,
                stderr,
                bound: score + ONE_SIDED * stderr,
                games: result.games,
            });
        }
    }
    Ok(bounds)
}

/// The search with the agent as its model of the other seats.
fn who_knows(search: &str, agent: &str) -> String {
    let join = if search.contains(':') { ',' } else { ':' };
    format!("{search}{join}model={}", agent.replace(',', ";"))
}
