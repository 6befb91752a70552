//! Luck correction: the same mean from fewer games.
//!
//! `simple` and `expanded` regress the payoff on the game's own zero-mean luck terms (FFI report, section 3.3: control
//! variates). `value` learns for the pairing at hand what a draw was worth, V(after) − E\[V\] with exact chance distributions:
//! see [`learned`]. All leave the expected payoff as it is.

pub mod learned;
pub mod others;
mod sums;

pub use sums::{Estimate, Sums};

use sandtable_core::eval::Single;
use sandtable_core::{BadInput, Dist, Game, Kit, Luck, LuckModel, Seat, Signs, Turn};
use serde::Serialize;

use crate::episode::Watch;
use crate::spec::unknown;

/// Which correction to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// None.
    None,
    /// Regression on the terms of the game's simple model.
    Simple,
    /// Regression on all of the game's terms.
    Expanded,
    /// Subtraction of V(after) − E\[V\] with a value that is learned from the other games.
    Value,
}

impl Method {
    /// The methods by their names.
    pub const ALL: [(&'static str, Method); 4] = [
        ("none", Method::None),
        ("simple", Method::Simple),
        ("expanded", Method::Expanded),
        ("value", Method::Value),
    ];

    /// The method of a name.
    pub fn named(name: &str) -> Result<Method, BadInput> {
        let found = Method::ALL.iter().find(|(n, _)| *n == name);
        Ok(found.ok_or_else(|| unknown("luck correction", name, &Method::ALL.map(|(n, _)| n)))?.1)
    }
}

/// Measures the luck in one game, in numbers that have mean zero whatever the players do.
pub struct Gauge<G: Game> {
    terms: Option<Terms<G>>,
    worth: Option<Worth<G>>,
}

/// The game's own terms, up to those of a model.
struct Terms<G: Game> {
    luck: &'static dyn Luck<G>,
    /// The sum of each of the game's terms.
    sums: Vec<f64>,
    /// Which of them count.
    chosen: Vec<usize>,
}

/// What a position says about its worth, less what was to be expected before the draw.
struct Worth<G: Game> {
    eval: Option<Single<G>>,
    signs: Option<Box<dyn Signs<G>>>,
    /// How many seats have numbers of their own: where payoffs sum to a constant, the last one's say nothing new.
    seats: usize,
    /// The evaluation for each of these seats, the payoff if the game is over, and the signs if it is not.
    sums: Vec<f64>,
    /// The same for one outcome.
    after: Vec<f64>,
    /// Draws that could not be listed and were left as they are: the mean stays as it is, the luck in them too.
    unlisted: u64,
    outcomes: Vec<(G::Chance, f64)>,
}

impl<G: Game> Gauge<G> {
    /// For a method: nothing if the game does not bring what the method needs.
    pub fn new(kit: &Kit<G>, method: Method) -> Option<Self> {
        let terms = |model| Terms::new(kit, model);
        match method {
            Method::None => Some(Gauge { terms: None, worth: None }),
            Method::Simple => Some(Gauge { terms: Some(terms(LuckModel::Simple)?), worth: None }),
            Method::Expanded => Some(Gauge { terms: Some(terms(LuckModel::Expanded)?), worth: None }),
            Method::Value => Some(Gauge { terms: terms(LuckModel::Expanded), worth: Some(Worth::new(kit)?) }),
        }
    }

    /// How many numbers [`Gauge::read`] appends per game.
    pub fn len(&self) -> usize {
        let worth = self.worth.as_ref().map_or(0, |worth| worth.sums.len());
        self.terms.as_ref().map_or(0, |terms| terms.chosen.len()) + worth
    }

    /// How many of them, the first, are known to say something of any pairing: terms, evaluation and the end of the game.
    pub fn trusted(&self) -> usize {
        let worth = self.worth.as_ref().map_or(0, Worth::trusted);
        self.terms.as_ref().map_or(0, |terms| terms.chosen.len()) + worth
    }

