//! `sandtable` without a subcommand: what there is, and what to try next.

use sandtable_arena::{Failure, registry};

use crate::output::{say, table};

/// Commands to try, shown by the overview and by `--help`.
pub const EXAMPLES: &str = "\
Try next:
  sandtable play lucid:3x3 --seats human simple-red      play in the terminal
  sandtable agents lucid                                 who can play
  sandtable match lucid --seats one-axis-blue dist-exp-red --games 10000 --luck expanded
  sandtable tournament lucid:3x3 --agents random simple-blue simple-red --games 500
  sandtable match grid --seats aip:tuned aip:aiPlayer8 --games 1000 --swap
  sandtable play risk:duel --seats human planner         Risk against an opponent that plans
  sandtable odds risk 10 8                               the chances of one battle
  sandtable reproduce lucid-3.1 --quick                  a published table, ours beside theirs
  sandtable COMMAND --help                               what a command takes";

pub fn run() -> Result<(), Failure> {
    say("Sandtable: a laboratory for decision-making in stochastic board wargames.\n");
    let mut rows = Vec::new();
    for game in registry::games() {
        let agents: Vec<&str> = registry::open(game.name())?.agents().iter().map(|a| a.name).collect();
        rows.push(vec![game.name().to_string(), game.about().to_string(), agents.join(" ")]);
    }
    table(&["game", "what it is", "agents"], &[1, 2], rows);
    say(&format!("\n{EXAMPLES}"));
    Ok(())
}
