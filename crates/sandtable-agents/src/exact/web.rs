//! Turns in little room: nodes with ways from one to the next, as flat lists.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use sandtable_core::{Game, Seat, Turn};

use super::Unsolved;
use super::fingerprint::Fingerprint;
use super::rules::Rules;

/// Who chooses among the ways of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Chooser {
    /// The first seat's side.
    First,
    /// The other side.
    Other,
    /// Dice, by the ways' probabilities.
    Dice,
}

/// The chooser of the node that stands for the ends of a game: without ways the sum of what dice bring is nothing.
pub const NOBODY: Chooser = Chooser::Dice;
/// Marks a way that ends the turn.
pub const CROSSING: u32 = 1 << 31;
/// Kinds of ways that can be told apart.
const KINDS: usize = 1 << 16;

/// Nodes with their ways.
#[derive(Default)]
pub struct Web {
    choosers: Vec<Chooser>,
    /// Where the ways of each node end.
    ends: Vec<u64>,
    to: Vec<u32>,
    kinds: Vec<u16>,
    /// The probability of each kind of ways, and what the first seat gets beyond the worth of where they lead.
    pub terms: Vec<(f64, f64)>,
}

impl Web {
    /// A way of the node that is being added.
    #[inline]
    pub fn add(&mut self, to: u32, kind: u16) {
        self.to.push(to);
        self.kinds.push(kind);
    }

    /// The node that was being added is complete.
    pub fn close(&mut self, chooser: Chooser) {
        self.choosers.push(chooser);
        self.ends.push(self.to.len() as u64);
    }

    /// How many ways there are.
    pub fn ways(&self) -> usize {
        self.to.len()
    }

    #[inline]
    fn ways_of(&self, node: usize) -> std::ops::Range<usize> {
        let begin = if node == 0 { 0 } else { self.ends[node - 1] };
        begin as usize..self.ends[node] as usize
    }

    /// The nodes in an order in which each comes after those of its turn that follow it, by levels that may be valued side by side;
    /// nothing if there are more levels than `deepest`.
    pub fn order(&self, deepest: u8) -> Option<Vec<Vec<u32>>> {
        let mut levels = vec![0u8; self.choosers.len()];
        loop {
            let mut changed = false;
            // Nodes were listed from the root on, so what follows one mostly stands behind it.
            for node in (0..levels.len()).rev() {
                let within = self.to[self.ways_of(node)].iter().filter(|to| **to & CROSSING == 0);
                let level = within.map(|to| levels[*to as usize] + 1).max().unwrap_or(0);
                if level > deepest {
                    return None;
                }
                changed |= level != levels[node];
                levels[node] = level;
            }
            if !changed {
                break;
            }
        }
        let mut order = vec![Vec::new(); usize::from(*levels.iter().max()?) + 1];
        levels.iter().enumerate().for_each(|(node, level)| order[usize::from(*level)].push(node as u32));
        Some(order)
    }

    /// Who chooses at a node.
    pub fn chooser(&self, node: u32) -> Chooser {
        self.choosers[node as usize]
    }

    /// Shows all ways of a node.
    pub fn each(&self, node: u32, mut see: impl FnMut(Lead)) {
        for way in self.ways_of(node as usize) {
            let (to, (p, beyond)) = (self.to[way], self.terms[usize::from(self.kinds[way])]);
            see(Lead { to: to & !CROSSING, crossing: to & CROSSING != 0, p, beyond });
        }
    }

    /// The worth of a node from those after its turn and those that follow within it.
    #[inline]
    pub fn worth(&self, node: u32, after: &[f64], within: &[f64]) -> f64 {
        let ways = self.ways_of(node as usize);
        let worths = self.to[ways.clone()].iter().zip(&self.kinds[ways]).map(|(&to, &kind)| {
            let (p, beyond) = self.terms[usize::from(kind)];
            let values = if to & CROSSING == 0 { within } else { after };
            (p, beyond + values[(to & !CROSSING) as usize])
        });
        match self.choosers[node as usize] {
            Chooser::First => worths.fold(f64::NEG_INFINITY, |best, (_, worth)| best.max(worth)),
            Chooser::Other => worths.fold(f64::INFINITY, |best, (_, worth)| best.min(worth)),
            Chooser::Dice => worths.map(|(p, worth)| p * worth).sum(),
        }
    }
}

/// A way of a node.
pub struct Lead {
    /// The node to which it leads.
    pub to: u32,
    /// Whether the turn ends with it.
    pub crossing: bool,
    /// Its probability, if dice choose.
    pub p: f64,
    /// What the first seat gets beyond the worth of where it leads.
    pub beyond: f64,
}

/// The kinds of ways, each with its number.
#[derive(Default)]
pub struct Terms {
    pub list: Vec<(f64, f64)>,
    numbers: FxHashMap<(u64, u64), u16>,
}

impl Terms {
    /// The number of a kind; nothing if there are too many.
    #[inline]
    pub fn number(&mut self, p: f64, beyond: f64) -> Option<u16> {
        let key = (p.to_bits(), beyond.to_bits());
        if let Some(number) = self.numbers.get(&key) {
            return Some(*number);
        }
        let number = self.list.len();
        if number == KINDS {
            return None;
        }
        self.list.push((p, beyond));
        self.numbers.insert(key, number as u16);
        Some(number as u16)
    }
}

