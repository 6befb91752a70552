//! Where an experiment is run: threads, progress, and the memory of parts that were measured before.

use std::ops::Deref;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Experiment;
use super::ledger::{Entry, Heading, Ledger};
use crate::Failure;
use crate::work::Work;

/// What an experiment works with. It is the [`Work`] for everything that asks for one.
pub struct Lab<'a> {
    work: &'a Work<'a>,
    book: Option<(&'a Ledger, Heading)>,
    /// What its parts took, now or when they were measured.
    seconds: Mutex<f64>,
}

impl<'a> Deref for Lab<'a> {
    type Target = Work<'a>;

    fn deref(&self) -> &Work<'a> {
        self.work
    }
}

impl<'a> Lab<'a> {
    pub(super) fn new(
        experiment: &Experiment,
        quick: bool,
        ledger: Option<&'a Ledger>,
        work: &'a Work<'a>,
    ) -> Self {
        let book = ledger.map(|ledger| (ledger, Heading::of_parts(experiment, quick)));
        Lab { work, book, seconds: Mutex::new(0.0) }
    }

    /// For an experiment as one part.
    pub(super) fn whole(
        experiment: &Experiment,
        quick: bool,
        ledger: Option<&'a Ledger>,
        work: &'a Work<'a>,
    ) -> Self {
        let book = ledger.map(|ledger| (ledger, Heading::of_whole(experiment, quick)));
        Lab { work, book, seconds: Mutex::new(0.0) }
    }

    /// What the parts took.
    pub(super) fn seconds(&self) -> f64 {
        *self.seconds.lock().expect("nobody panics while holding it")
    }

    /// Measures a part of the experiment, or takes what was measured when it ran before. The part's name stands for all that
    /// decides what comes out.
    pub fn keep<T: Serialize + DeserializeOwned>(
        &self,
        part: &str,
        measure: impl FnOnce(&Work) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let spend = |seconds: f64| *self.seconds.lock().expect("nobody panics while holding it") += seconds;
        if let Some((ledger, heading)) = &self.book {
            let entry = ledger.find(heading, part)?;
            // A sound entry of another shape is of an older form of the experiment: it is measured again.
            if let Some((entry, value)) =
                entry.and_then(|e| serde_json::from_str(&e.value).ok().map(|value| (e, value)))
            {
                (self.work.progress)(entry.played);
                spend(entry.seconds);
                return Ok(value);
            }
        }
        let (began, played) = (Instant::now(), AtomicU64::new(0));
        let progress = |games: u64| {
            played.fetch_add(games, Ordering::Relaxed);
            (self.work.progress)(games);
        };
        let value = measure(&Work { progress: &progress, stop: self.work.stop, threads: self.work.threads })?;
        let seconds = began.elapsed().as_secs_f64();
        if let Some((ledger, heading)) = &self.book {
            let text = serde_json::to_string(&value).expect("measurements are plain data");
            let entry = Entry { value: text, played: played.into_inner(), seconds };
            ledger.enter(heading, part, &entry)?;
        }
        spend(seconds);
        Ok(value)
    }
}
