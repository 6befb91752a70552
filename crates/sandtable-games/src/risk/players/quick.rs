//! The policy that the guide plays on with, as a player.

use sandtable_core::{Agent, Game, Guide, Rng};

use super::super::guide::Restraint;
use super::super::rules::Risk;
use super::super::state::Action;
use super::super::view::View;

/// Chooses as [`Restraint`] does when it plays on.
#[derive(Default)]
pub struct Quick {
    guide: Restraint,
}

impl Agent<Risk> for Quick {
    fn act(&mut self, game: &Risk, view: &View, rng: &mut Rng, plan: &mut Vec<Action>) {
        plan.push(self.guide.choose(game, &game.imagine(view), rng));
    }
}
