//! All live games: found by their names, brought back from the store, put away when nobody cares.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sandtable_arena::episode::Deal;
use sandtable_arena::live::{HUMAN, Live};
use sandtable_core::record::Record;
use tokio::sync::Semaphore;

use super::drive;
use super::error::{Answer, Refusal};
use super::keep::games::{Card, Kept};
use super::keep::{Keep, now};
use super::room::{Inner, Room};
use super::specs::{self, Opened};

/// The most games in memory.
const MOST_LIVE: usize = 1000;

/// The most games in the store.
const MOST_KEPT: usize = 100_000;

/// After so many seconds without interest a game may be put away: when room is needed, and in any case.
const IDLE: (i64, i64) = (300, 1800);

/// After so many seconds without interest a game may be deleted when the store is full: a week.
const FORGOTTEN: i64 = 7 * 86_400;

/// All live games.
pub struct Desk {
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    /// Where they are kept.
    pub keep: Arc<Keep>,
    /// Who may think: as many at once as there are cores.
    pub thinkers: Arc<Semaphore>,
}

/// A game to be made.
pub struct Opening {
    /// The rules.
    pub game: Arc<Opened>,
    /// Who plays: a spec or `human` for each seat; as in the record if there are none.
    pub seats: Vec<String>,
    /// Fixes all dice.
    pub seed: u64,
    /// Where it begins.
    pub state: Option<String>,
    /// What has been played already.
    pub record: Option<Record>,
}

