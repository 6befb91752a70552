//! A network over the graph of a map.
//!
//! Every place starts from its own numbers and those of the whole position. In each layer it hears the sum of what its neighbours are, those of each relation
//! apart, and adds what follows from that to what it is. What a seat is worth comes from the mean of its places, the mean of all, its own numbers, and the
//! strength that the game's own estimate gives it: the network corrects that estimate. Chances are the seats' scores by softmax. A step is scored by the places that
//! it joins, its numbers and its head; priors are the scores of the legal steps by softmax, and no others are worked out.

mod ahead;
mod answer;
mod learn;

use std::ops::Range;

pub use ahead::{KEPT, LOST, NOBODYS};
pub(crate) use answer::softmax;
pub use answer::{Answer, Asked};
pub use learn::{Lesson, Loss};
use sandtable_core::chart::Legend;
use sandtable_core::{BadInput, Rng};
use serde::{Deserialize, Serialize};

use crate::kernel::LANES;
use crate::weights::{Form, Note, Precision, Weights};

/// The family's name in a file.
pub const FAMILY: &str = "graph";
/// What the sum over neighbours is multiplied by, so that it is about as large as what a place is itself.
const NEIGHBOURS: f32 = 0.35;

/// How large a network is. Widths are multiples of 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sizes {
    /// Numbers that stand for a place.
    pub width: usize,
    /// How often places hear their neighbours.
    pub layers: usize,
    /// Hidden units for a seat.
    pub seats: usize,
    /// Hidden units for a step.
    pub steps: usize,
}

impl Default for Sizes {
    fn default() -> Self {
        Sizes { width: 32, layers: 3, seats: 32, steps: 32 }
    }
}

impl Sizes {
    /// The same if networks can be so large.
    pub fn check(self, place: &str) -> Result<Sizes, BadInput> {
        let wide = |n: usize| n > 0 && n.is_multiple_of(LANES) && n <= 512;
        match wide(self.width) && wide(self.seats) && wide(self.steps) && (1..=16).contains(&self.layers) {
            true => Ok(self),
            false => Err(BadInput::new(format!(
                "{place}: expected widths that are multiples of {LANES} up to 512 and 1 to 16 layers"
            ))),
        }
    }
}

/// Where each matrix stands among the numbers.
#[derive(Clone, Debug)]
struct Parts {
    places: Range<usize>,
    whole: Range<usize>,
    start: Range<usize>,
    /// For each layer its matrix and what is added.
    layers: Vec<(Range<usize>, Range<usize>)>,
    seat: Range<usize>,
    seat_start: Range<usize>,
    seat_out: Range<usize>,
    trust: usize,
    from: Range<usize>,
    to: Range<usize>,
    all: Range<usize>,
    step: Range<usize>,
    heads: Range<usize>,
    heads_out: Range<usize>,
    heads_alone: Range<usize>,
}

/// A network with its weights.
#[derive(Clone, Debug)]
pub struct Graph {
    legend: &'static Legend,
    sizes: Sizes,
    weights: Weights,
    parts: Parts,
}

fn forms(legend: &Legend, sizes: Sizes) -> Vec<Form> {
    let Sizes { width, layers, seats, steps } = sizes;
    let heads = legend.heads.len();
    let mut forms: Vec<Form> = vec![
        ("places".into(), [legend.places.len(), width]),
        ("whole".into(), [legend.whole.len(), width]),
        ("start".into(), [1, width]),
    ];
    for layer in 0..layers {
        forms.push((format!("layer{layer}"), [(1 + legend.relations.len()) * width, width]));
        forms.push((format!("layer{layer}.start"), [1, width]));
    }
    forms.extend([
        ("seat".into(), [2 * width + legend.seats.len(), seats]),
        ("seat.start".into(), [1, seats]),
        ("seat.out".into(), [1, seats]),
        ("trust".into(), [1, 1]),
        ("from".into(), [width, steps]),
        ("to".into(), [width, steps]),
        ("all".into(), [width, steps]),
        ("step".into(), [legend.steps.len(), steps]),
        ("heads".into(), [heads, steps]),
        ("heads.out".into(), [heads, steps]),
        ("heads.alone".into(), [1, heads]),
    ]);
    forms
}

