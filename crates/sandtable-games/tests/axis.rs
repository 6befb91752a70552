//! The laws on the shipped scenarios.

use sandtable_core::{Args, laws};
use sandtable_games::axis::{Axis, axis};

use super::axis_triplea::theirs;

fn game(map: &str) -> Axis {
    let def = axis();
    let mut args = Args::defaults(def.params);
    args.set("map", map);
    (def.build)(&args).unwrap_or_else(|e| panic!("{map}: {e}"))
}

#[test]
fn the_laws_hold_on_the_scenarios_of_the_automata() {
    for map in ["la-1", "la-2", "la-3", "la-4", "la-5"] {
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

fn the_laws_hold_on_file(path: &str) {
    let def = axis();
    let mut args = Args::defaults(def.params);
    args.set("map", path);
    args.set("rounds", "6");
    laws::hold(&(def.build)(&args).unwrap_or_else(|e| panic!("{path}: {e}")), 2, 1);
}

/// A file in TripleA's format of our own.
#[test]
fn the_laws_hold_on_a_map_of_triplea() {
    the_laws_hold_on_file(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/axis_maps/two-hills.xml"));
}

#[test]
#[ignore = "needs TripleA's own maps: see test.sh"]
fn the_laws_hold_on_maps_of_triplea_itself() {
    for file in ["three-provinces.xml", "minimap.xml"] {
        the_laws_hold_on_file(theirs(file).to_str().unwrap());
    }
}
