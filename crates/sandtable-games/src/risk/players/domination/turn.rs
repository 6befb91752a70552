//! A turn's rules, in their order: the first that gives a move decides (section 6).

use sandtable_core::Rng;

use super::super::super::state::{Set, member, members};
use super::Level;
use super::border::{border, fortify, shore_up};
use super::breach::breach;
use super::chain::{Order, Plan, enters_from};
use super::continents::list;
use super::elimination::eliminate;
use super::last_attacks::last_attack;
use super::muster::weakest_claim;
use super::reach::Reach;
use super::situation::Situation;

/// What to do, and why.
#[derive(Clone, Copy)]
pub struct Decision {
    pub order: Order,
    /// A rival, or all others on a continent, are to be removed.
    pub eliminating: bool,
}

fn plain(order: Order) -> Decision {
    Decision { order, eliminating: false }
}

fn place((to, troops): (usize, i32)) -> Order {
    Order::Place { to, troops }
}

/// The first rule's move. Only attacks can come to none.
pub fn decide(
    view: &mut Situation,
    reach: &mut Reach,
    listed: &mut Vec<(f64, usize)>,
    rng: &mut Rng,
) -> Option<Decision> {
    let hopeful = Reach::hopeful(view);
    reach.survey(view, hopeful);
    if view.level == Level::Easy
        && view.attacking
        && view.state.conquered
        && rng.below(2) == 0
        && let Some(order) = strongest_attack(view, reach)
    {
        return Some(plain(order));
    }
    if let Some(order) = removal(view, reach, hopeful) {
        return Some(Decision { order, eliminating: true });
    }
    let border = border(view);
    list(view, reach, listed);
    if !view.attacking
        && view.level != Level::Easy
        && view.cautious
        && !view.press
        && view.deck_left()
        && let Some(order) = foothold(view, reach)
    {
        return Some(plain(order));
    }
    let threatened = view.rivals().iter().any(|r| {
        view.threat == Some(r.seat) && view.atlas.continents.iter().any(|c| c.members & !r.land == 0)
    });
    if (threatened || view.break_only && !view.weak)
        && let Some(order) = breach(view, reach, hopeful, border, rng)
    {
        return Some(plain(order));
    }
    if !view.attacking && !view.duel() {
        let first = listed.first().copied().filter(|_| view.press);
        if let Some(decision) = first.and_then(|(_, number)| conquest(view, reach, hopeful, number, rng)) {
            return Some(decision);
        }
        if let Some(place_here) = shore_up(view, border) {
            return Some(plain(place(place_here)));
        }
    }
    let apt = match view.level {
        Level::Hard => view.attacking || view.continents() > 0 || listed.is_empty(),
        _ => view.attacking,
    };
    if (view.press || !view.weak && apt)
        && let Some(order) = breach(view, reach, hopeful, border, rng)
    {
        return Some(plain(order));
    }
    if let Some(decision) = expansion(view, reach, listed, hopeful, rng) {
        return Some(decision);
    }
    if view.attacking {
        return last_attack(view, reach, hopeful, border).map(plain);
    }
    Some(plain(place(fortify(view, border).unwrap_or_else(|| {
        let places: Set = if view.fronts != 0 { view.fronts } else { view.own };
        (member(places, rng.below(places.count_ones())), view.hand / 3 + view.hand % 3)
    }))))
}

/// Rules 1 and 2: an elimination, also one that takes some hope.
fn removal(view: &mut Situation, reach: &mut Reach, hopeful: bool) -> Option<Order> {
    let found = eliminate(view, reach, hopeful, false);
    if found.is_some() || view.level != Level::Hard || view.duel() {
        return found;
    }
    if view.rising || !view.behind() {
        reach.survey(view, true);
        let found = eliminate(view, reach, true, view.attacking && view.rising);
        if found.is_some() {
            return found;
        }
        reach.survey(view, hopeful);
    }
    view.cautious |= view.rising && view.top().is_some_and(|top| view.me.defence < top.attack);
    None
}

/// Rule 3: enough for one territory in this turn.
fn foothold(view: &Situation, reach: &mut Reach) -> Option<Order> {
    let goal = reach.ordered(reach.reached, true).next()?;
    let joint = reach.joint(goal);
    if joint > 0 {
        return None;
    }
    let start = reach.best_start(view, goal, false, |_, _| true, enters_from(view, goal, None))?;
    Some(Order::Place { to: start, troops: 1 - joint })
}

