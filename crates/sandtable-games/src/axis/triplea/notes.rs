//! What the importer has to say: what it understood, what it left out and how often, and what the engine does
//! not play.

use rustc_hash::FxHashMap;

use super::super::scenario::file::{MAX_NOTE, MAX_NOTES};

/// The most lines about what was left out.
const MAX_LINES: usize = 500;

/// Lines in the order in which they came up, each with its count.
#[derive(Default)]
struct Counted {
    lines: Vec<(String, usize)>,
    index: FxHashMap<String, usize>,
}

impl Counted {
    fn add(&mut self, line: &str) {
        match self.index.get(line) {
            Some(i) => self.lines[*i].1 += 1,
            None => {
                self.index.insert(line.to_string(), self.lines.len());
                self.lines.push((line.to_string(), 1));
            }
        }
    }
}

/// Everything there is to say.
#[derive(Default)]
pub struct Notes {
    understood: Vec<String>,
    ignored: Counted,
    unplayable: Counted,
}

impl Notes {
    pub fn understood(&mut self, line: String) {
        self.understood.push(line);
    }

    /// Something that was not brought over.
    pub fn ignored(&mut self, line: &str) {
        self.ignored.add(line);
    }

    /// Something that the engine does not play.
    pub fn unplayable(&mut self, line: &str) {
        self.unplayable.add(line);
    }

    pub fn understood_lines(&self) -> Vec<String> {
        self.understood.clone()
    }

    pub fn ignored_lines(&self) -> Vec<String> {
        let say = |(line, count): &(String, usize)| {
            if *count == 1 { line.clone() } else { format!("{line} ({count} times)") }
        };
        let mut lines: Vec<String> = self.ignored.lines.iter().take(MAX_LINES).map(say).collect();
        if let Some(more) = self.ignored.lines.len().checked_sub(MAX_LINES).filter(|more| *more > 0) {
            lines.push(format!("and {more} more"));
        }
        lines
    }

    pub fn unplayable_lines(&self) -> Vec<String> {
        let plain = |c: char| if c == '#' || c.is_control() { ' ' } else { c };
        let say = |(line, _): &(String, usize)| {
            let line: String = line.chars().map(plain).take(MAX_NOTE).collect();
            line.trim().to_string()
        };
        self.unplayable.lines.iter().take(MAX_NOTES).map(say).collect()
    }
}
