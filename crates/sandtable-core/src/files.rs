//! Files that a game reads and people write: which kinds there are, where their names are put in, and what may stand in them.
//!
//! A game declares them in its [`Knowledge`](crate::Knowledge); forms that show and change such files are made from that alone.

use crate::catalog::BadInput;

/// A kind of file.
pub struct FileKind {
    /// What it is called, such as `rules`.
    pub name: &'static str,
    /// One line.
    pub about: &'static str,
    /// How the names of such files end, without the dot.
    pub ending: &'static str,
    /// Who takes such a file.
    pub taken_by: TakenBy,
    /// What may stand in it, in the usual order.
    pub keys: &'static [FileKey],
    /// Those that come with the program: names without ending, and texts.
    pub shipped: fn() -> Vec<(&'static str, &'static str)>,
    /// The value of every key, or what is wrong with the file: the first text names it in the error.
    pub read: fn(&str, &str) -> Result<Vec<(&'static str, String)>, BadInput>,
    /// A file from values of keys. What it gives for values that make no sense is refused by `read`.
    pub write: fn(&dyn Fn(&str) -> String) -> String,
}

/// Whose parameter takes the name of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakenBy {
    /// One of the game's.
    Game(&'static str),
    /// One of a player's: the player, and the parameter.
    Player(&'static str, &'static str),
}

/// What stands in a file under one name.
#[derive(Clone, Copy, Debug)]
pub struct FileKey {
    /// The name.
    pub name: &'static str,
    /// What it says, with what can stand there.
    pub about: &'static str,
    /// What can stand there.
    pub value: FileValue,
    /// What a new file has there.
    pub default: &'static str,
}

/// What can stand under a name.
#[derive(Clone, Copy, Debug)]
pub enum FileValue {
    /// A whole number between two bounds.
    Whole(u32, u32),
    /// A number between two bounds.
    Real(f64, f64),
    /// One of some words.
    Choice(&'static [&'static str]),
    /// One of some words, or something else that the description names.
    Open(&'static [&'static str]),
    /// Anything on one line; may be empty.
    Text,
}

impl FileKind {
    /// A file from values; keys that are not given have their defaults, and others are refused.
    pub fn fill(&self, origin: &str, given: &[(String, String)]) -> Result<String, BadInput> {
        for (key, value) in given {
            if !self.keys.iter().any(|k| k.name == key) {
                let names: Vec<&str> = self.keys.iter().map(|k| k.name).collect();
                let line = format!("{origin}: '{key}': expected one of {}", names.join(", "));
                return Err(BadInput::new(line));
            }
            if value.contains(['\n', '\r', ';']) {
                return Err(BadInput::new(format!("{origin}: {key}: expected one line without ';'")));
            }
        }
        let value = |name: &str| {
            let given = given.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.trim());
            let default = || self.keys.iter().find(|k| k.name == name).map_or("", |k| k.default);
            given.unwrap_or_else(default).to_string()
        };
        let text = (self.write)(&value);
        (self.read)(origin, &text)?;
        Ok(text)
    }
}
