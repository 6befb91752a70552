//! Breaking the continents of others (section 6, "break").

use sandtable_core::Rng;

use super::super::super::state::{Set, members};
use super::Level;
use super::atlas::Continent;
use super::chain::{Chain, Order, enters_from};
use super::reach::{Reach, price};
use super::situation::{Situation, Standing};

/// The move that breaks the dearest continent of others that is worth it.
pub fn breach(
    view: &Situation,
    reach: &mut Reach,
    hopeful: bool,
    border: Set,
    rng: &mut Rng,
) -> Option<Order> {
    if view.level == Level::Easy && !view.attacking {
        return None;
    }
    let mut seen: u64 = 0;
    while let Some((number, continent)) = dearest(view, seen) {
        seen |= 1 << number;
        let holder = view.holder(continent)?;
        if !concerns(view, holder) {
            continue;
        }
        if let Some(chain) = cheapest(view, reach, hopeful, continent, border)
            && pays(view, reach, continent, holder, chain, border, rng)
            && let Some(order) = chain.order(view, reach)
        {
            return Some(order);
        }
    }
    None
}

/// The continent of a rival that is worth most, of those not `seen`.
fn dearest<'a>(view: &Situation<'a>, seen: u64) -> Option<(usize, &'a Continent)> {
    let atlas = view.atlas;
    let held = atlas.continents.iter().enumerate();
    let held = held.filter(|(n, c)| seen >> n & 1 == 0 && view.holder(c).is_some());
    let worth = |c: &Continent| view.value(c) * f64::from(c.bonus);
    held.max_by(|(m, a), (n, b)| worth(a).total_cmp(&worth(b)).then(n.cmp(m)))
}

/// Whether a rival's continent is the player's concern.
fn concerns(view: &Situation, holder: &Standing) -> bool {
    let leads = holder.value >= view.me.value || view.game.next_seat(view.state) == holder.seat;
    view.is_target(holder.seat)
        || view.attacking && view.press
        || view.threat.is_none() && view.break_only && leads
}

fn cost(view: &Situation, chain: &Chain, border: Set) -> i32 {
    let guard = if border >> chain.start & 1 == 1 { 2 } else { 0 };
    view.troops(chain.start) - chain.left + guard
}

/// The cheapest way into a continent.
fn cheapest(
    view: &Situation,
    reach: &mut Reach,
    hopeful: bool,
    continent: &Continent,
    border: Set,
) -> Option<Chain> {
    let mut found: Option<Chain> = None;
    for goal in members(continent.members & reach.reached) {
        if reach.joint(goal) + view.hand < 1 {
            continue;
        }
        let prefer = enters_from(view, goal, None);
        let Some(start) = reach.best_start(view, goal, hopeful, |_, _| true, prefer) else { continue };
        let chain = Chain { start, goal, left: reach.row(start).left(goal) };
        if found.is_none_or(|held| cost(view, &chain, border) < cost(view, &held, border)) {
            found = Some(chain);
        }
    }
    found
}

/// Whether the way there costs no more than it brings.
fn pays(
    view: &Situation,
    reach: &Reach,
    continent: &Continent,
    holder: &Standing,
    chain: Chain,
    border: Set,
    rng: &mut Rng,
) -> bool {
    let cost = cost(view, &chain, border);
    if cost <= 3 * continent.bonus + 2 * view.troops(chain.goal) {
        return true;
    }
    let enemy = |owner: usize| owner == holder.seat || owner < 6 && view.is_target(owner);
    let path = reach.row(chain.start).path(chain.start, chain.goal);
    let harm = members(path).map(|t| 1 + if enemy(view.owner(t)) { price(view.troops(t)) } else { 0 });
    let gap = cost - (3 * continent.bonus + harm.sum::<i32>());
    gap <= 0 || view.attacking && rng.below(gap as u32) == 0
}
