//! `staff` by tactics: the strong player as it was before TripleA's players were there to try plans against. It thinks in the tactics of `dls`, and adds what the paper could not do (its sections VI to VIII).
//!
//! - Iterative deepening within a time budget, with killer turns and no position twice.
//! - A game is won only when the round is over with all capitals in hand, so it does not leave its own capital open when it has taken the
//!   other; and positions are valued by the ratios of armies and incomes, so it finishes a game that is won even at a loss.
//! - The battles of the turns that look best are weighed by their exact odds: each is taken or not, with what is left on
//!   average in either case, and the search goes on from there.
//! - What the tactics find is only where it starts: single units and stacks are tried elsewhere as long as that is better, before the
//!   battles and after them.
//! - Positions are valued by the mean of two looks ahead, one turn apart, since whoever has the last turn looks too good.
//! - In a battle it goes on as long as that is worth more than breaking off, by dynamic programming (strafing comes out of it).
//! - After the battles it thinks again: who retreats and where reinforcements go depends on what the dice brought.

mod again;
mod attack;

use std::time::{Duration, Instant};

use sandtable_core::{
    Agent, Ask, BadInput, Budget, Candidate, Fault, Figure, Game, Heat, Idea, Kit, Rng, Thought,
};

use super::battle_sense::BattleSense;
use super::land::land_planes;
use super::orders::Orders;
use super::tactics::closing::{redeploy, shopping};
use super::tactics::playtree::{self, chance, points};
use super::tactics::real::{before_purchases, buy, middle, note, words};
use super::tactics::search::{Child, Search};
use super::tactics::sketch::{Board, MAX_KINDS, MAX_PLACES, Sketch};
use super::tactics::turns::{Fronts, Turn, deploy, fronts};
use super::tactics::value::{Value, WON, threats};
use crate::axis::{Action, Axis, Phase, State};

/// Parts of its time: to look ahead by tactics, to weigh battles, and to think again after them.
const LOOK: f64 = 0.2;
const WEIGH: f64 = 0.5;
const AGAIN: f64 = 0.3;
/// No search looks further ahead than this.
const DEEPEST: usize = 12;
/// How far it looks ahead of single units, unless told: the enemy's turn and its own. With more it plays worse.
const AHEAD: usize = 2;
/// How many turns are weighed by exact odds.
const WEIGHED: usize = 64;

/// What a turn may cost unless somebody says otherwise.
const USUAL: Budget = Budget::time(Duration::from_millis(200));

/// What can be set.
pub struct Options {
    /// Seconds a turn, if they were given.
    pub seconds: Option<f64>,
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
    /// Whether it tries single units elsewhere.
    pub units: bool,
    /// From how many turns of tactics it moves single units.
    pub starts: usize,
    /// Whether it takes the mean of two looks, one turn apart.
    pub pairs: bool,
    /// How positions are valued.
    pub value: Value,
    /// What a province is worth in battle, as a multiple of its income.
    pub land: f64,
}

/// On what scale values are compared.
#[derive(Clone, Copy)]
enum Scale {
    /// Chances to win, where something depends on dice.
    Chance,
    /// The logit of winning, where the smallest advantage counts.
    Points,
}

impl Scale {
    fn of(self, points: f32) -> f32 {
        match self {
            Scale::Chance => chance(points),
            Scale::Points => points,
        }
    }

    fn points(self, value: f32) -> f32 {
        match self {
            Scale::Chance if value <= 0.0 => -WON,
            Scale::Chance if value >= 1.0 => WON,
            Scale::Chance => points(value),
            Scale::Points => value,
        }
    }
}

