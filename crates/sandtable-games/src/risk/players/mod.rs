//! Scripted players of Risk, named for what they do.

mod card_hunter;
mod cluster_grower;
mod continent_holder;
mod even_spreader;
mod planner;
mod quick;
mod sense;
mod style;
mod weakest_neighbour;

use sandtable_core::catalog::BuildAgent;
use sandtable_core::{AgentDef, Seats};

use super::rules::Risk;
use style::Scripted;

/// The players that belong to Risk.
pub fn players() -> Vec<AgentDef<Risk>> {
    vec![
        player(
            "quick",
            "any seat: the thesis's policy for playing on: places at random, attacks at random in 3 of 4 cases",
            |_, _| Ok(Box::new(quick::Quick::default())),
        ),
        player(
            "weakest-neighbour",
            "any seat: attacks the weakest enemy neighbour that it can beat, wherever it is",
            |_, _| Ok(Box::new(Scripted(weakest_neighbour::WeakestNeighbour))),
        ),
        player(
            "even-spreader",
            "any seat: spreads troops evenly along its border, attacks only with clear superiority",
            |_, _| Ok(Box::new(Scripted(even_spreader::EvenSpreader))),
        ),
        player(
            "cluster-grower",
            "any seat: holds its largest connected group and grows it outward from its border",
            |_, _| Ok(Box::new(Scripted(cluster_grower::ClusterGrower))),
        ),
        player(
            "continent-holder",
            "any seat: takes the continent that is most worth taking, and keeps its borders",
            |_, _| Ok(Box::new(Scripted(continent_holder::ContinentHolder))),
        ),
        player(
            "card-hunter",
            "any seat: takes a cheap territory every turn for the card, eliminates who is weak and holds cards",
            |_, _| Ok(Box::new(Scripted(card_hunter::CardHunter))),
        ),
        player(
            "planner",
            "any seat: weighs chains of battles by exact odds and what they bring; the strongest of these",
            |kit, _| Ok(Box::new(Scripted(planner::Planner::new(kit.game)))),
        ),
    ]
}

fn player(name: &'static str, about: &'static str, build: BuildAgent<Risk>) -> AgentDef<Risk> {
    AgentDef { name, about, params: &[], seats: Seats::Any, build }
}
