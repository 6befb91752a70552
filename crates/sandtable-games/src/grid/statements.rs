//! The syntax that `.rg`, `.aip` and `.trn` files share: `KEY value;`, one a line, with or without the semicolon.

use sandtable_core::BadInput;

/// A statement, with its line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statement<'a> {
    /// Its line, from 1.
    pub line: usize,
    /// The first word.
    pub key: &'a str,
    /// The rest; may be empty.
    pub value: &'a str,
}

/// The statements of a file; empty lines and lines that begin with `#` are passed over.
pub fn statements(text: &str) -> impl Iterator<Item = Statement<'_>> {
    text.lines().enumerate().flat_map(|(i, line)| {
        let line = if line.trim_start().starts_with('#') { "" } else { line };
        line.split(';').map(str::trim).filter(|s| !s.is_empty()).map(move |statement| {
            let (key, value) = statement.split_once(char::is_whitespace).unwrap_or((statement, ""));
            Statement { line: i + 1, key, value: value.trim() }
        })
    })
}

impl Statement<'_> {
    /// The error for a value that is not what was expected.
    pub fn expected(&self, what: &str) -> BadInput {
        let (line, key, value) = (self.line, self.key, self.value);
        BadInput::new(match value {
            "" => format!("{line}: {key} has no value: expected {what}"),
            _ => format!("{line}: {key} is '{value}': expected {what}"),
        })
    }

    /// A whole number between two bounds.
    pub fn whole(&self, least: u32, most: u32) -> Result<u32, BadInput> {
        let number = self.value.parse().ok().filter(|n| (least..=most).contains(n));
        number.ok_or_else(|| self.expected(&format!("a whole number from {least} to {most}")))
    }

    /// A number that is not negative.
    pub fn real(&self, most: f64) -> Result<f64, BadInput> {
        let number = self.value.parse().ok().filter(|n: &f64| (0.0..=most).contains(n));
        number.ok_or_else(|| self.expected(&format!("a number from 0 to {most}")))
    }

    /// The name of a file: any text that can be seen.
    pub fn name(&self) -> Result<String, BadInput> {
        match self.value.contains(char::is_control) {
            true => Err(BadInput::new(format!(
                "{}: {}: expected a name without control characters",
                self.line, self.key
            ))),
            false => Ok(self.value.into()),
        }
    }

    /// `TRUE` or `FALSE`.
    pub fn truth(&self) -> Result<bool, BadInput> {
        self.choice(&[("TRUE", true), ("FALSE", false)])
    }

    /// One of some words.
    pub fn choice<T: Copy>(&self, choices: &[(&str, T)]) -> Result<T, BadInput> {
        let found = choices.iter().find(|(word, _)| *word == self.value);
        let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        found.map(|(_, value)| *value).ok_or_else(|| self.expected(&words.join(" or ")))
    }
}

/// `TRUE` or `FALSE`.
pub fn truth_text(value: bool) -> &'static str {
    if value { "TRUE" } else { "FALSE" }
}
