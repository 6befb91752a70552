//! The reference players of section 3.2.1. They play from a view, so they play Opaque as well as Lucid.

mod blue;
mod red;

use sandtable_core::{Agent, AgentDef, Args, BadInput, Build, Kit, Param, Seats};

use super::rules::Operation;
use super::state::Side;

/// The players that belong to Operation.
pub fn players() -> Vec<AgentDef<Operation>> {
    vec![
        AgentDef {
            name: "simple-blue",
            about: "Blue: moves every piece north that can be moved north",
            params: &[],
            seats: Seats::Only(Side::Blue as usize),
            timed: |_| false,
            build: Build::Policy(|_, _| Ok(Box::new(blue::SimpleBlue))),
        },
        AgentDef {
            name: "one-axis-blue",
            about: "Blue: pushes everything north along one axis",
            params: &[Param {
                name: "axis",
                about: "the column of the attack (A, B, …), or random: drawn for every game",
                default: "random",
                main: true,
            }],
            seats: Seats::Only(Side::Blue as usize),
            timed: |_| false,
            build: Build::Agent(one_axis_blue),
        },
        AgentDef {
            name: "simple-red",
            about: "Red: stands still",
            params: &[],
            seats: Seats::Only(Side::Red as usize),
            timed: |_| false,
            build: Build::Policy(|_, _| Ok(Box::new(red::SimpleRed))),
        },
        AgentDef {
            name: "axes-exp-red",
            about: "Red: shifts along the last row as the threat on each axis demands",
            params: &[],
            seats: Seats::Only(Side::Red as usize),
            timed: |_| false,
            build: Build::Policy(|_, _| Ok(Box::new(red::ExpertRed::new(red::Threat::Axes)))),
        },
        AgentDef {
            name: "dist-exp-red",
            about: "Red: the same, with the threat falling off with the square of the distance",
            params: &[],
            seats: Seats::Only(Side::Red as usize),
            timed: |_| false,
            build: Build::Policy(|_, _| Ok(Box::new(red::ExpertRed::new(red::Threat::Distance)))),
        },
    ]
}

fn one_axis_blue(kit: &Kit<Operation>, args: &Args) -> Result<Box<dyn Agent<Operation>>, BadInput> {
    let columns = kit.game.board().columns;
    let axis = match args.get("axis") {
        "random" => None,
        text => {
            let last = char::from(b'A' + columns - 1);
            let letter = (text.len() == 1).then(|| text.as_bytes()[0].to_ascii_uppercase());
            let column = letter.and_then(|l| l.checked_sub(b'A')).filter(|c| *c < columns);
            let expected =
                || BadInput::new(format!("axis={text}: expected a column from A to {last}, or random"));
            Some(column.ok_or_else(expected)?)
        }
    };
    Ok(Box::new(blue::OneAxisBlue::new(axis)))
}
