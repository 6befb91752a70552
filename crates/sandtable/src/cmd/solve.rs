//! `sandtable solve`: the exact worth of every first move of a small game.

use sandtable_arena::Failure;
use sandtable_arena::solve::{self, Learner};

use crate::{output, progress};

/// Solves a small game: what every first move gains on average against the best answers, or against a script.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable solve axis:la-2         who should go where before the tanks come
  sandtable solve axis:my.axis      a scenario of your own, see docs/automata.md
  sandtable solve axis:la-2 --agent automata:tiers=bayes+tsetlin,rounds=600+200+100 --runs 500
                                    how often learning automata choose each move

Parameters of the agent: tiers, rounds, rate, rise, limiter, sure, feedback=exact|dice, lessons,
opponent=tiers|turn, keep=no|yes; docs/automata.md explains them.")]
pub struct Args {
    /// The game: a name, or name:parameters.
    game: String,
    /// An agent that learns the game, to see what it chooses.
    #[arg(long)]
    agent: Option<String>,
    /// How often it learns.
    #[arg(long, default_value_t = 100, value_parser = super::count, allow_negative_numbers = true)]
    runs: u64,
    /// The seed of its runs.
    #[arg(long, default_value_t = 1, value_parser = super::whole, allow_negative_numbers = true)]
    seed: u64,
    /// Threads to use; 0 for one per core.
    #[arg(long, default_value_t = 0, value_parser = super::threads, allow_negative_numbers = true)]
    threads: usize,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let learner =
        args.agent.as_ref().map(|agent| Learner { agent: agent.clone(), runs: args.runs, seed: args.seed });
    let total = learner.as_ref().map_or(0, |l| l.runs);
    let found =
        progress::watch(total, args.threads, |work| solve::solve(&args.game, learner.as_ref(), work))?;
    if args.json {
        output::json(&found);
        return Ok(());
    }
    let against = if found.scripted { "the script" } else { "best answers" };
    output::say(&format!(
        "{} moves first, {} turns each; the best first move gains {:.3} against {against}",
        found.player, found.turns, found.gain
    ));
    if let Some(learned) = &found.learned {
        output::say(&format!(
            "{}: {} of {} runs choose a best first move; what they choose gains {:.3} ± {:.3}; {:.4} s a decision",
            learned.agent, learned.best, learned.runs, learned.gain, learned.stderr, learned.seconds
        ));
    }
    let mut header = vec!["first move (and answers)", "ways", "gain", "if answers look one turn ahead"];
    header.extend(found.learned.as_ref().map(|_| "chosen"));
    let mut rows = Vec::new();
    for m in &found.moves {
        let shallow = m.shallow.map_or("–".into(), |gain| format!("{gain:.3}"));
        let mut row = vec![m.choice.clone(), m.ways.to_string(), format!("{:.3}", m.gain), shallow];
        row.extend(m.chosen.map(|runs| runs.to_string()));
        rows.push(row);
        for (answer, gain) in &m.answers {
            let mut row = vec![format!("    {answer}"), String::new(), format!("{gain:.3}"), String::new()];
            row.resize(header.len(), String::new());
            rows.push(row);
        }
    }
    output::table(&header, &[], rows);
    Ok(())
}
