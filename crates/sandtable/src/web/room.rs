//! One live game: its rules, its table, and what is known about it besides. One lock each.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use sandtable_arena::live::{HUMAN, Live};
use sandtable_core::record::{Record, VERSION};
use sandtable_core::{Seat, Turn};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::{Notify, watch};

use super::error::{Answer, Refusal};
use super::keep::games::{Card, Head, Kept};
use super::keep::{Keep, now};
use super::specs::Opened;

/// No agent thinks longer than this about one decision.
pub const LIMIT: Duration = Duration::from_secs(10);

/// A live game.
pub struct Room {
    /// What does not change.
    pub card: Card,
    /// The rules.
    pub game: Arc<Opened>,
    inner: Mutex<Inner>,
    /// What those who listen are told.
    pub news: watch::Sender<News>,
    /// Wakes whoever waits before the next event.
    pub nudge: Notify,
    touched: AtomicI64,
}

/// What changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct News {
    /// The version now.
    pub version: u64,
    /// Whether an agent is thinking.
    pub thinking: bool,
}

/// What changes.
pub struct Inner {
    /// The game.
    pub live: Box<dyn Live>,
    /// Grows with each change.
    pub version: u64,
    /// Whether dice and agents go on by themselves.
    pub running: bool,
    /// Events a second; 0 for as fast as it goes.
    pub speed: f64,
    /// Whether an agent is thinking.
    pub thinking: bool,
    /// Whether one event was asked for while it is not running.
    pub owed: bool,
    /// Whether somebody sees to it that the game goes on.
    pub driven: bool,
    /// What went wrong with an agent.
    pub error: Option<String>,
    /// When the last event happened by itself.
    pub last: Instant,
    /// Whether the game has been put away or deleted: whoever still holds it must look again.
    pub gone: bool,
    /// How many events are kept.
    stored: usize,
}

/// Whose decision is next, for pages and programs.
pub fn turn_json(turn: Turn) -> Value {
    match turn {
        Turn::Player(seat) => json!({ "player": seat }),
        Turn::Chance => json!("chance"),
        Turn::Over => json!("over"),
    }
}

impl Inner {
    /// Whether a person plays the seat.
    pub fn human(&self, seat: Seat) -> bool {
        self.live.specs()[seat] == HUMAN
    }

    /// How many persons play.
    pub fn people(&self) -> usize {
        self.live.specs().iter().filter(|s| *s == HUMAN).count()
    }

    /// Whether dice or an agent are next.
    pub fn moving(&self) -> bool {
        match self.live.turn() {
            Turn::Over => false,
            Turn::Chance => true,
            Turn::Player(seat) => !self.human(seat),
        }
    }

    /// Whether there is something to do without a person.
    pub fn due(&self) -> bool {
        !self.gone && self.error.is_none() && (self.running || self.owed) && self.moving()
    }

    fn head(&self) -> Head {
        Head {
            version: self.version,
            turn: turn_json(self.live.turn()),
            running: self.running,
            speed: self.speed,
            moving: self.moving(),
            result: self.live.result(),
        }
    }
}

impl Room {
    /// A room for a new game, which it keeps.
    pub fn open(keep: &Keep, card: Card, game: Arc<Opened>, live: Box<dyn Live>) -> Answer<Arc<Room>> {
        let people = live.specs().iter().any(|s| s == HUMAN);
        let speed = if people { 0.0 } else { WATCHING_SPEED };
        let room = Room::new(card, game, live, (1, people, speed));
        {
            let mut inner = room.lock()?;
            let (head, players) = (inner.head(), inner.live.specs().to_vec());
            let events = inner.live.events().to_vec();
            inner.stored = events.len();
            keep.add_game(&Kept { card: room.card.clone(), head, players, events })?;
        }
        Ok(room)
    }

    /// The room of a game that was kept.
    pub fn restore(kept: Kept, game: Arc<Opened>) -> Answer<Arc<Room>> {
        let Kept { card, head, players, events } = kept;
        let stored = events.len();
        let record = Record {
            sandtable: VERSION,
            game: game.game.spec().name.clone(),
            variant: game.game.spec().rest.clone(),
            seats: players,
            seed: card.deal.0,
            deal: card.deal.1,
            seating: card.deal.2,
            start: card.start.clone(),
            steps: events,
            result: head.result,
        };
        let live = game.game.clone().resume(&record)?;
        let room = Room::new(card, game, live, (head.version, head.running, head.speed));
        room.lock()?.stored = stored;
        Ok(room)
    }

    fn new(card: Card, game: Arc<Opened>, mut live: Box<dyn Live>, how: (u64, bool, f64)) -> Arc<Room> {
        live.hurry(LIMIT);
        let (version, running, speed) = how;
        let inner = Inner {
            live,
            version,
            running,
            speed,
            thinking: false,
            owed: false,
            driven: false,
            error: None,
            last: Instant::now(),
            gone: false,
            stored: 0,
        };
        let news = watch::Sender::new(News { version, thinking: false });
        let touched = AtomicI64::new(now());
        Arc::new(Room { card, game, inner: Mutex::new(inner), news, nudge: Notify::new(), touched })
    }

    /// The game itself. One that broke in the middle of something is not used any more: it comes back from the store.
    pub fn lock(&self) -> Answer<MutexGuard<'_, Inner>> {
        self.inner.lock().map_err(|poisoned| {
            poisoned.into_inner().gone = true;
            Refusal::trouble("the game broke and was put away; ask again")
        })
    }

    /// Keeps what has changed, counts it, and tells those who listen.
    pub fn save(&self, keep: &Keep, inner: &mut Inner) -> Answer<()> {
        inner.version += 1;
        let (head, events) = (inner.head(), inner.live.events());
        let kept = match events.len() >= inner.stored {
            true => keep.extend_game(&self.card.id, inner.stored, &events[inner.stored..], &head),
            false => keep.cut_game(&self.card.id, events.len(), &head),
        };
        self.settle(inner, kept)
    }

    /// Keeps who plays a seat now, counts it, and tells those who listen.
    pub fn save_seat(&self, keep: &Keep, inner: &mut Inner, seat: Seat) -> Answer<()> {
        inner.version += 1;
        let kept = keep.seat_player(&self.card.id, seat, &inner.live.specs()[seat], &inner.head());
        self.settle(inner, kept)
    }

    fn settle(&self, inner: &mut Inner, kept: Answer<()>) -> Answer<()> {
        // What is not kept has not happened: the game comes back from the store.
        inner.gone |= kept.is_err();
        kept?;
        inner.stored = inner.live.events().len();
        self.tell(inner);
        Ok(())
    }

    /// Tells those who listen.
    pub fn tell(&self, inner: &Inner) {
        self.news.send_replace(News { version: inner.version, thinking: inner.thinking });
    }

    /// Somebody is interested in the game.
    pub fn touch(&self) {
        self.touched.store(now(), Ordering::Relaxed);
    }

    /// For how many seconds nobody has been.
    pub fn idle(&self) -> i64 {
        if self.news.receiver_count() > 0 { 0 } else { now() - self.touched.load(Ordering::Relaxed) }
    }
}

/// Events a second in a game without people, until somebody says otherwise.
const WATCHING_SPEED: f64 = 4.0;
