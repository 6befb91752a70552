//! `sandtable perft`: counts positions.

use sandtable_arena::{Failure, registry};
use serde_json::json;

use crate::{output, progress};

/// Counts the distinct positions after a number of turns, for each seat that may have the first move.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable perft lucid 1                     Blue opens in 60,112 ways
  sandtable perft axis:minimap 1 --formula    too many to list: what the literature's formulas give")]
pub struct Args {
    /// The game: a name, or name:parameters.
    game: String,
    /// How many turns.
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Count the first turn by the game's own formulas instead of listing it.
    #[arg(long)]
    formula: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let game = registry::open(&args.game)?;
    if args.formula {
        return formula(args, &game.branching());
    }
    let perft = progress::count("positions", 1, |work| game.perft(args.depth, work))?;
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

fn formula(args: &Args, formulas: &[(&'static str, f64)]) -> Result<(), Failure> {
    if formulas.is_empty() {
        return Err(Failure::BadInput(format!(
            "--formula: {} has no formula, leave it out to count",
            args.game
        )));
    }
    if args.depth != 1 {
        return Err(Failure::BadInput(
            "--formula: formulas are for the first turn, expected the depth 1".into(),
        ));
    }
    if args.json {
        let all: serde_json::Map<_, _> =
            formulas.iter().map(|(name, value)| (name.to_string(), json!(value))).collect();
        output::json(&json!({"game": args.game, "depth": 1, "formulas": all}));
    } else {
        let rows = formulas.iter().map(|(name, value)| vec![name.to_string(), format!("{value:.3e}")]);
        output::table(&["formula", "ways to play the first turn"], &[], rows.collect());
    }
    Ok(())
}
