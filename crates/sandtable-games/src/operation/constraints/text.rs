//! Constraints as people write them: `{({B2,B3,C2},1), ({E5},3)}, nodes <= 6, forward <= 1`.
//!
//! Areas are written as in the report, limits as `NAME <= NUMBER` or, for the one of section 6.1, `nodes <= 1 + pieces/3`. Commas, semicolons and line
//! breaks between clauses are all the same and may be left out; `#` begins a comment. `else` separates alternatives, the strictest
//! first: the next one counts where no move satisfies the one before.

use std::fmt::Write as _;

use sandtable_core::BadInput;

use super::{Area, Bound, Constraints, Limit};
use crate::operation::board::Board;
use crate::operation::stacks::nodes;

/// The most clauses that a text may have.
const MOST_CLAUSES: usize = 256;

/// Constraints that are tried one after the other.
pub type Alternatives = Vec<Constraints>;

impl Constraints {
    /// Reads constraints without alternatives.
    pub fn parse(board: &Board, text: &str) -> Result<Constraints, BadInput> {
        let mut reader = Reader::new(board, text)?;
        let constraints = reader.constraints()?;
        match reader.next {
            Word::End => Ok(constraints),
            _ => Err(reader.expected("the end, since alternatives are not for this place")),
        }
    }

    /// Reads alternatives, separated by `else`; at least one, which may be empty.
    pub fn parse_alternatives(board: &Board, text: &str) -> Result<Alternatives, BadInput> {
        let mut reader = Reader::new(board, text)?;
        let mut all = vec![reader.constraints()?];
        while reader.next == Word::Name("else") {
            reader.advance()?;
            all.push(reader.constraints()?);
            if all.len() > MOST_CLAUSES {
                return Err(reader.expected("fewer alternatives"));
            }
        }
        Ok(all)
    }

    /// The text that reads back as these constraints.
    pub fn text(&self, board: &Board) -> String {
        let mut clauses = Vec::new();
        if !self.areas.is_empty() {
            let areas: Vec<String> = self.areas.iter().map(|area| area_text(board, area)).collect();
            clauses.push(format!("{{{}}}", areas.join(", ")));
        }
        for what in Limit::ALL {
            let Some(bound) = self.limit(what) else { continue };
            let mut clause = format!("{} <= {}", what.name(), bound.fixed);
            if let Some(per) = bound.per {
                let _ = write!(clause, " + pieces/{per}");
            }
            clauses.push(clause);
        }
        clauses.join(", ")
    }
}

fn area_text(board: &Board, area: &Area) -> String {
    let mut places: Vec<String> = nodes(area.nodes).map(|node| board.node_name(node)).collect();
    if area.goal {
        places.push("goal".into());
    }
    format!("({{{}}},{})", places.join(","), area.least)
}

/// A word of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word<'a> {
    Name(&'a str),
    Number(u8),
    Sign(&'a str),
    End,
}

/// Reads word by word, one ahead.
struct Reader<'a> {
    board: &'a Board,
    text: &'a str,
    /// Where the next word begins and ends.
    at: usize,
    end: usize,
    next: Word<'a>,
}

impl<'a> Reader<'a> {
    fn new(board: &'a Board, text: &'a str) -> Result<Self, BadInput> {
        let mut reader = Reader { board, text, at: 0, end: 0, next: Word::End };
        reader.advance()?;
        Ok(reader)
    }

    /// An error at the next word.
    fn expected(&self, what: &str) -> BadInput {
        let before = &self.text[..self.at];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        let found = match &self.text[self.at..self.end] {
            "" => "the end".into(),
            word => format!("'{}'", word.chars().take(20).collect::<String>()),
        };
        BadInput::new(format!("{line}:{column}: expected {what}, found {found}"))
    }

