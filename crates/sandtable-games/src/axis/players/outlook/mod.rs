//! What a position at the beginning of a turn is worth: the chance to win that a small net expects, learned from games of `staff` and the
//! ladder's players (`learn`). The net (`sight`) sees signs of the whole (`signs`) and marks of each province (`marks`).

pub mod learn;
mod marks;
mod sight;
mod signs;

use sandtable_core::BadInput;
use sandtable_core::catalog::read_file;

use super::triplea::Odds;
use super::triplea::judge::Judge;
use crate::axis::{Axis, State};
use sight::Sight;
use signs::Reader;

/// The weights that come with the program.
const SHIPPED: &str = include_str!("../../../../../../data/nets/staff.net");

/// Values positions.
pub struct Outlook {
    net: Sight,
    pub reader: Reader,
    seen: Vec<f32>,
}

impl Outlook {
    /// The net of a file, or the one that comes with the program.
    pub fn new(game: &Axis, file: &str) -> Result<Outlook, BadInput> {
        let net = match file {
            "" => Sight::parse("staff.net", SHIPPED),
            file => Sight::parse(file, &read_file(file, "expected a net that `train` has written")?),
        };
        Ok(Outlook::of(game, net.map_err(|e| BadInput::new(e.to_string()))?))
    }

    fn of(game: &Axis, net: Sight) -> Outlook {
        Outlook { net, reader: reader(game), seen: Vec::new() }
    }

    /// The logit of the chance that the alliance to move wins.
    pub fn logit(&mut self, game: &Axis, state: &State) -> f64 {
        self.seen.clear();
        self.reader.read(game, state, &mut self.seen);
        self.net.logit(&self.seen).into()
    }
}

fn reader(game: &Axis) -> Reader {
    Reader::new(game, Judge::new(game, Odds::Strengths))
}
