//! Positions that a search has met: how deep it looked, and what it found.

use super::sketch::{Board, Sketch};
use super::turns::Turn;
use super::value::WON;

/// How many positions are kept: a newer one takes the place of an older one.
const SIZE: usize = 1 << 16;

/// What a value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The position is worth just this.
    Exact,
    /// It is worth this at least.
    Least,
    /// It is worth this at most.
    Most,
}

/// What was found.
#[derive(Clone, Copy)]
pub struct Note {
    /// How many turns ahead.
    pub depth: u8,
    /// What the value says.
    pub bound: Bound,
    /// To the side to move.
    pub value: f32,
    /// The best turn.
    pub turn: Option<Turn>,
}

impl Note {
    /// The value, if nobody has to look again.
    pub fn settles(&self, depth: usize, alpha: f32, beta: f32) -> Option<f32> {
        let enough = match self.bound {
            Bound::Exact => true,
            Bound::Least => self.value >= beta,
            Bound::Most => self.value <= alpha,
        };
        // How soon a game is won depends on the way there.
        let plain = self.value.abs() < WON - 50.0;
        (usize::from(self.depth) == depth && enough && plain).then_some(self.value)
    }
}

/// The memory.
pub struct Memory {
    slots: Vec<(u64, Option<Note>)>,
}

impl Memory {
    /// An empty memory.
    pub fn new() -> Memory {
        Memory { slots: vec![(0, None); SIZE] }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.slots.fill((0, None));
    }

    /// What is known of a position.
    pub fn get(&self, key: u64) -> Option<Note> {
        let (known, note) = self.slots[key as usize % SIZE];
        note.filter(|_| known == key)
    }

    /// Remembers a position.
    pub fn put(&mut self, key: u64, note: Note) {
        self.slots[key as usize % SIZE] = (key, Some(note));
    }
}

/// A number that stands for a position; two positions share one with a chance of about 2⁻⁶⁴.
pub fn key(board: &Board, sketch: &Sketch) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut hash = u64::from(sketch.side) + 1;
    let mut mix = |word: u64| hash = (hash.rotate_left(23) ^ word).wrapping_mul(FACTOR);
    let pair = |a: f32, b: f32| u64::from(a.to_bits()) << 32 | u64::from(b.to_bits());
    mix(pair(sketch.money[0], sketch.money[1]));
    for p in 0..board.len() {
        mix(u64::from(sketch.owner[p]));
        sketch.units[p].chunks_exact(2).for_each(|two| mix(pair(two[0], two[1])));
    }
    hash ^ hash >> 29
}
