//! `sandtable solve`: the exact worth of every first move of a small game.

use sandtable_arena::{Failure, solve};

use crate::output;

/// Solves a small game: what every first move gains on average against the best answers, or against a script.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable solve axis:la-2         who should go where before the tanks come
  sandtable solve axis:my.axis      a scenario of your own, see docs/automata.md")]
pub struct Args {
    /// The game: a name, or name:parameters.
    game: String,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let found = solve::solve(&args.game)?;
    if args.json {
        output::json(&found);
        return Ok(());
    }
    let against = if found.scripted { "the script" } else { "best answers" };
    output::say(&format!(
        "{} moves first, {} turns each; the best first move gains {:.3} against {against}",
        found.player, found.turns, found.gain
    ));
    let mut rows = Vec::new();
    for m in &found.moves {
        let shallow = m.shallow.map_or("–".into(), |gain| format!("{gain:.3}"));
        rows.push(vec![m.choice.clone(), m.ways.to_string(), format!("{:.3}", m.gain), shallow]);
        for (answer, gain) in &m.answers {
            rows.push(vec![format!("    {answer}"), String::new(), format!("{gain:.3}"), String::new()]);
        }
    }
    output::table(&["first move (and answers)", "ways", "gain", "if answers look one turn ahead"], &[], rows);
    Ok(())
}
