//! What a position at the beginning of a turn is worth: the chance to win that a small net expects, learned from games of `staff` and the
//! ladder's players (`learn`).

pub mod learn;
mod signs;

use sandtable_core::BadInput;
use sandtable_core::catalog::read_file;
use sandtable_core::train::Net;

use super::triplea::Odds;
use super::triplea::atlas::Atlas;
use super::triplea::judge::Judge;
use crate::axis::{Axis, State};
use signs::{Reader, SIGNS};

/// The weights that come with the program.
const SHIPPED: &str = include_str!("../../../../../../data/nets/staff.net");

/// Values positions.
pub struct Outlook {
    net: Net,
    pub reader: Reader,
    signs: Vec<f32>,
}

impl Outlook {
    /// The net of a file, or the one that comes with the program.
    pub fn new(game: &Axis, file: &str) -> Result<Outlook, BadInput> {
        let net = match file {
            "" => Net::parse("staff.net", SHIPPED, &SIGNS),
            file => Net::parse(file, &read_file(file, "expected a net that `train` has written")?, &SIGNS),
        };
        Ok(Outlook::of(game, net.map_err(|e| BadInput::new(e.to_string()))?))
    }

    fn of(game: &Axis, net: Net) -> Outlook {
        Outlook { net, reader: reader(game), signs: Vec::with_capacity(SIGNS.len()) }
    }

    /// The logit of the chance that the alliance to move wins.
    pub fn logit(&mut self, game: &Axis, state: &State) -> f64 {
        self.signs.clear();
        self.reader.read(game, state, &mut self.signs);
        self.net.logit(&self.signs).into()
    }
}

fn reader(game: &Axis) -> Reader {
    let atlas = Atlas::new(game);
    Reader::new(game, Judge::new(game, Odds::Strengths), |from, to| atlas.steps(from, to))
}
