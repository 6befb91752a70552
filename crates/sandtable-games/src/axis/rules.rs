//! The rules on one scenario: what they know beforehand, and the [`Game`] they are.

use std::sync::OnceLock;

use sandtable_core::{BadInput, Dist, Game, GameInfo, Illegal, Layout, Payoff, Rng, Seat, SeatInfo, Turn};

use super::battle::{Losses, Side, order};
use super::flight::FAR;
use super::scenario::{Domain, Scenario, Terrain, Victory};
use super::state::{Action, Chance, NOBODY, Part, Phase, State};
use super::{rank, scene};

/// Axis & Allies on one scenario.
pub struct Axis {
    /// The scenario.
    pub scenario: Scenario,
    pub(super) info: GameInfo,
    /// Distances for planes, province by province.
    air: Vec<u8>,
    /// The land neighbours of each province.
    pub(super) land_neighbours: Vec<Vec<u16>>,
    /// The kinds that are flak.
    pub(super) flak: Vec<u8>,
    /// The kinds that are factories.
    works: Vec<u8>,
    /// In which order kinds are lost, in attack and in defence.
    pub(super) orders: [Vec<u8>; 2],
    /// The order as it was asked for.
    pub(super) losses: Losses,
    /// The position at the start.
    begin: State,
    /// Where the provinces are, once somebody has asked: large maps take a second to lay out.
    picture: OnceLock<Layout>,
}

impl Axis {
    /// The rules for a scenario. `losses` is the order in which both sides lose units.
    pub fn new(name: &str, scenario: Scenario, losses: Losses) -> Result<Axis, BadInput> {
        if let Some(first) = scenario.unplayable.first() {
            let more = match scenario.unplayable.len() {
                1 => String::new(),
                n => format!(" (and {} more)", n - 1),
            };
            return Err(BadInput::new(format!("{name}: this map cannot be played yet: {first}{more}")));
        }
        if let Some(unit) = scenario.units.iter().find(|u| !u.fights() && u.domain != Domain::Land) {
            let what = if unit.flak { "a gun" } else { "a factory" };
            return Err(BadInput::new(format!("{name}: '{}' is {what}: expected a land unit", unit.name)));
        }
        let n = scenario.provinces.len();
        let flyable: Vec<bool> =
            scenario.provinces.iter().map(|p| p.terrain != Terrain::Impassable).collect();
        let mut air = vec![FAR; n * n];
        for from in 0..n {
            let row = &mut air[from * n..(from + 1) * n];
            row[from] = 0;
            let mut queue = std::collections::VecDeque::from([from]);
            while let Some(p) = queue.pop_front() {
                for q in scenario.provinces[p].neighbours.iter().map(|&q| usize::from(q)) {
                    if flyable[q] && row[q] == FAR {
                        row[q] = row[p].saturating_add(1);
                        queue.push_back(q);
                    }
                }
            }
        }
        let is_land = |p: usize| scenario.provinces[p].terrain == Terrain::Land;
        let land_neighbours = (0..n)
            .map(|p| {
                let all = scenario.provinces[p].neighbours.iter().copied();
                all.filter(|&q| is_land(p) && is_land(usize::from(q))).collect()
            })
            .collect();
        let kinds = scenario.units.len();
        let nations = scenario.nations.len();
        let mut begin = State {
            owner: scenario.provinces.iter().map(|p| p.owner.unwrap_or(NOBODY)).collect(),
            units: vec![0; n * (nations + 1) * kinds],
            money: scenario.nations.iter().map(|n| n.money).collect(),
            round: 1,
            mover: 0,
            phase: Phase::Over,
            after: None,
            sorties: Vec::new(),
            raids: Vec::new(),
            moved: Vec::new(),
            taken: Vec::new(),
            came: Vec::new(),
            bought: vec![0; kinds],
            placed: Vec::new(),
            hurt: (0, 0),
            held: false,
        };
        for stack in &scenario.start {
            let nation = stack.nation.map_or(nations, usize::from);
            let slot =
                (usize::from(stack.province) * (nations + 1) + nation) * kinds + usize::from(stack.unit);
            begin.units[slot] += stack.count;
        }
        let seats = scenario
            .nations
            .iter()
            .map(|nation| SeatInfo { name: nation.name.clone(), team: usize::from(nation.alliance) });
        let info = GameInfo {
            name: name.to_string(),
            seats: seats.collect(),
            payoff: (0.0, 1.0),
            max_actions: 1 << 20,
            hidden: false,
        };
        let flak = (0..kinds as u8).filter(|&k| scenario.units[usize::from(k)].flak).collect();
        let works = (0..kinds as u8).filter(|&k| scenario.units[usize::from(k)].factory).collect();
        let orders = [Side::Attack, Side::Defence].map(|side| order(&scenario.units, side, &losses));
        let mut axis = Axis {
            scenario,
            info,
            air,
            land_neighbours,
            flak,
            works,
            orders,
            losses,
            begin,
            picture: OnceLock::new(),
        };
        let mut begin = axis.begin.clone();
        axis.begin_turn(&mut begin);
        axis.begin = begin;
        Ok(axis)
    }

