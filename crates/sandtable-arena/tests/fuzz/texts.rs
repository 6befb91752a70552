//! Texts of every kind: specs, records, and the positions of every game and variant.

use std::sync::Arc;

use sandtable_arena::matchup::Matchup;
use sandtable_arena::replay::parse_record;
use sandtable_arena::work::Work;
use sandtable_arena::{AnyGame, registry};
use sandtable_core::Game;
use sandtable_core::inquiry::Asked;
use sandtable_games::operation::constraints::{Constraints, Lister};
use sandtable_games::operation::intelligence::INQUIRY;
use sandtable_games::operation::{Operation, Side, Sight};

use super::fuzz;

/// How many random games the sound positions come from.
const POSITIONS: u64 = 12;
/// How far an accepted position is played on.
const EVENTS: u32 = 40;

#[test]
fn specs() {
    let mut sound = Vec::new();
    for game in registry::games() {
        sound.push(game.name().to_string());
        sound.extend(game.variants().iter().map(|(variant, _)| format!("{}:{variant}", game.name())));
        sound.extend(game.params().iter().map(|p| format!("{}:{}={}", game.name(), p.name, p.default)));
    }
    // A default may be no value at all.
    sound.retain(|text| !text.ends_with('='));
    fuzz(&sound, |text| registry::open(text).map(drop).map_err(|e| e.0));
}

#[test]
fn agents() {
    for listed in registry::games() {
        let game = registry::open(listed.name()).unwrap();
        let mut sound: Vec<String> = game.agents().iter().map(|a| a.name.to_string()).collect();
        for agent in game.agents() {
            sound.extend(agent.params.iter().map(|p| format!("{}:{}={}", agent.name, p.name, p.default)));
        }
        // Some sit in the other seat only, and a default may be no value at all.
        let joined: Vec<String> =
            sound.iter().zip(sound.iter().skip(1)).map(|(a, b)| format!("{a}+{b}")).collect();
        sound.extend(joined);
        sound.retain(|text| game.check_agent(text, 0).is_ok());
        assert!(sound.len() > 5, "{sound:?}");
        fuzz(&sound, |text| game.check_agent(text, 0).map_err(|e| e.0));
    }
}

#[test]
fn constraints() {
    let game = Operation::default_board(Sight::Lucid);
    let (board, start) = (game.board(), game.start());
    let sound = [
        "{({B2,B3,C2},1), ({E5},3)}",
        "{({A1},1),({A2},1),({A3},1),({A4},1)}, nodes <= 1 + pieces/3",
        "{({A1 A2 goal} 3)}; forward <= 1; backward <= 0 # and so on",
        "north <= 3 east <= 2 south <= 0 west <= 2 stay <= 12 else nodes <= 6\nelse",
    ];
    let mut lister = Lister::default();
    let lister = std::cell::RefCell::new(&mut lister);
    fuzz(&sound.map(String::from), |text| {
        for constraints in Constraints::parse_alternatives(board, text).map_err(|e| e.0)? {
            let again = Constraints::parse(board, &constraints.text(board)).unwrap();
            assert_eq!(again, constraints, "reads back as something else");
            for side in Side::BOTH {
                lister.borrow_mut().list(board, &start, side, &constraints, 50);
            }
        }
        Ok(())
    });
}

#[test]
fn questions() {
    let game = Operation::default_board(Sight::Opaque);
    let view = game.view(&game.start(), 0);
    let sound = [
        "{({A5,B5},4), ({C5},2)}",
        "{({A5,B5},1), ({B5,C5},3), ({goal},1)}",
        "winning half {({goal},5)}",
        "winning 7 {({A1},1), ({A1,A2 goal},3)} # and so on",
    ];
    fuzz(&sound.map(String::from), |text| {
        let mut witness = (INQUIRY.witness)(&game, 0, true);
        witness.observe(&game, &view);
        let asked = |text: &str| Asked { text: text.into(), areas: Vec::new() };
        let answer = witness.answer(&game, &asked(text)).map_err(|e| e.0)?;
        let again = witness.answer(&game, &asked(&answer.text)).map_err(|e| e.0)?;
        assert_eq!(again, answer, "reads back as something else");
        Ok(())
    });
}

#[test]
fn records() {
    for spec in ["lucid:3x3", "risk:mini6", "pig:20"] {
        let game = registry::open(spec).unwrap();
        let mut lines = Vec::new();
        Work::quietly(|work| {
            game.run_match(&Matchup::plain(&["random", "random"], 2), work, Some(&mut lines))
        })
        .unwrap();
        let sound: Vec<String> = String::from_utf8(lines).unwrap().lines().map(String::from).collect();
        fuzz(&sound, |line| {
            let record = parse_record("x:1", line).map_err(|e| e.to_string())?;
            // As `replay` does, and then on from where it stops.
            let game = registry::open(&record.game_spec()).map_err(|e| e.0)?;
            let replayed = game.replay(&record, true, &mut |_| ()).map(drop).map_err(|e| e.to_string());
            if let Ok(mut live) = Arc::<dyn AnyGame>::from(game).resume(&record) {
                let _ = live.advance();
            }
            replayed
        });
    }
}

/// `SANDTABLE_FUZZ_GAMES=axis` gives the time to the games and variants whose names begin so.
#[test]
fn positions() {
    let wanted = std::env::var("SANDTABLE_FUZZ_GAMES").unwrap_or_default();
    for listed in registry::games() {
        let specs = listed.variants().iter().map(|(variant, _)| format!("{}:{variant}", listed.name()));
        for spec in specs.filter(|spec| spec.starts_with(&wanted)) {
            let game = registry::open(&spec).unwrap();
            let sound: Vec<String> = (0..POSITIONS).map(|seed| game.example_state(seed)).collect();
            fuzz(&sound, |text| game.hold_text(text, EVENTS, 1).map_err(|e| e.0));
        }
    }
}