    /// Goes on to the next word; commas and semicolons are like blanks.
    fn advance(&mut self) -> Result<(), BadInput> {
        let mut rest = &self.text[self.end..];
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',' || c == ';');
            match rest.strip_prefix('#') {
                Some(comment) => rest = comment.find('\n').map_or("", |end| &comment[end..]),
                None => break,
            }
        }
        self.at = self.text.len() - rest.len();
        let word = |c: char| c.is_ascii_alphanumeric();
        let length = match rest.chars().next() {
            None => 0,
            Some(c) if word(c) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
            Some('<') if rest.starts_with("<=") => 2,
            Some(c) => c.len_utf8(),
        };
        self.end = self.at + length;
        let text = &rest[..length];
        self.next = match text.chars().next() {
            None => Word::End,
            Some(c) if c.is_ascii_digit() => match text.parse() {
                Ok(number) => Word::Number(number),
                Err(_) => return Err(self.expected("a whole number up to 255")),
            },
            Some(c) if word(c) => Word::Name(text),
            Some(_) => Word::Sign(text),
        };
        Ok(())
    }

    fn sign(&mut self, sign: &str, what: &str) -> Result<(), BadInput> {
        match self.next {
            Word::Sign(found) if found == sign => self.advance(),
            _ => Err(self.expected(what)),
        }
    }

    fn number(&mut self) -> Result<u8, BadInput> {
        match self.next {
            Word::Number(number) => self.advance().map(|()| number),
            _ => Err(self.expected("a whole number up to 255")),
        }
    }

    /// Clauses up to the end or an `else`.
    fn constraints(&mut self) -> Result<Constraints, BadInput> {
        let mut all = Constraints::none();
        for _ in 0..MOST_CLAUSES {
            match self.next {
                Word::Sign("{") => self.areas(&mut all)?,
                Word::Name("else") | Word::End => return Ok(all),
                Word::Name(name) => {
                    let Some(what) = Limit::ALL.into_iter().find(|what| what.name() == name) else {
                        return Err(self.expected(CLAUSE));
                    };
                    if all.limit(what).is_some() {
                        return Err(self.expected("each limit once"));
                    }
                    self.advance()?;
                    let bound = self.bound()?;
                    all.set(what, Some(bound));
                }
                _ => return Err(self.expected(CLAUSE)),
            }
        }
        Err(self.expected("fewer clauses"))
    }

    /// `<= 6` or `<= 1 + pieces/3`.
    fn bound(&mut self) -> Result<Bound, BadInput> {
        self.sign("<=", "'<='")?;
        let fixed = self.number()?;
        if self.next != Word::Sign("+") {
            return Ok(Bound::of(fixed));
        }
        self.advance()?;
        match self.next {
            Word::Name("pieces") => self.advance()?,
            _ => return Err(self.expected("'pieces/NUMBER' after '+'")),
        }
        self.sign("/", "'/' after 'pieces'")?;
        match self.next {
            Word::Number(per @ 1..) => self.advance().map(|()| Bound { fixed, per: Some(per) }),
            _ => Err(self.expected("a whole number from 1 to 255")),
        }
    }

    /// `{({B2,B3,C2},1), ({E5},3)}`.
    fn areas(&mut self, all: &mut Constraints) -> Result<(), BadInput> {
        self.advance()?;
        while self.next != Word::Sign("}") {
            self.sign("(", "'(' before an area, or '}' behind the last one")?;
            self.sign("{", "'{' before the nodes of an area")?;
            let mut area = Area { nodes: 0, goal: false, least: 0 };
            while let Word::Name(name) = self.next {
                if name == "goal" {
                    area.goal = true;
                } else {
                    let node = self.board.parse_node(name).map_err(|_| self.expected(&self.places()))?;
                    area.nodes |= 1 << node;
                }
                self.advance()?;
            }
            if area.nodes == 0 && !area.goal {
                return Err(self.expected(&self.places()));
            }
            self.sign("}", &format!("{}, or '}}' behind the last one", self.places()))?;
            area.least = self.number()?;
            self.sign(")", "')' behind the number of pieces")?;
            all.areas.push(area);
            if all.areas.len() > MOST_CLAUSES {
                return Err(self.expected("fewer areas"));
            }
        }
        self.advance()
    }

    fn places(&self) -> String {
        let last = self.board.node_name(self.board.node(self.board.columns - 1, self.board.rows - 1));
        format!("a node from A1 to {last}, or goal")
    }
}

const CLAUSE: &str = "areas like {({B2,B3},1)}, or a limit: nodes, forward, backward, north, east, south, west or stay <= NUMBER";
