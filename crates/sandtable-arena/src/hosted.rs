//! A game with the agents that can play it, behind one object-safe face.
//!
//! This is the only place where types are erased, and it erases whole matches: inside, everything is generic and
//! compiled for its game.

use std::io::Write;
use std::sync::Arc;

use sandtable_agents::exact;
use sandtable_core::record::Record;
use sandtable_core::{
    Agent, AgentDef, Args, BadInput, Belief, Build, Choice, Desks, GameInfo, Kit, Knowledge, Layout,
    Notation, Param, Scene, Seat, Seats, Shelf, TakenBy, Turn,
};

use crate::Failure;
use crate::advice::{self, Advice, Question};
use crate::entrant;
use crate::episode::{Deal, Finish, Mishap, Table};
use crate::lawful::Lawful;
use crate::live::{Live, LiveTable};
use crate::matchup::{self, MatchResult, Matchup};
use crate::perft::{self, Perft};
use crate::replay::{self, Replayed};
use crate::solve;
use crate::spec::{Spec, nearest, unknown};
use crate::train::{Learned, Matches, Tell, Training};
use crate::work::Work;

/// An agent as the lists show it.
#[derive(Clone, Debug)]
pub struct AgentCard {
    /// Its name.
    pub name: &'static str,
    /// One line.
    pub about: &'static str,
    /// What can be set.
    pub params: &'static [Param],
    /// Where it can sit.
    pub seats: Seats,
    /// What people call it, by its specs, where they have names for it.
    pub titles: Vec<(&'static str, &'static str)>,
}

/// A game that has been set up, without its type.
pub trait AnyGame: Lawful + Send + Sync {
    /// The spec from which it was built.
    fn spec(&self) -> &Spec;
    /// Names, seats and bounds.
    fn info(&self) -> &GameInfo;
    /// Takes up those of some files of `solve --out` that have exact values of its positions.
    fn take_tables(&mut self, files: &[String]) -> Result<(), BadInput>;
    /// Whether exact values are at hand for some of its positions.
    fn is_solved(&self) -> bool;
    /// Who can play it.
    fn agents(&self) -> Vec<AgentCard>;
    /// The agents that a text joins by `+`: one, unless it is an entrant made of several.
    fn members(&self, entrant: &str) -> Vec<String>;
    /// Who sits in its seats unless somebody says otherwise; nobody if it names nobody.
    fn usual(&self) -> Vec<String>;
    /// The names of the files that it was made from, in the order of the kinds that games of its name take.
    fn made_from(&self) -> Vec<String>;
    /// The file of a player that plays by one, as its spec names it.
    fn player_file(&self, agent: &str) -> Option<String>;
    /// Whether what the agent decides depends on the clock.
    fn timed(&self, agent: &str) -> Result<bool, BadInput>;
    /// Whether the agent exists, can be built, and can play that seat.
    fn check_agent(&self, agent: &str, seat: Seat) -> Result<(), BadInput>;
    /// How many games a core should have under way, for the sake of what the agents built so far share.
    fn appetite(&self) -> usize;
    /// Plays a match.
    fn run_match(
        &self,
        matchup: &Matchup,
        work: &Work,
        records: Option<&mut dyn Write>,
    ) -> Result<MatchResult, Failure>;
    /// Plays games one after another on this thread, with one agent per seat, as long as `done` says to go on; it hears how each
    /// ended, and what went wrong with agents.
    fn play_deals(
        &self,
        agents: &[&str],
        deals: &[Deal],
        done: &mut dyn FnMut(Deal, Finish, Vec<Mishap>) -> bool,
    ) -> Result<(), Failure>;
    /// Lets one of its players learn, as a training that has been prepared says; `tell` hears how it gets on.
    fn train(&self, training: &Training, work: &Work, tell: Tell) -> Result<Learned, Failure>;
    /// What can be said about turns in the game's language for constraints, and an example; nothing if it has none.
    fn language(&self) -> Option<(&'static str, &'static str)>;
    /// What can be asked about what is hidden, and an example; nothing if the game answers no such questions.
    fn inquiry(&self) -> Option<(&'static str, &'static str)>;
    /// Counts positions.
    fn perft(&self, depth: u32, work: &Work) -> Result<Perft, Failure>;
    /// How many ways there are to play the first turn, by the game's own formulas.
    fn branching(&self) -> Vec<(&'static str, f64)>;
    /// Solves it, if it is small enough.
    fn solve(&self, task: &solve::Task, work: &Work) -> Result<solve::Solved, Failure>;
    /// Plays a record again and checks it: see [`replay::replay`].
    fn replay(&self, record: &Record, rerun: bool, show: &mut dyn FnMut(&str)) -> Result<Replayed, Failure>;
    /// Opens a game that is played step by step; `None` is a seat for a person.
    fn live(self: Arc<Self>, agents: &[Option<&str>], deal: Deal) -> Result<Box<dyn Live>, Failure>;
    /// The same in any position, in a form that [`AnyGame::example_state`] shows.
    fn live_from(
        self: Arc<Self>,
        agents: &[Option<&str>],
        deal: Deal,
        state: &str,
    ) -> Result<Box<dyn Live>, Failure>;
    /// Opens a recorded game where it stopped, with the players that the record names. Every event is checked.
    fn resume(self: Arc<Self>, record: &Record) -> Result<Box<dyn Live>, Failure>;
    /// Where the spaces of the board are.
    fn layout(&self) -> Layout;
    /// A position as it looks to those who may see everything: the board, what stands there, what may be done, and by
    /// whom.
    fn scene_of(&self, state: &str) -> Result<(Layout, Scene, Vec<Choice>, Turn), Failure>;
    /// A readable account of a random game: every answer of the rules at every node.
    fn playthrough(&self, seed: u64) -> String;
    /// Asks an agent what to do in a position.
    fn advise(&self, question: &Question) -> Result<Advice, Failure>;
    /// A position from a random game in which a player is to decide, in a form that [`AnyGame::advise`] reads.
    fn example_state(&self, seed: u64) -> String {
        self.example_in_turn(seed, 0)
    }
    /// The same so many steps later, so that a position in any phase of a turn can be shown.
    fn example_in_turn(&self, seed: u64, steps: u32) -> String;
}

/// A game that has been set up.
pub struct Hosted<G: Notation> {
    /// The spec from which it was built.
    pub spec: Spec,
    /// The rules.
    pub game: G,
    /// Its own players, then the agents for every game.
    pub agents: Vec<AgentDef<G>>,
    /// The agent that needs a table, where there is none: who names both can have it.
    by_table: Option<AgentDef<G>>,
    /// Files with exact values of some of its positions.
    pub tables: Vec<String>,
    /// What it offers beyond its rules.
    pub knowledge: Knowledge<G>,
    /// Where games side by side share evaluations that like batches.
    pub desks: Desks<G>,
    /// Where things stand that are made once.
    pub shelf: Shelf,
}

impl<G: Notation> Hosted<G> {
    /// A game with its own players and the agents for every game.
    pub fn new(spec: Spec, game: G, knowledge: Knowledge<G>) -> Self {
        let mut agents = (knowledge.players)();
        agents.extend(sandtable_agents::agents(&game, &knowledge));
        let listed = |def: &AgentDef<G>| agents.iter().any(|agent| agent.name == def.name);
        let by_table = sandtable_agents::by_table(&game).filter(|def| !listed(def));
        let (desks, shelf) = (Desks::default(), Shelf::default());
        Hosted { spec, game, agents, by_table, tables: Vec::new(), knowledge, desks, shelf }
    }

