//! `staff`: the strong player. It thinks in the tactics of `dls`, and adds what the paper could not do (its sections VI to VIII).
//!
//! - Iterative deepening within a time budget, with killer turns and no position twice.
//! - A game is won only when the round is over with all capitals in hand, so it does not leave its own capital open when it has taken the
//!   other; and positions are valued by the ratios of armies and incomes, so it finishes a game that is won even at a loss.
//! - With `exact=yes` the battles of the turns that look best are weighed by their exact odds: each is taken or not, with what is left on
//!   average in either case, and the search goes on from there.
//! - In a battle it goes on as long as that is worth more than breaking off, by dynamic programming (strafing comes out of it).
//! - After the battles it thinks again: who retreats and where reinforcements go depends on what the dice brought.

use std::time::{Duration, Instant};

use sandtable_core::{Agent, BadInput, Candidate, Figure, Game, Heat, Kit, Rng};

use super::land::land_planes;
use super::orders::Orders;
use super::tactics::choices::turns;
use super::tactics::closing::{finish, redeploy, shopping};
use super::tactics::playtree::{self, chance};
use super::tactics::real::{buy, middle, note, words};
use super::tactics::search::{Child, Search};
use super::tactics::sketch::{Board, Force, MAX_KINDS, MAX_PLACES, Sketch};
use super::tactics::turns::{
    Fronts, MAX_FRONTS, Middle, Reinforce, Tactic, Turn, conclude, deploy, fronts, silent,
};
use super::tactics::value::{Value, WON, threats};
use crate::axis::battle::{End, Retreat, Setup, Solver, fight};
use crate::axis::{Action, Axis, NOWHERE, Phase, State};

/// How much of its time it spends before the battles.
const BEFORE: f64 = 0.75;
/// No search looks further ahead than this.
const DEEPEST: usize = 12;
/// How many turns are weighed by exact odds.
const WEIGHED: usize = 6;
/// Outcomes of all battles together that are less likely than this are left out.
const UNLIKELY: f32 = 0.02;

/// What can be set.
pub struct Options {
    /// Seconds a turn.
    pub seconds: f64,
    /// Turns to look ahead instead, if not 0.
    pub depth: usize,
    /// Thousands of positions to look at instead, if not 0.
    pub nodes: u64,
    /// Whether the search looks at the last turn front by front.
    pub apart: bool,
    /// Whether it grows a Monte Carlo tree instead of looking ever deeper.
    pub mcts: bool,
    /// Whether battles are weighed by exact odds.
    pub exact: bool,
    /// Whether it breaks battles off.
    pub retreat: bool,
    /// Whether it thinks again after the battles.
    pub again: bool,
    /// How positions are valued.
    pub value: Value,
    /// What a province is worth in battle, as a multiple of its income.
    pub land: f64,
}

/// The player.
pub struct Staff {
    search: Search,
    options: Options,
    chosen: Option<(u32, Turn, Fronts)>,
    orders: Orders,
    steps: Vec<Action>,
    solver: Solver,
    /// What was considered in the last decision: turns in words, and win chances.
    found: Vec<(String, f32)>,
    /// The longest that it may think.
    limit: Option<Duration>,
}

/// How a battle may end: its chance, and what is left of attackers and defenders on average.
#[derive(Clone, Copy)]
struct Case {
    chance: f32,
    attackers: Force,
    defenders: Force,
}

impl Staff {
    /// A player with these options.
    pub fn new(kit: &Kit<Axis>, options: Options) -> Result<Staff, BadInput> {
        let board = Board::new(kit.game).ok_or_else(|| {
            BadInput::new(format!(
                "staff: it plays scenarios with two nations, at most {MAX_PLACES} land provinces and {MAX_KINDS} kinds of units that fight"
            ))
        })?;
        Ok(Staff {
            search: Search::new(board, options.value, true, options.apart),
            options,
            chosen: None,
            orders: Orders::default(),
            steps: Vec::new(),
            solver: Solver::new(),
            found: Vec::new(),
            limit: None,
        })
    }

    /// Sets the clock, and returns how deep to look at most.
    fn start(&mut self, part: f64) -> usize {
        let time = |seconds: f64| Instant::now() + Duration::from_secs_f64(seconds * part);
        self.search.deadline = self.limit.map(|limit| time(limit.as_secs_f64()));
        self.search.most = u64::MAX;
        if self.options.depth > 0 {
            return self.options.depth;
        }
        if self.options.nodes > 0 {
            self.search.most = (self.options.nodes as f64 * 1000.0 * part) as u64;
            return DEEPEST;
        }
        let end = time(self.options.seconds);
        self.search.deadline = Some(self.search.deadline.map_or(end, |limit| limit.min(end)));
        DEEPEST
    }

