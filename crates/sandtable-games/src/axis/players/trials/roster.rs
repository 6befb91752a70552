//! The units that a part of a turn can send somewhere, where each can go, and where a plan has them go: what changes when a few go elsewhere.

use crate::axis::players::orders::Orders;
use crate::axis::players::triplea::campaign::Campaign;
use crate::axis::players::triplea::redeployment::Redeployment;
use crate::axis::{Action, Axis, State};

/// As many units as this are also sent by half.
const DIVIDED: u16 = 4;

/// Where units can go: province by province, and whether they bomb there.
#[derive(Clone, PartialEq)]
struct Way {
    legs: Vec<u16>,
    raid: bool,
}

impl Way {
    fn end(&self) -> u16 {
        *self.legs.last().expect("a way leads somewhere")
    }
}

/// Units that are alike: kind, place and ways.
struct Group {
    from: u16,
    kind: u8,
    count: u16,
    ways: Vec<Way>,
    /// Whether they can stay where they are.
    stays: bool,
    marches: bool,
}

/// Units and their ways.
pub struct Roster {
    groups: Vec<Group>,
}

/// How many units of each group go which way; the others stay.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Posting(Vec<Vec<u16>>);

/// Some units of one province that go elsewhere.
#[derive(Clone, Copy)]
pub struct Change {
    from: u16,
    /// All that march if nothing is said.
    kind: Option<u8>,
    count: u16,
    to: Option<u16>,
}

impl Change {
    /// In words.
    pub fn words(&self, game: &Axis) -> String {
        let place = |p: u16| &game.scenario.provinces[usize::from(p)].name;
        let who = match self.kind {
            Some(kind) => format!("{} {}", self.count, game.scenario.units[usize::from(kind)].name),
            None => "all".into(),
        };
        match self.to {
            Some(to) => format!("{who} from {} to {}", place(self.from), place(to)),
            None => format!("{who} stay in {}", place(self.from)),
        }
    }
}

impl Roster {
    /// Who can attack what.
    pub fn attacks(campaign: &Campaign) -> Roster {
        let game = campaign.field.game;
        let mut groups: Vec<Group> = Vec::new();
        let mut last = usize::MAX;
        for s in &campaign.soldiers {
            if s.group != last {
                let way = |&i: &usize| Way { legs: campaign.legs(s, campaign.targets[i].at), raid: false };
                groups.push(Group {
                    from: s.from,
                    kind: s.kind as u8,
                    count: 0,
                    ways: campaign.options[s.group].iter().map(way).collect(),
                    stays: true,
                    marches: !game.flies(s.kind as u8),
                });
                last = s.group;
            }
            let group = groups.last_mut().expect("it was just made");
            group.count += 1;
            if let Some(to) = s.raids {
                let way = Way { legs: vec![to], raid: true };
                if !group.ways.contains(&way) {
                    group.ways.push(way);
                }
            }
        }
        Roster { groups }
    }

    /// Where the soldiers of a campaign go.
    pub fn campaign(&self, campaign: &Campaign) -> Posting {
        let mut posting = self.nobody();
        let (mut g, mut last) = (0, campaign.soldiers.first().map_or(0, |s| s.group));
        for s in &campaign.soldiers {
            (g, last) = (if s.group == last { g } else { g + 1 }, s.group);
            let (to, raid) = match (s.raids, s.goes) {
                (Some(to), _) => (to, true),
                (None, Some(i)) => (campaign.targets[i].at, false),
                _ => continue,
            };
            posting.send(self, g, to, raid);
        }
        posting
    }

    /// Who can go where after the battles.
    pub fn moves(plan: &Redeployment) -> Roster {
        let mut groups: Vec<Group> = Vec::new();
        let mut last = usize::MAX;
        for m in &plan.movers {
            if m.group != last {
                let posts = plan.options[m.group].iter().map(|&i| plan.posts[i].at);
                let unit = &plan.field.game.scenario.units[m.kind];
                groups.push(Group {
                    from: m.from,
                    kind: m.kind as u8,
                    count: 0,
                    stays: posts.clone().any(|p| p == m.from),
                    ways: posts
                        .filter(|&p| p != m.from)
                        .map(|p| Way { legs: vec![p], raid: false })
                        .collect(),
                    marches: unit.fights() && !plan.field.game.flies(m.kind as u8),
                });
                last = m.group;
            }
            groups.last_mut().expect("it was just made").count += 1;
        }
        Roster { groups }
    }

