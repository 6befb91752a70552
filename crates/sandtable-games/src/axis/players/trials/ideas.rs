//! Ideas for each part of a turn: what TripleA's Hard would do, which comes first, what Fast would do, and what differs from that in one thing.

use sandtable_core::{Policy, Rng};

use super::Trials;
use super::roster::{Posting, Roster};
use crate::axis::players::orders::shop;
use crate::axis::players::triplea::campaign::Campaign;
use crate::axis::players::triplea::field::{Armies, Field};
use crate::axis::players::triplea::placement::placement;
use crate::axis::players::triplea::redeployment::Redeployment;
use crate::axis::scenario::Domain;
use crate::axis::{Action, Axis, Part, State};

/// Targets that could be taken with everything at least so often, in percent, are worth a thought.
const THINKABLE: f64 = 50.0;

/// A plan for one part of a turn.
pub struct Idea {
    /// What it is.
    pub words: String,
    /// Its steps.
    pub steps: Vec<Action>,
    /// Who goes where, if it is about that.
    pub posting: Option<Posting>,
    /// What it seems to be worth at the end of the turn; nothing until somebody has looked.
    pub look: f64,
}

/// Adds an idea that is new.
fn add(ideas: &mut Vec<Idea>, words: String, steps: Vec<Action>, posting: Option<Posting>) {
    if !steps.is_empty() && ideas.iter().all(|idea| idea.steps != steps) {
        ideas.push(Idea { words, steps, posting, look: f64::NEG_INFINITY });
    }
}

impl Trials {
    /// What to buy: as TripleA does, or better units of one kind among the cheapest, as many as leave no slot empty, or more.
    pub(super) fn purchases(&mut self, game: &Axis, state: &State, rng: &mut Rng) -> Vec<Idea> {
        let mut ideas = Vec::new();
        for (planner, name) in [(&mut self.hard, "Hard"), (&mut self.fast, "Fast")] {
            let mut steps = Vec::new();
            planner.choose(game, state, rng, &mut steps);
            let end = steps.iter().position(|&s| s == Action::Done(Part::Purchase));
            steps.truncate(end.map_or(steps.len(), |i| i + 1));
            add(&mut ideas, format!("buy as {name}"), steps, None);
        }
        let money = state.money[usize::from(state.mover)];
        let room: u16 = (0..game.provinces() as u16).map(|p| game.room(state, p)).sum();
        let buys = &game.scenario.nations[usize::from(state.mover)].buys;
        let kind = |unit: u8| &game.scenario.units[usize::from(unit)];
        let land = |unit: u8| kind(unit).fights() && kind(unit).domain == Domain::Land;
        let fodder = buys.iter().filter(|(u, p)| land(*u) && *p > 0).min_by_key(|(_, price)| *price);
        let Some(&(basic, price)) = fodder else { return ideas };
        for &(unit, cost) in buys.iter().filter(|(u, p)| kind(*u).fights() && *p >= price) {
            let all = (money / price).min(room);
            let spare = money - all * price;
            let most = (money / cost).min(room);
            let full = spare.checked_div(cost - price).map_or(all, |n| n.min(all)).min(most);
            for count in [full, full + 1, full.midpoint(most)] {
                let count = count.min(most);
                let rest = ((money - count * cost) / price).min(room - count);
                let wanted = |u: u8| if u == unit { count } else { 0 } + if u == basic { rest } else { 0 };
                let mut steps = Vec::new();
                shop(game, state, wanted, &mut steps);
                let name = |unit: u8| &kind(unit).name;
                add(&mut ideas, format!("buy {count} {}, {rest} {}", name(unit), name(basic)), steps, None);
            }
        }
        ideas
    }

    /// What to attack: as TripleA does, one target more or less, one alone, or nothing.
    pub(super) fn attacks(&mut self, game: &Axis, state: &State) -> (Vec<Idea>, Roster) {
        let (mut ideas, armies, orders) =
            (Vec::new(), Armies::new(game, state, state.mover), &mut self.orders);
        let field = |atlas| Field { game, state, me: state.mover, atlas, armies: &armies };
        let mut campaign = Campaign::plan(field(&self.hard.atlas), &mut self.hard.judge);
        let roster = Roster::attacks(&campaign);
        let mut take = |words: String, campaign: &Campaign| {
            let mut steps = Vec::new();
            campaign.write(orders);
            orders.write(game, state, &mut steps);
            add(&mut ideas, words, steps, Some(roster.campaign(campaign)));
        };
        take("attack as Hard".into(), &campaign);
        let list = campaign.list.clone();
        for i in 0..campaign.targets.len() {
            let name = &game.scenario.provinces[usize::from(campaign.targets[i].at)].name;
            if list.contains(&i) {
                let others: Vec<usize> = list.iter().copied().filter(|&j| j != i).collect();
                campaign.attack(&others);
                take(format!("leave {name} alone"), &campaign);
                continue;
            }
            let force = campaign.everything(i);
            if campaign.judge.attacking(&force, &campaign.targets[i].defenders).win >= THINKABLE {
                let more: Vec<usize> = [i].into_iter().chain(list.iter().copied()).collect();
                campaign.attack(&more);
                take(format!("attack {name} too"), &campaign);
                campaign.attack(&[i]);
                take(format!("attack {name} only"), &campaign);
            }
        }
        campaign.attack(&list);
        take("attack as Hard, with all".into(), &campaign);
        campaign.attack(&[]);
        take("attack nothing".into(), &campaign);
        take("attack as Fast".into(), &Campaign::plan(field(&self.fast.atlas), &mut self.fast.judge));
        (ideas, roster)
    }

    /// Where to go after the battles: as TripleA does, with one province given up or held, all to one place, or nowhere.
    pub(super) fn moves(&mut self, game: &Axis, state: &State) -> (Vec<Idea>, Roster) {
        let (mut ideas, armies, orders) =
            (Vec::new(), Armies::new(game, state, state.mover), &mut self.orders);
        let field = |atlas| Field { game, state, me: state.mover, atlas, armies: &armies };
        let (hard, judge) = (field(&self.hard.atlas), &mut self.hard.judge);
        let new = placement(hard, judge);
        let plan = Redeployment::plan(hard, judge, &new);
        let roster = Roster::moves(&plan);
        let mut take = |words: String, plan: &Redeployment| {
            let mut steps = Vec::new();
            plan.write(orders);
            orders.write(game, state, &mut steps);
            add(&mut ideas, words, steps, Some(roster.redeployment(plan)));
        };
        take("move as Hard".into(), &plan);
        let posts: Vec<(u16, bool)> = plan.posts.iter().map(|p| (p.at, p.hold)).collect();
        for (at, hold) in posts {
            let name = &game.scenario.provinces[usize::from(at)].name;
            let other = Redeployment::plan_with(hard, judge, &new, Some((at, !hold)));
            take(format!("{} {name}", if hold { "give up" } else { "hold" }), &other);
            let mut other = Redeployment::plan(hard, judge, &new);
            other.gather(at);
            take(format!("all to {name}"), &other);
        }
        let mut still = Redeployment::plan(hard, judge, &new);
        still.halt();
        take("all units stay".into(), &still);
        let fast = Redeployment::plan(field(&self.fast.atlas), &mut self.fast.judge, &new);
        take("move as Fast".into(), &fast);
        (ideas, roster)
    }
}