    fn think(&mut self, game: &Axis, state: &State) -> (Turn, Fronts) {
        self.search.board.survey(game, state);
        let sketch = Sketch::of(game, &self.search.board, state);
        let found = fronts(&self.search.board, &sketch);
        let depth = self.start(if self.options.exact { BEFORE / 2.0 } else { BEFORE });
        let best: Vec<Child> = match self.options.mcts {
            true => playtree::run(&mut self.search, &sketch),
            false => self.search.run(&sketch, depth),
        }
        .into_iter()
        .take(WEIGHED)
        .collect();
        let reached = self.search.reached;
        let name = |c: &Child| words(game, &self.search.board, &found, &c.turn);
        self.found = best.iter().map(|c| (name(c), chance(c.value))).collect();
        let mut turn = best[0].turn;
        if self.options.exact && best.len() > 1 {
            self.start(BEFORE / 2.0);
            if let Some(better) = self.weigh(game, &sketch, &found, &best, reached) {
                turn = better;
            }
        }
        self.chosen = Some((game.turns(state), turn, found));
        (turn, found)
    }

    /// The best of some turns by the exact odds of their battles.
    fn weigh(
        &mut self,
        game: &Axis,
        sketch: &Sketch,
        found: &Fronts,
        best: &[Child],
        reached: usize,
    ) -> Option<Turn> {
        let mut favourite = None;
        let (bought, money) = shopping(&self.search.board, sketch, sketch.side);
        let branches: Vec<Vec<(f32, Sketch)>> =
            best.iter().map(|c| self.branches(game, sketch, found, &c.turn, &bought, money)).collect();
        let most = if self.options.depth > 0 { self.options.depth } else { reached + 1 };
        for depth in 1..most.max(2) {
            let mut top = (f32::NEG_INFINITY, 0);
            for (i, outcomes) in branches.iter().enumerate() {
                let mut mean = 0.0;
                for (likely, next) in outcomes {
                    let value = -self.search.bounded(next, depth, WON)?;
                    mean += likely * chance(value);
                }
                if mean > top.0 {
                    top = (mean, i);
                }
                self.found[i].1 = mean;
            }
            favourite = Some(best[top.1].turn);
            if self.search.out_of_time() {
                break;
            }
        }
        favourite
    }

    /// Where a turn may lead, battle by battle.
    fn branches(
        &mut self,
        game: &Axis,
        sketch: &Sketch,
        found: &Fronts,
        turn: &Turn,
        bought: &Force,
        money: f32,
    ) -> Vec<(f32, Sketch)> {
        let (middle, assault) = deploy(&self.search.board, sketch, found, &turn.tactics, &mut silent());
        let mut open: Vec<(f32, Middle)> = vec![(1.0, middle)];
        let mut targets = assault.targets;
        while targets != 0 {
            let to = targets.trailing_zeros() as usize;
            targets &= targets - 1;
            let cases = self.cases(game, to, &assault.force[to], &middle.sketch.units[to]);
            let mut next = Vec::with_capacity(2 * open.len());
            for (chance, middle) in &open {
                for case in cases.iter().filter(|case| case.chance * chance >= UNLIKELY) {
                    let mut after = *middle;
                    conclude(&self.search.board, &mut after, &assault, to, &case.attackers, &case.defenders);
                    next.push((case.chance * chance, after));
                }
            }
            open = next;
        }
        let sum: f32 = open.iter().map(|(chance, _)| chance).sum();
        open.iter()
            .map(|(chance, middle)| (chance / sum, self.search.close(middle, found, turn, bought, money)))
            .collect()
    }

