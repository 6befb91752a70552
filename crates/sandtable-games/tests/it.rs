//! All tests of the games in one program.

mod axis;
#[path = "axis_battle/main.rs"]
mod axis_battle;
#[path = "axis_cases/main.rs"]
mod axis_cases;
mod axis_options;
mod axis_outsiders;
mod axis_rules;
mod axis_scenario;
mod axis_triplea;
mod grid;
mod grid_orders;
mod grid_positions;
#[path = "operation/main.rs"]
mod operation;
mod pig;
mod risk;
mod risk_battle;
mod risk_cards;
mod risk_domination;
mod risk_map;
mod risk_orders;
mod risk_players;
mod risk_positions;
mod risk_sheets;
mod scenes;

/// What is a program of its own: nothing but this.
const OWN: &[&str] = &["it"];

/// A file that is not named above would not be run.
#[test]
fn every_file_of_this_folder_is_named() {
    let (folder, this) = (concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), include_str!("it.rs"));
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let test = path.extension().is_some_and(|e| e == "rs") || path.join("main.rs").exists();
        let named = this.contains(&format!("mod {name};")) || OWN.contains(&name);
        assert!(!test || named, "{name} is not named in tests/it.rs");
    }
}
