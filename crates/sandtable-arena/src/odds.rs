//! Battle odds: the calculators of all games that have one.

use sandtable_core::{BadInput, Calculator};

use crate::registry;
use crate::spec::unknown;

/// All calculators, each with its game's name.
pub fn calculators() -> Vec<(&'static str, &'static Calculator)> {
    registry::games().iter().filter_map(|game| Some((game.name(), game.odds()?))).collect()
}

/// The calculator of a game.
pub fn find(game: &str) -> Result<&'static Calculator, BadInput> {
    let all = calculators();
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    let found = all.iter().find(|(name, _)| *name == game).map(|(_, calculator)| *calculator);
    found.ok_or_else(|| unknown("game with battle odds", game, &names))
}
