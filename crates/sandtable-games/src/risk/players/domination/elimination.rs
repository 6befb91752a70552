//! Whom to eliminate, for the cards (section 6, rules 1 and 2).

use super::super::super::cards::progressive_value;
use super::super::super::options::Cards;
use super::super::super::state::{MAX_PLAYERS, members};
use super::Level;
use super::chain::{Chain, Order, Plan};
use super::reach::Reach;
use super::situation::{Situation, Standing};

/// The move of an elimination that can be carried through. `piecemeal`, the first one is begun even if it cannot.
pub fn eliminate(view: &Situation, reach: &mut Reach, hopeful: bool, piecemeal: bool) -> Option<Order> {
    let mut prey = [Standing::default(); MAX_PLAYERS];
    let mut count = 0;
    for rival in view.rivals().iter().filter(|r| tempting(view, reach, r)) {
        prey[count] = *rival;
        count += 1;
    }
    prey[..count].sort_unstable_by(|a, b| b.cards.cmp(&a.cards).then(a.defence.total_cmp(&b.defence)));
    for (rank, rival) in prey[..count].iter().enumerate() {
        if view.level == Level::Hard && !view.duel() && unwise(view, rival) {
            continue;
        }
        let goals = rival.land;
        let plan = Plan::new(view, reach, hopeful, goals, Some(rival.seat), |_| true);
        let order = if plan.covers || piecemeal && rank == 0 {
            plan.order(view, reach)
        } else {
            last_stand(view, reach, hopeful, rival)
        };
        if order.is_some() {
            return order;
        }
    }
    None
}

/// Whether a rival can be thought of as prey at all.
fn tempting(view: &Situation, reach: &Reach, rival: &Standing) -> bool {
    let hand = f64::from(view.hand);
    let single = rival.land.count_ones() == 1;
    let prize = rival.cards > 0 || view.level == Level::Hard && single;
    let within = rival.defence <= view.me.attack + hand;
    let at_hand = || {
        let troops = f64::from(view.me.troops) / effort(view, rival, single);
        view.is_first_of_two(rival.seat) || rival.defence <= troops + hand
    };
    let reached = || {
        rival.land & !reach.reached == 0
            && (view.attacking || members(rival.land).all(|t| reach.joint(t) >= -view.hand))
    };
    prize && within && at_hand() && reached()
}

/// By how much the player must outnumber a rival with few cards.
fn effort(view: &Situation, rival: &Standing, single: bool) -> f64 {
    let set = f64::from(progressive_value(view.state.trades));
    let cheap = !view.rising || set < rival.defence / 8.0;
    let hands = rival.cards + view.me.cards;
    let few = rival.cards < 3 && hands < 5 && (!view.attacking || !single);
    if cheap && few && view.deck_left() && view.game.options.cards != Cards::None {
        let missing = if view.rising { 2 } else { 4 - rival.cards };
        1.0 + 0.5 * f64::from(missing)
    } else {
        1.0
    }
}

/// Whether the cards would not pay for what the elimination costs one who is behind.
fn unwise(view: &Situation, rival: &Standing) -> bool {
    let hands = rival.cards + view.me.cards;
    let part = match view.top() {
        Some(top) if hands <= 5 => view.me.value / top.value,
        _ => 1.0,
    };
    let troops = f64::from(rival.troops);
    view.behind()
        && view.cautious
        && troops > 0.4 * f64::from(view.me.troops)
        && troops - view.worth_of_cards(rival.cards) > part * view.worth_of_cards(hands)
}

/// One who trails also tries for a rival's last territory at worse odds.
fn last_stand(view: &Situation, reach: &mut Reach, hopeful: bool, rival: &Standing) -> Option<Order> {
    if view.level != Level::Hard || rival.land.count_ones() != 1 || !view.behind() {
        return None;
    }
    let goal = members(rival.land).next()?;
    if reach.joint(goal) + view.hand <= -view.troops(goal) {
        return None;
    }
    let start = reach.best_start(view, goal, hopeful, |_, _| true, |_, _| false)?;
    let left = reach.row(start).left(goal);
    Chain { start, goal, left }.order(view, reach)
}
