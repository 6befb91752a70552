//! All positions with what follows each, for games that may go on for ever.
//!
//! Values are closed in on from both sides: from below by those of best play that is paid the least if the game has not ended after n
//! sweeps, from above by the same with the most (interval iteration; Haddad and Monmege 2018). What is between them
//! bounds the error. Where a side could go round in circles for ever on purpose the two need not meet, and what is left says so.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use sandtable_core::{Game, Turn};

use super::fingerprint::Fingerprint;
use super::rules::{Rules, bytes_of};
use super::table::Table;
use super::{Limits, Unsolved};

/// Sweeps end when no value changes by more.
const PRECISION: f64 = 1e-12;
/// Sweeps end after so many in any case.
const MOST_SWEEPS: usize = 100_000;
/// Sweeps between two looks at whether to stop.
const REPORTED: usize = 100;

/// Who chooses among the edges of a position.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Chooser {
    /// The first seat's side.
    First,
    /// The other side.
    Other,
    /// Dice.
    Dice,
    /// Nobody: the game is over and worth this to the first seat.
    End(f64),
}

/// A way from one position to the next.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// Its probability, if dice choose.
    p: f64,
    /// What the first seat gets beyond the worth of where it leads.
    beyond: f64,
    pub(super) to: u32,
}

/// All positions of a game, with what follows each.
pub struct Graph<G: Game> {
    states: IndexSet<G::State, FxBuildHasher>,
    choosers: Vec<Chooser>,
    ways: Vec<Way>,
    /// Where the ways of each position begin, and where the last ones end.
    begins: Vec<usize>,
    low: Vec<f64>,
    high: Vec<f64>,
}

impl<G: Game> Graph<G> {
    /// Lists a game and values it.
    pub fn build(rules: Rules<G>, root: &G::State, limits: &Limits) -> Result<Self, Unsolved> {
        let mut graph = Graph {
            states: IndexSet::default(),
            choosers: Vec::new(),
            ways: Vec::new(),
            begins: vec![0],
            low: Vec::new(),
            high: Vec::new(),
        };
        graph.list(rules, root, limits)?;
        let (least, most) = rules.game.info().payoff;
        (graph.low, graph.high) =
            graph.settle(&graph.choosers, &vec![true; graph.ways.len()], (least, most), limits)?;
        Ok(graph)
    }

    fn list(&mut self, rules: Rules<G>, root: &G::State, limits: &Limits) -> Result<(), Unsolved> {
        let Rules { game, sides, .. } = rules;
        let mut start = root.clone();
        rules.standing(&mut start);
        let bytes = bytes_of(&start) + 16;
        self.states.insert(start);
        let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < self.states.len() {
            let state = self.states[at].clone();
            let chooser = match game.turn(&state) {
                Turn::Over => Chooser::End(rules.end(&state)?),
                Turn::Chance => {
                    outcomes.clear();
                    rules.outcomes(&state, &mut outcomes)?;
                    for &(chance, p) in &outcomes {
                        let mut next = state.clone();
                        game.resolve(&mut next, chance);
                        self.add(rules, next, p);
                    }
                    Chooser::Dice
                }
                Turn::Player(seat) => {
                    actions.clear();
                    game.actions(&state, &mut actions);
                    for &action in &actions {
                        let mut next = state.clone();
                        game.apply(&mut next, action);
                        self.add(rules, next, 1.0);
                    }
                    if sides.is_first(seat) { Chooser::First } else { Chooser::Other }
                }
            };
            self.choosers.push(chooser);
            self.begins.push(self.ways.len());
            at += 1;
            let used = self.states.len() * bytes + self.ways.len() * size_of::<Way>();
            if used > limits.bytes {
                let positions = self.states.len() as u64;
                return Err(Unsolved::TooLarge {
                    positions,
                    bytes: used / self.states.len(),
                    turn: game.turns(&state),
                });
            }
            if at % 4096 == 0 && !(limits.progress)(4096) {
                return Err(Unsolved::Stopped);
            }
        }
        Ok(())
    }

    fn add(&mut self, rules: Rules<G>, mut to: G::State, p: f64) {
        let beyond = rules.standing(&mut to);
        let (to, _) = self.states.insert_full(to);
        self.ways.push(Way { p, beyond, to: to as u32 });
    }

    /// The lower and upper values of all positions if these choose among the ways that are open.
    pub(super) fn settle(
        &self,
        choosers: &[Chooser],
        open: &[bool],
        (least, most): (f64, f64),
        limits: &Limits,
    ) -> Result<(Vec<f64>, Vec<f64>), Unsolved> {
        let low = self.sweep(choosers, open, vec![least; choosers.len()], false, limits)?;
        let high = self.sweep(choosers, open, vec![most; choosers.len()], true, limits)?;
        Ok((low, high))
    }

    /// Sweeps over all positions until their values settle: never above them if they begin below, never below if they begin above.
    fn sweep(
        &self,
        choosers: &[Chooser],
        open: &[bool],
        mut values: Vec<f64>,
        upper: bool,
        limits: &Limits,
    ) -> Result<Vec<f64>, Unsolved> {
        for sweep in 1..=MOST_SWEEPS {
            let mut change: f64 = 0.0;
            // Positions were listed from the start on, so what follows one mostly stands behind it.
            for at in (0..choosers.len()).rev() {
                let ways = self.begins[at]..self.begins[at + 1];
                let worth = |way: &Way| way.beyond + values[way.to as usize];
                let offered = || ways.clone().filter(|&i| open[i]).map(|i| worth(&self.ways[i]));
                let value = match choosers[at] {
                    Chooser::End(value) => value,
                    Chooser::Dice => self.ways[ways.clone()].iter().map(|way| way.p * worth(way)).sum(),
                    Chooser::First => offered().fold(f64::NEG_INFINITY, f64::max),
                    Chooser::Other => offered().fold(f64::INFINITY, f64::min),
                };
                // Rounding must not carry a bound past the truth.
                let value = if upper { value.min(values[at]) } else { value.max(values[at]) };
                change = change.max((value - values[at]).abs());
                values[at] = value;
            }
            if change < PRECISION {
                break;
            }
            if sweep % REPORTED == 0 && !(limits.progress)(0) {
                return Err(Unsolved::Stopped);
            }
        }
        Ok(values)
    }

    /// The lower and upper value of where the listing began.
    pub fn bounds(&self) -> (f64, f64) {
        (self.low[0], self.high[0])
    }

    /// The values, halfway between the bounds, without what follows each position.
    pub fn table(&self) -> Table {
        let values = self.low.iter().zip(&self.high).map(|(low, high)| (low + high) / 2.0).collect();
        let index = self.states.iter().map(Fingerprint::of).collect();
        Table { index, layers: vec![values], clock: None, knows_all: true }
    }

    /// What the graph is made of, for those who let an agent choose in it.
    pub(super) fn parts(&self) -> Parts<'_, G> {
        Parts { states: &self.states, choosers: &self.choosers, ways: &self.ways, begins: &self.begins }
    }

    /// How good a way is by best play.
    pub(super) fn worth(&self, way: &Way) -> f64 {
        way.beyond + (self.low[way.to as usize] + self.high[way.to as usize]) / 2.0
    }
}

/// What a graph is made of.
pub(super) struct Parts<'a, G: Game> {
    pub states: &'a IndexSet<G::State, FxBuildHasher>,
    pub choosers: &'a [Chooser],
    pub ways: &'a [Way],
    pub begins: &'a [usize],
}