/// Rule 7: the continents that are worth going for.
fn expansion(
    view: &Situation,
    reach: &mut Reach,
    listed: &[(f64, usize)],
    hopeful: bool,
    rng: &mut Rng,
) -> Option<Decision> {
    let ahead = view.top().is_some_and(|top| view.me.defence > top.attack);
    let free = !view.cautious
        || !view.attacking
        || !view.state.conquered
        || view.threat.is_some()
        || !view.weak && (view.break_only || ahead);
    if !free {
        return None;
    }
    let tried = if view.attacking && view.weak { 1 } else { listed.len() };
    for &(_, number) in listed.iter().take(tried) {
        let found = conquest(view, reach, hopeful, number, rng);
        if found.is_some() {
            return found;
        }
    }
    if view.attacking {
        return None;
    }
    let (start, left) = weakest_claim(view, reach, listed)?;
    let troops = if left > 2 { view.hand / 3 } else { 2 - left };
    Some(plain(Order::Place { to: start, troops }))
}

/// The move that takes a continent, or a part of it.
fn conquest(
    view: &Situation,
    reach: &mut Reach,
    hopeful: bool,
    number: usize,
    rng: &mut Rng,
) -> Option<Decision> {
    let continent = &view.atlas.continents[number];
    let goals = continent.members & !view.own;
    let greedy = view.attacking
        && match view.level {
            Level::Easy => true,
            Level::Average => view.cautious || rng.below(3) < 2,
            Level::Hard => view.cautious,
        };
    if greedy {
        return nearest(view, reach, hopeful, goals).map(plain);
    }
    let plan = Plan::new(view, reach, hopeful, goals, None, |t| worthwhile(view, t));
    let order = plan.order(view, reach)?;
    let begun = || members(goals & reach.reached).any(|t| reach.joint(t) > 0);
    let secure = view.level == Level::Hard && !view.attacking && plan.covers;
    let doors = continent.doors & view.own;
    if secure
        && !view.rising
        && view.threat.is_none()
        && begun()
        && let Some(guard) = fortify(view, doors)
    {
        return Some(plain(place(guard)));
    }
    Some(Decision { order, eliminating: plan.covers })
}

/// The goal next to an army that leaves least of it, if that is anything.
fn nearest(view: &Situation, reach: &mut Reach, hopeful: bool, goals: Set) -> Option<Order> {
    let mut found: Option<(i32, Order)> = None;
    for to in members(goals & reach.reached).filter(|&t| worthwhile(view, t)) {
        let near = |reach: &Reach, start: usize| reach.row(start).leads(start, to);
        let prefer = enters_from(view, to, None);
        let Some(from) = reach.best_start(view, to, hopeful, near, prefer) else { continue };
        let left = reach.row(from).left(to);
        if left > 0 && found.is_none_or(|(least, _)| left < least) {
            found = Some((left, Order::Attack { from, to }));
        }
    }
    found.map(|(_, order)| order)
}

/// Easy's next attack after a capture: where most are left.
fn strongest_attack(view: &Situation, reach: &mut Reach) -> Option<Order> {
    let goal = reach.ordered(reach.reached, true).next().filter(|&t| reach.joint(t) >= 1)?;
    let start = reach.best_start(view, goal, false, |_, _| true, |_, _| false)?;
    Some(Order::Attack { from: start, to: reach.step(start, goal) })
}

/// Whether taking a territory helps more than it helps the strongest rival.
fn worthwhile(view: &Situation, t: usize) -> bool {
    let Some((victim, top)) = view.rival(view.owner(t)).zip(view.top()) else { return true };
    if view.duel() || victim.seat == top.seat || view.is_target(victim.seat) {
        return true;
    }
    let threat = view.threat.is_some();
    if threat && view.atlas.of(t).members & !victim.land == 0 {
        return false;
    }
    if threat && victim.cards <= 2 || victim.cards <= 1 || victim.value >= view.me.value {
        return true;
    }
    if victim.cards > 3 && view.game.next_seat(view.state) == victim.seat {
        return true;
    }
    let d = view.troops(t);
    let rest = victim.defence - f64::from(5 * d / 4 + d % 4 + 1);
    rest >= 2.0 / 3.0 * (top.attack - f64::from(top.troops / 3))
}
