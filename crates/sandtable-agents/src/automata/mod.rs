//! Learning automata: one per unit, in tiers that look turns ahead.
//!
//! After Lie, *Playing Axis & Allies Revised Using Learning Automata*: an automaton chooses among a few options, hears
//! how well that went as a number from 0 to 1, and chooses better. It knows nothing of the game. Three kinds are the
//! paper's (section 3.2): [`Tsetlin`], [`Linear`] reward-inaction and [`Bayes`]; section 6.2 asks for more: the same linear
//! kind that uses the feedback as it is, a discretised one, [`Pursuit`] and [`Ucb`].
//!
//! A kind is rules without state: what one automaton has learned is a slice of numbers that the caller owns, so
//! that thousands of automata lie side by side and nothing is allocated while they learn.
//!
//! ```
//! use sandtable_agents::automata::{Automaton, Kind};
//! use sandtable_core::{Rng, Stream};
//!
//! let (kind, mut rng) = (Kind::named("lri").unwrap(), Rng::new(1, 0, Stream::World));
//! let mut memory = vec![0.0; kind.room(2)];
//! kind.reset(&mut memory, 2, &mut rng);
//! for _ in 0..2000 {
//!     let choice = kind.choose(&mut memory, &mut rng);
//!     let (feedback, toss) = ([0.2, 0.8][choice], rng.unit());
//!     kind.reward(&mut memory, choice, feedback, toss, &mut rng);
//! }
//! assert_eq!(kind.best(&memory), 1);
//! ```

mod agent;
mod bayes;
mod exact;
mod linear;
mod planner;
mod pursuit;
mod settings;
mod tsetlin;
mod ucb;
mod whole;

pub use agent::{Automata, PARAMS};
pub use bayes::{Bayes, Update};
pub use exact::{Answers, Exact, Valued};
pub use linear::{Linear, Step};
pub use planner::{Decision, Planner, Step as Turn};
pub use pursuit::Pursuit;
pub use settings::{Feedback, MAX_TIERS, Opponent, PATIENCE, Settings, TAIL, Tier, read, tiers};
pub use tsetlin::Tsetlin;
pub use ucb::Ucb;

use sandtable_core::{BadInput, Rng};

/// A kind of automaton. `memory` is always what [`Automaton::reset`] has filled for so many options.
pub trait Automaton {
    /// How many numbers an automaton with so many options needs.
    fn room(&self, options: usize) -> usize;
    /// Forgets all.
    fn reset(&self, memory: &mut [f64], options: usize, rng: &mut Rng);
    /// Chooses an option.
    fn choose(&self, memory: &mut [f64], rng: &mut Rng) -> usize;
    /// Hears how well an option did, from 0 to 1. Automata that belong together get the same `toss` from [0, 1): those
    /// that only know reward and penalty are rewarded together where it is less than the feedback.
    fn reward(&self, memory: &mut [f64], choice: usize, feedback: f64, toss: f64, rng: &mut Rng);
    /// The option that it takes to be the best.
    fn best(&self, memory: &[f64]) -> usize;
    /// How sure it is of that, from 0 to 1.
    fn sure(&self, memory: &[f64]) -> f64;
    /// Whether it does better when the worst feedback that was heard so far counts as 0 and the best as 1.
    fn relative(&self) -> bool {
        false
    }
}

/// One of the kinds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Remembers its choice and how often it was confirmed.
    Tsetlin(Tsetlin),
    /// Linear reward-inaction, in one of three forms.
    Linear(Linear),
    /// Thompson sampling from normal-gamma distributions.
    Bayes(Bayes),
    /// Goes after the option with the best mean so far.
    Pursuit(Pursuit),
    /// The greatest upper confidence bound.
    Ucb(Ucb),
}

/// The names of the kinds, each with one line.
pub const KINDS: [(&str, &str); 7] = [
    ("tsetlin", "remembers its choice and how often it was confirmed"),
    ("lri", "linear reward-inaction: a reward makes the choice likelier"),
    ("bayes", "Thompson sampling from normal-gamma distributions"),
    ("slri", "linear reward-inaction in steps as large as the feedback"),
    ("dlri", "discretised reward-inaction: probabilities move in steps of one size"),
    ("pursuit", "goes after the option with the best mean so far"),
    ("ucb", "the greatest upper confidence bound"),
];

