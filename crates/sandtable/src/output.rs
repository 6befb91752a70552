//! What goes to standard output: tables for people, JSON for programs.

use std::io::Write;
use std::path::Path;

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};
use sandtable_arena::Failure;
use sandtable_core::Param;
use serde::Serialize;
use serde_json::{Value, json};

/// Prints a line or more. A reader that has gone away (`| head`) ends the program quietly.
pub fn say(text: &str) {
    if writeln!(std::io::stdout(), "{text}").is_err() {
        std::process::exit(0);
    }
}

/// Prints one JSON document.
pub fn json(value: &impl Serialize) {
    say(&serde_json::to_string_pretty(value).expect("results are plain data"));
}

/// Prints a table; columns from the second on are numbers unless `text` names them.
pub fn table(header: &[&str], text: &[usize], rows: Vec<Vec<String>>) {
    let mut table = Table::new();
    let lines = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));
    table.load_style(lines).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(header.to_vec());
    table.add_rows(rows);
    for (i, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if i > 0 && !text.contains(&i) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    say(&table.to_string());
}

/// Writes a page.
pub fn page(path: &Path, html: &str) -> Result<(), Failure> {
    std::fs::write(path, html).map_err(|e| Failure::BadInput(format!("cannot write {}: {e}", path.display())))
}

/// Refuses a page that could not be written, before the work begins.
pub fn check_page(path: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    let opened = std::fs::OpenOptions::new().append(true).create(true).open(path);
    opened.map(drop).map_err(|e| Failure::BadInput(format!("cannot write {}: {e}", path.display())))
}

/// The parameters of an entry, for programs.
pub fn params_json(params: &[Param]) -> Vec<Value> {
    let one = |p: &Param| json!({"name": p.name, "about": p.about, "default": p.default, "main": p.main});
    params.iter().map(one).collect()
}

/// What people call an agent, for programs.
pub fn titles_json(titles: &[(&str, &str)]) -> Vec<Value> {
    titles.iter().map(|(spec, title)| json!({"spec": spec, "title": title})).collect()
}
