//! What the features of the evaluation count (section V-C), beside each unit of the army's cost, which counts 5. The paper names no weight
//! and hopes for better ones "through machine-learning techniques" (section VIII): `learn` finds some.

use sandtable_core::catalog::read_file;
use sandtable_core::{Args, BadInput};

use crate::axis::players::tactics::value::Value;

/// What a unit of the army's cost counts.
const ARMY: f32 = 5.0;
/// The parameters and lines of a file, and the most that each may be.
const KEYS: [(&str, f32); 3] = [("cash", 2.0), ("income", 1000.0), ("slots", 1000.0)];

/// The weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// A unit of money, where one of army counts 1.
    pub cash: f32,
    /// A unit of income.
    pub income: f32,
    /// A unit that can be placed in a turn.
    pub slots: f32,
}

impl Weights {
    /// As the command line has them; those that it does not name come from its file, if it has one.
    pub fn of(args: &Args) -> Result<Weights, BadInput> {
        let file = match args.get("weights") {
            "" => None,
            path => Some(read(path, &read_file(path, "expected weights that `train` has written")?)?),
        };
        let mut found = [0.0; KEYS.len()];
        for (i, (name, most)) in KEYS.into_iter().enumerate() {
            let text = args.get(name);
            found[i] = match &file {
                Some(values) if !args.given(name) => values[i],
                _ => weight(name, most, text)
                    .map_err(|expected| BadInput::new(format!("{name}={text}: expected {expected}")))?,
            };
        }
        Ok(Weights::from(found))
    }

    /// The evaluation with these weights.
    pub fn value(self) -> Value {
        let Weights { cash, income, slots } = self;
        Value::Differences { army: ARMY, cash, income, slots }
    }

    /// The weights of numbers between 0 and 1. Weights of income and places spread over orders of magnitude, so they go by the cube.
    pub fn from_unit(genes: &[f64]) -> Weights {
        let of = |i: usize, power: i32| KEYS[i].1 * genes[i].powi(power) as f32;
        Weights { cash: of(0, 1), income: of(1, 3), slots: of(2, 3) }
    }

    /// The numbers from which [`Weights::from_unit`] makes these weights.
    pub fn to_unit(self) -> Vec<f64> {
        let of = |i: usize, weight: f32| f64::from(weight / KEYS[i].1);
        vec![of(0, self.cash), of(1, self.income).cbrt(), of(2, self.slots).cbrt()]
    }

    /// The weights as a file.
    pub fn text(self) -> String {
        let Weights { cash, income, slots } = self;
        format!("cash {cash}\nincome {income}\nslots {slots}\n")
    }
}

impl From<[f32; 3]> for Weights {
    fn from([cash, income, slots]: [f32; 3]) -> Weights {
        Weights { cash, income, slots }
    }
}

/// A weight, or what was expected.
fn weight(name: &str, most: f32, text: &str) -> Result<f32, String> {
    let cash = name == "cash";
    match text {
        "yes" if cash => Ok(1.0),
        "no" if cash => Ok(0.0),
        number => number
            .parse()
            .ok()
            .filter(|w| (0.0..=most).contains(w))
            .ok_or_else(|| format!("{}a number from 0 to {most}", if cash { "yes, no or " } else { "" })),
    }
}

/// The weights of a file: each once, a name and a number a line, in any order. `#` begins a remark.
fn read(place: &str, text: &str) -> Result<[f32; 3], BadInput> {
    let mut found = [None; KEYS.len()];
    for (number, line) in text.lines().enumerate() {
        let refuse = |why: String| BadInput::new(format!("{place}:{}: {why}", number + 1));
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let (name, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let key = KEYS.iter().position(|(key, _)| *key == name);
        let key = key.ok_or_else(|| refuse(format!("'{name}': expected cash, income or slots")))?;
        let value = weight(name, KEYS[key].1, value.trim())
            .map_err(|expected| refuse(format!("{name} {}: expected {expected}", value.trim())))?;
        if found[key].replace(value).is_some() {
            return Err(refuse(format!("a second {name}: expected one")));
        }
    }
    let mut weights = [0.0; KEYS.len()];
    for ((weight, found), (name, _)) in weights.iter_mut().zip(found).zip(KEYS) {
        *weight = found.ok_or_else(|| BadInput::new(format!("{place}: expected a line with {name}")))?;
    }
    Ok(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_read_back_and_are_numbers_between_0_and_1() {
        let weights = Weights { cash: 0.4, income: 12.5, slots: 3.0 };
        assert_eq!(read("my.dls", &weights.text()).map(Weights::from), Ok(weights));
        let again = Weights::from_unit(&weights.to_unit());
        assert!((again.income - weights.income).abs() < 1e-4, "{again:?}");
        assert!(weights.to_unit().iter().all(|gene| (0.0..=1.0).contains(gene)));
        let remarks = "# mine\nslots 3 # places\n\nincome 12.5\ncash 0.4";
        assert_eq!(read("my.dls", remarks).map(Weights::from), Ok(weights));
    }

    #[test]
    fn files_that_are_wrong_are_refused_with_the_line() {
        for (text, why) in [
            ("cash 1\ncoins 2", "my.dls:2: 'coins': expected cash, income or slots"),
            ("cash 3", "my.dls:1: cash 3: expected yes, no or a number from 0 to 2"),
            ("\nincome", "my.dls:2: income : expected a number from 0 to 1000"),
            ("slots NaN", "my.dls:1: slots NaN: expected a number from 0 to 1000"),
            ("cash 1\ncash 1", "my.dls:2: a second cash: expected one"),
            ("cash 1\nslots 1", "my.dls: expected a line with income"),
        ] {
            assert_eq!(read("my.dls", text), Err(BadInput::new(why)), "{text}");
        }
    }
}