    /// Where the provinces are.
    pub(super) fn picture(&self) -> &Layout {
        self.picture.get_or_init(|| scene::layout(self))
    }

    /// How many nations there are; neutrals come after them.
    pub fn nations(&self) -> usize {
        self.scenario.nations.len()
    }

    /// How many provinces there are.
    pub fn provinces(&self) -> usize {
        self.scenario.provinces.len()
    }

    /// How many kinds of units there are.
    pub fn kinds(&self) -> usize {
        self.scenario.units.len()
    }

    /// Whether two nations are in one alliance; neutrals and nobody are in none.
    #[inline]
    pub fn allied(&self, a: u8, b: u8) -> bool {
        let alliance = |n: u8| self.scenario.nations.get(usize::from(n)).map(|n| n.alliance);
        a == b || (alliance(a).is_some() && alliance(a) == alliance(b))
    }

    /// Whether a province is land that can be entered.
    #[inline]
    pub fn land(&self, at: u16) -> bool {
        self.scenario.provinces[usize::from(at)].terrain == Terrain::Land
    }

    #[inline]
    pub(super) fn flyable(&self, at: u16) -> bool {
        self.scenario.provinces[usize::from(at)].terrain != Terrain::Impassable
    }

    /// How far planes fly from one province to another.
    #[inline]
    pub fn air_distance(&self, from: u16, to: u16) -> u8 {
        self.air[usize::from(from) * self.provinces() + usize::from(to)]
    }

    #[inline]
    fn first(&self, at: u16, nation: u8) -> usize {
        (usize::from(at) * (self.nations() + 1) + usize::from(nation)) * self.kinds()
    }

    /// A nation's units in a province, by kind; neutrals are the nation after the last.
    #[inline]
    pub fn counts<'a>(&self, state: &'a State, at: u16, nation: u8) -> &'a [u16] {
        let first = self.first(at, nation);
        &state.units[first..first + self.kinds()]
    }

    #[inline]
    pub(super) fn counts_mut<'a>(&self, state: &'a mut State, at: u16, nation: u8) -> &'a mut [u16] {
        let first = self.first(at, nation);
        let kinds = self.kinds();
        &mut state.units[first..first + kinds]
    }

    /// Whether a factory stands in a province.
    pub fn has_factory(&self, state: &State, at: u16) -> bool {
        (0..=self.nations() as u8).any(|n| self.factories(state, at, n) > 0)
    }

    /// How many factories a nation has in a province.
    pub fn factories(&self, state: &State, at: u16, nation: u8) -> u16 {
        let counts = self.counts(state, at, nation);
        self.works.iter().map(|&k| counts[usize::from(k)]).sum()
    }

    /// The alliance that has what it takes to win when a round ends. Capitals that must be held are its own then if they were in the
    /// whole round, or if this was the last one.
    pub fn winner(&self, state: &State) -> Option<u8> {
        let provinces = || self.scenario.provinces.iter().zip(&state.owner);
        let holds = |alliance: u8, owner: u8| {
            self.scenario.nations.get(usize::from(owner)).is_some_and(|n| n.alliance == alliance)
        };
        let alliances = 0..self.scenario.alliances.len() as u8;
        alliances.into_iter().find(|&a| match &self.scenario.rules.victory {
            Victory::Capitals | Victory::Held => {
                provinces().filter(|(p, _)| p.capital.is_some()).all(|(_, &o)| holds(a, o))
            }
            Victory::Provinces => provinces().filter(|(p, _)| p.owner.is_some()).all(|(_, &o)| holds(a, o)),
            Victory::Cities(needed) => {
                let needed = needed[usize::from(a)];
                let held =
                    provinces().filter(|(_, o)| holds(a, **o)).map(|(p, _)| u16::from(p.cities)).sum::<u16>();
                needed > 0 && held >= needed
            }
            Victory::Balance => false,
        })
    }

    /// What an alliance's units and provinces are worth.
    pub fn holdings(&self, state: &State, alliance: u8) -> u32 {
        let mut sum = 0;
        for at in 0..self.provinces() as u16 {
            for n in (0..self.nations()).filter(|&n| self.scenario.nations[n].alliance == alliance) {
                if usize::from(state.owner[usize::from(at)]) == n {
                    sum += u32::from(self.scenario.provinces[usize::from(at)].worth);
                }
                let counts = self.counts(state, at, n as u8).iter().zip(&self.scenario.units);
                sum += counts.map(|(&c, u)| u32::from(c) * u32::from(u.cost)).sum::<u32>();
            }
        }
        sum
    }

    /// Whether a unit of this kind flies.
    pub fn flies(&self, unit: u8) -> bool {
        self.scenario.units[usize::from(unit)].domain == Domain::Air
    }
}

