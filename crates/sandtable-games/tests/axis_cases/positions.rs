//! Positions: what is accepted can be played, and what follows from it is written and read back.

use sandtable_core::plan::carry_out;
use sandtable_core::{Args, Ask, Budget, Game, Guess, Notation, Rng, Stream, Turn};
use sandtable_games::axis::{Axis, State, axis};

use super::{build, game, path};

const MAPS: [&str; 6] = ["minimap", "la-1", "la-2", "la-3", "la-4", "la-5"];
const CASES: [&str; 12] = [
    "blitz3.axis",
    "fac.axis",
    "flak.axis",
    "liberate.axis",
    "mm.axis",
    "movable-factory.axis",
    "over.axis",
    "over2.axis",
    "pass.axis",
    "path.axis",
    "replan.axis",
    "supp.axis",
];

pub fn all() -> Vec<(&'static str, Axis)> {
    MAPS.map(|map| (map, build(map))).into_iter().chain(CASES.map(|case| (case, game(case)))).collect()
}

/// Plays at random for some events; every state on the way is sound.
pub fn play_on(name: &str, game: &Axis, mut state: State, events: u32, rng: &mut Rng) {
    for _ in 0..events {
        game.valid(&state).unwrap_or_else(|e| panic!("{name}: {}: {e}", game.state_text(&state)));
        let text = game.state_text(&state);
        let read = game.parse_state(&text).unwrap_or_else(|e| panic!("{name}: {text}: {e}"));
        assert_eq!(read, state, "{name}: {text}");
        match game.turn(&state) {
            Turn::Over => return,
            Turn::Player(_) => {
                let mut steps = Vec::new();
                game.actions(&state, &mut steps);
                assert!(!steps.is_empty(), "{name}: no step in {text}");
                game.apply(&mut state, *rng.pick(&steps));
            }
            Turn::Chance => {
                let mut outcomes = Vec::new();
                game.outcomes(&state, &mut outcomes);
                let sum: f64 = outcomes.iter().map(|(_, p)| p).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{name}: chances sum to {sum} in {text}");
                assert!(outcomes.iter().all(|(_, p)| *p > 0.0), "{name}: no chance in {text}");
                let chance = game.sample(&state, rng);
                game.resolve(&mut state, chance);
            }
        }
    }
}

#[test]
fn random_games_pass_through_sound_positions_only() {
    for (name, game) in all() {
        for deal in 0..4 {
            let mut rng = Rng::new(7, deal, Stream::World);
            play_on(name, &game, game.start(), 600, &mut rng);
        }
    }
}

#[test]
fn positions_that_cannot_be_played_are_refused() {
    for (map, file) in [
        ("minimap".to_string(), "stuck.state"),
        ("minimap".to_string(), "mcts-panic.state"),
        ("minimap".to_string(), "nolegal.state"),
    ] {
        let game = build(&map);
        let text = std::fs::read_to_string(path(file)).unwrap();
        let error = game.parse_state(&text).expect_err(file);
        assert!(error.0.len() > 10, "{file}: {error}");
    }
}

/// Words and numbers of positions from random games, changed and mixed at random: whatever is accepted can be played.
#[test]
fn what_is_accepted_can_be_played() {
    let (mut accepted, mut tried) = (0, 0);
    for (name, game) in all() {
        for deal in 0..if name == "minimap" { 30 } else { 12 } {
            let mut rng = Rng::new(11, deal, Stream::World);
            let mut state = game.start();
            for _ in 0..rng.below(120) {
                if !sandtable_core::laws::advance(&game, &mut state, &mut rng) {
                    break;
                }
            }
            let sound = game.state_text(&state);
            for _ in 0..24 {
                let mut words: Vec<String> = sound.split(' ').map(str::to_string).collect();
                for _ in 0..=rng.below(3) {
                    mutate(&mut words, &mut rng);
                }
                tried += 1;
                if let Ok(read) = game.parse_state(&words.join(" ")) {
                    accepted += 1;
                    play_on(name, &game, read, 60, &mut rng);
                }
            }
        }
    }
    assert!(accepted > tried / 20, "{accepted} of {tried} were accepted");
}

