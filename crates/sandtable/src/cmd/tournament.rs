//! `sandtable tournament`: round robin, stored as it goes.

use std::path::{Path, PathBuf};

use sandtable_arena::duels::nash::Share;
use sandtable_arena::rating::Interval;
use sandtable_arena::statistics_file::StatisticsFile;
use sandtable_arena::tournament::{Standings, Tournament};
use sandtable_arena::{AnyGame, Failure, registry, report};

use crate::{output, progress};

/// Plays a round robin. Every finished game is stored; the same command again goes on where it was interrupted.
#[derive(clap::Args)]
#[command(after_help = "\
A tournament file is TOML:
  game = \"lucid\"
  agents = [\"simple-blue\", \"one-axis-blue:axis=C\", \"simple-red\", \"dist-exp-red\"]
  games = 10000
  seed = 1
  first_versus = true     # only the first agent meets the others
  one_way = true          # every group plays one seating only
An agent that stands several times meets the others as often, with other dice each time.

Examples:
  sandtable tournament lucid:3x3 --agents random simple-blue simple-red --games 1000 --html out.html
  sandtable tournament lucid --agents one-axis-blue+dist-exp-red simple-blue+simple-red random --games 1000
  sandtable tournament my.toml --json
  sandtable tournament data/tournaments/tourn6.trn --games 50 --stats-file stats.txt")]
pub struct Args {
    /// A tournament file (.toml, or a .trn of Grid Risk), or a game.
    what: String,
    /// The game of a .trn file.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// The agents, if a game is given; agents for single seats are joined by + into one for all.
    #[arg(long, num_args = 1.., value_name = "AGENT")]
    agents: Vec<String>,
    /// Games for every group of agents that meets, if a game is given; games a match of a .trn file [default: 50].
    #[arg(long, value_parser = super::count, allow_negative_numbers = true)]
    games: Option<u64>,
    /// Fixes all dice and all thoughts, if a game is given.
    #[arg(long, value_parser = super::whole, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Only the first agent meets the others, if a game is given.
    #[arg(long)]
    first_versus: bool,
    /// Every group plays one seating only, if a game is given.
    #[arg(long)]
    one_way: bool,
    /// Threads to use; 0 for one per core.
    #[arg(long, default_value_t = 0, value_parser = super::threads, allow_negative_numbers = true)]
    threads: usize,
    /// Where games are stored; also SANDTABLE_DATA. [default: the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Forget the stored games of this tournament and start over.
    #[arg(long)]
    fresh: bool,
    /// Write the statistics of every game to this file, in the format of Grid Risk's paper, or as JSON
    /// (.json); plays the games for it.
    #[arg(long, value_name = "FILE")]
    stats_file: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write a report with a plot.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let tournament = tournament(args)?;
    super::without_people(&tournament.agents)?;
    let game = registry::open(&tournament.game)?;
    let total = tournament.seatings(&*game)?.iter().map(|s| s.deals).sum();
    output::check_page(args.html.as_deref())?;
    output::check_page(args.stats_file.as_deref())?;
    if let Some(path) = &args.stats_file {
        write_statistics(args, &tournament, &*game, path)?;
    }
    let data = data_folder(args.data.clone())?;
    let standings = progress::watch(total, args.threads, |work| tournament.run(&data, args.fresh, work))?;
    if let Some(path) = &args.html {
        output::page(path, &report::tournament(&standings, &super::origin()))?;
    }
    if args.json {
        output::json(&standings);
    } else {
        show(&standings);
    }
    Ok(())
}

/// Plays every table with its statistics and writes them down.
fn write_statistics(
    args: &Args,
    tournament: &Tournament,
    game: &dyn AnyGame,
    path: &Path,
) -> Result<(), Failure> {
    let bouts = tournament.bouts(game)?;
    let total = bouts.iter().map(|(bout, _)| bout.games).sum();
    let file = progress::watch(total, args.threads, |work| {
        StatisticsFile::play(path, &args.what, game, &bouts, work)
    })?;
    output::page(path, &file.text_for(path))
}

fn tournament(args: &Args) -> Result<Tournament, Failure> {
    if args.what.ends_with(".trn") {
        if !args.agents.is_empty() || args.first_versus || args.one_way {
            let line = "--agents, --first-versus and --one-way stand in the tournament file";
            return Err(Failure::BadInput(line.into()));
        }
        let read = Tournament::read_trn(&args.what, args.game.as_deref(), args.games.unwrap_or(50))?;
        return Ok(Tournament { seed: args.seed.unwrap_or(read.seed), ..read });
    }
    if args.game.is_some() {
        return Err(Failure::BadInput("--game goes with a .trn file".into()));
    }
    let from_file = args.what.ends_with(".toml");
    let numbers = args.games.is_some() || args.seed.is_some();
    let flags = !args.agents.is_empty() || numbers || args.first_versus || args.one_way;
    match (from_file, flags) {
        (true, true) => {
            let line = "--agents, --games, --seed, --first-versus and --one-way stand in the tournament file";
            Err(Failure::BadInput(line.into()))
        }
        (true, false) => Ok(Tournament::read(&args.what)?),
        (false, _) if args.agents.is_empty() => {
            Err(Failure::BadInput(format!("{}: expected --agents A B …, or a .toml file", args.what)))
        }
        (false, _) => Ok(Tournament {
            game: args.what.clone(),
            agents: args.agents.clone(),
            games: args.games.unwrap_or(100),
            seed: args.seed.unwrap_or_else(sandtable_arena::tournament::default_seed),
            first_versus: args.first_versus,
            one_way: args.one_way,
        }),
    }
}

/// Where the store is: as asked for, or in the user's data folder.
pub fn data_folder(asked: Option<PathBuf>) -> Result<PathBuf, Failure> {
    let from = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    asked
        .or_else(|| from("SANDTABLE_DATA"))
        .or_else(|| from("XDG_DATA_HOME").map(|d| d.join("sandtable")))
        .or_else(|| from("HOME").map(|d| d.join(".local/share/sandtable")))
        .ok_or_else(|| Failure::BadInput("no folder for the store: give one with --data DIR".into()))
}

fn show(standings: &Standings) {
    let mixed = standings.ratings.iter().any(|r| r.nash.is_some());
    let rows = standings
        .ratings
        .iter()
        .map(|r| {
            let s = r.strength;
            let elo = r.elo.map_or("–".into(), |e| interval(e, 0));
            let worst = r.worst.as_ref();
            let mut row = vec![
                r.agent.clone(),
                r.games.to_string(),
                interval(s, 3),
                elo,
                worst.map_or("–".into(), |w| interval(w.payoff, 3)),
                worst.map_or("–".into(), |w| w.opponent.clone()),
            ];
            let share = |n: &Share| format!("{:.0} % ({:+.3})", 100.0 * n.weight, n.payoff);
            row.extend(mixed.then(|| r.nash.as_ref().map_or("–".into(), share)));
            row
        })
        .collect();
    let header =
        ["agent", "games", "strength [95 %]", "Elo [95 %]", "worst payoff [95 %]", "against", "Nash"];
    output::table(&header[..if mixed { 7 } else { 6 }], &[5], rows);
    let rows = standings
        .tables
        .iter()
        .map(|t| {
            let wins: Vec<String> = t.wins.iter().map(u64::to_string).collect();
            let score = t.score.text(0, 3);
            vec![t.seats.join(" – "), t.games.to_string(), wins.join(" – "), t.draws.to_string(), score]
        })
        .collect();
    output::table(&["table", "games", "wins", "draws", "payoff (score) of the first seat ± se"], &[], rows);
    for (agent, mishaps) in standings.mishaps() {
        output::say(&mishaps.text(agent));
    }
    output::say(&format!(
        "{} games, {} of them from the store {}; {:.2} s in this run.",
        standings.played, standings.reused, standings.store, standings.seconds
    ));
    output::say("Strength is in points per game above the mean of comparable agents.");
    if mixed {
        output::say("Nash: weight in the best mixture of agents, and payoff against it.");
    }
    if standings.summed {
        output::say("Elo is from whole deals: who got more in both seats together has won.");
    }
    for circle in standings.circles.iter().take(SHOWN) {
        output::say(&format!("Circle: {} beats {}.", circle.join(" beats "), circle[0]));
    }
    if let Some(more) = standings.circles.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        output::say(&format!("… and {more} circles more."));
    }
}

/// More circles than this are only counted.
const SHOWN: usize = 10;

fn interval(interval: Interval, digits: usize) -> String {
    let Interval { value, low, high } = interval;
    let range = low.zip(high).map(|(low, high)| format!("{low:+.digits$}, {high:+.digits$}"));
    format!("{value:+.digits$} [{}]", range.unwrap_or("too few games".into()))
}
