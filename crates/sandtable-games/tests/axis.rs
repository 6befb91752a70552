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

/// TripleA's own files, where they lie beside the project.
#[test]
fn the_laws_hold_on_maps_of_triplea() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/triplea");
    for file in ["three-provinces.xml", "minimap.xml"] {
        let path = format!("{folder}/{file}");
        if !std::path::Path::new(&path).exists() {
            println!("{file} is not there: skipped");
            continue;
        }
        let def = axis();
        let mut args = Args::defaults(def.params);
        args.set("map", &path);
        args.set("rounds", "6");
        match (def.build)(&args) {
            Ok(game) => laws::hold(&game, 2, 1),
            Err(e) => assert!(e.0.contains("cannot be played yet"), "{file}: {e}"),
        }
    }
}