    /// Where the movers of a redeployment go.
    pub fn redeployment(&self, plan: &Redeployment) -> Posting {
        let mut posting = self.nobody();
        let (mut g, mut last) = (0, plan.movers.first().map_or(0, |m| m.group));
        for m in &plan.movers {
            (g, last) = (if m.group == last { g } else { g + 1 }, m.group);
            if let Some(to) = m.goes.map(|i| plan.posts[i].at) {
                posting.send(self, g, to, false);
            }
        }
        posting
    }

    fn nobody(&self) -> Posting {
        Posting(self.groups.iter().map(|g| vec![0; g.ways.len()]).collect())
    }

    /// A posting as steps.
    pub fn steps(&self, game: &Axis, state: &State, posting: &Posting, orders: &mut Orders) -> Vec<Action> {
        orders.clear();
        for (group, counts) in self.groups.iter().zip(&posting.0) {
            for (way, &count) in group.ways.iter().zip(counts) {
                let mut from = group.from;
                for &leg in &way.legs {
                    orders.add(group.kind, count, from, leg, way.raid);
                    from = leg;
                }
            }
        }
        let mut steps = Vec::new();
        orders.write(game, state, &mut steps);
        steps
    }

    /// All postings in which one, half or all units of a group that do the same do something else, or all that march from a province.
    pub fn changes(&self, posting: &Posting) -> Vec<(Change, Posting)> {
        let mut changes = Vec::new();
        for (g, group) in self.groups.iter().enumerate() {
            for now in self.places(g) {
                let n = posting.at(self, g, now);
                for then in self.places(g).filter(|&then| then != now && n > 0) {
                    let sizes = [n, if n >= DIVIDED { n / 2 } else { 0 }, u16::from(n > 1)];
                    for count in sizes.into_iter().filter(|&count| count > 0) {
                        let mut other = posting.clone();
                        other.shift(g, now, then, count);
                        let to = then.map(|w| group.ways[w].end());
                        let change = Change { from: group.from, kind: Some(group.kind), count, to };
                        changes.push((change, other));
                    }
                }
            }
        }
        self.marches(posting, &mut changes);
        changes
    }

    /// All that march from one province and do the same do something else.
    fn marches(&self, posting: &Posting, changes: &mut Vec<(Change, Posting)>) {
        let mut froms: Vec<u16> = self.groups.iter().filter(|g| g.marches).map(|g| g.from).collect();
        froms.dedup();
        for from in froms {
            let mine =
                || (0..self.groups.len()).filter(|&g| self.groups[g].from == from && self.groups[g].marches);
            let mut ends: Vec<Option<u16>> = vec![None];
            mine().flat_map(|g| &self.groups[g].ways).for_each(|way| {
                if !ends.contains(&Some(way.end())) {
                    ends.push(Some(way.end()));
                }
            });
            for &now in &ends {
                for &then in ends.iter().filter(|&&then| then != now) {
                    let (mut other, mut kinds, mut count) = (posting.clone(), 0, 0);
                    for g in mine() {
                        let (Some(a), Some(b)) = (self.find(g, now), self.find(g, then)) else { continue };
                        let n = posting.at(self, g, a);
                        kinds += u16::from(n > 0);
                        count += n;
                        other.shift(g, a, b, n);
                    }
                    if kinds > 1 {
                        changes.push((Change { from, kind: None, count, to: then }, other));
                    }
                }
            }
        }
    }

    /// What a group can do: stay, or go one of its ways.
    fn places(&self, g: usize) -> impl Iterator<Item = Option<usize>> + use<> {
        let ways = self.groups[g].ways.len();
        let stay = self.groups[g].stays.then_some(None);
        stay.into_iter().chain((0..ways).map(Some))
    }

    /// The way of a group that ends somewhere.
    fn find(&self, g: usize, end: Option<u16>) -> Option<Option<usize>> {
        match end {
            None => self.groups[g].stays.then_some(None),
            Some(end) => self.groups[g].ways.iter().position(|w| w.end() == end && !w.raid).map(Some),
        }
    }
}

impl Posting {
    fn send(&mut self, roster: &Roster, g: usize, to: u16, raid: bool) {
        let ways = &roster.groups[g].ways;
        if let Some(w) = ways.iter().position(|way| way.end() == to && way.raid == raid) {
            self.0[g][w] += 1;
        }
    }

