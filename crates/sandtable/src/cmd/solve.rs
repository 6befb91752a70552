//! `sandtable solve`: small games exactly, and what agents are worth in them.

use std::path::PathBuf;

use sandtable_arena::Failure;
use sandtable_arena::registry;
use sandtable_arena::solve::{self, Bound, Hidden, Hunt, Solution, Solved, Task, Whole, bound};

use crate::{output, progress};

/// Solves a small game exactly: its value, best moves, and what agents are worth in it; or a small scenario of Axis & Allies.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable solve lucid:3x3         the value of the game and best openings
  sandtable solve lucid:3x3 --agent one-axis-blue dist-exp-red mcts:sims=100
                                    Geq and Peq of agents: what each gets against the opponent that is worst for it,
                                    and against best play
  sandtable solve lucid:my.board --gigabytes 12
  sandtable solve lucid --state end.state --out end.table
                                    an end game: all positions that can follow, with any number of turns left
  sandtable solve lucid --state other.state --table end.table
                                    another position of the same end game, without solving it again
  sandtable solve opaque:data/boards/short.board
                                    how to play by lot where something is hidden
  sandtable solve lucid --agent one-axis-blue dist-exp-red --bound --games 500
                                    what agents get at most from the worst opponent, on a board of any size
  sandtable solve grid:data/rules/tiny.rg
                                    a game of Grid Risk on nine squares
  sandtable solve axis:la-2         a scenario of one decision per unit: who should go where before the tanks come
  sandtable solve axis:la-2 --agent automata:tiers=bayes+tsetlin,rounds=600+200+100 --runs 500
                                    how often learning automata choose each move
  sandtable solve axis:la-1 --whole the same scenario as a whole game, step by step

A game is solved if it is of two sides and constant sum, and its positions, or where something is hidden its histories, fit into
memory: they are counted as they are listed, and what is too large is refused. Agents are asked anew in every position, with randomness drawn from it: see
docs/exact.md. What automata may set in scenarios is in docs/automata.md.")]
pub struct Args {
    /// The game: a name, or name:parameters.
    game: String,
    /// Solve it from the position in this file on (- for standard input), instead of from its start.
    #[arg(long, value_name = "FILE")]
    state: Option<String>,
    /// Solve a scenario of one decision per unit as a whole game, by its rules alone.
    #[arg(long)]
    whole: bool,
    /// Keep the values in this file.
    #[arg(long, value_name = "FILE", conflicts_with = "table")]
    out: Option<PathBuf>,
    /// Ask the values in this file, which --out wrote, instead of solving again.
    #[arg(long, value_name = "FILE")]
    table: Option<String>,
    /// Agents to measure, each in every seat that it can play; in a scenario, an agent that learns it.
    #[arg(long, num_args = 1..)]
    agent: Vec<String>,
    /// Instead of solving the game, let a search that knows each agent play against it: a bound on what it gets from the worst
    /// opponent, for games of any size.
    #[arg(long, requires = "agent", conflicts_with_all = ["state", "out", "table"])]
    bound: bool,
    /// With --bound: the search, an agent with a parameter `model`.
    #[arg(long, default_value = "mcts", requires = "bound", value_name = "AGENT")]
    search: String,
    /// With --bound: games against each agent.
    #[arg(long, default_value_t = 200, value_parser = super::count, allow_negative_numbers = true, requires = "bound")]
    games: u64,
    /// Where something is hidden: how well the value is to be known.
    #[arg(long, default_value_t = 1e-3, value_parser = precision)]
    precision: f64,
    /// How often an agent learns a scenario.
    #[arg(long, default_value_t = 100, value_parser = super::count, allow_negative_numbers = true)]
    runs: u64,
    /// The seed of agents.
    #[arg(long, default_value_t = 1, value_parser = super::whole, allow_negative_numbers = true)]
    seed: u64,
    /// Memory that positions may take.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=64))]
    gigabytes: u8,
    /// Threads to use; 0 for one per core.
    #[arg(long, default_value_t = 0, value_parser = super::threads, allow_negative_numbers = true)]
    threads: usize,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

fn precision(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|n| (1e-9..=1.0).contains(n));
    number.ok_or_else(|| "expected a number from 0.000000001 to 1".into())
}

