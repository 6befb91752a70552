//! Scripted players of Risk, named for what they do.

mod quick;

use sandtable_core::{AgentDef, Seats};

use super::rules::Risk;

/// The players that belong to Risk.
pub fn players() -> Vec<AgentDef<Risk>> {
    vec![AgentDef {
        name: "quick",
        about: "any seat: the thesis's policy for playing on: places at random, attacks at random in 3 of 4 cases",
        params: &[],
        seats: Seats::Any,
        build: |_, _| Ok(Box::new(quick::Quick::default())),
    }]
}
