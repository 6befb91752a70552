//! How games and agents are named, described and built from their parameters.
//!
//! A game's folder offers a [`GameDef`]; its own players and the generic agents are [`AgentDef`]s. The arena
//! lists them, checks what a user typed against the declared [`Param`]s and calls `build` with [`Args`].

use std::fmt::{Debug, Display};
use std::str::FromStr;

use crate::{Agent, Eval, Game, Guide, Seat};

/// Input that cannot be used: one line that says what is wrong, where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadInput(pub String);

impl BadInput {
    /// The line to show.
    pub fn new(line: impl Into<String>) -> Self {
        BadInput(line.into())
    }
}

impl Display for BadInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadInput {}

/// A parameter of a game or an agent.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// The key in `key=value`.
    pub name: &'static str,
    /// What it does and which values it takes, in one line.
    pub about: &'static str,
    /// The value when none is given.
    pub default: &'static str,
    /// Whether a first bare value, as in `name:value`, means this parameter.
    pub main: bool,
}

/// The values of an entry's parameters: given or default.
#[derive(Clone, Debug, Default)]
pub struct Args {
    values: Vec<(&'static str, String)>,
}

impl Args {
    /// The default of every parameter.
    pub fn defaults(params: &[Param]) -> Self {
        Args { values: params.iter().map(|p| (p.name, p.default.to_string())).collect() }
    }

    /// Sets a declared parameter; `false` if there is none of that name.
    pub fn set(&mut self, name: &str, value: &str) -> bool {
        let slot = self.values.iter_mut().find(|(n, _)| *n == name);
        slot.map(|(_, v)| *v = value.to_string()).is_some()
    }

    /// The value of a declared parameter.
    pub fn get(&self, name: &str) -> &str {
        let found = self.values.iter().find(|(n, _)| *n == name);
        &found.unwrap_or_else(|| panic!("parameter '{name}' is not declared")).1
    }

    /// The value of a declared parameter, read as a number or the like.
    pub fn parse<T: FromStr>(&self, name: &str, expected: &str) -> Result<T, BadInput> {
        let text = self.get(name);
        text.parse().map_err(|_| BadInput::new(format!("{name}={text}: expected {expected}")))
    }
}

/// The seats that an agent can play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seats {
    /// Every seat.
    Any,
    /// This seat alone.
    Only(Seat),
}

impl Seats {
    /// Whether `seat` is among them.
    pub fn contains(self, seat: Seat) -> bool {
        self == Seats::Any || self == Seats::Only(seat)
    }
}

/// Makes a fresh agent for a game.
pub type BuildAgent<G> = fn(&Kit<G>, &Args) -> Result<Box<dyn Agent<G>>, BadInput>;

/// Makes an evaluation.
pub type BuildEval<G> = fn() -> Box<dyn Eval<G>>;

/// Evaluations by name, the usual one first.
pub type Evals<G> = &'static [(&'static str, BuildEval<G>)];

/// Makes a guide for searches.
pub type BuildGuide<G> = fn() -> Box<dyn Guide<G>>;

/// What an agent can be made of: the rules, and the knowledge that the game brings.
pub struct Kit<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The game's own evaluations by name, the usual one first.
    pub evals: Evals<G>,
    /// The game's own guide for searches, if it has one.
    pub guide: Option<BuildGuide<G>>,
    /// The players that belong to the game.
    pub players: fn() -> Vec<AgentDef<G>>,
}

impl<G: Game> Clone for Kit<'_, G> {
    fn clone(&self) -> Self {
        Kit { game: self.game, evals: self.evals, guide: self.guide, players: self.players }
    }
}

impl<'a, G: Game> Kit<'a, G> {
    /// The rules alone.
    pub fn bare(game: &'a G) -> Self {
        Kit { game, evals: &[], guide: None, players: Vec::new }
    }
}

/// An agent that can be asked for by name.
pub struct AgentDef<G: Game> {
    /// The name on the command line.
    pub name: &'static str,
    /// One line.
    pub about: &'static str,
    /// What can be set.
    pub params: &'static [Param],
    /// Where it can sit.
    pub seats: Seats,
    /// Makes one.
    pub build: BuildAgent<G>,
}

/// A game that can be asked for by name.
pub struct GameDef<G: Game> {
    /// The name on the command line.
    pub name: &'static str,
    /// One line.
    pub about: &'static str,
    /// What can be set.
    pub params: &'static [Param],
    /// Ready-made values of the main parameter, each with one line.
    pub variants: &'static [(&'static str, &'static str)],
    /// Makes the rules.
    pub build: fn(&Args) -> Result<G, BadInput>,
    /// The players that belong to this game.
    pub players: fn() -> Vec<AgentDef<G>>,
    /// The game's own evaluations by name, the usual one first.
    pub evals: Evals<G>,
    /// The game's own guide for searches, if it has one.
    pub guide: Option<BuildGuide<G>>,
}

impl<G: Game> GameDef<G> {
    /// What agents for a game of this kind can be made of.
    pub fn kit<'a>(&self, game: &'a G) -> Kit<'a, G> {
        Kit { game, evals: self.evals, guide: self.guide, players: self.players }
    }
}

/// The most bytes that a board, map, rule or record file may have.
const MAX_FILE: u64 = 64 << 20;

/// The text of a file that a user named; `expected` completes the error if there is none.
pub fn read_file(path: &str, expected: &str) -> Result<String, BadInput> {
    let facts = std::fs::metadata(path).map_err(|e| BadInput::new(format!("{path}: {e}; {expected}")))?;
    if !facts.is_file() {
        return Err(BadInput::new(format!("{path}: not a file; {expected}")));
    }
    if facts.len() > MAX_FILE {
        return Err(BadInput::new(format!("{path}: larger than {} MB", MAX_FILE >> 20)));
    }
    let bytes = std::fs::read(path).map_err(|e| BadInput::new(format!("{path}: {e}; {expected}")))?;
    String::from_utf8(bytes).map_err(|e| {
        let line = e.as_bytes()[..e.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count() + 1;
        BadInput::new(format!("{path}:{line}: not text (expected UTF-8)"))
    })
}
