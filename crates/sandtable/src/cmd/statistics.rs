//! `sandtable statistics`: statistics files, shown and compared.

use std::path::PathBuf;

use sandtable_arena::Failure;
use sandtable_arena::statistics_file::{Comparison, MatchStatistics, SEATS, StatisticsFile, compare};
use sandtable_core::catalog::read_file;
use serde_json::json;

use crate::output;

/// Shows statistics files as `match`, `tournament` and `train` write them, and compares two.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable statistics data/statistics/example1a.txt
  sandtable match grid --games 100 --stats-file mine.txt && sandtable statistics data/statistics/example1a.txt mine.txt")]
pub struct Args {
    /// The files: one or more to show, or two to compare.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Show the statistics of every match, not only who won it.
    #[arg(long)]
    full: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let read = |path: &PathBuf| {
        let path = path.to_string_lossy();
        let text = read_file(&path, "expected a statistics file")?;
        Ok(StatisticsFile::parse(&path, &text)?)
    };
    let files = args.files.iter().map(read).collect::<Result<Vec<StatisticsFile>, Failure>>()?;
    let compared = if let [one, other] = &files[..] { Some(compare(one, other)) } else { None };
    if args.json {
        output::json(&json!({ "files": files, "compared": compared }));
        return Ok(());
    }
    files.iter().for_each(|file| show(file, args.full));
    match &compared {
        Some(all) if all.is_empty() => {
            output::say("The two files have no match of the same players in common.")
        }
        Some(all) => all.iter().for_each(show_comparison),
        None => {}
    }
    Ok(())
}

fn show(file: &StatisticsFile, full: bool) {
    let tournament = file.tournament.as_ref().map_or(String::new(), |t| format!(", tournament {t}"));
    output::say(&format!("{}{tournament}", file.file));
    let row = |m: &MatchStatistics| {
        let [red, blue] = &m.players;
        let wins = format!("{} – {}", m.wins[0], m.wins[1]);
        let rules = format!("{}, {}", m.rules.0, m.rules.1);
        vec![format!("{red} – {blue}"), m.games.len().to_string(), wins, rules]
    };
    output::table(
        &["red – blue", "games", "wins", "rules, positions"],
        &[3],
        file.matches.iter().map(row).collect(),
    );
    for one in file.matches.iter().filter(|_| full || file.matches.len() == 1) {
        let rows = (0..one.names.len()).map(|i| {
            let mean = |seat: usize| {
                let moments = one.moments(i, seat);
                format!("{:.2} ± {:.2}", moments.mean(), moments.stderr())
            };
            vec![one.names[i].clone(), mean(0), mean(1)]
        });
        let [red, blue] = &one.players;
        output::table(&["per game", &format!("red {red}"), &format!("blue {blue}")], &[], rows.collect());
    }
}

fn show_comparison(one: &Comparison) {
    let [red, blue] = &one.players;
    output::say(&format!("{red} – {blue}, {} and {} games:", one.games[0], one.games[1]));
    let rows = one.differences.iter().map(|d| {
        let errors = d.errors.map_or("–".into(), |e| format!("{e:+.1}"));
        let [first, second] = d.means.map(|mean| format!("{mean:.2}"));
        vec![format!("{} {}", SEATS[d.seat], d.name), first, second, errors]
    });
    output::table(&["per game", "first file", "second file", "standard errors apart"], &[], rows.collect());
}
