//! Exact solutions of small games: the worth of every position under best play, and of agents by the measures of Halck et al.,
//! *Decision making in simplified land combat models*, section 3.1 (Geq: against the worst opponent; Peq: against best play).
//!
//! Where the clock does nothing but end the game, `countdown` lists positions without it and values them by the turns that are left.
//! Otherwise a turn counter that never goes back makes layers of positions: `layers` lists them turn by turn from the start and
//! values them from the last turn to the first, so only positions between two turns are kept. Where the rules let a game go on
//! for ever, and the game says which positions are the same but for the clock, `graph` keeps every position
//! with what follows it and closes in on the values from both sides.
//!
//! Values are the first seat's. The game must be of two sides and of constant sum. Where something is hidden, best play may have to
//! draw lots: `histories` lists all that can happen with what each side has seen of it, and `regret` finds an equilibrium.

mod agent;
mod audit;
mod countdown;
mod file;
mod fingerprint;
mod graph;
mod histories;
mod layers;
mod look;
mod regret;
mod reply;
mod rules;
mod sides;
mod table;
mod web;

use std::path::Path;
use std::sync::Arc;

use sandtable_core::{BadInput, Clock, Game, Kit, Knowledge, Seat, Turn};

pub use agent::{Optimal, PARAMS, timed};
pub use file::{Heading, fits, game_of};
pub use regret::Equilibrium;
pub use reply::{Measures, Pupil};
pub use sides::Sides;

use graph::Graph;
use layers::Layers;
use look::{Look, Worths};
use rules::Rules;
use table::Table;

/// What a solution may cost, and who hears how far it is.
pub struct Limits<'a> {
    /// Bytes that positions may take.
    pub bytes: usize,
    /// Threads; 0 for one per core. Values do not depend on it.
    pub threads: usize,
    /// Hears how many more positions were listed or valued; work ends when it says no.
    pub progress: &'a (dyn Fn(u64) -> bool + Sync),
}

/// Why a game was not solved.
#[derive(Clone, Debug, PartialEq)]
pub enum Unsolved {
    /// It is not of the kind that is solved here, for this reason.
    Unfit(String),
    /// More than so many positions of so many bytes, in so many turns.
    TooLarge {
        /// How many were listed.
        positions: u64,
        /// Bytes that each takes.
        bytes: usize,
        /// The turn at which the limit was reached.
        turn: u32,
    },
    /// It was told to stop.
    Stopped,
}

impl std::fmt::Display for Unsolved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unsolved::Unfit(why) => f.write_str(why),
            Unsolved::TooLarge { positions, bytes, turn } => {
                write!(f, "too large: more than {positions} positions of {bytes} bytes by turn {turn}")
            }
            Unsolved::Stopped => f.write_str("stopped before it was solved"),
        }
    }
}

/// The worth of every position that can come up from the start of a game, or from another position.
pub struct Solution<G: Game> {
    sides: Sides,
    essence: Option<fn(&G, &mut G::State) -> f64>,
    clock: Option<Clock<G>>,
    worth: (f64, f64),
    table: Table,
    /// What follows each position, where a game may go on for ever.
    graph: Option<Graph<G>>,
}

impl<G: Game> Solution<G> {
    /// Solves a game from `root` on.
    pub fn find(kit: &Kit<G>, root: &G::State, limits: &Limits) -> Result<Self, Unsolved> {
        let sides = Sides::of(kit.game)?;
        let rules = Rules::of(kit, &sides);
        let mut graph = None;
        let table = match countdown::find(rules, root, limits)? {
            Some(table) => Some(table),
            None => Layers::find(rules, root, limits)?,
        };
        let table = match table {
            Some(table) => table,
            None => graph.insert(Graph::build(rules, root, limits)?).table(),
        };
        let worth = match &graph {
            Some(graph) => graph.bounds(),
            None => {
                let value = Look::new(rules, &table).value(root);
                let value = value.ok_or_else(|| Unsolved::Unfit("its turns go round in circles".into()))?;
                (value, value)
            }
        };
        let Knowledge { essence, clock, .. } = *kit.knowledge;
        Ok(Solution { sides, essence, clock, worth, table, graph })
    }