impl Desk {
    /// An empty desk over a store.
    pub fn new(keep: Arc<Keep>, thinkers: Arc<Semaphore>) -> Arc<Desk> {
        Arc::new(Desk { rooms: Mutex::default(), keep, thinkers })
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a game and keeps it.
    pub fn create(self: &Arc<Self>, opening: Opening) -> Answer<Arc<Room>> {
        self.make_way()?;
        self.make_room(MOST_KEPT)?;
        let (live, deal) = begin(&opening)?;
        let card = Card {
            id: secret(8),
            spec: opening.game.game.spec().to_string(),
            deal: (deal.seed, deal.deal, deal.seating),
            start: live.record().start,
            keys: opening.game.game.info().seats.iter().map(|_| secret(16)).collect(),
            watch: secret(16),
            created: now(),
        };
        let room = Room::open(&self.keep, card, opening.game, live)?;
        self.rooms().insert(room.card.id.clone(), room.clone());
        drive::wake(self, &room);
        Ok(room)
    }

    /// Does something with a game, under its lock.
    pub fn with<T>(
        self: &Arc<Self>,
        id: &str,
        job: impl FnOnce(&Arc<Room>, &mut Inner) -> Answer<T>,
    ) -> Answer<T> {
        loop {
            let room = self.find(id)?;
            room.touch();
            let done = {
                let mut inner = room.lock().inspect_err(|_| self.forget(&room))?;
                if inner.gone {
                    self.forget(&room);
                    continue;
                }
                job(&room, &mut inner)
            };
            drive::wake(self, &room);
            return done;
        }
    }

    /// The room of a game, which comes back from the store if it has been put away.
    pub fn find(self: &Arc<Self>, id: &str) -> Answer<Arc<Room>> {
        if let Some(room) = self.rooms().get(id) {
            return Ok(room.clone());
        }
        let kept = self.keep.game(id)?.ok_or_else(|| missing(id))?;
        self.make_way()?;
        let game = specs::open(&kept.card.spec)?;
        let room = Room::restore(kept, game)?;
        // Somebody else may have been faster; there must be one room only.
        let room = self.rooms().entry(id.to_string()).or_insert(room).clone();
        Ok(room)
    }

    /// Forgets a game, if that is allowed.
    pub fn delete(&self, id: &str, allowed: impl FnOnce(&Kept) -> Answer<()>) -> Answer<()> {
        let kept = self.keep.game(id)?.ok_or_else(|| missing(id))?;
        allowed(&kept)?;
        let room = self.rooms().get(id).cloned();
        // Nothing may be kept of it once it is gone.
        let inner = room.as_ref().and_then(|room| room.lock().ok());
        self.keep.delete_game(id)?;
        if let (Some(room), Some(mut inner)) = (&room, inner) {
            room.end(&mut inner);
        }
        room.iter().for_each(|room| self.forget(room));
        Ok(())
    }

    /// Takes a room off the desk, unless another stands there for the same game by now.
    pub fn forget(&self, room: &Arc<Room>) {
        let mut rooms = self.rooms();
        if rooms.get(&room.card.id).is_some_and(|r| Arc::ptr_eq(r, room)) {
            rooms.remove(&room.card.id);
        }
    }

    /// Lets the games go on that did so when the server ended.
    pub fn resume(self: &Arc<Self>) -> Answer<()> {
        for id in self.keep.moving_games(MOST_LIVE)? {
            // A game that cannot be read any more says so to whoever asks for it.
            if let Ok(room) = self.find(&id) {
                drive::wake(self, &room);
            }
        }
        Ok(())
    }

    /// Puts games away that stand still and that nobody has asked for in a long time.
    pub fn sweep(&self) {
        self.put_away(IDLE.1, 0, false);
    }

    /// Makes room for one more game in memory: those that nobody has asked for go first, and of those the ones that stand
    /// still. One that goes on by itself stands still from then on, until somebody asks for it.
    fn make_way(&self) -> Answer<()> {
        for running in [false, true] {
            if self.rooms().len() < MOST_LIVE {
                return Ok(());
            }
            self.put_away(IDLE.0, MOST_LIVE - 1, running);
        }
        match self.rooms().len() < MOST_LIVE {
            true => Ok(()),
            false => Err(Refusal::full(format!(
                "{MOST_LIVE} games are being played: try again in a few minutes, or delete some"
            ))),
        }
    }

    /// Puts games away that nobody has asked for in so many seconds, the longest forgotten first, until `enough` are left;
    /// also those that go on by themselves, if that is said.
    fn put_away(&self, idle: i64, enough: usize, running: bool) {
        let before = now() - idle;
        let mut candidates: Vec<Arc<Room>> =
            self.rooms().values().filter(|r| r.touched() <= before).cloned().collect();
        candidates.sort_by_key(|room| room.touched());
        for room in candidates {
            if self.rooms().len() <= enough {
                return;
            }
            let Ok(mut inner) = room.lock() else { continue };
            if running || !inner.driven {
                // The game itself is kept already; when it was last asked for is of interest to nobody else.
                let _ = self.keep.touch_game(&room.card.id, room.touched());
                inner.gone = true;
                room.nudge.notify_one();
                drop(inner);
                self.forget(&room);
            }
        }
    }

    /// Makes room for one more game in the store: if there are `most`, those go that nobody has asked for in a week.
    fn make_room(&self, most: usize) -> Answer<()> {
        if self.keep.count_games()? < most {
            return Ok(());
        }
        for id in self.keep.forgotten_games(now() - FORGOTTEN, most / 100 + 1)? {
            if !self.rooms().contains_key(&id) {
                self.keep.delete_game(&id)?;
            }
        }
        match self.keep.count_games()? < most {
            true => Ok(()),
            false => Err(Refusal::full(format!("{most} games are kept already: delete some"))),
        }
    }
}

fn missing(id: &str) -> Refusal {
    Refusal::missing(format!("there is no game '{id}'"))
}

/// Sets a game up: from its start, from a position, or where a record stopped.
fn begin(opening: &Opening) -> Answer<(Box<dyn Live>, Deal)> {
    let game = || opening.game.game.clone();
    let agents: Vec<Option<&str>> =
        opening.seats.iter().map(|s| Some(s.as_str()).filter(|s| *s != HUMAN)).collect();
    let Some(record) = &opening.record else {
        let deal = Deal { seed: opening.seed, deal: 0, seating: 0 };
        let live = match &opening.state {
            Some(state) => game().live_from(&agents, deal, state)?,
            None => game().live(&agents, deal)?,
        };
        return Ok((live, deal));
    };
    let seats = if agents.is_empty() { record.seats.clone() } else { opening.seats.clone() };
    let record = Record { seats, ..record.clone() };
    let deal = Deal { seed: record.seed, deal: record.deal, seating: record.seating };
    Ok((game().resume(&record)?, deal))
}

/// Random bytes from the operating system, as hexadecimal digits.
fn secret(bytes: usize) -> String {
    let mut secret = vec![0; bytes];
    getrandom::fill(&mut secret).expect("the operating system has random bytes");
    secret.iter().map(|b| format!("{b:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::keep::games::Key;

    fn desk(folder: &std::path::Path) -> Arc<Desk> {
        Desk::new(Arc::new(Keep::open(folder).unwrap()), Arc::new(Semaphore::new(1)))
    }

    fn opening(game: &str, players: [&str; 2]) -> Opening {
        let seats = players.map(String::from).to_vec();
        Opening { game: specs::open(game).unwrap(), seats, seed: 1, state: None, record: None }
    }

    #[test]
    fn games_that_go_on_by_themselves_make_way_and_go_on_when_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let _inside = runtime.enter();
        let desk = desk(folder.path());
        let slow = |room: &Arc<Room>, inner: &mut Inner| {
            (inner.running, inner.speed) = (true, 0.01);
            room.save(&desk.keep, inner)
        };
        let rooms: Vec<_> = (0..5).map(|_| desk.create(opening("grid", ["random"; 2])).unwrap()).collect();
        rooms.iter().for_each(|room| desk.with(&room.card.id, slow).unwrap());
        assert!(rooms.iter().all(|room| room.lock().unwrap().driven));
        desk.put_away(0, 2, false);
        assert_eq!(desk.rooms().len(), 5, "they are not touched while there is room");
        let listening = rooms[0].listen(Key::Watch);
        desk.put_away(60, 2, true);
        assert_eq!(desk.rooms().len(), 5, "nor soon after somebody asked for them");
        desk.put_away(0, 2, true);
        assert_eq!(desk.rooms().len(), 2);
        drop(listening);
        let id = rooms.iter().find(|room| room.lock().unwrap().gone).unwrap().card.id.clone();
        let pace = desk.with(&id, |_, inner| Ok((inner.running, inner.speed))).unwrap();
        assert_eq!(pace, (true, 0.01));
        assert!(desk.find(&id).unwrap().lock().unwrap().driven, "it goes on");
    }

    #[test]
    fn a_full_store_forgets_what_nobody_asked_for_in_a_week() {
        let folder = tempfile::tempdir().unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let _inside = runtime.enter();
        let desk = desk(folder.path());
        let ids: Vec<String> =
            (0..3).map(|_| desk.create(opening("grid", ["random"; 2])).unwrap().card.id.clone()).collect();
        desk.put_away(0, 0, true);
        assert!(desk.make_room(3).is_err(), "all are new");
        desk.keep.touch_game(&ids[1], now() - FORGOTTEN - 1).unwrap();
        desk.make_room(3).unwrap();
        assert_eq!(desk.keep.count_games().unwrap(), 2);
        assert!(desk.keep.game(&ids[1]).unwrap().is_none());
    }

    #[test]
    fn games_that_were_put_away_come_back_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let _inside = runtime.enter();
        let desk = desk(folder.path());
        let room = desk.create(opening("grid", [HUMAN; 2])).unwrap();
        let id = room.card.id.clone();
        while room.lock().unwrap().driven {
            std::thread::yield_now();
        }
        let play = || {
            desk.with(&id, |room, inner| {
                let step = inner.live.legal()[0].clone();
                inner.live.play(&step)?;
                room.save(&desk.keep, inner)?;
                Ok((inner.version, inner.live.record()))
            })
        };
        let (version, record) = play().unwrap();
        desk.put_away(0, 0, false);
        assert!(desk.rooms().is_empty());
        assert!(room.lock().unwrap().gone, "whoever still holds it must look again");
        let (later, longer) = play().unwrap();
        assert!(later > version);
        assert_eq!(longer.steps[..record.steps.len()], record.steps);
        assert!(!Arc::ptr_eq(&room, &desk.find(&id).unwrap()));
    }
}
