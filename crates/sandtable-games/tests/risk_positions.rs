//! Positions of Risk: those of the docs, one of each phase, and what they say beyond the board.

use std::collections::HashSet;

use sandtable_core::{Args, Notation};
use sandtable_games::risk::{self, Risk};

fn game(items: &str) -> Risk {
    let def = risk::risk();
    let mut args = Args::defaults(def.params);
    for item in items.split(',') {
        let (key, value) = item.split_once('=').unwrap_or(("map", item));
        assert!(args.set(key, value), "{item}");
    }
    (def.build)(&args).unwrap_or_else(|e| panic!("{items}: {e}"))
}

#[test]
fn the_positions_of_the_docs_are_read_one_of_each_phase() {
    let docs = include_str!("../../../docs/risk.md");
    let (mut rules, mut phases) = (None, HashSet::new());
    for line in docs.split("```").skip(1).step_by(2).flat_map(str::lines) {
        if let Some(items) = line.strip_prefix("# risk:") {
            rules = Some(game(items));
        } else if let Some(game) = rules.as_ref().filter(|_| line.contains("; ")) {
            let state = game.parse_state(line).unwrap_or_else(|e| panic!("{line}: {e}"));
            let text = game.state_text(&state);
            assert_eq!(game.parse_state(&text).as_ref(), Ok(&state));
            // Every word that was written is understood; numbers that the rules give may be left out.
            for clause in line.split("; ").skip(1).filter(|c| !c.starts_with("cards ")) {
                assert!(text.contains(clause), "'{clause}' is lost in {text}");
            }
            phases.insert(std::mem::discriminant(&state.phase));
        }
    }
    assert_eq!(phases.len(), 14, "every phase has an example");
}

#[test]
fn the_docs_name_every_statement() {
    let docs = include_str!("../../../docs/risk.md");
    for word in [
        "to trade",
        "to place",
        "to attack",
        "to battle",
        "to enter",
        "to draw",
        "to fortify",
        "ended",
        "`deal`",
        "`spread`",
        "`first`",
        "to claim",
        "to muster",
        "to muster-neutral",
        "`conquered`",
        "`pictured`",
        "`first: ",
        "`turns: ",
        "`rounds: ",
        "`trades: ",
        "`discard: ",
    ] {
        assert!(docs.contains(word), "docs/risk.md does not name {word}");
    }
}

#[test]
fn rounds_must_fit_the_turns() {
    let game = game("mini6,players=3");
    let red = "red to place; red: larch-pass=3 heron-ford=2; blue: millbrook=4 lantern-quay=1 gull-rock=2 thyme-hill=1";
    for (rounds, read) in
        [("", Ok(3)), ("; rounds: 5", Ok(5)), ("; rounds: 2", Ok(2)), ("; rounds: 11", Err(()))]
    {
        let state = game.parse_state(&format!("{red}; turns: 10{rounds}"));
        assert_eq!(state.map(|s| s.round).map_err(|_| ()), read, "{rounds}");
    }
}
