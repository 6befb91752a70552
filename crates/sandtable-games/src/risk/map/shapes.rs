//! The picture of a map, read from a `.shapes` file.
//!
//! A shapes file has one statement a line; `#` begins a comment. `size 1400 700` comes first; `sea brazil
//! north-africa` joins two neighbours across water with a line, and `wrap alaska kamchatka` two that meet
//! where the left edge of the picture goes on at the right one; `siam 1057 347 16` begins a territory and
//! says where the middle of what stands on it is and how much room there is; and the lines below, `M1040
//! 330L1052 318…Z`, are its outline, one line for each ring.

use sandtable_core::BadInput;

use super::{Map, clip};

/// The most that a picture measures.
const MAX_SIZE: u16 = 9_999;
/// The most points of a picture.
const MAX_POINTS: usize = 50_000;

/// A territory in the picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// The middle of what stands on it.
    pub middle: (u16, u16),
    /// How much room there is around it.
    pub room: u16,
    /// The outline as the data of an SVG path.
    pub path: String,
}

/// The picture of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shapes {
    /// Width and height.
    pub size: (u16, u16),
    /// Neighbours that are joined by a line of a kind, `sea` or `wrap`; all others touch.
    pub links: Vec<(usize, usize, &'static str)>,
    /// The territories, in the order of the map.
    pub outlines: Vec<Outline>,
}

impl Shapes {
    /// Reads a shapes file that goes with a map; `file` names it in errors.
    pub fn parse(file: &str, text: &str, map: &Map) -> Result<Shapes, BadInput> {
        let mut draft = Draft { map, shapes: Shapes::default(), points: 0, last: None };
        draft.shapes.outlines = vec![Outline::default(); map.len()];
        for (i, line) in text.lines().enumerate() {
            let statement = line.split('#').next().unwrap_or("").trim();
            if !statement.is_empty() {
                draft.read(statement).map_err(|what| BadInput::new(format!("{file}:{}: {what}", i + 1)))?;
            }
        }
        let end = text.lines().count().max(1);
        draft.finish().map_err(|what| BadInput::new(format!("{file}:{end}: {what}")))
    }
}

/// A shapes file as far as it has been read.
struct Draft<'m> {
    map: &'m Map,
    shapes: Shapes,
    points: usize,
    /// The territory whose outline is being read.
    last: Option<usize>,
}

impl Draft<'_> {
    fn read(&mut self, statement: &str) -> Result<(), String> {
        if statement.starts_with('M') {
            return self.ring(statement);
        }
        let words: Vec<&str> = statement.split_whitespace().collect();
        match words[..] {
            ["size", width, height] if self.shapes.size == (0, 0) => {
                self.shapes.size = (number(width, 1, MAX_SIZE)?, number(height, 1, MAX_SIZE)?);
                Ok(())
            }
            ["size", ..] => Err("expected 'size', a width and a height, once".into()),
            _ if self.shapes.size == (0, 0) => Err("expected a line 'size …' first".into()),
            ["sea", a, b] => self.link(a, b, "sea"),
            ["wrap", a, b] => self.link(a, b, "wrap"),
            [name, x, y, room] => self.territory(name, x, y, room),
            _ => Err(format!(
                "'{}': expected size, sea, wrap, a territory like 'siam 1057 347 16', or an outline",
                clip(statement)
            )),
        }
    }

    fn find(&self, name: &str) -> Result<usize, String> {
        self.map.find(name).map_err(|e| e.0)
    }

    fn link(&mut self, a: &str, b: &str, kind: &'static str) -> Result<(), String> {
        let (from, to) = (self.find(a)?, self.find(b)?);
        if self.map.adjacent[from] >> to & 1 == 0 {
            return Err(format!("'{a}' and '{b}' are not joined, expected two neighbours"));
        }
        let (from, to) = (from.min(to), from.max(to));
        if self.shapes.links.iter().any(|l| (l.0, l.1) == (from, to)) {
            return Err(format!("'{a}' and '{b}' are joined twice, expected it once"));
        }
        self.shapes.links.push((from, to, kind));
        Ok(())
    }

    fn territory(&mut self, name: &str, x: &str, y: &str, room: &str) -> Result<(), String> {
        let t = self.find(name)?;
        self.close()?;
        let (width, height) = self.shapes.size;
        let outline = &mut self.shapes.outlines[t];
        if !outline.path.is_empty() {
            return Err(format!("territory '{name}' stands twice, expected it once"));
        }
        outline.middle = (number(x, 0, width)?, number(y, 0, height)?);
        outline.room = number(room, 1, MAX_SIZE)?;
        self.last = Some(t);
        Ok(())
    }

    /// A territory ends where the next one begins; by then it must have an outline.
    fn close(&self) -> Result<(), String> {
        match self.last {
            Some(t) if self.shapes.outlines[t].path.is_empty() => {
                Err(format!("'{}' has no outline, expected one below it", self.map.territories[t].name))
            }
            _ => Ok(()),
        }
    }

    fn ring(&mut self, text: &str) -> Result<(), String> {
        let Some(t) = self.last else {
            return Err("expected a line with a territory before its outline".into());
        };
        let wrong = || format!("'{}': expected a ring like M10 10L20 10L20 20Z", clip(text));
        let inner = text.strip_prefix('M').and_then(|rest| rest.strip_suffix('Z')).ok_or_else(wrong)?;
        let (width, height) = self.shapes.size;
        let mut count = 0;
        for point in inner.split('L') {
            let (x, y) = point.split_once(' ').ok_or_else(wrong)?;
            number(x, 0, width)?;
            number(y, 0, height)?;
            count += 1;
        }
        self.points += count;
        if count < 3 || self.points > MAX_POINTS {
            return Err(format!("expected at least 3 points in a ring, and at most {MAX_POINTS} in all"));
        }
        self.shapes.outlines[t].path += text;
        Ok(())
    }

    fn finish(self) -> Result<Shapes, String> {
        self.close()?;
        let missing = self.shapes.outlines.iter().position(|o| o.path.is_empty());
        match missing {
            None => Ok(self.shapes),
            Some(t) => {
                Err(format!("the file ends, expected the territory '{}'", self.map.territories[t].name))
            }
        }
    }
}

/// A whole number in a range.
fn number(text: &str, least: u16, most: u16) -> Result<u16, String> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|n| digits && (least..=most).contains(n));
    number.ok_or_else(|| format!("'{}': expected a whole number from {least} to {most}", clip(text)))
}
