//! What a game offers beyond its rules, in one place: every part is optional.
//!
//! A game's folder offers a [`GameDef`]: how it is named and built, and its [`Knowledge`]. The lists of the arena, the
//! searches and the page are all made from it. Rules know no player; what is known about playing well stands here.

use crate::believer::{Believer, Choice};
use crate::catalog::{Args, BadInput, Param, Seats};
use crate::desk::{Desks, Visitor};
use crate::policy::Seated;
use crate::{
    Agent, Belief, Calculator, Chart, Crew, Eval, FileKind, Game, Guess, Guide, Happened, Inquiry, Language,
    NoProblem, Policy, Problem, Sheet, Shelf, Trainer,
};

/// A game that can be asked for by name; `P` are its small scenarios that can be solved, where it has some.
pub struct GameDef<G: Game, P: Problem = NoProblem> {
    /// The name on the command line.
    pub name: &'static str,
    /// One line.
    pub about: &'static str,
    /// What can be set.
    pub params: &'static [Param],
    /// Ready-made values of the main parameter, each with one line.
    pub variants: &'static [(&'static str, &'static str)],
    /// Makes the rules.
    pub build: fn(&Args) -> Result<G, BadInput>,
    /// What it offers beyond its rules.
    pub knowledge: Knowledge<G>,
    /// Makes the small scenario that is to be solved. It stands beside the rest because its type does: solvers and learners are
    /// compiled for it.
    pub problem: Option<fn(&Args) -> Result<P, BadInput>>,
}

impl<G: Game, P: Problem> GameDef<G, P> {
    /// What agents for a game of this kind are made of.
    pub fn kit<'a>(&'a self, game: &'a G) -> Kit<'a, G> {
        Kit { game, knowledge: &self.knowledge, desks: None, shelf: None, tables: &[] }
    }
}

/// What is known of a game beyond its rules.
pub struct Knowledge<G: Game> {
    /// The players that belong to it.
    pub players: fn() -> Vec<AgentDef<G>>,
    /// What people call some of them, by their specs: a program's own players under the names that its users know.
    pub titles: &'static [(&'static str, &'static str)],
    /// Its evaluations, the usual one first.
    pub evals: &'static [EvalDef<G>],
    /// Which steps a search should look at, and how to search.
    pub guide: Option<fn(&G) -> Box<dyn Guide<G>>>,
    /// The policy that searches play on with; random steps without one.
    pub quick: Option<fn(&G) -> Box<dyn Policy<G>>>,
    /// How its turns break into one decision per unit, where they do.
    pub crew: Option<fn(&G) -> Option<Box<dyn Crew<G>>>>,
    /// What a seat believes of what it cannot see; [`Guess`] without it.
    pub belief: Option<fn(&G) -> Box<dyn Belief<G>>>,
    /// The same game with nothing hidden, where players that are made for that one play this one too.
    pub open: Option<fn(&G) -> G>,
    /// Its own measures of luck.
    pub luck: Option<&'static dyn Luck<G>>,
    /// How its turns are narrowed down by constraints, where it has a language for them.
    pub language: Option<&'static Language<G>>,
    /// What may be asked in it about what is hidden, where it answers that.
    pub inquiry: Option<&'static Inquiry<G>>,
    /// What positions say about their worth, for values that are learned.
    pub signs: Option<fn(&G) -> Box<dyn Signs<G>>>,
    /// Its positions as networks read them.
    pub chart: Option<&'static dyn Chart<G>>,
    /// Its positions as flat networks read them.
    pub sheet: Option<&'static dyn Sheet<G>>,
    /// The weights of a network that come with it, where some do.
    pub weights: fn(&G) -> Option<&'static [u8]>,
    /// What it counts.
    pub counts: Option<&'static dyn Counts<G>>,
    /// Exact odds of single battles.
    pub odds: Option<&'static Calculator>,
    /// The field of opponents that its agents are measured against, as the arena's ladders read it.
    pub ladder: Option<&'static str>,
    /// How its players learn.
    pub trainers: &'static [Trainer<G>],
    /// Positions that come to the same, for exact solutions: puts the one that stands for them in a state's place, and returns what
    /// the first seat gets beyond that one's worth. It may forget the clock where no rule looks at it. States that it knows nothing
    /// of it leaves alone.
    pub essence: Option<fn(&G, &mut G::State) -> f64>,
    /// How the clock of a game is read and set, for exact solutions, where it does nothing but end the game.
    pub clock: Option<Clock<G>>,
    /// Whether a game is so small that an exact solution takes seconds; nobody plays by one otherwise.
    pub small: fn(&G) -> bool,
    /// Who sits in its seats unless somebody says otherwise: the specs of agents, or `human`; nobody if its files name nobody.
    pub usual: fn(&G) -> Vec<String>,
    /// Parameters that have another value where a person looks on, unless they are given.
    pub watched: &'static [(&'static str, &'static str)],
    /// The kinds of files that it reads.
    pub files: &'static [FileKind],
    /// The names of the files that it was made from, in the order of the kinds that the game takes; empty where there is none.
    pub made_from: fn(&G) -> Vec<String>,
}

