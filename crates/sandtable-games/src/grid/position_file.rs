//! `.pos` files: where the men stand at the start (section 3.4, appendix 2).
//!
//! `<RED_SQUARES><x,y,men>…</RED_SQUARES>` and the same for `BLUE_SQUARES`; white space does not matter.

use std::fmt::Write as _;

use sandtable_core::BadInput;

/// A square with its men: column, row, men.
pub type Placed = (u8, u8, u16);

/// Where the men of Red and Blue stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionFile {
    /// Red's squares, then Blue's.
    pub squares: [Vec<Placed>; 2],
}

const NAMES: [&str; 2] = ["RED_SQUARES", "BLUE_SQUARES"];

impl PositionFile {
    /// Reads a positions file; `origin` names it in errors.
    pub fn parse(origin: &str, text: &str) -> Result<PositionFile, BadInput> {
        let mut squares: [Option<Vec<Placed>>; 2] = [None, None];
        let mut open: Option<usize> = None;
        let mut at = 0;
        let fail = |at: usize, why: String| {
            let line = text[..at].matches('\n').count() + 1;
            Err(BadInput::new(format!("{origin}:{line}: {why}")))
        };
        while let Some(start) = text[at..].find(|c: char| !c.is_whitespace()).map(|i| at + i) {
            let rest = &text[start..];
            let Some(end) = rest.starts_with('<').then(|| rest.find('>')).flatten() else {
                return fail(start, "expected a tag like <RED_SQUARES> or <0,4,10>".into());
            };
            let tag = &rest[1..end];
            at = start + end + 1;
            match (open, NAMES.iter().position(|n| *n == tag.trim_start_matches('/'))) {
                (None, Some(side)) if !tag.starts_with('/') && squares[side].is_none() => {
                    squares[side] = Some(Vec::new());
                    open = Some(side);
                }
                (Some(side), Some(closed)) if tag.starts_with('/') && closed == side => open = None,
                (Some(side), None) => match placed(tag) {
                    Some(square) => squares[side].get_or_insert_default().push(square),
                    None => {
                        return fail(start, format!("<{tag}>: expected column, row and men, like <0,4,10>"));
                    }
                },
                _ => return fail(start, format!("<{tag}>: not expected here")),
            }
        }
        match (open, squares) {
            (None, [Some(red), Some(blue)]) => Ok(PositionFile { squares: [red, blue] }),
            (Some(side), _) => fail(text.len(), format!("the file ends, expected </{}>", NAMES[side])),
            _ => fail(text.len(), "the file ends, expected <RED_SQUARES> and <BLUE_SQUARES>".into()),
        }
    }

    /// The file in its canonical form.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (name, squares) in NAMES.iter().zip(&self.squares) {
            let _ = write!(text, "<{name}>");
            for (x, y, men) in squares {
                let _ = write!(text, "<{x},{y},{men}>");
            }
            let _ = writeln!(text, "</{name}>");
        }
        text
    }
}

fn placed(tag: &str) -> Option<Placed> {
    let mut parts = tag.split(',').map(str::trim);
    let square = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    (parts.next().is_none() && square.2 > 0).then_some(square)
}
