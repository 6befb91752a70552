//! `sandtable match`: many games between the same agents.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use sandtable_arena::luck::{Estimate, Method};
use sandtable_arena::matchup::{Corrected, MatchResult, Shares};
use sandtable_arena::requests::Match;
use sandtable_arena::sprt::Accepted;
use sandtable_arena::statistics_file::StatisticsFile;
use sandtable_arena::{Failure, registry};

use crate::{output, progress};

/// Plays many games between the same agents and reports wins, payoffs and their errors.
///
/// The result depends on the game, the seats and the seed alone: on any number of threads it is the same to the last bit.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable match lucid --seats one-axis-blue simple-red --games 200000
  sandtable match lucid --seats simple-blue dist-exp-red --games 1000 --luck expanded
  sandtable match lucid --seats one-axis-blue+dist-exp-red simple-blue+axes-exp-red --games 2000 --swap
  sandtable match lucid:3x3 --seats random random --games 2000 --swap --json
  sandtable match grid --games 100 --stats                        the players that the rule file names")]
pub struct Args {
    /// The game: a name, or name:parameters.
    game: String,
    /// The agents, one for each seat. [default: those whom the game's files name]
    #[arg(long, num_args = 1.., value_name = "AGENT")]
    seats: Vec<String>,
    /// How many games to play (with --swap rounded up to whole deals).
    #[arg(long, default_value_t = 100, value_parser = super::count, allow_negative_numbers = true)]
    games: u64,
    /// Fixes all dice and all thoughts.
    #[arg(long, default_value_t = 1, value_parser = super::whole, allow_negative_numbers = true)]
    seed: u64,
    /// Play each deal from every seat, with the same dice.
    #[arg(long)]
    swap: bool,
    /// Correct for luck: none, simple, expanded (the game's own models) or value (learned from the games).
    #[arg(long, default_value = "none", value_name = "METHOD")]
    luck: String,
    /// With --luck simple or expanded, correct each game by a regression on the others alone: no bias, however few there are.
    #[arg(long)]
    leave_one_out: bool,
    /// Stop as soon as the pairs decide between two Elo differences of the first agent, as LOW,HIGH (needs --swap).
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// Count the game's own statistics, where it has some.
    #[arg(long)]
    stats: bool,
    /// Write the statistics of every game to this file, in the format of Grid Risk's paper, or as JSON (.json).
    #[arg(long, value_name = "FILE", conflicts_with = "swap")]
    stats_file: Option<PathBuf>,
    /// Threads to use; 0 for one per core.
    #[arg(long, default_value_t = 0, value_parser = super::threads, allow_negative_numbers = true)]
    threads: usize,
    /// Write a record of every game into this folder.
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let game = registry::open(&args.game)?;
    let seats = super::seated(&*game, &args.seats)?;
    super::without_people(&seats)?;
    let request = Match {
        game: args.game.clone(),
        seats,
        games: args.games,
        seed: args.seed,
        swap: args.swap,
        luck: args.luck.clone(),
        leave_one_out: args.leave_one_out,
        sprt: args.sprt.clone().unwrap_or_default(),
        stats: args.stats || args.stats_file.is_some(),
    };
    let matchup = request.matchup()?;
    output::check_page(args.stats_file.as_deref())?;
    let mut records = args.record.as_ref().map(record_file).transpose()?;
    let result = progress::watch(args.games, args.threads, |work| {
        let sink = records.as_mut().map(|(out, _)| out as &mut dyn Write);
        game.run_match(&matchup, work, sink)
    })?;
    if let Some((mut out, path)) = records {
        out.flush().map_err(|e| Failure::Failed(format!("cannot write {path}: {e}")))?;
    }
    if let Some(path) = &args.stats_file {
        output::page(path, &StatisticsFile::of_match(path, &*game, &result)?.text_for(path))?;
    }
    if args.json {
        output::json(&result);
    } else {
        show(&result);
    }
    Ok(())
}