impl Graph {
    /// One that knows nothing beyond the game's own estimate: its chances are those, and all steps are alike to it.
    pub fn new(legend: &'static Legend, sizes: Sizes, rng: &mut Rng) -> Graph {
        let mut graph = Graph::of(legend, sizes, Weights::zeros(forms(legend, sizes)));
        let matrices: Vec<_> =
            graph.weights.matrices().map(|(name, [m, _], at)| (name.to_string(), m, at)).collect();
        for (name, m, at) in matrices {
            let silent = name.ends_with("start") || name.ends_with("out") || name.ends_with("alone");
            let spread = if silent { 0.0 } else { (3.0 / m as f32).sqrt() };
            graph.weights.numbers[at].iter_mut().for_each(|w| *w = spread * (2.0 * rng.unit() as f32 - 1.0));
        }
        graph.weights.numbers[graph.parts.trust] = 1.0;
        graph
    }

    fn of(legend: &'static Legend, sizes: Sizes, weights: Weights) -> Graph {
        let places: Vec<Range<usize>> = weights.matrices().map(|(_, _, at)| at).collect();
        let mut next = places.into_iter();
        let mut next = || next.next().expect("a place for each form");
        let (places, whole, start) = (next(), next(), next());
        let layers = (0..sizes.layers).map(|_| (next(), next())).collect();
        let parts = Parts {
            places,
            whole,
            start,
            layers,
            seat: next(),
            seat_start: next(),
            seat_out: next(),
            trust: next().start,
            from: next(),
            to: next(),
            all: next(),
            step: next(),
            heads: next(),
            heads_out: next(),
            heads_alone: next(),
        };
        Graph { legend, sizes, weights, parts }
    }

    /// Reads one for a chart.
    pub fn parse(place: &str, bytes: &[u8], legend: &'static Legend) -> Result<(Graph, Note), BadInput> {
        let note = Note::of(place, bytes)?;
        if note.family != FAMILY || note.chart != legend.version {
            return Err(BadInput::new(format!(
                "{place}: expected a {FAMILY} network for the chart {}, found a {} network for {}",
                legend.version, note.family, note.chart
            )));
        }
        let unknown = |e| BadInput::new(format!("{place}: sizes '{}': {e}", note.sizes));
        let sizes: Sizes = serde_json::from_str(&note.sizes).map_err(unknown)?;
        let sizes = sizes.check(place)?;
        let weights = Weights::parse(place, bytes, forms(legend, sizes))?;
        Ok((Graph::of(legend, sizes, weights), note))
    }

    /// One with weights that somebody has kept.
    pub fn with(
        place: &str,
        legend: &'static Legend,
        sizes: Sizes,
        numbers: Vec<f32>,
    ) -> Result<Graph, BadInput> {
        let mut graph = Graph::of(legend, sizes.check(place)?, Weights::zeros(forms(legend, sizes)));
        let count = graph.weights.numbers.len();
        if numbers.len() != count || numbers.iter().any(|x| !x.is_finite()) {
            return Err(BadInput::new(format!(
                "{place}: expected {count} finite weights, found {}",
                numbers.len()
            )));
        }
        graph.weights.numbers = numbers;
        Ok(graph)
    }

    /// How large it is.
    pub fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// As a file, with its name and how it was learned.
    pub fn bytes(&self, name: &str, training: &str) -> Vec<u8> {
        let note = Note {
            name: name.into(),
            family: FAMILY.into(),
            chart: self.legend.version.into(),
            sizes: serde_json::to_string(&self.sizes).expect("plain data"),
            training: training.into(),
        };
        self.weights.bytes(&note, Precision::Full)
    }

    /// What its numbers mean.
    pub fn legend(&self) -> &'static Legend {
        self.legend
    }

    /// Its weights, to be changed by a learner.
    pub fn numbers(&self) -> &[f32] {
        &self.weights.numbers
    }

    /// The same, to be changed.
    pub fn numbers_mut(&mut self) -> &mut [f32] {
        &mut self.weights.numbers
    }

    fn part(&self, at: &Range<usize>) -> &[f32] {
        &self.weights.numbers[at.clone()]
    }
}