/// The player.
pub struct Staff {
    search: Search,
    options: Options,
    chosen: Option<(u32, Turn, Fronts)>,
    orders: Orders,
    steps: Vec<Action>,
    sense: BattleSense,
    /// What was considered in the last decision: turns in words, and win chances.
    found: Vec<(String, f32)>,
    /// The battles that have been weighed in this turn.
    known: attack::Known,
    /// What the decision at hand may cost, in time.
    time: Option<Duration>,
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
            sense: BattleSense::new(options.land, options.retreat),
            options,
            chosen: None,
            orders: Orders::default(),
            steps: Vec::new(),
            found: Vec::new(),
            time: None,
            known: attack::Known::default(),
        })
    }

    /// Sets the clock, and returns how deep to look at most.
    fn start(&mut self, part: f64) -> usize {
        self.search.deadline = self.time.map(|time| Instant::now() + time.mul_f64(part));
        self.search.most = u64::MAX;
        if self.options.depth > 0 {
            return self.options.depth;
        }
        if self.options.nodes > 0 {
            self.search.most = self.search.nodes + (self.options.nodes as f64 * 1000.0 * part) as u64;
            return DEEPEST;
        }
        DEEPEST
    }

    /// How many turns to look ahead after its own, one after the other.
    fn depths(&self) -> std::ops::RangeInclusive<usize> {
        match self.options.depth {
            0 => 1..=AHEAD,
            depth => 1..=(depth - 1).max(1),
        }
    }

    /// How many plans are tried unit by unit. The shortest look only finds out where to begin.
    fn starts(&self, depth: usize) -> usize {
        match depth {
            _ if !self.options.units => 0,
            1 => 1,
            _ => self.options.starts,
        }
    }

    /// What a position is worth to the side that has just moved, if it is above `least`, else something that is not; nothing if time is up. It is
    /// the mean of looking so many turns ahead and one less: whoever has the last turn looks too good, so the two err in opposite ways.
    fn prospect(&mut self, next: &Sketch, depth: usize, scale: Scale, least: f32) -> Option<f32> {
        let near = match self.options.pairs && depth > 1 {
            true => Some(scale.of(-self.search.bounded(next, depth - 1, WON)?)),
            false => None,
        };
        let mean = |far: f32| near.map_or(far, |near| (near + far) / 2.0);
        let needed = near.map_or(least, |near| 2.0 * least - near);
        let beta = -scale.points(needed);
        let value = self.search.bounded(next, depth, beta)?;
        let found = mean(scale.of(-value));
        Some(if value >= beta { found.min(least) } else { found })
    }

    /// Decides on the turn, and takes down its attacks.
    fn think(&mut self, game: &Axis, state: &State) {
        self.search.board.survey(game, state);
        let sketch = before_purchases(game, &self.search.board, state);
        let found = fronts(&self.search.board, &sketch);
        self.search.nodes = 0;
        let depth = self.start(if self.options.exact { LOOK } else { LOOK + WEIGH });
        let mut best = match self.options.mcts {
            true => playtree::run(&mut self.search, &sketch),
            false => self.search.run(&sketch, depth),
        };
        best.truncate(WEIGHED);
        let name = |c: &Child| words(game, &self.search.board, &found, &c.turn);
        self.found = best.iter().map(|c| (name(c), chance(c.value))).collect();
        let turn = match self.options.exact {
            true => {
                let (turn, moves) = self.weigh(game, &sketch, &found, &best);
                moves.tell(&mut note(&self.search.board, &mut self.orders));
                turn
            }
            false => {
                let board = &self.search.board;
                let tactics = &best[0].turn.tactics;
                deploy(board, &sketch, &found, tactics, &mut note(board, &mut self.orders));
                best[0].turn
            }
        };
        self.chosen = Some((game.turns(state), turn, found));
    }

    fn purchase(&mut self, game: &Axis, state: &State, plan: &mut Vec<Action>) {
        self.search.board.survey(game, state);
        let sketch = Sketch::of(game, &self.search.board, state);
        let (bought, _) = shopping(&self.search.board, &sketch, state.mover);
        buy(game, &self.search.board, state, &bought, plan);
    }

    fn combat(&mut self, game: &Axis, state: &State, plan: &mut Vec<Action>) {
        self.think(game, state);
        self.orders.write(game, state, plan);
    }

    /// Who retreats and where reinforcements go: as it was decided, or as the position is after the battles.
    fn redeploy(&mut self, game: &Axis, state: &State, plan: &mut Vec<Action>) {
        self.search.board.survey(game, state);
        let board = &self.search.board;
        let mut middle = middle(game, board, state);
        match self.chosen.filter(|(now, ..)| *now == game.turns(state)) {
            Some((_, turn, found)) if !self.options.again => {
                redeploy(board, &mut middle, &found, &turn, &mut note(board, &mut self.orders));
            }
            _ => {
                let mut bought = [0.0; MAX_KINDS];
                for (k, kind) in board.kinds.iter().enumerate() {
                    bought[k] = f32::from(state.bought[usize::from(kind.unit)]);
                }
                let moves = self.think_again(middle, &bought);
                moves.tell(&mut note(&self.search.board, &mut self.orders));
            }
        }
        self.orders.write(game, state, plan);
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

    fn act(&mut self, ask: &mut Ask<Axis>, plan: &mut Vec<Action>) -> Result<Thought<Action>, Fault> {
        let (game, view) = (ask.game, ask.view);
        let own = match self.options.depth > 0 || self.options.nodes > 0 {
            true => Some(Budget::OPEN),
            false => self.options.seconds.map(|s| Budget::time(Duration::from_secs_f64(s))),
        };
        self.time = ask.budget(own, USUAL).time;
        match view.phase {
            Phase::Purchase { .. } => self.purchase(game, view, plan),
            Phase::Combat => self.combat(game, view, plan),
            Phase::Decide { at } => self.sense.decide(game, view, at, plan),
            Phase::Redeploy if land_planes(game, view, plan) => {}
            Phase::Redeploy => self.redeploy(game, view, plan),
            _ => self.place(game, view, plan),
        }
        Ok(if ask.explain { self.thought(game, view) } else { Thought::default() })
    }
}

impl Staff {
    fn thought(&self, game: &Axis, view: &State) -> Thought<Action> {
        Thought {
            candidates: self.candidates(),
            figures: self.figures(),
            heat: threat_heat(game, &self.search.board, view),
            ..Thought::default()
        }
    }

    fn candidates(&self) -> Vec<Candidate<Action>> {
        let mut found = self.found.clone();
        found.sort_by(|a, b| b.1.total_cmp(&a.1));
        let one = |(words, chance): (String, f32)| Candidate {
            idea: Idea::Turn(words),
            visits: self.search.nodes,
            value: f64::from(chance),
            stderr: 0.0,
        };
        found.into_iter().map(one).collect()
    }

    fn figures(&self) -> Vec<Figure> {
        if self.chosen.is_none() {
            return Vec::new();
        }
        vec![
            Figure::new("turns ahead", self.search.reached as f64),
            Figure::new("positions", self.search.nodes as f64),
        ]
    }
}

/// How far each province is in danger.
pub fn threat_heat(game: &Axis, board: &Board, view: &State) -> Vec<Heat> {
    let threats = threats(board, &Sketch::of(game, board, view));
    let mut values = vec![0.0; game.provinces()];
    for (&province, threat) in board.provinces.iter().zip(threats) {
        values[usize::from(province)] = f64::from(threat);
    }
    vec![Heat { name: "threat".into(), values }]
}
