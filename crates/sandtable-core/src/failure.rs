//! Why something was not done.

use crate::BadInput;

/// Why something was not done; each kind has its own exit code.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// What was asked for cannot be: the line says what and where.
    BadInput(String),
    /// The work was stopped from outside before its end.
    Interrupted(String),
    /// A check failed, or an agent broke the rules.
    Failed(String),
}

impl From<BadInput> for Failure {
    fn from(bad: BadInput) -> Self {
        Failure::BadInput(bad.0)
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Failure::BadInput(line) | Failure::Interrupted(line) | Failure::Failed(line)) = self;
        f.write_str(line)
    }
}

impl std::error::Error for Failure {}
