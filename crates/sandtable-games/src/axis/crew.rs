//! Turns of Axis & Allies as one decision per unit, for planners that give every unit a mind of its own.
//!
//! Before the battles a unit stays, attacks what it can reach, or will go to a friendly province after them; after the battles
//! those that did not move decide again. Purchases fill the factories' places with infantry and put what is left into tanks;
//! battles are fought out; planes that fought land where most land units stand.

use sandtable_core::{Crew, Game, Rng, Seat};

use super::players::land::{distances, land_planes};
use super::players::orders::Orders;
use super::scenario::Domain;
use super::{Action, Axis, NOBODY, Phase, State};

/// The powers of armies and incomes in the chance to win, as in the `strength` evaluation.
const ARMY: f64 = 6.0;
const INCOME: f64 = 1.5;
/// Added to both, so that a last unit does not decide everything.
const SOME: f64 = 5.0;
/// What a province closer to the enemy's capital is worth, for the mean of an army.
const MARCH: f64 = 0.1;
/// What an enemy that could strike costs: the part of what it would destroy that counts.
const THREAT: f64 = 0.5;
/// Like units that stand together decide in so many groups: forces that are split are forces that lose.
const GROUPS: u16 = 2;
/// The logit of a game that is won.
const WON: f64 = 12.0;

/// The units of one decision, and what was planned for after the battles.
#[derive(Default)]
pub struct Units {
    seat: u8,
    /// The logit of winning at the decision.
    base: f64,
    /// For each group: its kind, where it stands, where its targets begin, and how many units it has.
    units: Vec<(u8, u16, usize, u16)>,
    /// Targets: where, and whether it is an attack.
    targets: Vec<(u16, bool)>,
    /// The state for which this was worked out.
    known: Option<State>,
    attacks: Orders,
    later: Orders,
    far: [Vec<u16>; 2],
    steps: Vec<Action>,
}

impl Units {
    fn list(&mut self, game: &Axis, state: &State) {
        if self.known.as_ref() == Some(state) {
            return;
        }
        self.units.clear();
        self.targets.clear();
        let before = state.phase == Phase::Combat;
        for from in 0..game.provinces() as u16 {
            for (k, unit) in game.scenario.units.iter().enumerate() {
                let count = game.ready(state, from, k as u8);
                if count == 0 || unit.movement == 0 || !unit.fights() {
                    continue;
                }
                let first = self.targets.len();
                match unit.domain {
                    Domain::Land => {
                        if before {
                            let targets = &mut self.targets;
                            game.march(state, from, unit.movement, true, |to, _, _| targets.push((to, true)));
                        }
                        let targets = &mut self.targets;
                        game.march(state, from, unit.movement, false, |to, _, _| targets.push((to, false)));
                    }
                    Domain::Air if before => {
                        let all = 0..game.provinces() as u16;
                        let strikes = all.filter(|&to| game.strikes(state, k as u8, from, to));
                        self.targets.extend(strikes.map(|to| (to, true)));
                    }
                    _ => {}
                }
                if self.targets.len() > first {
                    let groups = count.min(GROUPS);
                    let size = |group: u16| (count + group) / groups;
                    self.units.extend((0..groups).map(|group| (k as u8, from, first, size(group))));
                }
            }
        }
        self.known = Some(state.clone());
    }

    /// How many options a unit has besides staying.
    fn width(&self, unit: usize) -> usize {
        let first = self.units[unit].2;
        let next = self.units[unit..].iter().map(|u| u.2).find(|&start| start != first);
        next.unwrap_or(self.targets.len()) - first
    }

