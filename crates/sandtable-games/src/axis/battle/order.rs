//! Who dies first: the units of one side in a fixed order, so that the hits taken say all about what is left
//! of it.

use std::ops::Range;

use super::super::scenario::{Domain, Unit};

/// Chances of a number of hits that are smaller than this are left out of the chain.
const TINY: f64 = 1e-22;

/// The two sides of a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Units hit with their attack, and some support others.
    Attack,
    /// Units hit with their defence.
    Defence,
}

/// In which order a side loses units. Support is left out of the comparison; what is equal goes in the order
/// of the units' list.
#[derive(Clone, PartialEq, Debug)]
pub enum Losses {
    /// The least power first, then the cheaper: TripleA's default.
    Power,
    /// The cheapest first, then the least power.
    Cost,
    /// By this list of kinds, given by their indices; kinds that it leaves out die last, as under
    /// [`Losses::Power`].
    Custom(Vec<u8>),
}

/// Units of one kind that die one after the other.
#[derive(Clone, Debug)]
struct Run {
    unit: u8,
    count: u16,
    pips: u8,
    cost: u16,
    land: bool,
    supports: u8,
    supportable: bool,
}

/// The units of one side in the order in which they die.
///
/// Units that take several hits take all but their last one first of all, since that costs nothing, and die
/// in their place. Guns and factories are not in the line.
#[derive(Clone, Debug)]
pub struct Line {
    runs: Vec<Run>,
    /// Hits that kill nothing.
    spare: usize,
    hits: usize,
}

/// The kinds that fight, in the order in which a side loses them.
pub fn order(units: &[Unit], side: Side, losses: &Losses) -> Vec<u8> {
    let line = Line::new(units, &vec![1; units.len()], side, losses);
    line.runs.iter().map(|run| run.unit).collect()
}

impl Line {
    /// The line of so many units of each kind, `counts` being indexed like `units`.
    pub fn new(units: &[Unit], counts: &[u16], side: Side, losses: &Losses) -> Line {
        let mut line = Line::empty();
        line.set(units, counts, side, losses);
        line
    }

    /// A line without units.
    pub(super) fn empty() -> Line {
        Line { runs: Vec::new(), spare: 0, hits: 0 }
    }

    /// What [`Line::new`] makes, in the memory of an old line.
    pub(super) fn set(&mut self, units: &[Unit], counts: &[u16], side: Side, losses: &Losses) {
        assert_eq!(units.len(), counts.len(), "one count for each kind of unit");
        (self.spare, self.hits) = (0, 0);
        self.runs.clear();
        for (index, (unit, &count)) in units.iter().zip(counts).enumerate() {
            if count == 0 || !unit.fights() {
                continue;
            }
            let attacks = side == Side::Attack;
            self.runs.push(Run {
                unit: u8::try_from(index).expect("at most 256 kinds of units"),
                count,
                pips: if attacks { unit.attack } else { unit.defence }.min(6),
                cost: unit.cost,
                land: unit.domain == Domain::Land,
                supports: if attacks { unit.supports } else { 0 },
                supportable: attacks && unit.supportable,
            });
            let armour = usize::from(unit.hits.max(1)) - 1;
            self.spare += usize::from(count) * armour;
            self.hits += usize::from(count) * (armour + 1);
        }
        let rank = |run: &Run| match losses {
            Losses::Power => (0, u16::from(run.pips), run.cost),
            Losses::Cost => (0, run.cost, u16::from(run.pips)),
            Losses::Custom(list) => {
                let place = list.iter().position(|&unit| unit == run.unit).unwrap_or(list.len());
                (place, u16::from(run.pips), run.cost)
            }
        };
        self.runs.sort_by_key(|run| (rank(run), run.unit));
    }

    /// All hits that the side can take.
    pub fn hits(&self) -> usize {
        self.hits
    }

    /// The units left of each run after `taken` hits.
    fn alive(&self, taken: usize) -> impl Iterator<Item = (&Run, u16)> {
        let mut dead = taken.saturating_sub(self.spare);
        self.runs.iter().map(move |run| {
            let fallen = dead.min(usize::from(run.count));
            dead -= fallen;
            (run, run.count - fallen as u16)
        })
    }

    /// How many dice hit with 0, 1, … 6 after `taken` hits.
    fn dice(&self, taken: usize) -> [u32; 7] {
        let (mut dice, mut supportable, mut supporters) = ([0; 7], [0; 7], 0);
        for (run, alive) in self.alive(taken) {
            let alive = u32::from(alive);
            dice[usize::from(run.pips)] += alive;
            supporters += alive * u32::from(run.supports);
            if run.supportable {
                supportable[usize::from(run.pips)] += alive;
            }
        }
        support(&mut dice, &supportable, supporters);
        dice
    }