    /// The exact odds of a battle, in two cases.
    fn cases(&self, game: &Axis, to: usize, attackers: &Force, defenders: &Force) -> Vec<Case> {
        let board = &self.search.board;
        let mut counts = (vec![0; game.kinds()], vec![0; game.kinds()]);
        for (k, kind) in board.kinds.iter().enumerate() {
            counts.0[usize::from(kind.unit)] = attackers[k].round() as u16;
            counts.1[usize::from(kind.unit)] = defenders[k].round() as u16;
        }
        if counts.1.iter().all(|&n| n == 0) {
            return vec![Case { chance: 1.0, attackers: *attackers, defenders: [0.0; MAX_KINDS] }];
        }
        if board.flak[to]
            && let Some(gun) = game.scenario.units.iter().position(|u| u.flak)
        {
            counts.1[gun] = 1;
        }
        let mut cases = [Case { chance: 0.0, attackers: [0.0; MAX_KINDS], defenders: [0.0; MAX_KINDS] }; 2];
        for outcome in fight(&self.setup(game, to, &counts.0, &counts.1)) {
            let taken = outcome.end == End::Won { taken: true };
            let case = &mut cases[usize::from(taken)];
            case.chance += outcome.chance as f32;
            for (k, kind) in board.kinds.iter().enumerate() {
                // Land units that broke off are out of the way: they are taken for lost.
                let kept = if taken || kind.flies { 1.0 } else { 0.0 };
                let unit = usize::from(kind.unit);
                case.attackers[k] += kept * outcome.chance as f32 * f32::from(outcome.attackers[unit]);
                case.defenders[k] += outcome.chance as f32 * f32::from(outcome.defenders[unit]);
            }
        }
        let scale = |force: &mut Force, by: f32| force.iter_mut().for_each(|n| *n /= by.max(1e-6));
        for case in &mut cases {
            scale(&mut case.attackers, case.chance);
            scale(&mut case.defenders, case.chance);
        }
        cases.into_iter().filter(|case| case.chance > 0.0).collect()
    }

    fn setup<'a>(&self, game: &'a Axis, to: usize, attackers: &'a [u16], defenders: &'a [u16]) -> Setup<'a> {
        let land = f64::from(self.search.board.worth[to]) * self.options.land;
        let capital = if self.search.board.capital[to] < 2 { 60.0 } else { 0.0 };
        let retreat = match self.options.retreat {
            true => Retreat::Optimal { land: land + capital },
            false => Retreat::Never,
        };
        Setup { retreat, ..game.setup(attackers, defenders) }
    }

    fn purchase(&mut self, game: &Axis, state: &State, plan: &mut Vec<Action>) {
        self.search.board.survey(game, state);
        let sketch = Sketch::of(game, &self.search.board, state);
        let (bought, _) = shopping(&self.search.board, &sketch, state.mover);
        buy(game, &self.search.board, state, &bought, plan);
    }

    fn combat(&mut self, game: &Axis, state: &State, plan: &mut Vec<Action>) {
        let (turn, found) = self.think(game, state);
        let board = &self.search.board;
        let sketch = Sketch::of(game, board, state);
        deploy(board, &sketch, &found, &turn.tactics, &mut note(board, &mut self.orders));
        self.orders.write(plan);
    }

    /// Goes on as long as it is worth it, and goes back to where most friends are.
    fn decide(&mut self, game: &Axis, state: &State, at: u16, plan: &mut Vec<Action>) {
        self.steps.clear();
        game.actions(state, &mut self.steps);
        let place = self.search.board.provinces.iter().position(|&p| p == at);
        let (mut attackers, mut defenders) = (Vec::new(), Vec::new());
        game.attackers(state, at, &mut attackers);
        game.defenders(state, at, &mut defenders);
        let stay = match place {
            Some(to) if self.options.retreat => {
                let setup = self.setup(game, to, &attackers, &defenders);
                !self.solver.should_retreat(&setup)
            }
            _ => true,
        };
        if stay && self.steps[0] == Action::Fight {
            plan.push(Action::Fight);
            return;
        }
        let friends = |to: u16| -> u32 {
            let counts = game.counts(state, to, state.mover).iter().zip(&game.scenario.units);
            counts.filter(|(_, u)| u.fights()).map(|(&c, u)| u32::from(c) * u32::from(u.defence)).sum()
        };
        let best = self.steps.iter().max_by_key(|a| match **a {
            Action::Retreat(NOWHERE) => 1,
            Action::Retreat(to) => 1 + friends(to),
            _ => 0,
        });
        plan.extend(best);
    }

    /// Who retreats and where reinforcements go, as the position is after the battles.
    fn redeploy(&mut self, game: &Axis, state: &State, plan: &mut Vec<Action>) {
        self.search.board.survey(game, state);
        let board = &self.search.board;
        let mut sketch = Sketch::of(game, board, state);
        let mut middle = middle(game, board, state);
        let planned = self.chosen.filter(|(now, ..)| *now == game.turns(state));
        let (turn, found) = match planned {
            Some((_, turn, found)) if !self.options.again => (turn, found),
            _ => {
                sketch.money[usize::from(state.mover)] = 0.0;
                self.think_again(
                    &sketch,
                    &middle,
                    &state.bought,
                    f32::from(state.money[usize::from(state.mover)]),
                )
            }
        };
        let board = &self.search.board;
        redeploy(board, &mut middle, &found, &turn, &mut note(board, &mut self.orders));
        self.orders.write(plan);
    }

    fn think_again(
        &mut self,
        sketch: &Sketch,
        middle: &Middle,
        bought: &[u16],
        money: f32,
    ) -> (Turn, Fronts) {
        let found = fronts(&self.search.board, sketch);
        let mut list = Vec::new();
        turns(&self.search.board, sketch, &found, &mut list);
        list.retain(|t| t.tactics.iter().all(|t| matches!(t, Tactic::Pass | Tactic::Retreat)));
        let mut force = [0.0; MAX_KINDS];
        for (k, kind) in self.search.board.kinds.iter().enumerate() {
            force[k] = f32::from(bought[usize::from(kind.unit)]);
        }
        let mut start = *middle;
        start.sketch.money[usize::from(sketch.side)] = 0.0;
        let ends: Vec<Sketch> = list
            .iter()
            .map(|turn| {
                let mut middle = start;
                redeploy(&self.search.board, &mut middle, &found, turn, &mut silent());
                finish(&self.search.board, &middle, &force, money)
            })
            .collect();
        let deepest = self.start(1.0 - BEFORE);
        self.search.begin(deepest);
        let passing = Turn { tactics: [Tactic::Pass; MAX_FRONTS], reinforce: Reinforce::All };
        let mut favourite = list.first().copied().unwrap_or(passing);
        let mut order: Vec<usize> = (0..list.len()).collect();
        'deeper: for depth in 1..deepest {
            let mut values = vec![f32::NEG_INFINITY; list.len()];
            let mut best = f32::NEG_INFINITY;
            for &i in &order {
                let Some(value) = self.search.bounded(&ends[i], depth, -best) else { break 'deeper };
                values[i] = -value;
                best = best.max(-value);
            }
            order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
            favourite = list[order[0]];
        }
        (favourite, found)
    }

    fn place(&mut self, game: &Axis, state: &State, plan: &mut Vec<Action>) {
        self.steps.clear();
        game.actions(state, &mut self.steps);
        let most = self.steps.iter().max_by_key(|a| match **a {
            Action::Place { count, .. } => count,
            _ => 0,
        });
        plan.extend(most);
    }
}

