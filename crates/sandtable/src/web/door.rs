//! The door: connections are let in, timed and counted.
//!
//! A request must arrive within its time, headers and body. Who is inside without asking for anything may be asked to leave
//! for the sake of somebody new, the one that has been silent longest first; so connections that say nothing, or half of
//! something, keep nobody out, however many they are.

use std::collections::HashMap;
use std::convert::Infallible;
use std::future::Future;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// How long the headers of a request may take to arrive; a connection that is kept open for the next one waits as long.
const HEADERS: Duration = Duration::from_secs(15);

/// The most connections.
const MOST: usize = 4000;

/// Open files that are not connections: the stores, uploads, what the program reads.
const OTHER_FILES: u64 = 96;

/// How long to wait when the machine has no file left for a connection.
const BREATH: Duration = Duration::from_millis(200);

/// How many connections this machine lets the server have.
pub fn capacity() -> usize {
    let files = rlimit::increase_nofile_limit(MOST as u64 + OTHER_FILES).unwrap_or(1024);
    usize::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(MOST).clamp(16, MOST)
}

/// Who is inside.
struct Door {
    guests: Mutex<HashMap<u64, Arc<Guest>>>,
    capacity: usize,
    opened: Instant,
}

/// A connection.
pub struct Guest {
    /// When it was last heard of, in milliseconds since the door was opened.
    heard: AtomicU64,
    opened: Instant,
    /// How many of its requests are being answered.
    busy: AtomicUsize,
    leave: Notify,
}

/// As long as this is held the connection is not asked to leave.
pub struct Stay(Arc<Guest>);

impl Guest {
    /// A whole request has arrived.
    pub fn stay(self: &Arc<Self>) -> Stay {
        self.busy.fetch_add(1, Ordering::Relaxed);
        Stay(self.clone())
    }
}

impl Drop for Stay {
    fn drop(&mut self) {
        self.0.heard.store(self.0.opened.elapsed().as_millis() as u64, Ordering::Relaxed);
        self.0.busy.fetch_sub(1, Ordering::Relaxed);
    }
}

impl<S: Sync> FromRequestParts<S> for Stay {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get::<Arc<Guest>>().expect("every request comes through the door").stay())
    }
}

impl Door {
    fn guests(&self) -> MutexGuard<'_, HashMap<u64, Arc<Guest>>> {
        self.guests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a connection in; `None` if the house is full of those who are being answered.
    fn enter(&self, number: u64) -> Option<Arc<Guest>> {
        let mut guests = self.guests();
        if guests.len() >= self.capacity {
            let silent = guests.iter().filter(|(_, g)| g.busy.load(Ordering::Relaxed) == 0);
            let longest = silent.min_by_key(|(n, g)| (g.heard.load(Ordering::Relaxed), **n))?;
            let longest = *longest.0;
            guests.remove(&longest).expect("it is inside").leave.notify_one();
        }
        let heard = AtomicU64::new(self.opened.elapsed().as_millis() as u64);
        let guest = Guest { heard, opened: self.opened, busy: AtomicUsize::new(0), leave: Notify::new() };
        let guest = Arc::new(guest);
        guests.insert(number, guest.clone());
        Some(guest)
    }
}

/// Serves until `end`, and then until the requests under way are answered.
pub async fn serve(listener: TcpListener, router: Router, capacity: usize, end: impl Future<Output = ()>) {
    let door = Arc::new(Door { guests: Mutex::default(), capacity, opened: Instant::now() });
    let goodbye = GracefulShutdown::new();
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADERS);
    let service = TowerToHyperService::new(router);
    tokio::pin!(end);
    for number in 0.. {
        let stream = tokio::select! {
            stream = accept(&listener) => stream,
            () = &mut end => break,
        };
        let Some(guest) = door.enter(number) else { continue };
        let (service, door, inside) = (service.clone(), door.clone(), guest.clone());
        let answer = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(inside.clone());
            service.call(request)
        });
        let connection = goodbye.watch(http.serve_connection(TokioIo::new(stream), answer));
        tokio::spawn(async move {
            tokio::select! {
                _ = connection => {}
                () = guest.leave.notified() => {}
            }
            door.guests().remove(&number);
        });
    }
    goodbye.shutdown().await;
}

async fn accept(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return stream,
            Err(_) => tokio::time::sleep(BREATH).await,
        }
    }
}
