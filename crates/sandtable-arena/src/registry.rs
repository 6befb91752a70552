//! What there is: one line per game. A game brings its own players; the agents for every game join them here.

use sandtable_core::{BadInput, GameDef, Notation, Param};
use sandtable_games::{axis, grid, operation, pig, risk};

use crate::hosted::{AnyGame, Hosted};
use crate::spec::{Spec, unknown};

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
}

impl<G: Notation> Listed for GameDef<G> {
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
