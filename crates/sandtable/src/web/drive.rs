//! What goes on by itself: dice fall and agents think, at the pace that was asked for.
//!
//! A game that has something to do is driven by a task of its own. Agents think on threads apart from those that answer
//! requests, as many at once as there are cores, and without the game's lock: it can be looked at meanwhile.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use sandtable_core::Turn;

use super::desk::Desk;
use super::error::Answer;
use super::room::{Inner, Room, Trouble};

/// How many draws in a row are kept together when they need not be seen one by one.
const DRAWS: usize = 64;

/// What is to be done next.
enum Next {
    Nothing,
    Wait(Duration),
    Draw,
    Think,
}

/// Sees to it that the game goes on, if it has something to do and nobody does so yet.
pub fn wake(desk: &Arc<Desk>, room: &Arc<Room>) {
    let Ok(mut inner) = room.lock() else { return };
    if inner.driven {
        room.nudge.notify_one();
    } else if inner.due() {
        inner.driven = true;
        tokio::spawn(drive(desk.clone(), room.clone()));
    }
}

async fn drive(desk: Arc<Desk>, room: Arc<Room>) {
    while let Ok(next) = room.lock().map(|mut inner| next(&mut inner)) {
        let (desk, at) = (desk.clone(), room.clone());
        let done = match next {
            Next::Nothing => return,
            Next::Wait(time) => {
                let _ = tokio::time::timeout(time, room.nudge.notified()).await;
                continue;
            }
            Next::Draw => tokio::task::spawn_blocking(move || draw(&desk, &at)).await,
            Next::Think => {
                let permit = desk.thinkers.clone().acquire_owned().await;
                tokio::task::spawn_blocking(move || {
                    let _permit = permit;
                    think(&desk, &at)
                })
                .await
            }
        };
        // A game that cannot be kept, or that broke, is put away: the next request brings it back as it was kept.
        if !matches!(done, Ok(Ok(()))) {
            break;
        }
    }
    if let Ok(mut inner) = room.lock() {
        inner.gone = true;
        inner.driven = false;
    }
    desk.forget(&room);
}

fn next(inner: &mut Inner) -> Next {
    if !inner.due() {
        inner.driven = false;
        return Next::Nothing;
    }
    if !inner.owed && inner.speed > 0.0 {
        let due = inner.last + Duration::from_secs_f64(1.0 / inner.speed);
        let left = due.saturating_duration_since(Instant::now());
        if !left.is_zero() {
            return Next::Wait(left);
        }
    }
    if inner.live.turn() == Turn::Chance { Next::Draw } else { Next::Think }
}

fn draw(desk: &Desk, room: &Room) -> Answer<()> {
    let mut inner = room.lock()?;
    // It may have been stopped, put away or deleted meanwhile.
    if !inner.due() {
        return Ok(());
    }
    for _ in 0..DRAWS {
        if !inner.due() || inner.live.turn() != Turn::Chance {
            break;
        }
        inner.live.advance()?;
        inner.last = Instant::now();
        if std::mem::take(&mut inner.owed) || inner.speed > 0.0 {
            break;
        }
    }
    room.save(&desk.keep, &mut inner)
}

fn think(desk: &Desk, room: &Room) -> Answer<()> {
    let question = {
        let mut inner = room.lock()?;
        // It may have been stopped, or taken back, while others were thinking.
        if !inner.due() {
            return Ok(());
        }
        inner.owed = false;
        let question = match inner.live.ponder() {
            Ok(Some(question)) => question,
            Ok(None) => return Ok(()),
            Err(failure) => return give_up(desk, room, &mut inner, failure.to_string()),
        };
        inner.thinking = true;
        room.tell(&inner);
        question
    };
    let answer = catch_unwind(AssertUnwindSafe(question));
    let mut inner = room.lock()?;
    inner.thinking = false;
    inner.last = Instant::now();
    if inner.gone {
        return Ok(());
    }
    let settled = match answer {
        Ok(answer) => inner.live.settle(answer).map_err(|failure| failure.to_string()),
        Err(_) => Err("the agent broke while it was thinking".to_string()),
    };
    match settled {
        Ok(_) => room.save(&desk.keep, &mut inner),
        Err(line) => give_up(desk, room, &mut inner, line),
    }
}

/// Stops a game whose agent cannot go on; a person can take over.
fn give_up(desk: &Desk, room: &Room, inner: &mut Inner, line: String) -> Answer<()> {
    let seat = if let Turn::Player(seat) = inner.live.turn() { seat } else { 0 };
    inner.error = Some(Trouble { seat, line });
    inner.running = false;
    room.save(&desk.keep, inner)
}
