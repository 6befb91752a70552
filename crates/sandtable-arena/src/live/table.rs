//! A running game with its type.

use std::sync::Arc;
use std::time::Duration;

use sandtable_core::notation::play_plan;
use sandtable_core::record::{Event, Record};
use sandtable_core::{
    Agent, BadInput, Belief, Budget, Choice, Happened, Layout, Notation, Payoff, Rng, Scene, Seat, Turn,
};

use super::course::Course;
use super::{HUMAN, Happening, Live, Mark, Pondered, Pondering, Thought, Told};
use crate::Failure;
use crate::episode::{Deal, HappenedIn};
use crate::hosted::Hosted;
use crate::replay::{Recorder, check_result, read, start};

/// A running game.
pub struct LiveTable<G: Notation> {
    pub(super) hosted: Arc<Hosted<G>>,
    pub(super) specs: Vec<String>,
    pub(super) agents: Vec<Option<Box<dyn Agent<G>>>>,
    /// What each seat believes.
    pub(super) beliefs: Vec<Box<dyn Belief<G>>>,
    pub(super) limit: Budget,
    deal: Deal,
    /// Where the game began, and whether that is elsewhere than usual.
    start: G::State,
    elsewhere: bool,
    world: Rng,
    pub(super) thoughts: Vec<Rng>,
    pub(super) state: G::State,
    events: Vec<Event>,
    /// What each seat is told, then what is told to those who may see everything; in an open game only the latter.
    logs: Vec<Vec<Told>>,
    course: Course<G>,
    pub(super) thought: Option<Arc<Thought>>,
    asked: Vec<Asked>,
    /// Whose decision has been taken out, and which.
    pub(super) away: Option<(Seat, u64)>,
    /// How many decisions have been taken out.
    pub(super) decisions: u64,
}

/// How things were before a person's steps.
struct Asked {
    events: usize,
    thoughts: Vec<Rng>,
    thought: Option<Arc<Thought>>,
}

impl<G: Notation> LiveTable<G> {
    /// Opens a game; `None` is a seat for a person.
    pub fn open(hosted: Arc<Hosted<G>>, agents: &[Option<&str>], deal: Deal) -> Result<Self, Failure> {
        let start = hosted.game.start();
        Self::seated(hosted, agents, deal, start)
    }

    /// Opens a game in any position.
    pub fn open_from(
        hosted: Arc<Hosted<G>>,
        agents: &[Option<&str>],
        deal: Deal,
        state: &str,
    ) -> Result<Self, Failure> {
        let start = hosted.game.parse_state(state)?;
        Self::seated(hosted, agents, deal, start)
    }

    /// Opens a recorded game where it stopped, with the players that the record names.
    pub fn resume(hosted: Arc<Hosted<G>>, record: &Record) -> Result<Self, Failure> {
        let agents: Vec<Option<&str>> =
            record.seats.iter().map(|s| Some(s.as_str()).filter(|s| *s != HUMAN)).collect();
        let start = start(&hosted.game, record)?;
        let mut table = Self::seated(hosted, &agents, Deal::of(record), start)?;
        for (i, event) in record.steps.iter().enumerate() {
            if let Event::Step { seat, .. } = event
                && table.agents.get(*seat).is_some_and(Option::is_none)
            {
                table.ask();
            }
            let happened = read(&table.hosted.game, &table.state, event, &mut table.world)
                .map_err(|why| Failure::BadInput(format!("event {}: {why}", i + 1)))?;
            table.happen(happened);
        }
        check_result(&table.hosted.game, &table.state, record)?;
        Ok(table)
    }

    fn seated(
        hosted: Arc<Hosted<G>>,
        agents: &[Option<&str>],
        deal: Deal,
        start: G::State,
    ) -> Result<Self, Failure> {
        let seats = hosted.game.info().seats.len();
        if agents.len() != seats {
            let line = format!("{}: {seats} seats, but {} players", hosted.spec.name, agents.len());
            return Err(Failure::BadInput(line));
        }
        let build = |(seat, agent): (usize, &Option<&str>)| agent.map(|a| hosted.agent(a, seat)).transpose();
        let logs = if hosted.game.info().hidden { seats + 1 } else { 1 };
        let mut table = LiveTable {
            specs: agents.iter().map(|a| a.unwrap_or(HUMAN).to_string()).collect(),
            agents: agents.iter().enumerate().map(build).collect::<Result<_, BadInput>>()?,
            beliefs: hosted.beliefs(),
            limit: Budget::OPEN,
            deal,
            elsewhere: start != hosted.game.start(),
            world: deal.world(),
            thoughts: Vec::new(),
            state: start.clone(),
            start,
            events: Vec::new(),
            logs: vec![Vec::new(); logs],
            course: Course::new(hosted.kit().usual_eval()),
            thought: None,
            asked: Vec::new(),
            away: None,
            decisions: 0,
            hosted,
        };
        table.begin();
        Ok(table)
    }

