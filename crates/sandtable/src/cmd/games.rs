//! `sandtable games`: the games with their variants and parameters.

use sandtable_arena::{Failure, registry};
use sandtable_core::Param;
use serde_json::{Value, json};

use crate::output;
pub use crate::output::params_json;

/// Lists the games, their variants and their parameters.
#[derive(clap::Args)]
pub struct Args {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let games = registry::games();
    if args.json {
        let list: Result<Vec<Value>, Failure> = games
            .iter()
            .map(|g| {
                let open = registry::open(g.name())?;
                let seats: Vec<&str> = open.info().seats.iter().map(|s| s.name.as_str()).collect();
                let variants: Vec<Value> =
                    g.variants().iter().map(|(name, about)| json!({"name": name, "about": about})).collect();
                Ok(json!({
                    "name": g.name(),
                    "about": g.about(),
                    "seats": seats,
                    "hidden": open.info().hidden,
                    "params": params_json(g.params()),
                    "variants": variants,
                }))
            })
            .collect();
        output::json(&list?);
        return Ok(());
    }
    for game in games {
        output::say(&format!("{}\n  {}", game.name(), game.about()));
        output::say(&params_text(game.params()));
        for (name, about) in game.variants() {
            output::say(&format!("    {}:{name:<8} {about}", game.name()));
        }
        output::say("");
    }
    Ok(())
}

/// The parameters of an entry, for people.
pub fn params_text(params: &[Param]) -> String {
    let one = |p: &Param| format!("  {}={} : {}", p.name, p.default, p.about);
    params.iter().map(one).collect::<Vec<_>>().join("\n")
}
