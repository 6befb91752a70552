//! Initial troops: one stack that can take the rest of a continent, then its doors (section 5).

use sandtable_core::Rng;

use super::super::super::state::{member, members};
use super::Level;
use super::border::{bare, border};
use super::chain::{Order, Plan};
use super::continents::list;
use super::reach::Reach;
use super::simple;
use super::situation::Situation;

/// Where the next initial troop goes.
pub fn muster(view: &Situation, reach: &mut Reach, listed: &mut Vec<(f64, usize)>, rng: &mut Rng) -> usize {
    if view.level == Level::Easy && rng.below(6) > 0 {
        return simple::place(view, rng).0;
    }
    let border = border(view);
    if let Some(t) = bare(view, border) {
        return t;
    }
    reach.survey(view, false);
    list(view, reach, listed);
    for &(_, number) in listed.iter() {
        let continent = &view.atlas.continents[number];
        let goals = continent.members & !view.own;
        let plan = Plan::new(view, reach, false, goals, None, |_| true);
        let Some(Order::Place { to, .. }) = plan.order(view, reach) else { continue };
        let doors = continent.doors & view.own;
        let begun = members(goals & reach.reached).any(|t| reach.joint(t) > 0);
        if view.level == Level::Hard && plan.covers && begun && doors != 0 {
            return bare(view, doors).unwrap_or(member(doors, 0));
        }
        return to;
    }
    if let Some((start, _)) = weakest_claim(view, reach, listed) {
        return start;
    }
    let places = if border != 0 { border } else { view.own };
    member(places, if border != 0 { 0 } else { rng.below(places.count_ones()) })
}

/// The best start against the goal on the listed continents that is furthest out of reach, and what would be left there.
pub fn weakest_claim(view: &Situation, reach: &mut Reach, listed: &[(f64, usize)]) -> Option<(usize, i32)> {
    let land = listed.iter().fold(0, |all, &(_, number)| all | view.atlas.continents[number].members);
    let to = reach.ordered(land & !view.own, false).next()?;
    let continent = view.atlas.of(to).members;
    let start = reach.best_start(view, to, false, |_, _| true, |_, start| continent >> start & 1 == 1)?;
    Some((start, reach.row(start).left(to)))
}
