//! Agents that play any game through the core traits. None of them names a game.

pub mod automata;
mod believer;
pub mod exact;
pub mod search;

use sandtable_core::policy::Random;
use sandtable_core::{AgentDef, Build, Game, Knowledge, Seats};

/// The agents that can sit down at a game: those for every game, and those for what it offers.
pub fn agents<G: Game>(game: &G, knowledge: &Knowledge<G>) -> Vec<AgentDef<G>> {
    let mut agents = thinkers(game, knowledge);
    if game.info().hidden && knowledge.belief.is_some() {
        agents.push(AgentDef {
            name: "believer",
            about: "any seat: another agent, by what its seat believes, remembers or takes to be likeliest",
            params: &believer::PARAMS,
            seats: Seats::Any,
            timed: believer::timed,
            build: Build::Agent(believer::build),
        });
    }
    agents
}

/// Those that decide for themselves.
fn thinkers<G: Game>(game: &G, knowledge: &Knowledge<G>) -> Vec<AgentDef<G>> {
    let mut agents = vec![
        AgentDef::policy("random", "any seat: takes a random legal step, each equally likely", |_, _| {
            Ok(Box::new(Random::default()))
        }),
        AgentDef {
            name: "mcts",
            about: "any seat: Monte Carlo tree search with chance nodes",
            params: &search::MCTS_PARAMS,
            seats: Seats::Any,
            timed: |args| args.get("ms") != "0",
            build: Build::Agent(search::Mcts::build),
        },
    ];
    if knowledge.crew.and_then(|crew| crew(game)).is_some() {
        agents.push(AgentDef {
            name: "automata",
            about: "any seat: learning automata, one per unit, that try turns and learn from how they went",
            params: &automata::PARAMS,
            seats: Seats::Any,
            timed: |args| args.get("seconds") != "0",
            build: Build::Agent(automata::Automata::build),
        });
    }
    if (knowledge.small)(game) {
        agents.extend(by_table(game));
    }
    agents
}

/// The agent that plays by exact values: it needs a table where a game is too large to be solved when somebody sits down.
pub fn by_table<G: Game>(game: &G) -> Option<AgentDef<G>> {
    exact::Sides::of(game).is_ok().then_some(AgentDef {
        name: "exact",
        about: "any seat: best play, by an exact solution of the game",
        params: &exact::PARAMS,
        seats: Seats::Any,
        timed: exact::timed,
        build: Build::Agent(exact::Optimal::build),
    })
}
