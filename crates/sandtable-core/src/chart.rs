//! Charts: positions as networks read them, on any map and for any number of seats.
//!
//! A chart is a graph. Every *place* has numbers, every *way* between two places one of a few relations, every *seat* numbers of its own, and
//! so has the position as a *whole*. A step is told by its head (what kind of step it is), the places that it leads from and to, and a few numbers. Weights that
//! are shared by all places, ways, seats and steps then fit every map; see `sandtable-nets`.
//!
//! A game that wants to be learned by networks brings one [`Chart`]; one without plays as before.

use crate::{Game, MAX_SEATS, Seat};

/// What the numbers of a chart mean. Weights are kept with its version: numbers of another meaning are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Legend {
    /// Changes whenever a number changes its meaning.
    pub version: &'static str,
    /// The numbers of a place.
    pub places: &'static [&'static str],
    /// The relations of two places that a way joins.
    pub relations: &'static [&'static str],
    /// The numbers of a seat.
    pub seats: &'static [&'static str],
    /// The numbers of the whole position.
    pub whole: &'static [&'static str],
    /// The kinds of steps.
    pub heads: &'static [&'static str],
    /// The numbers of a step.
    pub steps: &'static [&'static str],
}

/// A position on its chart; made once and filled again and again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The numbers of all places, one place behind the other.
    pub places: Vec<f32>,
    /// For each way its relation.
    pub relations: Vec<u8>,
    /// For each place who holds it: a bit for each seat.
    pub held: Vec<u16>,
    /// The numbers of all seats, one seat behind the other.
    pub seats: Vec<f32>,
    /// For each seat how strong it looks to the game's own estimate, as a logarithm: a network corrects that. Seats that have lost have `-∞`.
    pub strength: Vec<f32>,
    /// The numbers of the whole position.
    pub whole: Vec<f32>,
}

impl Reading {
    /// Fills everything with zeros, for so many places, ways and seats.
    pub fn clear(&mut self, legend: &Legend, places: usize, ways: usize, seats: usize) {
        let fill = |numbers: &mut Vec<f32>, count: usize| {
            numbers.clear();
            numbers.resize(count, 0.0);
        };
        fill(&mut self.places, places * legend.places.len());
        fill(&mut self.seats, seats * legend.seats.len());
        fill(&mut self.strength, seats);
        fill(&mut self.whole, legend.whole.len());
        self.relations.clear();
        self.relations.resize(ways, 0);
        self.held.clear();
        self.held.resize(places, 0);
    }

    /// The seats that hold a place.
    pub fn holders(&self, place: usize) -> impl Iterator<Item = Seat> + use<> {
        let held = self.held[place];
        (0..MAX_SEATS).filter(move |seat| held >> seat & 1 == 1)
    }
}

/// Where a step stands on a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The kind of step.
    pub head: u8,
    /// The place that it leads from.
    pub from: Option<u16>,
    /// The place that it leads to, or is about.
    pub to: Option<u16>,
}

/// How a game draws its positions.
pub trait Chart<G: Game>: Sync {
    /// What its numbers mean.
    fn legend(&self) -> &'static Legend;

    /// How many places there are.
    fn places(&self, game: &G) -> usize;

    /// The ways of the map, each from one place to another, in an order that never changes.
    fn ways(&self, game: &G) -> Vec<(u16, u16)>;

    /// Draws a state of a game that is not over into `out`.
    fn read(&self, game: &G, state: &G::State, out: &mut Reading);

    /// Says where a step stands, and writes its numbers to `out`, which holds zeros.
    fn step(&self, game: &G, state: &G::State, step: G::Action, out: &mut [f32]) -> Mark;
}