impl<G: Game> Clone for Knowledge<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Knowledge<G> {}

impl<G: Game> Knowledge<G> {
    /// Nothing but the rules.
    pub const NONE: Knowledge<G> = Knowledge {
        players: Vec::new,
        titles: &[],
        evals: &[],
        guide: None,
        quick: None,
        crew: None,
        belief: None,
        open: None,
        luck: None,
        language: None,
        inquiry: None,
        signs: None,
        chart: None,
        sheet: None,
        weights: |_| None,
        counts: None,
        odds: None,
        ladder: None,
        trainers: &[],
        essence: None,
        clock: None,
        small: |_| false,
        usual: |_| Vec::new(),
        watched: &[],
        files: &[],
        made_from: |_| Vec::new(),
    };

    /// A new belief for a seat.
    pub fn belief(&self, game: &G) -> Box<dyn Belief<G>> {
        self.belief.map_or_else(|| Box::new(Guess) as Box<dyn Belief<G>>, |build| build(game))
    }

    /// The terms of the game's luck; none unless it measures some.
    pub fn luck_terms(&self) -> &'static [LuckTerm] {
        self.luck.map_or(&[], |luck| luck.terms())
    }

    /// The names of what the game counts; none unless it counts something.
    pub fn counted(&self) -> &'static [&'static str] {
        self.counts.map_or(&[], |counts| counts.names())
    }
}

/// A clock that only ends a game: whatever it shows, the same steps and draws are possible and lead to the same, as long as it does not
/// run out.
pub struct Clock<G: Game> {
    /// How many turns are left, the one being played among them.
    pub left: fn(&G, &G::State) -> u32,
    /// Sets it, to no more than it showed at the start; without any turns left the game is over.
    pub set: fn(&G, &mut G::State, u32),
}

impl<G: Game> Clone for Clock<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Clock<G> {}

/// What agents and evaluations are made of: the rules, and what is known beyond them.
pub struct Kit<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// What is known beyond them.
    pub knowledge: &'a Knowledge<G>,
    /// Where evaluations that like batches are shared, if games are played side by side.
    pub desks: Option<&'a Desks<G>>,
    /// Where things stand that are made once for the game.
    pub shelf: Option<&'a Shelf>,
    /// Files with exact values of some of its positions.
    pub tables: &'a [String],
}

impl<G: Game> Clone for Kit<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Kit<'_, G> {}

impl<'a, G: Game> Kit<'a, G> {
    /// The rules alone.
    pub fn bare(game: &'a G) -> Self {
        Kit { game, knowledge: &const { Knowledge::NONE }, desks: None, shelf: None, tables: &[] }
    }

    /// A player of the game by its name, with its usual parameters or, after a colon, with others joined by `;`.
    pub fn player(&self, text: &str) -> Result<(AgentDef<G>, Args), BadInput> {
        named((self.knowledge.players)(), text)
    }