impl Agent<Axis> for Staff {
    fn begin(&mut self, _game: &Axis, _seat: usize, _rng: &mut Rng) {
        self.chosen = None;
    }

    fn act(&mut self, game: &Axis, view: &State, _rng: &mut Rng, plan: &mut Vec<Action>) {
        match view.phase {
            Phase::Purchase { .. } => self.purchase(game, view, plan),
            Phase::Combat => self.combat(game, view, plan),
            Phase::Decide { at } => self.decide(game, view, at, plan),
            Phase::Redeploy if land_planes(game, view, plan) => {}
            Phase::Redeploy => self.redeploy(game, view, plan),
            _ => self.place(game, view, plan),
        }
    }

    fn hurry(&mut self, time: Duration) {
        (self.options.seconds, self.options.depth) = (time.as_secs_f64(), 0);
    }

    fn candidates(&self) -> Vec<Candidate<Action>> {
        let mut found = self.found.clone();
        found.sort_by(|a, b| b.1.total_cmp(&a.1));
        let one = |(words, chance): (String, f32)| Candidate {
            step: None,
            proposer: Some(format!("staff: {words}")),
            visits: self.search.nodes,
            value: f64::from(chance),
            stderr: 0.0,
        };
        found.into_iter().map(one).collect()
    }

    fn limit(&mut self, time: Duration) {
        self.limit = Some(time);
    }

    fn figures(&self) -> Vec<Figure> {
        if self.chosen.is_none() {
            return Vec::new();
        }
        vec![
            Figure { name: "turns ahead".into(), value: self.search.reached as f64 },
            Figure { name: "positions".into(), value: self.search.nodes as f64 },
        ]
    }

    fn heat(&self, game: &Axis, view: &State) -> Vec<Heat> {
        let board = &self.search.board;
        let sketch = Sketch::of(game, board, view);
        let threats = threats(board, &sketch);
        let mut values = vec![0.0; game.provinces()];
        for (&province, threat) in board.provinces.iter().zip(threats) {
            values[usize::from(province)] = f64::from(threat);
        }
        vec![Heat { name: "threat".into(), values }]
    }
}
