//! The queue of runs: two at a time, the others wait. What is interrupted and can go on does so after a restart.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use sandtable_arena::Failure;
use sandtable_arena::work::Work;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::error::{Answer, Refusal};
use super::jobs::Job;
use super::keep::Keep;
use super::keep::runs::{KeptRun, State, Status};

/// How many runs are under way at once.
const AT_ONCE: usize = 2;

/// How many may wait.
const MOST_WAITING: usize = 20;

/// How many are remembered.
const MOST_KEPT: usize = 1000;

/// All runs.
pub struct Queue {
    runs: Mutex<BTreeMap<i64, Arc<Run>>>,
    keep: Arc<Keep>,
    data: PathBuf,
    slots: Arc<Semaphore>,
    threads: usize,
    working: AtomicUsize,
    closing: AtomicBool,
}

/// A run.
pub struct Run {
    kept: KeptRun,
    status: Mutex<Status>,
    done: AtomicU64,
    began: Mutex<Option<Instant>>,
    stop: AtomicBool,
    /// What there is to show before it is over.
    so_far: Mutex<Option<Value>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Run {
    fn new(kept: KeptRun) -> Arc<Run> {
        let (status, done) = (Mutex::new(kept.status.clone()), AtomicU64::new(kept.status.done));
        let stop = AtomicBool::new(false);
        Arc::new(Run { kept, status, done, began: Mutex::new(None), stop, so_far: Mutex::default() })
    }

    /// How far it is.
    pub fn status(&self) -> Status {
        let mut status = lock(&self.status).clone();
        if status.state == State::Running {
            status.done = self.done.load(Ordering::Relaxed).min(status.total);
            status.seconds = lock(&self.began).map_or(0.0, |began| began.elapsed().as_secs_f64());
        }
        status
    }

    /// All but its result.
    pub fn json(&self) -> Value {
        let status = self.status();
        let left = (status.state == State::Running && status.done > 0)
            .then(|| status.seconds / status.done as f64 * (status.total.saturating_sub(status.done)) as f64);
        json!({
            "id": self.kept.id,
            "kind": self.kept.kind,
            "title": self.kept.title,
            "request": self.kept.request,
            "created": self.kept.created,
            "state": status.state.name(),
            "done": status.done,
            "total": status.total,
            "seconds": (status.seconds * 1000.0).round() / 1000.0,
            "left": left.map(|l| (l * 10.0).round() / 10.0),
            "error": status.error,
        })
    }
}

impl Queue {
    /// The runs of a store; those that wait, and those that can go on, are taken up again.
    pub fn open(keep: Arc<Keep>, data: PathBuf, cores: usize) -> Answer<Arc<Queue>> {
        let queue = Arc::new(Queue {
            runs: Mutex::default(),
            keep,
            data,
            slots: Arc::new(Semaphore::new(AT_ONCE)),
            // One core stays for games and for requests.
            threads: cores.saturating_sub(1).max(1),
            working: AtomicUsize::new(0),
            closing: AtomicBool::new(false),
        });
        for mut kept in queue.keep.runs()? {
            let job = serde_json::from_value::<Job>(kept.request.clone()).ok();
            let job = job.and_then(|job| match kept.status.state {
                State::Waiting => Some(job),
                State::Running => job.again(),
                _ => None,
            });
            if job.is_some() {
                kept.status.state = State::Waiting;
            } else if !kept.status.state.over() {
                kept.status.state = State::Failed;
                kept.status.error = Some("interrupted".into());
                queue.keep.set_run(kept.id, &kept.status, None)?;
            }
            let run = Run::new(kept);
            lock(&queue.runs).insert(run.kept.id, run.clone());
            if let Some(job) = job {
                tokio::spawn(queue.clone().work(run, job));
            }
        }
        Ok(queue)
    }

    /// Puts a run at the end of the queue.
    pub fn start(self: &Arc<Self>, request: Value) -> Answer<i64> {
        let job: Job = serde_json::from_value(request.clone()).map_err(|e| Refusal::bad(e.to_string()))?;
        let total = job.check()?;
        let mut runs = lock(&self.runs);
        if runs.values().filter(|r| lock(&r.status).state == State::Waiting).count() >= MOST_WAITING {
            return Err(Refusal::full(format!("{MOST_WAITING} runs are waiting already")));
        }
        let run = Run::new(self.keep.add_run(job.kind(), &job.title(), &request, total, MOST_KEPT)?);
        let id = run.kept.id;
        runs.insert(id, run.clone());
        while runs.len() > MOST_KEPT + MOST_WAITING {
            let Some(old) = runs.iter().find(|(_, r)| lock(&r.status).state.over()).map(|(id, _)| *id) else {
                break;
            };
            runs.remove(&old);
        }
        drop(runs);
        tokio::spawn(self.clone().work(run, job));
        Ok(id)
    }

