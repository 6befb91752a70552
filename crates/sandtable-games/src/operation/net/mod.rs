//! What a position is worth, as a small net has learned it: the number of Blue's pieces that will be in the goal (chapter 6 of the
//! report).
//!
//! One net serves both sides: Blue looks for what it values highly, Red for the contrary. It values positions between two turns; what the combats of a
//! turn may bring is counted by its exact chances before the net is asked, which the report leaves open.

pub mod learn;
mod signs;

pub use signs::{Reader, Set};

use sandtable_core::catalog::read_file;
use sandtable_core::train::{Net, Quick};
use sandtable_core::{BadInput, Figure, Payoff, Seat, Value};

use super::board::Board;
use super::eval::Outlook;
use super::rules::Operation;
use super::state::State;

/// The weights that come with the program, for the report's board.
const SHIPPED: &str = include_str!("../../../../../data/nets/lucid.net");

/// Values positions by a net or, on a board for which none has learned, by a few features.
pub enum Judgement {
    /// By a net.
    Net(Box<NetValue>),
    /// By hand.
    Outlook(Box<Outlook>),
}

impl Judgement {
    /// The net of a file, or the one that comes with the program.
    pub fn new(board: &Board, file: &str) -> Result<Judgement, BadInput> {
        match file {
            "" => {
                let shipped = net("lucid.net", SHIPPED, board);
                Ok(shipped.map_or_else(|_| Judgement::Outlook(Box::default()), Judgement::of))
            }
            file => {
                let text = read_file(file, "expected a net that `train` has written")?;
                net(file, &text, board).map(Judgement::of)
            }
        }
    }

    fn of(net: (Set, Net)) -> Judgement {
        Judgement::Net(Box::new(NetValue::new(net.0, &net.1)))
    }
}

impl Value<Operation> for Judgement {
    fn value(&mut self, game: &Operation, state: &State) -> Payoff {
        match self {
            Judgement::Net(net) => net.value(game, state),
            Judgement::Outlook(outlook) => outlook.value(game, state),
        }
    }

    fn reasons(&mut self, game: &Operation, state: &State, seat: Seat) -> Vec<Figure> {
        match self {
            Judgement::Net(net) => net.reasons(game, state, seat),
            Judgement::Outlook(outlook) => outlook.reasons(game, state, seat),
        }
    }
}

/// Reads a net for this board: its signs say which numbers it takes.
pub fn net(place: &str, text: &str, board: &Board) -> Result<(Set, Net), BadInput> {
    let parsed = |set| {
        let names = Reader::names(set, board);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Net::parse(place, text, &names).map(|net| (set, net))
    };
    let refusal = |e: sandtable_core::Failure| {
        // Two hundred names say less than the one that differs.
        let theirs: Option<Net> = serde_json::from_str(text).ok();
        let differs = theirs.and_then(|net| misfit(board, &net.signs));
        BadInput::new(differs.map_or_else(|| e.to_string(), |why| format!("{place}: {why}")))
    };
    parsed(Set::Full).or_else(|_| parsed(Set::Report)).map_err(refusal)
}

/// The first number that a net takes and this board has not, or the other way round.
fn misfit(board: &Board, signs: &[String]) -> Option<String> {
    let first = |set| {
        let names = Reader::names(set, board);
        let at = (0..names.len().max(signs.len())).find(|&i| names.get(i) != signs.get(i))?;
        let of = |list: &[String]| list.get(at).map_or("nothing more".into(), |name| format!("'{name}'"));
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
