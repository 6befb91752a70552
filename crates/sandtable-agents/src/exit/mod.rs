//! Expert Iteration (Anthony, Tian and Barber, 2017; Blomqvist, KTH 2020): a search plays, a network learns what the search found, and the search looks
//! further with the better network.
//!
//! `policy` is the network alone, `exit` the search with it. Both play every game that has a chart.

mod able;
mod class;
mod curves;
mod folder;
mod log;
mod play;

mod sample;
mod teach;
mod train;

use sandtable_core::guide::Plain;
use sandtable_core::{Agent, AgentDef, Args, BadInput, Build, Eval, Game, Guide, Kit, Param, Policy, Seats};
use sandtable_nets::{Alone, Network, load};
pub use train::trainer;

use crate::search::{MCTS_PARAMS, Mcts};

/// The evaluation that a network is, among the names of evaluations.
const NETWORK: &str = "network";

/// What can be set about `policy`.
pub const POLICY_PARAMS: [Param; 2] = [
    Param::main("net", "a file of weights; nothing: those that come with the game", ""),
    Param::new(
        "choose",
        "the most promising step, or one drawn by how promising steps are: best or draw",
        "best",
    ),
];

/// What can be set about `exit`. What is left to habit is as the game's own searches have it.
pub const EXIT_PARAMS: [Param; 15] = [
    Param::new("sims", "simulations a decision", "1000"),
    Param::new(
        "ms",
        "milliseconds a decision instead (results then depend on the machine); 0 counts simulations",
        "0",
    ),
    Param::new("net", "a file of weights; nothing: those that come with the game", ""),
    Param::new("value", "what values a leaf: net, rollout (somebody plays on), or mixed", "net"),
    Param::new("priors", "whether the network says which steps to look at: yes or no", "yes"),
    Param::new("c", "weight of exploration, in standard deviations of what simulations bring", "1.5"),
    Param::new(
        "halve",
        "at the root so many of the most promising steps share the simulations, the better half of them again, and so on; 0: PUCT there, too",
        "8",
    ),
    Param::new(
        "propose",
        "players of the game that propose whole turns, joined by +, or none; habit: the first of those who do so for mcts",
        "habit",
    ),
    Param::new(
        "keep",
        "do as the first proposer would unless something is better by so many standard errors; 0: whatever was visited most",
        "0",
    ),
    Param::new("luck", "training: whether what dice brought is taken off how games ended: yes or no", "no"),
    Param::new(
        "again",
        "training: in each round one in so many games of the rounds before is searched again; 0: none",
        "0",
    ),
    Param::new("ahead", "training: so many turns on it is foretold, too, who keeps what; 0: not", "0"),
    Param::new(
        "start",
        "training: games of the game's own players that are learned from at the start, for each game of a round",
        "30",
    ),
    Param::new(
        "beside",
        "training: such games that are learned from in each round, for each of its own",
        "4",
    ),
    Param::new("width", "training: numbers that stand for a place in a new network", "32"),
];

/// The agents that a chart brings.
pub fn agents<G: Game>() -> [AgentDef<G>; 2] {
    [
        AgentDef {
            name: "policy",
            about: "any seat: what a network finds most promising, without a search",
            params: &POLICY_PARAMS,
            seats: Seats::Any,
            timed: |_| false,
            build: Build::Policy(alone),
        },
        AgentDef {
            name: "exit",
            about: "any seat: Monte Carlo tree search with a network, learned by Expert Iteration",
            params: &EXIT_PARAMS,
            seats: Seats::Any,
            timed: |args| args.get("ms") != "0",
            build: Build::Agent(searching),
        },
    ]
}

/// An evaluation by its name: a network (`network:FILE;priors=no`), or one of the game's.
pub fn evaluation<G: Game>(kit: &Kit<G>, text: &str) -> Result<Box<dyn Eval<G>>, BadInput> {
    let (name, items) = text.split_once(':').unwrap_or((text, ""));
    if name != NETWORK || kit.knowledge.chart.is_none() {
        return kit.eval(text);
    }
    let (mut file, mut priors) = ("", true);
    for item in items.split(';') {
        match item {
            "priors=no" => priors = false,
            "priors=yes" => priors = true,
            name => file = name,
        }
    }
    Ok(Box::new(Network::new(kit, load(kit, file)?, priors)?))
}

/// The steps that a game's guide considers, or all.
fn guide<G: Game>(kit: &Kit<G>) -> Box<dyn Guide<G>> {
    kit.knowledge.guide.map_or_else(|| Box::new(Plain) as Box<dyn Guide<G>>, |build| build(kit.game))
}

fn alone<G: Game>(kit: &Kit<G>, args: &Args) -> Result<Box<dyn Policy<G>>, BadInput> {
    let network = Network::new(kit, load(kit, args.get("net"))?, true)?;
    Ok(Box::new(Alone::new(network, guide(kit), args.flag("choose", "draw", "best")?)))
}

fn searching<G: Game>(kit: &Kit<G>, args: &Args) -> Result<Box<dyn Agent<G>>, BadInput> {
    Ok(Box::new(search(kit, args)?))
}

/// The search with a network, as its parameters say.
fn search<G: Game>(kit: &Kit<G>, args: &Args) -> Result<Mcts<G>, BadInput> {
    let mut all = Args::defaults(&MCTS_PARAMS);
    for name in ["sims", "ms"].into_iter().filter(|name| args.given(name)) {
        all.set(name, args.get(name));
    }
    for name in ["c", "propose", "keep", "halve"] {
        all.set(name, args.get(name));
    }
    if args.get("propose") == "habit" {
        let habits = guide(kit).habits();
        all.set("propose", habits.propose.split('+').next().unwrap_or("none"));
    }
    let priors = if args.flag("priors", "yes", "no")? { "yes" } else { "no" };
    all.set("eval", &format!("{NETWORK}:{};priors={priors}", args.get("net")));
    match args.get("value") {
        "net" => all.set("cut", "0"),
        "mixed" => all.set("mix", "0.5"),
        "rollout" => true,
        other => return Err(BadInput::new(format!("value={other}: expected net, rollout or mixed"))),
    };
    Mcts::new(kit, &all)
}