impl Kind {
    /// A kind with its usual parameters.
    pub fn named(name: &str) -> Result<Kind, BadInput> {
        Ok(match name {
            "tsetlin" => Kind::Tsetlin(Tsetlin::default()),
            "lri" => Kind::Linear(Linear::new(Step::Reward)),
            "slri" => Kind::Linear(Linear::new(Step::Strength)),
            "dlri" => Kind::Linear(Linear::new(Step::Discrete)),
            "bayes" => Kind::Bayes(Bayes::default()),
            "pursuit" => Kind::Pursuit(Pursuit::default()),
            "ucb" => Kind::Ucb(Ucb::default()),
            other => {
                let names: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
                let line = format!("'{other}': expected a kind of automaton: {}", names.join(", "));
                return Err(BadInput::new(line));
            }
        })
    }

    /// The same kind with another learning rate, where it has one.
    pub fn with_rate(self, rate: f64) -> Result<Kind, BadInput> {
        if !(rate > 0.0 && rate < 1.0) {
            return Err(BadInput::new(format!("rate={rate}: expected a number between 0 and 1")));
        }
        Ok(match self {
            Kind::Linear(linear) => Kind::Linear(Linear { rate, ..linear }),
            Kind::Pursuit(_) => Kind::Pursuit(Pursuit { rate }),
            other => other,
        })
    }

    /// The same kind with another limiter of penalties, where it has one.
    pub fn with_limiter(self, limiter: f64) -> Result<Kind, BadInput> {
        if !(limiter > 0.0 && limiter < 1.0) {
            return Err(BadInput::new(format!("limiter={limiter}: expected a number between 0 and 1")));
        }
        Ok(match self {
            Kind::Tsetlin(tsetlin) => Kind::Tsetlin(Tsetlin { limiter, ..tsetlin }),
            other => other,
        })
    }

    /// The learning rate, where it has one.
    pub fn rate(self) -> Option<f64> {
        match self {
            Kind::Linear(linear) => Some(linear.rate),
            Kind::Pursuit(pursuit) => Some(pursuit.rate),
            _ => None,
        }
    }
}

impl Automaton for Kind {
    fn room(&self, options: usize) -> usize {
        match self {
            Kind::Tsetlin(k) => k.room(options),
            Kind::Linear(k) => k.room(options),
            Kind::Bayes(k) => k.room(options),
            Kind::Pursuit(k) => k.room(options),
            Kind::Ucb(k) => k.room(options),
        }
    }

    fn reset(&self, memory: &mut [f64], options: usize, rng: &mut Rng) {
        match self {
            Kind::Tsetlin(k) => k.reset(memory, options, rng),
            Kind::Linear(k) => k.reset(memory, options, rng),
            Kind::Bayes(k) => k.reset(memory, options, rng),
            Kind::Pursuit(k) => k.reset(memory, options, rng),
            Kind::Ucb(k) => k.reset(memory, options, rng),
        }
    }

    #[inline]
    fn choose(&self, memory: &mut [f64], rng: &mut Rng) -> usize {
        match self {
            Kind::Tsetlin(k) => k.choose(memory, rng),
            Kind::Linear(k) => k.choose(memory, rng),
            Kind::Bayes(k) => k.choose(memory, rng),
            Kind::Pursuit(k) => k.choose(memory, rng),
            Kind::Ucb(k) => k.choose(memory, rng),
        }
    }

    #[inline]
    fn reward(&self, memory: &mut [f64], choice: usize, feedback: f64, toss: f64, rng: &mut Rng) {
        match self {
            Kind::Tsetlin(k) => k.reward(memory, choice, feedback, toss, rng),
            Kind::Linear(k) => k.reward(memory, choice, feedback, toss, rng),
            Kind::Bayes(k) => k.reward(memory, choice, feedback, toss, rng),
            Kind::Pursuit(k) => k.reward(memory, choice, feedback, toss, rng),
            Kind::Ucb(k) => k.reward(memory, choice, feedback, toss, rng),
        }
    }

    fn best(&self, memory: &[f64]) -> usize {
        match self {
            Kind::Tsetlin(k) => k.best(memory),
            Kind::Linear(k) => k.best(memory),
            Kind::Bayes(k) => k.best(memory),
            Kind::Pursuit(k) => k.best(memory),
            Kind::Ucb(k) => k.best(memory),
        }
    }

    fn sure(&self, memory: &[f64]) -> f64 {
        match self {
            Kind::Tsetlin(k) => k.sure(memory),
            Kind::Linear(k) => k.sure(memory),
            Kind::Bayes(k) => k.sure(memory),
            Kind::Pursuit(k) => k.sure(memory),
            Kind::Ucb(k) => k.sure(memory),
        }
    }

    fn relative(&self) -> bool {
        matches!(self, Kind::Linear(_))
    }
}

/// The first index of the greatest value.
fn greatest(values: impl Iterator<Item = f64>) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (i, value) in values.enumerate() {
        if value > best.1 {
            best = (i, value);
        }
    }
    best.0
}
