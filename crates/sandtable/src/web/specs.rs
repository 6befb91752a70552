//! Specs that come from the page: they name games and agents, never files of this machine.
//!
//! The server works in the folder of uploaded files, so a handle such as `f-1f2e3d4c5b6a7988.axis` is a file's name as
//! it stands, in specs, in records and in errors. Every other value that could lead to a file is refused.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use sandtable_arena::episode::Deal;
use sandtable_arena::exactly::game_of;
use sandtable_arena::live::Live;
use sandtable_arena::spec::Spec;
use sandtable_arena::{AnyGame, Failure, registry};
use sandtable_core::Layout;

use super::error::{Answer, Refusal};
use super::files;

/// The longest spec.
const LONGEST: usize = 1000;

/// What a decision may cost at most, for the parameters by which agents are told so.
const MOST: [(&str, f64); 4] = [("sims", 200_000.0), ("ms", 10_000.0), ("seconds", 10.0), ("workers", 64.0)];

/// The same in runs, whose agents are under no clock: rounds of all tiers together.
const MOST_ROUNDS: f64 = 1_000_000.0;

/// How many games are kept set up.
const KEPT: usize = 64;

/// A game that has been set up, with its picture.
pub struct Opened {
    /// The rules.
    pub game: Arc<dyn AnyGame>,
    layout: OnceLock<Layout>,
}

impl Opened {
    /// Where the spaces of its board are.
    pub fn layout(&self) -> &Layout {
        self.layout.get_or_init(|| self.game.layout())
    }
}

/// Games that have been set up, by their specs: many tables share one.
static OPENED: LazyLock<Mutex<HashMap<String, Arc<Opened>>>> = LazyLock::new(Mutex::default);

/// Files with exact values of positions that whoever started the server named.
static TABLES: OnceLock<Vec<String>> = OnceLock::new();

/// Takes up files of `solve --out`, before anything else: games that they fit have exact values then.
pub fn know_tables(files: Vec<String>) -> Result<(), Failure> {
    files.iter().try_for_each(|file| game_of(file).map(drop))?;
    TABLES.set(files).map_err(|_| Failure::Failed("the tables are known already".into()))
}

/// Sets up the game that a spec names.
pub fn open(text: &str) -> Answer<Arc<Opened>> {
    check(text)?;
    let opened = || OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(game) = opened().get(text) {
        return Ok(game.clone());
    }
    // Reading a large map takes a moment, and others need not wait for it.
    let mut game = registry::open(text)?;
    game.take_tables(TABLES.get().map_or(&[], Vec::as_slice))?;
    let game = Arc::new(Opened { game: Arc::from(game), layout: OnceLock::new() });
    let mut opened = opened();
    if opened.len() >= KEPT {
        opened.clear();
    }
    opened.insert(text.to_string(), game.clone());
    Ok(game)
}

/// The dice of games that are only looked at.
const NO_DEAL: Deal = Deal { seed: 1, deal: 0, seating: 0 };

/// A position of a game, or its start, with nobody in the seats.
pub fn look_at(spec: &str, state: Option<&str>) -> Answer<(Arc<Opened>, Box<dyn Live>)> {
    let opened = open(spec)?;
    let nobody = vec![None; opened.game.info().seats.len()];
    let live = match state {
        Some(state) => opened.game.clone().live_from(&nobody, NO_DEAL, state)?,
        None => opened.game.clone().live(&nobody, NO_DEAL)?,
    };
    Ok((opened, live))
}

/// Refuses specs that name files, or that would take all memory or all day.
pub fn check(text: &str) -> Answer<()> {
    if text.len() > LONGEST || text.chars().any(char::is_control) {
        return Err(Refusal::bad(format!("a spec has at most {LONGEST} characters on one line")));
    }
    let spec = Spec::parse(text)?;
    check_items(&spec)?;
    // A '+' may join agents or stand in a value: what is fine must be so either way.
    for member in text.split('+').filter_map(|member| Spec::parse(member).ok()) {
        check_items(&member)?;
    }
    Ok(())
}

fn check_items(spec: &Spec) -> Answer<()> {
    for item in spec.rest.split(',') {
        let (key, value) = item.split_once('=').unwrap_or(("", item));
        check_value(value)?;
        let most = MOST.iter().find(|(name, _)| *name == key);
        if let Some((_, most)) = most.filter(|(_, most)| value.parse::<f64>().is_ok_and(|v| v > *most)) {
            return Err(Refusal::bad(format!("{}: {item}: at most {most} here", spec.name)));
        }
    }
    Ok(())
}

/// The same for agents in runs, where no clock ends a decision.
pub fn check_untimed(text: &str) -> Answer<()> {
    check(text)?;
    for item in text.split([',', ':']) {
        let rounds = item.strip_prefix("rounds=").unwrap_or_default().split('+');
        if rounds.filter_map(|r| r.trim().parse::<f64>().ok()).sum::<f64>() > MOST_ROUNDS {
            return Err(Refusal::bad(format!("{text}: at most {MOST_ROUNDS} rounds in a run")));
        }
    }
    Ok(())
}

/// Refuses values that lead to files other than uploaded ones.
pub fn check_value(value: &str) -> Answer<()> {
    let path = value.contains(['/', '\\', '\0']) || value.contains("..");
    if files::is_handle(value) {
        if Path::new(value).is_file() {
            return Ok(());
        }
        return Err(Refusal::bad(format!("{value}: there is no such file here; it must be uploaded first")));
    }
    if path || Path::new(value).exists() {
        return Err(Refusal::bad(format!("'{value}' names a file: upload it and use its handle instead")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_without_a_clock_have_bounds_of_their_own() {
        let endless = "automata:rounds=9000000+9000000";
        assert!(check(endless).is_ok());
        assert!(check_untimed(endless).unwrap_err().line.contains("at most 1000000 rounds"));
        assert!(check_untimed("automata:rounds=2000+500").is_ok());
    }

    #[test]
    fn specs_name_no_files_and_no_endless_work() {
        for (spec, expect) in [
            ("lucid:3x3", None),
            ("mcts:sims=1000,propose=planner", None),
            ("aip:../secret.aip", Some("names a file")),
            ("aip:/etc/passwd", Some("names a file")),
            ("lucid:board=a\\b", Some("names a file")),
            // The tests run in the crate's folder.
            ("lucid:Cargo.toml", Some("names a file")),
            ("axis:f-0123456789abcdef.axis", Some("no such file")),
            ("mcts:sims=100000000", Some("at most 200000")),
            ("staff:seconds=3600", Some("at most 10")),
            ("lucid:\n", Some("one line")),
            ("", Some("expected a name")),
            ("random+mcts:sims=1000", None),
            ("mcts:sims=1+mcts:sims=100000000", Some("at most 200000")),
            ("random+mcts:sims=100000000+random", Some("at most 200000")),
            ("mcts:sims=100000000+random", Some("at most 200000")),
            ("random+aip:/etc/passwd", Some("names a file")),
            ("aip:Cargo.toml+random", Some("names a file")),
            ("random+aip:Cargo.toml", Some("names a file")),
        ] {
            let refused = check(spec).err().map(|r| r.line);
            match (&refused, expect) {
                (None, None) => {}
                (Some(line), Some(part)) if line.contains(part) => {}
                _ => panic!("{spec:?}: {refused:?}, expected {expect:?}"),
            }
        }
    }
}
