//! Sheets: positions as one row of numbers, for networks that belong to one map (Blomqvist, KTH 2020, section 4.2.3).
//!
//! A sheet is to a flat network what a [`Chart`](crate::Chart) is to one over a graph: every column has one meaning on one map, and every step is one output of
//! one head, or of two where it is first decided whether to act at all. What a network has learned of a step on such a sheet it knows of that step alone.

use crate::{BadInput, Game};

/// The columns of a sheet and the heads that answer it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// Changes whenever a column or an output changes its meaning, or the map does.
    pub version: String,
    /// How many numbers the hidden layers see.
    pub board: usize,
    /// How many numbers come after the hidden layers.
    pub late: usize,
    /// The heads that rate steps.
    pub heads: Vec<Head>,
}

/// A head: outputs among which one is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// What it decides.
    pub name: &'static str,
    /// How many outputs it has.
    pub outputs: usize,
    /// Which of the late numbers it sees: the first, and the one behind the last.
    pub sees: (usize, usize),
    /// Whether it has a layer of its own before its outputs.
    pub deep: bool,
}

/// A position on its sheet; made once and filled again and again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// What the hidden layers see.
    pub board: Vec<f32>,
    /// What comes after them.
    pub late: Vec<f32>,
    /// Who is to move, or moved last: the value is this seat's.
    pub mover: usize,
}

impl Row {
    /// Fills everything with zeros.
    pub fn clear(&mut self, board: usize, late: usize) {
        for (numbers, count) in [(&mut self.board, board), (&mut self.late, late)] {
            numbers.clear();
            numbers.resize(count, 0.0);
        }
        self.mover = 0;
    }
}

/// Where a step stands: an output of a head and, where that only says to act, one of a second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outputs {
    /// What is decided first.
    pub first: Option<(u8, u16)>,
    /// What is decided then.
    pub then: Option<(u8, u16)>,
}

impl Outputs {
    /// An output of one head.
    pub fn one(head: u8, output: usize) -> Outputs {
        Outputs { first: Some((head, output as u16)), then: None }
    }

    /// To act, by an output of one head, and how, by one of another.
    pub fn two(first: (u8, usize), then: (u8, usize)) -> Outputs {
        let [first, then] = [first, then].map(|(head, output)| Some((head, output as u16)));
        Outputs { first, then }
    }

    /// Those that there are.
    pub fn all(self) -> impl Iterator<Item = (u8, u16)> {
        [self.first, self.then].into_iter().flatten()
    }
}

/// How a game writes its positions on sheets.
pub trait Sheet<G: Game>: Sync {
    /// The columns and heads of a game; a game that does not fit on a sheet says why.
    fn form(&self, game: &G) -> Result<Form, BadInput>;

    /// Writes a state of a game that is not over to `out`.
    fn read(&self, game: &G, state: &G::State, out: &mut Row);

    /// Where a step stands; nowhere if no head has an output for it.
    fn step(&self, game: &G, state: &G::State, step: G::Action) -> Outputs;

    /// The game's evaluation by which rollouts are scored where they are cut.
    fn score(&self) -> &'static str;
}