    pub(crate) fn find(&self, agent: &str) -> Result<(&AgentDef<G>, Args), BadInput> {
        let spec = Spec::parse(agent)?;
        let all = || self.agents.iter().chain(&self.by_table);
        let def = all().find(|a| a.name == spec.name).ok_or_else(|| {
            let names: Vec<&str> = all().map(|a| a.name).collect();
            unknown(&format!("agent for {}", self.spec.name), &spec.name, &names)
        })?;
        Ok((def, spec.args(def.params)?))
    }

    /// The agents that a text joins: see [`entrant::members`].
    pub(crate) fn joined<'t>(&self, text: &'t str) -> Vec<&'t str> {
        entrant::members(text, |name| {
            self.agents.iter().chain(&self.by_table).find(|a| a.name == name).map(|a| a.seats)
        })
    }

    /// Whoever plays a seat for an entrant: the agent itself, or one of those that it joins.
    pub(crate) fn member<'t>(&self, text: &'t str, seat: Seat) -> Result<&'t str, BadInput> {
        let members = self.joined(text);
        if let [one] = members[..] {
            return Ok(one);
        }
        let within = |e: BadInput| BadInput::new(format!("'{text}': {e}"));
        let places: Result<Vec<(&str, Seats)>, BadInput> =
            members.iter().map(|&m| self.find(m).map(|(def, _)| (m, def.seats))).collect();
        let assigned = places.and_then(|places| entrant::assign(&self.game.info().seats, &places));
        Ok(members[assigned.map_err(within)?[seat]])
    }

    /// What agents are made of.
    pub fn kit(&self) -> Kit<'_, G> {
        let (desks, shelf) = (Some(&self.desks), Some(&self.shelf));
        Kit { game: &self.game, knowledge: &self.knowledge, desks, shelf, tables: &self.tables }
    }

    /// A new belief for each seat.
    pub fn beliefs(&self) -> Vec<Box<dyn Belief<G>>> {
        self.game.info().seats.iter().map(|_| self.knowledge.belief(&self.game)).collect()
    }

    /// A table with these agents in their seats.
    pub fn table(&self, agents: &[&str]) -> Result<Table<'_, G>, BadInput> {
        Ok(Table::believing(&self.game, self.seated(agents)?, self.beliefs()))
    }

    /// Builds an agent for a seat.
    pub fn agent(&self, agent: &str, seat: Seat) -> Result<Box<dyn Agent<G>>, BadInput> {
        let member = self.member(agent, seat)?;
        let (def, args) = self.find(member)?;
        if !def.seats.contains(seat) {
            let seats = &self.game.info().seats;
            let only = match def.seats {
                Seats::Only(seat) => &seats[seat].name,
                Seats::Any => "any",
            };
            let line = format!("{} plays {only} only, not {}", def.name, seats[seat].name);
            return Err(BadInput::new(line));
        }
        def.make(&self.kit(), &args)
            .map_err(|e| BadInput::new(format!("{}: {e}{}", def.name, self.mistyped(member))))
    }

    /// What to say of a spec that cannot be used, if the end of a value looks like an agent that was to be joined.
    fn mistyped(&self, member: &str) -> String {
        let Some((_, name)) = member.rsplit_once('+') else { return String::new() };
        let names: Vec<&str> = self.agents.iter().map(|a| a.name).collect();
        let name = name.split_once(':').map_or(name, |(name, _)| name);
        nearest(name, &names).map_or(String::new(), |near| format!("; behind '+', did you mean '{near}'?"))
    }

    /// Whether a player would use more than a position: a plan of its own, or what its seat has seen before.
    pub fn remembers(&self, agent: &str) -> Result<bool, BadInput> {
        let (def, _) = self.find(agent)?;
        let own = (self.knowledge.players)().iter().any(|player| player.name == def.name);
        let planned = own && matches!(def.build, Build::Agent(_));
        Ok(planned || self.knowledge.belief(&self.game).observes())
    }

    /// Whether exact values are at hand for some of its positions: it has a table, or is small.
    pub fn is_solved(&self) -> bool {
        !self.game.info().hidden && (!self.tables.is_empty() || (self.knowledge.small)(&self.game))
    }

    /// Builds an agent for each seat.
    pub fn seated(&self, agents: &[&str]) -> Result<Vec<Box<dyn Agent<G>>>, BadInput> {
        let seats = self.game.info().seats.len();
        if agents.len() != seats {
            let names: Vec<&str> = self.game.info().seats.iter().map(|s| s.name.as_str()).collect();
            let line = format!("{} seats ({}), but {} agents", seats, names.join(", "), agents.len());
            return Err(BadInput::new(format!("{}: {line}", self.spec.name)));
        }
        agents.iter().enumerate().map(|(seat, agent)| self.agent(agent, seat)).collect()
    }
}

