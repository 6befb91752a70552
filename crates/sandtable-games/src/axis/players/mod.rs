//! The players of Axis & Allies.

mod dls;
mod ez_fodder;
mod land;
mod orders;
mod staff;
mod tactics;

use sandtable_core::{AgentDef, Args, BadInput, Param, Seats};

use super::rules::Axis;
use tactics::value::{LEARNED, PAPER};

/// All players.
pub fn players() -> Vec<AgentDef<Axis>> {
    vec![
        AgentDef {
            name: "ez-fodder",
            about: "TripleA's easy opponent: greedy, never retreats, never flies but to bomb and with its stacks",
            params: &[],
            seats: Seats::Any,
            build: |_, _| Ok(Box::<ez_fodder::EzFodder>::default()),
        },
        AgentDef {
            name: "dls",
            about: "alpha-beta over turns of tactics, without dice: the published player",
            params: &[Param {
                name: "depth",
                about: "turns to look ahead, 1 to 8",
                default: "3",
                main: true,
            }],
            seats: Seats::Any,
            build: |kit, args| {
                let depth = args.parse::<usize>("depth", "a whole number from 1 to 8")?;
                if !(1..=8).contains(&depth) {
                    return Err(BadInput::new(format!("depth={depth}: expected a whole number from 1 to 8")));
                }
                Ok(Box::new(dls::Dls::new(kit, depth)?))
            },
        },
        AgentDef {
            name: "staff",
            about: "the strong player: tactics searched deeper, exact odds, retreats, a second look after the battles",
            params: &STAFF,
            seats: Seats::Any,
            build: |kit, args| Ok(Box::new(staff::Staff::new(kit, staff_options(args)?)?)),
        },
    ]
}

const STAFF: [Param; 9] = [
    Param {
        name: "seconds",
        about: "seconds a turn (results then depend on the machine)",
        default: "0.2",
        main: false,
    },
    Param {
        name: "depth",
        about: "turns to look ahead instead, 1 to 8; 0 looks at the clock",
        default: "0",
        main: false,
    },
    Param {
        name: "exact",
        about: "weigh the battles of the best turns by exact odds: yes or no",
        default: "yes",
        main: false,
    },
    Param {
        name: "retreat",
        about: "break battles off when that is better: yes or no",
        default: "yes",
        main: false,
    },
    Param { name: "again", about: "think again after the battles: yes or no", default: "yes", main: false },
    Param {
        name: "value",
        about: "what values a position: ratios (learned) or differences (the paper's)",
        default: "ratios",
        main: false,
    },
    Param {
        name: "buys",
        about: "a kind of unit to prefer, and the part of the money for it, like armour/0.5; none",
        default: "none",
        main: false,
    },
    Param {
        name: "land",
        about: "what a province is worth in battle, in turns of its income",
        default: "2",
        main: false,
    },
    Param {
        name: "width",
        about: "turns tried at each position of the search but the first, the best at first sight; 0 tries all",
        default: "40",
        main: false,
    },
];

fn staff_options(args: &Args) -> Result<staff::Options, BadInput> {
    let flag = |name: &str| match args.get(name) {
        "yes" => Ok(true),
        "no" => Ok(false),
        other => Err(BadInput::new(format!("{name}={other}: expected yes or no"))),
    };
    let number = |name: &str, low: f64, high: f64| {
        let expected = format!("a number from {low} to {high}");
        let x: f64 = args.parse(name, &expected)?;
        let inside = (low..=high).contains(&x);
        inside.then_some(x).ok_or_else(|| BadInput::new(format!("{name}={x}: expected {expected}")))
    };
    Ok(staff::Options {
        seconds: number("seconds", 0.001, 3600.0)?,
        depth: number("depth", 0.0, 8.0)? as usize,
        exact: flag("exact")?,
        retreat: flag("retreat")?,
        again: flag("again")?,
        value: match args.get("value") {
            "ratios" => LEARNED,
            "differences" => PAPER,
            other => return Err(BadInput::new(format!("value={other}: expected ratios or differences"))),
        },
        taste: match args.get("buys") {
            "none" => None,
            text => Some(taste(text)?),
        },
        width: number("width", 0.0, 10_000.0)? as usize,
        land: number("land", 0.0, 100.0)?,
    })
}

/// `2/0.5`: half of the money for the kind of this number, by rising cost.
fn taste(text: &str) -> Result<(usize, f32), BadInput> {
    let bad = || {
        BadInput::new(format!(
            "buys={text}: expected a number of a kind by rising cost and a part, like 2/0.5"
        ))
    };
    let (kind, part) = text.split_once('/').ok_or_else(bad)?;
    let (kind, part) = (kind.parse().map_err(|_| bad())?, part.parse().map_err(|_| bad())?);
    if (0.0..=1.0).contains(&part) { Ok((kind, part)) } else { Err(bad()) }
}
