//! `sandtable bench`: how fast things are, and a signature of how they behave.

use std::path::Path;

use sandtable_arena::Failure;
use sandtable_arena::bench::{self, Bench};

use crate::{output, progress};

/// Measures throughput, and compares a signature that only changes of behaviour move with the one kept in the sources.
///
/// The exit code is 1 if they differ.
#[derive(clap::Args)]
pub struct Args {
    /// Fewer games for the figures: about half a minute instead of a minute on two idle cores. The signature, which is the
    /// same in both, takes most of it.
    #[arg(long)]
    quick: bool,
    /// Keep the new signature: writes data/bench-signature.txt, in the folder of the sources.
    #[arg(long)]
    accept: bool,
    /// Threads to use; 0 for one per core.
    #[arg(long, default_value_t = 0, value_parser = super::threads, allow_negative_numbers = true)]
    threads: usize,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    if args.accept && !Path::new(bench::KEPT).exists() {
        let line = format!("--accept: {} is not here, expected the folder of the sources", bench::KEPT);
        return Err(Failure::BadInput(line));
    }
    let bench = progress::watch(bench::games(args.quick), args.threads, |work| bench::run(args.quick, work))?;
    if args.json {
        output::json(&bench);
    } else {
        show(&bench);
    }
    if args.accept {
        return output::page(Path::new(bench::KEPT), &format!("{}\n", bench.signature));
    }
    if bench.signature != bench.expected {
        let line = format!("the signature is {}, expected {}", bench.signature, bench.expected);
        return Err(Failure::Failed(format!(
            "{line}: some game or agent behaves otherwise (--accept keeps it)"
        )));
    }
    Ok(())
}

fn show(bench: &Bench) {
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
    output::say(&format!("Signature: {} (kept: {})", bench.signature, bench.expected));
}
