//! The attacks that end a turn: one for the card, then surplus against whoever is next to it (section 6, "last attacks").

use super::super::super::state::Set;
use super::Level;
use super::chain::{Order, enters_from};
use super::reach::Reach;
use super::situation::Situation;

/// An attack on a neighbour that no plan asks for, if one is worth it.
pub fn last_attack(view: &Situation, reach: &mut Reach, hopeful: bool, border: Set) -> Option<Order> {
    let for_card = |view: &Situation, reach: &Reach, from: usize, to: usize| {
        let (army, joint) = (view.troops(from), reach.joint(to));
        let continent = view.atlas.of(to);
        joint >= -(army + 1) / 2
            && if view.state.conquered {
                view.holder(continent).is_some() && continent.members >> from & 1 == 0
            } else {
                let card = view.worth_of_cards(if view.me.cards < 4 { 4 } else { 5 });
                f64::from(army - joint) <= card + f64::from(view.troops(to) / 2)
            }
    };
    find(view, reach, hopeful, true, for_card).or_else(|| {
        let spent = view.weak && view.top().is_some_and(|top| view.me.defence < 0.5 * top.defence);
        if view.level == Level::Easy || spent {
            return None;
        }
        find(view, reach, hopeful, false, |view, reach, from, to| grinds(view, reach, border, from, to))
    })
}

/// The first target next to its best start for which `fit` says so, by the joint armies.
fn find(
    view: &Situation,
    reach: &mut Reach,
    hopeful: bool,
    descending: bool,
    fit: impl Fn(&Situation, &Reach, usize, usize) -> bool,
) -> Option<Order> {
    for to in reach.ordered(reach.reached, descending) {
        let near = |reach: &Reach, start: usize| reach.row(start).leads(start, to);
        let prefer = enters_from(view, to, None);
        let Some(from) = reach.best_start(view, to, hopeful, near, prefer) else { continue };
        if fit(view, reach, from, to) {
            return Some(Order::Attack { from, to });
        }
    }
    None
}

/// Whether a stack should wear down what is next to it.
fn grinds(view: &Situation, reach: &Reach, border: Set, from: usize, to: usize) -> bool {
    let (army, enemies) = (view.troops(from), view.troops(to));
    let owner = view.owner(to);
    let large = army >= 4 || army == 3 && enemies == 1;
    let posted = border >> from & 1 == 1 && enemies < 5;
    let elsewhere = view.threat.is_some_and(|threat| threat != owner);
    let exposed = view.cautious && reach.row(from).left(to) > 0 && view.foes(to).count_ones() > 1;
    let concerns = !view.behind()
        || view.duel()
        || view.game.next_seat(view.state) == owner
        || view.rival(owner).is_some_and(|r| r.defence > 1.2 * view.me.defence);
    large && !posted && !elsewhere && !exposed && concerns
}
