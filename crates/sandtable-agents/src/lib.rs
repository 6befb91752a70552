//! Agents that play any game through the core traits. None of them names a game.

pub mod automata;
mod random;
pub mod search;

pub use random::Random;

use sandtable_core::{AgentDef, Game, Seats};

/// The agents that can sit down at every game.
pub fn agents<G: Game>() -> Vec<AgentDef<G>> {
    vec![
        AgentDef {
            name: "random",
            about: "any seat: takes a random legal step, each equally likely",
            params: &[],
            seats: Seats::Any,
            build: |kit, _| Ok(Box::new(Random::new(kit.game))),
        },
        AgentDef {
            name: "mcts",
            about: "any seat: Monte Carlo tree search with chance nodes",
            params: &search::MCTS_PARAMS,
            seats: Seats::Any,
            build: search::Mcts::build,
        },
    ]
}

/// The agents for games whose turns break into one decision per unit.
pub fn crew_agents<G: Game>(game: &G) -> Vec<AgentDef<G>> {
    let automata = AgentDef {
        name: "automata",
        about: "any seat: learning automata, one per unit, that try turns and learn from how they went",
        params: &automata::PARAMS,
        seats: Seats::Any,
        build: automata::Automata::build,
    };
    if game.crew().is_some() { vec![automata] } else { Vec::new() }
}
