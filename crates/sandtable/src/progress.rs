//! Progress bars with time left, and Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use sandtable_arena::Failure;
use sandtable_arena::work::Work;

static STOP: AtomicBool = AtomicBool::new(false);

/// Asks the running work to end.
pub fn stop() {
    STOP.store(true, Ordering::Relaxed);
}

/// Runs long work with a bar on standard error (on a terminal only). Ctrl-C asks the work to end; a second one ends it.
pub fn watch<T>(
    games: u64,
    threads: usize,
    job: impl FnOnce(&Work) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let style = "{bar:30} {human_pos}/{human_len} games, {per_sec}, {eta} left";
    show(ProgressBar::new(games), style, threads, job)
}

/// The same for work whose steps take about equally long; the job can say what it is at.
pub fn paced<T>(
    steps: u64,
    threads: usize,
    job: impl FnOnce(&Work, &dyn Fn(&'static str)) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let bar = ProgressBar::new(steps);
    let at = bar.clone();
    let style = "{bar:30} {percent} %, about {eta} left: {msg}";
    show(bar, style, threads, |work| job(work, &|what| at.set_message(what)))
}

/// The same for work of unknown size: counts what is done.
pub fn count<T>(
    what: &str,
    threads: usize,
    job: impl FnOnce(&Work) -> Result<T, Failure>,
) -> Result<T, Failure> {
    show(ProgressBar::no_length(), &format!("{{spinner}} {{human_pos}} {what}, {{per_sec}}"), threads, job)
}

fn show<T>(
    bar: ProgressBar,
    style: &str,
    threads: usize,
    job: impl FnOnce(&Work) -> Result<T, Failure>,
) -> Result<T, Failure> {
    // A second handler in the same process is refused; the first one serves.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(1);
        }
        eprintln!("sandtable: stopping when what is under way is finished; Ctrl-C again stops at once");
    });
    bar.set_style(ProgressStyle::with_template(style).expect("a fixed template"));
    let done = job(&Work { progress: &|n| bar.inc(n), stop: &STOP, threads });
    bar.finish_and_clear();
    done
}
