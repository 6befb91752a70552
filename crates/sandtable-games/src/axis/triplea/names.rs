//! Names of a game file as keys of a scenario.

use rustc_hash::FxHashSet;

use super::super::scenario::file::{MAX_KEY, NEUTRAL};

/// The keys given away, one set for each kind of thing.
#[derive(Default)]
pub struct Keys {
    taken: FxHashSet<(&'static str, String)>,
}

impl Keys {
    /// A key of its own for a name: lower case words joined by hyphens, with a number where two names make
    /// the same key.
    pub fn key(&mut self, kind: &'static str, name: &str) -> String {
        let plain = plain(name);
        let plain = if plain.is_empty() { kind.to_string() } else { plain };
        let mut key = plain.clone();
        let mut number = 1;
        while key == NEUTRAL || !self.taken.insert((kind, key.clone())) {
            number += 1;
            let tail = format!("-{number}");
            key = plain[..plain.len().min(MAX_KEY - tail.len())].trim_end_matches('-').to_string() + &tail;
        }
        key
    }
}

/// Lower case words joined by hyphens: `aaGun` is `aa-gun`, and `St. Petersburg` is `st-petersburg`.
fn plain(name: &str) -> String {
    let mut key = String::new();
    let mut before = ' ';
    for c in name.chars() {
        let hump = before.is_ascii_lowercase() && c.is_ascii_uppercase();
        if (hump || !c.is_ascii_alphanumeric()) && !key.is_empty() && !key.ends_with('-') {
            key.push('-');
        }
        // An apostrophe parts no words.
        if c == '\'' && key.ends_with('-') {
            key.pop();
        }
        if c.is_ascii_alphanumeric() {
            key.push(c.to_ascii_lowercase());
        }
        before = c;
        if key.len() >= MAX_KEY {
            break;
        }
    }
    key.trim_end_matches('-').to_string()
}