pub fn run(args: &Args) -> Result<(), Failure> {
    if args.bound {
        return run_bound(args);
    }
    let bytes = usize::from(args.gigabytes) << 30;
    let read = |file: &str| super::position(file).map(|text| (file.to_string(), text));
    let task = Task {
        agents: args.agent.clone(),
        seed: args.seed,
        bytes,
        state: args.state.as_deref().map(read).transpose()?,
        whole: args.whole,
        table: args.table.clone(),
        out: args.out.clone(),
        precision: args.precision,
    };
    let found = progress::count("positions or runs", args.threads, |work| {
        solve::solve(&args.game, args.runs, &task, work)
    })?;
    match found {
        _ if args.json => output::json(&found),
        Solved::Game(whole) => show_game(&whole),
        Solved::Hidden(found) => show_hidden(&found),
        Solved::Scenario(found) => show_scenario(&found),
    }
    Ok(())
}

fn run_bound(args: &Args) -> Result<(), Failure> {
    let game = registry::open(&args.game)?;
    let hunt = Hunt { search: args.search.clone(), games: args.games, seed: args.seed };
    let found =
        progress::count("games", args.threads, |work| bound::bounds(&*game, &args.agent, &hunt, work))?;
    if args.json {
        output::json(&found);
        return Ok(());
    }
    let row = |b: &Bound| {
        let score = format!("{:.3} ± {:.3}", b.score, b.stderr);
        vec![b.agent.clone(), b.seat.clone(), score, format!("{:.3}", b.bound), b.opponent.clone()]
    };
    let header = ["agent", "seat", "score ± se", "Geq is not above (95 %)", "against"];
    output::table(&header, &[4], found.iter().map(row).collect());
    Ok(())
}

fn show_hidden(found: &Hidden) {
    output::say(&format!(
        "{} is worth {:.6} ± {:.1e} to {} if both sides play as well as they can; {} histories, {} information sets, {} rounds, {:.1} s",
        found.game,
        found.value,
        found.error,
        found.seat,
        found.histories,
        found.information_sets,
        found.rounds,
        found.seconds
    ));
    let mut rows = Vec::new();
    for opening in &found.openings {
        for (number, (turn, chance)) in opening.turns.iter().take(STEPS).enumerate() {
            let first = |text: &String| if number == 0 { text.clone() } else { String::new() };
            rows.push(vec![
                first(&opening.after),
                first(&opening.mover),
                turn.clone(),
                format!("{chance:.3}"),
            ]);
        }
    }
    output::table(&["after", "to decide", "turn", "chance"], &[], rows);
}

/// Openings' steps that are shown.
const STEPS: usize = 5;

fn show_game(whole: &Whole) {
    let error = if whole.error > 1e-9 { format!(" ± {:.1e}", whole.error) } else { String::new() };
    let speed = whole.positions_per_second.map_or(String::new(), |speed| format!(", {speed:.0} a second"));
    output::say(&format!(
        "{} is worth {:.6}{error} to {} under best play of both sides; {} positions{speed}, {:.1} s",
        whole.game, whole.value, whole.seat, whole.positions, whole.seconds
    ));
    let mut rows = Vec::new();
    for opening in &whole.openings {
        let best = [&opening.after, &opening.mover, &opening.plan].map(String::clone);
        rows.push([&best[..], &[format!("{:.6}", opening.value)]].concat());
        for (step, value) in opening.steps.iter().skip(1).take(STEPS - 1) {
            rows.push(vec![String::new(), String::new(), format!("or {step} …"), format!("{value:.6}")]);
        }
    }
    if !rows.is_empty() {
        let header = ["after", "to decide", "best", &format!("worth to {}", whole.seat)];
        output::table(&header, &[], rows);
    }
    if whole.agents.is_empty() {
        return;
    }
    let peq = |(low, high): (f64, f64)| match high - low < 1e-6 {
        true => format!("{low:.6}"),
        false => format!("{low:.6} to {high:.6}"),
    };
    let rows = whole.agents.iter().map(|a| {
        let asked = a.asked.to_string();
        vec![
            a.agent.clone(),
            a.seat.clone(),
            format!("{:.6}", a.geq),
            peq(a.peq),
            format!("{:.6}", a.value),
            asked,
        ]
    });
    let header =
        ["agent", "seat", "Geq (worst opponent)", "Peq (best play)", "best possible", "positions asked"];
    output::table(&header, &[], rows.collect());
}

fn show_scenario(found: &Solution) {
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
}
