//! Learning: how a player of a game learns, and what it needs for that from outside.
//!
//! A training is a function of its seed and resumes after any interruption: a learner keeps its history in the file that it writes, or
//! logs every evaluation and plays the log back. Learners belong to their games and know no arena: whoever runs one lends it
//! a [`Contest`], which plays the games.

mod adam;
mod choice;
mod log;
mod net;

use std::path::{Path, PathBuf};

pub use adam::Adam;
pub use choice::Choice;
pub use log::Log;
pub use net::{Example, Net, Optimiser, Quick, squash};
use serde::{Deserialize, Serialize};

use crate::spec::Spec;
use crate::{Agent, Failure, Game, Kit, Seat};

/// How a player of a game learns.
pub struct Trainer<G: Game> {
    /// What it offers.
    pub lessons: Lessons,
    /// Learns, going on where an earlier run of the same training was interrupted; a fresh one starts over.
    pub run: fn(&Kit<G>, &Training, &dyn Contest<G>) -> Result<Learned, Failure>,
}

impl<G: Game> Clone for Trainer<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Trainer<G> {}

/// What a learner offers, whatever its game.
#[derive(Clone, Copy, Debug)]
pub struct Lessons {
    /// The agent's name.
    pub agent: &'static str,
    /// The methods, each with one line; the first is the default.
    pub methods: &'static [(&'static str, &'static str)],
    /// Whom it plays unless told otherwise.
    pub opponents: &'static [&'static str],
    /// Whether it learns from records of games, rather than from games that are played for it.
    pub records: bool,
    /// How many games a training plays, at most.
    pub total_games: fn(&Training) -> u64,
}

/// What is to be learned.
#[derive(Clone, Debug)]
pub struct Training {
    /// The game's spec.
    pub game: Spec,
    /// The agent's spec: where to start.
    pub agent: Spec,
    /// How; empty for the default.
    pub method: String,
    /// Whom to play; empty for the default.
    pub opponents: Vec<String>,
    /// Files of records to learn from, for those who learn so.
    pub from: Vec<PathBuf>,
    /// Rounds: matches or generations.
    pub rounds: u32,
    /// Games a match, or an evaluation.
    pub games: u64,
    /// Fixes everything.
    pub seed: u64,
    /// The file to write.
    pub out: PathBuf,
    /// Whether what is there is overwritten.
    pub fresh: bool,
}

/// What has been learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// The best or last player, as a file.
    pub player: String,
    /// What is plotted over the rounds.
    pub history: Vec<f64>,
    /// What that is.
    pub axis: &'static str,
    /// The matches that were played, in their order, where they can be played again; nothing from learners that play too many.
    pub matches: Vec<Bout>,
    /// What else is plotted over the rounds.
    pub plots: Vec<Plot>,
    /// What there is to say of the last round, in numbers.
    pub tables: Vec<Table>,
}

impl Learned {
    /// All that is plotted, what is told by numbers first.
    pub fn all_plots(&self) -> Vec<Plot> {
        let mut plots = vec![Plot::of(self.axis, &self.history)];
        plots.extend_from_slice(&self.plots);
        plots
    }
}

/// A match of a training.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bout {
    /// The specs of those who played it, seat by seat.
    pub seats: Vec<String>,
    /// The seed of its deals, which begin with the first.
    pub seed: u64,
    /// How many there were.
    pub games: u64,
    /// Its seating, which fixes the players' thoughts.
    pub seating: u32,
}

/// Makes a player for a seat, anew for every stretch of games.
pub type Maker<'a, G> = &'a (dyn Fn() -> Box<dyn Agent<G>> + Sync);

/// Plays games for a learner, on as many threads as there are; the results do not depend on their number.
pub trait Contest<G: Game>: Sync {
    /// Plays so many deals of a seed, with one maker for each seat; seatings have the same dice and other thoughts.
    fn play(&self, seats: &[Maker<G>], seed: u64, deals: u64, seating: u32) -> Result<Score, Failure>;

    /// The mean payoff of each seat over such deals, corrected for luck by the game's own measures, if it has any.
    fn corrected(
        &self,
        seats: &[Maker<G>],
        seed: u64,
        deals: u64,
        seating: u32,
    ) -> Result<Vec<Mean>, Failure>;

    /// Plays deals of a seed, from the positions that `begin` gives them, and looks at every position in which somebody is about to act;
    /// the games in their order.
    fn watch(
        &self,
        seats: &[Maker<G>],
        seed: u64,
        deals: u64,
        begin: Begin<G>,
        look: Look<G>,
    ) -> Result<Vec<Seen>, Failure>;