    /// The logit of winning: ratios of armies and incomes, how far the army has come, and what is exposed.
    fn logit(&mut self, game: &Axis, state: &State) -> f64 {
        let ours = |nation: u8| game.allied(nation, self.seat);
        if state.phase == Phase::Over {
            let payoff = game.payoff(state);
            return WON * (2.0 * payoff.values()[usize::from(self.seat)] - 1.0);
        }
        let (mut army, mut income) = ([SOME; 2], [SOME; 2]);
        let (mut cost, mut way) = ([0.0; 2], [0.0; 2]);
        for nation in 0..game.nations() as u8 {
            let side = usize::from(!ours(nation));
            army[side] += f64::from(state.money[usize::from(nation)]);
            income[side] += f64::from(game.income(state, nation));
            for at in 0..game.provinces() as u16 {
                let counts = game.counts(state, at, nation).iter().zip(&game.scenario.units);
                let sum: f64 =
                    counts.filter(|(_, u)| u.fights()).map(|(&c, u)| f64::from(c) * f64::from(u.cost)).sum();
                army[side] += sum;
                cost[side] += sum;
                way[side] += sum * f64::from(self.far[side][usize::from(at)].min(20));
            }
        }
        let mean = |side: usize| if cost[side] > 0.0 { way[side] / cost[side] } else { 0.0 };
        let exposed = self.exposed(game, state);
        ARMY * ((army[0] - THREAT * exposed).max(SOME) / army[1]).ln() + INCOME * (income[0] / income[1]).ln()
            - MARCH * mean(0)
    }

    /// What the enemy's units next to each own province could destroy or take there, less what it would cost them: the sum of
    /// what is worth their while.
    fn exposed(&self, game: &Axis, state: &State) -> f64 {
        let mut sum = 0.0;
        for at in (0..game.provinces() as u16).filter(|&p| game.land(p)) {
            let owner = state.owner[usize::from(at)];
            if owner == NOBODY || !game.allied(owner, self.seat) {
                continue;
            }
            let (mut attack, mut attackers, mut defence, mut worth) = (0.0, 0.0, 0.0, 0.0);
            for nation in 0..game.nations() as u8 {
                let force = |p: u16, own: bool| {
                    let counts = game.counts(state, p, nation).iter().zip(&game.scenario.units);
                    let (mut power, mut hits, mut cost) = (0.0, 0.0, 0.0);
                    for (&count, unit) in counts.filter(|(c, u)| **c > 0 && u.fights()) {
                        let n = f64::from(count);
                        power += n * f64::from(if own { unit.defence } else { unit.attack });
                        hits += n * f64::from(unit.hits);
                        cost += n * f64::from(unit.cost);
                    }
                    (power, hits, cost)
                };
                if game.allied(nation, self.seat) {
                    let (power, hits, cost) = force(at, true);
                    defence += power * hits;
                    worth += cost;
                } else {
                    for &p in game.land_ways(at) {
                        let (power, hits, _) = force(p, false);
                        attack += power;
                        attackers += hits;
                    }
                }
            }
            // Strength is power times endurance, as in Lanchester's square law.
            let attack = attack * attackers;
            if attack > 0.0 {
                let odds = attack * attack / (attack * attack + defence * defence);
                let land = f64::from(game.scenario.provinces[usize::from(at)].worth);
                let capital = game.scenario.provinces[usize::from(at)].capital == Some(self.seat);
                sum += odds * odds * (worth + 2.0 * land + if capital { 60.0 } else { 0.0 });
            }
        }
        sum
    }

