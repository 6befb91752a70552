//! How games and agents are described: the parameters that they declare, and the values that a user gave.

use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::Seat;

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

impl Param {
    /// A parameter that is always named.
    pub const fn new(name: &'static str, about: &'static str, default: &'static str) -> Param {
        Param { name, about, default, main: false }
    }

    /// The main parameter, which a first bare value means.
    pub const fn main(name: &'static str, about: &'static str, default: &'static str) -> Param {
        Param { name, about, default, main: true }
    }
}

/// The values of an entry's parameters: given or default.
#[derive(Clone, Debug, Default)]
pub struct Args {
    values: Vec<Arg>,
}

#[derive(Clone, Debug)]
struct Arg {
    name: &'static str,
    value: String,
    given: bool,
}

impl Args {
    /// The default of every parameter.
    pub fn defaults(params: &[Param]) -> Self {
        let arg = |p: &Param| Arg { name: p.name, value: p.default.to_string(), given: false };
        Args { values: params.iter().map(arg).collect() }
    }

    /// Sets a declared parameter; `false` if there is none of that name.
    pub fn set(&mut self, name: &str, value: &str) -> bool {
        let slot = self.values.iter_mut().find(|arg| arg.name == name);
        slot.map(|arg| (arg.value, arg.given) = (value.to_string(), true)).is_some()
    }

    fn arg(&self, name: &str) -> &Arg {
        let found = self.values.iter().find(|arg| arg.name == name);
        found.unwrap_or_else(|| panic!("parameter '{name}' is not declared"))
    }

    /// The value of a declared parameter.
    pub fn get(&self, name: &str) -> &str {
        &self.arg(name).value
    }

    /// Whether a declared parameter was set, rather than left at its default.
    pub fn given(&self, name: &str) -> bool {
        self.arg(name).given
    }

    /// The value of a declared parameter, read as a number or the like.
    pub fn parse<T: FromStr>(&self, name: &str, expected: &str) -> Result<T, BadInput> {
        let text = self.get(name);
        text.parse().map_err(|_| BadInput::new(format!("{name}={text}: expected {expected}")))
    }

    /// A number within a range: whole if `T` is.
    pub fn number<T: FromStr + PartialOrd + Display>(
        &self,
        name: &str,
        range: RangeInclusive<T>,
    ) -> Result<T, BadInput> {
        let whole = if "0.5".parse::<T>().is_ok() { "number" } else { "whole number" };
        let expected = format!("a {whole} from {} to {}", range.start(), range.end());
        let number: T = self.parse(name, &expected)?;
        match range.contains(&number) {
            true => Ok(number),
            false => Err(BadInput::new(format!("{name}={}: expected {expected}", self.get(name)))),
        }
    }

    /// One of two words: `true` for the first.
    pub fn flag(&self, name: &str, yes: &str, no: &str) -> Result<bool, BadInput> {
        match self.get(name) {
            text if text == yes => Ok(true),
            text if text == no => Ok(false),
            text => Err(BadInput::new(format!("{name}={text}: expected {yes} or {no}"))),
        }
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
