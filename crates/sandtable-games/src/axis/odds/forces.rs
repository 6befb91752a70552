//! Forces as words: `infantry=3,armour=2`, and back.

use crate::axis::battle::{Losses, Side};
use crate::axis::scenario::{Domain, Unit};
use sandtable_core::BadInput;
use serde_json::{Map, Value};

use sandtable_core::spec::unknown;

/// The most units of one kind, and of one side.
const MOST: (u16, u16) = (200, 400);

/// Reads a force: how many of each kind.
pub fn force(units: &[Unit], side: Side, text: &str) -> Result<Vec<u16>, BadInput> {
    let names: Vec<&str> = units.iter().map(|unit| unit.name.as_str()).collect();
    let mut counts: Vec<Option<u16>> = vec![None; units.len()];
    for part in text.split(',') {
        let Some((name, count)) = part.split_once('=') else {
            return Err(BadInput::new(format!(
                "'{part}': expected UNIT=COUNT,… such as infantry=3,armour=2"
            )));
        };
        let kind = names.iter().position(|known| *known == name);
        let kind = kind.ok_or_else(|| unknown("unit", name, &names))?;
        let read = count.parse::<u16>().ok().filter(|n| *n <= MOST.0);
        let count = read.ok_or_else(|| {
            BadInput::new(format!("{name}={count}: expected a whole number from 0 to {}", MOST.0))
        })?;
        if counts[kind].replace(count).is_some() {
            return Err(BadInput::new(format!("'{text}': {name} is given twice")));
        }
        if count > 0 && units[kind].domain == Domain::Sea {
            return Err(BadInput::new(format!("'{text}': {name} is a ship, and these are battles on land")));
        }
        if count > 0 && side == Side::Attack && !units[kind].fights() {
            return Err(BadInput::new(format!("'{text}': {name} cannot attack")));
        }
    }
    let counts: Vec<u16> = counts.into_iter().map(Option::unwrap_or_default).collect();
    let all: u16 = counts.iter().fold(0, |sum, n| n.saturating_add(sum));
    let least = u16::from(side == Side::Attack);
    if !(least..=MOST.1).contains(&all) {
        let who = if side == Side::Attack { "attackers" } else { "defenders" };
        return Err(BadInput::new(format!("'{text}': {all} {who}: expected {least} to {}", MOST.1)));
    }
    Ok(counts)
}

/// A force for people: `2 infantry 1 armour`, of those kinds that are asked for.
pub fn label(units: &[Unit], counts: &[u16], which: impl Fn(&Unit) -> bool) -> String {
    let some = units.iter().zip(counts).filter(|(unit, n)| **n > 0 && which(unit));
    let parts: Vec<String> = some.map(|(unit, n)| format!("{n} {}", unit.name)).collect();
    if parts.is_empty() { "nobody".into() } else { parts.join(" ") }
}

/// Expected numbers for people.
pub fn means(units: &[Unit], means: &[f64]) -> String {
    let some = units.iter().zip(means).filter(|(unit, n)| **n >= 0.0005 && unit.fights());
    let parts: Vec<String> = some.map(|(unit, n)| format!("{n:.3} {}", unit.name)).collect();
    if parts.is_empty() { "nobody".into() } else { parts.join(" ") }
}

/// Whole numbers of each kind that is there, for programs.
pub fn counts_json(units: &[Unit], counts: &[u16]) -> Value {
    let some = units.iter().zip(counts).filter(|(_, n)| **n > 0);
    Value::Object(some.map(|(unit, &n)| (unit.name.clone(), Value::from(n))).collect::<Map<_, _>>())
}

/// Expected numbers of each kind that is there.
pub fn kinds(units: &[Unit], means: &[f64]) -> Value {
    let some = units.iter().zip(means).filter(|(_, n)| **n > 0.0);
    Value::Object(some.map(|(unit, &n)| (unit.name.clone(), Value::from(n))).collect::<Map<_, _>>())
}

/// An order of losses as it is written.
pub fn named(units: &[Unit], losses: &Losses) -> String {
    match losses {
        Losses::Power => "power".into(),
        Losses::Cost => "cost".into(),
        Losses::Custom(list) => {
            let names: Vec<&str> = list.iter().map(|&kind| units[usize::from(kind)].name.as_str()).collect();
            names.join("+")
        }
    }
}
