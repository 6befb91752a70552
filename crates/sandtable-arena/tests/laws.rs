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

/// Does it for every game, and names the game if that fails.
fn each(what: impl Fn(&dyn AnyGame)) {
    for game in games() {
        let hold = std::panic::AssertUnwindSafe(|| what(&*game));
        if let Err(broken) = std::panic::catch_unwind(hold) {
            eprintln!("in {}", game.spec());
            std::panic::resume_unwind(broken);
        }
    }
}

#[test]
fn rules_notation_and_beliefs() {
    each(|game| game.hold_rules(times(1), 7));
}

#[test]
fn orders_in_any_order() {
    each(|game| game.hold_orders(times(40), 7));
}

#[test]
fn agents_from_any_position() {
    each(|game| {
        for agent in game.agents() {
            game.hold_agent(agent.name, times(6), 7).unwrap();
        }
    });
}
