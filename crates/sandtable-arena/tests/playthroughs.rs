//! Golden accounts of random games: every answer of the rules at every node, on every ready-made variant.
//!
//! A change of behaviour shows as a diff of `playthroughs/`. To accept it: `INSTA_UPDATE=always cargo test -p sandtable-arena --test it playthroughs`.

use sandtable_arena::registry;

#[test]
fn every_game_and_variant_plays_as_written_down() {
    for listed in registry::games() {
        for (variant, _) in listed.variants() {
            let game = registry::open(&format!("{}:{variant}", listed.name())).unwrap();
            let text = game.playthrough(1);
            insta::with_settings!({
                snapshot_path => "../../../playthroughs",
                prepend_module_to_snapshot => false,
                omit_expression => true,
            }, {
                insta::assert_snapshot!(format!("{}-{variant}", listed.name()), text);
            });
        }
    }
}
