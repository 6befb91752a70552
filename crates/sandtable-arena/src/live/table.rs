//! A running game with its type.

use std::sync::Arc;
use std::time::Duration;

use sandtable_core::inquiry::Asked;
use sandtable_core::record::{Event, Record};
use sandtable_core::{
    Agent, BadInput, Belief, Budget, Choice, Happened, Layout, Notation, Payoff, Rng, Scene, Seat, Turn,
};

use super::course::Course;
use super::drafting::drafted;
use super::notice::{self, Notice};
use super::{
    Believing, Drafting, HUMAN, Inquiring, Live, LogLine, Mark, Narrowing, News, Orders, Pondered, Pondering,
    Thought, Valuing, Wanted,
};
use crate::Failure;
use crate::believed::believed;
use crate::episode::{Deal, HappenedIn};
use crate::exactly::exactly;
use crate::hosted::Hosted;
use crate::narrow::{self, narrow};
use crate::replay::{Recorder, read, relive};

/// A running game.
pub struct LiveTable<G: Notation> {
    pub(super) hosted: Arc<Hosted<G>>,
    pub(super) specs: Vec<String>,
    pub(super) agents: Vec<Option<Box<dyn Agent<G>>>>,
    /// What each seat believes.
    pub(super) beliefs: Vec<Box<dyn Belief<G>>>,
    pub(super) limit: Budget,
    pub(super) deal: Deal,
    /// Where the game began, and whether that is elsewhere than usual.
    pub(super) start: G::State,
    pub(super) elsewhere: bool,
    pub(super) world: Rng,
    pub(super) thoughts: Vec<Rng>,
    pub(super) state: G::State,
    pub(super) events: Vec<Event>,
    /// What each seat is told, then what is told to those who may see everything; in an open game only the latter.
    pub(super) logs: Vec<Vec<LogLine>>,
    pub(super) course: Course<G>,
    pub(super) notice: Notice<G>,
    pub(super) thought: Option<Arc<Thought>>,
    pub(super) checkpoints: Vec<Checkpoint>,
    /// Whose decision has been taken out, and which.
    pub(super) away: Option<(Seat, u64)>,
    /// How many decisions have been taken out.
    pub(super) decisions: u64,
}

/// How things were before a person's steps.
pub(super) struct Checkpoint {
    events: usize,
    thoughts: Vec<Rng>,
    thought: Option<Arc<Thought>>,
}

impl<G: Notation> LiveTable<G> {
    /// Goes back to the start.
    pub(super) fn begin(&mut self) {
        let game = &self.hosted.game;
        self.world = self.deal.world();
        self.state = self.start.clone();
        self.events.clear();
        self.logs.iter_mut().for_each(Vec::clear);
        self.course.begin(game, &self.state);
        self.notice.begin();
        self.thoughts = (0..self.agents.len()).map(|seat| self.deal.thoughts(seat)).collect();
        for (seat, agent) in self.agents.iter_mut().enumerate() {
            if let Some(agent) = agent {
                agent.begin(game, seat, &mut self.thoughts[seat]);
            }
            self.beliefs[seat].begin(game, seat);
        }
    }

    /// Keeps how things are, to come back here.
    pub(super) fn keep(&mut self) {
        let (thoughts, thought) = (self.thoughts.clone(), self.thought.clone());
        self.checkpoints.push(Checkpoint { events: self.events.len(), thoughts, thought });
    }

