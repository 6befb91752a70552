//! All tests of the arena in one program.

mod automata;
mod batches;
mod converge;
mod exact;
mod grid;
mod kth;
mod laws;
mod live;
mod matches;
mod mcts;
mod playthroughs;
mod published;
mod refusals;
mod solutions;
mod statistics;
mod tournaments;

/// What is a program of its own: allocations (it counts them for the whole program), fuzz (which can run for hours).
const OWN: &[&str] = &["it", "allocations", "fuzz"];

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
