//! Weights as a safetensors file: named matrices, and a note that says what they are for. A file that does not fit is refused with the reason.

use std::collections::HashMap;
use std::ops::Range;

use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};
use sandtable_core::BadInput;

/// What a file says of its weights.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// What they are called.
    pub name: String,
    /// The family of networks: `graph`.
    pub family: String,
    /// The version of the chart that they read.
    pub chart: String,
    /// How large the network is, in the family's own words.
    pub sizes: String,
    /// How they were learned.
    pub training: String,
}

/// The keys of a note in a file.
const KEYS: [&str; 5] = ["name", "family", "chart", "sizes", "training"];

impl Note {
    fn parts(&self) -> [&String; 5] {
        [&self.name, &self.family, &self.chart, &self.sizes, &self.training]
    }

    /// The note of a file.
    pub fn of(place: &str, bytes: &[u8]) -> Result<Note, BadInput> {
        let refuse = |e| BadInput::new(format!("{place}: expected a safetensors file: {e}"));
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(refuse)?;
        let said = header.metadata().clone().unwrap_or_default();
        let part = |key: &str| {
            let missing = || BadInput::new(format!("{place}: expected weights of a network, with a note of their {key}"));
            said.get(key).cloned().ok_or_else(missing)
        };
        let [name, family, chart, sizes, training] = KEYS.map(part);
        Ok(Note { name: name?, family: family?, chart: chart?, sizes: sizes?, training: training? })
    }
}

/// A matrix among the weights: its name, and how many rows and columns it has.
pub type Form = (String, [usize; 2]);

/// Named matrices in one block of memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    forms: Vec<Form>,
    /// All numbers, one matrix behind the other.
    pub numbers: Vec<f32>,
}

impl Weights {
    /// Zeros in these forms.
    pub fn zeros(forms: Vec<Form>) -> Weights {
        let count = forms.iter().map(|(_, [m, n])| m * n).sum();
        Weights { forms, numbers: vec![0.0; count] }
    }

    /// The matrices, with where their numbers stand.
    pub fn matrices(&self) -> impl Iterator<Item = (&str, [usize; 2], Range<usize>)> {
        let mut end = 0;
        self.forms.iter().map(move |(name, [m, n])| {
            let begin = end;
            end += m * n;
            (name.as_str(), [*m, *n], begin..end)
        })
    }

    /// As a file.
    pub fn bytes(&self, note: &Note) -> Vec<u8> {
        let data: Vec<u8> = self.numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
        let tensors = self.matrices().map(|(name, [m, n], at)| {
            let view = TensorView::new(Dtype::F32, vec![m, n], &data[4 * at.start..4 * at.end]);
            (name.to_string(), view.expect("as many bytes as the form needs"))
        });
        let said: HashMap<String, String> =
            KEYS.iter().zip(note.parts()).map(|(key, part)| (key.to_string(), part.clone())).collect();
        safetensors::serialize(tensors.collect::<Vec<_>>(), Some(said)).expect("plain data")
    }

    /// Reads matrices of these forms.
    pub fn parse(place: &str, bytes: &[u8], forms: Vec<Form>) -> Result<Weights, BadInput> {
        let refuse = |e| BadInput::new(format!("{place}: expected a safetensors file: {e}"));
        let file = SafeTensors::deserialize(bytes).map_err(refuse)?;
        if file.len() != forms.len() {
            let line = format!("{place}: expected {} matrices, found {}", forms.len(), file.len());
            return Err(BadInput::new(line));
        }
        let mut weights = Weights::zeros(forms);
        let mut numbers = Vec::with_capacity(weights.numbers.len());
        for (name, [m, n], _) in weights.matrices() {
            let missing = |_| BadInput::new(format!("{place}: expected a matrix '{name}'"));
            let found = file.tensor(name).map_err(missing)?;
            if found.shape() != [m, n] || found.dtype() != Dtype::F32 {
                let line = format!(
                    "{place}: '{name}': expected {m} rows of {n} numbers, found {:?} of {:?}",
                    found.shape(),
                    found.dtype()
                );
                return Err(BadInput::new(line));
            }
            let four = |b: &[u8]| f32::from_le_bytes([b[0], b[1], b[2], b[3]]);
            numbers.extend(found.data().chunks_exact(4).map(four));
        }
        if numbers.iter().any(|x| !x.is_finite()) {
            return Err(BadInput::new(format!("{place}: expected finite weights")));
        }
        weights.numbers = numbers;
        Ok(weights)
    }
}