    /// Whether nothing is measured.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends the luck of the game that has just ended and sets back to zero.
    pub fn read(&mut self, out: &mut Vec<f64>) {
        if let Some(Terms { sums, chosen, .. }) = &mut self.terms {
            out.extend(chosen.iter().map(|&i| sums[i]));
            sums.fill(0.0);
        }
        if let Some(worth) = &mut self.worth {
            out.extend_from_slice(&worth.sums);
            worth.sums.fill(0.0);
        }
    }

    /// How many draws could not be listed since this was last asked.
    pub fn unlisted(&mut self) -> u64 {
        self.worth.as_mut().map_or(0, |worth| std::mem::take(&mut worth.unlisted))
    }
}

impl<G: Game> Terms<G> {
    fn new(kit: &Kit<G>, model: LuckModel) -> Option<Self> {
        let terms = kit.knowledge.luck_terms();
        let chosen: Vec<usize> = (0..terms.len()).filter(|&i| terms[i].model <= model).collect();
        let luck = kit.knowledge.luck.filter(|_| !chosen.is_empty())?;
        Some(Terms { luck, sums: vec![0.0; terms.len()], chosen })
    }
}

impl<G: Game> Worth<G> {
    fn new(kit: &Kit<G>) -> Option<Self> {
        let eval = kit.usual_eval().map(Single::new);
        let signs = kit.knowledge.signs.map(|build| build(kit.game));
        if eval.is_none() && signs.is_none() {
            return None;
        }
        let seats = (kit.game.info().seats.len() - 1).max(1);
        let evals = if eval.is_some() { seats } else { 0 };
        let count = evals + seats + signs.as_ref().map_or(0, |signs| signs.count());
        let (sums, after) = (vec![0.0; count], vec![0.0; count]);
        Some(Worth { eval, signs, seats, sums, after, unlisted: 0, outcomes: Vec::with_capacity(64) })
    }

    fn trusted(&self) -> usize {
        self.seats + if self.eval.is_some() { self.seats } else { 0 }
    }

    fn chance(&mut self, game: &G, before: &G::State, chance: G::Chance) {
        self.outcomes.clear();
        if game.outcomes(before, &mut self.outcomes) != Dist::Exact {
            self.unlisted += 1;
            return;
        }
        for i in 0..self.outcomes.len() {
            let (outcome, p) = self.outcomes[i];
            let mut after = before.clone();
            game.resolve(&mut after, outcome);
            self.look(game, &after);
            let weight = f64::from(u8::from(outcome == chance)) - p;
            self.sums.iter_mut().zip(&self.after).for_each(|(sum, a)| *sum += weight * a);
        }
    }

    /// Fills `after` with what a state says.
    fn look(&mut self, game: &G, state: &G::State) {
        self.after.fill(0.0);
        let mut rest = &mut self.after[..];
        if let Some(eval) = &mut self.eval {
            let (worth, others) = rest.split_at_mut(self.seats);
            worth.copy_from_slice(&eval.value(game, state).values()[..self.seats]);
            rest = others;
        }
        let (ended, signs) = rest.split_at_mut(self.seats);
        match (game.turn(state) == Turn::Over, &self.signs) {
            (true, _) => ended.copy_from_slice(&game.payoff(state).values()[..self.seats]),
            (false, Some(known)) => known.read(game, state, signs),
            (false, None) => {}
        }
    }
}

impl<G: Game> Watch<G> for Gauge<G> {
    fn step(&mut self, _: &G, _: &G::State, _: Seat, _: G::Action) {}

    fn chance(&mut self, game: &G, before: &G::State, chance: G::Chance) {
        if let Some(Terms { luck, sums, .. }) = &mut self.terms {
            luck.add(game, before, chance, sums);
        }
        if let Some(worth) = &mut self.worth {
            worth.chance(game, before, chance);
        }
    }
}
