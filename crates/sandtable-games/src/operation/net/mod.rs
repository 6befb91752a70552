//! What a position is worth, as a small net has learned it: the number of Blue's pieces that will be in the goal (chapter 6 of the
//! report).
//!
//! There is a net for each side, or one for both, as in the report: Blue looks for what it values highly, Red for the contrary. It values positions between two turns; what the combats of a
//! turn may bring is counted by its exact chances before the net is asked, which the report leaves open.

pub mod learn;
mod lessons;
mod signs;

pub use signs::{Reader, Set};

use sandtable_core::catalog::read_file;
use sandtable_core::train::{Net, Quick, quoted};
use sandtable_core::{BadInput, Figure, Payoff, Seat, Value};
use serde::{Deserialize, Serialize};

use super::board::Board;
use super::eval::Outlook;
use super::rules::Operation;
use super::state::{Side, State};

/// The weights that come with the program, for the report's board.
const SHIPPED: &str = include_str!("../../../../../data/nets/lucid.net");

/// Nets as a file has them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Nets {
    /// One for both sides, as the report's.
    Both(Net),
    /// One for each side, which expects what happens when that side plays by it; a side that is missing uses the other's.
    Sides {
        /// Blue's.
        #[serde(skip_serializing_if = "Option::is_none")]
        blue: Option<Net>,
        /// Red's.
        #[serde(skip_serializing_if = "Option::is_none")]
        red: Option<Net>,
    },
}

impl Nets {
    /// Reads nets for this board: their signs say which numbers they take.
    pub fn parse(place: &str, text: &str, board: &Board) -> Result<Nets, BadInput> {
        let refuse = |why: String| BadInput::new(format!("{place}: {why}"));
        let nets: Nets = serde_json::from_str(text)
            .map_err(|_| refuse("expected a net, or one for each side, as `train` writes them".into()))?;
        let parts = match &nets {
            Nets::Both(net) => [Some(net), None],
            Nets::Sides { blue, red } => [blue.as_ref(), red.as_ref()],
        };
        if parts.iter().all(Option::is_none) {
            return Err(refuse("expected a net for Blue or for Red".into()));
        }
        for net in parts.into_iter().flatten() {
            if let Some(why) = misfit(board, &net.signs) {
                return Err(refuse(why));
            }
            net.check(place).map_err(|e| BadInput::new(e.to_string()))?;
        }
        Ok(nets)
    }

    /// The one that a side plays by.
    pub fn of(&self, side: Side) -> &Net {
        match self {
            Nets::Both(net) => net,
            Nets::Sides { blue, red } => {
                let own = if side == Side::Blue { [blue, red] } else { [red, blue] };
                own.into_iter().flatten().next().expect("one of them is there")
            }
        }
    }

    /// The nets as a file.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("plain data") + "\n"
    }
}

/// Values positions by nets or, on a board for which none has learned, by a few features.
pub enum Judgement {
    /// By Blue's and Red's net, and who asks: the mean of both where nobody in particular does.
    Nets(Box<[NetValue; 2]>, Option<Seat>),
    /// By hand.
    Outlook(Box<Outlook>),
}

impl Judgement {
    /// The nets of a file, or those that come with the program.
    pub fn new(board: &Board, file: &str) -> Result<Judgement, BadInput> {
        let nets = match file {
            "" => match Nets::parse("lucid.net", SHIPPED, board) {
                Ok(nets) => nets,
                Err(_) => return Ok(Judgement::Outlook(Box::default())),
            },
            file => Nets::parse(file, &read_file(file, "expected nets that `train` has written")?, board)?,
        };
        let value = |side| NetValue::new(set_of(board, nets.of(side)), nets.of(side));
        Ok(Judgement::Nets(Box::new(Side::BOTH.map(value)), None))
    }
}

