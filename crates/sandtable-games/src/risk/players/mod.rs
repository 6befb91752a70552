//! Scripted players of Risk, named for what they do.

mod card_hunter;
mod cluster_grower;
mod continent_holder;
mod domination;
mod even_spreader;
mod planner;
mod sense;
mod style;
mod weakest_neighbour;

use sandtable_core::{AgentDef, Build, Seats};

use super::guide::Restraint;
use super::rules::Risk;
use domination::Domination;
pub use planner::Planner;
pub use sense::Sense;
pub use style::Scripted;

/// The players that belong to Risk, the strongest first: the page offers it to whoever wants an opponent.
pub fn players() -> Vec<AgentDef<Risk>> {
    vec![
        AgentDef {
            name: "planner",
            about: "any seat: weighs chains of battles by exact odds and what they bring; the strongest of these",
            params: planner::PARAMS,
            seats: Seats::Any,
            timed: |_| false,
            build: Build::Policy(|kit, args| Ok(Box::new(Scripted(Planner::build(kit.game, args)?)))),
        },
        AgentDef {
            name: "domination",
            about: "any seat: the computer player of the free program Domination (yura.net), hard, average or easy",
            params: domination::PARAMS,
            seats: Seats::Any,
            timed: |_| false,
            build: Build::Policy(|kit, args| Ok(Box::new(Domination::new(kit.game, args)?))),
        },
        AgentDef::policy(
            "weakest-neighbour",
            "any seat: attacks the weakest enemy neighbour that it can beat, wherever it is",
            |_, _| Ok(Box::new(Scripted(weakest_neighbour::WeakestNeighbour))),
        ),
        AgentDef::policy(
            "even-spreader",
            "any seat: spreads troops evenly along its border, attacks only with clear superiority",
            |_, _| Ok(Box::new(Scripted(even_spreader::EvenSpreader))),
        ),
        AgentDef::policy(
            "cluster-grower",
            "any seat: holds its largest connected group and grows it outward from its border",
            |_, _| Ok(Box::new(Scripted(cluster_grower::ClusterGrower))),
        ),
        AgentDef::policy(
            "continent-holder",
            "any seat: takes the continent that is most worth taking, and keeps its borders",
            |_, _| Ok(Box::new(Scripted(continent_holder::ContinentHolder))),
        ),
        AgentDef::policy(
            "card-hunter",
            "any seat: takes a cheap territory every turn for the card, eliminates who is weak and holds cards",
            |_, _| Ok(Box::new(Scripted(card_hunter::CardHunter))),
        ),
        AgentDef::policy(
            "quick",
            "any seat: the thesis's policy for playing on: places at random, attacks at random in 3 of 4 cases",
            |_, _| Ok(Box::new(Restraint::default())),
        ),
    ]
}
