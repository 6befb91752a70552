//! `sandtable agents GAME`: who can play a game.

use sandtable_arena::{AnyGame, Failure, registry};
use sandtable_core::Seats;
use serde_json::{Value, json};

use super::games::{params_json, params_text};
use crate::output::{self, titles_json};

/// Lists the agents that can play a game, with their parameters and seats.
#[derive(clap::Args)]
pub struct Args {
    /// The game: a name, or name:parameters.
    game: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let Some(game) = &args.game else {
        let names: Vec<&str> = registry::games().iter().map(|g| g.name()).collect();
        let line = format!("agents of which game? expected one of {}", names.join(", "));
        return Err(Failure::BadInput(line));
    };
    let game = registry::open(game)?;
    if args.json {
        let list: Vec<Value> = game
            .agents()
            .iter()
            .map(|a| {
                let (seats, params) = (seat_names(&*game, a.seats), params_json(a.params));
                let titles = titles_json(&a.titles);
                json!({"name": a.name, "about": a.about, "seats": seats, "params": params, "titles": titles})
            })
            .collect();
        output::json(&list);
        return Ok(());
    }
    let row = |a: sandtable_arena::hosted::AgentCard| {
        let seats = seat_names(&*game, a.seats).join(" ");
        let titles = a.titles.iter().map(|(spec, title)| format!("\n{spec} is {title}"));
        let about = std::iter::once(a.about.to_string()).chain(titles).collect();
        vec![a.name.into(), seats, about, params_text(a.params).trim().into()]
    };
    let rows = game.agents().into_iter().map(row).collect();
    output::table(&["agent", "seats", "what it does", "parameters"], &[1, 2, 3], rows);
    Ok(())
}

fn seat_names(game: &dyn AnyGame, seats: Seats) -> Vec<&str> {
    let named = game.info().seats.iter().enumerate();
    named.filter(|(i, _)| seats.contains(*i)).map(|(_, s)| s.name.as_str()).collect()
}
