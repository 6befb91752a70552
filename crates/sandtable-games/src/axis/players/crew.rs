//! Turns of Axis & Allies as one decision per unit, for planners that give every unit a mind of its own.
//!
//! Before the battles a unit stays, attacks what it can reach, or will go to a friendly province after them; after the battles
//! those that did not move decide again. Purchases fill the factories' places with infantry and put what is left into tanks;
//! battles are fought out; planes that fought land where most land units stand.

use sandtable_core::{Crew, Game, Rng, Seat, Value};

use super::land::{distances, land_planes};
use super::orders::{Orders, shop};
use super::tactics::search::Search;
use super::tactics::sketch::{Board, Sketch};
use super::tactics::value::{LEARNED, LOGIT};
use crate::axis::eval::Strength;
use crate::axis::march::March;
use crate::axis::scenario::Domain;
use crate::axis::{Action, Axis, Part, Phase, State};

/// What a province closer to the enemy's capital is worth in the logit of winning, for the mean of an army.
const MARCH: f64 = 0.1;
/// Like units that stand together decide in so many groups: forces that are split are forces that lose.
const GROUPS: u16 = 2;
/// The logit of a game that is won.
const WON: f64 = 12.0;

/// The units of one decision, and what was planned for after the battles.
pub struct Units {
    seat: u8,
    /// What `staff` knows of positions, where it can play.
    search: Option<Search>,
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
    /// How far each province is from the enemy's capitals.
    far: Vec<u16>,
    steps: Vec<Action>,
}

impl Units {
    /// For a game; nothing is planned yet.
    pub fn new(game: &Axis) -> Units {
        Units {
            seat: 0,
            search: Board::new(game).map(|board| {
                let mut search = Search::new(board, LEARNED, true, true);
                search.begin(1);
                search
            }),
            base: 0.0,
            units: Vec::new(),
            targets: Vec::new(),
            known: None,
            attacks: Orders::default(),
            later: Orders::default(),
            far: Vec::new(),
            steps: Vec::new(),
        }
    }

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
                            game.march(state, from, unit.movement, March::Attack, |to, _| {
                                targets.push((to, true))
                            });
                        }
                        let targets = &mut self.targets;
                        game.march(state, from, unit.movement, March::Redeploy, |to, _| {
                            targets.push((to, false))
                        });
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

    /// The logit of winning: what `staff` makes of the position if the nation that is to move fights its best battles at once, and how far the
    /// army has come. Where `staff` cannot play, what armies and incomes say.
    fn logit(&mut self, game: &Axis, state: &State) -> f64 {
        let seat = usize::from(self.seat);
        if state.phase == Phase::Over {
            return WON * (2.0 * game.payoff(state).values()[seat] - 1.0);
        }
        let value = match &mut self.search {
            Some(search) => {
                search.board.survey(game, state);
                let mut sketch = Sketch::of(game, &search.board, state);
                let bought = state.bought.iter().zip(&game.scenario.units);
                sketch.money[usize::from(state.mover)] +=
                    bought.map(|(&count, unit)| f32::from(count) * f32::from(unit.cost)).sum::<f32>();
                let value = f64::from(search.outlook(&sketch) / LOGIT);
                if sketch.side == self.seat { value } else { -value }
            }
            None => {
                let share = Strength.value(game, state).values()[seat].clamp(1e-6, 1.0 - 1e-6);
                (share / (1.0 - share)).ln()
            }
        };
        value.clamp(-WON, WON) - MARCH * self.way(game, state)
    }

    /// How far the own units are from the enemy's capitals, on the mean of their cost.
    fn way(&self, game: &Axis, state: &State) -> f64 {
        let (mut cost, mut way) = (0.0, 0.0);
        for at in 0..game.provinces() as u16 {
            let counts = game.counts(state, at, self.seat).iter().zip(&game.scenario.units);
            let sum: f64 =
                counts.filter(|(_, u)| u.fights()).map(|(&c, u)| f64::from(c) * f64::from(u.cost)).sum();
            cost += sum;
            way += sum * f64::from(self.far[usize::from(at)].min(20));
        }
        if cost > 0.0 { way / cost } else { 0.0 }
    }

    fn purchase(&self, game: &Axis, state: &State, plan: &mut Vec<Action>) {
        let buys = &game.scenario.nations[usize::from(state.mover)].buys;
        let land = |unit: u8| {
            let kind = &game.scenario.units[usize::from(unit)];
            kind.domain == Domain::Land && kind.fights()
        };
        let room: u32 = (0..game.provinces() as u16).map(|p| u32::from(game.room(state, p))).sum();
        let money = u32::from(state.money[usize::from(state.mover)]);
        let cheap = buys.iter().filter(|(u, _)| land(*u)).min_by_key(|(_, price)| *price);
        let strong = buys.iter().filter(|(u, _)| land(*u)).max_by_key(|(_, price)| *price);
        if let (Some(&(infantry, low)), Some(&(tank, high))) = (cheap, strong) {
            let count = room.min(money / u32::from(low.max(1)));
            let extra = u32::from(high.saturating_sub(low));
            let left = money - count * u32::from(low);
            let tanks = left.checked_div(extra).map_or(0, |tanks| tanks.min(count));
            let number = |unit: u8| {
                let basic = if unit == infantry { count - tanks } else { 0 };
                (basic + if unit == tank { tanks } else { 0 }) as u16
            };
            return shop(game, state, number, plan);
        }
        plan.push(Action::Done(Part::Purchase));
    }

    /// As many as go where the enemy's capital is nearest.
    fn place(&mut self, game: &Axis, state: &State, plan: &mut Vec<Action>) {
        self.steps.clear();
        game.actions(state, &mut self.steps);
        let far = &self.far;
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
        let provinces = game.scenario.provinces.iter().enumerate();
        let hostile = provinces.filter(|(_, p)| p.capital.is_some_and(|n| !game.allied(n, self.seat)));
        let capitals: Vec<u16> = hostile.map(|(at, _)| at as u16).collect();
        self.far = distances(game, &capitals);
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
            Phase::Combat => self.attacks.write(game, state, plan),
            _ => {
                self.later.write(game, state, plan);
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
                self.later.write(game, state, plan);
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
