//! The laws on the shipped scenarios.

use sandtable_core::{Args, laws};
use sandtable_games::axis::{Axis, axis};

fn game(map: &str) -> Axis {
    let def = axis();
    let mut args = Args::defaults(def.params);
    args.set("map", map);
    (def.build)(&args).unwrap_or_else(|e| panic!("{map}: {e}"))
}

#[test]
fn the_laws_hold_on_the_scenarios_of_the_automata() {
    for map in ["la-1", "la-2", "la-3"] {
        laws::hold(&game(map), 20, 1);
    }
}

#[test]
fn the_laws_hold_on_the_minimap() {
    let def = axis();
    let mut args = Args::defaults(def.params);
    args.set("rounds", "12");
    laws::hold(&(def.build)(&args).unwrap(), 3, 1);
}
