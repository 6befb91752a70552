//! Golden lists of refusals: orders that cannot be carried out, and what people are told, game by game.
//!
//! They are to be read: each is a sentence that a player of that game understands. To accept a change of words:
//! `INSTA_UPDATE=always cargo test -p sandtable-arena --test it refusals`.

use std::collections::BTreeMap;
use std::sync::Arc;

use sandtable_arena::episode::Deal;
use sandtable_arena::{AnyGame, registry};
use sandtable_core::{Rng, Stream, Turn};

/// How many orders are written down that the same sentence refuses.
const ALIKE: usize = 2;
/// Random games of each variant, and orders that are tried at each decision of one.
const GAMES: u64 = 4;
const TRIES: usize = 6;
/// The most decisions of one game.
const DECISIONS: usize = 100;

/// A legal step, and the same with a number or a letter changed.
fn changed(step: &str, rng: &mut Rng) -> String {
    let digits: Vec<usize> = step.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
    match rng.below(8) {
        0 if !digits.is_empty() => {
            let at = *rng.pick(&digits);
            format!("{}{}{}", &step[..at], rng.pick(&["0", "9", "77"]), &step[at + 1..])
        }
        1 => {
            let at = rng.below(step.len() as u32) as usize;
            let letters = step.chars().enumerate().filter(|(i, _)| *i != at).map(|(_, c)| c);
            letters.collect()
        }
        _ => step.to_string(),
    }
}

/// Plays random games and collects what is refused, a few of each sentence.
fn collect(game: Arc<dyn AnyGame>, seen: &mut BTreeMap<String, usize>, list: &mut Vec<(String, String)>) {
    let seats = vec![None; game.info().seats.len()];
    let mut known: Vec<String> = Vec::new();
    for seed in 0..GAMES {
        let mut rng = Rng::new(seed, 0, Stream::World);
        let deal = Deal { seed, deal: 0, seating: 0 };
        let mut live = game.clone().live(&seats, deal).unwrap();
        for _ in 0..DECISIONS {
            while live.advance().unwrap().is_some() {}
            if !matches!(live.turn(), Turn::Player(_)) {
                break;
            }
            let legal = live.legal();
            known.extend((0..4).map(|_| rng.pick(&legal).clone()));
            for _ in 0..TRIES {
                let order = changed(&rng.pick(&known).clone(), &mut rng);
                if order.trim().is_empty() || legal.contains(&order) {
                    continue;
                }
                // An order for later in the turn may be carried out together with what comes before it: that is no refusal.
                let mut aside = game.clone().live_from(&seats, deal, &live.state_text()).unwrap();
                let answer = aside.play_turn(std::slice::from_ref(&order), false).unwrap();
                for refused in answer.refused {
                    // What is quoted or counted does not make another sentence.
                    let words = refused.why.split('\'').step_by(2).collect::<String>();
                    let kind: String = words.chars().filter(|c| !c.is_ascii_digit()).collect();
                    let times = seen.entry(kind).or_insert(0);
                    let new = list.iter().all(|(order, _)| *order != refused.text);
                    if *times < ALIKE && new {
                        *times += 1;
                        list.push((refused.text, refused.why));
                    }
                }
            }
            let step = rng.pick(&legal).clone();
            live.play(&step).unwrap();
        }
    }
}

#[test]
fn what_is_refused_is_refused_in_sentences() {
    for listed in registry::games() {
        let (mut seen, mut list) = (BTreeMap::new(), Vec::new());
        for (variant, _) in listed.variants() {
            let game = registry::open(&format!("{}:{variant}", listed.name())).unwrap();
            collect(Arc::from(game), &mut seen, &mut list);
        }
        for (order, why) in &list {
            let sentence = why.contains(' ') && why.len() < 300 && !why.contains(['\n', '{', '"']);
            assert!(sentence && !why.ends_with('.'), "{}: {order}: {why}", listed.name());
        }
        let lines: Vec<String> = list.iter().map(|(order, why)| format!("{order}\n    {why}")).collect();
        insta::with_settings!({
            snapshot_path => "refusals",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(listed.name(), lines.join("\n"));
        });
    }
}
