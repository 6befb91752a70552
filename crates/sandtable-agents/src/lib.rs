//! Agents that play any game through the core traits. None of them names a game.

pub mod automata;
mod believer;
pub mod exact;
pub mod exit;
mod judge;
pub mod kth;
pub mod search;

use sandtable_core::policy::Random;
use sandtable_core::{AgentDef, Args, BadInput, Build, Game, Kit, Knowledge, Seats, Spec, Trainer};

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

/// An agent that can sit down at a game by its name; parameters after a colon, joined by `;` or `,`.
fn agent<G: Game>(kit: &Kit<G>, text: &str) -> Result<(AgentDef<G>, Args), BadInput> {
    let spec = Spec::parse(&text.replace(';', ","))?;
    let mut all = (kit.knowledge.players)();
    all.extend(agents(kit.game, kit.knowledge));
    let names: Vec<&str> = all.iter().map(|agent| agent.name).collect();
    let Some(found) = all.iter().position(|agent| agent.name == spec.name) else {
        let line = format!("'{}': expected one of the game's agents: {}", spec.name, names.join(", "));
        return Err(BadInput::new(line));
    };
    let def = all.swap_remove(found);
    let args = spec.args(def.params)?;
    Ok((def, args))
}

/// Whoever learns a game: players of its own, and networks where it has a chart or a sheet.
pub fn trainers<G: Game>(knowledge: &Knowledge<G>) -> Vec<Trainer<G>> {
    let own = knowledge.trainers.iter().copied();
    let networks = [knowledge.chart.map(|_| exit::trainer()), knowledge.sheet.map(|_| kth::trainer())];
    own.chain(networks.into_iter().flatten()).collect()
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
    if knowledge.chart.is_some() {
        agents.extend(exit::agents());
    }
    if knowledge.sheet.is_some_and(|sheet| sheet.form(game).is_ok()) {
        agents.extend(kth::agents());
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