    /// The sum of the numbers with which the units hit after `taken` hits, support included.
    pub fn power(&self, taken: usize) -> u32 {
        self.dice(taken).into_iter().zip(0..).map(|(count, pips)| count * pips).sum()
    }

    /// What the units lost by `taken` hits have cost.
    pub fn lost(&self, taken: usize) -> u32 {
        self.alive(taken).map(|(run, alive)| u32::from(run.count - alive) * u32::from(run.cost)).sum()
    }

    /// Whether a land unit is left after `taken` hits.
    pub fn land(&self, taken: usize) -> bool {
        self.alive(taken).any(|(run, alive)| run.land && alive > 0)
    }

    /// How many of each kind are left after `taken` hits, added to `out`, which is indexed like the units.
    pub fn left(&self, taken: usize, out: &mut [u16]) {
        self.alive(taken).for_each(|(run, alive)| out[usize::from(run.unit)] += alive);
    }

    /// The same for a chance to have taken so many hits: the expected numbers.
    pub(super) fn expect(&self, taken: usize, chance: f64, out: &mut [f64]) {
        self.alive(taken).for_each(|(run, alive)| out[usize::from(run.unit)] += chance * f64::from(alive));
    }

    /// The same for the chances of all numbers of hits.
    pub(super) fn expect_all(&self, chances: &[f64], out: &mut [f64]) {
        let possible = chances.iter().enumerate().filter(|(_, p)| **p > 0.0);
        possible.for_each(|(taken, &p)| self.expect(taken, p, out));
    }

    /// The chances of 0, 1, 2, … hits in one round after `taken` hits.
    pub fn volley(&self, taken: usize, out: &mut Vec<f64>) {
        out.clear();
        out.push(1.0);
        roll(&self.dice(taken), out, 0);
    }
}

/// Raises as many dice by one as there is support for: those of units that can be helped, the strongest first, as in TripleA.
pub(in crate::axis) fn support(dice: &mut [u32; 7], supportable: &[u32; 7], mut support: u32) {
    for pips in (0..6).rev() {
        let helped = support.min(supportable[pips]);
        dice[pips] -= helped;
        dice[pips + 1] += helped;
        support -= helped;
    }
}

/// Rolls more dice: `chances[start..]` are those of 0, 1, 2, … hits before and after.
fn roll(dice: &[u32; 7], chances: &mut Vec<f64>, start: usize) {
    for (pips, &count) in dice.iter().enumerate().skip(1) {
        let (hit, miss) = (pips as f64 / 6.0, (6 - pips) as f64 / 6.0);
        for _ in 0..count {
            chances.push(0.0);
            let these = &mut chances[start..];
            for n in (1..these.len()).rev() {
                these[n] = these[n] * miss + these[n - 1] * hit;
            }
            these[0] *= miss;
        }
    }
}

/// The volleys of a line after any number of hits.
#[derive(Clone, Debug, Default)]
pub(super) struct Volleys {
    chances: Vec<f64>,
    /// By hits that the side can still take: where the chances stand that matter, and of how many hits the
    /// first is.
    places: Vec<(Range<usize>, usize)>,
}

impl Volleys {
    /// Rolls for all that may be left of a line, from nothing up: most volleys are the one before with one
    /// die more.
    pub(super) fn set(&mut self, line: &Line) {
        self.chances.clear();
        self.places.clear();
        let (mut before, mut start) = ([0; 7], 0);
        self.chances.push(1.0);
        for taken in (0..=line.hits()).rev() {
            let dice = line.dice(taken);
            let end = self.chances.len();
            let grown = (1..7).all(|pips| before[pips] <= dice[pips]);
            if grown {
                self.chances.extend_from_within(start..end);
                let more = std::array::from_fn(|pips| if pips == 0 { 0 } else { dice[pips] - before[pips] });
                roll(&more, &mut self.chances, end);
            } else {
                self.chances.push(1.0);
                roll(&dice, &mut self.chances, end);
            }
            (before, start) = (dice, end);
            let these = &self.chances[start..];
            let first = these.iter().position(|&p| p >= TINY).unwrap_or(0);
            let last = these.iter().rposition(|&p| p >= TINY).unwrap_or(0);
            self.places.push((start + first..start + last + 1, first));
        }
    }

    /// The chances of `first`, `first + 1`, … hits after so many hits were taken, and `first`.
    #[inline]
    pub(super) fn at(&self, taken: usize) -> (&[f64], usize) {
        let (range, first) = &self.places[self.places.len() - 1 - taken];
        (&self.chances[range.clone()], *first)
    }

    /// The chance of no hit.
    #[inline]
    pub(super) fn none(&self, taken: usize) -> f64 {
        match self.at(taken) {
            (chances, 0) => chances[0],
            _ => 0.0,
        }
    }
}
