//! `sandtable import`: files of other programs as scenarios.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use sandtable_arena::{Failure, spec};
use sandtable_games::axis::triplea::{self, Import};
use serde_json::json;

use crate::output;

/// The formats that can be read.
const FORMATS: [&str; 1] = ["triplea"];

/// The most bytes that are read: one more than any importer takes, so that it can say so itself.
const MAX_BYTES: u64 = (32 << 20) + 1;

/// Turns a game file of another program into a scenario file, and says what was and was not brought over.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable import triplea my_map.xml -o my_map.axis
  sandtable import triplea my_map.xml -o my_map.axis --force --json

docs/axis-files.md describes scenario files and what is brought over.")]
pub struct Args {
    /// The format of the file: triplea.
    format: String,
    /// The file to read.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The scenario file to write.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Overwrite the scenario file if it is there.
    #[arg(long)]
    force: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    if !FORMATS.contains(&args.format.as_str()) {
        return Err(spec::unknown("format", &args.format, &FORMATS).into());
    }
    let name = args.file.display().to_string();
    let import = triplea::import(&name, &text(&args.file)?)?;
    write(&args.output, &import.scenario.write(), args.force)?;
    show(args, &import);
    Ok(())
}

fn text(path: &Path) -> Result<String, Failure> {
    let bad = |what: String| Failure::BadInput(format!("cannot read {}: {what}", path.display()));
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|e| bad(e.to_string()))?;
    file.take(MAX_BYTES).read_to_end(&mut bytes).map_err(|e| bad(e.to_string()))?;
    String::from_utf8(bytes).map_err(|_| bad("it is not text in UTF-8".to_string()))
}

fn write(path: &Path, text: &str, force: bool) -> Result<(), Failure> {
    let mut options = OpenOptions::new();
    options.write(true);
    if force {
        options.create(true).truncate(true)
    } else {
        options.create_new(true)
    };
    let written = options.open(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|e| {
        Failure::BadInput(match e.kind() {
            ErrorKind::AlreadyExists => {
                format!("{} is there already: expected a new file, or --force", path.display())
            }
            _ => format!("cannot write {}: {e}", path.display()),
        })
    })
}

fn show(args: &Args, import: &Import) {
    let unplayable = &import.scenario.unplayable;
    if args.json {
        output::json(&json!({
            "scenario": import.scenario.name,
            "file": args.output.display().to_string(),
            "understood": import.understood,
            "ignored": import.ignored,
            "unplayable": unplayable,
        }));
        return;
    }
    let table = |header: &str, lines: &[String]| {
        output::table(&[header], &[], lines.iter().map(|l| vec![l.clone()]).collect());
        output::say("");
    };
    table("brought over", &import.understood);
    if !import.ignored.is_empty() {
        table("not brought over", &import.ignored);
    }
    if !unplayable.is_empty() {
        table("needed by this map, but not played", unplayable);
    }
    output::say(&format!("{}: written to {}", import.scenario.name, args.output.display()));
}
