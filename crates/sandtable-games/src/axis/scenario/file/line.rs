//! A statement's words, and what is said when they are wrong.

use std::str::{FromStr, SplitWhitespace};

/// The most characters of a key.
pub(in crate::axis) const MAX_KEY: usize = 40;
/// The most characters of a scenario's name.
pub(in crate::axis) const MAX_NAME: usize = 60;
/// The most characters of a line about what is not played.
pub(in crate::axis) const MAX_NOTE: usize = 200;
/// The most of such lines.
pub(in crate::axis) const MAX_NOTES: usize = 100;

/// What is wrong with a file, and in which line.
pub(in crate::axis) struct Wrong {
    pub line: usize,
    pub what: String,
}

pub(super) fn wrong<T>(line: usize, what: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong { line, what: what.into() })
}

/// A statement.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub number: usize,
    pub word: &'a str,
    pub rest: &'a str,
}

/// The words after the first one, and an example of how they could look.
pub(super) struct Words<'a> {
    line: usize,
    words: SplitWhitespace<'a>,
    like: &'static str,
    key: &'a str,
    seen: Vec<&'a str>,
}

impl<'a> Words<'a> {
    pub fn new(line: Line<'a>, like: &'static str) -> Self {
        Words { line: line.number, words: line.rest.split_whitespace(), like, key: "", seen: Vec::new() }
    }

    pub fn line(&self) -> usize {
        self.line
    }

    pub fn next(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    /// The next word, which must be there.
    pub fn name(&mut self, what: &str) -> Result<&'a str, Wrong> {
        match self.words.next() {
            Some(word) => Ok(word),
            None => self.missing(what),
        }
    }

    /// The next word as the name of a property, which may stand once.
    pub fn key(&mut self) -> Result<Option<&'a str>, Wrong> {
        let Some(word) = self.words.next() else { return Ok(None) };
        if self.seen.contains(&word) {
            return wrong(self.line, format!("'{}' stands twice, expected it once", clip(word)));
        }
        // Unknown words end the reading, so only the few known ones gather here.
        self.seen.push(word);
        self.key = word;
        Ok(Some(word))
    }

    /// The number after the last property.
    pub fn number<T: FromStr + Into<u32>>(&mut self, least: u16, most: T) -> Result<T, Wrong> {
        self.number_of(self.key, least, most)
    }

    /// The next word as a number of something.
    pub fn number_of<T: FromStr + Into<u32>>(&mut self, what: &str, least: u16, most: T) -> Result<T, Wrong> {
        let Some(word) = self.words.next() else {
            return self.missing(&format!("a number after '{}'", clip(what)));
        };
        number(self.line, &format!("the number after '{}'", clip(what)), word, least, most)
    }

    /// One of two words: whether it is the first.
    pub fn either(&mut self, yes: &str, no: &str) -> Result<bool, Wrong> {
        match self.name(&format!("{yes} or {no}"))? {
            word if word == yes => Ok(true),
            word if word == no => Ok(false),
            word => wrong(self.line, format!("'{}': expected {yes} or {no}", clip(word))),
        }
    }

    /// Refuses more words.
    pub fn end(&mut self) -> Result<(), Wrong> {
        match self.words.next() {
            None => Ok(()),
            Some(word) => wrong(
                self.line,
                format!("'{}' is one word too many, expected it like '{}'", clip(word), self.like),
            ),
        }
    }

    pub fn missing<T>(&self, what: &str) -> Result<T, Wrong> {
        wrong(self.line, format!("the line ends, expected {what}, like '{}'", self.like))
    }

    pub fn unknown<T>(&self, what: &str, word: &str, valid: &[&str]) -> Result<T, Wrong> {
        wrong(self.line, unknown(what, word, valid.iter().copied()))
    }
}

/// A whole number in a range.
pub(super) fn number<T: FromStr + Into<u32>>(
    line: usize,
    what: &str,
    word: &str,
    least: u16,
    most: T,
) -> Result<T, Wrong> {
    let most: u32 = most.into();
    let digits = word.bytes().all(|b| b.is_ascii_digit());
    let value = word.parse::<u32>().ok().filter(|n| digits && (u32::from(least)..=most).contains(n));
    match value.and_then(|_| word.parse().ok()) {
        Some(n) => Ok(n),
        None => {
            wrong(line, format!("{what} is '{}': expected a whole number from {least} to {most}", clip(word)))
        }
    }
}

/// The line for a name that is not there, with the nearest one that is.
pub(super) fn unknown<'a>(what: &str, name: &str, valid: impl Iterator<Item = &'a str>) -> String {
    let name = clip(name);
    let lower = name.to_lowercase();
    match valid.map(|v| (strsim::jaro_winkler(&lower, v), v)).max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((score, near)) if score > 0.75 => format!("unknown {what} '{name}': did you mean '{near}'?"),
        Some((_, near)) => format!("unknown {what} '{name}': the nearest is '{near}'"),
        None => format!("unknown {what} '{name}': there is none"),
    }
}

/// Text from a file, fit to be shown in one line.
pub(super) fn clip(text: &str) -> String {
    let shown = text.chars().take(MAX_KEY).map(|c| if c.is_control() { '\u{fffd}' } else { c });
    let rest = if text.chars().nth(MAX_KEY).is_some() { "…" } else { "" };
    shown.collect::<String>() + rest
}

pub(super) fn check_key(line: usize, key: &str) -> Result<(), Wrong> {
    let letter = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    let words = key.split('-').all(|word| !word.is_empty() && word.bytes().all(letter));
    if words && key.len() <= MAX_KEY {
        return Ok(());
    }
    let found = clip(key);
    wrong(
        line,
        format!(
            "'{found}': expected lower case words joined by hyphens, like north-africa, at most {MAX_KEY} long"
        ),
    )
}

/// Free text: something, and not too much of it.
pub(super) fn check_note(line: &Line, most: usize) -> Result<(), Wrong> {
    let text = line.rest;
    if text.is_empty() || text.chars().nth(most).is_some() || text.contains(char::is_control) {
        let what = format!("{} '{}': expected text of 1 to {most} characters", line.word, clip(text));
        return wrong(line.number, what);
    }
    Ok(())
}
