//! Files of other programs that become files of ours.

use sandtable_core::BadInput;
use sandtable_games::axis::triplea;

/// A file that has been understood.
#[derive(Clone, Debug)]
pub struct Imported {
    /// What it calls itself.
    pub name: String,
    /// The file that it became.
    pub text: String,
    /// How such files end.
    pub ending: &'static str,
    /// What was understood of it.
    pub understood: Vec<String>,
    /// What was left out.
    pub ignored: Vec<String>,
    /// Why it cannot be played, if it cannot.
    pub unplayable: Vec<String>,
}

/// Makes a file of ours out of another program's, by how its name ends; nothing if no such program is known.
pub fn import(name: &str, text: &str) -> Option<Result<Imported, BadInput>> {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ending.eq_ignore_ascii_case("xml").then(|| {
        let import = triplea::import(name, text)?;
        Ok(Imported {
            text: import.scenario.write(),
            ending: "axis",
            understood: import.understood,
            ignored: import.ignored,
            unplayable: import.scenario.unplayable.clone(),
            name: import.scenario.name,
        })
    })
}