    /// Lets something happen that is possible, and tells everybody.
    pub(super) fn happen(&mut self, happened: HappenedIn<G>) {
        let game = &self.hosted.game;
        let turn = game.turns(&self.state);
        let seat = match game.turn(&self.state) {
            Turn::Player(seat) => Some(seat),
            _ => None,
        };
        let all = LogLine { turn, seat, words: game.tell(&self.state, happened, None) };
        let before =
            self.notice.needed().then(|| (self.state.clone(), self.logs.iter().map(Vec::len).collect()));
        let (everything, seats) = self.logs.split_last_mut().expect("one for those who may see everything");
        for (reader, log) in seats.iter_mut().enumerate() {
            let told = LogLine { turn, seat, words: game.tell(&self.state, happened, Some(reader)) };
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
        if let Some((before, lengths)) = before {
            let lengths: Vec<usize> = lengths;
            let told = self.logs.iter().zip(lengths).map(|(log, length)| log.len() > length).collect();
            let number = self.events.len();
            let event = notice::Occurrence { happened, before, after: &self.state, told, number };
            self.notice.note(game, event);
        }
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
        if belief.observes() {
            show(game, seat, &mut *belief, (&self.start, &self.events), self.deal);
        }
        belief
    }

    /// What has happened since there were so many events: dice, or one player's steps.
    fn news(&self, before: usize) -> Option<News> {
        let steps = self.events[before..].iter().map(|event| match event {
            Event::Step { step, .. } => step.as_str(),
            Event::Dice { dice } => dice,
        });
        let words = steps.collect::<Vec<_>>().join(" ");
        Some(match self.events.get(before)? {
            Event::Step { seat, .. } => News::Steps(*seat, words),
            Event::Dice { .. } => News::Dice(words),
        })
    }

    /// The position as whoever is to move knows it.
    fn known(&self) -> Option<G::State> {
        let game = &self.hosted.game;
        let Turn::Player(seat) = game.turn(&self.state) else { return None };
        Some(game.imagine(&game.view(&self.state, seat)))
    }

    /// The steps of whoever is to move, with the position as the mover knows it.
    fn steps(&self) -> (Option<G::State>, Vec<G::Action>) {
        let (known, mut actions) = (self.known(), Vec::new());
        if let Some(known) = &known {
            self.hosted.game.actions(known, &mut actions);
        }
        (known, actions)
    }
}

/// Shows some events to what a seat believes of a game that has just begun; the state when the seat last noticed something: what others do out of
/// its sight until then is no part of what it could believe.
fn show<G: Notation>(
    game: &G,
    seat: Seat,
    belief: &mut dyn Belief<G>,
    (start, events): (&G::State, &[Event]),
    deal: Deal,
) -> G::State {
    let (mut last, mut known) = (start.clone(), game.view(start, seat));
    relive(game, start, events, deal, |state, step| {
        let own = step.filter(|(mover, _)| *mover == seat).map(|(_, action)| action);
        let view = game.view(state, seat);
        if belief.observes() {
            belief.observe(game, &view, own);
        }
        if own.is_some() || view != known {
            (last, known) = (state.clone(), view);
        }
        true
    });
    last
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

    fn log(&self, who: Option<Seat>) -> &[LogLine] {
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
        self.play_steps(text)
    }

    fn play_turn(&mut self, orders: &[String], partial: bool) -> Result<Orders, BadInput> {
        self.play_orders(orders, partial, false)
    }

    fn close_turn(&mut self, orders: &[String]) -> Result<Orders, BadInput> {
        self.play_orders(orders, false, true)
    }

    fn drafts(&self) -> bool {
        self.known().is_some_and(|known| self.hosted.game.drafts(&known))
    }

    fn drafting(&self, wanted: Wanted) -> Option<Drafting> {
        let known = self.known()?;
        let hosted = self.hosted.clone();
        Some(Box::new(move || drafted(&hosted.game, &known, &wanted)))
    }

    fn advance(&mut self) -> Result<Option<News>, Failure> {
        if self.turn() == Turn::Chance {
            let before = self.events.len();
            let chance = self.hosted.game.sample(&self.state, &mut self.world);
            self.happen(Happened::Draw(chance));
            return Ok(self.news(before));
        }
        match self.ponder()? {
            Some(question) => self.settle(question()),
            None => Ok(None),
        }
    }

    fn ponder(&mut self) -> Result<Option<Pondering>, Failure> {
        self.take_out()
    }

    fn settle(&mut self, pondered: Pondered) -> Result<Option<News>, Failure> {
        let before = self.events.len();
        let wanted = self.bring_back(pondered)?;
        Ok(if wanted { self.news(before) } else { None })
    }

    fn narrowing(&self, asked: narrow::Asked) -> Option<Narrowing> {
        let game = &self.hosted.game;
        let Turn::Player(seat) = game.turn(&self.state) else { return None };
        let language = self.hosted.knowledge.language?;
        let known = game.imagine(&game.view(&self.state, seat));
        let hosted = self.hosted.clone();
        Some(Box::new(move || narrow(&hosted.game, language, &known, &asked)))
    }

    fn inquiring(&self, seat: Seat, asked: Asked, turns: Option<u32>) -> Option<Inquiring> {
        let inquiry = self.hosted.knowledge.inquiry?;
        let (hosted, deal, usual) = (self.hosted.clone(), self.deal, !self.elsewhere);
        let (start, events) = (self.start.clone(), self.events.clone());
        Some(Box::new(move || {
            let game = &hosted.game;
            let mut witness = (inquiry.witness)(game, seat, usual);
            witness.observe(game, &game.view(&start, seat));
            let due = |state: &G::State| turns.is_none_or(|turns| game.turns(state) < turns);
            let events = if due(&start) { &events[..] } else { &[] };
            relive(game, &start, events, deal, |state, _| {
                witness.observe(game, &game.view(state, seat));
                due(state)
            });
            witness.answer(game, &asked)
        }))
    }

    fn believing(&self, seat: Seat, events: usize, open: bool) -> Option<Believing> {
        self.hosted.game.info().hidden.then_some(())?;
        let (hosted, deal, start) = (self.hosted.clone(), self.deal, self.start.clone());
        let events = self.events[..events.min(self.events.len())].to_vec();
        Some(Box::new(move || {
            let game = &hosted.game;
            let mut belief = hosted.knowledge.belief(game);
            belief.begin(game, seat);
            let state = show(game, seat, &mut *belief, (&start, &events), deal);
            believed(game, seat, &mut *belief, &state, open)
        }))
    }

    fn valuing(&self, events: usize) -> Option<Valuing> {
        self.hosted.is_solved().then_some(())?;
        let (hosted, deal, start) = (self.hosted.clone(), self.deal, self.start.clone());
        let events = self.events[..events.min(self.events.len())].to_vec();
        Some(Box::new(move || {
            let mut state = start.clone();
            relive(&hosted.game, &start, &events, deal, |next, _| {
                state.clone_from(next);
                true
            });
            exactly(&hosted, &state)
        }))
    }

    fn retract(&mut self, seat: Seat) -> bool {
        self.can_retract(seat) && self.undo()
    }

    fn can_retract(&self, seat: Seat) -> bool {
        let last = self.checkpoints.last().map(|kept| kept.events);
        let since = self.notice.own_since(&self.hosted.game, seat);
        matches!((last, since), (Some(last), Some(since)) if last >= since)
    }

    fn moments(&self, who: Option<Seat>) -> Vec<usize> {
        let noticed = who.and_then(|seat| self.notice.moments(seat));
        noticed.map_or_else(|| (1..=self.events.len()).collect(), <[usize]>::to_vec)
    }

    fn undo(&mut self) -> bool {
        let Some(kept) = self.checkpoints.pop() else { return false };
        // An agent that cannot be built again says so when it is to move.
        let _ = self.recall();
        let mut events = std::mem::take(&mut self.events);
        events.truncate(kept.events);
        self.begin();
        for event in events {
            let happened = read(&self.hosted.game, &self.state, &event, &mut self.world);
            self.happen(happened.expect("it happened before"));
        }
        (self.thoughts, self.thought) = (kept.thoughts, kept.thought);
        true
    }

    fn can_undo(&self) -> bool {
        !self.checkpoints.is_empty()
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
