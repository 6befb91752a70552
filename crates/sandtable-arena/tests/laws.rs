//! Every game in the list, in every ready-made variant, with every agent: held to the laws. A new game gets this by its line
//! in the list.
//!
//! `SANDTABLE_LAWS=100` multiplies the games and turns by a hundred.

use sandtable_arena::{AnyGame, registry};

/// How often, relative to the usual run.
fn times(usual: u64) -> u64 {
    let more = std::env::var("SANDTABLE_LAWS").ok().map(|n| n.parse().expect("SANDTABLE_LAWS is a number"));
    usual * more.unwrap_or(1)
}

/// Every game and variant.
fn games() -> Vec<Box<dyn AnyGame>> {
    let variants = |game: &'static str, list: &'static [(&'static str, &'static str)]| {
        list.iter().map(move |(variant, _)| registry::open(&format!("{game}:{variant}")).unwrap())
    };
    registry::games().iter().flat_map(|game| variants(game.name(), game.variants())).collect()
}

/// Does it for everything that each game has, and says in the end what was broken where.
fn each(list: impl Fn(&dyn AnyGame) -> Vec<String>, hold: impl Fn(&dyn AnyGame, &str)) {
    let mut broken = Vec::new();
    for game in games() {
        for item in list(&*game) {
            let held = std::panic::AssertUnwindSafe(|| hold(&*game, &item));
            if std::panic::catch_unwind(held).is_err() {
                broken.push(format!("{} {item}", game.spec()));
            }
        }
    }
    assert!(broken.is_empty(), "broken, as said above: {broken:#?}");
}

fn itself(_: &dyn AnyGame) -> Vec<String> {
    vec![String::new()]
}

#[test]
fn rules_notation_and_beliefs() {
    each(itself, |game, _| game.hold_rules(times(1), 7));
}

#[test]
fn orders_in_any_order() {
    each(itself, |game, _| game.hold_orders(times(40), 7));
}

#[test]
fn agents_from_any_position() {
    let agents = |game: &dyn AnyGame| game.agents().iter().map(|agent| agent.name.to_string()).collect();
    each(agents, |game, agent| game.hold_agent(agent, times(6), 7).unwrap());
}
