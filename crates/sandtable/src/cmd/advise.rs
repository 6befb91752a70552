//! `sandtable advise`: the best steps in a position, and what follows from what a seat has seen.

use std::sync::Arc;
use std::time::Duration;

use sandtable_arena::advice::{Advice, Question};
use sandtable_arena::episode::Deal;
use sandtable_arena::live::{HUMAN, Live};
use sandtable_arena::replay::parse_record;
use sandtable_arena::{AnyGame, Failure, registry};
use sandtable_core::Turn;
use sandtable_core::catalog::read_file;
use sandtable_core::inquiry::{Answer, Asked, Extent, Verdict};
use sandtable_core::record::Record;

use crate::output;

/// Says what an agent would do in a position, what else it considered, and what each step risks.
///
/// The position is text in the game's notation, in a file or on standard input; --show prints one to start from, in any phase of
/// a turn. Every word of a position, phase by phase, is in the game's page of the documentation (docs/).
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable advise risk:duel --show > my.state        a random position, to be edited
  sandtable advise risk:duel --state my.state
  sandtable advise risk:duel --state my.state --agent mcts:propose=planner --budget 5s
  sandtable advise risk:duel --state my.state --agent planner --json
  sandtable advise opaque --record games.jsonl --seat red --ask '{({B3,C3},2)}'     what is hidden, from a recorded game
  sandtable advise axis:minimap --show --steps 6 | sandtable advise axis:minimap --state - --agent staff