    /// Has a learner's own work done, part by part, on as many threads as there are; an error ends it.
    fn spread(&self, parts: u64, one: &(dyn Fn(u64) -> Result<(), Failure> + Sync)) -> Result<(), Failure>;

    /// An error once somebody wants it all to stop.
    fn go_on(&self) -> Result<(), Failure>;

    /// Counts games that a learner has played by itself.
    fn played(&self, games: u64);

    /// Plays pairs of deals, one player against others who are all alike, the first in every seat in turn: at most so many deals, or until a sequential test
    /// tells two differences in Elo apart.
    fn duel(
        &self,
        own: Maker<G>,
        other: Maker<G>,
        seed: u64,
        deals: u64,
        test: Option<(f64, f64)>,
    ) -> Result<Duel, Failure>;

    /// Tells those who look on how the training gets on: what is plotted, and its values so far, as [`Learned`] has them in the end.
    fn tell(&self, axis: &'static str, history: &[f64]) {
        self.plot(&[Plot::of(axis, history)]);
    }

    /// The same with more than one curve; the first plot is what is told by numbers.
    fn plot(&self, plots: &[Plot]);

    /// The games of files of records, each played again and checked; the games in their order.
    fn recorded(&self, files: &[PathBuf]) -> Result<Vec<Recorded<G>>, Failure>;
}

/// A recorded game, as somebody learns from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded<G: Game> {
    /// Who played, seat by seat: the specs of agents, or `human`.
    pub seats: Vec<String>,
    /// All that was decided, in its order.
    pub decisions: Vec<Decision<G>>,
}

/// What somebody did with the turn, up to dice or somebody else's turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<G: Game> {
    /// Whose decision it was.
    pub seat: Seat,
    /// The position in which it was made.
    pub state: G::State,
    /// The steps that were taken.
    pub plan: Vec<G::Action>,
}

/// The position from which a deal, by its number, is played.
pub type Begin<'a, G> = &'a (dyn Fn(&G, u64) -> <G as Game>::State + Sync);

/// Writes down what there is to be learned from a position, or nothing.
pub type Look<'a, G> = &'a (dyn Fn(&G, &<G as Game>::State, &mut Vec<f32>) + Sync);

/// What was seen of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// The positions that were worth a note: who was to act, and what was written down.
    pub notes: Vec<(Seat, Vec<f32>)>,
    /// How it ended, seat by seat.
    pub payoffs: Vec<f64>,
}

/// What came of some games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// The sum of payoffs, seat by seat.
    pub payoffs: Vec<f64>,
    /// The sums of what the game counts: all of the first seat, then of the next.
    pub counts: Vec<f64>,
}

/// A mean over games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Its standard error; none where there are too few games to know.
    pub stderr: Option<f64>,
}

/// What came of a player's games against others who are all alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Duel {
    /// Games.
    pub games: u64,
    /// Its mean share of what there was to win, where equals get a half.
    pub score: f64,
    /// The standard error of that.
    pub stderr: f64,
    /// What a sequential test said, if there was one and it has decided: whether the player is stronger.
    pub decided: Option<bool>,
}

impl Duel {
    /// Whether a test found the player stronger, or none decided and it got more than its share.
    pub fn stronger(&self) -> bool {
        self.decided.unwrap_or(self.score > 0.5)
    }
}

/// Curves over the rounds of a training, in one picture.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plot {
    /// What they show.
    pub axis: &'static str,
    /// Each with its name.
    pub lines: Vec<(String, Vec<f64>)>,
}

/// Numbers with a name for each column.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// What they are.
    pub title: String,
    /// What stands in each column.
    pub columns: &'static [&'static str],
    /// The rows.
    pub rows: Vec<Vec<f64>>,
}

impl Plot {
    /// One curve.
    pub fn of(axis: &'static str, history: &[f64]) -> Plot {
        Plot { axis, lines: vec![(String::new(), history.to_vec())] }
    }
}

/// Reads JSON that `train` has written; an error says where it is something else, and not what, which may be long.
pub fn read_json<T: serde::de::DeserializeOwned>(
    place: &str,
    text: &str,
    expected: &str,
) -> Result<T, Failure> {
    serde_json::from_str(text)
        .map_err(|e| Failure::BadInput(format!("{place}:{}:{}: expected {expected}", e.line(), e.column())))
}

/// What a file says, short and without control characters, for a line that people read.
pub fn quoted(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(QUOTED).collect()
}

/// The most that is quoted.
const QUOTED: usize = 1_000;

/// Writes a file so that it is there whole or not at all.
pub fn write_whole(path: &Path, text: &str) -> Result<(), Failure> {
    let part = path.with_extension("part");
    let written = std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path));
    written.map_err(|e| Failure::BadInput(format!("cannot write {}: {e}", path.display())))
}
