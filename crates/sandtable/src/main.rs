//! Sandtable, a laboratory for decision-making in stochastic board wargames: the command line.
//!
//! One file per subcommand. `--json` prints one document on standard output and nothing else; progress goes to
//! standard error. Exit code 0 is success, 1 a failed check or interrupted work, 2 bad input.

mod cmd;
mod output;
mod progress;
mod web;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use sandtable_arena::Failure;

/// A laboratory for decision-making in stochastic board wargames.
///
/// Without a command it starts the web app, as `sandtable serve` does.
#[derive(Parser)]
#[command(name = "sandtable", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

/// Commands to try.
const EXAMPLES: &str = "\
Try next:
  sandtable                                              the web app, at http://127.0.0.1:7878
  sandtable games                                        the games, and sandtable agents GAME who can play
  sandtable play lucid:3x3 --seats human simple-red      play in the terminal
  sandtable match lucid --seats one-axis-blue dist-exp-red --games 10000 --luck expanded
  sandtable tournament lucid:3x3 --agents random simple-blue simple-red --games 500
  sandtable match grid --seats aip:tuned aip:aiPlayer8 --games 1000 --swap
  sandtable play risk:duel --seats human planner         Risk against an opponent that plans
  sandtable odds risk 10 8                               the chances of one battle
  sandtable reproduce lucid-3.1 --quick                  a published table, ours beside theirs
  sandtable COMMAND --help                               what a command takes";

#[derive(Subcommand)]
enum Command {
    Serve(cmd::serve::Args),
    Games(cmd::games::Args),
    Agents(cmd::agents::Args),
    Play(cmd::play::Args),
    Match(cmd::matches::Args),
    Tournament(cmd::tournament::Args),
    Ladder(cmd::ladder::Args),
    Train(cmd::train::Args),
    Advise(cmd::advise::Args),
    Replay(cmd::replay::Args),
    Perft(cmd::perft::Args),
    Odds(cmd::odds::Args),
    Solve(cmd::solve::Args),
    Statistics(cmd::statistics::Args),
    Import(cmd::import::Args),
    Reproduce(cmd::reproduce::Args),
    Bench(cmd::bench::Args),
}

fn main() -> ExitCode {
    let done = parse().and_then(|cli| match cli.command {
        None => cmd::serve::run(&cmd::serve::Args::default()),
        Some(Command::Serve(args)) => cmd::serve::run(&args),
        Some(Command::Games(args)) => cmd::games::run(&args),
        Some(Command::Agents(args)) => cmd::agents::run(&args),
        Some(Command::Play(args)) => cmd::play::run(&args),
        Some(Command::Match(args)) => cmd::matches::run(&args),
        Some(Command::Tournament(args)) => cmd::tournament::run(&args),
        Some(Command::Ladder(args)) => cmd::ladder::run(&args),
        Some(Command::Train(args)) => cmd::train::run(&args),
        Some(Command::Advise(args)) => cmd::advise::run(&args),
        Some(Command::Replay(args)) => cmd::replay::run(&args),
        Some(Command::Perft(args)) => cmd::perft::run(&args),
        Some(Command::Odds(args)) => cmd::odds::run(&args),
        Some(Command::Solve(args)) => cmd::solve::run(&args),
        Some(Command::Statistics(args)) => cmd::statistics::run(&args),
        Some(Command::Import(args)) => cmd::import::run(&args),
        Some(Command::Reproduce(args)) => cmd::reproduce::run(&args),
        Some(Command::Bench(args)) => cmd::bench::run(&args),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("sandtable: {failure}");
            ExitCode::from(if matches!(failure, Failure::BadInput(_)) { 2 } else { 1 })
        }
    }
}

/// Reads the command line; help goes out as it is, errors become one line.
fn parse() -> Result<Cli, Failure> {
    Cli::try_parse().map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => error.exit(),
        _ => {
            let text = error.to_string();
            let (problem, _) = text.split_once("\n\nUsage:").unwrap_or((&text, ""));
            let words: Vec<&str> = problem.trim_start_matches("error: ").split_whitespace().collect();
            Failure::BadInput(words.join(" ").replace(" For more information, try '--help'.", ""))
        }
    })
}
