//! XML, safely: what is too large or too clever is refused before the parser sees it.

use std::fmt::Display;
use std::str::FromStr;

use roxmltree::{Document, Node, ParsingOptions};
use sandtable_core::BadInput;

/// The largest file, in bytes. The largest maps in use have a tenth of it.
const MAX_BYTES: usize = 32 << 20;
/// The most elements, texts and comments.
const MAX_NODES: u32 = 2_000_000;
/// The most quotation marks between two opening brackets, twice the number of attributes. The parser compares
/// every attribute of an element with all others.
const MAX_QUOTES: usize = 2000;
/// The most declarations of namespaces; game files have none, and elements inherit copies of them.
const MAX_NAMESPACES: usize = 100;

/// Refuses files that would take the parser long or make it use much memory.
pub fn guard(file: &str, text: &str) -> Result<(), BadInput> {
    let line = |at: usize| text.as_bytes()[..at].iter().filter(|b| **b == b'\n').count() + 1;
    let refuse = |at: usize, what: &str| Err(BadInput::new(format!("{file}:{}: {what}", line(at))));
    if text.len() > MAX_BYTES {
        return refuse(0, &format!("the file has {} bytes, expected at most {MAX_BYTES}", text.len()));
    }
    // A few lines of entities can stand for terabytes; no game file needs its own.
    if let Some(at) = text.find("<!ENTITY") {
        return refuse(at, "entities are not read, expected a game file without them");
    }
    if let Some((at, _)) = text.match_indices("xmlns").nth(MAX_NAMESPACES) {
        return refuse(at, "too many namespaces, expected a game file without them");
    }
    let mut quotes = 0;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => quotes = 0,
            b'"' | b'\'' => quotes += 1,
            _ => {}
        }
        if quotes > MAX_QUOTES {
            return refuse(at, &format!("too many attributes, expected at most {}", MAX_QUOTES / 2));
        }
    }
    Ok(())
}

/// A parsed file.
pub struct Xml<'a> {
    file: &'a str,
    document: Document<'a>,
    lines: Vec<usize>,
}

impl<'a> Xml<'a> {
    pub fn parse(file: &'a str, text: &'a str) -> Result<Self, BadInput> {
        let options = ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
        // Without the mark that some editors put in front.
        let text = text.trim_start_matches('\u{feff}');
        let document = Document::parse_with_options(text, options).map_err(|e| {
            BadInput::new(format!(
                "{file}:{}: not well-formed XML: {}",
                e.pos().row,
                clip_long(&e.to_string())
            ))
        })?;
        let lines = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at).collect();
        Ok(Xml { file, document, lines })
    }

    pub fn root(&self, name: &str) -> Result<Element<'_, 'a>, BadInput> {
        let root = Element { xml: self, node: self.document.root_element() };
        if root.name() == name {
            return Ok(root);
        }
        Err(root.bad(format!("the file begins with <{}>, expected <{name}>", clip(root.name()))))
    }
}

/// An element of a file.
#[derive(Clone, Copy)]
pub struct Element<'d, 'a> {
    xml: &'d Xml<'a>,
    node: Node<'d, 'a>,
}

impl<'d, 'a> Element<'d, 'a> {
    pub fn name(&self) -> &'d str {
        self.node.tag_name().name()
    }

    pub fn children(self) -> impl Iterator<Item = Element<'d, 'a>> {
        self.node.children().filter(Node::is_element).map(move |node| Element { xml: self.xml, node })
    }

    /// The children of one name.
    pub fn all(self, name: &'static str) -> impl Iterator<Item = Element<'d, 'a>> {
        self.children().filter(move |e| e.name() == name)
    }

    pub fn child(self, name: &'static str) -> Option<Element<'d, 'a>> {
        self.all(name).next()
    }

    pub fn get(&self, attribute: &str) -> Option<&'d str> {
        self.node.attribute(attribute)
    }

    /// An attribute that must be there.
    pub fn need(&self, attribute: &str) -> Result<&'d str, BadInput> {
        self.get(attribute)
            .ok_or_else(|| self.bad(format!("<{}>: expected '{attribute}'", clip(self.name()))))
    }

    /// An attribute that must be a whole number.
    pub fn number(&self, attribute: &str) -> Result<i64, BadInput> {
        let text = self.need(attribute)?;
        i64::from_str(text.trim())
            .map_err(|_| self.bad(format!("{attribute} is '{}': expected a whole number", clip(text))))
    }

    /// An attribute that must be one of the names known by now.
    pub fn find<T: Copy>(
        &self,
        what: &str,
        attribute: &str,
        known: &rustc_hash::FxHashMap<String, T>,
    ) -> Result<T, BadInput> {
        let name = self.need(attribute)?;
        known.get(name).copied().ok_or_else(|| {
            let mut names: Vec<&str> = known.keys().map(String::as_str).collect();
            names.sort_unstable();
            let shown = clip(name);
            let near = names.iter().map(|n| (strsim::jaro_winkler(&shown, n), n));
            let near = near.max_by(|a, b| a.0.total_cmp(&b.0));
            self.bad(match near {
                Some((score, near)) if score > 0.75 => {
                    format!("unknown {what} '{shown}': did you mean '{}'?", clip(near))
                }
                Some((_, near)) => format!("unknown {what} '{shown}': the nearest is '{}'", clip(near)),
                None => format!("unknown {what} '{shown}': there is none"),
            })
        })
    }

    /// The error that something is wrong here.
    pub fn bad(&self, what: impl Display) -> BadInput {
        let line = self.xml.lines.partition_point(|at| *at < self.node.range().start) + 1;
        BadInput::new(format!("{}:{line}: {what}", self.xml.file))
    }
}

/// Text from a file, fit to be shown in one line and to stand in a scenario file.
pub fn clip(text: &str) -> String {
    shorten(text, 40)
}

fn clip_long(text: &str) -> String {
    shorten(text, 160)
}

fn shorten(text: &str, most: usize) -> String {
    let plain = |c: char| if c.is_control() || c == '#' { '\u{fffd}' } else { c };
    let shown: String = text.chars().take(most).map(plain).collect();
    shown + if text.chars().nth(most).is_some() { "…" } else { "" }
}
