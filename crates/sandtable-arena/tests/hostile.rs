//! Hostile input: whatever a spec or a record file says, the answer is a game or an error, never a panic.

use std::sync::Arc;

use proptest::prelude::{Just, Strategy, prop_oneof, proptest};
use sandtable_arena::matchup::Matchup;
use sandtable_arena::replay::parse_record;
use sandtable_arena::work::Work;
use sandtable_arena::{AnyGame, registry};

/// One sound record.
fn line() -> String {
    let matchup = Matchup::plain(&["random", "random"], 1);
    let mut out = Vec::new();
    let game = registry::open("lucid:3x3").unwrap();
    Work::quietly(|work| game.run_match(&matchup, work, Some(&mut out))).unwrap();
    String::from_utf8(out).unwrap()
}

/// Replays a line as `sandtable replay` does, and goes on from where it stops.
fn replay(line: &str) {
    if let Ok(record) = parse_record("x:1", line)
        && let Ok(game) = registry::open(&record.game_spec())
    {
        let _ = game.replay(&record, true, &mut |_| ());
        if let Ok(mut live) = Arc::<dyn AnyGame>::from(game).resume(&record) {
            let _ = live.advance();
        }
    }
}

fn mutation() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        "[0-9]{1,20}",
        "[A-E][1-5]",
        Just("goal".into()),
        Just("end".into()),
        Just("\"seat\":9".into()),
        "\\PC{1,8}",
    ]
}

proptest! {
    #[test]
    fn any_text_is_a_record_or_an_error(text in "\\PC{0,200}") {
        replay(&text);
    }

    #[test]
    fn damaged_records_are_refused_in_peace(at in 0usize..2000, len in 0usize..12, with in mutation()) {
        let mut text = line();
        let (from, to) = (at.min(text.len()), (at + len).min(text.len()));
        text.replace_range(from..to, &with);
        replay(&text);
    }

    #[test]
    fn any_spec_is_a_game_or_an_error(text in "(lucid|opaque|axis|\\PC{0,4})[:,=a-z0-9]{0,12}") {
        if let Ok(game) = registry::open(&text) {
            let _ = game.check_agent(&text, 0);
        }
    }
}
