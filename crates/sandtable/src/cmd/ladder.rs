//! `sandtable ladder`: an agent against the field of its game.

use std::path::PathBuf;

use sandtable_arena::Failure;
use sandtable_arena::ladder::{Climb, Ladder, Stand};
use serde::Serialize;

use crate::{output, progress};

/// Plays an agent against the fixed field of its game: scripts, outsiders and searches at fixed budgets.
///
/// Games are paired: each deal is played from every seat, with the opponent in all the others. The worst opponent is named, for a player
/// is as strong as its worst result. Every finished opponent is stored; the same command again goes on where it was interrupted.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable ladder risk --agent planner
  sandtable ladder axis --agent staff:nodes=20 --games 40 --json
  sandtable ladder my-field.toml --agent mcts:sims=100 --markdown result.md

A field is TOML:
  version = 1
  [[rung]]
  game = \"risk:duel\"
  against = \"card-hunter\"
  games = 400")]
pub struct Args {
    /// A game that has a field, a variant that stands in it, or a file with a field of your own.
    game: String,
    /// The agent.
    #[arg(long, value_name = "AGENT")]
    agent: String,
    /// Games against each opponent, instead of those that the field asks for.
    #[arg(long, value_parser = super::count, allow_negative_numbers = true)]
    games: Option<u64>,
    /// Fixes all dice and all thoughts.
    #[arg(long, default_value_t = 1, value_parser = super::whole, allow_negative_numbers = true)]
    seed: u64,
    /// Threads to use; 0 for one per core.
    #[arg(long, default_value_t = 0, value_parser = super::threads, allow_negative_numbers = true)]
    threads: usize,
    /// Where results are stored; also SANDTABLE_DATA. [default: the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Forget the stored results and start over.
    #[arg(long)]
    fresh: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write the result with its command and date, as docs/ladder keeps them.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    super::without_people(std::slice::from_ref(&args.agent))?;
    let ladder = Ladder::new(&args.game, &args.agent, args.games, args.seed)?;
    output::check_page(args.markdown.as_deref())?;
    let data = super::tournament::data_folder(args.data.clone())?;
    let climb = progress::watch(ladder.games(), args.threads, |work| ladder.run(&data, args.fresh, work))?;
    if let Some(path) = &args.markdown {
        output::page(path, &markdown(args, &ladder, &climb))?;
    }
    if args.json {
        #[derive(Serialize)]
        struct Document<'a> {
            #[serde(flatten)]
            ladder: &'a Ladder,
            #[serde(flatten)]
            climb: &'a Climb,
        }
        output::json(&Document { ladder: &ladder, climb: &climb });
    } else {
        output::table(&HEADER, &[0, 1], climb.rungs.iter().map(cells).collect());
        climb.rungs.iter().for_each(|stand| {
            for (mishaps, agent) in stand.mishaps.iter().zip([&args.agent, &stand.rung.against]) {
                if mishaps.count > 0 {
                    output::say(&mishaps.text(agent));
                }
            }
        });
        output::say(&summary(&climb));
    }
    Ok(())
}

const HEADER: [&str; 6] = ["game", "against", "games", "points [95 %]", "of a fair share", "tuned on"];

fn cells(stand: &Stand) -> Vec<String> {
    let percent = |x: f64| format!("{:.1}", 100.0 * x);
    let interval = match (stand.interval(), stand.stderr) {
        (Some((low, high)), _) => format!("{}, {}", percent(low), percent(high)),
        (None, Some(_)) => "all deals alike".into(),
        (None, None) => "too few games".into(),
    };
    vec![
        stand.rung.game.clone(),
        stand.rung.against.clone(),
        stand.rung.games.to_string(),
        format!("{} % [{interval}]", percent(stand.points)),
        format!("{:.2}", stand.ratio()),
        if stand.rung.tuned { "yes" } else { "" }.into(),
    ]
}

/// The worst result, in a sentence.
fn summary(climb: &Climb) -> String {
    let worst = &climb.rungs[climb.worst];
    let Stand { rung, points, .. } = worst;
    let (game, against, times) = (&rung.game, &rung.against, worst.ratio());
    format!(
        "Worst opponent: {against} in {game}, {:.1} % of the points, {times:.2} of a fair share.",
        100.0 * points
    )
}

/// The result as a page of docs/ladder.
fn markdown(args: &Args, ladder: &Ladder, climb: &Climb) -> String {
    let origin = super::origin();
    let games = args.games.map_or(String::new(), |games| format!(" --games {games}"));
    let command =
        format!("sandtable ladder {} --agent {}{games} --seed {}", args.game, args.agent, args.seed);
    let mut text = format!(
        "# {} on the ladder of {}, version {}\n\n`{command}`, Sandtable {}, {}\n\n",
        ladder.agent, ladder.game, ladder.version, origin.version, origin.date
    );
    let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    text += &row(&HEADER.map(String::from));
    text += &format!("|{}\n", "---|".repeat(HEADER.len()));
    climb.rungs.iter().for_each(|stand| text += &row(&cells(stand)));
    let seconds: f64 = climb.rungs.iter().map(|stand| stand.seconds).sum();
    text + &format!("\n{} {seconds:.0} s in all.\n", summary(climb))
}
