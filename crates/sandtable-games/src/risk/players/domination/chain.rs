//! Chains: which armies take which of several goals, and the move that begins it (section 5, "chain plan").

use super::super::super::state::{Set, members};
use super::reach::Reach;
use super::situation::Situation;

/// One army's way.
#[derive(Clone, Copy)]
pub struct Chain {
    pub start: usize,
    /// The first goal on it.
    pub goal: usize,
    /// What is left at its end.
    pub left: i32,
}

/// Who takes what.
#[derive(Clone, Copy, Default)]
pub struct Plan {
    first: Option<Chain>,
    cheapest: Option<Chain>,
    /// Whether all goals are taken.
    pub covers: bool,
}

/// What to do next: put troops on a territory, or attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Place { to: usize, troops: i32 },
    Attack { from: usize, to: usize },
}

impl Plan {
    /// A plan for `goals`, of which chains may begin with those that are `allowed`. `victim` is whom it is about.
    pub fn new(
        view: &Situation,
        reach: &mut Reach,
        hopeful: bool,
        goals: Set,
        victim: Option<usize>,
        allowed: impl Fn(usize) -> bool,
    ) -> Plan {
        let mut plan = Plan::default();
        let (mut taken, mut used): (Set, Set) = (0, 0);
        let mut more = view.hand;
        for goal in reach.ordered(goals, true) {
            if taken >> goal & 1 == 1 || !allowed(goal) {
                continue;
            }
            let fit = |reach: &Reach, start: usize| {
                let (row, joint) = (reach.row(start), reach.joint(goal));
                let able = row.left(goal) + more >= 1 || joint + more >= 2 && view.troops(start) + more >= 4;
                used >> start & 1 == 0 && able && row.path(start, goal) & taken == 0
            };
            let Some(start) = reach.best_start(view, goal, hopeful, fit, enters_from(view, goal, victim))
            else {
                continue;
            };
            let mut left = reach.row(start).left(goal);
            taken |= reach.row(start).path(start, goal);
            used |= 1 << start;
            if left + more >= 3
                && let Some((end, path)) =
                    reach.extend(view, (goal, left), more, hopeful, taken, goals & !taken)
            {
                left = end;
                taken |= path;
            }
            if left < 1 {
                more += left - 1;
            }
            let chain = Chain { start, goal, left };
            plan.first.get_or_insert(chain);
            let cost = |c: &Chain| view.troops(c.start) - c.left;
            if cost(&chain) > 0 && plan.cheapest.is_none_or(|held| cost(&chain) < cost(&held)) {
                plan.cheapest = Some(chain);
            }
        }
        plan.covers = goals & !taken == 0;
        plan
    }

    /// The move that begins it, if one is needed.
    pub fn order(&self, view: &Situation, reach: &Reach) -> Option<Order> {
        let chain = if view.attacking { self.cheapest } else { self.first };
        chain.and_then(|chain| chain.order(view, reach))
    }
}

impl Chain {
    /// The troops that it lacks, or its first battle unless that is hopeless.
    pub fn order(&self, view: &Situation, reach: &Reach) -> Option<Order> {
        let joint = reach.joint(self.goal);
        if !view.attacking {
            let wanted = joint < 1 || self.left < 2;
            return wanted.then_some(Order::Place { to: self.start, troops: 2 - self.left });
        }
        let (from, to) = (self.start, reach.step(self.start, self.goal));
        let hopeless = view.troops(from) < 5 && joint < 1 && view.troops(to) >= view.troops(from);
        (!hopeless).then_some(Order::Attack { from, to })
    }
}

/// Whether an army comes to `to` through land of the victim, or else of the strongest rival.
pub fn enters_from(
    view: &Situation,
    to: usize,
    victim: Option<usize>,
) -> impl Fn(&Reach, usize) -> bool + use<> {
    let victim = victim.or_else(|| view.top().map(|top| top.seat));
    let land = victim.map_or(0, |seat| view.state.owned[seat]);
    move |reach, start| {
        let path = reach.row(start).path(start, to) & !(1 << to);
        members(path & land).any(|t| reach.row(start).leads(t, to))
    }
}