/// A position with other numbers of units: none, one, or up to as many as there may be.
fn enlarged(game: &Axis, state: &State, rng: &mut Rng) -> State {
    let text = game.state_text(state);
    let word = |word: &str| match word.split_once('=') {
        Some((kind, count)) if game.scenario.units.iter().any(|u| u.name == kind && !u.factory) => {
            let end = if count.ends_with(';') { ";" } else { "" };
            format!("{kind}={}{end}", rng.pick(&[1, 900, 5000, 9999]))
        }
        _ => word.to_string(),
    };
    let text = text.split(' ').map(word).collect::<Vec<_>>().join(" ");
    game.parse_state(&text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

#[test]
fn the_largest_armies_can_be_played_and_thought_about() {
    for (name, game) in all() {
        for seed in 0..4 {
            let mut rng = Rng::new(3, seed, Stream::World);
            let mut state = enlarged(&game, &game.start(), &mut rng);
            for _ in 0..60 {
                game.valid(&state).unwrap_or_else(|e| panic!("{name}: {}: {e}", game.state_text(&state)));
                if !sandtable_core::laws::advance(&game, &mut state, &mut rng) {
                    break;
                }
            }
        }
    }
    let (def, game) = (axis(), build("minimap"));
    let kit = def.kit(&game);
    for player in (def.knowledge.players)() {
        for seed in 0..3 {
            let mut rng = Rng::new(5, seed, Stream::World);
            let mut state = enlarged(&game, &game.start(), &mut rng);
            let mut agent = player.make(&kit, &Args::defaults(player.params)).unwrap();
            let mut plan = Vec::new();
            while let Turn::Player(seat) = game.turn(&state) {
                plan.clear();
                let mut belief = Guess;
                let limit = Budget::effort(200);
                let mut ask = Ask { limit, ..Ask::new(&game, seat, &state, &mut belief, &mut rng) };
                agent.act(&mut ask, &mut plan).unwrap_or_else(|e| panic!("{}: {e}", player.name));
                let (taken, refused) = carry_out(&game, &mut state, &plan, |_, _| ());
                assert!(taken > 0 && refused.is_none(), "{}: {refused:?}", player.name);
            }
        }
    }
}

fn mutate(words: &mut [String], rng: &mut Rng) {
    let i = rng.below(words.len() as u32) as usize;
    let j = rng.below(words.len() as u32) as usize;
    match rng.below(4) {
        0 => words.swap(i, j),
        1 => words[i] = words[j].clone(),
        2 => {
            const PHASES: [&str; 6] = ["buy", "attack", "redeploy", "place", "decide", "fire"];
            if let Some(to) = words.iter().position(|w| w == "to").filter(|to| to + 1 < words.len()) {
                words[to + 1] =
                    format!("{}{}", rng.pick(&PHASES), if words[to + 1].ends_with(';') { ";" } else { "" });
            }
        }
        _ => {
            let digits: String = rng.below(12).to_string();
            let old: String = words[i].chars().filter(char::is_ascii_digit).collect();
            if !old.is_empty() {
                words[i] = words[i].replacen(&old, &digits, 1);
            }
        }
    }
}

/// The examples of the documentation are positions, one for each phase in which a player decides.
#[test]
fn the_positions_of_the_documentation_can_be_played() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/axis.md");
    let docs = std::fs::read_to_string(docs).unwrap();
    let game = build("minimap");
    let mut phases = Vec::new();
    for line in docs.lines().filter(|line| line.starts_with("round ") && line.contains(';')) {
        let state = game.parse_state(line).unwrap_or_else(|e| panic!("{line}: {e}"));
        phases.push(line.split(' ').nth(4).unwrap().trim_end_matches(';').to_string());
        play_on("docs", &game, state, 100, &mut Rng::new(1, 0, Stream::World));
    }
    assert_eq!(phases, ["buy", "attack", "decide", "redeploy", "place"]);
}