    /// Goes back to the start.
    fn begin(&mut self) {
        let game = &self.hosted.game;
        self.world = self.deal.world();
        self.state = self.start.clone();
        self.events.clear();
        self.logs.iter_mut().for_each(Vec::clear);
        self.course.begin(game, &self.state);
        self.thoughts = (0..self.agents.len()).map(|seat| self.deal.thoughts(seat)).collect();
        for (seat, agent) in self.agents.iter_mut().enumerate() {
            if let Some(agent) = agent {
                agent.begin(game, seat, &mut self.thoughts[seat]);
            }
            self.beliefs[seat].begin(game, seat);
        }
    }

    /// Keeps how things are, to come back here.
    fn ask(&mut self) {
        let (thoughts, thought) = (self.thoughts.clone(), self.thought.clone());
        self.asked.push(Asked { events: self.events.len(), thoughts, thought });
    }

    /// Lets something happen that is possible, and tells everybody.
    pub(super) fn happen(&mut self, happened: HappenedIn<G>) {
        let game = &self.hosted.game;
        let turn = game.turns(&self.state);
        let seat = match game.turn(&self.state) {
            Turn::Player(seat) => Some(seat),
            _ => None,
        };
        let all = Told { turn, seat, words: game.tell(&self.state, happened, None) };
        let (everything, seats) = self.logs.split_last_mut().expect("one for those who may see everything");
        for (reader, log) in seats.iter_mut().enumerate() {
            let told = Told { turn, seat, words: game.tell(&self.state, happened, Some(reader)) };
            let again = told != all && log.last() == Some(&told);
            if !told.words.is_empty() && !again {
                log.push(told);
            }
        }
        everything.push(all);
        let mut own = None;
        match happened {
            Happened::Step(action) => {
                let seat = seat.expect("only players take steps");
                own = Some((seat, action));
                self.events.push(Event::Step { seat, step: game.action_text(action) });
                game.apply(&mut self.state, action);
            }
            Happened::Draw(chance) => {
                self.events.push(Event::Dice { dice: game.chance_text(&self.state, chance) });
                self.course.draw(game, &self.state, chance);
                game.resolve(&mut self.state, chance);
            }
        }
        self.course.mark(game, &self.state, self.events.len());
        for (seat, belief) in self.beliefs.iter_mut().enumerate().filter(|(_, b)| b.observes()) {
            let own = own.filter(|(mover, _)| *mover == seat).map(|(_, action)| action);
            belief.observe(game, &game.view(&self.state, seat), own);
        }
    }

    /// A seat's belief made anew, from all that it has seen so far.
    pub(super) fn believed(&self, seat: Seat) -> Box<dyn Belief<G>> {
        let game = &self.hosted.game;
        let mut belief = self.hosted.knowledge.belief(game);
        belief.begin(game, seat);
        let (mut state, mut world) = (self.start.clone(), self.deal.world());
        let seen = if belief.observes() { &self.events[..] } else { &[] };
        for event in seen {
            let mover = game.turn(&state);
            let own = match read(game, &state, event, &mut world).expect("it happened before") {
                Happened::Step(action) => {
                    game.apply(&mut state, action);
                    Some(action).filter(|_| mover == Turn::Player(seat))
                }
                Happened::Draw(chance) => {
                    game.resolve(&mut state, chance);
                    None
                }
            };
            belief.observe(game, &game.view(&state, seat), own);
        }
        belief
    }

    /// What has happened since there were so many events: dice, or one player's steps.
    fn happening(&self, before: usize) -> Option<Happening> {
        let steps = self.events[before..].iter().map(|event| match event {
            Event::Step { step, .. } => step.as_str(),
            Event::Dice { dice } => dice,
        });
        let words = steps.collect::<Vec<_>>().join(" ");
        Some(match self.events.get(before)? {
            Event::Step { seat, .. } => Happening::Steps(*seat, words),
            Event::Dice { .. } => Happening::Dice(words),
        })
    }

    /// The steps of whoever is to move, with the position as the mover knows it.
    fn steps(&self) -> (Option<G::State>, Vec<G::Action>) {
        let game = &self.hosted.game;
        let mut actions = Vec::new();
        let Turn::Player(seat) = game.turn(&self.state) else { return (None, actions) };
        let known = game.imagine(&game.view(&self.state, seat));
        game.actions(&known, &mut actions);
        (Some(known), actions)
    }
}

impl<G: Notation> Live for LiveTable<G> {
    fn turn(&self) -> Turn {
        self.hosted.game.turn(&self.state)
    }

    fn turns(&self) -> u32 {
        self.hosted.game.turns(&self.state)
    }

