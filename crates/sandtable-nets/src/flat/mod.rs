//! The flat network of Blomqvist (KTH 2020, section 4.2.3): the board as one row of numbers, three hidden layers, and an output for every step of the map.
//!
//! Only the board passes the hidden layers; cards and what belongs to a phase come after them. Each hidden layer is followed by batch normalisation and, while it
//! learns, by dropout of one half. Each head sees the last hidden layer and its late numbers; those that decide whether to act, and the value, have a layer of
//! their own with both. Scores of illegal outputs are never worked out, which comes to the thesis's masks before softmax.
//!
//! What the thesis leaves open, and how it is read here: widths are parameters; layers answer above zero (ReLU) and are normalised after that; normalisation,
//! first weights and batches are as Keras has them unless told otherwise, whose words the thesis uses. Files hold 16 bits a weight (bfloat16).

mod course;
mod learn;
mod ready;
#[cfg(test)]
mod tests;

use std::ops::Range;

pub use course::{Course, PassReport};
pub use learn::{Lesson, Loss, Measure};
pub use ready::{Ready, Reply};
use sandtable_core::sheet::{Form as SheetForm, Head};
use sandtable_core::{BadInput, Rng};
use serde::{Deserialize, Serialize};

use crate::kernel::LANES;
use crate::weights::{Form, Note, Precision, Weights};

/// The family's name in a file.
pub const FAMILY: &str = "flat";
/// Keeps normalisation finite.
const TINY: f32 = 1e-3;

/// How wide a network is. Widths are multiples of 16.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Widths {
    /// The hidden layers.
    pub hidden: Vec<usize>,
    /// The layer of a head of its own.
    pub inner: usize,
}

impl Default for Widths {
    fn default() -> Self {
        Widths { hidden: vec![128, 128, 64], inner: 32 }
    }
}

impl Widths {
    /// These, if a network can be so wide.
    pub fn check(self, place: &str) -> Result<Widths, BadInput> {
        let wide = |n: &usize| *n > 0 && n.is_multiple_of(LANES) && *n <= 2048;
        match (1..=8).contains(&self.hidden.len()) && self.hidden.iter().all(wide) && wide(&self.inner) {
            true => Ok(self),
            false => Err(BadInput::new(format!(
                "{place}: expected 1 to 8 hidden layers, with widths that are multiples of {LANES} up to 2048"
            ))),
        }
    }
}

/// A layer with its normalisation, by where it stands among the numbers.
#[derive(Clone, Debug)]
struct Layer {
    given: usize,
    width: usize,
    matrix: Range<usize>,
    start: Range<usize>,
    scale: Range<usize>,
    shift: Range<usize>,
    /// What came out before normalisation, on the mean, and how far it spread; not learned but kept.
    mean: Range<usize>,
    variance: Range<usize>,
}

/// A head: which late numbers it sees, its own layer if it has one, and a row of weights for each output.
#[derive(Clone, Debug)]
struct Crown {
    sees: (usize, usize),
    inner: Option<Layer>,
    given: usize,
    outputs: usize,
    matrix: Range<usize>,
    start: Range<usize>,
}

/// A network with its weights, as it learns. To ask it, make it [`Ready`].
#[derive(Clone, Debug)]
pub struct Flat {
    form: SheetForm,
    widths: Widths,
    weights: Weights,
    hidden: Vec<Layer>,
    /// The heads in their order; the last is the value.
    heads: Vec<Crown>,
}

/// The head of the value: all late numbers, a layer of its own, one output.
fn value_head(form: &SheetForm) -> Head {
    Head { name: "value", outputs: 1, sees: (0, form.late), deep: true }
}

fn push_layer(forms: &mut Vec<Form>, name: &str, given: usize, width: usize) {
    forms.push((name.to_string(), [given, width]));
    for part in ["start", "scale", "shift", "mean", "variance"] {
        forms.push((format!("{name}.{part}"), [1, width]));
    }
}

