//! Rule files: one thing a line, `#` begins a comment.
//!
//! ```text
//! side red                                # whose rules these are
//! correction mended                       # or printed
//! further 0.5                             # what Blue one node further south adds to Blue's force
//! limit nodes 8                           # and moves, west, east, ahead, ease
//! force none=0 medium=1 high=3            # seven partitions, by the midpoints of their sets
//! plan weak early -> -small               # six rules; coa1 and coa2 have nine each
//! ```

use std::fmt::Write as _;

use sandtable_core::BadInput;

use super::{Correction, Limits, PARTITIONS, Partition, RuleBase};
use crate::operation::state::Side;

/// The limits by name, with the most that each may be.
const LIMITS: [(&str, u32); 6] =
    [("moves", 100_000), ("west", 255), ("east", 255), ("ahead", 255), ("nodes", 255), ("ease", 255)];

/// The rules by name: the partitions of their two inputs and of their output.
const RULES: [(&str, [usize; 3]); 3] = [("plan", [0, 1, 2]), ("coa1", [3, 3, 4]), ("coa2", [5, 5, 6])];

/// The least distance of two midpoints, so that no triangle is a wall.
pub const APART: f64 = 1e-3;

/// The largest midpoint.
const MOST: f64 = 100.0;

/// A file as far as it has been read.
#[derive(Default)]
struct Draft {
    side: Option<Side>,
    correction: Option<Correction>,
    further: Option<f64>,
    limits: [Option<u32>; LIMITS.len()],
    midpoints: [Option<Vec<f64>>; PARTITIONS.len()],
    /// Output sets by rule base and inputs; negative ones go right.
    rules: [[[Option<i8>; 3]; 3]; RULES.len()],
}

impl RuleBase {
    /// Reads a rule file; `origin` names it in errors.
    pub fn parse(origin: &str, text: &str) -> Result<RuleBase, BadInput> {
        let mut draft = Draft::default();
        let at = |line: usize, e: String| BadInput::new(format!("{origin}:{line}: {e}"));
        for (i, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or("").trim();
            if !line.is_empty() {
                draft.read(line).map_err(|e| at(i + 1, e))?;
            }
        }
        draft.finish().map_err(|e| at(text.lines().count().max(1), e))
    }

    /// The text that reads back as this rule base.
    pub fn text(&self) -> String {
        let correction = Correction::NAMES.iter().find(|(_, c)| *c == self.correction);
        let mut out = format!(
            "side {}\ncorrection {}\nfurther {}\n\n",
            self.side.name(),
            correction.map_or("", |(name, _)| name),
            self.further
        );
        let Limits { moves, west, east, ahead, nodes, ease } = self.limits;
        let most = [moves, west.into(), east.into(), ahead.into(), nodes.into(), ease.into()];
        for ((name, _), most) in LIMITS.iter().zip(most) {
            let _ = writeln!(out, "limit {name} {most}");
        }
        out.push('\n');
        for ((name, sets), midpoints) in PARTITIONS.iter().zip(self.midpoints()) {
            let items: Vec<String> =
                sets.iter().zip(midpoints).map(|(set, x)| format!("{set}={x}")).collect();
            let _ = writeln!(out, "{name} {}", items.join(" "));
        }
        for (number, (name, [first, second, _])) in RULES.iter().enumerate() {
            out.push('\n');
            for (i, one) in PARTITIONS[*first].1.iter().enumerate() {
                for (j, other) in PARTITIONS[*second].1.iter().enumerate() {
                    let _ = writeln!(out, "{name} {one} {other} -> {}", self.conclusion(number, i, j));
                }
            }
        }
        out
    }

    /// What a rule concludes, in words.
    fn conclusion(&self, rules: usize, i: usize, j: usize) -> String {
        let set = match rules {
            0 => self.plan[i][j],
            1 => self.coa1[i][j] as i8,
            _ => self.coa2[i][j] as i8,
        };
        let name = PARTITIONS[RULES[rules].1[2]].1[usize::from(set.unsigned_abs())];
        format!("{}{name}", if set < 0 { "-" } else { "" })
    }
}

impl Draft {
    fn read(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_whitespace();
        let key = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        let value = rest.join(" ");
        if let Some(number) = PARTITIONS.iter().position(|(name, _)| *name == key) {
            return once(&mut self.midpoints[number], key, midpoints(key, PARTITIONS[number].1, &rest)?);
        }
        if let Some(number) = RULES.iter().position(|(name, _)| *name == key) {
            return self.rule(number, &rest);
        }
        match key {
            "side" => {
                let side = Side::BOTH.into_iter().find(|side| side.name() == value);
                once(&mut self.side, key, side.ok_or_else(|| unlike(key, &value, "blue or red"))?)
            }
            "correction" => {
                let found = Correction::NAMES.iter().find(|(name, _)| *name == value);
                let found = found.ok_or_else(|| unlike(key, &value, "printed or mended"))?;
                once(&mut self.correction, key, found.1)
            }
            "further" => {
                let number = value.parse().ok().filter(|x: &f64| (0.0..=1.0).contains(x));
                once(
                    &mut self.further,
                    key,
                    number.ok_or_else(|| unlike(key, &value, "a number from 0 to 1"))?,
                )
            }
            "limit" => self.limit(&rest),
            _ => Err(format!("'{key}': expected side, correction, further, limit, {}", names().join(", "))),
        }
    }

