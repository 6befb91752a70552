//! `sandtable replay`: plays records again and checks them.

use sandtable_arena::replay::parse_record;
use sandtable_arena::{Failure, registry};
use sandtable_core::catalog::read_file;
use serde_json::{Value, json};

use crate::output;

/// Plays the games of a record file again: every step must be legal, every die as the seed says, the result the same.
#[derive(clap::Args)]
pub struct Args {
    /// A file of records, one game a line.
    file: String,
    /// Show every event and the board after each turn.
    #[arg(long)]
    show: bool,
    /// Let the agents play each game once more; they must write the same record.
    #[arg(long)]
    rerun: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let text = read_file(&args.file, "expected a file of records")?;
    let mut games: Vec<Value> = Vec::new();
    let mut rows = Vec::new();
    for (i, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
        let place = format!("{}:{}", args.file, i + 1);
        let record = parse_record(&place, line)?;
        let game =
            registry::open(&record.game_spec()).map_err(|e| Failure::BadInput(format!("{place}: {e}")))?;
        let replayed = game
            .replay(&record, args.rerun, &mut |text| {
                if args.show && !args.json {
                    output::say(text);
                }
            })
            .map_err(|f| match f {
                Failure::BadInput(line) => Failure::BadInput(format!("{place}: {line}")),
                other => Failure::Failed(format!("{place}: {other}")),
            })?;
        let result = replayed.result.map(|p| format!("{p:?}")).unwrap_or("unfinished".into());
        rows.push(vec![record.game_spec(), record.seats.join(" – "), replayed.turns.to_string(), result]);
        games.push(json!({
            "game": record.game_spec(),
            "seats": record.seats,
            "events": replayed.events,
            "turns": replayed.turns,
            "result": replayed.result,
        }));
    }
    if games.is_empty() {
        return Err(Failure::BadInput(format!("{}: no records", args.file)));
    }
    let count = games.len();
    if args.json {
        output::json(&games);
    } else {
        rows.truncate(20);
        output::table(&["game", "seats", "turns", "result"], &[1], rows);
        output::say(&format!("{count} games replayed; every step, die and result is as recorded."));
    }
    Ok(())
}
