//! What there is: one line per game. A game brings its own players; the agents for every game join them here.

use sandtable_core::{Args, BadInput, Calculator, GameDef, Notation, Param, Problem};
use sandtable_games::{axis, grid, operation, pig, risk};

use crate::Failure;
use crate::hosted::{AnyGame, Hosted};
use crate::solve::{self, Learner, Solution};
use crate::spec::{Spec, unknown};
use crate::train::Lessons;
use crate::work::Work;

/// All games.
pub fn games() -> Vec<Box<dyn Listed>> {
    vec![
        Box::new(operation::lucid()),
        Box::new(operation::opaque()),
        Box::new(grid::grid()),
        Box::new(risk::risk()),
        Box::new(axis::axis()),
        Box::new(pig::pig()),
    ]
}

/// A game in the list, without its type.
pub trait Listed {
    /// The name on the command line.
    fn name(&self) -> &'static str;
    /// One line.
    fn about(&self) -> &'static str;
    /// What can be set.
    fn params(&self) -> &'static [Param];
    /// Ready-made values of the main parameter, each with one line.
    fn variants(&self) -> &'static [(&'static str, &'static str)];
    /// Sets the game up.
    fn open(&self, spec: &Spec) -> Result<Box<dyn AnyGame>, BadInput>;
    /// Its calculator of battle odds.
    fn odds(&self) -> Option<&'static Calculator>;
    /// The field of its ladder, as text.
    fn ladder(&self) -> Option<&'static str>;
    /// What its players can learn.
    fn lessons(&self) -> Vec<Lessons>;
    /// Its variants that can be solved exactly.
    fn solvable(&self) -> Vec<&'static str>;
    /// Solves what a spec names, and lets somebody learn it; nothing if none of its variants can be.
    fn solve(&self, spec: &Spec, learner: Option<&Learner>, work: &Work)
    -> Option<Result<Solution, Failure>>;
}

impl<G: Notation, P: Problem> Listed for GameDef<G, P> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn params(&self) -> &'static [Param] {
        self.params
    }

    fn variants(&self) -> &'static [(&'static str, &'static str)] {
        self.variants
    }

    fn open(&self, spec: &Spec) -> Result<Box<dyn AnyGame>, BadInput> {
        let game = (self.build)(&spec.args(self.params)?)?;
        Ok(Box::new(Hosted::new(spec.clone(), game, self.knowledge)))
    }

    fn odds(&self) -> Option<&'static Calculator> {
        self.knowledge.odds
    }

    fn ladder(&self) -> Option<&'static str> {
        self.knowledge.ladder
    }

    fn lessons(&self) -> Vec<Lessons> {
        self.knowledge.trainers.iter().map(|trainer| trainer.lessons).collect()
    }

    fn solvable(&self) -> Vec<&'static str> {
        let (Some(problem), Some(main)) = (self.problem, self.params.iter().find(|p| p.main)) else {
            return Vec::new();
        };
        let fits = |variant: &str| {
            let mut args = Args::defaults(self.params);
            args.set(main.name, variant) && problem(&args).is_ok()
        };
        self.variants.iter().map(|(variant, _)| *variant).filter(|variant| fits(variant)).collect()
    }

    fn solve(
        &self,
        spec: &Spec,
        learner: Option<&Learner>,
        work: &Work,
    ) -> Option<Result<Solution, Failure>> {
        let problem = self.problem?;
        let solved = || {
            let args = spec.args(self.params)?;
            let name = self.params.iter().find(|p| p.main).map_or("", |main| args.get(main.name));
            solve::exactly((self.name, name), problem(&args)?, learner, work)
        };
        Some(solved())
    }
}

/// Sets up the game that a spec names.
///
/// ```
/// let game = sandtable_arena::registry::open("lucid:3x3").unwrap();
/// assert_eq!(game.info().seats[0].name, "blue");
/// ```
pub fn open(text: &str) -> Result<Box<dyn AnyGame>, BadInput> {
    let spec = Spec::parse(text)?;
    let games = games();
    match games.iter().find(|g| g.name() == spec.name) {
        Some(game) => game.open(&spec),
        None => {
            let names: Vec<&str> = games.iter().map(|g| g.name()).collect();
            Err(unknown("game", &spec.name, &names))
        }
    }
}