    /// How many units of a group do something.
    fn at(&self, roster: &Roster, g: usize, place: Option<usize>) -> u16 {
        match place {
            Some(way) => self.0[g][way],
            None => roster.groups[g].count - self.0[g].iter().sum::<u16>(),
        }
    }

    fn shift(&mut self, g: usize, now: Option<usize>, then: Option<usize>, count: u16) {
        now.iter().for_each(|&w| self.0[g][w] -= count);
        then.iter().for_each(|&w| self.0[g][w] += count);
    }
}

#[cfg(test)]
mod tests {
    use sandtable_core::plan::carry_out;
    use sandtable_core::{Game, Policy, Rng, Stream, Turn};

    use super::{Posting, Roster};
    use crate::axis::battle::Losses;
    use crate::axis::players::orders::Orders;
    use crate::axis::players::triplea::campaign::Campaign;
    use crate::axis::players::triplea::field::{Armies, Field};
    use crate::axis::players::triplea::placement::placement;
    use crate::axis::players::triplea::redeployment::Redeployment;
    use crate::axis::players::triplea::{Odds, Planner};
    use crate::axis::{Action, Axis, Phase, State, open};

    /// The roster of a position, where the planner sends its units, and the steps that it writes for that.
    fn plans(game: &Axis, state: &State, planner: &mut Planner) -> (Roster, Posting, Vec<Action>) {
        let armies = Armies::new(game, state, state.mover);
        let field = Field { game, state, me: state.mover, atlas: &planner.atlas, armies: &armies };
        let (mut orders, mut steps) = (Orders::default(), Vec::new());
        let (roster, posting) = if state.phase == Phase::Combat {
            let campaign = Campaign::plan(field, &mut planner.judge);
            campaign.write(&mut orders);
            let roster = Roster::attacks(&campaign);
            let posting = roster.campaign(&campaign);
            (roster, posting)
        } else {
            let new = placement(field, &mut planner.judge);
            let plan = Redeployment::plan(field, &mut planner.judge, &new);
            plan.write(&mut orders);
            let roster = Roster::moves(&plan);
            let posting = roster.redeployment(&plan);
            (roster, posting)
        };
        orders.write(game, state, &mut steps);
        (roster, posting, steps)
    }

    #[test]
    fn postings_say_what_the_planner_says_and_changes_are_others_that_can_be_carried_out() {
        let game = Axis::new("minimap", open("minimap").unwrap(), Losses::Power).unwrap();
        let mut planner = Planner::new(&game, Odds::Strengths);
        let (mut rng, mut state) = (Rng::new(3, 0, Stream::World), game.start());
        let (mut looked, mut plan) = (0, Vec::new());
        while looked < 24 && game.turn(&state) != Turn::Over {
            if game.turn(&state) == Turn::Chance {
                let chance = game.sample(&state, &mut rng);
                game.resolve(&mut state, chance);
                continue;
            }
            if matches!(state.phase, Phase::Combat | Phase::Redeploy) {
                looked += 1;
                let (roster, posting, steps) = plans(&game, &state, &mut planner);
                let mut orders = Orders::default();
                assert_eq!(roster.steps(&game, &state, &posting, &mut orders), steps);
                let changes = roster.changes(&posting);
                assert!(!changes.is_empty());
                for (change, other) in changes {
                    let words = change.words(&game);
                    assert!(other != posting, "{words}");
                    let sent = |p: &Posting| p.0.iter().map(|ways| ways.iter().sum()).collect::<Vec<u16>>();
                    let enough = sent(&other).iter().zip(&roster.groups).all(|(n, g)| *n <= g.count);
                    assert!(enough, "{words}");
                    let steps = roster.steps(&game, &state, &other, &mut orders);
                    let mut next = state.clone();
                    carry_out(&game, &mut next, &steps, |_, _| ());
                    assert!(next != state, "{words}: {steps:?}");
                }
            }
            // The turn goes on part by part, so that attacks are looked at too.
            plan.clear();
            planner.choose(&game, &state, &mut rng, &mut plan);
            let part = plan.iter().position(|step| matches!(step, Action::Done(_)));
            plan.truncate(part.map_or(plan.len(), |i| i + 1));
            carry_out(&game, &mut state, &plan, |_, _| ());
        }
        assert_eq!(looked, 24);
    }
}
