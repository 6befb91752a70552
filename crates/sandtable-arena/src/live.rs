//! A game that is played step by step: people in some seats, agents in the others.

use sandtable_core::notation::play_plan;
use sandtable_core::record::{Event, Record};
use sandtable_core::{Agent, BadInput, Notation, Payoff, Rng, Seat, Turn};

use crate::Failure;
use crate::episode::{Deal, Watch};
use crate::hosted::Hosted;
use crate::replay::{Recorder, take};

/// A running game, without its type.
pub trait Live {
    /// Whose decision is next.
    fn turn(&self) -> Turn;
    /// The steps that whoever is to move may take.
    fn legal(&self) -> Vec<String>;
    /// The board as a seat sees it.
    fn board(&self, seat: Seat) -> String;
    /// Takes the steps that a person typed, all or none.
    fn play(&mut self, text: &str) -> Result<(), BadInput>;
    /// Lets one draw happen, or an agent take its steps; nothing if a person is to move or the game is over.
    fn advance(&mut self) -> Result<Option<Happening>, Failure>;
    /// Takes back a person's last steps and what followed; `false` if there were none. The dice stay the same.
    fn undo(&mut self) -> bool;
    /// The game so far.
    fn record(&self) -> Record;
    /// What each seat got, when the game is over.
    fn result(&self) -> Option<Payoff>;
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening {
    /// A draw, in the game's notation.
    Dice(String),
    /// An agent's steps.
    Steps(Seat, String),
}

/// A running game.
pub struct LiveTable<'h, G: Notation> {
    hosted: &'h Hosted<G>,
    specs: Vec<String>,
    agents: Vec<Option<Box<dyn Agent<G>>>>,
    deal: Deal,
    world: Rng,
    thoughts: Vec<Rng>,
    state: G::State,
    events: Vec<Event>,
    /// How many events there were each time before a person's steps.
    asked: Vec<usize>,
}

impl<'h, G: Notation> LiveTable<'h, G> {
    /// Opens a game; `None` is a seat for a person.
    pub fn open(hosted: &'h Hosted<G>, agents: &[Option<&str>], deal: Deal) -> Result<Self, Failure> {
        let seats = hosted.game.info().seats.len();
        if agents.len() != seats {
            let line = format!("{}: {seats} seats, but {} players", hosted.spec.name, agents.len());
            return Err(Failure::BadInput(line));
        }
        let build = |(seat, agent): (usize, &Option<&str>)| agent.map(|a| hosted.agent(a, seat)).transpose();
        let mut table = LiveTable {
            hosted,
            specs: agents.iter().map(|a| a.unwrap_or("human").to_string()).collect(),
            agents: agents.iter().enumerate().map(build).collect::<Result<_, BadInput>>()?,
            deal,
            world: deal.world(),
            thoughts: Vec::new(),
            state: hosted.game.start(),
            events: Vec::new(),
            asked: Vec::new(),
        };
        table.begin();
        Ok(table)
    }

    fn begin(&mut self) {
        self.world = self.deal.world();
        self.state = self.hosted.game.start();
        self.thoughts = (0..self.agents.len()).map(|seat| self.deal.thoughts(seat)).collect();
        for (seat, agent) in self.agents.iter_mut().enumerate() {
            if let Some(agent) = agent {
                agent.begin(&self.hosted.game, seat, &mut self.thoughts[seat]);
            }
        }
    }

    fn show(&mut self) {
        let game = &self.hosted.game;
        for (seat, agent) in self.agents.iter_mut().enumerate() {
            if let Some(agent) = agent.as_mut().filter(|a| a.observes()) {
                agent.observe(game, &game.view(&self.state, seat));
            }
        }
    }
}

impl<G: Notation> Live for LiveTable<'_, G> {
    fn turn(&self) -> Turn {
        self.hosted.game.turn(&self.state)
    }

    fn legal(&self) -> Vec<String> {
        let game = &self.hosted.game;
        let mut actions = Vec::new();
        if let Turn::Player(_) = self.turn() {
            game.actions(&self.state, &mut actions);
        }
        actions.into_iter().map(|a| game.action_text(a)).collect()
    }

    fn board(&self, seat: Seat) -> String {
        self.hosted.game.draw(&self.hosted.game.view(&self.state, seat))
    }

    fn play(&mut self, text: &str) -> Result<(), BadInput> {
        let Turn::Player(seat) = self.turn() else { return Err(BadInput::new("nobody is to move now")) };
        let before = self.events.len();
        let plan = play_plan(&self.hosted.game, &mut self.state, text)?;
        if plan.is_empty() {
            return Err(BadInput::new("expected at least one step"));
        }
        self.asked.push(before);
        let step = |a| Event::Step { seat, step: self.hosted.game.action_text(a) };
        self.events.extend(plan.into_iter().map(step));
        self.show();
        Ok(())
    }

    fn advance(&mut self) -> Result<Option<Happening>, Failure> {
        let game = &self.hosted.game;
        let mut recorder = Recorder::default();
        let happening = match self.turn() {
            Turn::Over => return Ok(None),
            Turn::Chance => {
                let chance = game.sample(&self.state, &mut self.world);
                let text = game.chance_text(&self.state, chance);
                recorder.chance(game, &self.state, chance);
                game.resolve(&mut self.state, chance);
                Happening::Dice(text)
            }
            Turn::Player(seat) => {
                let Some(agent) = &mut self.agents[seat] else { return Ok(None) };
                let mut plan = Vec::new();
                agent.act(game, &game.view(&self.state, seat), &mut self.thoughts[seat], &mut plan);
                let mut words = Vec::new();
                for action in plan {
                    let step = game.action_text(action);
                    game.check(&self.state, action).map_err(|why| {
                        Failure::Failed(format!("{} broke the rules with '{step}': {why}", self.specs[seat]))
                    })?;
                    recorder.step(game, &self.state, seat, action);
                    game.apply(&mut self.state, action);
                    words.push(step);
                    if game.turn(&self.state) != Turn::Player(seat) {
                        break;
                    }
                }
                if words.is_empty() {
                    return Err(Failure::Failed(format!("{} gave no step", self.specs[seat])));
                }
                Happening::Steps(seat, words.join(" "))
            }
        };
        self.events.extend(recorder.events());
        self.show();
        Ok(Some(happening))
    }

    fn undo(&mut self) -> bool {
        let Some(keep) = self.asked.pop() else { return false };
        self.events.truncate(keep);
        self.begin();
        for event in std::mem::take(&mut self.events) {
            take(&self.hosted.game, &mut self.state, &event, &mut self.world).expect("it happened before");
            self.events.push(event);
            self.show();
        }
        true
    }

    fn record(&self) -> Record {
        let specs: Vec<&str> = self.specs.iter().map(String::as_str).collect();
        Recorder::from(self.events.clone()).record(&self.hosted.spec, &specs, self.deal, self.result())
    }

    fn result(&self) -> Option<Payoff> {
        (self.turn() == Turn::Over).then(|| self.hosted.game.payoff(&self.state))
    }
}
