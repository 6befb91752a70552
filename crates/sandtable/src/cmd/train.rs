//! `sandtable train`: players that learn.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sandtable_arena::spec::Spec;
use sandtable_arena::statistics_file::StatisticsFile;
use sandtable_arena::train::{self, Learned, Plot, Training, lessons};
use sandtable_arena::{Failure, registry, report};
use serde_json::json;

use crate::{output, progress};

/// Trains a player and writes its file. The same command again goes on where it was interrupted.
#[derive(clap::Args)]
#[command(after_help = help())]
pub struct Args {
    /// The game: a name, or name:parameters.
    game: String,
    /// Whom to train: an agent with the file it starts from.
    agent: String,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How to learn; see below. [default: the learner's first]
    #[arg(long, default_value = "", hide_default_value = true)]
    method: String,
    /// The opponents: players of the same kind. [default: the learner's own]
    #[arg(long, num_args = 1.., value_name = "PLAYER")]
    against: Vec<String>,
    /// Files of records to learn from, as match and play write them; for those who imitate.
    #[arg(long, num_args = 1.., value_name = "FILE")]
    from: Vec<PathBuf>,
    /// Rounds: matches, generations, or passes through records.
    #[arg(long, default_value_t = 20)]
    rounds: u32,
    /// Games a match, or an evaluation.
    #[arg(long, default_value_t = 20, value_parser = super::count, allow_negative_numbers = true)]
    games: u64,
    /// Fixes everything.
    #[arg(long, default_value_t = 1, value_parser = super::whole, allow_negative_numbers = true)]
    seed: u64,
    /// Stop after this many hours.
    #[arg(long)]
    hours: Option<f64>,
    /// Overwrite what is there and start over.
    #[arg(long)]
    fresh: bool,
    /// Threads to use; 0 for one per core.
    #[arg(long, default_value_t = 0, value_parser = super::threads, allow_negative_numbers = true)]
    threads: usize,
    /// Write the statistics of every game of the training's matches to this file, as tournament --stats-file does; plays
    /// them again for it.
    #[arg(long, value_name = "FILE")]
    stats_file: Option<PathBuf>,
    /// Write a page with a plot over the rounds.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Draw the curve over the rounds as an SVG image, anew after each.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    registry::open(&args.game)?.check_agent(&args.agent, 0)?;
    let mut training = Training {
        game: Spec::parse(&args.game)?,
        agent: Spec::parse(&args.agent)?,
        method: args.method.clone(),
        opponents: args.against.clone(),
        from: args.from.clone(),
        rounds: args.rounds,
        games: args.games,
        seed: args.seed,
        out: args.out.clone(),
        fresh: args.fresh,
    };
    let lessons = train::prepare(&mut training)?;
    output::check_page(args.html.as_deref())?;
    output::check_page(args.svg.as_deref())?;
    output::check_page(args.stats_file.as_deref())?;
    let time_up = Arc::new(AtomicBool::new(false));
    if let Some(hours) = args.hours {
        let (flag, time) = (time_up.clone(), Duration::try_from_secs_f64(3600.0 * hours));
        let time =
            time.map_err(|_| Failure::BadInput(format!("--hours {hours}: expected a number above 0")))?;
        std::thread::spawn(move || {
            std::thread::sleep(time);
            flag.store(true, Ordering::Relaxed);
            progress::stop();
        });
    }
    let total = (lessons.total_games)(&training);
    // A curve that cannot be written now may be at the end, and whoever learns goes on.
    let tell = |plots: &[Plot]| drop(draw(args.svg.as_deref(), plots));
    let trained = progress::watch(total, args.threads, |work| train::run(&training, work, &tell));
    let learned = match trained {
        Err(Failure::Interrupted(_)) if time_up.load(Ordering::Relaxed) => {
            let line = "The time is up; the file has the best so far, and the same command goes on.";
            match args.json {
                true => output::json(&json!({"agent": args.agent, "out": args.out, "finished": false})),
                false => output::say(line),
            }
            return Ok(());
        }
        other => other?,
    };
    if let Some(path) = &args.stats_file {
        write_statistics(args, &learned, path)?;
    }
    draw(args.svg.as_deref(), &learned.all_plots())?;
    let text = &learned.player;
    if let Some(path) = &args.html {
        output::page(
            path,
            &report::training(&format!("Training of {}", args.agent), &learned, &super::origin()),
        )?;
    }
    if args.json {
        output::json(&json!({
            "agent": args.agent,
            "method": training.method,
            "out": args.out,
            "finished": true,
            "axis": learned.axis,
            "history": learned.history,
            "player": text,
            "tables": learned.tables.iter().map(|table| json!({
                "title": table.title,
                "columns": table.columns,
                "rows": table.rows,
            })).collect::<Vec<_>>(),
        }));
    } else {
        let shown: Vec<String> = learned.history.iter().map(|v| format!("{v:.4}")).collect();
        output::say(&format!("{} over the rounds: {}\n\n{text}", learned.axis, shown.join(" ")));
        for table in &learned.tables {
            output::say(&format!("{}: {}", table.title, table.columns.join(", ")));
            for row in &table.rows {
                let row: Vec<String> = row.iter().map(|x| format!("{:>10}", report::rounded(*x))).collect();
                output::say(&row.join(" "));
            }
        }
        output::say(&format!("Written to {}.", args.out.display()));
    }
    Ok(())
}

/// Draws how a training gets on, where that is wanted.
fn draw(path: Option<&Path>, plots: &[Plot]) -> Result<(), Failure> {
    match (path, plots.first()) {
        (Some(path), Some(plot)) if plot.lines.iter().any(|(_, values)| !values.is_empty()) => {
            output::page(path, &report::plot(plot))
        }
        _ => Ok(()),
    }
}

/// Plays the matches of the training again, with their statistics.
fn write_statistics(args: &Args, learned: &Learned, path: &Path) -> Result<(), Failure> {
    if learned.matches.is_empty() {
        return Err(Failure::BadInput(
            "--stats-file: this method plays no matches that could be told".into(),
        ));
    }
    let game = registry::open(&args.game)?;
    let bouts: Vec<_> = learned.matches.iter().map(|bout| (bout.clone(), 0)).collect();
    let total = bouts.iter().map(|(bout, _)| bout.games).sum();
    let from = args.out.to_string_lossy();
    let file =
        progress::watch(total, args.threads, |work| StatisticsFile::play(path, &from, &*game, &bouts, work))?;
    output::page(path, &file.text_for(path))
}

/// What can be learned, by whom and how, from the list of learners.
fn help() -> String {
    let mut text = String::from("Methods:");
    for (game, lessons) in lessons() {
        let source = match lessons.records {
            true => "from records".into(),
            false => format!("against {}", lessons.opponents.join(" ")),
        };
        let _ = write!(text, "\n  {} of {game}, {source}", lessons.agent);
        for (name, about) in lessons.methods {
            let _ = write!(text, "\n    {name:<14} {about}");
        }
    }
    text + "\n\nExamples:
  sandtable train grid aip:reinforcePlayer2 --method reinforce --out my.aip
  sandtable train grid aip:reinforcePlayer1 --method cma --against reinforcePlayer1 --rounds 40 --games 400 --out best.aip
  sandtable train lucid net --rounds 100 --games 200 --out my.net
  sandtable train lucid imitator --from games.jsonl --out my.imitator"
}
