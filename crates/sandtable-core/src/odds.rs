//! Battle odds: the calculator of a game that has exact ones for single battles.
//!
//! A calculator reads its own words: numbers or forces in order, and items `key=value` that it declares. What it finds
//! is plain data, for the terminal, for a page and for programs.

use serde_json::Value;

use crate::spec::unknown;
use crate::{Args, BadInput, Param};

/// A calculator of battle odds.
pub struct Calculator {
    /// One line.
    pub about: &'static str,
    /// The words that it takes in order, by name.
    pub usage: &'static str,
    /// The items `key=value` that may follow.
    pub params: &'static [Param],
    /// Words to try, each with one line.
    pub examples: &'static [(&'static str, &'static str)],
    /// The words in their order, then the items, for those who fill in a form.
    pub fields: fn() -> Vec<Field>,
    /// Calculates.
    pub run: fn(&[String]) -> Result<Odds, BadInput>,
}

/// A word or an item of a calculator, as a field of a form.
pub struct Field {
    /// The item's name, or that of the word.
    pub name: &'static str,
    /// What it says, in one line.
    pub about: &'static str,
    /// What is filled in at first.
    pub default: &'static str,
    /// What can be filled in.
    pub kind: Kind,
}

/// What can be filled into a field.
pub enum Kind {
    /// A number.
    Number,
    /// How many of each of these.
    Units(Vec<String>),
    /// One of these.
    Choice(&'static [&'static str]),
}

/// What a calculator found out about a battle.
pub struct Odds {
    /// The battle in one line.
    pub title: String,
    /// Named numbers.
    pub numbers: Vec<(String, String)>,
    /// How it may end.
    pub distribution: Distribution,
    /// Whatever else is worth a table.
    pub tables: Vec<Table>,
    /// Everything, for programs.
    pub json: Value,
}

/// All ends of a battle in their order, group by group.
pub struct Distribution {
    /// What an end's label says.
    pub axis: &'static str,
    /// Ends that belong together, such as one side's victories.
    pub groups: Vec<Group>,
}

/// Ends that belong together.
pub struct Group {
    /// What they have in common.
    pub name: &'static str,
    /// Each end's label and chance.
    pub ends: Vec<(String, f64)>,
}

/// A table.
pub struct Table {
    /// What it shows.
    pub title: String,
    /// The columns' names.
    pub header: Vec<&'static str>,
    /// The cells.
    pub rows: Vec<Vec<String>>,
}

/// Parts the words that stand in order from the items `key=value`, and checks these against what is declared.
pub fn split<'a>(
    game: &str,
    words: &'a [String],
    params: &[Param],
) -> Result<(Vec<&'a str>, Args), BadInput> {
    let (mut plain, mut args, mut given) = (Vec::new(), Args::defaults(params), Vec::new());
    for word in words {
        let Some((key, value)) = word.split_once('=') else {
            plain.push(word.as_str());
            continue;
        };
        if given.contains(&key) {
            return Err(BadInput::new(format!("odds {game}: '{key}' is given twice")));
        }
        if !args.set(key, value) {
            let names: Vec<&str> = params.iter().map(|p| p.name).collect();
            return Err(unknown(&format!("item of odds {game}"), key, &names));
        }
        given.push(key);
    }
    Ok((plain, args))
}

/// The items as fields.
pub fn items(params: &'static [Param], kind: impl Fn(&str) -> Kind) -> impl Iterator<Item = Field> {
    params.iter().map(move |p| Field { name: p.name, about: p.about, default: p.default, kind: kind(p.name) })
}

/// A chance for people.
pub fn percent(chance: f64) -> String {
    format!("{:.2} %", 100.0 * chance)
}
