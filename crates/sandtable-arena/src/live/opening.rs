//! How a game is opened: at its start, in any position, or where a record of it stops.

use std::sync::Arc;

use sandtable_core::record::{Event, Record};
use sandtable_core::{BadInput, Budget, Notation};

use super::HUMAN;
use super::course::Course;
use super::notice::Notice;
use super::table::LiveTable;
use crate::Failure;
use crate::episode::Deal;
use crate::hosted::Hosted;
use crate::replay::{check_result, read, start};

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
                table.keep();
            }
            let happened = read(&table.hosted.game, &table.state, event, &mut table.world)
                .map_err(|why| Failure::BadInput(format!("event {}: {why}", i + 1)))?;
            table.happen(happened);
        }
        match check_result(&table.hosted.game, &table.state, record) {
            // Whoever brings a record answers for what it says.
            Err(Failure::Failed(why)) => Err(Failure::BadInput(why)),
            checked => checked.map(|_| table),
        }
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
            notice: Notice::new(&hosted.game),
            thought: None,
            checkpoints: Vec::new(),
            away: None,
            decisions: 0,
            hosted,
        };
        table.begin();
        Ok(table)
    }
}
