//! `sandtable perft`: counts positions.

use sandtable_arena::{Failure, registry};
use serde_json::json;

use crate::output;

/// Counts the distinct positions after a number of turns, for each seat that may have the first move.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  sandtable perft lucid 1        Blue opens in 60,112 ways")]
pub struct Args {
    /// The game: a name, or name:parameters.
    game: String,
    /// How many turns.
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let perft = registry::open(&args.game)?.perft(args.depth)?;
    if args.json {
        output::json(&json!({
            "game": args.game,
            "depth": perft.depth,
            "positions": perft.positions,
            "seconds": perft.seconds,
        }));
        return Ok(());
    }
    let rows = perft.positions.iter().map(|(seat, n)| vec![seat.clone(), n.to_string()]).collect();
    output::table(&["first to move", &format!("positions after {} turns", args.depth)], &[], rows);
    output::say(&format!("{:.3} s", perft.seconds));
    Ok(())
}