    fn limit(&mut self, words: &[&str]) -> Result<(), String> {
        let names = LIMITS.map(|(name, _)| name).join(", ");
        let [name, value] = words else {
            return Err(format!("expected 'limit', one of {names}, and a number"));
        };
        let number = LIMITS.iter().position(|(known, _)| known == name);
        let number = number.ok_or_else(|| unlike("limit", name, &format!("one of {names}")))?;
        let least = u32::from(*name == "moves");
        let most = value.parse().ok().filter(|n| (least..=LIMITS[number].1).contains(n));
        let expected =
            || unlike(name, value, &format!("a whole number from {least} to {}", LIMITS[number].1));
        once(&mut self.limits[number], name, most.ok_or_else(expected)?)
    }

    fn rule(&mut self, number: usize, words: &[&str]) -> Result<(), String> {
        let (name, partitions) = RULES[number];
        let [first, second, output] = partitions.map(|p| PARTITIONS[p].1);
        let [one, other, "->", conclusion] = words else {
            return Err(format!("expected a rule like '{name} {} {} -> {}'", first[0], second[0], output[0]));
        };
        let find = |word: &str, part: usize| {
            let (partition, sets) = PARTITIONS[partitions[part]];
            let found = sets.iter().position(|set| *set == word);
            found.ok_or_else(|| unlike(&format!("{name}'s {partition}"), word, &one_of(sets)))
        };
        let (i, j) = (find(one, 0)?, find(other, 1)?);
        // Only a moving rate has a direction.
        let right = conclusion.strip_prefix('-').filter(|_| number == 0);
        let set = find(right.unwrap_or(conclusion), 2)? as i8;
        let slot = &mut self.rules[number][i][j];
        once(slot, &format!("{name} {one} {other}"), if right.is_some() { -set } else { set })
    }

    fn finish(self) -> Result<RuleBase, String> {
        let missing = |what: &str| format!("the file ends, expected a line '{what}'");
        let mut limits = [0; LIMITS.len()];
        for ((limit, given), (name, _)) in limits.iter_mut().zip(self.limits).zip(LIMITS) {
            *limit = given.ok_or_else(|| missing(&format!("limit {name} …")))?;
        }
        let [moves, west, east, ahead, nodes, ease] = limits;
        let [west, east, ahead, nodes, ease] = [west, east, ahead, nodes, ease].map(|n| n as u8);
        let mut rules = [[[0; 3]; 3]; RULES.len()];
        for (number, (name, [first, second, _])) in RULES.iter().enumerate() {
            for (i, one) in PARTITIONS[*first].1.iter().enumerate() {
                for (j, other) in PARTITIONS[*second].1.iter().enumerate() {
                    let line = || missing(&format!("{name} {one} {other} -> …"));
                    rules[number][i][j] = self.rules[number][i][j].ok_or_else(line)?;
                }
            }
        }
        let [plan, coa1, coa2] = rules;
        let unsigned = |table: [[i8; 3]; 3]| table.map(|row| row.map(|set| set as u8));
        let mut base = RuleBase {
            side: self.side.ok_or_else(|| missing("side …"))?,
            strength: Partition([0.0; 3]),
            time: Partition([0.0; 2]),
            rate: Partition([0.0; 3]),
            force: Partition([0.0; 3]),
            threat: Partition([0.0; 9]),
            row: Partition([0.0; 3]),
            priority: Partition([0.0; 9]),
            plan: plan.map(|[late, early, _]| [late, early]),
            coa1: unsigned(coa1),
            coa2: unsigned(coa2),
            limits: Limits { moves, west, east, ahead, nodes, ease },
            correction: self.correction.ok_or_else(|| missing("correction …"))?,
            further: self.further.ok_or_else(|| missing("further …"))?,
        };
        for ((to, from), (name, _)) in base.midpoints_mut().into_iter().zip(self.midpoints).zip(PARTITIONS) {
            to.copy_from_slice(&from.ok_or_else(|| missing(&format!("{name} …")))?);
        }
        Ok(base)
    }
}

/// Everything that is named by itself.
fn names() -> Vec<&'static str> {
    PARTITIONS.iter().map(|(name, _)| *name).chain(RULES.iter().map(|(name, _)| *name)).collect()
}

fn one_of(sets: &[&str]) -> String {
    format!("one of {}", sets.join(", "))
}

fn unlike(what: &str, found: &str, expected: &str) -> String {
    format!("{what} is '{found}': expected {expected}")
}

fn once<T>(slot: &mut Option<T>, key: &str, value: T) -> Result<(), String> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!("'{key}' stands twice, expected it once")),
    }
}

/// Midpoints as `none=0 medium=1 high=3`: every set once, in its order, ascending.
fn midpoints(name: &str, sets: &[&str], words: &[&str]) -> Result<Vec<f64>, String> {
    let order = || {
        let items: Vec<String> = sets.iter().map(|set| format!("{set}=…")).collect();
        format!("{name}: expected '{}'", items.join(" "))
    };
    if words.len() != sets.len() {
        return Err(order());
    }
    let mut all: Vec<f64> = Vec::with_capacity(sets.len());
    for (set, word) in sets.iter().zip(words) {
        let value = word.split_once('=').filter(|(key, _)| key == set).ok_or_else(order)?.1;
        let number = value.parse().ok().filter(|x: &f64| (0.0..=MOST).contains(x));
        let number = number.ok_or_else(|| unlike(set, value, &format!("a number from 0 to {MOST}")))?;
        if let Some(before) = all.last().filter(|before| number < **before + APART / 2.0) {
            return Err(format!(
                "{set} is {value}, expected it above {before}: midpoints ascend by {APART} at least"
            ));
        }
        all.push(number);
    }
    Ok(all)
}