impl<G: Notation> AnyGame for Hosted<G> {
    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn info(&self) -> &GameInfo {
        self.game.info()
    }

    fn take_tables(&mut self, files: &[String]) -> Result<(), BadInput> {
        for file in files {
            if !self.game.info().hidden && exact::fits(file, &self.game)? {
                self.tables.push(file.clone());
                self.agents.extend(self.by_table.take());
            }
        }
        Ok(())
    }

    fn is_solved(&self) -> bool {
        Hosted::is_solved(self)
    }

    fn agents(&self) -> Vec<AgentCard> {
        let titles = |name: &str| {
            let named = |spec: &str| spec.split_once(':').map_or(spec, |(name, _)| name) == name;
            self.knowledge.titles.iter().filter(|(spec, _)| named(spec)).copied().collect()
        };
        let card = |a: &AgentDef<G>| {
            let AgentDef { name, about, params, seats, .. } = *a;
            AgentCard { name, about, params, seats, titles: titles(name) }
        };
        self.agents.iter().map(card).collect()
    }

    fn members(&self, entrant: &str) -> Vec<String> {
        self.joined(entrant).into_iter().map(String::from).collect()
    }

    fn usual(&self) -> Vec<String> {
        (self.knowledge.usual)(&self.game)
    }

    fn made_from(&self) -> Vec<String> {
        (self.knowledge.made_from)(&self.game)
    }

