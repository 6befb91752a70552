//! The players of Axis & Allies.

mod battle_sense;
pub(super) mod crew;
pub(super) mod dls;
mod land;
mod orders;
pub(super) mod outlook;
mod staff;
mod tactics;
mod trials;
mod triplea;

use sandtable_core::{AgentDef, Args, BadInput, Build, Param, Seats};

use super::rules::Axis;
use tactics::value::{LEARNED, PAPER};
use triplea::{Easy, Odds, Planner, Release};

/// All players, the strongest first: the page offers it to whoever wants an opponent.
pub fn players() -> Vec<AgentDef<Axis>> {
    vec![
        AgentDef {
            name: "staff",
            about: "the strong player: plans of TripleA's Hard AI and others, tried out by playing on; retreats by exact odds",
            params: &STAFF,
            seats: Seats::Any,
            timed: |args| {
                args.get("nodes") == "0" && (args.get("by") == "trials" || args.get("depth") == "0")
            },
            build: Build::Agent(|kit, args| match args.flag("by", "trials", "tactics")? {
                true => {
                    let outlook = outlook::Outlook::new(kit.game, args.get("file"))?;
                    Ok(Box::new(trials::Trials::new(kit.game, trials::Options::of(args)?, outlook)))
                }
                false => Ok(Box::new(staff::Staff::new(kit, staff_options(args)?)?)),
            }),
        },
        AgentDef {
            name: "triplea",
            about: "TripleA's AIs: Easy (Weak), Fast and Hard (Pro), as the program plays them on land and in the air",
            params: &LEVEL,
            seats: Seats::Any,
            timed: |_| false,
            build: Build::Policy(|kit, args| match args.get("level") {
                "easy" => Ok(Box::new(Easy::new(kit.game, Release::Now))),
                "fast" => Ok(Box::new(Planner::new(kit.game, Odds::Strengths))),
                "hard" => Ok(Box::new(Planner::new(kit.game, Odds::Dice))),
                other => Err(BadInput::new(format!("level={other}: expected easy, fast or hard"))),
            }),
        },
        AgentDef {
            name: "ez-fodder",
            about: "TripleA's Easy AI, once named E.Z. Fodder: greedy, never retreats, flies only to bomb and with its stacks",
            params: &RULES,
            seats: Seats::Any,
            timed: |_| false,
            build: Build::Policy(|kit, args| {
                let early = args.flag("rules", "2010", "now")?;
                let release = if early { Release::Early2010 } else { Release::Now };
                Ok(Box::new(Easy::new(kit.game, release)))
            }),
        },
        AgentDef {
            name: "dls",
            about: "alpha-beta over turns of tactics, without dice: the published player",
            params: &dls::PARAMS,
            seats: Seats::Any,
            timed: |_| false,
            build: Build::Agent(|kit, args| Ok(Box::new(dls::Dls::new(kit, dls::Options::of(args)?)?))),
        },
    ]
}

const LEVEL: [Param; 1] = [Param::main("level", "easy, fast or hard", "fast")];

const RULES: [Param; 1] =
    [Param::new("rules", "now, or 2010: as the dls paper met it in February 2010", "now")];

const STAFF: [Param; 17] = [
    Param::new(
        "by",
        "how it thinks: trials (plans tried out by playing on) or tactics (the older way)",
        "trials",
    ),
    Param::new("ahead", "trials: turns to play on after its own, 0 to 20", "2"),
    Param::new(
        "file",
        "trials: the net that values positions, as `train` writes it; the shipped one without",
        "",
    ),
    Param::new("doubt", "trials: by how many standard errors an idea must be better than Hard's plan", "0.7"),
    Param {
        name: "seconds",
        about: "seconds a turn (results then depend on the machine)",
        default: "0.2",
        main: false,
    },
    Param {
        name: "depth",
        about: "tactics: turns to look ahead instead, 1 to 8; 0 looks at the clock",
        default: "0",
        main: false,
    },
    Param {
        name: "nodes",
        about: "thousands of positions to look at in a turn instead; 0 looks at the clock",
        default: "0",
        main: false,
    },
    Param {
        name: "fronts",
        about: "tactics: look at the fronts of the last turn together or apart (faster)",
        default: "together",
        main: false,
    },
    Param {
        name: "starts",
        about: "tactics: from how many turns of tactics it moves single units, the best first, 1 to 64",
        default: "64",
        main: false,
    },
    Param {
        name: "search",
        about: "tactics: how it looks ahead: alphabeta or mcts",
        default: "alphabeta",
        main: false,
    },
    Param {
        name: "exact",
        about: "tactics: weigh the battles of the best turns by exact odds: yes or no",
        default: "yes",
        main: false,
    },
    Param {
        name: "retreat",
        about: "tactics: break battles off when that is better: yes or no",
        default: "yes",
        main: false,
    },
    Param {
        name: "units",
        about: "tactics: try single units elsewhere than the tactics have them: yes or no",
        default: "yes",
        main: false,
    },
    Param {
        name: "pairs",
        about: "tactics: take the mean of two looks ahead, one turn apart: yes or no",
        default: "yes",
        main: false,
    },
    Param {
        name: "again",
        about: "tactics: think again after the battles: yes or no",
        default: "yes",
        main: false,
    },
    Param {
        name: "value",
        about: "tactics: what values a position: ratios (learned) or differences (the paper's)",
        default: "ratios",
        main: false,
    },
    Param {
        name: "land",
        about: "what a province is worth in battle, in turns of its income",
        default: "2",
        main: false,
    },
];

fn staff_options(args: &Args) -> Result<staff::Options, BadInput> {
    let flag = |name: &str| args.flag(name, "yes", "no");
    let seconds = args.number("seconds", 0.001..=3600.0)?;
    Ok(staff::Options {
        seconds: args.given("seconds").then_some(seconds),
        depth: args.number("depth", 0..=8)?,
        nodes: args.number("nodes", 0..=1_000_000_000)?,
        apart: args.flag("fronts", "apart", "together")?,
        mcts: args.flag("search", "mcts", "alphabeta")?,
        exact: flag("exact")?,
        retreat: flag("retreat")?,
        again: flag("again")?,
        units: flag("units")?,
        starts: args.number("starts", 1..=64)?,
        pairs: flag("pairs")?,
        value: match args.get("value") {
            "ratios" => LEARNED,
            "differences" => PAPER,
            other => return Err(BadInput::new(format!("value={other}: expected ratios or differences"))),
        },
        land: args.number("land", 0.0..=100.0)?,
    })
}