impl Value<Operation> for Judgement {
    fn value(&mut self, game: &Operation, state: &State) -> Payoff {
        match self {
            Judgement::Nets(nets, Some(seat)) => nets[*seat].value(game, state),
            Judgement::Nets(nets, None) => {
                let mut one = |i: usize| nets[i].value(game, state).values()[0];
                Payoff::zero_sum((one(0) + one(1)) / 2.0)
            }
            Judgement::Outlook(outlook) => outlook.value(game, state),
        }
    }

    fn asked_by(&mut self, seat: Seat) {
        if let Judgement::Nets(_, asks) = self {
            *asks = Some(seat);
        }
    }

    fn reasons(&mut self, game: &Operation, state: &State, seat: Seat) -> Vec<Figure> {
        match self {
            Judgement::Nets(nets, _) => nets[seat].reasons(game, state, seat),
            Judgement::Outlook(outlook) => outlook.reasons(game, state, seat),
        }
    }
}

/// Which numbers a net takes that fits a board.
fn set_of(board: &Board, net: &Net) -> Set {
    if net.signs.len() == Reader::names(Set::Report, board).len() { Set::Report } else { Set::Full }
}

/// The first number that a net takes and this board has not, or the other way round.
fn misfit(board: &Board, signs: &[String]) -> Option<String> {
    let first = |set| {
        let names = Reader::names(set, board);
        let at = (0..names.len().max(signs.len())).find(|&i| names.get(i) != signs.get(i))?;
        let of = |list: &[String]| {
            list.get(at).map_or("nothing more".into(), |name| format!("'{}'", quoted(name)))
        };
        Some((at, format!("its number {} is {}, expected {}", at + 1, of(signs), of(&names))))
    };
    let (full, report) = (first(Set::Full)?, first(Set::Report)?);
    Some(if full.0 >= report.0 { full.1 } else { report.1 })
}

/// A net that is asked often.
pub struct NetValue {
    reader: Reader,
    quick: Quick,
    few: Vec<(u16, f32)>,
    all: Vec<f32>,
}

impl NetValue {
    /// For the numbers that it takes.
    pub fn new(set: Set, net: &Net) -> NetValue {
        NetValue { reader: Reader::new(set), quick: Quick::new(net), few: Vec::new(), all: Vec::new() }
    }
}

impl Value<Operation> for NetValue {
    fn value(&mut self, game: &Operation, state: &State) -> Payoff {
        self.few.clear();
        self.all.clear();
        self.reader.read_parts(game, state, &mut self.few, &mut self.all);
        Payoff::zero_sum(expected(state, self.quick.chance(&self.few, &self.all)))
    }

    /// How much less the net would expect if a number were zero and all others stayed; in a net that bends they do not add up.
    fn reasons(&mut self, game: &Operation, state: &State, seat: Seat) -> Vec<Figure> {
        let whole = self.value(game, state).values()[seat];
        let sign = Payoff::zero_sum(1.0).values()[seat];
        let names = Reader::names(self.reader.set, game.board());
        let behind = names.len() - self.all.len();
        let (few, all) = (self.few.clone(), self.all.clone());
        let mut without = |name: &str, few: &[(u16, f32)], all: &[f32]| {
            Figure::new(name, whole - sign * expected(state, self.quick.chance(few, all)))
        };
        let mut reasons = Vec::new();
        for (i, (place, _)) in few.iter().enumerate() {
            let mut others = few.clone();
            others.remove(i);
            reasons.push(without(&names[usize::from(*place)], &others, &all));
        }
        for i in (0..all.len()).filter(|&i| all[i] != 0.0) {
            let mut others = all.clone();
            others[i] = 0.0;
            reasons.push(without(&names[behind + i], &few, &others));
        }
        reasons
    }
}

/// What a net's answer means: the share of Blue's pieces on the board that will get through, beside those in the goal.
fn expected(state: &State, chance: f32) -> f64 {
    f64::from(state.goal) + f64::from(state.blue.total()) * f64::from(chance)
}