    /// A policy among the players of the game: see [`Kit::player`].
    pub fn policy(&self, text: &str) -> Result<(Seats, Box<dyn Policy<G>>), BadInput> {
        let (def, args) = self.player(text)?;
        match def.build {
            Build::Policy(build) => Ok((def.seats, build(self, &args)?)),
            Build::Agent(_) => {
                let players = (self.knowledge.players)();
                let policies = players.iter().filter(|p| matches!(p.build, Build::Policy(_)));
                let names: Vec<&str> = policies.map(|p| p.name).collect();
                let line = format!(
                    "'{text}' keeps a memory or a plan, so it cannot play on: expected one of {}",
                    names.join(", ")
                );
                Err(BadInput::new(line))
            }
        }
    }

    /// An evaluation by its name, with its usual parameters or, after a colon, with others joined by `;`.
    pub fn eval(&self, text: &str) -> Result<Box<dyn Eval<G>>, BadInput> {
        let (name, items) = text.split_once(':').unwrap_or((text, ""));
        let evals = self.knowledge.evals;
        let Some(def) = evals.iter().find(|e| e.name == name) else {
            let names: Vec<&str> = evals.iter().map(|e| e.name).collect();
            return Err(BadInput::new(format!("eval={name}: expected one of {}, none", names.join(", "))));
        };
        let args = items_of(name, items, def.params)?;
        match self.desks.filter(|_| def.batch > 1) {
            Some(desks) => {
                let desk = desks.desk(text, def.batch, || (def.build)(self, &args))?;
                Ok(Box::new(Visitor::new(desk)))
            }
            None => (def.build)(self, &args),
        }
    }

    /// The usual evaluation, if there is one.
    pub fn usual_eval(&self) -> Option<Box<dyn Eval<G>>> {
        let usual = self.knowledge.evals.first()?;
        (usual.build)(self, &Args::defaults(usual.params)).ok()
    }
}

/// A player of a list by its name: see [`Kit::player`].
pub fn named<G: Game>(mut players: Vec<AgentDef<G>>, text: &str) -> Result<(AgentDef<G>, Args), BadInput> {
    let (name, items) = text.split_once(':').unwrap_or((text, ""));
    let names: Vec<&str> = players.iter().map(|p| p.name).collect();
    let Some(found) = players.iter().position(|p| p.name == name) else {
        let line = format!("'{name}': expected one of the game's players: {}", names.join(", "));
        return Err(BadInput::new(line));
    };
    let def = players.swap_remove(found);
    let args = items_of(name, items, def.params)?;
    Ok((def, args))
}

/// Reads `value;key=value;…` against what is declared.
fn items_of(name: &str, items: &str, params: &[Param]) -> Result<Args, BadInput> {
    let mut args = Args::defaults(params);
    for (i, item) in items.split(';').filter(|item| !item.is_empty()).enumerate() {
        let main = params.iter().find(|p| p.main && i == 0);
        let set = match (item.split_once('='), main) {
            (Some((key, value)), _) => args.set(key, value),
            (None, Some(main)) => args.set(main.name, item),
            (None, None) => false,
        };
        if !set {
            let names: Vec<&str> = params.iter().map(|p| p.name).collect();
            let line = format!("{name}: '{item}': expected key=value with one of {}", names.join(", "));
            return Err(BadInput::new(line));
        }
    }
    Ok(args)
}

/// Makes a fresh agent for a game.
pub type BuildAgent<G> = fn(&Kit<G>, &Args) -> Result<Box<dyn Agent<G>>, BadInput>;

/// Makes a policy for a game.
pub type BuildPolicy<G> = fn(&Kit<G>, &Args) -> Result<Box<dyn Policy<G>>, BadInput>;

/// How an agent is made.
pub enum Build<G: Game> {
    /// As a policy: it can also play on in searches and propose turns.
    Policy(BuildPolicy<G>),
    /// As an agent with a memory, a plan or a search of its own.
    Agent(BuildAgent<G>),
}

/// An agent that can be asked for by name.
pub struct AgentDef<G: Game> {
    /// The name on the command line.
    pub name: &'static str,
    /// One line.
    pub about: &'static str,
    /// What can be set.
    pub params: &'static [Param],
    /// Where it can sit.
    pub seats: Seats,
    /// Whether its decisions depend on the clock, with these parameters.
    pub timed: fn(&Args) -> bool,
    /// Makes one.
    pub build: Build<G>,
}