fn record_file(folder: &PathBuf) -> Result<(BufWriter<File>, String), Failure> {
    let path = folder.join("games.jsonl");
    let refuse = |e: std::io::Error| Failure::BadInput(format!("cannot write {}: {e}", path.display()));
    std::fs::create_dir_all(folder).map_err(refuse)?;
    Ok((BufWriter::new(File::create(&path).map_err(refuse)?), path.display().to_string()))
}

fn show(result: &MatchResult) {
    output::say(&format!(
        "{} games of {}, seed {}: {} draws, {:.1} turns a game ({} to {})",
        result.games,
        result.game,
        result.seed,
        result.draws,
        result.turns.mean,
        result.turns.min,
        result.turns.max
    ));
    let corrected = result.luck.method != Method::None;
    let rows = (0..result.seats.len())
        .map(|i| {
            let percent = |share: &[f64]| 100.0 * share[i];
            let Shares { mean, low, high } = &result.share;
            let mut row = vec![
                result.seats[i].clone(),
                result.wins[i].to_string(),
                format!("{:.1} % [{:.1}, {:.1}]", percent(mean), percent(low), percent(high)),
                result.score.text(i, 4),
            ];
            if corrected {
                row.push(result.luck.estimate.text(i, 4));
            }
            row
        })
        .collect();
    let header = ["agent", "wins", "share [95 %]", "payoff (score) ± se", "corrected ± se"];
    output::table(&header[..if corrected { 5 } else { 4 }], &[], rows);
    if let Some(statistics) = &result.statistics {
        let games = result.games as f64;
        let rows = statistics.names.iter().enumerate().map(|(i, name)| {
            let mean = |agent: &Vec<f64>| format!("{:.2}", agent[i] / games);
            std::iter::once(name.to_string()).chain(statistics.totals.iter().map(mean)).collect()
        });
        let header: Vec<&str> =
            std::iter::once("per game").chain(result.seats.iter().map(String::as_str)).collect();
        output::table(&header, &[], rows.collect());
    }
    for (agent, mishaps) in result.seats.iter().zip(&result.mishaps).filter(|(_, m)| m.count > 0) {
        output::say(&mishaps.text(agent));
    }
    if let Some(verdict) = result.sprt {
        let text = match verdict.accepted {
            Accepted::Undecided => "undecided",
            Accepted::Low => "the lower difference is accepted",
            Accepted::High => "the higher difference is accepted",
        };
        output::say(&format!("Sequential test: {text} (log-likelihood ratio {:.2}).", verdict.llr));
    }
    for line in luck_lines(result).into_iter().chain([last_line(result)]) {
        output::say(&line);
    }
}

/// What the luck correction did.
fn luck_lines(result: &MatchResult) -> Vec<String> {
    let Corrected { method, factor, unlisted, warning, .. } = &result.luck;
    let mut lines = Vec::new();
    if *unlisted > 0 {
        lines.push(format!("{unlisted} draws could not be listed: the luck in them is still there."));
    }
    match (warning, factor) {
        (Some(warning), _) => lines.push(format!("Warning: {warning}.")),
        (None, Some(factor)) if *method != Method::None => {
            lines.push(format!("Without the correction {factor:.1} times as many games would be needed."));
        }
        _ => {}
    }
    lines
}

/// How long it took, and how well which payoffs are known.
fn last_line(result: &MatchResult) -> String {
    let known = |what: &str, estimate: &Estimate| match estimate.half_width() {
        None => format!("not enough games to say how well {what} are known"),
        Some(0.0) => format!("all deals gave the same {what}, too few to say how well they are known"),
        Some(half) => format!("{what} are known to ±{half:.3} (95 %)"),
    };
    let mut line = format!(
        "{:.2} s, {:.0} games/s; {}",
        result.seconds,
        result.games_per_second,
        known("payoffs", &result.score)
    );
    if result.luck.method != Method::None {
        line += &format!(", {}", known("corrected payoffs", &result.luck.estimate));
    }
    line + "."
}
