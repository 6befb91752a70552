//! The web app's server: the page, and games, odds and runs as JSON.
//!
//! [`routes`] lists all that can be asked for. Handlers take requests apart; what they do stands in files of its own and
//! runs on threads that may block. Agents think apart from them.

mod belief;
mod catalog;
mod desk;
mod door;
mod draft;
mod drive;
mod error;
mod files;
mod forms;
mod games;
mod guard;
mod inquire;
mod jobs;
mod keep;
mod narrow;
mod odds;
mod openapi;
mod page;
mod position;
mod queue;
mod results;
mod room;
mod routes;
mod runs;
mod specs;
mod table;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use sandtable_arena::Failure;
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use desk::Desk;
use door::Stay;
use error::{Answer, Refusal};
use keep::Keep;
use queue::Queue;

/// How many pages may listen at once, at most; never more than half of the connections.
const LISTENERS: usize = 2000;

/// How often games that nobody cares for are looked for.
const SWEEP: Duration = Duration::from_secs(60);

/// How long the server waits for what is under way when it ends.
const GOODBYE: Duration = Duration::from_secs(2);

/// Where and how to serve.
pub struct Place {
    /// The address's name or number.
    pub host: String,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The folder for everything that is kept.
    pub data: PathBuf,
    /// A folder with the page, instead of the one inside the program.
    pub page: Option<PathBuf>,
    /// Files with exact values of positions.
    pub tables: Vec<PathBuf>,
}

/// What all handlers share.
pub struct App {
    address: SocketAddr,
    page: Option<PathBuf>,
    keep: Arc<Keep>,
    desk: Arc<Desk>,
    queue: Arc<Queue>,
    thinkers: Arc<Semaphore>,
    closing: watch::Sender<bool>,
    listeners: Arc<Semaphore>,
}

impl App {
    /// A place among those who listen, for a connection.
    fn listener(&self, stay: Stay) -> Answer<(OwnedSemaphorePermit, Stay)> {
        let place = self.listeners.clone().try_acquire_owned();
        let place = place.map_err(|_| Refusal::full("too many pages listen already"))?;
        Ok((place, stay))
    }

    /// Does something that takes all of a core, when one is free for it.
    async fn thinking<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> Answer<T> + Send + 'static,
    ) -> Answer<T> {
        let permit = self.thinkers.clone().acquire_owned().await;
        blocking(move || {
            let _permit = permit;
            job()
        })
        .await
    }
}

/// Serves until Ctrl-C or a signal to end; `ready` gets the address.
pub fn serve(place: Place, ready: impl FnOnce(SocketAddr)) -> Result<(), Failure> {
    let page = place.page.as_deref().map(whole).transpose()?;
    let tables = place.tables.iter().map(|table| Ok(whole(table)?.display().to_string()));
    specs::know_tables(tables.collect::<Result<_, Failure>>()?)?;
    let data = {
        std::fs::create_dir_all(place.data.join("files")).map_err(|e| refuse(&place.data, e))?;
        whole(&place.data)?
    };
    let keep = Arc::new(Keep::open(&data)?);
    // Handles of uploaded files are names in this folder, and no other file can be reached by a bare name.
    std::env::set_current_dir(data.join("files")).map_err(|e| refuse(&data, e))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|e| Failure::Failed(format!("cannot start the server: {e}")))?;
    let served = runtime.block_on(run(place, (data, page), keep, ready));
    // Whoever still thinks is left behind: all that is finished is kept.
    runtime.shutdown_timeout(Duration::from_millis(200));
    served
}

async fn run(
    place: Place,
    (data, page): (PathBuf, Option<PathBuf>),
    keep: Arc<Keep>,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), Failure> {
    let Place { host, port, .. } = place;
    let bad = |e: std::io::Error| {
        let line = format!("cannot listen at {host} port {port}: {e}; --port 0 takes any that is free");
        Failure::BadInput(line)
    };
    let listener = TcpListener::bind((host.as_str(), port)).await.map_err(bad)?;
    let address = listener.local_addr().map_err(bad)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let thinkers = Arc::new(Semaphore::new(cores));
    let desk = Desk::new(keep.clone(), thinkers.clone());
    let queue = Queue::open(keep.clone(), data, cores).map_err(|r| Failure::Failed(r.line))?;
    let capacity = door::capacity();
    let listeners = Arc::new(Semaphore::new(LISTENERS.min(capacity / 2)));
    let closing = watch::Sender::new(false);
    let app = Arc::new(App { address, page, keep, desk, queue, thinkers, closing, listeners });
    let games = app.desk.clone();
    tokio::task::spawn_blocking(move || games.resume());
    tokio::spawn(sweep(app.desk.clone()));
    ready(address);
    let (ending, queue) = (app.clone(), app.queue.clone());
    let end = async move {
        signal().await;
        ending.closing.send_replace(true);
        ending.queue.close();
        // Connections that do not end by themselves are not waited for.
        tokio::spawn(async {
            tokio::time::sleep(GOODBYE).await;
            std::process::exit(0);
        });
    };
    door::serve(listener, router(app), capacity, end).await;
    while !queue.idle() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

fn router(app: Arc<App>) -> Router {
    let router = routes::all().into_iter().fold(Router::new(), |r, route| r.route(route.path, route.handler));
    router
        .route("/api/{*rest}", axum::routing::any(routes::unknown))
        .fallback(axum::routing::get(page::page).fallback(routes::wrong_method))
        .method_not_allowed_fallback(routes::wrong_method)
        .layer(from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

async fn sweep(desk: Arc<Desk>) {
    loop {
        tokio::time::sleep(SWEEP).await;
        let desk = desk.clone();
        let _ = tokio::task::spawn_blocking(move || desk.sweep()).await;
    }
}

/// Comes back when the program is asked to end.
async fn signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut end) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = end.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// Does something that may take a moment, apart from the threads that wait for requests.
async fn blocking<T: Send + 'static>(job: impl FnOnce() -> Answer<T> + Send + 'static) -> Answer<T> {
    match tokio::task::spawn_blocking(job).await {
        Ok(answer) => answer,
        Err(_) => Err(Refusal::trouble("the server broke on this request")),
    }
}

fn whole(path: &Path) -> Result<PathBuf, Failure> {
    path.canonicalize().map_err(|e| refuse(path, e))
}

fn refuse(path: &Path, error: std::io::Error) -> Failure {
    Failure::BadInput(format!("cannot use {}: {error}", path.display()))
}
