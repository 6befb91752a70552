//! What there is: one line per game. A game brings its own players; the agents for every game join them here.

use sandtable_core::{BadInput, Calculator, FileKind, GameDef, Notation, Param, Problem};
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
    /// The kinds of files that it reads.
    fn files(&self) -> &'static [FileKind];
    /// Parameters that have another value where a person looks on, unless they are given.
    fn watched(&self) -> &'static [(&'static str, &'static str)];
    /// Whether some of its variants are small scenarios of one decision per unit.
    fn has_scenarios(&self) -> bool;
    /// Solves the scenario that a spec names, and lets somebody learn it.
    fn solve(&self, spec: &Spec, learner: Option<&Learner>, work: &Work) -> Result<Solution, Failure>;
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
        sandtable_agents::trainers(&self.knowledge).iter().map(|trainer| trainer.lessons).collect()
    }

    fn files(&self) -> &'static [FileKind] {
        self.knowledge.files
    }

    fn watched(&self) -> &'static [(&'static str, &'static str)] {
        self.knowledge.watched
    }

    fn has_scenarios(&self) -> bool {
        self.problem.is_some()
    }

    fn solve(&self, spec: &Spec, learner: Option<&Learner>, work: &Work) -> Result<Solution, Failure> {
        let none = || BadInput::new(format!("{}: no scenario of one decision per unit", self.name));
        let problem = self.problem.ok_or_else(none)?;
        let args = spec.args(self.params)?;
        let name = self.params.iter().find(|p| p.main).map_or("", |main| args.get(main.name));
        solve::exactly((self.name, name), problem(&args)?, learner, work)
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

/// The spec of a game that a person looks on at: with the parameters that the game has for such, unless they are given.
///
/// ```
/// use sandtable_arena::registry::watched;
/// assert_eq!(watched("grid:dice").unwrap(), "grid:dice,rolls=single");
/// assert_eq!(watched("grid:rolls=whole").unwrap(), "grid:rolls=whole");
/// assert_eq!(watched("pig").unwrap(), "pig");
/// ```
pub fn watched(text: &str) -> Result<String, BadInput> {
    let spec = Spec::parse(text)?;
    let games = games();
    let Some(game) = games.iter().find(|g| g.name() == spec.name) else { return Ok(text.into()) };
    let given = spec.args(game.params())?;
    let mut watched = text.trim().to_string();
    for (param, value) in game.watched().iter().filter(|(param, _)| !given.given(param)) {
        let mark = if watched.contains(':') { ',' } else { ':' };
        watched += &format!("{mark}{param}={value}");
    }
    Ok(watched)
}