    fn purchase(&self, game: &Axis, state: &State, plan: &mut Vec<Action>) {
        let buys = &game.scenario.nations[usize::from(state.mover)].buys;
        let land = |unit: u8| {
            let kind = &game.scenario.units[usize::from(unit)];
            kind.domain == Domain::Land && kind.fights()
        };
        let room: u32 = (0..game.provinces() as u16).map(|p| u32::from(game.room(state, p))).sum();
        let money = u32::from(state.money[usize::from(state.mover)]);
        let cheap =
            buys.iter().enumerate().filter(|(_, (u, _))| land(*u)).min_by_key(|(_, (_, price))| *price);
        let strong =
            buys.iter().enumerate().filter(|(_, (u, _))| land(*u)).max_by_key(|(_, (_, price))| *price);
        if let (Some((c, &(infantry, low))), Some((s, &(tank, high)))) = (cheap, strong) {
            let count = room.min(money / u32::from(low.max(1)));
            let extra = u32::from(high.saturating_sub(low));
            let left = money - count * u32::from(low);
            let tanks = left.checked_div(extra).map_or(0, |tanks| tanks.min(count));
            let mut orders = [(c, infantry, count - tanks), (s, tank, tanks)];
            orders.sort_unstable();
            let some = orders.into_iter().filter(|(_, _, n)| *n > 0);
            plan.extend(some.map(|(_, unit, n)| Action::Buy { unit, count: n as u16 }));
        }
        plan.push(Action::Done);
    }

    /// As many as go where the enemy's capital is nearest.
    fn place(&mut self, game: &Axis, state: &State, plan: &mut Vec<Action>) {
        self.steps.clear();
        game.actions(state, &mut self.steps);
        let far = &self.far[0];
        let best = self.steps.iter().max_by_key(|a| match **a {
            Action::Place { at, count, .. } => {
                let way = far.get(usize::from(at)).copied().unwrap_or(0);
                (count, u16::MAX - way)
            }
            _ => (0, 0),
        });
        plan.extend(best);
    }
}

impl Crew<Axis> for Units {
    fn begin(&mut self, game: &Axis, state: &State, seat: Seat) {
        self.seat = seat as u8;
        self.known = None;
        self.later.clear();
        let capitals = |own: bool| -> Vec<u16> {
            let all = game.scenario.provinces.iter().enumerate();
            let of = all.filter(|(_, p)| p.capital.is_some_and(|n| game.allied(n, self.seat) == own));
            of.map(|(at, _)| at as u16).collect()
        };
        self.far = [distances(game, &capitals(false)), distances(game, &capitals(true))];
        self.base = self.logit(game, state);
    }

    fn decides(&self, game: &Axis, state: &State) -> bool {
        match state.phase {
            Phase::Combat => true,
            Phase::Redeploy => game.airborne(state).is_none(),
            _ => false,
        }
    }

    fn options(&mut self, game: &Axis, state: &State, out: &mut Vec<u16>) {
        self.list(game, state);
        out.extend((0..self.units.len()).map(|unit| 1 + self.width(unit) as u16));
    }

    fn plan(&mut self, game: &Axis, state: &State, choices: &[u16], plan: &mut Vec<Action>) {
        self.list(game, state);
        self.attacks.clear();
        self.later.clear();
        for (&(kind, from, first, count), &choice) in self.units.iter().zip(choices).filter(|(_, c)| **c > 0)
        {
            let (to, attack) = self.targets[first + usize::from(choice) - 1];
            let orders = if attack { &mut self.attacks } else { &mut self.later };
            orders.add(kind, count, from, to, false);
        }
        match state.phase {
            Phase::Combat => self.attacks.write(plan),
            _ => {
                self.later.write(plan);
                self.later.clear();
            }
        }
    }

    fn rest(&mut self, game: &Axis, state: &State, _rng: &mut Rng, plan: &mut Vec<Action>) {
        match state.phase {
            Phase::Purchase { .. } => self.purchase(game, state, plan),
            Phase::Decide { .. } => {
                self.steps.clear();
                game.actions(state, &mut self.steps);
                plan.push(self.steps[0]);
            }
            Phase::Redeploy if land_planes(game, state, plan) => {}
            Phase::Redeploy => {
                self.later.write(plan);
                self.later.clear();
            }
            _ => self.place(game, state, plan),
        }
    }

    fn feedback(&mut self, game: &Axis, state: &State) -> f64 {
        let logit = self.logit(game, state);
        1.0 / (1.0 + (self.base - logit).exp())
    }
}
