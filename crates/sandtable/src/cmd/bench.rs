//! `sandtable bench`: how fast things are, and a signature of how they behave.

use sandtable_arena::{Failure, bench};

use crate::{output, progress};

/// Measures throughput, and prints a signature that only changes of behaviour move.
#[derive(clap::Args)]
pub struct Args {
    /// Fewer games: two seconds instead of half a minute.
    #[arg(long)]
    quick: bool,
    /// Threads to use; 0 for one per core.
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let bench = progress::watch(bench::games(args.quick), args.threads, |work| bench::run(args.quick, work))?;
    if args.json {
        output::json(&bench);
        return Ok(());
    }
    let rows = bench
        .figures
        .iter()
        .map(|f| {
            vec![
                f.name.clone(),
                if f.value >= 100.0 { format!("{:.0}", f.value) } else { format!("{:.4}", f.value) },
                f.unit.clone(),
            ]
        })
        .collect();
    output::table(&["figure", "value", "unit"], &[2], rows);
    output::say(&format!("Signature: {}", bench.signature));
    Ok(())
}
