//! `sandtable reproduce`: the published tables, ours beside theirs.

use std::path::PathBuf;

use sandtable_arena::reproduce::{Cell, Experiment, experiments, find};
use sandtable_arena::{Failure, report};

use crate::{output, progress};

/// Runs published experiments again and compares.
#[derive(clap::Args)]
#[command(after_help = "\
Verdicts: reproduced (within two combined standard errors, or the tolerance that the experiment states),
better, worse (where a cell has a better direction), differs (where it has none).
The exit code is 1 if a published cell is worse, and worse than is known and stated.")]
pub struct Args {
    /// The experiments; see --list.
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// Run all of them.
    #[arg(long)]
    all: bool,
    /// List them.
    #[arg(long)]
    list: bool,
    /// Fewer games: seconds instead of minutes.
    #[arg(long)]
    quick: bool,
    /// Threads to use; 0 for one per core.
    #[arg(long, default_value_t = 0, value_parser = super::threads, allow_negative_numbers = true)]
    threads: usize,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write a report with plots.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let all = experiments();
    if args.list || (args.ids.is_empty() && !args.all) {
        return list(args, &all);
    }
    let chosen: Vec<&Experiment> = if args.all {
        all.iter().collect()
    } else {
        args.ids.iter().map(|id| find(&all, id)).collect::<Result<_, _>>()?
    };
    output::check_page(args.html.as_deref())?;
    let total = chosen.iter().map(|e| e.total(args.quick)).sum();
    let (cells, plots) = progress::watch(total, args.threads, |work| {
        let (mut cells, mut plots) = (Vec::new(), Vec::new());
        for experiment in &chosen {
            let outcome = experiment.run(args.quick, work)?;
            cells.extend(outcome.cells);
            plots.extend(outcome.plots);
        }
        Ok((cells, plots))
    })?;
    if let Some(path) = &args.html {
        output::page(path, &report::reproduction(&cells, &plots, &super::origin()))?;
    }
    if args.json {
        output::json(&cells);
    } else {
        show(&cells);
    }
    let failed: Vec<String> =
        cells.iter().filter(|c| c.fails()).map(|c| format!("{} ({})", c.id, c.cell)).collect();
    match failed.len() {
        0 => Ok(()),
        n => Err(Failure::Failed(format!(
            "{n} worse than published, beyond what is stated: {}",
            failed.join("; ")
        ))),
    }
}

fn list(args: &Args, all: &[Experiment]) -> Result<(), Failure> {
    if args.json {
        let one = |e: &Experiment| serde_json::json!({"id": e.id, "about": e.about, "games": e.games.0});
        output::json(&all.iter().map(one).collect::<Vec<_>>());
    } else {
        let rows = all.iter().map(|e| vec![e.id.into(), e.games.0.to_string(), e.about.into()]).collect();
        output::table(&["id", "games", "what it is"], &[2], rows);
    }
    Ok(())
}

fn show(cells: &[Cell]) {
    let rows = cells
        .iter()
        .map(|c| {
            let theirs = c.published_stderr.map_or(String::new(), |s| format!(" ± {s:.2}"));
            vec![
                c.id.clone(),
                c.cell.clone(),
                format!("{}{theirs}", c.published),
                format!("{:.3} ± {:.3}", c.measured, c.stderr),
                c.games.to_string(),
                c.verdict.name().into(),
            ]
        })
        .collect();
    output::table(&["id", "cell", "published", "measured", "games", "verdict"], &[1, 5], rows);
}