    /// All runs, the oldest first.
    pub fn list(&self) -> Vec<Value> {
        lock(&self.runs).values().map(|r| r.json()).collect()
    }

    /// A run.
    pub fn find(&self, id: i64) -> Answer<Arc<Run>> {
        let found = lock(&self.runs).get(&id).cloned();
        found.ok_or_else(|| Refusal::missing(format!("there is no run {id}")))
    }

    /// What came out of a run, or what there is to show of it so far.
    pub fn result(&self, id: i64) -> Answer<Option<Value>> {
        let so_far = || lock(&self.runs).get(&id).and_then(|run| lock(&run.so_far).clone());
        Ok(self.keep.run_result(id)?.or_else(so_far))
    }

    /// Calls a run off.
    pub fn cancel(&self, id: i64) -> Answer<Arc<Run>> {
        let run = self.find(id)?;
        let now = run.status();
        let mut status = lock(&run.status);
        if status.state.over() {
            return Err(Refusal::conflict(format!("run {id} is {}", status.state.name())));
        }
        // The game under way is still played to its end, but nobody waits for it.
        *status = Status { state: State::Cancelled, ..now };
        run.stop.store(true, Ordering::Relaxed);
        self.keep.set_run(id, &status, None)?;
        drop(status);
        Ok(run)
    }

    /// Lets the work under way end; what can go on does so after the next start.
    pub fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        lock(&self.runs).values().for_each(|r| r.stop.store(true, Ordering::Relaxed));
    }

    /// Whether nothing is under way.
    pub fn idle(&self) -> bool {
        self.working.load(Ordering::Relaxed) == 0
    }

    async fn work(self: Arc<Self>, run: Arc<Run>, job: Job) {
        let Ok(_slot) = self.slots.clone().acquire_owned().await else { return };
        {
            let mut status = lock(&run.status);
            if status.state != State::Waiting || self.closing.load(Ordering::Relaxed) {
                return;
            }
            *status = Status { state: State::Running, done: 0, ..status.clone() };
            *lock(&run.began) = Some(Instant::now());
            run.done.store(0, Ordering::Relaxed);
            // If this cannot be kept the end may still be.
            let _ = self.keep.set_run(run.kept.id, &status, None);
        }
        self.working.fetch_add(1, Ordering::Relaxed);
        let (queue, at) = (self.clone(), run.clone());
        let ended = tokio::task::spawn_blocking(move || {
            let out = PathBuf::from(format!("t-{}.{}", at.kept.id, job.ending()));
            let progress = |games: u64| {
                at.done.fetch_add(games, Ordering::Relaxed);
            };
            let work = Work { progress: &progress, stop: &at.stop, threads: queue.threads };
            job.run(&queue.data, &out, &work, &|shown| *lock(&at.so_far) = Some(shown))
        });
        let ended = ended.await.unwrap_or_else(|_| Err(Failure::Failed("the program broke".into())));
        self.end(&run, ended);
        self.working.fetch_sub(1, Ordering::Relaxed);
    }

    fn end(&self, run: &Run, ended: Result<Value, Failure>) {
        let now = run.status();
        let mut status = lock(&run.status);
        if status.state != State::Running {
            return;
        }
        let (state, error, result) = match ended {
            Ok(result) => (State::Done, None, Some(result)),
            // The server ends: the run stays as it is, and goes on or fails at the next start.
            Err(Failure::Interrupted(_)) if self.closing.load(Ordering::Relaxed) => return,
            Err(failure) => (State::Failed, Some(failure.to_string()), None),
        };
        let done = if state == State::Done { now.total } else { now.done };
        *status = Status { state, done, error, ..now };
        match self.keep.set_run(run.kept.id, &status, result.as_ref()) {
            Ok(()) if result.is_some() => *lock(&run.so_far) = None,
            Ok(()) => {}
            Err(refusal) => {
                *status = Status { state: State::Failed, error: Some(refusal.line), ..status.clone() };
            }
        }
    }
}
