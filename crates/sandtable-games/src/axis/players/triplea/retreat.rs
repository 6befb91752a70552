//! Whether to go on in a battle, and where to go back to (A9).

use sandtable_core::Game;

use super::Planner;
use super::field::{Armies, Field};
use crate::axis::{Action, Axis, State};

impl Planner {
    /// Goes on while it is superior, or while that is worth more than nothing.
    pub(super) fn decide(&mut self, game: &Axis, state: &State, at: u16, plan: &mut Vec<Action>) {
        let armies = Armies::new(game, state, state.mover);
        let field = Field { game, state, me: state.mover, atlas: &self.atlas, armies: &armies };
        let mut attackers = Vec::new();
        game.attackers(state, at, &mut attackers);
        let defenders = field.units(at, false);
        let judge = &mut self.judge;
        let superior = judge.diff(&attackers, defenders) > 50.0 && judge.has_land(&attackers);
        let stays = superior || {
            let verdict = judge.plain(&attackers, defenders);
            let planes = judge.count(&attackers) > judge.count(&judge.grounded(&attackers));
            let land = match verdict.land || !planes {
                true => 2.0 * field.worth(at) * (1.0 + field.works(at)) * (1.0 + field.capital(at)),
                false => 0.0,
            };
            verdict.swing + verdict.win / 100.0 * land >= 0.0
        };
        self.steps.clear();
        game.actions(state, &mut self.steps);
        let cover = |to: u16| self.judge.defence(game.counts(state, to, state.mover));
        let rank = |step: &Action| match *step {
            Action::Fight => (if stays { 3 } else { 0 }, 0.0),
            Action::Retreat(to) if field.home() == Some(to) => (2, 0.0),
            Action::Retreat(to) if usize::from(to) < game.provinces() => (1, cover(to)),
            _ => (1, 0.0),
        };
        let best = self.steps.iter().max_by(|a, b| {
            let ((x, v), (y, w)) = (rank(a), rank(b));
            x.cmp(&y).then(v.total_cmp(&w))
        });
        plan.extend(best);
    }
}
