//! A small game with hidden parts as the tree of everything that can happen, and what each side knows at every decision.
//!
//! What a side knows is all that it has seen: its views, each time that one differed from the last, and its own steps. Decisions
//! that look the same in this sense are one information set. Nothing that was seen is forgotten, so best play may draw
//! lots at each information set apart (Kuhn 1953).

use std::fmt::Write;
use std::hash::Hasher;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use sandtable_core::{Game, Seat, Turn};

use super::fingerprint::{Fingerprint, Mixer};
use super::rules::Rules;
use super::{Limits, Unsolved};

/// Histories between two looks at the limits.
const REPORTED: usize = 65_536;
/// Bytes of a history while play is being improved: the node, and three numbers.
const HISTORY: usize = size_of::<Node>() + 24;
/// Bytes of an information set with a few steps: three numbers for each, and its place in the list.
const KNOWN: usize = 160;

/// What happens at a history.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// The seat to which this information set belongs decides.
    Decision(u32),
    /// Dice decide.
    Chance,
    /// The game is over and worth this to the first seat.
    End(f64),
}

/// A history of the game.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub kind: Kind,
    /// The first of those that follow, which stand side by side, and how many there are.
    pub first: u32,
    pub count: u32,
    /// Its probability at the history before it, where dice decided.
    pub p: f64,
}

/// What a seat knows when it is to decide.
#[derive(Clone, Debug)]
pub struct Known {
    pub seat: Seat,
    /// Where the numbers of its steps begin, and how many steps there are.
    pub first: u32,
    pub steps: u32,
    /// One of the histories that look so.
    pub example: u32,
}

/// Everything that can happen; histories stand behind those that they follow.
#[derive(Default)]
pub struct Histories {
    pub nodes: Vec<Node>,
    pub known: Vec<Known>,
    /// How many steps all information sets have together.
    pub steps: u32,
}

/// What the two seats have seen: all of it, and the last view.
type Memory = [(Fingerprint, Fingerprint); 2];

impl Histories {
    /// Lists everything that can happen from `root` on.
    pub fn list<G: Game>(rules: Rules<G>, root: &G::State, limits: &Limits) -> Result<Self, Unsolved> {
        let game = rules.game;
        if game.info().seats.len() != 2 {
            return Err(Unsolved::Unfit("something is hidden in it and it has more than two seats".into()));
        }
        let mut all = Histories::default();
        let mut sets: IndexMap<(Seat, Fingerprint), u32, FxBuildHasher> = IndexMap::default();
        let mut open = vec![(0, root.clone(), seen(game, root, Memory::default()))];
        all.nodes.push(Node { kind: Kind::Chance, first: 0, count: 0, p: 1.0 });
        let (mut actions, mut outcomes, mut listed) = (Vec::new(), Vec::new(), 0);
        while let Some((at, state, memory)) = open.pop() {
            let first = all.nodes.len() as u32;
            let fresh = |p| Node { kind: Kind::Chance, first: 0, count: 0, p };
            match game.turn(&state) {
                Turn::Over => all.nodes[at].kind = Kind::End(rules.end(&state)?),
                Turn::Chance => {
                    outcomes.clear();
                    rules.outcomes(&state, &mut outcomes)?;
                    for &(chance, p) in &outcomes {
                        let mut next = state.clone();
                        game.resolve(&mut next, chance);
                        let memory = seen(game, &next, memory);
                        open.push((all.nodes.len(), next, memory));
                        all.nodes.push(fresh(p));
                    }
                    all.nodes[at].first = first;
                    all.nodes[at].count = outcomes.len() as u32;
                }
                Turn::Player(seat) => {
                    actions.clear();
                    game.actions(&state, &mut actions);
                    let key = (seat, memory[seat].0);
                    let set = *sets.entry(key).or_insert_with(|| {
                        let steps = actions.len() as u32;
                        all.known.push(Known { seat, first: all.steps, steps, example: at as u32 });
                        all.steps += steps;
                        all.known.len() as u32 - 1
                    });
                    if all.known[set as usize].steps != actions.len() as u32 {
                        return Err(Unsolved::Unfit("a view does not tell which steps are legal".into()));
                    }
                    for (number, &action) in actions.iter().enumerate() {
                        let mut next = state.clone();
                        game.apply(&mut next, action);
                        let mut memory = memory;
                        memory[seat].0 = Fingerprint::of(&(memory[seat].0, number));
                        let memory = seen(game, &next, memory);
                        open.push((all.nodes.len(), next, memory));
                        all.nodes.push(fresh(1.0));
                    }
                    all.nodes[at].first = first;
                    all.nodes[at].count = actions.len() as u32;
                    all.nodes[at].kind = Kind::Decision(set);
                }
            }
            listed += 1;
            if listed % REPORTED == 0 {
                let positions = all.nodes.len();
                let used = positions * HISTORY + all.known.len() * KNOWN;
                if used > limits.bytes || positions > u32::MAX as usize / 2 {
                    let (bytes, turn) = (used / positions, game.turns(&state));
                    return Err(Unsolved::TooLarge { positions: positions as u64, bytes, turn });
                }
                if !(limits.progress)(REPORTED as u64) {
                    return Err(Unsolved::Stopped);
                }
            }
        }
        Ok(all)
    }
}

/// What the seats have seen when `state` has come up; a view like the last one tells nothing new.
fn seen<G: Game>(game: &G, state: &G::State, mut memory: Memory) -> Memory {
    for (seat, (all, last)) in memory.iter_mut().enumerate() {
        let view = print(&game.view(state, seat));
        if view != *last {
            *all = Fingerprint::of(&(*all, view));
            *last = view;
        }
    }
    memory
}

/// The fingerprint of a view, by its account in letters.
fn print<V: std::fmt::Debug>(view: &V) -> Fingerprint {
    struct Letters(Mixer);
    impl Write for Letters {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            self.0.write(text.as_bytes());
            Ok(())
        }
    }
    let mut letters = Letters(Mixer::new());
    write!(letters, "{view:?}").expect("letters are only counted");
    letters.0.print()
}
