//! The players of Axis & Allies.

mod dls;
mod ez_fodder;
mod land;
mod orders;

use sandtable_core::{AgentDef, BadInput, Param, Seats};

use super::rules::Axis;

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
    ]
}