    fn legal(&self) -> Vec<String> {
        self.steps().1.into_iter().map(|a| self.hosted.game.action_text(a)).collect()
    }

    fn choices(&self) -> Vec<Choice> {
        let (known, actions) = self.steps();
        let Some(known) = known else { return Vec::new() };
        actions.into_iter().map(|a| self.hosted.game.choice(&known, a)).collect()
    }

    fn board(&self, seat: Seat) -> String {
        self.hosted.game.draw(&self.hosted.game.view(&self.state, seat))
    }

    fn layout(&self) -> Layout {
        self.hosted.game.layout()
    }

    fn scene(&self, who: Option<Seat>) -> Scene {
        let game = &self.hosted.game;
        match who {
            Some(seat) => game.scene(&game.view(&self.state, seat)),
            None => game.scene_all(&self.state),
        }
    }

    fn state_text(&self) -> String {
        self.hosted.game.state_text(&self.state)
    }

    fn log(&self, who: Option<Seat>) -> &[Told] {
        let all = self.logs.len() - 1;
        &self.logs[who.map_or(all, |seat| seat.min(all))]
    }

    fn specs(&self) -> &[String] {
        &self.specs
    }

    fn set_agent(&mut self, seat: Seat, agent: Option<&str>) -> Result<(), Failure> {
        if seat >= self.agents.len() {
            let line = format!("seat {seat}: expected one from 0 to {}", self.agents.len() - 1);
            return Err(Failure::BadInput(line));
        }
        let mut built = agent.map(|a| self.hosted.agent(a, seat)).transpose()?;
        if let Some(agent) = &mut built {
            agent.begin(&self.hosted.game, seat, &mut self.thoughts[seat]);
        }
        self.agents[seat] = built;
        self.away = self.away.filter(|(away, _)| *away != seat);
        self.specs[seat] = agent.unwrap_or(HUMAN).into();
        Ok(())
    }

    fn hurry(&mut self, limit: Duration) {
        self.limit = Budget::time(limit);
    }

    fn play(&mut self, text: &str) -> Result<(), BadInput> {
        let Turn::Player(seat) = self.turn() else { return Err(BadInput::new("nobody is to move now")) };
        if self.specs[seat] != HUMAN {
            return Err(BadInput::new(format!("{} is to move, not a person", self.specs[seat])));
        }
        let plan = play_plan(&self.hosted.game, &mut self.state.clone(), text)?;
        if plan.is_empty() {
            return Err(BadInput::new("expected at least one step"));
        }
        self.ask();
        plan.into_iter().for_each(|action| self.happen(Happened::Step(action)));
        Ok(())
    }

    fn advance(&mut self) -> Result<Option<Happening>, Failure> {
        if self.turn() == Turn::Chance {
            let before = self.events.len();
            let chance = self.hosted.game.sample(&self.state, &mut self.world);
            self.happen(Happened::Draw(chance));
            return Ok(self.happening(before));
        }
        match self.ponder()? {
            Some(question) => self.settle(question()),
            None => Ok(None),
        }
    }

    fn ponder(&mut self) -> Result<Option<Pondering>, Failure> {
        self.take_out()
    }

    fn settle(&mut self, pondered: Pondered) -> Result<Option<Happening>, Failure> {
        let before = self.events.len();
        let wanted = self.bring_back(pondered)?;
        Ok(if wanted { self.happening(before) } else { None })
    }

    fn undo(&mut self) -> bool {
        let Some(asked) = self.asked.pop() else { return false };
        // An agent that cannot be built again says so when it is to move.
        let _ = self.recall();
        let mut events = std::mem::take(&mut self.events);
        events.truncate(asked.events);
        self.begin();
        for event in events {
            let happened = read(&self.hosted.game, &self.state, &event, &mut self.world);
            self.happen(happened.expect("it happened before"));
        }
        (self.thoughts, self.thought) = (asked.thoughts, asked.thought);
        true
    }

    fn can_undo(&self) -> bool {
        !self.asked.is_empty()
    }

    fn thought(&self) -> Option<&Thought> {
        self.thought.as_deref()
    }

    fn course(&self) -> &[Mark] {
        self.course.marks()
    }

    fn events(&self) -> &[Event] {
        &self.events
    }

    fn record(&self) -> Record {
        let specs: Vec<&str> = self.specs.iter().map(String::as_str).collect();
        let record =
            Recorder::from(self.events.clone()).record(&self.hosted.spec, &specs, self.deal, self.result());
        let start = self.elsewhere.then(|| self.hosted.game.state_text(&self.start));
        Record { start, ..record }
    }

    fn result(&self) -> Option<Payoff> {
        (self.turn() == Turn::Over).then(|| self.hosted.game.payoff(&self.state))
    }
}