impl Game for Axis {
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type View = State;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn start(&self) -> State {
        self.begin.clone()
    }

    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Over => Turn::Over,
            Phase::Overflight { .. }
            | Phase::RaidFlak { .. }
            | Phase::Bombs { .. }
            | Phase::Flak { .. }
            | Phase::Fire { .. } => Turn::Chance,
            _ => Turn::Player(usize::from(state.mover)),
        }
    }

    fn turns(&self, state: &State) -> u32 {
        u32::from(state.round - 1) * self.nations() as u32 + u32::from(state.mover)
    }

    fn actions(&self, state: &State, out: &mut Vec<Action>) {
        match state.phase {
            Phase::Purchase { next } => self.purchases(state, next, out),
            Phase::Combat => self.combat_moves(state, out),
            Phase::Decide { at } => self.decisions(state, at, out),
            Phase::Redeploy => self.redeployments(state, out),
            Phase::Place { .. } => self.placements(state, out),
            _ => {}
        }
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Illegal> {
        self.permit(state, action)
    }

    fn apply(&self, state: &mut State, action: Action) {
        match action {
            Action::Buy { unit, count } => self.buy(state, unit, count),
            Action::Attack { unit, count, from, to } | Action::Move { unit, count, from, to } => {
                self.step(state, unit, count, (from, to), false);
            }
            Action::Raid { unit, count, from, to } => self.step(state, unit, count, (from, to), true),
            Action::Fight => {
                let Phase::Decide { at } = state.phase else { return };
                state.phase = Phase::Fire { at };
            }
            Action::Retreat(to) => self.retreat(state, to),
            Action::Place { unit, count, at } => self.place(state, unit, count, at),
            Action::Done(Part::Purchase) => state.phase = Phase::Combat,
            Action::Done(Part::Attacks) => self.end_orders(state),
            Action::Done(Part::Moves) => {
                state.after = None;
                self.take_off(state, false);
            }
        }
    }

    fn sample(&self, state: &State, rng: &mut Rng) -> Chance {
        self.roll(state, rng)
    }

    fn outcomes(&self, state: &State, out: &mut Vec<(Chance, f64)>) -> Dist {
        self.distribution(state, out)
    }

    fn resolve(&self, state: &mut State, chance: Chance) {
        self.settle(state, chance);
    }

    fn payoff(&self, state: &State) -> Payoff {
        let alliances = self.scenario.alliances.len();
        let mut payoff = Payoff::zero(self.nations());
        let winner = self.winner(state);
        let all: u32 = (0..alliances as u8).map(|a| self.holdings(state, a)).sum();
        for (nation, value) in self.scenario.nations.iter().zip(payoff.values_mut()) {
            *value = match winner {
                Some(alliance) => f64::from(u8::from(alliance == nation.alliance)),
                None if self.scenario.rules.victory == Victory::Balance && all > 0 => {
                    f64::from(self.holdings(state, nation.alliance)) / f64::from(all)
                }
                None => 1.0 / alliances as f64,
            };
        }
        payoff
    }

    fn view(&self, state: &State, _seat: Seat) -> State {
        state.clone()
    }

    fn imagine(&self, view: &State) -> State {
        view.clone()
    }

    fn rank(&self, state: &State, step: Action) -> u64 {
        self.order_of(state, step)
    }

    fn merge(&self, a: Action, b: Action) -> Option<Action> {
        rank::merge(a, b)
    }

    fn split(&self, step: Action) -> Option<(Action, Action)> {
        rank::split(step)
    }

    fn idle(&self, state: &State) -> Option<Action> {
        rank::idle(state)
    }
}