fn forms(form: &SheetForm, widths: &Widths) -> Vec<Form> {
    let mut forms = Vec::new();
    let mut given = form.board;
    for (i, &width) in widths.hidden.iter().enumerate() {
        push_layer(&mut forms, &format!("hidden{i}"), given, width);
        given = width;
    }
    for head in form.heads.iter().chain([&value_head(form)]) {
        let mut sees = given + head.sees.1 - head.sees.0;
        if head.deep {
            push_layer(&mut forms, &format!("{}.inner", head.name), sees, widths.inner);
            sees = widths.inner;
        }
        forms.push((head.name.to_string(), [head.outputs, sees]));
        forms.push((format!("{}.start", head.name), [1, head.outputs]));
    }
    forms
}

impl Flat {
    /// One that knows nothing.
    pub fn new(form: SheetForm, widths: Widths, rng: &mut Rng) -> Flat {
        let weights = Weights::zeros(forms(&form, &widths));
        let mut flat = Flat::of(form, widths, weights);
        let matrices: Vec<_> =
            flat.weights.matrices().map(|(name, form, at)| (name.to_string(), form, at)).collect();
        for (name, [m, n], at) in matrices {
            let kind = name.split('.').next_back().unwrap_or_default();
            let numbers = &mut flat.weights.numbers[at];
            match kind {
                "scale" | "variance" => numbers.fill(1.0),
                "start" | "shift" | "mean" => {}
                // Glorot and Bengio (2010).
                _ => {
                    let spread = (6.0 / (m + n) as f32).sqrt();
                    numbers.iter_mut().for_each(|w| *w = spread * (2.0 * rng.unit() as f32 - 1.0));
                }
            }
        }
        flat
    }

    fn of(form: SheetForm, widths: Widths, weights: Weights) -> Flat {
        let places: Vec<([usize; 2], Range<usize>)> =
            weights.matrices().map(|(_, form, at)| (form, at)).collect();
        let mut next = places.into_iter();
        let mut next = || next.next().expect("a place for each form");
        let layer = |next: &mut dyn FnMut() -> ([usize; 2], Range<usize>)| {
            let ([given, width], matrix) = next();
            let [start, scale, shift, mean, variance] = [(); 5].map(|()| next().1);
            Layer { given, width, matrix, start, scale, shift, mean, variance }
        };
        let hidden = widths.hidden.iter().map(|_| layer(&mut next)).collect();
        let value = value_head(&form);
        let heads = form.heads.iter().chain([&value]).map(|head| {
            let inner = head.deep.then(|| layer(&mut next));
            let ([outputs, given], matrix) = next();
            Crown { sees: head.sees, inner, given, outputs, matrix, start: next().1 }
        });
        let heads = heads.collect();
        Flat { form, widths, weights, hidden, heads }
    }

    /// Reads one for a sheet.
    pub fn parse(place: &str, bytes: &[u8], form: &SheetForm) -> Result<(Flat, Note), BadInput> {
        let note = Note::of(place, bytes)?;
        if note.family != FAMILY || note.chart != form.version {
            return Err(BadInput::new(format!(
                "{place}: expected a {FAMILY} network for the sheet {}, found a {} network for {}",
                form.version, note.family, note.chart
            )));
        }
        let unknown = |e| BadInput::new(format!("{place}: sizes '{}': {e}", note.sizes));
        let widths: Widths = serde_json::from_str(&note.sizes).map_err(unknown)?;
        let widths = widths.check(place)?;
        let weights = Weights::parse(place, bytes, forms(form, &widths))?;
        let flat = Flat::of(form.clone(), widths, weights);
        let layers = flat.hidden.iter().chain(flat.heads.iter().filter_map(|head| head.inner.as_ref()));
        let spreads = layers.flat_map(|layer| flat.part(&layer.variance));
        if spreads.clone().any(|spread| *spread < 0.0) {
            return Err(BadInput::new(format!("{place}: expected variances that are not negative")));
        }
        Ok((flat, note))
    }

    /// As a file, with its name and how it was learned.
    pub fn bytes(&self, name: &str, training: &str) -> Vec<u8> {
        let note = Note {
            name: name.into(),
            family: FAMILY.into(),
            chart: self.form.version.clone(),
            sizes: serde_json::to_string(&self.widths).expect("plain data"),
            training: training.into(),
        };
        self.weights.bytes(&note, Precision::Half)
    }

    /// The sheet that it reads.
    pub fn form(&self) -> &SheetForm {
        &self.form
    }

    /// How wide it is.
    pub fn widths(&self) -> &Widths {
        &self.widths
    }

    /// Its weights.
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
