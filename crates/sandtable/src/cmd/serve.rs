//! `sandtable serve`: the web app.

use std::path::PathBuf;

use sandtable_arena::Failure;

use super::tournament::data_folder;
use crate::output::say;
use crate::web::{self, Place};

/// Starts the web app on this machine and prints its address; Ctrl-C ends it.
///
/// Every step is kept as it is taken: after any end, even kill -9, the games go on where they were.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable                              the same as sandtable serve
  sandtable serve --port 0               at any free port
  sandtable serve --data ./my-games      games, runs and uploaded files in a folder of your own
  sandtable serve --table 3v2.table      exact values of these positions beside the board

Only this machine can reach it. With --host another address of this machine others can, too: whoever does may make
games and start runs, and the connection is not encrypted, so do that in networks that you trust.

docs/web.md says what the page can do, what programs can ask for (GET /api/openapi.json), and what is kept where.")]
pub struct Args {
    /// The address to listen at.
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// The port to listen at; 0 for any that is free.
    #[arg(long, default_value_t = 7878)]
    port: u16,
    /// Where games, runs and files are kept; also SANDTABLE_DATA. [default: the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Exact values that `solve --out` wrote: games that they fit show them, and `exact` plays by them.
    #[arg(long, value_name = "FILE")]
    table: Vec<PathBuf>,
    /// Serve the page from this folder, to work on it.
    #[arg(long, value_name = "DIR", hide = true)]
    page: Option<PathBuf>,
}

impl Default for Args {
    fn default() -> Self {
        Args { host: "127.0.0.1".into(), port: 7878, data: None, table: Vec::new(), page: None }
    }
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let data = data_folder(args.data.clone())?;
    let (host, page, tables) = (args.host.clone(), args.page.clone(), args.table.clone());
    let place = Place { host, port: args.port, data, page, tables };
    web::serve(place, |address| {
        let hint = "Ctrl-C ends it; everything is kept. Other commands: sandtable --help";
        say(&format!("Sandtable is at http://{address}\n{hint}"));
    })
}
