//! Long work: how it reports progress, how it is stopped, and on how many threads it runs.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::Failure;

/// What long work needs from whoever started it.
pub struct Work<'a> {
    /// Called with the number of games finished since the last call, from any thread.
    pub progress: &'a (dyn Fn(u64) + Sync),
    /// Set from outside to end the work early.
    pub stop: &'a AtomicBool,
    /// How many threads to use; 0 for one per core. Results do not depend on it.
    pub threads: usize,
}

impl Work<'_> {
    /// Whether the work is to end now.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The threads to work on.
    pub fn pool(&self) -> Result<rayon::ThreadPool, Failure> {
        self.crowd(1)
    }

    /// So many threads in place of each, for games that wait for one another's questions.
    pub fn crowd(&self, each: usize) -> Result<rayon::ThreadPool, Failure> {
        let threads = match self.threads {
            0 if each > 1 => std::thread::available_parallelism().map_or(1, |n| n.get()),
            threads => threads,
        };
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads * each)
            .build()
            .map_err(|e| Failure::BadInput(format!("cannot start {} threads: {e}", self.threads)))
    }

    /// Runs `job` with work that is neither watched nor stopped, on all cores.
    pub fn quietly<T>(job: impl FnOnce(&Work) -> T) -> T {
        job(&Work { progress: &|_| (), stop: &AtomicBool::new(false), threads: 0 })
    }
}