/// Where a way leads.
#[derive(Clone, Copy)]
pub enum Seen {
    /// To a node with this number.
    Known(u32),
    /// To one of those that a batch has met first.
    Fresh(u32),
}

/// A way of a batch.
#[derive(Clone, Copy)]
pub struct Way {
    pub to: Seen,
    pub crossing: bool,
    pub p: f64,
    pub beyond: f64,
}

/// What follows some nodes, worked out without changing the list of nodes.
pub struct Batch<G: Game> {
    /// Who chooses at each node, where its ways end, and what it is worth when the clock has run out.
    pub rows: Vec<(Chooser, usize, f64)>,
    pub ways: Vec<Way>,
    pub fresh: Vec<(Fingerprint, G::State)>,
}

impl<G: Game> Batch<G> {
    /// What follows these states, whose clocks all show `full`.
    pub fn list(
        rules: Rules<G>,
        full: u32,
        states: &[G::State],
        nodes: &IndexSet<Fingerprint, FxBuildHasher>,
    ) -> Result<Self, Unsolved> {
        let batch = Batch { rows: Vec::with_capacity(states.len()), ways: Vec::new(), fresh: Vec::new() };
        let mut lister = Lister {
            rules,
            full,
            nodes,
            batch,
            numbers: FxHashMap::default(),
            met: FxHashSet::default(),
            steps: Vec::new(),
            within: FxHashSet::default(),
            open: Vec::new(),
        };
        states.iter().try_for_each(|state| lister.node(state))?;
        Ok(lister.batch)
    }
}

struct Lister<'a, G: Game> {
    rules: Rules<'a, G>,
    full: u32,
    nodes: &'a IndexSet<Fingerprint, FxBuildHasher>,
    batch: Batch<G>,
    /// Those of the batch's fresh nodes.
    numbers: FxHashMap<Fingerprint, u32>,
    /// Where the node at hand leads so far.
    met: FxHashSet<(Fingerprint, bool, u64)>,
    steps: Vec<G::Action>,
    /// States of the stretch at hand, and those whose steps have not been listed.
    within: FxHashSet<G::State>,
    open: Vec<G::State>,
}

impl<G: Game> Lister<'_, G> {
    fn node(&mut self, state: &G::State) -> Result<(), Unsolved> {
        let Rules { game, sides, clock, .. } = self.rules;
        self.met.clear();
        let turn = game.turns(state);
        let chooser = match game.turn(state) {
            Turn::Player(seat) => {
                self.stretch(state, seat, turn)?;
                if sides.is_first(seat) { Chooser::First } else { Chooser::Other }
            }
            _ => {
                let mut outcomes = Vec::new();
                self.rules.outcomes(state, &mut outcomes)?;
                for (chance, p) in outcomes {
                    let mut next = state.clone();
                    game.resolve(&mut next, chance);
                    self.way(next, turn, p)?;
                }
                Chooser::Dice
            }
        };
        let mut expired = state.clone();
        clock.iter().for_each(|clock| (clock.set)(game, &mut expired, 0));
        let expired = self.rules.end(&expired)?;
        self.batch.rows.push((chooser, self.batch.ways.len(), expired));
        Ok(())
    }

    /// All ends of the steps that a seat can take before somebody else or the dice are next.
    fn stretch(&mut self, state: &G::State, seat: Seat, turn: u32) -> Result<(), Unsolved> {
        let game = self.rules.game;
        self.within.clear();
        self.open.push(state.clone());
        while let Some(state) = self.open.pop() {
            self.steps.clear();
            game.actions(&state, &mut self.steps);
            for i in 0..self.steps.len() {
                let mut next = state.clone();
                game.apply(&mut next, self.steps[i]);
                if game.turn(&next) != Turn::Player(seat) || game.turns(&next) != turn {
                    self.way(next, turn, 1.0)?;
                } else if self.within.insert(next.clone()) {
                    self.open.push(next);
                }
            }
        }
        Ok(())
    }

    fn way(&mut self, mut next: G::State, turn: u32, p: f64) -> Result<(), Unsolved> {
        let Rules { game, clock, .. } = self.rules;
        if game.turn(&next) == Turn::Over {
            let beyond = self.rules.end(&next)?;
            self.batch.ways.push(Way { to: Seen::Known(0), crossing: false, p, beyond });
            return Ok(());
        }
        let crossing = game.turns(&next) != turn;
        let beyond = self.rules.standing(&mut next);
        clock.iter().for_each(|clock| (clock.set)(game, &mut next, self.full));
        let print = Fingerprint::of(&next);
        if p == 1.0 && !self.met.insert((print, crossing, beyond.to_bits())) {
            return Ok(());
        }
        let to = match (self.nodes.get_index_of(&print), self.numbers.get(&print)) {
            (Some(number), _) => Seen::Known(number as u32),
            (_, Some(number)) => Seen::Fresh(*number),
            _ => {
                let number = self.batch.fresh.len() as u32;
                self.batch.fresh.push((print, next));
                self.numbers.insert(print, number);
                Seen::Fresh(number)
            }
        };
        self.batch.ways.push(Way { to, crossing, p, beyond });
        Ok(())
    }
}