    /// Reads a solution from a file that [`Solution::write`] wrote; it may take so many bytes.
    pub fn read(kit: &Kit<G>, path: &str, bytes: usize) -> Result<(Self, Heading), BadInput> {
        let sides = Sides::of(kit.game).map_err(|why| BadInput::new(format!("{path}: {why}")))?;
        let (heading, table) = file::read(path, kit.game, bytes)?;
        sides.sums_to(heading.sum);
        let Knowledge { essence, clock, .. } = *kit.knowledge;
        let solution = Solution { sides, essence, clock, worth: heading.worth, table, graph: None };
        Ok((solution, heading))
    }

    /// The same, read once for all who play the game side by side.
    pub fn shared(kit: &Kit<G>, path: &str, bytes: usize) -> Result<Arc<Self>, BadInput> {
        let read = || Self::read(kit, path, bytes).map(|(solution, _)| solution);
        match kit.shelf {
            Some(shelf) => shelf.get(&format!("table {path}"), read),
            None => read().map(Arc::new),
        }
    }

    /// The solutions that are at hand for a game: its tables, and itself solved if it is small. What positions take is bounded for
    /// each of them, and each is read or found once for all who play the game side by side.
    pub fn at_hand(kit: &Kit<G>, bytes: usize) -> Result<Vec<Arc<Self>>, BadInput> {
        let tables = kit.tables.iter().map(|table| Self::shared(kit, table, bytes));
        let mut all = tables.collect::<Result<Vec<_>, _>>()?;
        if (kit.knowledge.small)(kit.game) {
            let limits = Limits { bytes, threads: 0, progress: &|_| true };
            let find =
                || Self::find(kit, &kit.game.start(), &limits).map_err(|e| BadInput::new(e.to_string()));
            all.push(match kit.shelf {
                Some(shelf) => shelf.get("exact", find)?,
                None => Arc::new(find()?),
            });
        }
        Ok(all)
    }

    /// Writes it to a file; `from` is where the listing began, in words.
    pub fn write(&self, game: &G, path: &Path, from: &str) -> Result<(), BadInput> {
        let (name, sum) = (game.info().name.clone(), self.sides.sum());
        let heading = Heading { game: name, from: from.into(), worth: self.worth, sum };
        file::write(path, game, &heading, &self.table)
    }

    fn rules<'a>(&'a self, game: &'a G) -> Rules<'a, G> {
        Rules { game, sides: &self.sides, essence: self.essence, clock: self.clock }
    }

    /// The worth of where it began to the first seat: no less than, and no more than.
    pub fn worth(&self) -> (f64, f64) {
        self.worth
    }

    /// What is worth `value` to the first seat, as `seat` sees it.
    pub fn seen_by(&self, seat: Seat, value: f64) -> f64 {
        self.sides.seen_by(seat, value)
    }

    /// How many positions are kept.
    pub fn positions(&self) -> u64 {
        self.table.positions()
    }

    /// The worth of a position to the first seat; nothing if it is not in the table.
    pub fn value(&self, game: &G, state: &G::State) -> Option<f64> {
        Look::new(self.rules(game), &self.table).value(state)
    }

    /// The same where that takes no more than a look into the table.
    pub fn known(&self, game: &G, state: &G::State) -> Option<f64> {
        self.table.at(&self.rules(game), state)
    }

    /// Every step of whoever is to decide, with its worth to the first seat, the mover's best first; nothing if the position is not
    /// in the table.
    pub fn steps(&self, game: &G, state: &G::State) -> Option<Vec<(G::Action, f64)>> {
        let Turn::Player(seat) = game.turn(state) else { return None };
        let mut actions = Vec::new();
        game.actions(state, &mut actions);
        let mut look = Look::new(self.rules(game), &self.table);
        look.value(state)?;
        let valued = actions.into_iter().map(|action| {
            let mut next = state.clone();
            game.apply(&mut next, action);
            Some((action, look.of(&next)?))
        });
        let mut valued = valued.collect::<Option<Vec<_>>>()?;
        let sign = if self.sides.is_first(seat) { -1.0 } else { 1.0 };
        valued.sort_by(|a, b| (sign * a.1).total_cmp(&(sign * b.1)));
        Some(valued)
    }
}