impl<G: Game> AgentDef<G> {
    /// A policy for any seat, without parameters.
    pub const fn policy(name: &'static str, about: &'static str, build: BuildPolicy<G>) -> Self {
        let build = Build::Policy(build);
        AgentDef { name, about, params: &[], seats: Seats::Any, timed: |_| false, build }
    }

    /// An agent for any seat that does not look at the clock, without parameters.
    pub const fn agent(name: &'static str, about: &'static str, build: BuildAgent<G>) -> Self {
        let build = Build::Agent(build);
        AgentDef { name, about, params: &[], seats: Seats::Any, timed: |_| false, build }
    }

    /// Makes one.
    pub fn make(&self, kit: &Kit<G>, args: &Args) -> Result<Box<dyn Agent<G>>, BadInput> {
        match self.build {
            Build::Policy(build) => Ok(seated(kit, build(kit, args)?)),
            Build::Agent(build) => build(kit, args),
        }
    }
}

/// A policy in a seat: one that looks further than its seat sees goes by what the seat believes, where the game has beliefs.
fn seated<G: Game>(kit: &Kit<G>, policy: Box<dyn Policy<G>>) -> Box<dyn Agent<G>> {
    let believes = kit.game.info().hidden && kit.knowledge.belief.is_some();
    match believes && !policy.goes_by_sight() {
        true => Box::new(Believer::new(policy, None, Choice::default())),
        false => Box::new(Seated(policy)),
    }
}

/// Makes an evaluation for a game.
pub type BuildEval<G> = fn(&Kit<G>, &Args) -> Result<Box<dyn Eval<G>>, BadInput>;

/// An evaluation that can be asked for by name.
pub struct EvalDef<G: Game> {
    /// The name in `eval=NAME`.
    pub name: &'static str,
    /// One line.
    pub about: &'static str,
    /// What can be set, such as a file.
    pub params: &'static [Param],
    /// How many positions it likes to value at once; 1 if it gains nothing by that.
    pub batch: usize,
    /// Makes one.
    pub build: BuildEval<G>,
}

impl<G: Game> EvalDef<G> {
    /// One without parameters that values positions one by one.
    pub const fn new(name: &'static str, about: &'static str, build: BuildEval<G>) -> Self {
        EvalDef { name, about, params: &[], batch: 1, build }
    }
}

/// Which of the game's luck models first includes a term (the larger model has the terms of both).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LuckModel {
    /// The few terms that count draws alike in every position.
    Simple,
    /// The terms that weigh a draw by the position in which it falls.
    Expanded,
}

/// A random variable with mean zero that says how lucky the draws of a game were.
#[derive(Clone, Copy, Debug)]
pub struct LuckTerm {
    /// Its name in the literature.
    pub name: &'static str,
    /// The smallest model that has it.
    pub model: LuckModel,
}

/// A game's own measures of luck.
pub trait Luck<G: Game>: Sync {
    /// The terms.
    fn terms(&self) -> &'static [LuckTerm];
    /// Adds to `out` what the outcome `chance` in `state` contributes to each term.
    ///
    /// For each term the contributions of all outcomes, weighed by their probabilities, sum to zero.
    fn add(&self, game: &G, state: &G::State, chance: G::Chance, out: &mut [f64]);
}

/// What positions say about their worth: numbers from which a value can be learned, as a weighted sum.
pub trait Signs<G: Game>: Send {
    /// How many numbers there are.
    fn count(&self) -> usize;
    /// Writes the signs of a state of a game that is not over to `out`, which holds zeros.
    fn read(&self, game: &G, state: &G::State, out: &mut [f64]);
}

/// What a game counts for each seat.
pub trait Counts<G: Game>: Sync {
    /// The names of what is counted.
    fn names(&self) -> &'static [&'static str];
    /// Adds to `out` (all names for the first seat, then for the next) what an event contributes.
    fn add(
        &self,
        game: &G,
        before: &G::State,
        happened: Happened<G::Action, G::Chance>,
        after: &G::State,
        out: &mut [f64],
    );
}