    fn player_file(&self, agent: &str) -> Option<String> {
        let (def, args) = self.find(agent).ok()?;
        self.knowledge.files.iter().find_map(|kind| match kind.taken_by {
            TakenBy::Player(name, param) if name == def.name => {
                let file = args.get(param);
                let ends = file.ends_with(&format!(".{}", kind.ending));
                Some(if ends { file.into() } else { format!("{file}.{}", kind.ending) })
            }
            _ => None,
        })
    }

    fn timed(&self, agent: &str) -> Result<bool, BadInput> {
        let timed = |member: &&str| self.find(member).map(|(def, args)| (def.timed)(&args));
        self.joined(agent).iter().try_fold(false, |any, member| Ok(any | timed(member)?))
    }

    fn check_agent(&self, agent: &str, seat: Seat) -> Result<(), BadInput> {
        self.agent(agent, seat).map(drop)
    }

    fn appetite(&self) -> usize {
        self.desks.appetite()
    }

    fn run_match(
        &self,
        matchup: &Matchup,
        work: &Work,
        records: Option<&mut dyn Write>,
    ) -> Result<MatchResult, Failure> {
        matchup::run(self, matchup, work, records)
    }

    fn play_deals(
        &self,
        agents: &[&str],
        deals: &[Deal],
        done: &mut dyn FnMut(Deal, Finish, Vec<Mishap>) -> bool,
    ) -> Result<(), Failure> {
        let mut table = self.table(agents)?;
        for &deal in deals {
            let finish = table.play(deal, &mut ());
            if !done(deal, finish, table.mishaps()) {
                break;
            }
        }
        Ok(())
    }

    fn language(&self) -> Option<(&'static str, &'static str)> {
        self.knowledge.language.map(|language| (language.about, language.example))
    }

    fn inquiry(&self) -> Option<(&'static str, &'static str)> {
        self.knowledge.inquiry.map(|inquiry| (inquiry.about, inquiry.example))
    }

    fn train(&self, training: &Training, work: &Work, tell: Tell) -> Result<Learned, Failure> {
        let trainers = sandtable_agents::trainers(&self.knowledge);
        let names: Vec<&str> = trainers.iter().map(|t| t.lessons.agent).collect();
        let found = trainers.iter().find(|t| t.lessons.agent == training.agent.name);
        let trainer = found.ok_or_else(|| unknown("agent that learns", &training.agent.name, &names))?;
        (trainer.run)(&self.kit(), training, &Matches::new(self.kit(), &self.spec, work, tell)?)
    }

    fn perft(&self, depth: u32, work: &Work) -> Result<Perft, Failure> {
        perft::count(&self.game, depth, work)
    }

    fn branching(&self) -> Vec<(&'static str, f64)> {
        self.game.branching(&self.game.start())
    }

    fn solve(&self, task: &solve::Task, work: &Work) -> Result<solve::Solved, Failure> {
        solve::whole::solve(self, task, work)
    }

    fn replay(&self, record: &Record, rerun: bool, show: &mut dyn FnMut(&str)) -> Result<Replayed, Failure> {
        replay::replay(self, record, rerun, show)
    }

    fn live(self: Arc<Self>, agents: &[Option<&str>], deal: Deal) -> Result<Box<dyn Live>, Failure> {
        Ok(Box::new(LiveTable::open(self, agents, deal)?))
    }

    fn live_from(
        self: Arc<Self>,
        agents: &[Option<&str>],
        deal: Deal,
        state: &str,
    ) -> Result<Box<dyn Live>, Failure> {
        Ok(Box::new(LiveTable::open_from(self, agents, deal, state)?))
    }

    fn resume(self: Arc<Self>, record: &Record) -> Result<Box<dyn Live>, Failure> {
        Ok(Box::new(LiveTable::resume(self, record)?))
    }

    fn layout(&self) -> Layout {
        self.game.layout()
    }

    fn scene_of(&self, state: &str) -> Result<(Layout, Scene, Vec<Choice>, Turn), Failure> {
        let game = &self.game;
        let state = game.parse_state(state)?;
        let turn = game.turn(&state);
        let mut actions = Vec::new();
        if let Turn::Player(_) = turn {
            game.actions(&state, &mut actions);
        }
        let choices = actions.into_iter().map(|a| game.choice(&state, a)).collect();
        Ok((game.layout(), game.scene_all(&state), choices, turn))
    }

    fn playthrough(&self, seed: u64) -> String {
        replay::playthrough(&self.kit(), seed)
    }

    fn advise(&self, question: &Question) -> Result<Advice, Failure> {
        advice::advise(self, question)
    }

    fn example_in_turn(&self, seed: u64, steps: u32) -> String {
        advice::example(&self.game, seed, steps)
    }
}