A state of Risk is a statement a line (# begins a comment):
  red to place 5                    or: to attack, to fortify, to trade; without a number: what the rules give
  red: alaska=3 alberta=2 …         territories with their troops
  blue: brazil=4 …
  neutral: egypt=2 …
  cards red: infantry alaska wild   by symbol or by territory
  cards blue: 2                     a number, where nobody knows which")]
pub struct Args {
    /// The game: a name, or name:parameters.
    game: String,
    /// A file with the position, or - for standard input.
    #[arg(long, value_name = "FILE", required_unless_present_any = ["show", "record"])]
    state: Option<String>,
    /// Whose advice.
    #[arg(long, default_value = "mcts", value_name = "AGENT")]
    agent: String,
    /// How long to think, like 500ms or 2s; otherwise as the agent's parameters say.
    #[arg(long, value_name = "TIME")]
    budget: Option<String>,
    /// Fixes the agent's thoughts (and the position of --show).
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many of the considered steps to list.
    #[arg(long, default_value_t = 10)]
    top: usize,
    /// Print a position from a random game instead, in the format that --state reads.
    #[arg(long, conflicts_with = "state")]
    show: bool,
    /// With --show: how many steps into the turn.
    #[arg(long, default_value_t = 0, value_name = "N", requires = "show")]
    steps: u32,
    /// Ask what follows from all that a seat has seen instead, in the game's language; '' asks for everything that is known.
    #[arg(long, value_name = "QUESTION", conflicts_with = "show")]
    ask: Option<String>,
    /// With --ask: whose eyes; otherwise those of whoever is to decide.
    #[arg(long, value_name = "SEAT", requires = "ask")]
    seat: Option<String>,
    /// With --ask: a file of records, one game a line, in place of a position.
    #[arg(long, value_name = "FILE", requires = "ask", conflicts_with = "state")]
    record: Option<String>,
    /// With --record: which of its lines.
    #[arg(long, default_value_t = 1, requires = "record")]
    line: usize,
    /// With --record: as things stood after so many turns; otherwise at its end.
    #[arg(long, requires = "record")]
    turn: Option<u32>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    if let Some(question) = &args.ask {
        return inquire(args, question);
    }
    let game = registry::open(&args.game)?;
    let Some(file) = &args.state else {
        output::say(&game.example_in_turn(args.seed, args.steps));
        return Ok(());
    };
    let text = super::position(file)?;
    let time = args.budget.as_deref().map(budget).transpose()?;
    let question = Question { file, state: &text, agent: &args.agent, time, limit: None, seed: args.seed };
    let advice = game.advise(&question)?;
    if args.json {
        output::json(&advice);
    } else {
        show(&advice, args.top);
    }
    Ok(())
}

/// Answers a question from what a seat has seen.
fn inquire(args: &Args, question: &str) -> Result<(), Failure> {
    let live = match (&args.record, &args.state) {
        (Some(file), _) => recorded(args, file)?,
        (None, Some(file)) => {
            let game: Arc<dyn AnyGame> = Arc::from(registry::open(&args.game)?);
            let seats = vec![None; game.info().seats.len()];
            let deal = Deal { seed: args.seed, deal: 0, seating: 0 };
            game.live_from(&seats, deal, &super::position(file)?)?
        }
        (None, None) => return Err(Failure::BadInput("--ask: expected --record or --state".into())),
    };
    let names: Vec<String> =
        registry::open(&args.game)?.info().seats.iter().map(|s| s.name.clone()).collect();
    let seat = match (&args.seat, live.turn()) {
        (Some(name), _) => names.iter().position(|n| n.eq_ignore_ascii_case(name)),
        (None, Turn::Player(seat)) => Some(seat),
        (None, _) => None,
    };
    let seat = seat.ok_or_else(|| {
        let found = args.seat.as_deref().unwrap_or("nobody is to decide");
        Failure::BadInput(format!("--seat: {found}: expected one of {}", names.join(", ")))
    })?;
    if args.turn.is_some_and(|turn| turn > live.turns()) {
        return Err(Failure::BadInput(format!("--turn: expected at most {}", live.turns())));
    }
    let asked = Asked { text: question.into(), areas: Vec::new() };
    let inquiring = live.inquiring(seat, asked, args.turn).ok_or_else(|| {
        Failure::BadInput(format!("{} answers no questions about what is hidden", args.game))
    })?;
    let answer = inquiring().map_err(|e| Failure::BadInput(format!("--ask: {e}")))?;
    if args.json {
        output::json(&answer);
    } else {
        show_answer(&answer);
    }
    Ok(())
}

/// The recorded game, with people in its seats: nobody is to think again.
fn recorded(args: &Args, file: &str) -> Result<Box<dyn Live>, Failure> {
    let text = read_file(file, "expected a file of records")?;
    let place = format!("{file}:{}", args.line);
    let line = args.line.checked_sub(1).and_then(|i| text.lines().nth(i));
    let line = line.ok_or_else(|| {
        Failure::BadInput(format!("{place}: no such line, expected one from 1 to {}", text.lines().count()))
    })?;
    let record = parse_record(&place, line)?;
    if record.game_spec() != registry::open(&args.game)?.spec().to_string() {
        return Err(Failure::BadInput(format!(
            "{place}: a game of {}, expected one of {}",
            record.game_spec(),
            args.game
        )));
    }
    let seats = vec![HUMAN.to_string(); record.seats.len()];
    let game: Arc<dyn AnyGame> = Arc::from(registry::open(&args.game)?);
    game.resume(&Record { seats, ..record }).map_err(|f| Failure::BadInput(format!("{place}: {f}")))
}

fn show_answer(answer: &Answer) {
    let verdict = match answer.verdict {
        Some(Verdict::Certain) => "Certain. ",
        Some(Verdict::Possible) => "Possible. ",
        Some(Verdict::Impossible) => "Impossible. ",
        None => "",
    };
    output::say(&format!("{verdict}{}", answer.words));
    for area in &answer.areas {
        let Extent { name, least, fewest, most, .. } = area;
        output::say(&format!("  {name}: asked for {least}, {}", span(*fewest, *most)));
    }
    for figure in &answer.figures {
        output::say(&format!("  {}: {:.3}", figure.name, figure.value).replace(".000", ""));
    }
}

fn span(fewest: u32, most: u32) -> String {
    if fewest == most { format!("exactly {most}") } else { format!("between {fewest} and {most}") }
}

fn budget(text: &str) -> Result<Duration, Failure> {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let scale = match unit {
        "ms" => 1e-3,
        "s" | "" => 1.0,
        "m" | "min" => 60.0,
        _ => f64::NAN,
    };
    let seconds = number.parse::<f64>().map_or(f64::NAN, |n| n * scale);
    if (1e-3..=3600.0).contains(&seconds) {
        return Ok(Duration::from_secs_f64(seconds));
    }
    Err(Failure::BadInput(format!("--budget {text}: expected a time like 500ms or 2s, at most an hour")))
}

fn show(advice: &Advice, top: usize) {
    output::say(&advice.board);
    output::say(&format!("{} advises {}:", advice.agent, advice.seat));
    for step in &advice.steps {
        let stakes = step.stakes.as_ref().map_or(String::new(), |s| format!("   ({s})"));
        output::say(&format!("  {}{stakes}", step.step));
    }
    if let Some(note) = &advice.note {
        output::say(&format!("({note})"));
    }
    let account = &advice.account;
    let figures: Vec<String> = account.figures.iter().map(|f| format!("{} {}", f.name, f.value)).collect();
    if !figures.is_empty() {
        output::say(&figures.join(", "));
    }
    for frame in &account.frames {
        let text = if frame.text.is_empty() { "the rules alone" } else { &frame.text };
        let more = if frame.counted { "" } else { "at least " };
        output::say(&format!("within {text}: {more}{} turns", frame.turns));
    }
    if !account.reasons.is_empty() {
        let reasons = account.reasons.iter().map(|r| vec![r.name.clone(), format!("{:+.3}", r.value)]);
        output::say("");
        output::table(&["what speaks for it", "adds"], &[], reasons.collect());
    }
    if account.considered.is_empty() {
        return;
    }
    let rows = account.considered.iter().take(top).map(|c| {
        let value = format!("{:.3} ± {:.3}", c.value, c.stderr);
        vec![c.step.clone(), value, c.visits.to_string(), c.stakes.clone().unwrap_or_default()]
    });
    output::say("");
    output::table(&["considered", "value ± se", "visits", "what it risks"], &[3], rows.collect());
    if account.considered.len() > top {
        output::say(&format!("and {} more (--top)", account.considered.len() - top));
    }
}
