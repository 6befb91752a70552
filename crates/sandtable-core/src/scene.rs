//! Boards as pictures: what a page needs to show a game and to take steps by clicking, and no rules.
//!
//! A [`Layout`] says where the spaces of a board are and does not change; a [`Scene`] says what stands on them for one
//! onlooker; a [`Choice`] is a legal step with the spaces it is about. A game that offers none of them is still shown as
//! text with a list of steps.

use serde::Serialize;

use crate::Seat;

/// Where things are. Coordinates run to the right and down, from 0 to `width` and `height`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Layout {
    /// The width of the picture.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// The spaces; everything else refers to them by their place in this list.
    pub spaces: Vec<Space>,
    /// Which spaces are joined by a line. Neighbours whose shapes touch need none.
    pub links: Vec<Link>,
    /// Parts of the board that belong together, such as continents.
    pub regions: Vec<Region>,
}

/// A space of the board.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Space {
    /// Its name in the game's notation.
    pub name: String,
    /// The words on the board; empty for none.
    pub label: String,
    /// The middle of what stands on it.
    pub x: f64,
    /// See `x`.
    pub y: f64,
    /// How much room there is around the middle: a radius.
    pub room: f64,
    /// Its outline as the data of an SVG path; a disc if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// Which region it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<usize>,
    /// What it is made of: `land`, `water`, `road`, or another word that the page may know how to paint.
    pub ground: &'static str,
    /// What is always true of it, in words: `worth 3`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// A line between two spaces.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Link {
    /// One end.
    pub from: usize,
    /// The other.
    pub to: usize,
    /// What it is: `way`, `sea`, or another word that the page may know how to paint.
    pub kind: &'static str,
}

/// A part of the board.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Region {
    /// Its name.
    pub name: String,
    /// What is always true of it, in words: `5 troops a turn`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// What stands where, as somebody sees it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Scene {
    /// What is to be done now, in words: `red may attack`.
    pub phase: String,
    /// One entry for each space of the layout, in its order.
    pub places: Vec<Place>,
    /// What does not stand on the board: cards, money, scores.
    pub sheets: Vec<Sheet>,
}

/// What stands on a space.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Place {
    /// Who owns it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// The pieces that the onlooker sees.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stacks: Vec<Stack>,
    /// What else is true of it now, in a word or two: `battle`, `no supply`, `fog`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
}

/// Pieces of one kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Stack {
    /// Whose they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// What they are, in the game's words: `troops`, `infantry`.
    pub kind: String,
    /// How many.
    pub count: u32,
}

/// A small table beside the board.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Sheet {
    /// Its title.
    pub title: String,
    /// Whom it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// What it says: names and values.
    pub rows: Vec<(String, String)>,
}

/// A way over the board: part of a turn that somebody considers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Arrow {
    /// The space it starts from.
    pub from: usize,
    /// The space it leads to.
    pub to: usize,
    /// How many pieces go there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
}

/// A legal step, with what it is about.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Choice {
    /// The step in the game's notation.
    pub step: String,
    /// The same in plain words: `attack Kamchatka from Alaska with 3 dice`.
    pub words: String,
    /// What kind of step it is, in a word or two that fit on a button: `attack`, `end the turn`.
    pub verb: String,
    /// The space it starts from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<usize>,
    /// The space it leads to, or is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<usize>,
    /// The pieces it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// How many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
}

impl Choice {
    /// The way over the board that it stands for, if it leads from one space to another.
    pub fn arrow(&self) -> Option<Arrow> {
        let (from, to) = self.from.zip(self.to)?;
        (from != to).then_some(Arrow { from, to, count: self.count })
    }
}
