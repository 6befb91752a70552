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
use super::keep::games::{Card, Head, Kept, Key};
use super::keep::{Keep, now};
use super::specs::Opened;
use super::table;

/// The slowest and the fastest pace that can be asked for, in events a second; 0 is as fast as it goes.
pub const PACE: (f64, f64) = (0.01, 1000.0);

/// No agent thinks longer than this about one decision.
pub const LIMIT: Duration = Duration::from_secs(10);

/// A live game.
pub struct Room {
    /// What does not change.
    pub card: Card,
    /// The rules.
    pub game: Arc<Opened>,
    inner: Mutex<Inner>,
    /// What those who listen are told: each seat where something is hidden, and then those who may see everything.
    news: Vec<watch::Sender<News>>,
    /// Wakes whoever waits before the next event.
    pub nudge: Notify,
    touched: AtomicI64,
}

/// What changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
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
    /// Where something is hidden: the same for each seat, growing with what the seat is shown.
    pub seen: Vec<Seen>,
    /// Whether no person has ever sat here, so that those who watch may see everything.
    pub watched: bool,
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
    pub error: Option<Trouble>,
    /// When the last event happened by itself.
    pub last: Instant,
    /// Whether the game has been put away or deleted: whoever still holds it must look again.
    pub gone: bool,
    /// How many events are kept.
    stored: usize,
}

/// How often what a seat is shown has changed, and what it was shown last.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Grows with each change.
    pub version: u64,
    /// A number that depends on all that is shown.
    pub print: u64,
}

/// What went wrong with an agent.
#[derive(Clone, Debug)]
pub struct Trouble {
    /// Its seat, whose secrets the line may tell.
    pub seat: Seat,
    /// One line.
    pub line: String,
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

    fn head(&self, touched: i64) -> Head {
        Head {
            version: self.version,
            turn: turn_json(self.live.turn()),
            running: self.running,
            speed: self.speed,
            moving: self.moving(),
            result: self.live.result(),
            watched: self.watched,
            touched,
            seen: self.seen.iter().map(|seen| seen.version).collect(),
        }
    }
}

impl Room {
    /// A room for a new game, which it keeps.
    pub fn open(keep: &Keep, card: Card, game: Arc<Opened>, live: Box<dyn Live>) -> Answer<Arc<Room>> {
        let people = live.specs().iter().any(|s| s == HUMAN);
        let head = Head {
            version: 1,
            turn: turn_json(live.turn()),
            running: people,
            speed: if people { 0.0 } else { WATCHING_SPEED },
            moving: false,
            result: None,
            watched: !people,
            touched: now(),
            seen: vec![1; card.keys.len()],
        };
        let room = Room::new(card, game, live, head);
        {
            let mut inner = room.lock()?;
            let (head, players) = (inner.head(room.touched()), inner.live.specs().to_vec());
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
        let damaged = |e| Refusal::trouble(format!("the store: game {}: {e}", card.id));
        let live = game.game.clone().resume(&record).map_err(damaged)?;
        let room = Room::new(card, game, live, head);
        room.lock()?.stored = stored;
        Ok(room)
    }

    fn new(card: Card, game: Arc<Opened>, mut live: Box<dyn Live>, head: Head) -> Arc<Room> {
        live.hurry(LIMIT);
        let seats = if game.game.info().hidden { card.keys.len() } else { 0 };
        let inner = Inner {
            live,
            version: head.version,
            seen: head.seen.iter().take(seats).map(|&version| Seen { version, print: 0 }).collect(),
            watched: head.watched,
            running: head.running,
            speed: sound_pace(head.speed),
            thinking: false,
            owed: false,
            driven: false,
            error: None,
            last: Instant::now(),
            gone: false,
            stored: 0,
        };
        let news = (0..=seats).map(|_| watch::Sender::default()).collect();
        let touched = AtomicI64::new(head.touched);
        let mut room = Room { card, game, inner: Mutex::new(inner), news, nudge: Notify::new(), touched };
        room.look_first();
        Arc::new(room)
    }

    /// Takes down what each seat is shown now, before anything changes.
    fn look_first(&mut self) {
        let mut inner = self.lock().expect("nobody else has it yet");
        for seat in 0..inner.seen.len() {
            inner.seen[seat].print = table::print(self, &inner, seat);
        }
        self.tell(&inner);
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
        self.count(inner);
        let (head, events) = (inner.head(self.touched()), inner.live.events());
        let kept = match events.len() >= inner.stored {
            true => keep.extend_game(&self.card.id, inner.stored, &events[inner.stored..], &head),
            false => keep.cut_game(&self.card.id, events.len(), &head),
        };
        self.settle(inner, kept)
    }

    /// Keeps who plays a seat now, counts it, and tells those who listen.
    pub fn save_seat(&self, keep: &Keep, inner: &mut Inner, seat: Seat) -> Answer<()> {
        self.count(inner);
        let player = inner.live.specs()[seat].clone();
        let kept = keep.seat_player(&self.card.id, seat, &player, &inner.head(self.touched()));
        self.settle(inner, kept)
    }

    /// Something has changed: for those who may see everything, and for each seat that is shown something else now.
    fn count(&self, inner: &mut Inner) {
        inner.version += 1;
        for seat in 0..inner.seen.len() {
            let print = table::print(self, inner, seat);
            let seen = &mut inner.seen[seat];
            if print != seen.print {
                *seen = Seen { version: seen.version + 1, print };
            }
        }
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
        let all = self.news.len() - 1;
        for (i, channel) in self.news.iter().enumerate() {
            let key = if i < all { Key::Seat(i) } else { Key::Watch };
            let news = table::news(inner, key);
            channel.send_if_modified(|last| std::mem::replace(last, news) != news);
        }
    }

    /// Nothing more comes of the game: those who listen look again and learn that it is gone.
    pub fn end(&self, inner: &mut Inner) {
        inner.gone = true;
        inner.version += 1;
        inner.seen.iter_mut().for_each(|seen| seen.version += 1);
        self.tell(inner);
    }

    /// Listens for a key's holder.
    pub fn listen(&self, key: Key) -> watch::Receiver<News> {
        let all = self.news.len() - 1;
        let channel = if let Key::Seat(seat) = key { seat.min(all) } else { all };
        self.news[channel].subscribe()
    }

    /// Somebody is interested in the game.
    pub fn touch(&self) {
        self.touched.store(now(), Ordering::Relaxed);
    }

    /// When somebody last was, in seconds since 1970.
    pub fn touched(&self) -> i64 {
        if self.news.iter().any(|n| n.receiver_count() > 0) {
            now()
        } else {
            self.touched.load(Ordering::Relaxed)
        }
    }
}

/// A pace that was kept, within the bounds of today.
fn sound_pace(speed: f64) -> f64 {
    if speed > 0.0 { speed.clamp(PACE.0, PACE.1) } else { 0.0 }
}

/// Events a second in a game without people, until somebody says otherwise.
const WATCHING_SPEED: f64 = 4.0;
