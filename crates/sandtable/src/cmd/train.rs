//! `sandtable train`: players that learn.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sandtable_arena::spec::Spec;
use sandtable_arena::train::{Method, Training};
use sandtable_arena::{Failure, registry, report};
use sandtable_games::grid::PlayerFile;
use serde_json::json;

use crate::{output, progress};

/// Trains a player and writes its file. The same command again goes on where it was interrupted.
#[derive(clap::Args)]
#[command(after_help = "\
Methods:
  reinforce       MINIMUM_ATTACK by the paper's rule; the history stays in the player's file
  reinforce-all   the other real-valued heuristics too, each by its own statistic
  genetic         a genetic algorithm over all heuristics
  cma             CMA-ES over all heuristics

Examples:
  sandtable train grid aip:reinforcePlayer2 --method reinforce --out my.aip
  sandtable train grid aip:reinforcePlayer1 --method cma --against reinforcePlayer1 --rounds 40 --games 400 --out best.aip")]
pub struct Args {
    /// The game: grid, or grid:RULES.
    game: String,
    /// Whom to train: aip:NAME or aip:FILE.
    agent: String,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How to learn.
    #[arg(long, default_value = "reinforce")]
    method: String,
    /// The opponents: shipped players or .aip files.
    #[arg(long, num_args = 1.., value_name = "PLAYER", default_values = ["aiPlayer9", "aiPlayer10"])]
    against: Vec<String>,
    /// Matches (reinforce) or generations (genetic, cma).
    #[arg(long, default_value_t = 20)]
    rounds: u32,
    /// Games a match, or an evaluation.
    #[arg(long, default_value_t = 20)]
    games: u64,
    /// Fixes everything.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stop after this many hours.
    #[arg(long)]
    hours: Option<f64>,
    /// Overwrite what is there and start over.
    #[arg(long)]
    fresh: bool,
    /// Threads to use; 0 for one per core.
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// Write a page with a plot over the rounds.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let game = Spec::parse(&args.game)?;
    let agent = Spec::parse(&args.agent)?;
    let open = registry::open(&args.game)?;
    open.check_agent(&args.agent, 0)?;
    if (game.name.as_str(), agent.name.as_str()) != ("grid", "aip") {
        return Err(Failure::BadInput(format!("{} does not learn; aip players of grid do", args.agent)));
    }
    output::check_page(args.html.as_deref())?;
    let training = Training {
        method: Method::named(&args.method)?,
        rules: if game.rest.is_empty() { "p1vp2".into() } else { game.rest },
        player: if agent.rest.is_empty() { "aiPlayer8".into() } else { agent.rest },
        opponents: args.against.clone(),
        rounds: args.rounds,
        games: args.games,
        seed: args.seed,
        out: args.out.clone(),
    };
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
    let trained =
        progress::watch(training.total_games(), args.threads, |work| training.run(args.fresh, work));
    let learned = match trained {
        Err(Failure::Interrupted(_)) if time_up.load(Ordering::Relaxed) => {
            output::say(&format!(
                "The time is up; {} has the best so far. The same command goes on.",
                args.out.display()
            ));
            return Ok(());
        }
        other => other?,
    };
    let text = PlayerFile { sets: vec![learned.heuristics.clone()] }.text();
    if let Some(path) = &args.html {
        output::page(path, &report::training(&format!("Training of {}", args.agent), &learned, &text))?;
    }
    if args.json {
        output::json(&json!({
            "agent": args.agent,
            "method": args.method,
            "out": args.out,
            "axis": learned.axis,
            "history": learned.history,
            "player": text,
        }));
    } else {
        let shown: Vec<String> = learned.history.iter().map(|v| format!("{v:.4}")).collect();
        output::say(&format!("{} over the rounds: {}\n\n{text}", learned.axis, shown.join(" ")));
        output::say(&format!("Written to {}.", args.out.display()));
    }
    Ok(())
}
