//! All tests of the program and its server in one program.

mod axis;
mod axis_import;
mod cli;
mod ladders;
mod odds;
mod odds_axis;
mod reproductions;
mod risk;
mod tournaments;
mod trainings;
#[path = "web/main.rs"]
mod web;
mod web_load;

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
