//! `sandtable odds`: the chances of a single battle.

use std::path::PathBuf;

use sandtable_arena::odds::{calculators, find};
use sandtable_arena::{Failure, report};
use sandtable_core::odds::{Calculator, Distribution, Odds};
use serde_json::json;

use crate::output;

/// How many ends of a battle are shown whole; of more, only those that matter.
const SHORT: usize = 24;

/// From which chance on an end of a battle matters in a long list.
const MATTERS: f64 = 0.001;

/// Calculates a battle: who wins, what it costs, how it may end, and when to break off.
///
/// Without a game it lists the calculators, what each takes, and examples. The chances are exact.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable odds                                     which games, and what each takes
  sandtable odds risk 5 3                            five armies that may fight against three
  sandtable odds risk 6 3 stays=counted              the same: six armies, of which one stays behind
  sandtable odds risk 10 8 win=5 own=1 enemy=0.5     and when to break off
  sandtable odds risk 40 35 --html odds.html         with a plot
  sandtable odds axis infantry=3,armour=2 infantry=4
                                                     a battle of Axis & Allies
  sandtable odds axis infantry=5,fighter=2 infantry=3,aa-gun=1 --losses cost
                                                     planes against a gun, the cheapest lost first
  sandtable odds axis infantry=3,armour=2 infantry=4 --retreat optimal land=5
                                                     and when to break off
  sandtable odds axis bomber=3 aa-gun=1,factory=1 raid=10
                                                     a raid on a factory

docs/odds.md says what the numbers mean.")]
pub struct Args {
    /// The game.
    game: Option<String>,
    /// The battle: what the game's calculator takes, in order, and items key=value.
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// The item map=MAP: whose units fight.
    #[arg(long, value_name = "MAP", requires = "game")]
    map: Option<String>,
    /// The item losses=ORDER: who dies first.
    #[arg(long, value_name = "ORDER", requires = "game")]
    losses: Option<String>,
    /// The item retreat=WHEN: when the attacker breaks off.
    #[arg(long, value_name = "WHEN", requires = "game")]
    retreat: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write a page with a plot.
    #[arg(long, value_name = "FILE", requires = "game")]
    html: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let Some(game) = &args.game else {
        list(args.json);
        return Ok(());
    };
    let flags = [("map", &args.map), ("losses", &args.losses), ("retreat", &args.retreat)];
    let items = flags.iter().filter_map(|(key, value)| value.as_ref().map(|value| format!("{key}={value}")));
    let words: Vec<String> = args.words.iter().cloned().chain(items).collect();
    let odds = (find(game)?.run)(&words)?;
    if let Some(path) = &args.html {
        output::page(path, &report::odds(&odds, &super::origin()))?;
    }
    if args.json {
        output::json(&odds.json);
    } else {
        show(&odds);
    }
    Ok(())
}

fn show(odds: &Odds) {
    output::say(&format!("{}\n", odds.title));
    output::table(
        &["number", "value"],
        &[],
        odds.numbers.iter().map(|(l, v)| vec![l.clone(), v.clone()]).collect(),
    );
    show_ends(&odds.distribution);
    for table in &odds.tables {
        output::say(&format!("\n{}", table.title));
        output::table(&table.header, &[], table.rows.clone());
    }
}

fn show_ends(distribution: &Distribution) {
    let count: usize = distribution.groups.iter().map(|g| g.ends.len()).sum();
    let (mut rows, mut hidden, mut rest) = (Vec::new(), 0, 0.0);
    for group in &distribution.groups {
        for (label, chance) in &group.ends {
            if count > SHORT && *chance < MATTERS {
                (hidden, rest) = (hidden + 1, rest + chance);
            } else {
                rows.push(vec![label.clone(), format!("{:.2} %", 100.0 * chance), group.name.to_string()]);
            }
        }
    }
    output::say("");
    output::table(&[distribution.axis, "chance", ""], &[2], rows);
    if hidden > 0 {
        let rest = 100.0 * rest;
        output::say(&format!("{hidden} ends below 0.1 % are left out, together {rest:.2} %."));
    }
}

fn list(as_json: bool) {
    let all = calculators();
    if as_json {
        let entry = |(game, c): &(&str, &Calculator)| {
            let items: Vec<_> =
                c.params.iter().map(|p| json!({ "name": p.name, "about": p.about })).collect();
            json!({ "game": game, "about": c.about, "usage": c.usage, "items": items })
        };
        output::json(&all.iter().map(entry).collect::<Vec<_>>());
        return;
    }
    for (n, (game, calculator)) in all.iter().enumerate() {
        if n > 0 {
            output::say("");
        }
        output::say(&format!("{game}: {}", calculator.about));
        output::say(&format!("  sandtable odds {game} {} [ITEM=VALUE]…\n", calculator.usage));
        let default = |text: &str| if text.is_empty() { "none".to_string() } else { text.to_string() };
        let row =
            |p: &sandtable_core::Param| vec![p.name.to_string(), p.about.to_string(), default(p.default)];
        output::table(
            &["item", "what it says", "default"],
            &[1, 2],
            calculator.params.iter().map(row).collect(),
        );
        output::say("\nExamples:");
        let wide = calculator.examples.iter().map(|(words, _)| words.len()).max().unwrap_or(0);
        for (words, about) in calculator.examples {
            output::say(&format!("  sandtable odds {game} {words:<wide$}   {about}"));
        }
    }
}
