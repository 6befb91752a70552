//! `sandtable reproduce`: the published tables, ours beside theirs.

use std::path::PathBuf;

use sandtable_arena::Failure;
use sandtable_arena::reproduce::{
    Cell, Experiment, Ledger, Section, Summary, experiments, find, page, run as run_all, units,
};

use crate::{output, progress};

/// Runs published experiments again and compares.
#[derive(clap::Args)]
#[command(after_help = "\
Verdicts: reproduced (within two combined standard errors, or the tolerance that the experiment states),
better, worse (where a cell has a better direction), differs (where it has none), too few games (within, but
a clear difference, a tenth of the scale, would have been found with a chance below 80 %).
Kinds of reference: published (printed), derived (follows from what is printed), theory (nobody printed it).
Results are stored part by part as they come: the same command again goes on where it was interrupted.
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
    /// Where results are stored; also SANDTABLE_DATA. [default: the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Forget what is stored of these experiments and measure them anew.
    #[arg(long)]
    fresh: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write a page with every table, plots, and a summary.
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
    let ledger = Ledger::open(&super::tournament::data_folder(args.data.clone())?)?;
    if args.fresh {
        chosen.iter().try_for_each(|experiment| ledger.forget(experiment, args.quick))?;
    }
    let sections = progress::paced(units(&chosen, args.quick), args.threads, |work, say| {
        run_all(&chosen, args.quick, Some(&ledger), work, &|experiment| say(experiment.id))
    })?;
    if let Some(path) = &args.html {
        output::page(path, &page(&sections, args.quick, &super::origin()))?;
    }
    let cells: Vec<&Cell> = sections.iter().flat_map(|s| &s.cells).collect();
    if args.json {
        output::json(&cells);
    } else {
        show(&sections, &cells);
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

fn show(sections: &[Section], cells: &[&Cell]) {
    let rows = cells
        .iter()
        .map(|c| {
            let theirs = c.published_stderr.map_or(String::new(), |s| format!(" ± {s:.2}"));
            let [low, high] = c.interval;
            vec![
                c.id.clone(),
                c.cell.clone(),
                c.kind.name().into(),
                format!("{}{theirs}", c.published),
                format!("{:.3} ± {:.3}", c.measured, c.stderr),
                match c.games {
                    0 => "exact".into(),
                    _ => format!("{low:.2} … {high:.2}"),
                },
                c.games.to_string(),
                c.verdict.name().into(),
            ]
        })
        .collect();
    let header = ["id", "cell", "kind", "reference", "measured", "95 %", "games", "verdict"];
    output::table(&header, &[1, 2, 7], rows);
    let summary = Summary::of(sections);
    for reason in &summary.reasons {
        let (id, cell) = &reason.cells[0];
        let others = match reason.cells.len() {
            1 => String::new(),
            n => format!(" and {} more", n - 1),
        };
        output::say(&format!("{id} ({cell}){others}: {}", reason.why));
    }
    for tally in &summary.tallies {
        output::say(&format!("{}: {}.", tally.paper, tally.text()));
    }
}
